package formats

import (
	"encoding/binary"
	"math"
	"math/bits"

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
	placeholder := score == 0 && result != 0 && int(ply) > g.LastPly && g.large()
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
func (g *Gate) large() bool {
	return g.LastScore != NoScore && (g.LastScore > 100 || g.LastScore < -100)
}

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
// returns false at the end or if it sets Fault.
func (c *Chains) play(g *Gate, most int) bool {
	var none Gate
	gated := g != nil
	if !gated {
		g = &none
	}
	board := &c.Position.Board
	g0, g1, g2, gb := board.G0, board.G1, board.G2, board.GB
	black := -uint64(c.Position.Side & 1)
	half := int(c.Position.HalfMoves)
	move, score, ply, result := c.Move, c.Score, c.Ply, c.Result
	plies, at, left := c.plies, c.at, c.plies-most
	last, gap, minPly := g.LastScore, g.Gap, g.MinPly
	buf := c.buf
	fault := None
	pass := false
	for plies > left {
		// Play the move.
		half++
		occ := g0 | g1 | g2
		if special := move >> 12; special <= doublePush {
			from, to := move&63, move>>6&63
			f, t := uint64(1)<<from, uint64(1)<<to
			if g1&g2&^g0&t != 0 { // a king
				fault = BadMove
				break
			}
			p0, p1, p2 := g0>>from&1, g1>>from&1, g2>>from&1
			theirs := gb ^ black
			near := (t<<1&squares.NotFileA | t>>1&squares.NotFileH) & -uint64(special) & theirs & g1 &^ (g0 | g2)
			rights := g0 &^ (g1 | g2) &^ theirs & -(p1 & p2 &^ p0) // of a king that moves
			if occ&t|p1&^(p0|p2) != 0 {
				half = 0
			}
			keep := ^(f | t)
			g0 = g0&keep | p0<<to
			g1 = g1&keep | p1<<to
			g2 = g2&keep | rights | (p2|p0&^p1)<<to
			gb = gb&occ&keep | t&black
			if near != 0 { // a pawn may capture en passant
				target := uint64(1) << ((from + to) >> 1 & 63)
				if (quad.Board{G0: g0, G1: g1, G2: g2, GB: gb}).EnPassantCapturers(target) != 0 {
					gb |= target
				}
			}
		} else {
			p := movegen.Position{Board: quad.Board{G0: g0, G1: g1, G2: g2, GB: gb}, Side: quad.Color(black & 1)}
			to := uint64(1) << (move >> 6 & 63)
			if g1&g2&^g0&to != 0 || special == castling && !p.IsLegal(move) {
				fault = BadMove
				break
			}
			if special != castling { // of a pawn
				half = 0
			}
			p.PlayInto(&p, move)
			g0, g1, g2, gb = p.Board.G0, p.Board.G1, p.Board.G2, p.Board.GB
		}
		black = ^black
		ply++
		result = -result

		// The next move: the number of its piece among those of the side to move, then the number of
		// the move among those of the piece, by target. One path serves all pieces, since
		// branches by kind could not be predicted.
		occ = g0 | g1 | g2
		own := occ & (gb ^ ^black)
		window := binary.BigEndian.Uint64(buf[at>>3:]) << (at & 7)
		pieces := bits.OnesCount64(own)
		shift := tables.shifts[pieces&127] & 63
		index := int(window >> 1 >> shift)
		window <<= 63 - shift
		at += int(63 - shift)
		if index >= pieces {
			fault = BadMove
			break
		}
		from := selectBit(own, index)
		piece := uint64(1) << from
		code := g0>>from&1 | g1>>from&1<<1 | g2>>from&1<<2
		kind := &tables.kinds[code]
		side := &pawnSides[black&1]
		ahead := bits.RotateLeft64(piece, side.step) &^ occ
		pawn := tables.pawns[black&1][from]&(occ^own|gb&^occ) | ahead | bits.RotateLeft64(ahead&side.third, side.step)&^occ
		targets := tables.reaches[code][from].targets(piece, from, occ, kind.orthogonal)&^own | pawn&kind.pawn
		rooks := g0 &^ (g1 | g2) & own & kind.king
		normal := bits.OnesCount64(targets)
		moves := normal + bits.OnesCount64(rooks)
		promotes := piece&side.last&kind.pawn != 0
		if promotes {
			moves *= 4
		}
		shift = tables.shifts[moves&127] & 63
		index = int(window >> 1 >> shift)
		window <<= 63 - shift
		at += int(63 - shift)
		if index >= moves {
			fault = BadMove
			break
		}
		switch {
		case promotes:
			to := selectBit(targets, index/4)
			move = movegen.Move(from|to<<6) | movegen.Move(8+Promotions[index%4])<<12
		case index >= normal:
			to := selectBit(rooks, index-normal)
			move = movegen.Move(from | to<<6 | castling<<12)
		default:
			to := selectBit(targets, index)
			double := ((from^to)&15 - 1) >> 63 & kind.pawn // two ranks
			target := gb &^ occ >> to & 1 & kind.pawn
			move = movegen.Move(from | to<<6 | double<<12 | target<<13)
		}

		// The score: groups of four bits, the lowest first, each after a bit which reports whether
		// more groups follow.
		more := window >> 63
		more2 := more & (window >> 58)
		more3 := more2 & (window >> 53)
		groups := 1 + more + more2 + more3
		at += int(5 * groups)
		number := window>>59&15 | window>>50&0xf0 | window>>41&0xf00 | window>>32&0xf000
		number &= 1<<(4*groups) - 1
		score = -score + unzigzag(uint16(number))
		if at > c.end {
			fault = BadEnd
			break
		}
		plies--
		c.N++
		if gated {
			if score == 0 || score == NoScore {
				if score == NoScore || result != 0 && last != NoScore && (last > 100 || last < -100) {
					g.NoScore++
					continue
				}
			}
			last = int(score)
			if int(ply) < minPly {
				g.Early++
				continue
			}
			if gap > 0 {
				gap--
				continue
			}
		}
		pass = true
		break
	}
	g.Random += int64(g.Gap - gap)
	g.LastPly, g.LastScore, g.Gap = int(c.Ply+uint16(c.plies-plies)), last, gap
	c.Move, c.Score, c.Ply, c.Result = move, score, ply, result
	c.plies, c.Fault = plies, fault
	c.setAt(at)
	c.Position = movegen.Position{
		Board: quad.Board{G0: g0, G1: g1, G2: g2, GB: gb}, Side: quad.Color(black & 1),
		HalfMoves: uint16(min(half, math.MaxUint16)),
		FullMoves: c.fullMoves(ply),
	}
	return pass
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

// selectBit returns the square of bit k of set, counted from the lowest. set has more than k bits.
// The sums of the bits of bytes find the byte of the bit, and a table finds it there
// (Sebastiano Vigna, 2008).
func selectBit(set uint64, k int) uint64 {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	s := set - set>>1&0x5555555555555555
	s = s&0x3333333333333333 + s>>2&0x3333333333333333
	s = (s + s>>4) & 0x0f0f0f0f0f0f0f0f * ones // of all bytes up to each
	at := bits.OnesCount64((uint64(k)*ones|highs-s)&highs) * 8 & 56
	return uint64(at+int(bitTable[(k-int(s<<8>>at))&7][set>>at&255])) & 63
}

// bitTable[k][b] is bit k of byte b, counted from the lowest.
var bitTable = func() (t [8][256]uint8) {
	for b := range 256 {
		for k, rest := 0, uint(b); rest != 0; k++ {
			t[k][b] = uint8(bits.TrailingZeros(rest))
			rest &= rest - 1
		}
	}
	return
}()

// A reach is where a piece of one kind can go from a square: along the file and the
// diagonals to the first occupied squares, along its rank if rank is not 0, and to the squares
// of leaps.
type reach struct {
	file, diagonal, antidiagonal, leaps uint64
}

// tables are the tables of all kinds.
var tables = func() (t struct {
	reaches [8][64]reach
	kinds   [8]kindMasks
	ranks   [8][64]uint8  // the targets of a rook on a file of rank 1, by the occupied squares of files b to g
	pawns   [2][64]uint64 // attacks
	shifts  [128]uint8    // 63 less the bits of a number below n, by n
}) {
	for n := range t.shifts {
		t.shifts[n] = 63
		if n > 0 {
			t.shifts[n] -= uint8(bits.Len(uint(n - 1)))
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
		t.reaches[quad.CastlingRook][sq] = reach{file: file}
		t.reaches[quad.Rook][sq] = reach{file: file}
		t.reaches[quad.Bishop][sq] = reach{diagonal: diagonal, antidiagonal: bishop &^ diagonal}
		t.reaches[quad.Queen][sq] = reach{file, diagonal, bishop &^ diagonal, 0}
		t.reaches[quad.Knight][sq] = reach{leaps: movegen.KnightFrom(sq)}
		t.reaches[quad.King][sq] = reach{leaps: movegen.KingFrom(sq)}
		for side := range t.pawns {
			t.pawns[side][sq] = movegen.PawnFrom(sq, quad.Color(side))
		}
	}
	for file := range t.ranks {
		for occupied := range t.ranks[file] {
			t.ranks[file][occupied] = uint8(movegen.RookFrom(file, uint64(occupied)<<1))
		}
	}
	for _, kind := range []quad.Kind{quad.CastlingRook, quad.Rook, quad.Queen} {
		t.kinds[kind].orthogonal = math.MaxUint64
	}
	t.kinds[quad.Pawn].pawn, t.kinds[quad.King].king = math.MaxUint64, math.MaxUint64
	return
}()

// kindMasks are masks by the kind of a piece.
type kindMasks struct{ orthogonal, pawn, king, _ uint64 }

// pawnSides describe the moves of the pawns of a side.
var pawnSides = [2]struct {
	step  int
	third uint64 // where double pushes pass
	last  uint64 // the rank before the promotion
}{{8, squares.Rank3, squares.Rank7}, {-8, squares.Rank6, squares.Rank2}}

// targets returns the targets of a piece on a square: by hyperbola quintessence
// (Gerd Isenberg and Aleks Peshkov, 2007) on the lines, whose tables stay in the L1 cache,
// and by a table on its rank, if orthogonal is not 0.
func (r *reach) targets(piece, sq, occupied, orthogonal uint64) uint64 {
	turned := bits.ReverseBytes64(piece)
	file := occupied & r.file
	diagonal := occupied & r.diagonal
	antidiagonal := occupied & r.antidiagonal
	file = (file - piece ^ bits.ReverseBytes64(bits.ReverseBytes64(file)-turned)) & r.file
	diagonal = (diagonal - piece ^ bits.ReverseBytes64(bits.ReverseBytes64(diagonal)-turned)) & r.diagonal
	antidiagonal = (antidiagonal - piece ^ bits.ReverseBytes64(bits.ReverseBytes64(antidiagonal)-turned)) & r.antidiagonal
	rank := uint64(tables.ranks[sq&7][occupied>>(sq&56)>>1&63]) << (sq & 56)
	return file | diagonal | antidiagonal | rank&orthogonal | r.leaps
}
