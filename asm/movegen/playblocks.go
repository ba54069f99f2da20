package movegen

import (
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/squares"
)

// playBlocks emits the NEON kernel that plays one move on each of many positions. It follows laneMover,
// with two positions in a register, but has no branches: it leaves promotions to the caller too, and for all
// moves that it leaves to the caller the source and target squares are empty sets, so that they change nothing.
func playBlocks() {
	v := emit.NEON
	v.Kernel("playBlocksNEON", "func(others *uint8, d0, d1, d2, db *uint64, sides *uint8, clocks *uint32, g0, g1, g2, gb *uint64, black *uint8, times *uint32, moves *uint16, n int)",
		"playBlocksNEON plays moves[i] on board i, for 0 <= i < n, and sets board i of d0 to db, sides[i] and clocks[i] to the result. times has the clocks before the moves. It sets bit i of others, and leaves position i as it is, if the move is zero, a promotion, castling, a capture en passant, or a double step that may offer one. The outputs may be the inputs. It processes blocks of 16 positions; n must be a multiple of 16.")
	arrays := emit.Arrays{}
	v.Array(arrays, 1, "others")
	v.Array(arrays, 64, "d0", "d1", "d2", "db", "g0", "g1", "g2", "gb")
	v.Array(arrays, 8, "sides", "black")
	v.Array(arrays, 32, "clocks", "times")
	v.Array(arrays, 16, "moves")
	v.Blocks(arrays, func(at func(string) Mem) {
		b := &blockMover{v: v, at: at}
		ones := v.Broadcast(0x0101010101010101)
		var others [2]emit.Vec
		for k := range others {
			// Loading the sides again takes fewer registers.
			black := v.SubBytes(v.Broadcast(0), v.And(v.Load(at("black")), ones))
			lo, hi := b.twice(black)
			m0, m1 := v.ZipWords(v.Load(at("moves").Offset(16*k)), v.Broadcast(0))
			b0, b1 := b.twice([]emit.Vec{lo, hi}[k])
			others[k] = v.LowBytes(b.four(8*k, m0, b0), b.four(8*k+4, m1, b1))
		}
		o := v.LowBytes(others[0], others[1])
		v.Store(v.Xor(v.Load(at("black")), v.NotAnd(o, ones)), at("sides"))
		v.StoreBits(o, at("others"))
	})
	v.Finish()
}

// A blockMover emits playBlocks.
type blockMover struct {
	v  *emit.ISA
	at func(string) Mem
}

// twice returns the bytes of x, each twice.
func (b *blockMover) twice(x emit.Vec) (lo, hi emit.Vec) { return b.v.ZipBytes(x, x) }

// four plays four moves, starting at position i. Moves and black are dwords. It returns a mask of the dwords
// of moves that are left to the caller.
func (b *blockMover) four(i int, moves, black emit.Vec) emit.Vec {
	v := b.v
	m0, m1 := v.ZipDwords(moves, v.Broadcast(0))
	b0, b1 := b.twice(black)
	plays0, resets0 := b.two(i, m0, b0)
	plays1, resets1 := b.two(i+2, m1, b1)
	plays, resets := v.LowBytes(plays0, plays1), v.LowBytes(resets0, resets1)
	before := v.Load(b.at("times").Offset(4 * i))
	step := v.Or(v.And(black, v.Broadcast(1<<16|1<<48)), v.Broadcast(1|1<<32))
	after := v.AddWordsSaturated(before, step)
	after = v.NotAnd(v.And(resets, v.Broadcast(0x0000ffff_0000ffff)), after)
	v.Store(v.Select(plays, after, before), b.at("clocks").Offset(4*i))
	return v.NotAnd(plays, v.Ones())
}

// two plays two moves, starting at position i. Moves and black are words of 64 bits. It returns masks of the
// moves that it plays, and of those that reset the clock of half-moves.
func (b *blockMover) two(i int, moves, black emit.Vec) (plays, resets emit.Vec) {
	v := b.v
	var g [4]emit.Vec
	for k, name := range []string{"g0", "g1", "g2", "gb"} {
		g[k] = v.Load(b.at(name).Offset(8 * i))
	}
	store := func(name string, x emit.Vec) { v.Store(x, b.at(name).Offset(8*i)) }
	occ := v.Or(v.Or(g[0], g[1]), g[2])
	side := v.And(g[3], occ)
	target := v.Xor(g[3], side)
	theirs := v.Xor(side, black) // and, for Black, the empty squares
	rights := v.NotAnd(theirs, v.NotAnd(v.Or(g[1], g[2]), g[0]))

	one, square := v.Broadcast(1), v.Broadcast(63)
	from := v.ShiftEach(one, v.And(moves, square))
	to := v.ShiftEach(one, v.And(v.Shift(moves, -6), square))
	beside := v.Or(v.And(v.Shift(to, 1), v.Broadcast(squares.NotFileA)), v.And(v.Shift(to, -1), v.Broadcast(squares.NotFileH)))
	beside = v.And(v.NotAnd(v.Or(g[0], g[2]), v.And(beside, g[1])), theirs)
	beside = v.And(beside, v.Meets(moves, v.Broadcast(moveDouble<<moveKind)))
	plays = v.NotAnd(v.Meets(moves, v.Broadcast(0xe000)), v.Meets(moves, moves))
	plays = v.NotAnd(v.Meets(beside, beside), plays)
	from, to = v.And(from, plays), v.And(to, plays)

	has0, has1, has2 := v.Meets(from, g[0]), v.Meets(from, g[1]), v.Meets(from, g[2])
	resets = v.Or(v.Meets(to, occ), v.NotAnd(v.Or(has0, has2), has1))
	both := v.Or(from, to)
	p0 := v.And(has0, to)
	store("d0", v.Or(v.NotAnd(both, g[0]), p0))
	store("d1", v.Or(v.NotAnd(both, g[1]), v.And(has1, to)))
	king := v.NotAnd(has0, v.And(has1, has2))
	g2 := v.Or(v.Or(v.NotAnd(both, g[2]), v.And(has2, to)), v.NotAnd(has1, p0)) // a rook that moves may no longer castle
	store("d2", v.Or(g2, v.And(v.NotAnd(both, rights), king)))
	gb := v.Or(v.NotAnd(both, side), v.And(to, black))
	store("db", v.Or(gb, v.NotAnd(plays, target)))
	return plays, resets
}
