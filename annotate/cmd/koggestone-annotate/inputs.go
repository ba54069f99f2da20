package main

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/koggestone/koggestone/annotate"
	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/annotate/internal/registry"
	"github.com/koggestone/koggestone/internal/cli"
)

// openInputs opens files of positions. A name can be a pattern, or - for standard input.
func openInputs(s *cli.Streams, files []string, o records.InputOptions) (inputs []*records.Input, err error) {
	if len(files) == 0 {
		return nil, errors.New("expected a file of positions, or - for standard input")
	}
	for _, file := range files {
		if file == "-" {
			s.AnnounceInput()
		}
		paths := []string{file}
		if strings.ContainsAny(file, "*?[") {
			if found, err := filepath.Glob(file); err == nil && len(found) > 0 {
				paths = found
			}
		}
		for _, path := range paths {
			in, err := registry.Open(path, s.In, o)
			if err != nil {
				return nil, err
			}
			inputs = append(inputs, in)
		}
	}
	return inputs, nil
}

// memoryBound is the garbage collector's limit, without the memory for --unique. The process
// needs less, but without a limit it would grow to twice what it needs. The program itself
// takes the rest of the documented 400 MiB.
const memoryBound = 350 << 20

// boundGarbage sets the collector's memory limit to memoryBound plus more, unless it is
// already lower. It returns a function that restores the limit.
func boundGarbage(more int64) (undo func()) {
	before := debug.SetMemoryLimit(-1)
	debug.SetMemoryLimit(min(before, memoryBound+min(more, math.MaxInt64-memoryBound)))
	return func() { debug.SetMemoryLimit(before) }
}

// showProgress returns a function that shows how much of the inputs a run has read.
func showProgress(bar *cli.Progress, inputs []*records.Input) func(annotate.Report) error {
	return func(r annotate.Report) error {
		var read, total int64
		for _, in := range inputs {
			read += in.Read.Load()
			total += in.Size
		}
		if slices.ContainsFunc(inputs, func(in *records.Input) bool { return in.Size < 0 }) {
			total = 0 // unknown
		}
		bar.Show(fmt.Sprintf("annotate %d positions", r.Positions), read, total)
		return nil
	}
}
