package main

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"
	"syscall"

	"github.com/koggestone/koggestone/prove/cec"
	"github.com/koggestone/koggestone/prove/goasm"
	"github.com/koggestone/koggestone/prove/kernels"
)

// swaps are groups of instructions with the same operands: a fault replaces an instruction by
// another of its group.
var swaps = [][]string{
	{"VPAND", "VPOR", "VPXOR", "VPANDN"}, {"VPANDQ", "VPORQ", "VPXORQ", "VPANDNQ"},
	{"VPADDB", "VPSUBB"}, {"VPADDQ", "VPSUBQ"}, {"VPSLLQ", "VPSRLQ"}, {"VPSLLW", "VPSRLW"}, {"VPSLLVQ", "VPSRLVQ"},
	{"VPUNPCKLBW", "VPUNPCKHBW"}, {"VPUNPCKLWD", "VPUNPCKHWD"}, {"VPUNPCKLDQ", "VPUNPCKHDQ"}, {"VPUNPCKLQDQ", "VPUNPCKHQDQ"},
	{"VPMOVZXBW", "VPMOVSXBW", "VPMOVZXBQ"}, {"MOVBLZX", "MOVWLZX", "MOVL", "MOVQ", "MOVBQSX"}, {"MOVBQZX", "MOVBQSX", "MOVWQZX"}, // widths, signs
	{"VPBROADCASTB", "VPBROADCASTW", "VPBROADCASTD", "VPBROADCASTQ"}, {"KMOVB", "KMOVW", "KMOVD", "KMOVQ"}, {"VMOVQ", "VMOVD"},
	{"VMOVDQU", "VMOVDQA"}, {"VMOVDQU64", "VMOVDQA64"}, {"ADDQ", "ADDL"}, {"SUBQ", "SUBL"}, {"ANDQ", "ANDL"},
	{"VPTESTMQ", "VPTESTNMQ"}, {"VPTESTMB", "VPTESTNMB"}, {"ADDQ", "SUBQ"}, {"JLT", "JLE"}, {"JNE", "JEQ"}, {"VPCMPEQB", "VPSUBB"},
	{"VUZP1", "VUZP2"}, {"VPSLLB", "VPSRLB"}, {"VUADDL", "VUADDL2"}, {"VRBIT", "VPOPCNTB"}, {"VPADDW", "VPADDB"}, {"VPTESTMB", "VPCMPEQB"}, // of arm64
}

// edges are differences of immediates and displacements: near the limits of their sizes, and between alignments.
var edges = []int64{1 << 31, -1 << 31, 1 << 32, -1 << 32, 1<<32 - 1, 1 << 7, -1 << 8, 1, -1, 2, 4, -4, 8, -8, 16, 32, -32, 64, -64}

// mutant returns a copy of a kernel with one fault and a description of the fault, or nil if
// the randomly chosen instruction cannot have such a fault.
func mutant(j job, r *rand.Rand) (*goasm.File, *goasm.Func, string) {
	file, fn := *j.file, *j.fn
	if n := len(fn.Words); n > 0 && r.IntN(2) == 0 { // another bit of a word, so that it is another known instruction
		i := r.IntN(n)
		old := fn.Words[i]
		fn.Words = slices.Clone(fn.Words)
		fn.Words[i] ^= 1 << r.IntN(32)
		if code, _ := goasm.DecodeWord(fn.Words[i]); code[0].Op != "WORD" && fn.Decode() == nil {
			return &file, &fn, fmt.Sprintf("%s:%d: %s: word %#x, %s, instead of %#x", filepath.Base(file.Path), fn.Lines[i], fn.Name, fn.Words[i], code[0], old)
		}
		return nil, nil, ""
	}
	fn.Code = slices.Clone(fn.Code)
	i := r.IntN(len(fn.Code))
	in := &fn.Code[i]
	old := in.String()
	in.Args = slices.Clone(in.Args)
	done := func() (*goasm.File, *goasm.Func, string) {
		return &file, &fn, fmt.Sprintf("%s:%d: %s: %s instead of %s", filepath.Base(file.Path), in.Line, fn.Name, in, old)
	}
	switch r.IntN(10) {
	case 0: // another instruction
		for _, group := range swaps {
			if at := slices.Index(group, in.Op); at >= 0 && (fn.Words == nil || in.Op != "VMOVDQU") { // arm64 aligns nothing
				in.Op = group[(at+1+r.IntN(len(group)-1))%len(group)]
				return done()
			}
		}
	case 1: // another immediate
		if len(in.Args) > 0 && in.Args[0].Kind == goasm.Imm {
			in.Args[0].Value ^= 1 << r.IntN(8)
			if encode(in); in.String() != old {
				return done()
			}
		}
	case 2: // another source register that the kernel uses
		at := r.IntN(max(len(in.Args)-1, 1))
		if len(in.Args) > 1 && in.Args[at].Kind.Width() > 0 {
			other := fn.Code[r.IntN(len(fn.Code))].Args
			if len(other) > 0 && other[len(other)-1].Kind == in.Args[at].Kind && other[len(other)-1].Reg != in.Args[at].Reg {
				in.Args[at].Reg = other[len(other)-1].Reg
				return done()
			}
		}
	case 3: // another constant
		for _, a := range in.Args {
			if data := file.Data[a.Symbol]; a.Base == "SB" && len(data) > 0 {
				at, bit := r.IntN(len(data)), r.IntN(8)
				file.Data = maps.Clone(file.Data)
				file.Data[a.Symbol] = slices.Clone(data)
				file.Data[a.Symbol][at] ^= 1 << bit
				_, _, what := done()
				return &file, &fn, what + fmt.Sprintf(" with byte %d of the constant ^ %#x", at, 1<<bit)
			}
		}
	case 4: // another immediate, near the limits of its size
		if len(in.Args) > 0 && in.Args[0].Kind == goasm.Imm {
			in.Args[0].Value += edges[r.IntN(len(edges))]
			if encode(in); in.String() != old {
				return done()
			}
		}
	case 5: // another address
		for i := range in.Args {
			if a := &in.Args[i]; a.Kind == goasm.Mem && a.Base != "FP" {
				a.Value += edges[r.IntN(len(edges))]
				return done()
			}
		}
	case 6: // an instruction that is missing, but for jumps and the end
		if in.Op[0] != 'J' && in.Op != "RET" {
			in.Op, in.Args = "MOVQ", []goasm.Operand{{Kind: goasm.GPR}, {Kind: goasm.GPR}}
			return done()
		}
	case 7: // another mask register, or no zeroing
		if op, ok := strings.CutSuffix(in.Op, ".Z"); ok && r.IntN(2) == 0 {
			in.Op = op
			return done()
		}
		for i := range in.Args {
			if a := &in.Args[i]; a.Kind == goasm.K {
				a.Reg = (a.Reg + 1 + r.IntN(7)) % 8
				return done()
			}
		}
	case 8: // another destination
		if n := len(in.Args); n > 0 && in.Op[0] != 'J' && (in.Args[n-1].Kind.Width() > 0 || in.Args[n-1].Kind == goasm.GPR) {
			d := &in.Args[n-1]
			if d.Kind == goasm.GPR && fn.Words != nil {
				d.Reg = goasm.Register("x0") + r.IntN(32)
			} else if d.Kind == goasm.GPR && r.IntN(2) == 0 {
				d.Reg = goasm.Register("BP")
			} else {
				d.Reg = (d.Reg + 1 + r.IntN(15)) % 16
			}
			return done()
		}
	case 9: // another frame
		if fn.Frame > 0 && r.IntN(4) == 0 {
			fn.Frame -= []int{8, 32, 64}[r.IntN(3)]
			_, _, what := done()
			return &file, &fn, what + fmt.Sprintf(" with a frame of %d bytes", fn.Frame)
		}
	}
	return nil, nil, ""
}

