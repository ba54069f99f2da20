package movegen

import (
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// ParseFEN reads a FEN as the library does.
func ParseFEN(fen string) (p Position, err error) {
	now, err := movegen.ParseFEN(fen)
	return Position{Board: now.Board.Planes(), Side: now.Side, HalfMoves: now.HalfMoves, FullMoves: now.FullMoves}, err
}

// The same types as now.
type (
	ExchangeRules = movegen.ExchangeRules // values alone are looked at, and they are exchangeValues
	Selection     = movegen.Selection
	Change        = movegen.Change
)

const (
	Captures        = movegen.Captures
	QueenPromotions = movegen.QueenPromotions
	Quiets          = movegen.Quiets
)

// A Node keeps the position and whether it is a check: every other answer looks again.
type Node struct {
	p     *Position
	check bool
}

// Set makes n a node of the position p.
func (n *Node) Set(p *Position) { n.p, n.check = p, p.InCheck() }

// InCheck reports whether the king of the side to move is attacked.
func (n *Node) InCheck() bool { return n.check }

// IsLegal reports whether m is a legal move.
func (n *Node) IsLegal(m Move) bool { return n.p.IsLegal(m) }

// GivesCheck reports whether the legal move m leaves the opponent in check.
func (n *Node) GivesCheck(m Move) bool { return n.p.GivesCheck(m) }

// Append appends the legal moves that s selects: Quiets, or Captures with
// QueenPromotions.
func (n *Node) Append(dst []Move, s Selection) []Move {
	p := n.p
	promoting := p.Board.Pieces(p.Side, quad.Pawn)&(rank7>>(40*uint(p.Side))) != 0
	if s == Quiets {
		start := len(dst)
		dst = p.AppendQuiets(dst)
		if promoting {
			dst = keepQueens(dst, start, false)
		}
		return dst
	}
	dst = p.AppendCaptures(dst)
	if promoting {
		start := len(dst)
		dst = keepQueens(p.AppendQuiets(dst), start, true)
	}
	return dst
}

// keepQueens removes those of dst[start:] that promote to a queen, or all others.
func keepQueens(dst []Move, start int, queens bool) []Move {
	kept := dst[:start]
	for _, m := range dst[start:] {
		if (m.Promotion() == quad.Queen) == queens {
			kept = append(kept, m)
		}
	}
	return kept
}

// PlayChange sets dst to p after m, and c to what m changes, as far as the search asks.
func (p *Position) PlayChange(dst *Position, m Move, c *Change) {
	p.PlayInto(dst, m)
	piece := plain(p.Board.At(m.From()))
	*c = Change{Key: UpdateKey(0, *p, *dst), From: uint8(m.From()), To: uint8(m.To()), Piece: piece, Placed: piece}
	switch {
	case m.IsCastling():
		king, rook := m.CastlingSquares()
		c.To, c.Castles, c.RookFrom, c.RookTo = uint8(king), true, uint8(m.To()), uint8(rook)
	case m.IsEnPassant():
		c.Captured, c.CapturedOn = piece^8, uint8(m.From()&^7|m.To()&7)
	case p.IsCapture(m):
		c.Captured, c.CapturedOn = plain(p.Board.At(m.To())), c.To
	}
	if m.IsPromotion() {
		c.Placed = quad.MakePiece(p.Side, m.Promotion())
	}
}

// plain returns a rook that may castle as one that may not.
func plain(p quad.Piece) quad.Piece {
	if p.Kind() == quad.CastlingRook {
		return quad.MakePiece(p.Color(), quad.Rook)
	}
	return p
}

// PlayNull sets dst to p with the other side to move and returns the difference of the
// keys.
func (p *Position) PlayNull(dst *Position) (key uint64) {
	*dst = *p
	dst.Board[GB] &= p.Board.Occupied()
	dst.Side = p.Side.Other()
	dst.HalfMoves++
	return UpdateKey(0, *p, *dst)
}

// SEEAtLeast is SEE; the values are not the caller's.
func (p *Position) SEEAtLeast(m Move, threshold int, _ *ExchangeRules) bool {
	return p.SEE(m, threshold)
}

// HasInsufficientMaterial is as it was.
func (p *Position) HasInsufficientMaterial() bool {
	now := movegen.Position{Board: p.Board.now()}
	return now.HasInsufficientMaterial()
}

// Repetitions is as it is now.
func Repetitions(key uint64, earlier []uint64, halfMoves int) int {
	return movegen.Repetitions(key, earlier, halfMoves)
}

// Squares returns what stands on each square.
func (b Board) Squares() [64]quad.Piece { return b.now().Squares() }

func (b Board) now() quad.Board { return quad.Board{G0: b[G0], G1: b[G1], G2: b[G2], GB: b[GB]} }

// BothThreats is what the two sides attack: by one call for each, which there was.
type BothThreats [2]SideThreats

// SideThreats is what the pieces of a side attack.
type SideThreats struct{ Knight, Bishop, Rook, Queen uint64 }

// Set sets t to what both sides of b attack.
func (t *BothThreats) Set(b Board) {
	board := b.now()
	var of quad.Threats
	for us := range quad.Color(2) {
		of.Set(board, us)
		t[us^1] = SideThreats{of.ByKnight, of.ByBishop, of.ByRook, of.ByQueen}
	}
}
