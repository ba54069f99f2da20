package movegen

import (
	"math/bits"

	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

// A Change is what a move changes: the pieces that come and go, for the sums that an
// engine carries along (accumulators of a neural network, piece-square values,
// material), and the differences of the keys. Squares count from a1 = 0.
//
//	                 From  To    Piece   Placed  Captured, CapturedOn   RookFrom, RookTo
//	e2e4             e2    e4    pawn    pawn    none
//	e4xd5            e4    d5    pawn    pawn    what stood there, d5
//	e5xd6 e.p.       e5    d6    pawn    pawn    pawn, d5
//	e7xd8=Q          e7    d8    pawn    queen   what stood there, d8
//	O-O              e1    g1    king    king    none                   h1, f1
//
// Rooks are quad.WhiteRook and quad.BlackRook here, whether they could castle or not.
type Change struct {
	// Key is the difference of the keys: that of the position after the move is
	// that of the position before it ^ Key.
	Key uint64
	// PawnKey is the same for [Position.PawnKey].
	PawnKey uint64

	From, To uint8
	// Piece leaves From, Placed stands on To; the two differ if a pawn promotes.
	Piece, Placed quad.Piece
	// Captured leaves CapturedOn. It is NoPiece if the move captures nothing; CapturedOn
	// means nothing then.
	Captured   quad.Piece
	CapturedOn uint8
	// Castles tells that a rook goes from RookFrom to RookTo as well. In Chess960 king
	// or rook may arrive where the other stood: take both away before you put them.
	Castles          bool
	RookFrom, RookTo uint8
}

// Pairs returns c for [pairs.Rules.Deltas], in the codes of r.
func (c *Change) Pairs(r *pairs.Rules) pairs.Change {
	if c.Castles {
		rook := quad.MakePiece(c.Piece.Color(), quad.Rook)
		return pairs.Castling(int(c.From), int(c.To), r.Code(c.Piece), int(c.RookFrom), int(c.RookTo), r.Code(rook))
	}
	change := pairs.Move(int(c.From), int(c.To), r.Code(c.Placed))
	if c.Captured != quad.NoPiece && c.CapturedOn != c.To { // en passant
		change = change.And(int(c.CapturedOn), pairs.Empty)
	}
	return change
}

// PlayChange is [Position.PlayInto] that also sets c to what m changes. dst may be p.
//
//	pos.PlayChange(&child, m, &change)
//	key ^= change.Key
func (p *Position) PlayChange(dst *Position, m Move, c *Change) {
	c.set(p, m)
	p.PlayInto(dst, m)
	if m.IsDoublePush() {
		c.Key ^= targetKey(dst.Board.EnPassant())
	}
}

// set sets c to what m changes on p, but for a new en-passant target.
func (c *Change) set(p *Position, m Move) {
	b, side := &p.Board, p.Side
	from, to := m.From(), m.To()
	if m.IsCastling() {
		c.setCastling(b, m, side)
		return
	}
	code := codeAt(b, from)
	piece := plainRooks[code]
	placed := piece
	taken, on := codeAt(b, to)&quad.Piece(-(b.Occupied()>>to&1)), to
	if m >= enPassant {
		if m.IsEnPassant() {
			taken, on = piece^8, m.From()&^7|m.To()&7
		} else {
			placed = quad.MakePiece(side, m.Promotion())
		}
	}
	leaves, comes, goes := keys[code][from], keys[placed&15][to], keys[taken&15][on&63]
	c.Key = sideKey ^ targetKey(b.EnPassant()) ^ leaves ^ comes ^ goes
	c.PawnKey = leaves&pawnOnly[code] ^ comes&pawnOnly[placed] ^ goes&pawnOnly[taken]
	if piece.Kind() == quad.King {
		c.Key ^= rightsKey(b, side)
	}
	c.From, c.To, c.Piece, c.Placed = uint8(from), uint8(to), piece, placed
	c.Captured, c.CapturedOn = plainRooks[taken], uint8(on)
	c.Castles, c.RookFrom, c.RookTo = false, 0, 0
}

// setCastling is set for castling.
func (c *Change) setCastling(b *quad.Board, m Move, side quad.Color) {
	king, rook := quad.MakePiece(side, quad.King), quad.MakePiece(side, quad.Rook)
	kingTo, rookTo := m.CastlingSquares()
	*c = Change{
		// rightsKey makes every rook one that may not castle; this one also moves.
		Key: sideKey ^ targetKey(b.EnPassant()) ^ rightsKey(b, side) ^
			keys[king][m.From()] ^ keys[king][kingTo] ^ keys[rook][m.To()] ^ keys[rook][rookTo],
		From: uint8(m.From()), To: uint8(kingTo), Piece: king, Placed: king,
		Castles: true, RookFrom: uint8(m.To()), RookTo: uint8(rookTo),
	}
}

// plainRooks holds the piece of each code, with rooks that may castle as those that may
// not; pawnOnly holds all ones for the codes of pawns.
var plainRooks, pawnOnly = func() (plain [16]quad.Piece, pawns [16]uint64) {
	for code := range plain {
		plain[code] = quad.Piece(code)
	}
	plain[quad.WhiteCastlingRook], plain[quad.BlackCastlingRook] = quad.WhiteRook, quad.BlackRook
	pawns[quad.WhitePawn], pawns[quad.BlackPawn] = ^uint64(0), ^uint64(0)
	return
}()

// codeAt returns the code of square sq, 0 to 63.
func codeAt(b *quad.Board, sq int) quad.Piece {
	sq &= 63
	return quad.Piece(b.G0>>sq&1|b.G1>>sq&1<<1|b.G2>>sq&1<<2|b.GB>>sq&1<<3) & 15
}

// targetKey returns the number of an en-passant target, 0 for the empty set.
func targetKey(target uint64) uint64 {
	if target == 0 {
		return 0
	}
	return keys[quad.EnPassantTarget][bits.TrailingZeros64(target)]
}

// rightsKey returns what changes in the key when side loses its rights to castle.
func rightsKey(b *quad.Board, side quad.Color) (key uint64) {
	plain := keys[quad.MakePiece(side, quad.Rook)][:]
	may := keys[quad.MakePiece(side, quad.CastlingRook)][:]
	for x := b.Pieces(side, quad.CastlingRook); x != 0; x &= x - 1 {
		sq := bits.TrailingZeros64(x)
		key ^= may[sq] ^ plain[sq]
	}
	return key
}

// PlayNull sets *dst to p with the other side to move, without an en-passant target
// and a half move later: the null move of a search. It returns the difference of the
// keys, as Change.Key. dst may be p. A side in check must not do it.
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
