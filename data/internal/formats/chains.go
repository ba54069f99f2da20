package formats

import (
	"encoding/binary"
	"math"
	"math/bits"
	"unsafe"

	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// Chains reads the chains of a chunk of .binpack like [Checked], in less time. The first
// position of a chain must be valid and its move legal. The later moves are those of the format,
// which are the moves of the pieces without regard to checks: they never capture a king, and
// castling is legal, but a move of a corrupt chunk may leave its own king attacked.
type Chains struct {
	Row         // the last position that was read
	N     int   // the number of positions that were read
	Fault Fault // why the chunk ended early

	buf   []byte // the chunk and the padding
	at    int    // bits
	end   int    // bits, without the padding
	plies int    // moves of the chain that were not read
	fresh bool   // the position is the first one of a chain
	first Row    // the first position of the chain
}

// The types of moves of package movegen, without promotions.
const (
	doublePush = 1
	enPassant  = 2
	castling   = 3
)

// Padding is the number of bytes after a chunk that Chains may read.
const Padding = 8

// A Gate drops positions before their boards are used, by the rules of the filters of package
// training that need no board.
type Gate struct {
	MinPly    int // drop lower plies
	Gap       int // the number of positions to drop before the next one
	LastPly   int
	LastScore int

	NoScore, Early, Random int64 // the number of positions dropped
}

// NoScore is the score of positions without one.
const NoScore = 32002

// Passes reports whether a position passes the gate. If it does, the caller sets Gap.
func (g *Gate) Passes(score int16, ply uint16, result int8) bool {
	placeholder := score == 0 && result != 0 && int(ply) > g.LastPly && large(g.LastScore)
	g.LastPly = int(ply)
	switch {
	case score == NoScore || placeholder:
		g.NoScore++
		return false
	case int(ply) < g.MinPly:
		g.LastScore = int(score)
		g.Early++
		return false
	case g.Gap > 0:
		g.LastScore = int(score)
		g.Gap--
		g.Random++
		return false
	}
	g.LastScore = int(score)
	return true
}

// large reports whether there is a last score, and zeros after it may mean none.
func large(last int) bool { return last != NoScore && (last > 100 || last < -100) }

// Reset starts to read a chunk of size bytes at the start of buf, which contains at least
// [Padding] more bytes.
func (c *Chains) Reset(buf []byte, size int) {
	*c = Chains{buf: buf[:size+Padding], end: 8 * size}
}

// Offset returns the number of bytes that were read.
func (c *Chains) Offset() int { return c.at / 8 }

// Next reads positions until one passes the gate, or one if g is nil. It returns false at the end
// of the chunk, or if it sets Fault.
func (c *Chains) Next(g *Gate) bool { return c.next(g, math.MaxInt) }

// next is Next, but it reads at most the positions up to a number.
func (c *Chains) next(g *Gate, last int) bool {
	for c.N < last && !c.ended() {
		if c.begins() {
			if c.begin(g) {
				return true
			}
		} else if c.isLegal() && c.play(g, min(c.plies, last-c.N)) {
			return true
		}
	}
	return false
}

// ended reports whether there are no more positions.
func (c *Chains) ended() bool { return c.Fault != None || c.plies == 0 && c.at == c.end }

// begins reports whether the next position is the first one of a chain.
func (c *Chains) begins() bool { return c.plies == 0 }

// begin reads the first position of a chain, and reports whether it passes the gate.
func (c *Chains) begin(g *Gate) bool {
	if c.Fault = c.start(); c.Fault != None {
		return false
	}
	c.N++
	return g == nil || g.Passes(c.Score, c.Ply, c.Result)
}

// isLegal reports whether the move of the position is legal. It sets Fault if it is not. Moves that
// are not the first ones of a chain are legal.
func (c *Chains) isLegal() bool {
	if c.fresh && !c.Position.IsLegal(c.Move) {
		c.Fault = BadMove
	}
	c.fresh = false
	return c.Fault == None
}

// start reads the first position of a chain.
func (c *Chains) start() Fault {
	if c.end-c.at < 8*stemSize {
		return BadTail
	}
	data := c.buf[c.at/8 : c.at/8+stemSize]
	c.at += 8 * stemSize
	if fault := c.unpackStem(data); fault != None {
		return fault
	}
	if c.Position.Validate() != nil {
		return BadStart
	}
	c.plies, c.fresh, c.first = int(binary.BigEndian.Uint16(data[32:])), true, c.Row
	return None
}

// play reads positions of a chain, at most a number of them, until one passes the gate. It
// returns false at the end, before the ply of a position would be 0 again, or if it sets Fault.
func (c *Chains) play(g *Gate, most int) bool {
	var s steps
	s.enter(c, g, most)
	for {
		s.piece()
		if s.target() {
			return s.leave(c, g)
		}
	}
}

// steps is the state of a chain while its moves are played. Each move is played in two halves, so that
// those of two chains can alternate: each waits for the one before, but the processor can work on both.
type steps struct {
	g0, g1, g2, gb uint64 // of quad.Board
	black          uint64 // all bits if it is Black's turn
	from, to       uint64 // the move of the position, as two sets of one square
	kind           uint64 // the index of its piece in walkTable.kinds
	flags          movegen.Move
	won, large     uint64 // 1 if the game was not drawn; 1 if the last score was large as well
	fault          Fault
	text           unsafe.Pointer
	at, end        uint64 // bits
	plies, first   int    // moves that were not read, now and at the start
	clock          int    // the half-move clock is clock-plies
	score, last    int
	noScore        int // the score that means none
	skips

	// Between the halves.
	window, square, occupied, own, theirs uint64
}

// special is a bit of steps.flags beside the type of a move: castling, captures en passant, double pushes
// that may be captured en passant, and moves of a king that may castle.
const special = 1

// enter starts to play at most a number of moves, which is above 0.
func (s *steps) enter(c *Chains, g *Gate, most int) {
	b := &c.Position.Board
	most = min(most, math.MaxUint16+1-int(c.Ply+1)) // the ply of the next position does not overflow
	*s = steps{
		g0: b.G0, g1: b.G1, g2: b.G2, gb: b.GB, black: -uint64(c.Position.Side & 1),
		from: 1 << (c.Move & 63), to: 1 << (c.Move >> 6 & 63), kind: uint64(c.kind()), flags: c.Move &^ 0xfff,
		text: unsafe.Pointer(&c.buf[0]), at: uint64(c.at), end: uint64(c.end), plies: most,
		clock: int(c.Position.HalfMoves) + most, score: int(c.Score),
	}
	if !c.walks() || c.rooks() != 0 {
		s.flags |= special
	}
	s.gate(c, g)
}

// gate sets which of the following positions g drops.
func (s *steps) gate(c *Chains, g *Gate) {
	s.first, s.noScore = s.plies, 1<<20
	if g != nil {
		s.skips, s.noScore, s.last = g.skips(int(c.Ply+1)), NoScore, g.LastScore
		s.won = bit(c.Result != 0)
		s.large = s.won & bit(large(g.LastScore))
	}
}

// piece plays the move and reads which piece moves next: its number among those of the side to move.
func (s *steps) piece() {
	t := tables
	g0, g1, g2, gb, black := s.g0, s.g1, s.g2, s.gb, s.black
	to := s.to
	if king := g1 & g2 &^ g0 & to; king|uint64(s.flags&special) != 0 {
		s.playSpecial()
		g0, g1, g2, gb = s.g0, s.g1, s.g2, s.gb
	} else {
		kind := &t.kinds[s.kind&15]
		keep := ^(s.from | to)
		occupied := g0 | g1 | g2
		clock, now := s.clock, s.plies-1
		if occupied&to|kind.pawn != 0 {
			clock = now
		}
		s.clock = clock
		g0 = g0&keep | to&kind.planes[0]
		g1 = g1&keep | to&kind.planes[1]
		g2 = g2&keep | to&kind.planes[2]
		gb = gb&occupied&keep | to&black
		s.g0, s.g1, s.g2, s.gb = g0, g1, g2, gb
	}
	black = ^black
	occupied := g0 | g1 | g2
	theirs := gb ^ occupied&black // and where they can be captured en passant
	own := occupied &^ theirs
	s.black, s.occupied, s.theirs, s.own = black, occupied, theirs, own
	window := binary.BigEndian.Uint64((*[8]byte)(unsafe.Add(s.text, s.at>>3))[:]) << (s.at & 7)
	sums := byteSums(own)
	n := uint64(bits.OnesCount64(own))
	number := t.numbers[n&255]
	window = bits.RotateLeft64(window, int(number>>8))
	s.window = window
	s.at += uint64(number >> 8)
	k := window & uint64(number&255)
	if k >= n {
		s.fault = BadMove
	}
	square := selectBit(own, sums, k) & 63
	s.square, s.from = square, 1<<square
}

// target reads the rest of the move, its number among those of the piece, by target, and the
// score. It returns true if the position passes the gate, or is the last one. One path serves all pieces,
// since branches by kind could not be predicted.
func (s *steps) target() bool {
	t := tables
	square, occupied, own, theirs, from := s.square&63, s.occupied, s.own, s.theirs, s.from
	code := s.g0>>square&1 | s.g1>>square&1<<1 | s.g2>>square&1<<2
	kind := &t.kinds[code]
	pawn := &t.pawns[square][s.black&1]
	r := &t.reaches[square]
	turned := bits.ReverseBytes64(from)
	file := line(occupied, r.file, from, turned)
	rank := uint64(t.ranks[square&7][occupied>>(square&56)>>1&63]) << (square & 56)
	diagonals := line(occupied, r.diagonal, from, turned) | line(occupied, r.antidiagonal, from, turned)
	targets := (file|rank)&kind.orthogonal | diagonals&kind.diagonal | t.leaps[code][square]
	targets = targets&^own | (pawn.attacks&theirs|pawn.pushes&file&^occupied)&kind.pawn
	s.kind, s.flags = code, 0
	window, at := s.window, s.at
	if rooks := s.g0 &^ (s.g1 | s.g2) & own & kind.king; rooks|pawn.promotes&kind.pawn != 0 {
		width := s.rareTarget(targets, rooks)
		window <<= width
		at += width
	} else {
		sums := byteSums(targets)
		n := uint64(bits.OnesCount64(targets))
		number := t.numbers[n&255]
		window = bits.RotateLeft64(window, int(number>>8))
		at += uint64(number >> 8)
		k := window & uint64(number&255)
		if k >= n {
			s.fault = BadMove
		}
		to := uint64(1) << (selectBit(targets, sums, k) & 63)
		s.to = to
		if (pawn.beside&theirs|theirs&^occupied)&kind.pawn != 0 {
			if to&theirs&^occupied != 0 {
				s.flags = enPassant<<12 | special
			} else if to == from<<16|from>>16 { // two ranks
				s.flags = doublePush<<12 | special
			}
		}
	}

	// The score: groups of four bits, the lowest first, each after a bit which reports whether
	// more groups follow.
	low, high := t.scores[window>>54], t.scores[window>>44&1023]
	number := low + high&(low>>31)<<8
	at += uint64(number>>16&31) + uint64(number>>24&31)
	s.at = at
	score := int(unzigzag(uint16(number)) - int16(s.score))
	s.score = score
	if at > s.end && s.fault == None {
		s.fault = BadEnd
	}
	if s.fault != None {
		return true
	}
	s.plies--

	// Positions without a score are many, and branches could not predict them.
	none := bit(score == s.noScore) | bit(score == 0)&s.large
	early := none & bit(s.skip > s.gap)
	kept := int(none) - 1 // all bits or none
	s.last ^= (s.last ^ score) & kept
	s.large ^= (s.large ^ s.won&bit(uint(score+100) > 200)) & uint64(kept)
	s.noScores += int(none)
	s.noEarly += int(early)
	s.skip -= int(none ^ 1 | early)
	return s.skip < 0 || s.plies == 0
}

// playSpecial plays a special move, unless it is castling that is not legal. It sets a fault then, or if
// the move captures a king.
func (s *steps) playSpecial() {
	p := movegen.Position{
		Board: quad.Board{G0: s.g0, G1: s.g1, G2: s.g2, GB: s.gb}, Side: quad.Color(s.black & 1),
		HalfMoves: uint16(min(s.clock-s.plies, math.MaxUint16)),
	}
	m := moveOf(s.from, s.to, s.flags)
	if p.Board.Kings()&s.to != 0 || m.IsCastling() && !p.IsLegal(m) {
		s.fault = BadMove
		return
	}
	p.PlayInto(&p, m)
	s.g0, s.g1, s.g2, s.gb = p.Board.G0, p.Board.G1, p.Board.G2, p.Board.GB
	s.clock = int(p.HalfMoves) + s.plies - 1
}

// rareTarget reads the target of a king that may castle with rooks, or of a pawn that promotes. It returns the
// number of bits.
func (s *steps) rareTarget(targets, rooks uint64) uint64 {
	normal := bits.OnesCount64(targets)
	n := normal + bits.OnesCount64(rooks)
	if rooks == 0 {
		n *= 4
	}
	number := tables.numbers[n&255]
	k := int(bits.RotateLeft64(s.window, int(number>>8)) & uint64(number&255))
	switch {
	case k >= n:
		s.fault = BadMove
	case rooks == 0:
		promoted := 8 + Promotions[k%4]
		s.to, s.kind, s.flags = 1<<nth(targets, k/4), uint64(promoted), movegen.Move(promoted)<<12
	case k >= normal:
		s.to, s.flags = 1<<nth(rooks, k-normal), castling<<12|special
	default:
		s.to, s.flags = 1<<nth(targets, k), special
	}
	return uint64(number >> 8)
}

// leave sets c and g to the position that was read last, and reports whether it passes the gate.
func (s *steps) leave(c *Chains, g *Gate) bool {
	n := s.first - s.plies
	c.N += n
	c.plies -= n
	c.Ply += uint16(n)
	if n&1 != 0 {
		c.Result = -c.Result
	}
	found := int(bit(s.skip < 0))
	s.skip += found
	if g != nil {
		g.skipped(&s.skips, n-found)
		g.LastPly, g.LastScore = int(c.Ply), s.last
	}
	c.Score, c.Fault = int16(s.score), s.fault
	c.setAt(int(s.at))
	c.Position = movegen.Position{
		Board: quad.Board{G0: s.g0, G1: s.g1, G2: s.g2, GB: s.gb}, Side: quad.Color(s.black & 1),
		HalfMoves: uint16(min(s.clock-s.plies, math.MaxUint16)),
		FullMoves: c.fullMoves(c.Ply),
	}
	c.Move = moveOf(s.from, s.to, s.flags)
	c.markDoublePush()
	return found != 0
}

// moveOf returns the move between two sets of one square, with the type in bits 12 to 15 of flags.
func moveOf(from, to uint64, flags movegen.Move) movegen.Move {
	return movegen.Move(bits.TrailingZeros64(from)|bits.TrailingZeros64(to)<<6) | flags&^0xfff
}

// skips are the positions that a gate drops before the next one.
type skips struct {
	skip  int // drop so many positions,
	gap   int // the last of them because of Gate.Gap, which positions without a score do not count for,
	early int // and the others because they are early

	noScores, noEarly int // positions without a score, and those of them that counted for skip
}

// skips returns what g drops from a ply.
func (g *Gate) skips(ply int) skips {
	early := max(min(max(g.MinPly, 0), math.MaxUint16+1)-ply, 0)
	return skips{skip: early + g.Gap, gap: g.Gap, early: early}
}

// skipped counts the positions that g dropped. s.skip is now the number of those that it still drops.
func (g *Gate) skipped(s *skips, dropped int) {
	early := s.early - max(s.skip-s.gap, 0) - s.noEarly
	g.NoScore += int64(s.noScores)
	g.Early += int64(early)
	g.Random += int64(dropped - early - s.noScores)
	g.Gap = min(s.skip, s.gap)
}

// setAt sets the number of bits that were read. The end of a chain is that of a byte.
func (c *Chains) setAt(at int) {
	if c.at = at; c.plies == 0 {
		c.at = (at + 7) &^ 7
	}
}

// fullMoves returns the number of the full move at a ply of the chain.
func (c *Chains) fullMoves(ply uint16) uint16 {
	first := &c.first
	return first.Position.FullMoves + uint16((int(ply-first.Ply)+int(first.Position.Side))/2)
}

const ones, highs = 0x0101010101010101, 0x8080808080808080

// byteSums returns in each byte the number of bits of set up to and with this byte.
func byteSums(set uint64) uint64 {
	set -= set >> 1 & 0x5555555555555555
	set = set&0x3333333333333333 + set>>2&0x3333333333333333
	return (set + set>>4) & 0x0f0f0f0f0f0f0f0f * ones
}

// selectBit returns the square of bit k of set, counted from the lowest, or any square if there is none.
// The sums of its bytes find the byte of the bit, and a table finds it there (Sebastiano Vigna, 2008).
func selectBit(set, sums, k uint64) uint64 {
	at := uint64(bits.OnesCount64(((k*ones|highs)-sums)&highs)) * 8 & 56
	return at | uint64(tables.bits[set>>at&255][(k-sums<<8>>at)&7])
}

// A reach is the file and the diagonals of a square, without the square.
type reach struct{ file, diagonal, antidiagonal, _ uint64 }

// tables are the tables of all kinds.
var tables = newTables()

// A tableSet contains the tables of the kernel, and those of Go.
type tableSet struct {
	walkTable
	reaches [64]reach
	ranks   [8][64]uint8  // the targets of a rook on a file of rank 1, by the occupied squares of files b to g
	numbers [256]uint16   // of a number below n, by n: its length in bits, and so many bits
	scores  [1024]int32   // two groups of a score: the number, the length in bits 16 to 20, and if more groups follow, bit 31
	bits    [256][8]uint8 // bit k of a byte, counted from the lowest
}

func newTables() *tableSet {
	t := new(tableSet)
	for n := range t.numbers[1:128] {
		width := bits.Len(uint(n))
		t.numbers[n+1] = uint16(width<<8 | (1<<width - 1))
	}
	for k := range t.scores {
		t.scores[k] = int32(5<<16 | k>>5&15)
		if k>>9 != 0 {
			t.scores[k] = int32(10<<16 | k>>5&15 | k&15<<4 | k>>4&1<<31)
		}
	}
	for b := range t.bits {
		for k, rest := 0, uint(b); rest != 0; k++ {
			t.bits[b][k] = uint8(bits.TrailingZeros(rest))
			rest &= rest - 1
		}
	}
	for sq := range 64 {
		rook, bishop := movegen.RookFrom(sq, 0), movegen.BishopFrom(sq, 0)
		file := rook & (squares.FileA << (sq & 7))
		var diagonal uint64
		for s := uint64(1) << sq; s != 0; s = s << 9 & squares.NotFileA {
			diagonal |= s
		}
		for s := uint64(1) << sq; s != 0; s = s >> 9 & squares.NotFileH {
			diagonal |= s
		}
		diagonal &= bishop
		t.reaches[sq] = reach{file: file, diagonal: diagonal, antidiagonal: bishop &^ diagonal}
	}
	for file := range t.ranks {
		for occupied := range t.ranks[file] {
			t.ranks[file][occupied] = uint8(movegen.RookFrom(file, uint64(occupied)<<1))
		}
	}
	t.walkTable.set(&t.reaches)
	return t
}

// line returns the targets of a piece on a line, by hyperbola quintessence (Gerd Isenberg and Aleks
// Peshkov, 2007): the tables stay in the L1 cache. turned is the piece on the board upside down.
func line(occupied, line, piece, turned uint64) uint64 {
	occupied &= line
	return (occupied - piece ^ bits.ReverseBytes64(bits.ReverseBytes64(occupied)-turned)) & line
}

// sliders returns the squares that a rook and a bishop on a square attack.
func sliders(sq, occupied uint64) (rook, bishop uint64) {
	piece, r := uint64(1)<<sq, &tables.reaches[sq]
	turned := bits.ReverseBytes64(piece)
	rank := uint64(tables.ranks[sq&7][occupied>>(sq&56)>>1&63]) << (sq & 56)
	return line(occupied, r.file, piece, turned) | rank,
		line(occupied, r.diagonal, piece, turned) | line(occupied, r.antidiagonal, piece, turned)
}
