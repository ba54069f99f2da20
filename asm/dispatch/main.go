// Command dispatch writes the Go functions that choose between kernels and their pure-Go
// twins:
//
//	go run -C asm ./dispatch
//
// It reads the packages of the library without compiling them. A twin is a function whose
// name ends in Generic and whose doc comment ends in the directive
//
//	//asm:dispatch
//
// The twin of one position, xGeneric, gets the function x, which calls xAVX512, xAVX2 or
// xNEON where the assembly has it. The twin of a batch, xBatchGeneric, gets the function
// xChunk. It gives as many positions as possible to xBlocks and then to xBatch, followed by
// the name of the path, and the rest to the twin.
//
// A kernel's argument is the twin's parameter of that name, or a pointer to its first
// element. Of a batch, n is the number of positions and from the first of them. A pointer
// that the twin does not have is scratch memory. The directive has the others, as
// parameter=expression; {lo} in one is the index of the first element. After local= it
// names the slices that begin at position lo of the batch instead of 0.
package main

import (
	"bytes"
	"log"
	"os"
	"path/filepath"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("dispatch: ")
	if err := run(".."); err != nil {
		log.Fatal(err)
	}
}

// run writes the files of every package below root that has a directive. Only packages
// at most one folder deep are searched.
func run(root string) error {
	here, err := filepath.Glob(filepath.Join(root, "*_generic.go"))
	if err != nil {
		return err
	}
	below, err := filepath.Glob(filepath.Join(root, "*", "*_generic.go"))
	if err != nil {
		return err
	}
	done := map[string]bool{}
	for _, file := range append(here, below...) {
		dir := filepath.Dir(file)
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if done[dir] || !bytes.Contains(text, []byte("\n"+directive)) {
			continue
		}
		done[dir] = true
		if err := write(dir); err != nil {
			return err
		}
	}
	return nil
}

// archs are the builds of the library, by the suffix of their files.
var archs = map[string]arch{
	"_amd64.go": {"gc && !purego", []path{avx512, avx2}},
	"_arm64.go": {"gc && !purego", []path{neon}},
	"_noasm.go": {"!(amd64 || arm64) || !gc || purego", nil},
}

// write writes the files of the package in dir.
func write(dir string) error {
	p, err := read(dir)
	if err != nil {
		return err
	}
	for suffix, a := range archs {
		text, err := p.source(a)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, p.name+suffix), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
