package policy

import (
	"strconv"
	"sync"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// An Encoding numbers moves for a policy head: [AlphaZero] or [Leela]. With other values,
// all methods except String panic.
type Encoding uint8

const (
	// AlphaZero has 4672 moves, 73 for each source square.
	AlphaZero Encoding = iota
	// Leela has the 1858 moves of Leela Chess Zero.
	Leela
)

// String returns the name in lower case, "alphazero" or "leela".
func (e Encoding) String() string {
	switch e {
	case AlphaZero:
		return "alphazero"
	case Leela:
		return "leela"
	}
	return "Encoding(" + strconv.Itoa(int(e)) + ")"
}

// Moves returns the number of indices: 4672 or 1858.
func (e Encoding) Moves() int { return len(e.tables().moves) }

// Words returns how many 64-bit words the mask of a position has: 73 or 30.
func (e Encoding) Words() int { return (e.Moves() + 63) / 64 }

// Index returns the index of m, a legal move in p. It does not check m: for other moves it
// returns an arbitrary index, or -1 if no piece moves that way.
func (e Encoding) Index(p *movegen.Position, m movegen.Move) int {
	i := e.tables().index(m, flipOf(p.Side))
	if i == none {
		return -1
	}
	return int(i)
}

// Move returns the legal move of p that has the given index, and whether there is one.
// index can be any value.
func (e Encoding) Move(p *movegen.Position, index int) (movegen.Move, bool) {
	t := e.tables()
	if index < 0 || index >= len(t.moves) || t.moves[index] == 0 {
		return 0, false
	}
	m := t.moves[index] ^ flipOf(p.Side)
	from, to := m.From(), m.To()
	piece, taken := p.Board.At(from), p.Board.At(to)
	if piece == quad.NoPiece || piece == quad.EnPassantTarget || piece.Color() != p.Side {
		return 0, false
	}
	king := piece.Kind() == quad.King
	switch {
	case piece.Kind() == quad.Pawn:
		m |= pawnMove(p, m, e)
	case m.IsPromotion():
		return 0, false
	case king && taken == quad.MakePiece(p.Side, quad.CastlingRook):
		if e == AlphaZero && usualCastling(from, to) {
			return 0, false // it is the move by two squares
		}
		m |= castling
	case king && e == AlphaZero && from&7 == 4 && from&^7 == to&^7 && (to&7 == 6 || to&7 == 2):
		rook := from&^7 | to&7/4*7
		m = movegen.Move(from) | movegen.Move(rook)<<6 | castling
	}
	if !p.IsLegal(m) {
		return 0, false
	}
	return m, true
}

// usualCastling reports whether the king is on the e-file and the rook on the a-file or
// h-file.
func usualCastling(king, rook int) bool { return king&7 == 4 && (rook&7 == 0 || rook&7 == 7) }

// pawnMove returns the bits that a pawn move needs in addition to m, which only
// contains the squares and an underpromotion.
func pawnMove(p *movegen.Position, m movegen.Move, e Encoding) movegen.Move {
	from, to := m.From(), m.To()
	switch {
	case to>>3 == 0 || to>>3 == 7:
		switch {
		case m.IsPromotion():
			return 0 // it is in m
		case e == Leela:
			return promotion | movegen.Move(quad.Knight)<<12
		}
		return promotion | movegen.Move(quad.Queen)<<12
	case from^to == 16:
		return doublePush
	case p.Board.EnPassant()>>to&1 != 0 && from&7 != to&7:
		return enPassant
	}
	return 0
}

// The special moves, in the highest bits: see [movegen.Move].
const (
	doublePush movegen.Move = 1 << 12
	enPassant  movegen.Move = 2 << 12
	castling   movegen.Move = 3 << 12
	promotion  movegen.Move = 8 << 12
	squaresOf  movegen.Move = 1<<12 - 1
)

// flipOf returns the bits to mirror a move's squares for Black.
func flipOf(side quad.Color) movegen.Move {
	return (56 | 56<<6) & -movegen.Move(side&1)
}

// MaskBatch marks the legal moves in each position: if the move with an index is legal in
// position i, bit index%64 of dst[Words()*i + index/64] is 1, and otherwise 0. Bits at
// [Encoding.Moves] and above are 0.
//
// MaskBatch panics before it writes anything unless dst has Words() words for each
// position. After the first call it does not allocate.
func (e Encoding) MaskBatch(dst []uint64, b *movegen.Batch) {
	if want := e.Words() * b.Len(); len(dst) != want {
		panic("policy: " + e.String() + ".MaskBatch: expected len(dst) = " + strconv.Itoa(want) + ", " + strconv.Itoa(e.Words()) +
			" words for each position, found " + strconv.Itoa(len(dst)))
	}
	e.masks(dst, b)
}

// maskBlock is how many positions are listed together.
const maskBlock = 256

// scratch keeps lists between calls.
var scratch = sync.Pool{New: func() any { return new(movegen.MoveLists) }}

// listMasks computes the masks from lists of moves.
func listMasks(dst []uint64, b *movegen.Batch, e Encoding) {
	lists := scratch.Get().(*movegen.MoveLists)
	defer scratch.Put(lists)
	words := e.Words()
	t := e.tables()
	for lo := 0; lo < b.Len(); lo += maskBlock {
		part := b.Slice(lo, min(lo+maskBlock, b.Len()))
		lists.Reset()
		movegen.AppendLegalMovesBatch(lists, part)
		for i := range part.Len() {
			mask := dst[:words:words]
			dst = dst[words:]
			clear(mask)
			t.mark(mask, lists.At(i), flipOf(part.Side(i)))
		}
	}
}

// mark sets the bits of moves.
func (t *tables) mark(mask []uint64, moves []movegen.Move, flip movegen.Move) {
	for _, m := range moves {
		i := t.plain[(m^flip)&squaresOf]
		if m >= castling {
			i = t.index(m, flip)
		}
		if word := int(i >> 6); word < len(mask) { // boards that are not valid can have moves without an index
			mask[word] |= 1 << (i & 63)
		}
	}
}
