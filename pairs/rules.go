package pairs

import (
	"fmt"
	"math/bits"

	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/quad"
)

// Codes tells what an engine's sixteen codes stand for: Codes[c] is the piece of
// code c, [quad.NoPiece] if no piece has it. Each of the twelve pieces has one code.
// A code for rooks that may castle, [quad.WhiteCastlingRook], is optional; such a
// rook attacks as any other.
type Codes [16]quad.Piece

// QuadCodes returns the codes of package quad, those that [quad.Board.Squares] gives.
func QuadCodes() Codes { return codesOf(".RPBNRKQ.rpbnrkq", true) }

// StockfishCodes returns the codes of Stockfish: pawn, knight, bishop, rook, queen, king
// from 1 for white and from 9 for black, 0 for an empty square.
func StockfishCodes() Codes { return codesOf(".PNBRQK..pnbrqk.", false) }

// codesOf returns the codes in the order of letters. With castling, the first of two
// rooks of a colour is the one that may castle.
func codesOf(letters string, castling bool) (c Codes) {
	for i := range letters {
		c[i], _ = quad.PieceFromLetter(letters[i])
	}
	if castling {
		c[quad.WhiteCastlingRook], c[quad.BlackCastlingRook] = quad.WhiteCastlingRook, quad.BlackCastlingRook
	}
	return c
}

// Rules say what an engine's codes mean and which pairs count. They are made once,
// by [NewRules], and may be used by many goroutines.
//
// A mailbox is a byte a square, a1 first: the code of what stands there, or [Empty].
// Bits 4 to 6 do not count.
type Rules struct {
	tables
	codes [16]uint8 // by quad.Piece
}

// tables are what rules come to for the functions that find pairs.
type tables struct {
	kernel layout.PairTables // first, so that it is aligned as the whole

	// reaches[p][c] tells how piece p may reach a piece c around it, reached[p][c] how
	// it may be reached by it, as far as the pairs count.
	reaches, reached [16][16]uint8
	// victims[r][c] holds the codes that a slider of code c may see along a rank or
	// file (r = 0) or along a diagonal (r = 1).
	victims [2][16]uint16
	// isEmpty holds the codes that no piece has, empty the lowest.
	isEmpty uint16
	empty   uint8
	one     bool // no other code means empty
}

// NoKings counts the pairs without a king.
func NoKings(attacker, victim quad.Piece) bool {
	return attacker.Kind() != quad.King && victim.Kind() != quad.King
}

// Attacks counts the pairs of two colours: what is attacked, not what is defended.
func Attacks(attacker, victim quad.Piece) bool { return attacker.Color() != victim.Color() }

// NewRules returns the rules for an engine's codes and the pairs that counts
// reports true for, all if it is nil; castling rooks are plain rooks to it. It returns an
// error if the codes do not name each piece once, or leave none for empty squares.
func NewRules(codes Codes, counts func(attacker, victim quad.Piece) bool) (*Rules, error) {
	r := new(Rules)
	seen := [16]bool{}
	for c, p := range codes {
		switch {
		case p > quad.BlackQueen:
			return nil, fmt.Errorf("pairs: code %d: %v, expected one of the pieces of package quad", c, p)
		case p.Kind() == quad.None:
			r.isEmpty |= 1 << c
		case seen[p]:
			return nil, fmt.Errorf("pairs: code %d: %v, which code %d is already", c, p, r.codes[p])
		default:
			seen[p] = true
			r.codes[p] = uint8(c)
		}
	}
	for _, p := range pieces {
		if !seen[p] {
			return nil, fmt.Errorf("pairs: no code is a %v", p)
		}
	}
	if r.isEmpty == 0 {
		return nil, fmt.Errorf("pairs: no code is an empty square")
	}
	r.empty = uint8(bits.TrailingZeros16(r.isEmpty))
	r.one = r.isEmpty == 1<<r.empty
	r.codes[quad.NoPiece], r.codes[quad.EnPassantTarget] = r.empty, r.empty
	for _, rook := range [...]quad.Piece{quad.WhiteRook, quad.BlackRook} {
		if castling := quad.MakePiece(rook.Color(), quad.CastlingRook); !seen[castling] {
			r.codes[castling] = r.codes[rook]
		}
	}
	for a, attacker := range codes {
		for v, victim := range codes {
			attacker, victim := plain(attacker), plain(victim)
			if attacker.Kind() == quad.None || victim.Kind() == quad.None ||
				counts != nil && !counts(attacker, victim) {
				continue
			}
			r.reaches[a][v] = reach(attacker, false)
			r.reached[v][a] = reach(attacker, true)
			for i, way := range [...]uint8{layout.Orthogonal, layout.Diagonal} {
				if reach(attacker, false)&way != 0 {
					r.victims[i][a] |= 1 << v
				}
			}
		}
	}
	r.fillKernel()
	return r, nil
}

// fillKernel sets the tables of the kernels to what the others say.
func (r *Rules) fillKernel() {
	k := &r.kernel
	k.Squares, k.Outward = geometry.squares, geometry.outward
	for c := range uint8(16) {
		if r.isEmpty>>c&1 == 0 {
			k.Board[c] = c ^ r.empty | layout.PairOccupied
		}
	}
	for b := range k.Rows[:layout.PairEmpty] {
		k.Rows[b] = k.Board[b&15] << 4
	}
	for p, code := range r.codes {
		k.Quad[p] = k.Board[code]
	}
	k.Empty = uint64(MakePair(r.empty, 0, r.empty, 0))
	for c := range uint8(16) {
		i := c ^ r.empty
		for v := range uint8(16) {
			j := v ^ r.empty
			k.Reaches[i][j], k.Reached[i][j] = r.reaches[c][v], r.reached[c][v]
			for way := range r.victims {
				k.Victims[way][i] |= r.victims[way][c] >> v & 1 << j
			}
		}
		for way, rows := range k.Victims {
			k.VictimBytes[0][way][i], k.VictimBytes[1][way][i] = uint8(rows[i]), uint8(rows[i]>>8)
		}
	}
}

// plain returns p, a rook that may castle as any rook, an en-passant target as no
// piece.
func plain(p quad.Piece) quad.Piece {
	switch p.Kind() {
	case quad.None:
		return quad.NoPiece
	case quad.CastlingRook:
		return quad.MakePiece(p.Color(), quad.Rook)
	}
	return p
}

// reach returns how p reaches what it attacks or, turned, how p stands to what it
// attacks, seen from there.
func reach(p quad.Piece, turned bool) uint8 {
	switch p.Kind() {
	case quad.Pawn:
		if (p.Color() == quad.White) != turned {
			return layout.NorthStep
		}
		return layout.SouthStep
	case quad.Knight:
		return layout.ByJump
	case quad.Bishop:
		return layout.Diagonal
	case quad.Rook:
		return layout.Orthogonal
	case quad.Queen:
		return layout.Orthogonal | layout.Diagonal
	case quad.King:
		return layout.OneStep
	}
	return 0
}

// Code returns the engine's code for a piece, the lowest empty code for [quad.NoPiece] and
// [quad.EnPassantTarget]. It panics if p is above 15.
func (r *Rules) Code(p quad.Piece) uint8 { return r.codes[p] }

// Mailbox sets every square of dst to the engine's code of what stands there on b.
func (r *Rules) Mailbox(dst *[64]uint8, b quad.Board) {
	for sq := range dst {
		dst[sq] = r.codes[b.G0>>sq&1|b.G1>>sq&1<<1|b.G2>>sq&1<<2|b.GB>>sq&1<<3]
	}
}
