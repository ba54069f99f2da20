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

	// By bytes of a mailbox: 1 for a piece; what it has to do with a piece p; which codes
	// it may see as a slider along a rank or file, or along a diagonal.
	piece   [256]uint8
	ways    [16][256]ways
	victims [2][256]uint16
	reach   [16]uint8 // how a piece of a code attacks
	isEmpty uint16    // the codes that no piece has
	empty   uint8     // the lowest of them
	many    bool      // more than two cubes are needed
	empties [4]cube
}

// ways tells of a piece p and a piece around it where they are a pair that counts: on
// which rays p attacks it if it is the nearest (bits 0 to 7) and it attacks p (from bit
// 8), and from bit 16 on the same if it is one step away; whether they attack
// each other by jumps (all of eight bits from 48 and from 56 on). It also tells along
// which rays the piece slides (from bit 32) and, on all, that it is a piece (from bit 40).
type ways = uint64

// NoKings counts the pairs without a king.
func NoKings(attacker, victim quad.Piece) bool {
	return attacker.Kind() != quad.King && victim.Kind() != quad.King
}

// Attacks counts the pairs of two colours: what is attacked, not what is defended.
func Opponents(attacker, victim quad.Piece) bool { return attacker.Color() != victim.Color() }

// NewRules returns the rules for an engine's codes and the pairs that counts
// reports true for, all if it is nil; castling rooks are plain rooks to it. It returns an
// error if the codes do not name each piece once.
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
	r.empty = uint8(bits.TrailingZeros16(r.isEmpty))
	r.codes[quad.NoPiece], r.codes[quad.EnPassantTarget] = r.empty, r.empty
	for _, rook := range [...]quad.Piece{quad.WhiteRook, quad.BlackRook} {
		if castling := quad.MakePiece(rook.Color(), quad.CastlingRook); !seen[castling] {
			r.codes[castling] = r.codes[rook]
		}
	}
	for a, attacker := range codes {
		r.reach[a] = reach(plain(attacker), false)
		for v, victim := range codes {
			attacker, victim := plain(attacker), plain(victim)
			if attacker.Kind() == quad.None || victim.Kind() == quad.None ||
				counts != nil && !counts(attacker, victim) {
				continue
			}
			r.meet(a, v, reach(attacker, false), 0)
			r.meet(v, a, reach(attacker, true), 8)
			k := &r.kernel
			i, j := uint8(a)^r.empty, uint8(v)^r.empty
			k.Reaches[i][j], k.Reached[j][i] = reach(attacker, false), reach(attacker, true)
			for i, way := range [...]uint8{layout.Orthogonal, layout.Diagonal} {
				if reach(attacker, false)&way != 0 {
					r.victims[i][a] |= 1 << v
				}
			}
		}
	}
	r.fillEmpties()
	r.fillBytes()
	r.fillKernel()
	return r, nil
}

// meet adds to how p meets other the places that it reaches, or is reached from, by
// ways.
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

// fillEmpties sets the cubes, which together are the codes of empty squares.
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

// fillBytes sets the tables by bytes to what they say of codes.
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

// fillKernel sets the tables of the kernels to what the others say.
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
