package pairs

import (
	"fmt"
	"math/bits"

	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/quad"
)

// pieces contains the twelve pieces that have codes.
var pieces = [...]quad.Piece{
	quad.WhitePawn, quad.WhiteKnight, quad.WhiteBishop, quad.WhiteRook, quad.WhiteQueen, quad.WhiteKing,
	quad.BlackPawn, quad.BlackKnight, quad.BlackBishop, quad.BlackRook, quad.BlackQueen, quad.BlackKing,
}

// Codes maps an engine's sixteen piece codes to pieces: Codes[c] is the piece with code c,
// or [quad.NoPiece]. Each of the twelve pieces must have one code. A code for rooks that
// may castle, [quad.WhiteCastlingRook], is optional; such a rook attacks like any other.
type Codes [16]quad.Piece

// QuadCodes returns package quad's codes, as in [quad.Board.Squares].
func QuadCodes() Codes { return codesOf(".RPBNRKQ.rpbnrkq", true) }

// StockfishCodes returns Stockfish's codes: pawn, knight, bishop, rook, queen and king are
// 1 to 6 for white and 9 to 14 for black, and an empty square is 0.
func StockfishCodes() Codes { return codesOf(".PNBRQK..pnbrqk.", false) }

// codesOf returns codes in the order of letters. If castling is true, a colour's first
// rook may castle and the second may not.
func codesOf(letters string, castling bool) (c Codes) {
	for i := range letters {
		c[i], _ = quad.PieceFromLetter(letters[i])
	}
	if castling {
		c[quad.WhiteCastlingRook], c[quad.BlackCastlingRook] = quad.WhiteCastlingRook, quad.BlackCastlingRook
	}
	return c
}

// Rules describe the codes in an engine's mailbox, and which pairs count. [NewRules] makes
// them. Several goroutines can use the same Rules.
//
// A mailbox is 64 bytes, a1 first. Each byte is a piece's code or [Empty]. Bits 4 to 6 are
// ignored.
//
// If your engine has a8 as square 0, swap the colours: in Codes, give white pieces your
// codes for black pieces and the other way round, and swap the sides in all arguments and
// results of [Features]. See [quad.Board.FlipRanks].
type Rules struct {
	tables
	codes [16]uint8 // by quad.Piece
}

// tables contains the rules in the form that this package's functions use.
type tables struct {
	kernel layout.PairTables // first, so that it is aligned like the whole struct

	// These are indexed by bytes of a mailbox: piece is 1 for a piece, ways is its relation to a
	// piece p, and victims contains the codes that it may attack as a slider along a diagonal
	// (index 0), or along a rank or file (1).
	piece   [256]uint8
	ways    [16][256]ways
	victims [2][256]uint16
	reach   [16]uint8 // how the piece with a code attacks
	isEmpty uint16    // the codes that no piece has
	empty   uint8     // the lowest code that no piece has
	many    bool      // more than two cubes are needed
	empties [4]cube
}

// ways describes how a piece p and another piece q around it form pairs that count. If q is
// the nearest piece on a ray, p attacks it on the rays in bits 0 to 7, and q attacks p on
// the rays in bits 8 to 15. Bits 16 to 31 mean the same if q is one step away. Bits 32 to 39
// are the rays that q slides along, and bits 40 to 47 are all set for every piece. Bits 48
// to 55 are all set if p attacks q by a jump, and bits 56 to 63 if q attacks p.
type ways = uint64

// NoKings is a function for [NewRules]. It counts pairs without a king.
func NoKings(attacker, victim quad.Piece) bool {
	return attacker.Kind() != quad.King && victim.Kind() != quad.King
}

// Opponents is a function for [NewRules]. It counts only pairs with different colours:
// attacks, but not defences.
func Opponents(attacker, victim quad.Piece) bool { return attacker.Color() != victim.Color() }