// encode cuts the immediate of an instruction to what its bytes can contain.
func encode(in *goasm.Instr) {
	switch v := &in.Args[0].Value; {
	case in.Op[0] == 'V' || in.Op[:2] == "SH":
		*v = int64(uint8(*v))
	case in.Op != "MOVQ" || in.Args[1].Kind != goasm.GPR:
		*v = int64(int32(*v))
	}
}

// plant plants n faults, one at a time, and prints the faults that the proofs do not find.
// Longer kernels are chosen more often.
func plant(jobs []job, n, procs int, seed uint64, quick bool) error {
	var ends []int // the number of instructions up to the end of each kernel
	total := 0
	for _, j := range jobs {
		total += len(j.fn.Code)
		ends = append(ends, total)
	}
	if total == 0 {
		return fmt.Errorf("no kernels to plant faults in")
	}
	r := rand.New(rand.NewPCG(seed, 0))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var mu sync.Mutex
	planted, found, refused, survive := 0, 0, 0, 0
	// next returns a kernel with a fault, or nil after the last.
	next := func() (file *goasm.File, fn *goasm.Func, what string) {
		mu.Lock()
		defer mu.Unlock()
		if planted == n || ctx.Err() != nil {
			return nil, nil, ""
		}
		planted++
		for fn == nil {
			file, fn, what = mutant(jobs[sort.SearchInts(ends, r.IntN(total)+1)], r)
		}
		return file, fn, what
	}
	err := parallel(procs, func(checker *cec.Checker) {
		for {
			file, fn, what := next()
			if fn == nil {
				return
			}
			checker.Quick = true // most faults differ for random inputs
			err := attempt(file, fn, checker)
			if checker.Quick = quick; err == nil && !quick {
				err = attempt(file, fn, checker)
			}
			mu.Lock()
			switch {
			case err == nil:
				survive++
				fmt.Println("survives:", what)
			case strings.Contains(err.Error(), "differs from"):
				found++
			case ctx.Err() != nil: // the signal may have ended berkeley-abc
			default:
				refused++
			}
			mu.Unlock()
		}
	})
	fmt.Printf("%d faults: the proofs find a difference in %d, cannot follow %d, and prove %d\n", found+refused+survive, found, refused, survive)
	return err
}

// attempt runs the proof of a kernel with a fault.
func attempt(file *goasm.File, fn *goasm.Func, checker *cec.Checker) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the proof panics: %v", r)
		}
	}()
	name := filepath.ToSlash(file.Path)
	for {
		if p, ok := kernels.Of(name, fn.Name); ok {
			return p(kernels.NewCase(file, fn, checker))
		}
		_, rest, more := strings.Cut(name, "/")
		if !more {
			return fmt.Errorf("no proof of %s", fn.Name)
		}
		name = rest
	}
}
