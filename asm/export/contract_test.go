package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var all = flag.Bool("all", false, "also run the tests that take long: sanitizers, valgrind, Wine")

func needAll(t *testing.T) {
	t.Helper()
	if !*all {
		t.Skip("without -all")
	}
}

var declaration = regexp.MustCompile(`(?s)   Go: \w+\(([^)]*)\)[^\n]*\n\w+ (ks_\w+_(avx2|avx512))\(([^)]*)\);`)

// kernelRows returns a folder with kernels.inc, the kernels for testdata/registers.c.
func kernelRows(t *testing.T) string {
	t.Helper()
	declarations, err := os.ReadFile(filepath.Join(exported(t), "koggestone_kernels.c"))
	if err != nil {
		t.Fatal(err)
	}
	var rows strings.Builder
	kernels := declaration.FindAllStringSubmatch(string(declarations), -1)
	for _, m := range kernels {
		inGo, args := strings.Split(m[1], ", "), ""
		for i, p := range strings.Split(m[4], ", ") {
			switch {
			case p == "void":
			case strings.Contains(inGo[i], "[]"):
				args += "s"
			case strings.Contains(p, "*"):
				args += "b"
			case p == "int64_t n" || p == "int64_t length":
				args += "n"
			default:
				args += "v"
			}
		}
		fmt.Fprintf(&rows, "KERNEL(%s, %s, %s)\n", m[2], m[3], args)
	}
	if len(kernels) < 40 {
		t.Fatalf("%d kernels", len(kernels))
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "kernels.inc"), []byte(rows.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestRegisters calls every kernel by both ABIs and checks the registers that it must keep.
func TestRegisters(t *testing.T) {
	rows := kernelRows(t)
	for _, abi := range []string{"", "-DKS_WIN64"} {
		flags := []string{"-I", rows, filepath.Join("testdata", "call.S")}
		if abi != "" { // the program calls no kernel by the C files, which use the ABI of Linux
			flags = append(flags, abi)
		}
		t.Log(abi, run(t, ".", library(t, "registers", flags...)))
	}
}

// TestMemory calls every function at the edges of memory, in several threads and after fork.
func TestMemory(t *testing.T) {
	t.Log(run(t, ".", library(t, "memory", "-pthread")))
	t.Run("sanitizers", func(t *testing.T) {
		needAll(t)
		t.Log(run(t, ".", library(t, "memory", "-pthread", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")))
	})
	t.Run("valgrind", func(t *testing.T) { // which has no AVX-512
		needAll(t)
		t.Log(run(t, ".", tool(t, "valgrind"), "-q", "--error-exitcode=9", library(t, "memory", "-pthread", "-g")))
	})
}

// TestCPlusPlus compiles the header as C++.
func TestCPlusPlus(t *testing.T) {
	file := filepath.Join(t.TempDir(), "header.cc")
	if err := os.WriteFile(file, []byte("#include \"koggestone_kernels.h\"\nint main() { return ks_abi() != KS_ABI; }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	run(t, ".", tool(t, "g++", "c++", "clang++", "clang++-19"), "-std=c++11", "-Wall", "-Wextra", "-Wpedantic", "-Wold-style-cast", "-Werror", "-I", exported(t), "-c", "-o", file+".o", file)
}

// TestWindows runs the programs on Windows' ABI by Wine.
func TestWindows(t *testing.T) {
	needAll(t)
	compiler := tool(t, "x86_64-w64-mingw32-gcc")
	wine := tool(t, "wine64", "wine", "/usr/lib/wine/wine64")
	t.Setenv("WINEDEBUG", "-all")
	t.Setenv("WINEPREFIX", filepath.Join(temporary, "wine"))
	t.Log(run(t, ".", wine, compile(t, compiler, "registers", "-I", kernelRows(t), filepath.Join("testdata", "call.S"))))
	compareCalls(t, exec.Command(wine, compile(t, compiler, "compare")), networks(t), simdPaths(), *positions)
}

// TestDocs compiles the examples in C of the documentation, and runs the complete programs. The block after a program is
// its output, except for the path.
func TestDocs(t *testing.T) {
	var text []byte
	for _, page := range []string{"../../docs/kernels.md", "../../docs/start.md"} {
		data, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, data...)
	}
	examples := regexp.MustCompile("(?s)```c\n(.*?)```\n(?:\n```text\n(.*?)```)?").FindAllStringSubmatch(string(text), -1)
	if len(examples) < 4 {
		t.Fatalf("%d examples", len(examples))
	}
	ran := 0
	for _, m := range examples {
		file := filepath.Join(t.TempDir(), "example.c")
		if err := os.WriteFile(file, []byte(m[1]), 0o666); err != nil {
			t.Fatal(err)
		}
		args := []string{"-std=c99", "-Wall", "-Wextra", "-Werror", "-I", exported(t), "-o", file + ".exe", file}
		if !strings.Contains(m[1], "int main(") {
			run(t, ".", tool(t, "gcc", "cc", "clang", "clang-19"), append(args, "-c")...)
			continue
		}
		for _, name := range []string{"koggestone_kernels.c", "koggestone_kernels.S"} {
			args = append(args, filepath.Join(exported(t), name))
		}
		run(t, ".", tool(t, "gcc", "cc", "clang", "clang-19"), args...)
		path := regexp.MustCompile(`path \w+`)
		if got := run(t, ".", file+".exe"); m[2] != "" && path.ReplaceAllString(got, "") != path.ReplaceAllString(m[2], "") {
			t.Errorf("the example prints %q, in the docs %q", got, m[2])
		}
		ran++
	}
	if ran == 0 {
		t.Error("no example is a program")
	}
}

// TestRust runs the tests of the crate.
func TestRust(t *testing.T) {
	cargo := tool(t, "cargo", filepath.Join(os.Getenv("HOME"), ".cargo", "bin", "cargo"))
	t.Setenv("CARGO_TARGET_DIR", filepath.Join(temporary, "cargo"))
	t.Setenv("PATH", filepath.Dir(cargo)+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Log(run(t, exported(t), cargo, "test", "--quiet", "--offline"))
}
