package quad

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/squares"
)

// slidersBatch and leapsBatch are the two parts of AttacksBatch around a call of the
// root package's SliderAttacksBatch: the first computes the arguments of this call, and
// the second adds the attacks of the other pieces.
func slidersBatch(v *emit.ISA) {
	name := "slidersBatch"
	emit.Kernel(name+v.Name, "func(diagonal, orthogonal, empty *uint64, planes *[4][]uint64, black uint64, from, n int)")
	v.BatchComment(name, "diagonal[i], orthogonal[i] and empty[i] to the sliders of a side and the empty squares of board from+i, black being ^0 or 0,")
	diagonal, orthogonal, empty := emit.Argument("diagonal"), emit.Argument("orthogonal"), emit.Argument("empty")
	planes, from, n := boardsParams()
	// The outputs begin at index 0, so their addresses are moved back by from words.
	for _, p := range []reg.Register{diagonal, orthogonal, empty} {
		moveBack(p, from)
	}
	black := v.BroadcastParam("black")
	v.StreamFrom("", from, n, func(load emit.Loader, store emit.Storer) {
		b := loadBoard(v, load, planes)
		own := b.Side(black)
		store(b.Diagonal(own), diagonal)
		store(b.Orthogonal(own), orthogonal)
		store(b.Empty(), empty)
	})
	emit.Finish()
}

// moveBack moves an address back by a number of words.
func moveBack(p, words reg.Register) {
	NEGQ(words)
	LEAQ(Mem{Base: p, Index: words, Scale: 8}, p)
	NEGQ(words)
}

func leapsBatch(v *emit.ISA) {
	name := "leapsBatch"
	emit.Kernel(name+v.Name, "func(dst *uint64, planes *[4][]uint64, black uint64, from, n int)")
	v.BatchComment(name, "dst[i] to dst[i] and the attacks of a side's pawns, knights and kings on board from+i, black being ^0 or 0,")
	dst := emit.Argument("dst")
	planes, from, n := boardsParams()
	moveBack(dst, from)
	black := v.BroadcastParam("black")
	notA, notH := v.Broadcast(squares.NotFileA), v.Broadcast(squares.NotFileH)
	v.StreamFrom("", from, n, func(load emit.Loader, store emit.Storer) {
		b := loadBoard(v, load, planes)
		own := b.Side(black)
		x := v.Or(load(dst), kingSteps(v, b.Kings(own), notA, notH))
		x = v.Or(x, knightSteps(v, b.Knights(own), notA, notH))
		store(v.Or(x, pawnSteps(v, b.Pawns(own), notA, notH, black, false)), dst)
	})
	emit.Finish()
}
