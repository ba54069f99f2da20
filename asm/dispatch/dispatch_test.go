package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// write1 writes a package with a twin and the stub of a kernel, and returns the file that
// dispatch generates for amd64.
func write1(t *testing.T, twin, stub string) (string, error) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"p_generic.go": twin, "p_stubs_amd64.go": stub} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("package p\n\n"+text+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := run(dir); err != nil {
		return "", err
	}
	text, err := os.ReadFile(filepath.Join(dir, "p_amd64.go"))
	return string(text), err
}

func TestSource(t *testing.T) {
	for _, c := range []struct{ name, twin, stub, want string }{
		{
			"one position",
			"//asm:dispatch b=uint64(b)\nfunc fGeneric(a uint64, b uint8) uint64 { return a }",
			"func fAVX2(a, b uint64) uint64",
			"case simd.AVX512, simd.AVX2:\n\t\treturn fAVX2(a, uint64(b))\n\t}\n\treturn fGeneric(a, b)",
		},
		{
			"batch of slices with scratch memory",
			"//asm:dispatch\nfunc fBatchGeneric(dst, x []uint64) {}",
			"func fBlocksAVX2(dst, x *uint64, n int, room *[8]uint64)",
			"if n := len(dst) &^ 31; n > 0 {\n\t\t\tvar room [8]uint64\n\t\t\tfBlocksAVX2(&dst[0], &x[0], n, &room)\n\t\t\tdst, x = dst[n:], x[n:]\n\t\t}",
		},
		{
			"range of a batch",
			"//asm:dispatch local=dst c=c.mask()\nfunc fBatchGeneric(dst, x []uint64, c Color, lo, hi int) {}",
			"func fBatchAVX512(dst, x *uint64, c uint64, from, n int)",
			"if n := hi - lo; n > 0 {\n\t\t\tfBatchAVX512(&dst[0], &x[0], c.mask(), lo, n)\n\t\t}\n\t\treturn",
		},
		{
			"a kernel that may fail",
			"//asm:dispatch\nfunc fGeneric(a uint64) {}",
			"func fAVX512(a uint64) bool",
			"if !fAVX512(a) {\n\t\t\tfGeneric(a)\n\t\t}",
		},
		{
			"no twin",
			"//asm:kernels f g",
			"func fAVX2(a *uint64, n int) (left int)",
			"func f(a *uint64, n int) (left int, ok bool) {\n\tswitch simd.Active() {\n\tcase simd.AVX2:\n\t\tleft = fAVX2(a, n)\n\t\tok = true\n\t}\n\treturn\n}",
		},
		{
			"no kernel",
			"//asm:dispatch\nfunc fBatchGeneric(dst []uint64) {}",
			"func gBatchAVX2(dst *uint64, n int)",
			"func fChunk(dst []uint64) {\n\tfBatchGeneric(dst)\n}",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := write1(t, c.twin, c.stub)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(got, c.want) {
				t.Errorf("the file lacks\n%s\nin\n%s", c.want, got)
			}
		})
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct{ twin, stub, want string }{
		{"//asm:dispatch\nfunc f(a uint64) {}", "", "f: the name does not end in Generic"},
		{"//asm:dispatch b\nfunc fGeneric(a uint64) {}", "", `fGeneric: "b" is not parameter=expression`},
		{"//asm:dispatch\nfunc fGeneric(a uint64) {}", "func fAVX2(a, b uint64)", "p: f: the directive does not have b"},
		{"//asm:kernels f", "func fAVX2(a uint64)\nfunc fAVX512(a int)", "p: f: the parameters of fAVX2 differ from those of another path"},
	} {
		if _, err := write1(t, c.twin, c.stub); err == nil || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %s", c.twin, err, c.want)
		}
	}
}
