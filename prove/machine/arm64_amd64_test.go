package machine

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/prove/goasm"
)

// TestArm64 runs words of the library's NEON kernels in an emulator, each with more than 10,000 random operands, and
// compares all that they change with the model. For each instruction with the same immediates it runs so many words that
// every bit that is set in a kernel's word is set in one of them.
func TestArm64(t *testing.T) {
	const emulator = "qemu-aarch64-static"
	if _, err := exec.LookPath(emulator); err != nil {
		t.Skip(err)
	}
	bits, forms := map[[2]int64]uint32{}, []form(nil)
	paths, _ := filepath.Glob("../../*_arm64.s")
	more, _ := filepath.Glob("../../*/*_arm64.s")
	inner, _ := filepath.Glob("../../internal/*/*_arm64.s")
	for _, path := range slices.Concat(paths, more, inner) {
		f, err := goasm.Read(path)
		if err == nil {
			err = f.Assemble()
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, fn := range f.Funcs {
			for i, w := range fn.Words {
				s := arm64Form(fn.Words[max(i-1, 0)], w)
				if s.fn == nil {
					continue
				}
				_, mask := goasm.DecodeWord(w)
				key := [2]int64{int64(w & mask)}
				if a := s.fn.Code[0].Args[0]; a.Kind == goasm.Imm && s.fn.Code[0].Op[0] != 'M' {
					key[1] = a.Value
				}
				if w&^bits[key] != 0 {
					bits[key] |= w
					s.in.Line = fn.Code[0].Line // of the kernel
					forms = append(forms, s)
				}
			}
		}
	}
	var asm, stubs bytes.Buffer
	fmt.Fprint(&asm, "#include \"textflag.h\"\n")
	plans := make([]plan, len(forms))
	for i, f := range forms {
		var err error
		if plans[i], err = planOf(f, false); err != nil {
			t.Fatalf("%#x: %v: %v", f.fn.Words, f.fn.Code, err)
		}
		fmt.Fprintf(&stubs, "func f%d(s *values)\n", i)
		fmt.Fprintf(&asm, "TEXT ·f%d(SB), NOSPLIT, $0-8\nMOVD s+0(FP), R26\n", i)
		each := func(vector, general string) {
			for k, v := range f.vec {
				fmt.Fprintf(&asm, vector, 64*k, v)
			}
			for k, r := range f.gpr {
				fmt.Fprintf(&asm, general, 64*6+8*k, r[1:])
			}
		}
		each("FMOVQ %d(R26), F%d\n", "MOVD %d(R26), R%s\n")
		if f.base != f.state {
			fmt.Fprintf(&asm, "MOVD $%d, R%s\nADD R26, R%[2]s\n", 5*64-f.offset, f.base[1:])
		}
		for _, w := range f.fn.Words[:len(f.fn.Words)-1] {
			fmt.Fprintf(&asm, "WORD $%#x\n", w)
		}
		each("FMOVQ F%[2]d, %[1]d(R26)\n", "MOVD R%[2]s, %[1]d(R26)\n")
		fmt.Fprint(&asm, "RET\n")
	}
	out := output(t, exec.Command(emulator, build(t, "arm64", asm.String(), stubs.String(), plans).Path))
	var columns64 [][]uint64
	for round := range rounds {
		columns64 = append(columns64, columns(round))
	}
	for i, f := range forms {
		if err := plans[i].compare64(f, columns64, out, false); err != nil {
			t.Fatalf("%#x: %v: %v", f.fn.Words, f.fn.Code, err)
		}
	}
	fmt.Printf("%d words of %d forms for arm64 ran in %s, each on %d operands\n", len(forms), len(bits), emulator, 64*rounds)
}

// arm64Form returns a form for a word of a kernel. Jumps leave out an addition, after the comparison before them.
func arm64Form(before, w uint32) (f form) {
	const ret, add = 0xd65f03c0, 0x91000400 // ADD $1, R0
	fn := &goasm.Func{Name: "snippet", Words: []uint32{w, ret}}
	r := w & 31
	switch {
	case w == ret:
		return
	case w>>24 == 0xb4: // CBZ
		fn.Words = []uint32{w&^(1<<24-32) | 2<<5, add | r<<5 | r, ret}
	case w>>24 == 0x54: // B.cond
		r = before & 31
		fn.Words = []uint32{before, w&^(1<<24-32) | 2<<5, add | r<<5 | r, ret}
	}
	fn.Lines = make([]int, len(fn.Words))
	if err := fn.Decode(); err != nil || fn.Code[0].Op == "WORD" {
		return
	}
	f.fn, f.state, f.base = fn, "x26", "x26"
	vec, gpr := []int{}, []string{}
	for _, in := range fn.Code {
		for _, a := range in.Args {
			switch {
			case a.Kind == goasm.V && !slices.Contains(vec, a.Reg):
				vec = append(vec, a.Reg)
			case a.Kind == goasm.GPR && !slices.Contains(gpr, goasm.Registers[a.Reg]):
				gpr = append(gpr, goasm.Registers[a.Reg])
			case a.Kind == goasm.Mem && in.Op == "LEAQ":
				for _, r := range []string{a.Base, a.Index} {
					if r != "" && !slices.Contains(gpr, r) {
						gpr = append(gpr, r)
					}
				}
			case a.Kind == goasm.Mem && f.base == f.state:
				f.base, f.offset = a.Base, a.Value
			}
		}
	}
	for r := 0; len(vec) < 5; r++ {
		if !slices.Contains(vec, r) {
			vec = append(vec, r)
		}
	}
	for r := 0; len(gpr) < 4; r++ {
		if name := fmt.Sprint("x", r); name != f.base && !slices.Contains(gpr, name) {
			gpr = append(gpr, name)
		}
	}
	copy(f.vec[:], vec)
	copy(f.gpr[:], gpr)
	if slices.Contains(gpr, f.state) || strings.HasPrefix(f.base, "s") { // an argument
		f.fn = nil
	}
	return f
}
