// Package clib tests the C libraries in libkoggestone and trainingloader, by C programs that use them and
// by their headers.
package clib

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
)

// run returns the output of a command.
func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CGO_ENABLED=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
	return string(out)
}

// build compiles the library to a folder, with the flags of make lib.
func build(t *testing.T) (folder string) {
	t.Helper()
	if _, err := exec.LookPath("cc"); err != nil {
		t.Skip("no C compiler")
	}
	if runtime.GOOS != "linux" || os.Getenv("GOARCH") != "" {
		t.Skip("the compiler flags are those of Linux on this CPU")
	}
	folder = t.TempDir()
	flags := []string{"build", "-trimpath"}
	run(t, ".", "go", append(flags, "-ldflags=-s -w", "-buildmode=c-shared", "-o", filepath.Join(folder, "libkoggestone.so"), "./libkoggestone")...)
	run(t, ".", "go", append(flags, "-buildmode=c-archive", "-o", filepath.Join(folder, "libkoggestone.a"), "./libkoggestone")...)
	return folder
}

// example is the output of the C program.
const example = `legal moves: 20 and 7
c1d2
c1d1
c1c2
a7a8q
a7a8r
a7a8b
a7a8n
rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/R1BQKBNR b KQkq - 1 1
8/P7/8/8/8/8/k2K4/8 b - - 1 1
error: line 1: FEN: piece placement, offset 3: expected / after the eighth square of rank 7, found the end of the field
f3e5 wins -200
piece 2 on 21 attacks or defends piece 6 on 4
piece 2 on 21 attacks or defends piece 9 on 36
piece 9 on 43 attacks or defends piece 9 on 36
2 of 64368 features are active
43 moves can have led here
perft 4: 197281
random games: some ended, some by mate, 0 illegal actions
`

// TestC compiles the C program with warnings as errors, against the shared and the static library.
func TestC(t *testing.T) {
	folder := build(t)
	strict := []string{"-std=c11", "-pedantic", "-Wall", "-Wextra", "-Werror", "-Ilibkoggestone"}
	for _, link := range [][]string{
		{"-L" + folder, "-lkoggestone", "-Wl,-rpath," + folder},
		{filepath.Join(folder, "libkoggestone.a"), "-lpthread", "-lm"},
	} {
		program := filepath.Join(folder, "example")
		run(t, ".", "cc", slices.Concat(strict, []string{"-o", program, "example/example.c"}, link)...)
		if got := run(t, ".", program); got != example {
			t.Errorf("the program prints\n%s\nexpected\n%s", got, example)
		}
	}
	if _, err := exec.LookPath("c++"); err == nil {
		run(t, ".", "c++", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-x", "c++", "libkoggestone/koggestone.h")
	}
}
