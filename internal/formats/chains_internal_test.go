package formats

import (
	"math/bits"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/koggestone/koggestone/internal/movechain"
)

func TestNth(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 0))
	for range 1000 {
		set := r.Uint64() & r.Uint64()
		for k, rest := 0, set; rest != 0; k++ {
			if got, want := nth(set, k), bits.TrailingZeros64(rest); got != want {
				t.Fatalf("bit %d of %x: %d, expected %d", k, set, got, want)
			}
			rest &= rest - 1
		}
	}
}

// The kernel reads the tables and writes the rows by the layout of its package.
func TestLayout(t *testing.T) {
	var w walkTable
	var f Found
	for name, offsets := range map[string][2]uintptr{
		"kinds":           {unsafe.Offsetof(w.kinds), movechain.Kinds},
		"squares":         {unsafe.Offsetof(w.squares), movechain.Squares},
		"pawns":           {unsafe.Offsetof(w.pawns), movechain.Pawns},
		"leaps":           {unsafe.Offsetof(w.leaps), movechain.Leaps},
		"lines":           {unsafe.Offsetof(w.lines), movechain.Lines},
		"widths":          {unsafe.Offsetof(w.widths), movechain.Widths},
		"tops":            {unsafe.Offsetof(w.tops), movechain.Tops},
		"lengths":         {unsafe.Offsetof(w.lengths), movechain.Lengths},
		"groups":          {unsafe.Offsetof(w.groups), movechain.Groups},
		"more":            {unsafe.Offsetof(w.more), movechain.More},
		"digits":          {unsafe.Offsetof(w.digits), movechain.Digits},
		"the end":         {unsafe.Sizeof(w), movechain.Size},
		"diagonal":        {unsafe.Offsetof(w.kinds[0].diagonal), movechain.Diagonal},
		"pawn":            {unsafe.Offsetof(w.kinds[0].pawn), movechain.Pawn},
		"king":            {unsafe.Offsetof(w.kinds[0].king), movechain.King},
		"planes":          {unsafe.Offsetof(w.kinds[0].planes), movechain.Planes},
		"a row":           {unsafe.Sizeof(f), movechain.RowSize},
		"the side":        {unsafe.Offsetof(f.Position.Side), 32},
		"half moves":      {unsafe.Offsetof(f.Position.HalfMoves), 34},
		"full moves":      {unsafe.Offsetof(f.Position.FullMoves), 36},
		"the move":        {unsafe.Offsetof(f.Move), 40},
		"the score":       {unsafe.Offsetof(f.Score), 42},
		"the ply":         {unsafe.Offsetof(f.Ply), 44},
		"the result":      {unsafe.Offsetof(f.Result), 46},
		"the number":      {unsafe.Offsetof(f.N), 48},
		"size of a state": {movechain.Words % 8, 0},
	} {
		if offsets[0] != offsets[1] {
			t.Errorf("%s at byte %d, expected %d", name, offsets[0], offsets[1])
		}
	}
}
