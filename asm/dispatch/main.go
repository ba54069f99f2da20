// Command dispatch writes the Go functions that choose between kernels and their pure-Go
// twins, into the files x_amd64.go, x_arm64.go and x_noasm.go of each package x:
//
//	go run -C asm ./dispatch
//
// It reads the library's packages without compiling them. A twin is a function with a name that
// ends in Generic, and with a doc comment that ends in the directive
//
//	//asm:dispatch
//
// For the twin of one position, xGeneric, it writes the function x, which calls xAVX512,
// xAVX2 or xNEON if there is such a kernel. Without xAVX512 the avx512 path calls xAVX2. If
// a kernel returns false, the twin does the work. A Go function in a file for one
// architecture, such as x_amd64.go, also counts as a kernel.
//
// For the twin of a batch, xBatchGeneric, it writes the function xChunk. This function passes
// whole blocks of positions to the kernel xBlocks, then whole registers of positions to xBatch,
// and the remaining positions to the twin; the names of the kernels end in the path. If the
// last parameters are lo and hi, a call processes positions lo to hi-1 of the slices, and
// otherwise all positions.
//
// If the caller of a kernel does more than loop over blocks, the kernel has no twin. Then the
// caller's file lists the kernel:
//
//	//asm:kernels x y
//
// The functions x and y then call the active path's kernel with the same parameters. If
// the path has no kernel, their last result, ok, is false.
//
// Each argument of a kernel is the twin's parameter with the same name. If the parameter is a
// slice, the kernel receives a pointer to its first element. In a batch, n is the number of
// positions, and from is the index of the first position. If a kernel has a pointer parameter
// that the twin does not have, it receives scratch memory. The directive lists all other
// arguments as parameter=expression without blanks, where {lo} is replaced by the index of the
// first element. local=a,b lists slices that start at position lo of the batch instead of
// position 0.
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

// run writes the files of every package with a directive, in root or in a folder directly below it.
func run(root string) error {
	for _, pattern := range []string{root, filepath.Join(root, "*")} {
		dirs, err := filepath.Glob(pattern)
		if err != nil {
			return err
		}
		for _, dir := range dirs {
			files, err := filepath.Glob(filepath.Join(dir, "*.go"))
			if err != nil {
				return err
			}
			twins := false
			for _, file := range files {
				text, err := os.ReadFile(file)
				if err != nil {
					return err
				}
				twins = twins || bytes.Contains(text, []byte("\n"+directive)) || bytes.Contains(text, []byte("\n"+callers))
			}
			if !twins {
				continue
			}
			if err := write(dir, files); err != nil {
				return err
			}
		}
	}
	return nil
}

// archs maps the end of a file's name to a build of the library.
var archs = map[string]arch{
	"amd64": {"gc && !purego", []path{avx512, avx2}},
	"arm64": {"gc && !purego", []path{neon}},
	"noasm": {"!(amd64 || arm64) || !gc || purego", nil},
}

// write writes the generated files for the package in dir.
func write(dir string, sources []string) error {
	p, err := read(sources)
	if err != nil {
		return err
	}
	for name, a := range archs {
		text, err := p.source(a)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, p.name+"_"+name+".go"), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
