//go:build cgo

package main

// #include "training_data_loader.h"
import "C"

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"sync"

	"github.com/koggestone/koggestone/data/training"
)

// shuffled returns how many positions a stream with n threads shuffles: KOGGESTONE_LOADER_SHUFFLE, by default as many as n
// threads of nnue-pytorch.
func shuffled(n int) int {
	text := os.Getenv("KOGGESTONE_LOADER_SHUFFLE")
	if text == "" {
		return n << 20
	}
	size, err := strconv.Atoi(text)
	if err != nil || size < 0 {
		fail("KOGGESTONE_LOADER_SHUFFLE=%s: expected the number of positions in the shuffle buffer", text)
	}
	return size
}

// A stream is open and uses a number of threads.
type stream struct {
	*training.Stream
	threads   int
	summarize sync.Once
}

func open(files []string, concurrency C.int, cyclic C.bool, config *C.DataloaderSkipConfig, part C.DataloaderDDPConfig) *stream {
	n := max(1, int(concurrency))
	s, err := training.Open(files, training.Options{
		Workers: n, Cyclic: bool(cyclic), Rank: int(part.rank), WorldSize: int(part.world_size),
		Shuffle: shuffled(n), Seed: rand.Uint64(), Filter: filterOf(config), Format: formatOf(files),
		OnProblem: func(err error) { report("skipped", "%v", err) },
	})
	check(err)
	inUse.add(n)
	return &stream{Stream: s, threads: n}
}

// ended reports whether err means that a stream has ended or was closed. At the end it prints how many
// problems there were, because OnProblem only prints the first ones.
func (s *stream) ended(err error) bool {
	if errors.Is(err, training.ErrCorrupt) {
		s.summary()
		return true
	}
	return err == io.EOF || errors.Is(err, os.ErrClosed)
}

// summary prints once how many problems there were.
func (s *stream) summary() {
	s.summarize.Do(func() {
		n := int64(0)
		for _, k := range s.Stats().Corrupt {
			n += k
		}
		if n > 0 {
			report("skipped", "%d corrupt chunks or records in all", n)
		}
	})
}

func (s *stream) end() error {
	err := s.Close()
	inUse.add(-s.threads)
	s.summary()
	if err != nil {
		return fmt.Errorf("close: %w", err)
	}
	return nil
}

// formatOf returns "binpack" if all files begin like a .binpack, because nnue-pytorch ignores
// extensions. Otherwise it returns "", so that the extensions select the formats.
func formatOf(files []string) string {
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			return ""
		}
		var start [4]byte
		_, err = io.ReadFull(f, start[:])
		f.Close()
		if err != nil || string(start[:]) != "BINP" {
			return ""
		}
	}
	return "binpack"
}

// processors limits how many processors Go uses: one for each thread of the open streams, and one for
// calls.
type processors struct {
	mu    sync.Mutex
	total int
}

var inUse processors

// add adds n processors; n can be negative.
func (p *processors) add(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.total += n
	runtime.GOMAXPROCS(min(runtime.NumCPU(), p.total+1))
}

func filterOf(c *C.DataloaderSkipConfig) training.Filter {
	return training.Filter{
		Quiet:     bool(c.filtered),
		ByResult:  bool(c.wld_filtered),
		Random:    int(c.random_fen_skipping),
		MinPly:    max(0, int(c.early_fen_skipping)+1),
		SoftPlies: int(c.soft_early_fen_skipping),
		MinEval:   int(c.simple_eval_skipping),
		PlyCurve: [4]training.Point{
			{X: float64(c.ply_x1), Y: float64(c.ply_y1)}, {X: float64(c.ply_x2), Y: float64(c.ply_y2)},
			{X: float64(c.ply_x3), Y: float64(c.ply_y3)}, {X: float64(c.ply_x4), Y: float64(c.ply_y4)},
		},
		PieceCounts: [5]float64{float64(c.pc_y0), float64(c.pc_y1), float64(c.pc_y2), float64(c.pc_y3), float64(c.pc_y4)},
	}
}
