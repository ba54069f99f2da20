package kernels

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/cec"
	"github.com/koggestone/koggestone/prove/goasm"
	"github.com/koggestone/koggestone/prove/machine"
)

// TestWrongArm64 proves kernels for arm64 that compute dst[i] = src[i] in a way that is wrong, or that the prover cannot
// follow.
func TestWrongArm64(t *testing.T) {
	checker, err := cec.New()
	if err != nil {
		t.Skip(err)
	}
	defer checker.Close()
	const body = "FLDPQ (R1), (F0, F1)\nFSTPQ (F0, F1), (R0)\n"
	const next = "ADD $32, R0\nADD $32, R1\nSUBS $4, R2\nBNE loop\n"
	const halves = "FLDPQ (R1), (F0, F1)\nVZIP1 V1.B16, V0.B16, V2.B16\nVZIP2 V1.B16, V0.B16, V3.B16\nVUZP1 V3.B16, V2.B16, V4.B16\n"
	for _, test := range []struct{ name, frame, body, next, end, expected string }{
		{"a copy", "$0", body, next, "RET", ""},
		{"a copy by way of halves", "$0", halves + "VUZP2 V3.B16, V2.B16, V5.B16\nFSTPQ (F4, F5), (R0)\n", next, "RET", ""},
		{"operands in another order", "$0", halves + "VUZP2 V2.B16, V3.B16, V5.B16\nFSTPQ (F4, F5), (R0)\n", next, "RET", "differs"},
		{"bytes after the last", "$0", "FLDPQ 16(R1), (F0, F1)\nFSTPQ (F0, F1), (R0)\n", next, "RET", "outside of src"},
		{"too few bytes", "$0", "FMOVQ (R1), F0\nFMOVQ F0, (R0)\n", next, "RET", "is not written"},
		{"no bytes", "$0", "FMOVQ (R1), F0\n", next, "RET", "is not written"},
		{"the platform's register", "$0", body + "WORD $0xd2800012 // R18\n", next, "RET", "x18 is not what it was"},
		{"the goroutine", "$0", body + "MOVD $5, g\n", next, "RET", "x28 is not what it was"},
		{"the frame pointer", "$0", body + "MOVD $5, R29\n", next, "RET", "x29 is not what it was"},
		{"the return address", "$0", body + "MOVD $5, R30\n", next, "RET", "x30 is not what it was"},
		{"a frame", "$16", body, next, "RET", "unknown"},
		{"the caller's frame", "$0", body + "FMOVQ F0, 32(RSP)\n", next, "RET", "outside of the arguments"},
		{"below the arguments", "$0", body + "MOVD (RSP), R4\n", next, "RET", "outside of the arguments"},
		{"flags of an earlier instruction", "$0", body, "SUBS $4, R2\nADD $32, R0\nADD $32, R1\nBNE loop\n", "RET", "a jump after SUBS"},
		{"a jump to a jump", "$0", "CBZ R3, test\n" + body, "ADD $32, R0\nADD $32, R1\nSUBS $4, R2\ntest:\nBNE loop\n", "RET", "a jump that needs flags"},
		{"two loads to one register", "$0", body + "WORD $0xad400020 // LDP\n", next, "RET", "unknown"},
		{"an unknown word", "$0", body + "WORD $0x04603000\n", next, "RET", "unknown"},
		{"a variable", "$0", body + "MOVD ·x(SB), R4\n", next, "RET", "without relocation"},
		{"no end", "$0", body, next, "ADD $32, R0", "without RET"},
	} {
		source := "// func fNEON(dst, src *uint64, n int, room *[2]uint64)\nTEXT ·fNEON(SB), NOSPLIT, " + test.frame + "-32\n" +
			"MOVD dst+0(FP), R0\nMOVD src+8(FP), R1\nMOVD n+16(FP), R2\nMOVD room+24(FP), R3\n" +
			"CBZ R2, done\nloop:\n" + test.body + test.next + "done:\n" + test.end + "\n"
		err := func() error {
			f, err := assembled(t, "arm64", source)
			if err != nil {
				return err
			}
			c := NewCase(f, f.Funcs[0], checker)
			m := c.Machine()
			b := c.batch(m, m.NewSym("q").Times(4), "dst")
			b.prove(each(func(b *batch, _ string, i machine.Num) aig.Bits { return b.in("src", i) }))
			return c.Run(m)
		}()
		if test.expected == "" && err != nil || test.expected != "" && (err == nil || !strings.Contains(err.Error(), test.expected)) {
			t.Errorf("%s: expected an error with %q, found %v", test.name, test.expected, err)
		}
	}
}

// assembled returns the file with a source.
func assembled(t *testing.T, arch, source string) (*goasm.File, error) {
	path := filepath.Join(t.TempDir(), "f_"+arch+".s")
	if err := os.WriteFile(path, []byte("#include \"textflag.h\"\n"+source), 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := goasm.Read(path)
	if err == nil {
		err = f.Assemble()
	}
	return f, err
}
