package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/simd"
)

// TestInline compares koggestone_inline.h with the calls, as C and as C++, on each path of the header.
func TestInline(t *testing.T) {
	dir := exported(t)
	boards := min(100*(*positions), 1000000)
	paths := map[string][]string{"plain": nil}
	for _, p := range simd.Paths() {
		switch p {
		case simd.AVX2:
			paths["avx2"] = []string{"-march=haswell"}
		case simd.AVX512:
			paths["avx512"] = []string{"-march=icelake-server"}
			paths["plain with BMI"] = []string{"-march=icelake-server", "-DKS_INLINE_PLAIN"}
		}
	}
	for _, c := range []struct{ compiler, plusplus string }{{"gcc", "g++"}, {"clang-19", "clang++-19"}, {"clang", "clang++"}} {
		compiler, err := exec.LookPath(c.compiler)
		if err != nil {
			t.Logf("%s is not installed", c.compiler)
			continue
		}
		kernels, assembly := filepath.Join(t.TempDir(), "kernels.o"), filepath.Join(t.TempDir(), "asm.o")
		run(t, ".", compiler, "-O2", "-c", "-o", kernels, filepath.Join(dir, "koggestone_kernels.c"))
		run(t, ".", compiler, "-O2", "-c", "-o", assembly, filepath.Join(dir, "koggestone_kernels.S"))
		for path, flags := range paths {
			for _, language := range []string{"c", "c++"} {
				warnings := []string{"-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"}
				linker, standard := compiler, "-std=c99"
				if language == "c++" {
					if linker, err = exec.LookPath(c.plusplus); err != nil {
						t.Logf("%s is not installed", c.plusplus)
						continue
					}
					// g++ 12 warns of its own header.
					standard, warnings = "-std=c++11", append(warnings, "-Wold-style-cast", "-Wno-uninitialized")
				}
				t.Run(fmt.Sprintf("%s/%s/%s", c.compiler, language, path), func(t *testing.T) {
					exe := filepath.Join(t.TempDir(), "inline")
					args := append([]string{standard, "-O2", fmt.Sprintf("-DBOARDS=%d", boards), "-I", dir, "-o", exe}, append(warnings, flags...)...)
					run(t, ".", linker, append(args, kernels, assembly, "-x", language, filepath.Join("testdata", "inline.c"))...)
					out := run(t, ".", exe)
					t.Log(out)
					if want, _, _ := strings.Cut(path, " "); !strings.HasPrefix(out, want+" ") {
						t.Errorf("the header uses another path than %s", want)
					}
				})
			}
		}
	}
}
