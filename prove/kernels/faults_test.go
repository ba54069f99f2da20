package kernels

import (
	"flag"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/prove/cec"
	"github.com/koggestone/koggestone/prove/goasm"
)

var all = flag.Bool("all", false, "plant faults also in kernels whose proofs take minutes")

// TestFaults plants faults that proofs once missed.
func TestFaults(t *testing.T) {
	checker, err := cec.New()
	if err != nil {
		t.Skip(err)
	}
	defer checker.Close()
	checker.Quick = true
	proved := map[string]bool{}
	for _, test := range []struct{ file, fn, label, old, new, expected string }{
		// The last loop over parts of a row ran once in each proof.
		{"pairs/pairs_amd64.s", "accumulateAVX2", "tile32removedend", "ADDQ $0x40, DX", "ADDQ $0x48, DX", "DX is"},
		{"pairs/pairs_amd64.s", "accumulateInt8AVX512", "tile32removedend", "SUBQ $0x20, SI", "SUBQ $0x24, SI", "SI is"},
		// Rows were numbers up to 5, and lists had up to two rows.
		{"pairs/pairs_amd64.s", "accumulateAVX2", "tile128added", "MOVL (R12), R13", "MOVBLZX (R12), R13", "the result is"},
		{"pairs/pairs_amd64.s", "accumulateAVX2", "tile32removed", "MOVL (R12), R13", "MOVWLZX (R12), R13", "the result is"},
		{"pairs/pairs_amd64.s", "accumulateInt8AVX512", "tile128removed", "MOVL (R12), R13", "MOVQ (R12), R13", "outside of removed"},
		{"pairs/pairs_amd64.s", "accumulateAVX512", "tile32added", "ADDQ $0x4, R12", "ADDQ $0x8, R12", ""},
		{"pairs/pairs_amd64.s", "accumulateAVX512", "tile128added", "JGT outside", "JGE outside", "the result is"},
		{"pairs/pairs_amd64.s", "accumulateInt8AVX2", "tile32added", "JGT outside", "JL outside", ""},
		// Widths were 32, 96, 128 and 352, so that a tile of 128 elements followed at most one other.
		{"pairs/pairs_amd64.s", "accumulateAVX2", "tile128removedend", "ADDQ $0x100, BX", "ADDQ $0x108, BX", "BX is"},
		{"pairs/pairs_amd64.s", "accumulateInt8AVX2", "tile128check", "CMPQ SI, $0x80", "CMPQ SI, $0x60", "may be negative"},
		{"pairs/pairs_amd64.s", "accumulateAVX512", "tile32check", "CMPQ SI, $0x20", "CMPQ SI, $0x40", "not written"},
		{"pairs/pairs_amd64.s", "accumulateInt8AVX512", "tile128removed", "CMPQ R12, AX", "CMPQ R12, R10", ""},
		// The result was not written, or was 2.
		{"pairs/pairs_amd64.s", "accumulateAVX2", "outside", "MOVB $0x0, ret+8(FP)", "MOVQ AX, AX", "the result is"},
		{"pairs/pairs_amd64.s", "accumulateAVX512", "", "MOVB $0x1, ret+8(FP)", "MOVB $2, ret+8(FP)", "the result is"},
		// The lists of these kernels were only tested.
		{"movegen/movegen_amd64.s", "listMovesAVX2", "group", "CMPQ DI, CX", "CMPQ DI, BX", ""},
		{"movegen/movegen_amd64.s", "listPiecesAVX512", "group", "ADDQ R12, DI", "SUBQ R12, DI", "outside of its limits"},
		{"movegen/batch_lists_amd64.s", "rowMovesAVX2", "row", "VMOVDQU X0, (AX)(DI*2)", "VMOVDQU Y0, (AX)(DI*2)", "outside of dst"},
		{"pairs/pairs_amd64.s", "numberListAVX2", "pairs", "SBBQ $-0x1, DI", "SBBQ $-0x3, DI", "outside of its limits"},
		// The selection of moves was only tested.
		{"movegen/batch_lists_amd64.s", "selectBlockAVX2", "", "VPADDSB (R8), Y11, Y11", "VPADDB (R8), Y11, Y11", "differs"},
		{"movegen/batch_lists_amd64.s", "rowsAVX512", "", "VPADDUSB (DX), Z0, Z0", "VPADDB (DX), Z0, Z0", "differs"},
		{"movegen/batch_lists_amd64.s", "rowsAVX512", "turn", "ADDQ $0x80, AX", "ADDQ $0x40, AX", "differs"},
		{"movegen/batch_lists_amd64.s", "listRowsAVX512", "rows", "SHLL $0x6, R11", "SHLL $0x7, R11", "outside of linecodes"},
		{"movegen/batch_lists_amd64.s", "listRowsAVX512", "finish", "VMOVDQU64 Z22, 64(CX)(BX*2)", "VMOVDQU64 Z22, 66(CX)(BX*2)", "outside of dst"},
		// The pairs of a board or a move, and the phases that count two plies, were only tested.
		{"pairs/pairs_amd64.s", "refreshAVX2", "piece", "VPSLLW $0x2, X7, X7", "VPSLLW $0x3, X7, X7", "differs"},
		{"pairs/pairs_amd64.s", "refreshAVX2", "piece", "SHLL $0x8, R11", "SHLL $0x9, R11", "pair 0"},
		{"pairs/pairs_amd64.s", "refreshAVX512", "piece", "KSHIFTLW $0x8, K1, K1", "KSHIFTLW $0x7, K1, K1", "how places are reached"},
		{"pairs/pairs_amd64.s", "refreshBoardAVX512", "piece", "ADDQ SI, BX", "ADDL SI, BX", ""},
		{"pairs/pairs_amd64.s", "deltasAVX512", "next", "SHRQ $0x10, DI", "SHRQ $0x8, DI", "DI"},
		{"pairs/pairs_amd64.s", "deltasAVX512", "placedEnd", "ADDQ R10, BX", "SUBQ R10, BX", ""},
		// The pairs of a move were only proved to stay inside their lists.
		{"pairs/pairs_amd64.s", "deltasAVX2", "", "VBROADCASTI128 18176(AX)(R8*1), Y10", "VBROADCASTI128 17920(AX)(R8*1), Y10", "differs"},
		{"pairs/pairs_amd64.s", "deltasAVX2", "", "LEAQ (R11)(DX*2), R11", "LEAQ (R11)(DX*1), R11", "differs"},
		{"pairs/pairs_amd64.s", "deltasAVX2", "", "BTRQ R13, R12", "BTRQ SI, R12", "differs"},
		{"pairs/pairs_amd64.s", "deltasAVX512", "moverEnd", "ADDQ DI, DX", "ADDQ SI, DX", "another number of pairs"},
		{"pairs/pairs_amd64.s", "deltasAVX512", "capture", "ORL $0xff, R13", "ORL $0xfe, R13", "differs"},
		{"pairs/pairs_amd64.s", "deltasAVX512", "endAfter", "VPADDB Z4, Z6, K1, Z6", "VPADDB Z4, Z5, K1, Z6", "differs"},
		{"movegen/batch_endings_amd64.s", "twoPlyEndingsAVX512", "skip3", "ADDQ $0x12b40, CX", "ADDQ $0x12b00, CX", "CX is"},
		{"movegen/batch_twoply_amd64.s", "twoPlyAVX2", "skip7", "DECQ BX", "INCQ BX", ""},
		// What was not written was not compared.
		{"pairs/pairs_amd64.s", "refreshAVX512", "end", "MOVQ BX, 2112(CX)", "MOVQ AX, AX", "the number of pairs is not written"},
		{"pairs/pairs_amd64.s", "refreshAVX2", "piece", "VMOVDQU Y6, (CX)(R9*4)", "MOVQ AX, AX", "pairs are not written"},
		// A register that is no number was 0.
		{"movegen/batch_play_amd64.s", "playBatchAVX2", "", "XORL DX, DX", "MOVQ AX, AX", "in DX, expected 0"},
		// The results of this kernel were only tested.
		{"movegen/batch_twoply_amd64.s", "playRestAVX2", "group3next", "VPOR Y3, Y0, Y6", "VPOR Y3, Y3, Y6", "differs"},
		{"movegen/batch_twoply_amd64.s", "playRestAVX2", "group9", "VMOVHPS 15680(AX)(R11*8), X1, X1", "VMOVHPS 15168(AX)(R11*8), X1, X1", "differs"},
		{"movegen/batch_twoply_amd64.s", "playRestAVX2", "group24", "BLSRL BX, BX", "MOVQ AX, AX", "differs"},
		// All outputs had addresses that suit stores around the caches.
		{"env/env_amd64.s", "expandFloatsAVX2", "", "JEQ stream", "JNE stream", "multiple of 32"},
		{"env/env_amd64.s", "expandBytesAVX512", "", "JEQ stream", "JNE stream", "multiple of 64"},
	} {
		if !*all && Slow(test.file, test.fn) {
			continue
		}
		f, err := goasm.Read(filepath.Join("../..", test.file))
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Assemble(); err != nil {
			t.Fatal(err)
		}
		fn := f.Func(test.fn)
		from := fn.Labels[test.label]
		i := slices.IndexFunc(fn.Code[from:], func(in goasm.Instr) bool { return in.String() == test.old })
		if i < 0 {
			t.Fatalf("%s has no %s", test.fn, test.old)
		}
		faulty, err := assembled(t, "amd64", "// func f(s *uint64) (ret uint8)\nTEXT ·f(SB), NOSPLIT, $0-9\nstream:\nRET\noutside:\nRET\n"+test.new+"\nRET\n")
		if err != nil {
			t.Fatal(err)
		}
		p, _ := Of(test.file, test.fn)
		if !proved[test.fn] {
			if err := p(NewCase(f, fn, checker)); err != nil {
				t.Fatal(err)
			}
			proved[test.fn] = true
		}
		fn.Code[from+i] = faulty.Funcs[0].Code[2]
		if err := p(NewCase(f, fn, checker)); err == nil || !strings.Contains(err.Error(), test.expected) {
			t.Errorf("%s with %s instead of %s: expected an error with %q, found %v", test.fn, test.new, test.old, test.expected, err)
		}
	}
}
