package movegen

import (
	"math/bits"
	"sync"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// CountTwoPlyBatch sets dst[i] to the number of leaves two plies below position i
// of b. For a valid position this is b.At(i).CountTwoPly().
//
// The replies to most moves are counted without playing the move, for all these moves of a
// position together; TWOPLY.md describes the method. The other moves are played, and their
// replies counted as in [CountLegalBatch]. Boards without a king or with several are accepted,
// and have the same counts on every path.
//
// CountTwoPlyBatch panics before it writes anything if dst and the batch have different
// lengths. After warm-up it does not allocate, because it keeps the memory for played
// positions for the next call. This is less than a megabyte for positions from games.
func CountTwoPlyBatch(dst []uint32, b *Batch) {
	if len(dst) != b.Len() {
		badLen("CountTwoPlyBatch", "dst", len(dst), b.Len())
	}
	n := countTwoPlyBlocks(dst, b)
	countTwoPlyOneByOne(dst[n:], b, n)
}

// countTwoPlyOneByOne has the results of countTwoPlyGeneric. On most positions it plays all
// moves, which takes half the time.
func countTwoPlyOneByOne(dst []uint32, b *Batch, from int) {
	for i := range dst {
		p := Position{Board: b.board(from + i), Side: quad.Color(b.sides[from+i] & 1)}
		if p.isPlain() {
			dst[i] = uint32(p.CountTwoPly())
		} else {
			countTwoPlyGeneric(dst[i:i+1], b, from+i)
		}
	}
}

// isPlain reports whether p is valid, has no en-passant target, and has only castling
// rights of standard chess.
func (p *Position) isPlain() bool {
	b := &p.Board
	white, black := b.Kings()&^b.GB, b.Kings()&b.GB
	if white == 0 || white&(white-1) != 0 || black == 0 || black&(black-1) != 0 {
		return false
	}
	home := uint64(0) // of rooks that may castle
	if white == e1 {
		home = (a1 | h1) &^ b.GB
	}
	if black == e8 {
		home |= (a8 | h8) & b.GB
	}
	return b.GB&^b.Occupied() == 0 && b.Pawns()&(squares.Rank1|squares.Rank8) == 0 && b.CastlingRooks()&^home == 0 &&
		checkers(b, p.Side.Other()) == 0
}

// otherBatches holds batches for the positions after moves that are not simple.
var otherBatches = sync.Pool{New: func() any { return new(Batch) }}

// countTwoPlyGeneric sets dst[i] to the number of leaves two plies below board from+i. It
// is the definition that the kernels are tested against.
func countTwoPlyGeneric(dst []uint32, b *Batch, from int) {
	if len(dst) == 0 {
		return
	}
	var p twoPlyBoard
	others := otherBatches.Get().(*Batch)
	defer otherBatches.Put(others)
	for i := range dst {
		board, side := b.board(from+i), quad.Color(b.sides[from+i]&1)
		p.look(&board, side)
		others.Reset()
		n := 0
		if p.isOdd() {
			others.appendChildren(&board, side)
		} else {
			p.set(&board, side)
			n = p.sum()
			others.appendOthers(&p, &board, side)
		}
		for j := range others.Len() {
			child := others.board(j)
			n += countAny(&child, side.Other())
		}
		dst[i] = uint32(n)
	}
}

// appendOthers appends the positions after the moves that are not simple.
func (b *Batch) appendOthers(p *twoPlyBoard, parent *quad.Board, side quad.Color) {
	others := p.legal.without(&p.simple)
	b.appendSets(&others, parent, side)
	capturers, _ := rareMoves(parent, side)
	e := expander{batch: b, n: b.Len(), parent: *parent, side: side, flip: flipOf(side)}
	e.playEnPassant(capturers, e.back(parent.EnPassant()))
	e.end()
}

// appendSets appends the positions after the moves of sets.
func (b *Batch) appendSets(sets *setwiseTargets, parent *quad.Board, side quad.Color) {
	e := expander{batch: b, n: b.Len(), parent: *parent, side: side, flip: flipOf(side)}
	sets.each(e.back(parent.Occupied()), e.back(kings(parent, side)), func(m Move) { e.playMove(m ^ Move(e.flip)) })
	e.end()
}

// without returns the sets of t minus the sets of s.
func (t *setwiseTargets) without(s *setwiseTargets) (u setwiseTargets) {
	for d := range t.sliders {
		u.sliders[d] = t.sliders[d] &^ s.sliders[d]
		u.knights[d] = t.knights[d] &^ s.knights[d]
	}
	u.king, u.castling = t.king&^s.king, t.castling&^s.castling
	u.push, u.double = t.push&^s.push, t.double&^s.double
	u.east, u.west = t.east&^s.east, t.west&^s.west
	return u
}

// each calls visit with each move of t, for a board with the given occupied squares and
// king. Own pawns go north on that board and in the moves.
func (t *setwiseTargets) each(occ, king uint64, visit func(Move)) {
	each := func(x uint64, visit func(to int)) {
		for ; x != 0; x &= x - 1 {
			visit(bits.TrailingZeros64(x))
		}
	}
	move := func(from, to int) { visit(Move(from | to<<6)) }
	for d := range t.sliders {
		each(t.sliders[d], func(to int) { move(sliderOf(to, occ, d), to) })
		each(t.knights[d], func(to int) { move(bits.TrailingZeros64(squares.Jumps[d^4].From(1<<to)), to) })
	}
	from := bits.TrailingZeros64(king) & 63
	each(t.king, func(to int) { move(from, to) })
	each(t.castling, func(rook int) { visit(Move(from|rook<<6) | castling) })
	each(t.double, func(to int) { visit(Move(to-16|to<<6) | doublePush) })
	for _, pawns := range []struct {
		to   uint64
		step int
	}{{t.push, 8}, {t.east, 9}, {t.west, 7}} {
		each(pawns.to&^squares.Rank8, func(to int) { move(to-pawns.step, to) })
		each(pawns.to&squares.Rank8, func(to int) {
			for _, p := range promotions {
				visit(Move(to-pawns.step|to<<6) | p)
			}
		})
	}
}

// sliderOf returns the square of the slider that attacks square to along d.
func sliderOf(to int, occ uint64, d int) int {
	back := koggestone.Direction(d).Opposite()
	return bits.TrailingZeros64(koggestone.Attacks(1<<to, ^occ, back)&occ) & 63
}
