package pairs_test

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/koggestone/koggestone/internal/guard"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

// TestDispatch checks that a call runs the code for the selected path. The output memory is
// inaccessible, so that the call faults in the function to be named.
func TestDispatch(t *testing.T) {
	if !guard.Faults {
		t.Skip("memory cannot be forbidden on this system")
	}
	buffer := guard.New(t, int(unsafe.Sizeof(pairs.List{})+7)/8)
	memory := unsafe.Pointer(unsafe.SliceData(buffer.All()))
	buffer.Forbid(t)
	v := variants(t)[0]
	var board [64]uint8
	b := quad.Pack(0xff00000000ff00, 0x42<<56|0x42, 0, 0, 0, 0x1000000000000010, 0xffff<<48)
	v.rules.Mailbox(&board, b)
	deltas, list := (*pairs.Deltas)(memory), (*pairs.List)(memory)
	move := func(to int) func() {
		return func() { v.rules.Deltas(deltas, &board, pairs.MoveUpdate(1, to, board[1])) }
	}
	var in pairs.Inputs
	if err := in.AddHalfKA(); err != nil {
		t.Fatal(err)
	}
	rows, accumulator := unsafe.Slice((*int32)(memory), 64), unsafe.Slice((*int16)(memory), 32)
	for name, test := range map[string]struct {
		call    func()
		kernels map[simd.Path]string
	}{
		"quiet":   {move(18), map[simd.Path]string{simd.AVX2: "deltasAVX2", simd.AVX512: "deltasAVX512"}},
		"capture": {move(11), map[simd.Path]string{simd.AVX2: "deltasAVX2", simd.AVX512: "deltasAVX512"}},
		"nothing": {func() { v.rules.Deltas(deltas, &board, 1) }, map[simd.Path]string{simd.AVX512: "deltasAVX512"}},
		"refresh": {func() { v.rules.Refresh(list, &board) }, map[simd.Path]string{simd.AVX2: "refreshAVX2", simd.AVX512: "refreshAVX512"}},
		"board":   {func() { v.rules.RefreshBoard(list, b) }, map[simd.Path]string{simd.AVX2: "refreshAVX2", simd.AVX512: "refreshBoardAVX512"}},
		"words":   {func() { pairs.Accumulate(accumulator, accumulator, make([]int16, 32), nil, nil) }, map[simd.Path]string{simd.AVX2: "accumulateAVX2", simd.AVX512: "accumulateAVX512"}},
		"bytes":   {func() { pairs.Accumulate(accumulator, accumulator, make([]int8, 32), nil, nil) }, map[simd.Path]string{simd.AVX2: "accumulateInt8AVX2", simd.AVX512: "accumulateInt8AVX512"}},
		"rows":    {func() { in.FillBatch(rows[:32], rows[32:], []quad.Board{b}) }, map[simd.Path]string{simd.AVX2: "storeRowsAVX2", simd.AVX512: "storeRowsAVX2"}},
	} {
		pathtest.Each(t, func(t *testing.T, p simd.Path) {
			got, want := guard.FaultingFunction(test.call), test.kernels[p]
			if got == "" || want == "" && strings.Contains(got, "AVX") || !strings.HasSuffix(got, want) {
				t.Errorf("%s ran %q, want %q", name, got, want)
			}
		})
	}
}
