package movegen

import (
	"fmt"

	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/asm/emit"
)

// twoPliesNEON emits the kernel for one block in one phase. Sets stay in registers as
// long as there are enough.
func twoPliesNEON() {
	v := emit.NEON
	name := "twoPly" + v.Name
	v.Kernel(name, "func(blocks *[4][64]uint64, n int, least int)", fmt.Sprintf("%s sets the other fields of a layout.TwoPlyBlock by its boards, except those that only playRest reads. blocks is its first field, n is 1, and least is not used. For board i, 0 <= i < %d, it computes the number of replies to the simple moves (see TWOPLY.md), and stores set k of the moves that are not simple in element %d k + i of the sets. For odd boards only the flag is valid.",
		name, v.Bytes, v.Bytes))
	block := v.Param("blocks")
	p := &twoPly{legalMoves: newLegalMovesIn(v, v.RoomBehind(block, twoPlyAt("Room"), len(twoPlyBlock.Room)*64/v.Bytes)), block: Mem{Base: block}}
	p.legalSets()
	rules, replies := p.judge()
	simple := p.choose(rules, replies)
	p.rest(simple)
	spans := p.measure(simple)
	p.total(simple, spans, p.weigh(replies, spans))
	p.correct(simple, replies, spans)
	p.storeNEON(p.block.Offset(twoPlyAt("Sums")))
	v.Finish()
}

// storeNEON is like store, for registers in position order.
func (p *twoPly) storeNEON(dst Mem) {
	v := p.V
	var sums [2][2]emit.Vec // by parity, and by half of the positions
	for parity := range sums {
		load := func(w words) emit.Vec { return v.Load(w[parity]) }
		fix := v.SubWords(load(p.plus), load(p.minus))
		for half := range sums[parity] {
			sum := v.AddDwords(v.MulWords(load(p.count), load(p.base), half), v.WidenWords(fix, 0, half))
			for k := range p.rows {
				sum = v.AddDwords(sum, v.WidenWords(load(p.rows[k]), k, half))
			}
			sums[parity][half] = sum
		}
	}
	for half := range 2 {
		low, high := v.ZipDwords(sums[0][half], sums[1][half])
		v.Store(low, dst.Offset(32*half))
		v.Store(high, dst.Offset(32*half+16))
	}
}
