package formats

import (
	"math"
	"math/bits"
	"unsafe"

	"github.com/koggestone/koggestone/internal/movechain"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// A walkTable contains the kernel's tables, in the layout that package movechain defines.
type walkTable struct {
	kinds   [16]walkKind // for each quad.Kind, then for pawns that promote to it
	squares [65]struct { // the last element is used after a fault, when there is no square
		lines   [4]uint64 // rank, file, diagonal, antidiagonal
		targets [4]uint64 // addresses of the rows of walkTable.lines for the square in each line
	}
	pawns [64][2]struct {
		attacks, pushes uint64
		beside          uint64 // squares beside the target of a double push
		promotes        uint64 // all bits if the pawn promotes
	}
	leaps   [8][64]uint64 // targets of knights and kings
	lines   [8][256]uint8 // targets in a line, for each place of the piece and each set of occupied places
	widths  [128]uint8    // bit length of a number below n
	tops    [128]uint64   // masks of the highest widths[n] bits
	lengths [8]uint64     // bit length of a score, for each value of its continuation bits
	groups  [8]uint64     // masks of these bits
	more    uint64        // mask of the continuation bits, which say whether more groups follow
	digits  uint64        // mask of the other bits of a score
}

// A walkKind contains masks that have all bits set or none.
type walkKind struct {
	orthogonal, diagonal, pawn, king uint64
	planes                           [3]uint64 // planes of the piece after its move
	_                                uint64
}

// tables contains the kernel's tables. [Chains] and [InCheck] also use some of them.
var tables = newTables()

func newTables() *walkTable {
	t := new(walkTable)
	all := func(is bool) uint64 {
		if is {
			return math.MaxUint64
		}
		return 0
	}
	planes := func(k quad.Kind) (p [3]uint64) {
		for i := range p {
			p[i] = all(k>>i&1 != 0)
		}
		return p
	}
	for code := range quad.Kind(8) {
		after := code
		if code == quad.CastlingRook {
			after = quad.Rook
		}
		t.kinds[code] = walkKind{
			orthogonal: all(after == quad.Rook || after == quad.Queen),
			diagonal:   all(after == quad.Bishop || after == quad.Queen),
			pawn:       all(after == quad.Pawn),
			king:       all(after == quad.King),
			planes:     planes(after),
		}
		t.kinds[8+code] = walkKind{pawn: math.MaxUint64, planes: planes(code)}
	}
	for sq := range 64 {
		piece := uint64(1) << sq
		diagonal := piece
		for s := piece; s != 0; s = s << 9 & squares.NotFileA {
			diagonal |= s
		}
		for s := piece; s != 0; s = s >> 9 & squares.NotFileH {
			diagonal |= s
		}
		s := &t.squares[sq]
		s.lines = [4]uint64{squares.Rank1 << (sq & 56), squares.FileA << (sq & 7), diagonal, movegen.BishopAttacksFrom(sq, 0)&^diagonal | piece}
		for l, line := range s.lines {
			place := bits.OnesCount64(line & (piece - 1))
			s.targets[l] = uint64(uintptr(unsafe.Pointer(&t.lines[place])))
		}
		for side := range quad.Color(2) {
			p := &t.pawns[sq][side]
			p.attacks = movegen.PawnAttacksFrom(sq, side)
			step, third, last := 8, squares.Rank3, squares.Rank7
			if side == quad.Black {
				step, third, last = -8, squares.Rank6, squares.Rank2
			}
			p.pushes = bits.RotateLeft64(piece, step)
			if p.pushes&third != 0 { // where double pushes pass
				double := bits.RotateLeft64(piece, 2*step)
				p.pushes |= double
				p.beside = double<<1&squares.NotFileA | double>>1&squares.NotFileH
			}
			p.promotes = all(piece&last != 0)
		}
		t.leaps[quad.Knight][sq], t.leaps[quad.King][sq] = movegen.KnightAttacksFrom(sq), movegen.KingAttacksFrom(sq)
	}
	for l := range t.squares[64].targets {
		t.squares[64].targets[l] = uint64(uintptr(unsafe.Pointer(&t.lines[0])))
	}
	for place := range t.lines {
		for set := range t.lines[place] { // on rank 1
			t.lines[place][set] = uint8(movegen.RookAttacksFrom(place, uint64(set)))
		}
	}
	for n := range t.widths {
		if n > 0 {
			t.widths[n] = uint8(bits.Len(uint(n - 1)))
			t.tops[n] = ^(math.MaxUint64 >> t.widths[n])
		}
	}
	for more := range t.lengths {
		groups := 1 + bits.LeadingZeros8(^uint8(more<<5)) // at most 4
		t.lengths[more] = uint64(5 * groups)
		t.groups[more] = ^uint64(0) << (64 - 5*groups)
	}
	t.more, t.digits = 1<<63|1<<58|1<<53, 0xf<<59|0xf<<54|0xf<<49|0xf<<44
	return t
}

// walks reports whether the kernel can play the position's move. It cannot castle, capture en
// passant, or play a double push that could be captured en passant.
func (c *Chains) walks() bool {
	b, m := &c.Position.Board, c.Move
	to := uint64(1) << (m >> 6 & 63)
	switch m >> 12 {
	case 2, castling:
		return false
	case doublePush:
		return (to<<1&squares.NotFileA|to>>1&squares.NotFileH)&b.ByColor(c.Position.Side.Other())&b.Pawns() == 0
	}
	return true
}

// kind returns the index of the moving piece in walkTable.kinds.
func (c *Chains) kind() int {
	if c.Move>>15 != 0 { // a promotion
		return int(c.Move >> 12)
	}
	return int(c.Position.Board.At(int(c.Move & 63)).Kind())
}

// rooks returns the rooks that the side to move may castle with, if its king moves.
func (c *Chains) rooks() uint64 {
	b := &c.Position.Board
	if b.Kings()>>(c.Move&63)&1 == 0 {
		return 0
	}
	return b.CastlingRooks() & b.ByColor(c.Position.Side)
}

// load sets the kernel's state to the position. [Lane.enter] adds the gate.
func (c *Chains) load(s *[movechain.Words]uint64) {
	p := &c.Position
	occupied := p.Board.Occupied()
	result := int64(c.Result)
	if p.Side != quad.White {
		result = -result
	}
	*s = [movechain.Words]uint64{
		movechain.G0:     p.Board.G0,
		movechain.G1:     p.Board.G1,
		movechain.G2:     p.Board.G2,
		movechain.White:  occupied &^ p.Board.GB,
		movechain.Black:  occupied & p.Board.GB,
		movechain.Result: uint64(result),
		movechain.Lost:   uint64(-result),
		movechain.From:   1 << (c.Move & 63),
		movechain.To:     1 << (c.Move >> 6 & 63),
		movechain.Kind:   uint64(uintptr(unsafe.Pointer(&tables.kinds[c.kind()]))),
		movechain.Text:   uint64(uintptr(unsafe.Pointer(&c.buf[0]))),
		movechain.At:     uint64(c.at),
		movechain.End:    uint64(c.end),
		movechain.Score:  uint64(c.Score),
		movechain.Half:   uint64(p.HalfMoves),
		movechain.Side:   uint64(p.Side) << 5,
		movechain.Rooks:  c.rooks(),
	}
}

// store copies the board, the half-move clock, the move and the score from the kernel's state.
func (c *Chains) store(s *[movechain.Words]uint64) {
	p := &c.Position
	p.Board = quad.Board{G0: s[movechain.G0], G1: s[movechain.G1], G2: s[movechain.G2], GB: s[movechain.Black]}
	p.HalfMoves = uint16(min(s[movechain.Half], math.MaxUint16))
	c.Move = movegen.Move(bits.TrailingZeros64(s[movechain.From])|bits.TrailingZeros64(s[movechain.To])<<6) | movegen.Move(s[movechain.Type])
	c.Score = int16(s[movechain.Score])
	c.markDoublePush()
}

// advance updates the counters after the kernel has read n positions.
func (c *Chains) advance(n int) {
	p := &c.Position
	c.N += n
	c.plies -= n
	c.Ply += uint16(n)
	p.FullMoves += uint16((n + int(p.Side)) / 2)
	if n&1 != 0 {
		c.Result, p.Side = -c.Result, p.Side.Other()
	}
}

// castles plays the rook's part of castling in the state, so that the kernel can play the king's
// part. It returns false if castling is not legal, or if king and rook are not on their usual
// squares.
func castles(s *[movechain.Words]uint64) bool {
	king, rook := s[movechain.From], s[movechain.To]
	if king&(squares.FileA<<4) == 0 || rook&(squares.FileA|squares.FileA<<7) == 0 {
		return false
	}
	b := quad.Board{G0: s[movechain.G0], G1: s[movechain.G1], G2: s[movechain.G2], GB: s[movechain.Black]}
	to, place := king<<2, king<<1
	between := to | place
	if rook < king {
		to, place = king>>2, king>>1
		between = to | place | king>>3
	}
	side := s[movechain.Side]
	color := quad.Color(side >> 5)
	if b.Occupied()&between != 0 || InCheck(&b, color) {
		return false
	}
	for _, sq := range [2]uint64{place, to} {
		moved := b
		moved.G1, moved.G2 = moved.G1&^king|sq, moved.G2&^king|sq
		moved.GB = moved.GB&^king | sq&-(side>>5)
		if InCheck(&moved, color) {
			return false
		}
	}
	s[movechain.G0] = s[movechain.G0]&^rook | place
	s[movechain.G2] = s[movechain.G2]&^rook | place
	own := &s[movechain.White]
	if color == quad.Black {
		own = &s[movechain.Black]
	}
	*own ^= rook | place
	s[movechain.Rooks] &^= rook
	s[movechain.To], s[movechain.Special] = to, 0
	return true
}
