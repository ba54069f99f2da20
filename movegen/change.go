package movegen

import (
	"math/bits"

	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

// A Change describes a move for an engine that updates sums, such as the accumulators of a
// neural network, piece-square values or material: it contains the pieces that the move adds and
// removes, and how the keys change. Squares count from a1 = 0.
//
//	                 From  To    Piece   Placed  Captured, CapturedOn   RookFrom, RookTo
//	e2e4             e2    e4    pawn    pawn    none
//	e4xd5            e4    d5    pawn    pawn    the captured piece, d5
//	e5xd6 e.p.       e5    d6    pawn    pawn    pawn, d5
//	e7xd8=Q          e7    d8    pawn    queen   the captured piece, d8
//	O-O              e1    g1    king    king    none                   h1, f1
//
// Rooks are quad.WhiteRook and quad.BlackRook here, whether they could castle or not.
//
// If a search passes a pointer to a local Change to an evaluator behind an interface, the Change
// escapes to the heap, which costs an allocation for each move. Keep it in the search stack
// instead:
//
//	type ply struct {
//		pos    movegen.Position
//		node   movegen.Node
//		change movegen.Change // from the ply before
//	}
//	pos.PlayChange(&child.pos, m, &child.change)
//	evaluator.Play(&child.change)
type Change struct {
	// Key is the difference between the keys: XOR it with the key before the move to get
	// the key after it.
	Key uint64
	// PawnKey is the difference of [Position.PawnKey].
	PawnKey uint64

	From, To uint8
	// Piece is removed from From, and Placed is added on To. They differ in promotions.
	Piece, Placed quad.Piece
	// Captured is removed from CapturedOn. If the move is not a capture, Captured is
	// NoPiece, and CapturedOn is meaningless.
	Captured   quad.Piece
	CapturedOn uint8
	// Castles is true if a rook also moves, from RookFrom to RookTo. In Chess960 the king
	// can move to the rook's square, or the rook to the king's: remove both before you
	// add them.
	Castles          bool
	RookFrom, RookTo uint8
}

// Pairs returns c for [pairs.Rules.Deltas], in the codes of r.
func (c *Change) Pairs(r *pairs.Rules) pairs.Update {
	if c.Castles {
		rook := quad.MakePiece(c.Piece.Color(), quad.Rook)
		return pairs.CastlingUpdate(int(c.From), int(c.To), r.Code(c.Piece), int(c.RookFrom), int(c.RookTo), r.Code(rook))
	}
	change := pairs.MoveUpdate(int(c.From), int(c.To), r.Code(c.Placed))
	if c.Captured != quad.NoPiece && c.CapturedOn != c.To { // en passant
		change = change.And(int(c.CapturedOn), pairs.Empty)
	}
	return change
}

// Material returns how [Position.Material] changes: the material after the move is the material
// before it + c.Material().
func (c *Change) Material() Material {
	return units[c.Placed&15] - units[c.Piece&15] - units[c.Captured&15]
}

// NonPawnKeys returns how [Position.NonPawnKey] changes for the side that moves and for the other side.
// The first is 0 after pawn moves except promotions, and the second is 0 after moves that capture no
// piece.
func (c *Change) NonPawnKeys() (own, other uint64) {
	own = keys[c.Piece&15][c.From&63]&^pawnOnly[c.Piece&15] ^ keys[c.Placed&15][c.To&63]&^pawnOnly[c.Placed&15]
	other = keys[c.Captured&15][c.CapturedOn&63] &^ pawnOnly[c.Captured&15]
	if c.Castles {
		rook := &keys[quad.MakePiece(c.Piece.Color(), quad.Rook)]
		own ^= rook[c.RookFrom&63] ^ rook[c.RookTo&63]
	}
	return own, other
}

// PlayChange plays m like [Position.PlayInto], and sets c to its changes. dst may be p.
//
//	pos.PlayChange(&child, m, &change)
//	key ^= change.Key
func (p *Position) PlayChange(dst *Position, m Move, c *Change) {
	if m >= enPassant {
		c.setSpecial(p, m)
		p.PlayInto(dst, m)
		return
	}
	// These are the steps of play and PlayInto, but without reading the board again. The
	// moving and the captured piece are codes that index tables, because branches on them
	// would be unpredictable, and single bits would need too many registers.
	g0, g1, g2, gb := p.Board.G0, p.Board.G1, p.Board.G2, p.Board.GB
	side, half, full := p.Side, p.HalfMoves, p.FullMoves
	from, to := m&63, m>>6&63
	occ := g0 | g1 | g2
	black := gb & occ
	piece := (g0>>from&1 | g1>>from&1<<1 | g2>>from&1<<2 | black>>from&1<<3) & 15
	taken := (g0>>to&1 | g1>>to&1<<1 | g2>>to&1<<2 | black>>to&1<<3) & 15
	moved := uint64(plainRooks[piece]) & 15
	leaves, comes, goes := keys[piece][from], keys[moved][to], keys[taken][to]
	key := sideKey ^ leaves ^ comes ^ goes
	c.PawnKey = (leaves^comes)&pawnOnly[piece] ^ goes&pawnOnly[taken]
	c.From, c.To, c.Piece, c.Placed = uint8(from), uint8(to), quad.Piece(moved), quad.Piece(moved)
	c.Captured, c.CapturedOn = plainRooks[taken], uint8(to)
	c.Castles, c.RookFrom, c.RookTo = false, 0, 0

	var lost uint64
	target := gb ^ black
	if rights := g0 &^ (g1 | g2); rights|target != 0 { // predictable, because most moves in a row agree
		if moved&7 == uint64(quad.King) { // its move ends the right to castle with its rooks
			lost = rights & (gb ^ ^blackMask(side))
			key ^= rightsKey(lost, side)
		}
		key ^= targetKey(target)
	}
	keep := ^(uint64(1)<<from | 1<<to)
	dst.Board.G0 = g0&keep | moved&1<<to
	dst.Board.G1 = g1&keep | moved>>1&1<<to
	dst.Board.G2 = g2&keep | moved>>2&1<<to | lost
	dst.Board.GB = black&keep | moved>>3<<to
	full = laterFull(full, side)
	dst.Side, dst.HalfMoves, dst.FullMoves = side.Other(), later(half)&quietPiece[piece]&quietTarget[taken], full
	if m >= doublePush {
		offerEnPassant(&dst.Board, 1<<to, side)
		key ^= targetKey(dst.Board.EnPassant())
	}
	c.Key = key
}

// keyedAfter returns b after m, an ordinary move or a pawn's move by two squares. It also returns the
// difference between the keys, and quiet, which is 0 if the move resets HalfMoves and all ones otherwise.
// These are the steps of PlayChange for boards in registers, so that a loop over a batch does not
// wait for stores and loads. PlayChange itself takes longer if it calls keyedAfter.
func keyedAfter(b quad.Board, m Move, side quad.Color) (after quad.Board, key uint64, quiet uint16) {
	from, to := m&63, m>>6&63
	occ := b.G0 | b.G1 | b.G2
	black := b.GB & occ
	piece := (b.G0>>from&1 | b.G1>>from&1<<1 | b.G2>>from&1<<2 | black>>from&1<<3) & 15
	taken := (b.G0>>to&1 | b.G1>>to&1<<1 | b.G2>>to&1<<2 | black>>to&1<<3) & 15
	moved := uint64(plainRooks[piece]) & 15
	key = sideKey ^ keys[piece][from] ^ keys[moved][to] ^ keys[taken][to]
	var lost uint64
	target := b.GB ^ black
	if rights := b.G0 &^ (b.G1 | b.G2); rights|target != 0 {
		if moved&7 == uint64(quad.King) {
			lost = rights & (b.GB ^ ^blackMask(side))
			key ^= rightsKey(lost, side)
		}
		key ^= targetKey(target)
	}
	keep := ^(uint64(1)<<from | 1<<to)
	after = quad.Board{
		G0: b.G0&keep | moved&1<<to,
		G1: b.G1&keep | moved>>1&1<<to,
		G2: b.G2&keep | moved>>2&1<<to | lost,
		GB: black&keep | moved>>3<<to,
	}
	quiet = quietPiece[piece] & quietTarget[taken]
	if m >= doublePush {
		after.GB = offered(after, 1<<to, side)
		key ^= targetKey(after.GB &^ (after.G0 | after.G1 | after.G2))
	}
	return after, key, quiet
}

// offered is offerEnPassant for a board in registers, and returns its new GB.
func offered(b quad.Board, to uint64, side quad.Color) uint64 {
	offerEnPassant(&b, to, side)
	return b.GB
}

// setSpecial sets c to the changes by m on p: castling, en passant or a promotion.
func (c *Change) setSpecial(p *Position, m Move) {
	b, side := &p.Board, p.Side
	if m.IsCastling() {
		c.setCastling(b, m, side)
		return
	}
	from, to := uint8(m.From()), uint8(m.square())
	piece, taken, on := quad.MakePiece(side, quad.Pawn), codeAt(b, m.square()), to
	placed := piece
	if m.IsEnPassant() {
		taken, on = piece^8, from&^7|to&7
	} else {
		placed = quad.MakePiece(side, m.Promotion())
		if taken == quad.EnPassantTarget { // never on a valid board
			taken = quad.NoPiece
		}
	}
	leaves, comes, goes := keys[piece&15][from&63], keys[placed&15][to&63], keys[taken&15][on&63]
	*c = Change{
		Key:     sideKey ^ targetKey(b.EnPassant()) ^ leaves ^ comes ^ goes,
		PawnKey: leaves ^ comes&pawnOnly[placed&15] ^ goes&pawnOnly[taken&15],
		From:    from, To: to, Piece: piece, Placed: placed,
		Captured: plainRooks[taken&15], CapturedOn: on,
	}
}

// setCastling is setSpecial for castling.
func (c *Change) setCastling(b *quad.Board, m Move, side quad.Color) {
	king, rook := quad.MakePiece(side, quad.King), quad.MakePiece(side, quad.Rook)
	kingTo, rookFrom, rookTo := m.kingTo(), m.RookFrom(), m.RookTo()
	*c = Change{
		// rightsKey accounts for the lost rights of all rooks; this one also moves.
		Key: sideKey ^ targetKey(b.EnPassant()) ^ rightsKey(b.Pieces(side, quad.CastlingRook), side) ^
			keys[king][m.From()] ^ keys[king][kingTo] ^ keys[rook][rookFrom] ^ keys[rook][rookTo],
		From: uint8(m.From()), To: uint8(kingTo), Piece: king, Placed: king,
		Castles: true, RookFrom: uint8(rookFrom), RookTo: uint8(rookTo),
	}
}

// plainRooks maps each code to its piece, with castling rooks as plain rooks. pawnOnly
// contains all ones for pawns, and 0 for other codes.
var plainRooks, pawnOnly = func() (plain [16]quad.Piece, pawns [16]uint64) {
	for code := range plain {
		plain[code] = quad.Piece(code)
	}
	plain[quad.WhiteCastlingRook], plain[quad.BlackCastlingRook] = quad.WhiteRook, quad.BlackRook
	pawns[quad.WhitePawn], pawns[quad.BlackPawn] = ^uint64(0), ^uint64(0)
	return
}()

// quietPiece and quietTarget contain zero for pieces that reset HalfMoves, either when they move
// or when they are captured, and all ones for other codes.
var quietPiece, quietTarget = func() (piece, target [16]uint16) {
	for code := range piece {
		piece[code] = ^uint16(pawnOnly[code])
	}
	target[quad.NoPiece] = ^uint16(0)
	return
}()

// codeAt returns the code of square sq, 0 to 63.
func codeAt(b *quad.Board, sq int) quad.Piece {
	sq &= 63
	return quad.Piece(b.G0>>sq&1|b.G1>>sq&1<<1|b.G2>>sq&1<<2|b.GB>>sq&1<<3) & 15
}

// targetKey returns the key number of an en-passant target, or 0 for the empty set.
func targetKey(target uint64) uint64 {
	if target == 0 {
		return 0
	}
	return keys[quad.EnPassantTarget][bits.TrailingZeros64(target)]
}

// rightsKey returns how the key changes when side loses its right to castle with rooks.
func rightsKey(rooks uint64, side quad.Color) (key uint64) {
	plain := &keys[quad.MakePiece(side, quad.Rook)]
	may := &keys[quad.MakePiece(side, quad.CastlingRook)]
	for ; rooks != 0; rooks &= rooks - 1 {
		sq := bits.TrailingZeros64(rooks)
		key ^= may[sq] ^ plain[sq]
	}
	return key
}

// PlayNull sets *dst to p after a null move: the other side is to move, there is no
// en-passant target, and the clocks advance. A null move counts as a half move, so
// HalfMoves grows by one. If a search does not want this, it can restore HalfMoves.
// PlayNull returns the difference between the keys, like Change.Key. dst may be p. The
// side to move must not be in check.
func (p *Position) PlayNull(dst *Position) (key uint64) {
	key = sideKey ^ targetKey(p.Board.EnPassant())
	b, side, half, full := p.Board, p.Side, p.HalfMoves, p.FullMoves
	b.GB &= b.Occupied()
	*dst = Position{Board: b, Side: side.Other(), HalfMoves: later(half), FullMoves: full}
	if side == quad.Black {
		dst.FullMoves = later(full)
	}
	return key
}