// NewRules returns the rules for an engine's codes. A pair counts if counts returns true
// for its pieces, or always if counts is nil. NewRules passes castling rooks to counts
// as plain rooks. It returns an error unless each piece has exactly one code.
func NewRules(codes Codes, counts func(attacker, victim quad.Piece) bool) (*Rules, error) {
	r := new(Rules)
	seen := [16]bool{}
	for c, p := range codes {
		switch {
		case p > quad.BlackQueen:
			return nil, fmt.Errorf("pairs: code %d: expected one of the pieces of package quad, found %v", c, p)
		case p.Kind() == quad.None:
			r.isEmpty |= 1 << c
		case seen[p]:
			return nil, fmt.Errorf("pairs: code %d: expected a piece without a code, found %v, which has code %d", c, p, r.codes[p])
		default:
			seen[p] = true
			r.codes[p] = uint8(c)
		}
	}
	for _, p := range pieces {
		if !seen[p] {
			return nil, fmt.Errorf("pairs: expected a code for a %v, found none", p)
		}
	}
	r.empty = uint8(bits.TrailingZeros16(r.isEmpty))
	r.codes[quad.NoPiece], r.codes[quad.EnPassantTarget] = r.empty, r.empty
	for _, rook := range [...]quad.Piece{quad.WhiteRook, quad.BlackRook} {
		if castling := quad.MakePiece(rook.Color(), quad.CastlingRook); !seen[castling] {
			r.codes[castling] = r.codes[rook]
		}
	}
	for a := range codes {
		attacker := plain(codes[a])
		r.reach[a] = reach(attacker, false)
		for v := range codes {
			victim := plain(codes[v])
			if attacker.Kind() == quad.None || victim.Kind() == quad.None ||
				counts != nil && !counts(attacker, victim) {
				continue
			}
			r.meet(a, v, reach(attacker, false), 0)
			r.meet(v, a, reach(attacker, true), 8)
			from, to := uint8(a)^r.empty, uint8(v)^r.empty
			r.kernel.Reaches[from][to], r.kernel.Reached[to][from] = reach(attacker, false), reach(attacker, true)
			for way, lines := range [...]uint8{layout.Diagonal, layout.Orthogonal} {
				if reach(attacker, false)&lines != 0 {
					r.victims[way][a] |= 1 << v
				}
			}
		}
	}
	r.fillEmpties()
	r.fillBytes()
	r.fillKernel()
	return r, nil
}

// meet adds the places that p can reach, or be reached from, by the given moves to the
// ways of p and other.
func (r *Rules) meet(p, other int, by uint8, shift int) {
	w := &r.ways[p][other]
	for d := range rays {
		if by&layout.RayWays(d, false) != 0 {
			*w |= 1 << (shift + d)
		}
		if by&layout.RayWays(d, true) != 0 {
			*w |= 1 << (16 + shift + d)
		}
	}
	if by&layout.ByJump != 0 {
		*w |= 0xff << (48 + shift)
	}
}

// fillEmpties computes the cubes that together contain the codes of empty squares.
func (r *Rules) fillEmpties() {
	rest, cubes := r.isEmpty, 0
	for mask := range uint8(16) { // large cubes first
		mask = [16]uint8{0, 1, 2, 4, 8, 3, 5, 6, 9, 10, 12, 7, 11, 13, 14, 15}[mask]
		for value := range uint8(16) {
			set := uint16(0)
			for c := range uint8(16) {
				if c&mask == value {
					set |= 1 << c
				}
			}
			if set&rest != 0 && set&^r.isEmpty == 0 {
				rest &^= set
				for i := cubes; i < len(r.empties); i++ {
					r.empties[i] = cube{uint64(mask) * 0x0101010101010101, uint64(value) * 0x0101010101010101}
				}
				cubes++
			}
		}
	}
	r.many = cubes > 2
}

// fillBytes extends the tables from codes to bytes of a mailbox.
func (r *Rules) fillBytes() {
	for b := range uint8(Empty) {
		c := b & 15
		r.piece[b] = uint8(^r.isEmpty >> c & 1)
		for i := range r.victims {
			r.victims[i][b] = r.victims[i][c]
		}
		for p := range r.ways {
			w := r.ways[p][c]
			for d := range rays {
				if r.victims[d&1][b] != 0 {
					w |= 1 << (32 + d)
				}
			}
			r.ways[p][b] = w | uint64(r.piece[b])*0xff<<40
		}
	}
}

// fillKernel computes the kernels' tables from the other tables.
func (r *Rules) fillKernel() {
	k := &r.kernel
	geometry.fill(k)
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
		switch by := r.reach[c]; {
		case by&(layout.Orthogonal|layout.Diagonal) != 0:
			k.Sights[i] = layout.SightRays
		case by&(layout.OneStep|layout.NorthStep|layout.SouthStep) != 0:
			k.Sights[i] = layout.SightSteps
		}
		for v := range uint8(16) {
			j := v ^ r.empty
			for way := range r.victims {
				k.Victims[way][i] |= r.victims[way][c] >> v & 1 << j
			}
		}
		for way, rows := range k.Victims {
			k.VictimBytes[0][way][i], k.VictimBytes[1][way][i] = uint8(rows[i]), uint8(rows[i]>>8)
		}
	}
}

// plain returns p, but a plain rook for a castling rook and no piece for an en-passant
// target.
func plain(p quad.Piece) quad.Piece {
	if p.Kind() == quad.None {
		return quad.NoPiece
	}
	return p.Plain()
}

// reach returns how p attacks or, if turned is true, how p is seen from the squares
// that it attacks.
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

// Code returns the engine's code for a piece. For [quad.NoPiece] and [quad.EnPassantTarget]
// it returns the lowest code that no piece has. Code panics if p is above 15.
func (r *Rules) Code(p quad.Piece) uint8 { return r.codes[p] }

// Mailbox sets dst to the mailbox of b, in the engine's codes.
func (r *Rules) Mailbox(dst *[64]uint8, b quad.Board) {
	for sq := range dst {
		dst[sq] = r.codes[b.G0>>sq&1|b.G1>>sq&1<<1|b.G2>>sq&1<<2|b.GB>>sq&1<<3]
	}
}
