package movegen

import (
	"math/bits"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// [AppendLegalMovesBatch] lists moves in the order of the sets in a rowSets and, within a
// set, of the bits, lowest first. A byte in a set is a row: a group of moves that differ
// only in the squares along one line. The kernels skip empty rows and expand the others to
// moves by tables.

// The rows of pawns are the bytes of four words, with one bit for each file. Pushes,
// captures to the east and captures to the west each have rows for targets on ranks 3 to 7,
// and then rows for promotions on rank 8 to a queen, a rook and a bishop.
const (
	pawnPush = iota
	pawnEast
	pawnWest
	pawnRest // see layout.RowPushKnight
	pawnWords
)

// A rowSets contains a position's moves as sets, in the order of lists. Squares are on a
// board where the pawns of the side to move go north, except for knights.
type rowSets struct {
	rays    [8]uint64 // sliders and king: targets by direction
	knights uint64    // knights that are not pinned, as squares of the board
	targets uint64    // possible targets of knights, as squares of the board
	pawns   [pawnWords]uint64
	rooks   uint64 // rooks to castle with, except rooks in pawns
	takers  uint64 // pawns that capture en passant
	own     uint64
	passed  uint64 // the en-passant target
	king    int    // square of the king
	flip    flip
}

// set sets r to the moves of a board that s selects.
func (r *rowSets) set(b *quad.Board, side quad.Color, s Selection) {
	var t setwiseTargets
	var v view
	north := northward(b, side)
	v.look(&north, quad.White)
	r.flip = flipOf(side)
	kings := b.Kings()
	white, black := kings&^b.GB, kings&b.GB
	var free, targets, takers, rooks uint64
	kingSet := uint64(1) << (v.king & 63)
	if white&(white-1) == 0 && black&(black-1) == 0 && white != 0 && black != 0 {
		free, targets = v.setTargets(&t)
		var all uint64
		t.king, all = v.kingMoves(^v.own)
		if kingSet == e1 {
			t.castling = all & (a1 | h1)
		}
		takers, rooks = v.capturers(), all&^t.castling
	} else {
		var all setwise
		all.look(b, side)
		all.targets(&t)
		free, targets = all.knights&all.own&^all.anyPinned, all.mask&^all.own
		kingSet = all.king
		takers, rooks = rareMoves(b, side)
	}
	capture, quiet := -uint64(s&Captures), -uint64(s/Quiets&1)
	queen, under := -uint64(s/QueenPromotions&1), -uint64(s/Underpromotions&1)
	where := v.them&capture | ^v.them&quiet
	for d := range koggestone.Direction(8) {
		r.rays[d] = (t.sliders[d] | koggestone.Step(kingSet, d)&t.king) & where
	}
	r.knights, r.targets = r.flip.back(free), r.flip.back(targets&where)
	var lesser [3]uint64 // underpromotions by file
	for k, x := range [3]struct{ targets, ordinary, queens uint64 }{
		pawnPush: {t.push, quiet, queen}, pawnEast: {t.east, capture, capture}, pawnWest: {t.west, capture, capture},
	} {
		last := x.targets >> 56
		lesser[k] = last & under
		r.pawns[k] = x.targets>>16&(1<<40-1)&x.ordinary | last&x.queens<<40 | lesser[k]<<48 | lesser[k]<<56
	}
	double := (t.double & quiet) >> 24 & 0xff
	castles := t.castling & quiet
	r.pawns[pawnRest] = lesser[0]<<(8*layout.RowPushKnight) | lesser[1]<<(8*layout.RowEastKnight) | lesser[2]<<(8*layout.RowWestKnight) |
		double<<(8*layout.RowDouble) | castles&a1<<(8*layout.RowCastleA) | castles&h1<<(8*layout.RowCastleH)
	r.rooks, r.takers = rooks&quiet, takers&capture
	r.own, r.passed, r.king = v.own, v.EnPassant, v.king
}

// setTargets computes the target sets of a board with one king on each side, except for
// king, knights and castling. It returns the knights that are not pinned, and the squares
// that knights may go to.
func (v *view) setTargets(t *setwiseTargets) (knights, targets uint64) {
	*t = setwiseTargets{}
	if v.mask == 0 {
		return 0, 0
	}
	targets = v.mask &^ v.own
	var on [4]uint64 // pinned pieces, by axis
	for x := v.pinners; x != 0; x &= x - 1 {
		pinner := bits.TrailingZeros64(x)
		on[axisBetween(v.king, pinner)] |= v.lineTo(pinner) & v.own
	}
	empty := ^v.occ
	free := func(sliders uint64, axis koggestone.Direction) uint64 { return sliders &^ (v.pinned &^ on[axis]) }
	sliders := free(v.diagonal&v.own, koggestone.NorthEast)
	t.sliders[koggestone.NorthEast] = koggestone.NorthEastAttacks(sliders, empty) & targets
	t.sliders[koggestone.SouthWest] = koggestone.SouthWestAttacks(sliders, empty) & targets
	sliders = free(v.diagonal&v.own, koggestone.SouthEast)
	t.sliders[koggestone.SouthEast] = koggestone.SouthEastAttacks(sliders, empty) & targets
	t.sliders[koggestone.NorthWest] = koggestone.NorthWestAttacks(sliders, empty) & targets
	sliders = free(v.orthogonal&v.own, koggestone.East)
	t.sliders[koggestone.East] = koggestone.EastAttacks(sliders, empty) & targets
	t.sliders[koggestone.West] = koggestone.WestAttacks(sliders, empty) & targets
	sliders = free(v.orthogonal&v.own, koggestone.South)
	t.sliders[koggestone.North] = koggestone.NorthAttacks(sliders, empty) & targets
	t.sliders[koggestone.South] = koggestone.SouthAttacks(sliders, empty) & targets
	movable := func(axis koggestone.Direction) uint64 { return v.Pawns & v.own &^ (v.pinned &^ on[axis&3]) }
	push := movable(koggestone.South) << 8 & empty
	t.push = push & v.mask
	t.double = push & squares.Rank3 << 8 & empty & v.mask
	t.east = koggestone.NorthEastStep(movable(koggestone.NorthEast)) & v.them & v.mask
	t.west = koggestone.NorthWestStep(movable(koggestone.SouthEast)) & v.them & v.mask
	return v.Knights & v.own &^ v.pinned, targets
}

// axisBetween returns the axis through two squares as a direction from 0 to 3.
func axisBetween(a, b int) koggestone.Direction {
	switch {
	case a>>3 == b>>3:
		return koggestone.East
	case a&7 == b&7:
		return koggestone.South
	case (a-b)%9 == 0 && a&7 < b&7 == (a < b):
		return koggestone.NorthEast
	}
	return koggestone.SouthEast
}

// count returns the number of moves.
func (r *rowSets) count() int {
	n := r.countRare()
	for _, x := range r.rays {
		n += bits.OnesCount64(x)
	}
	for x := r.knights; x != 0; x &= x - 1 {
		n += bits.OnesCount64(squares.KnightFrom[bits.TrailingZeros64(x)] & r.targets)
	}
	for _, x := range r.pawns {
		n += bits.OnesCount64(x)
	}
	return n
}

// rowsAhead is how many elements after the last move list can overwrite.
const rowsAhead = 8

// list writes the moves to dst and returns how many there are. It writes knight and pawn moves in
// groups of four, because a loop is slower if it ends after an unpredictable number of moves.
// Therefore it can overwrite up to rowsAhead elements after the moves.
func (r *rowSets) list(dst []Move) (n int) {
	flip := Move(r.flip)
	for d, x := range r.rays {
		if x == 0 {
			continue
		}
		for x = toLines(x, koggestone.Direction(d)); x != 0; x &= x - 1 {
			dst[n] = r.lineMove(d, bits.TrailingZeros64(x))
			n++
		}
	}
	for x := r.knights; x != 0; x &= x - 1 {
		from := bits.TrailingZeros64(x)
		to := squares.KnightFrom[from&63] & r.targets
		at := n
		n += bits.OnesCount64(to)
		for ; at < n; at += 4 {
			out := (*[4]Move)(dst[at:])
			out[0] = Move(from) | Move(bits.TrailingZeros64(to)&63)<<6
			to &= to - 1
			out[1] = Move(from) | Move(bits.TrailingZeros64(to)&63)<<6
			to &= to - 1
			out[2] = Move(from) | Move(bits.TrailingZeros64(to)&63)<<6
			to &= to - 1
			out[3] = Move(from) | Move(bits.TrailingZeros64(to)&63)<<6
			to &= to - 1
		}
	}
	for k, x := range r.pawns {
		moves := &pawnMoves[k]
		at := n
		n += bits.OnesCount64(x)
		for ; at < n; at += 4 {
			out := (*[4]Move)(dst[at:])
			out[0] = moves[bits.TrailingZeros64(x)&63] ^ flip
			x &= x - 1
			out[1] = moves[bits.TrailingZeros64(x)&63] ^ flip
			x &= x - 1
			out[2] = moves[bits.TrailingZeros64(x)&63] ^ flip
			x &= x - 1
			out[3] = moves[bits.TrailingZeros64(x)&63] ^ flip
			x &= x - 1
		}
	}
	r.rare(dst[n:])
	return n + r.countRare()
}

// countRare returns how many castlings and en-passant captures have no row.
func (r *rowSets) countRare() int {
	return bits.OnesCount64(r.rooks) + bits.OnesCount64(r.takers)
}

// rare sets dst to the castlings and en-passant captures that have no row.
func (r *rowSets) rare(dst []Move) {
	n := 0
	for x := r.rooks; x != 0; x &= x - 1 {
		dst[n] = (Move(r.king) | Move(bits.TrailingZeros64(x))<<6) ^ Move(r.flip) | castling
		n++
	}
	for x := r.takers; x != 0; x &= x - 1 {
		dst[n] = (Move(bits.TrailingZeros64(x)) | Move(bits.TrailingZeros64(r.passed))<<6) ^ Move(r.flip) | enPassant
		n++
	}
}

// at returns move k of the list, or the zero Move if the list is shorter.
func (r *rowSets) at(k int) Move {
	for d, x := range r.rays {
		if n := bits.OnesCount64(x); k >= n {
			k -= n
			continue
		}
		return r.lineMove(d, nthBit(toLines(x, koggestone.Direction(d)), k))
	}
	for x := r.knights; x != 0; x &= x - 1 {
		from := bits.TrailingZeros64(x)
		to := squares.KnightFrom[from] & r.targets
		if n := bits.OnesCount64(to); k >= n {
			k -= n
			continue
		}
		return Move(from) | Move(nthBit(to, k))<<6
	}
	for i, x := range r.pawns {
		if n := bits.OnesCount64(x); k >= n {
			k -= n
			continue
		}
		return pawnMoves[i][nthBit(x, k)] ^ Move(r.flip)
	}
	var rest [128]Move
	if k >= r.countRare() {
		return 0
	}
	r.rare(rest[:])
	return rest[k]
}

// nthBit returns the index of set bit k of x, counted from 0.
func nthBit(x uint64, k int) int {
	for ; k > 0; k-- {
		x &= x - 1
	}
	return bits.TrailingZeros64(x)
}

// lineMove returns the move for a bit in a direction's lines. It starts at the nearest own
// piece in the opposite direction.
func (r *rowSets) lineMove(d, bit int) Move {
	to := lineSquares[d&7][bit&63]
	x := r.own & behindTarget[d&7][to&63]
	lowest, highest := bits.TrailingZeros64(x), 63-bits.LeadingZeros64(x)
	from := lowest ^ (lowest^highest)&fromBelow[d&7] // without an unpredictable branch
	return (Move(from&63) | Move(to)<<6) ^ Move(r.flip)
}

// behindTarget[d] contains, for each target, the squares where a slider can start that reaches
// it in direction d. The nearest start is the highest such square if fromBelow[d] has all bits
// set, and the lowest if it is 0.
var behindTarget, fromBelow = func() (t [8][64]uint64, below [8]int) {
	for d, ray := range koggestone.RayTable() {
		back := koggestone.Direction(d).Opposite()
		t[back] = ray
		if back.Shift() > 0 {
			below[back] = -1
		}
	}
	return t, below
}()

// lineSquares contains the square for each bit in a direction's lines.
var lineSquares = func() (t [8][64]uint8) {
	for d := range koggestone.Direction(8) {
		for sq := range 64 {
			t[d][bits.TrailingZeros64(toLines(1<<sq, d))] = uint8(sq)
		}
	}
	return t
}()

// pawnMoves contains the move for each bit in the pawn rows, with own pawns going north.
var pawnMoves = func() (t [pawnWords][64]Move) {
	for i := range 64 {
		row, file := i/8, i%8
		for way, back := range [3]int{8, 9, 7} {
			to, special := 8*(row+2)+file, Move(0)
			if row >= 5 {
				to, special = 56+file, promotions[row-5]
			}
			if from := to - back; from&7-file <= 1 && file-from&7 <= 1 {
				t[way][i] = Move(from) | Move(to)<<6 | special
			}
			if from := 56 + file - back; row == way && from&7-file <= 1 && file-from&7 <= 1 {
				t[pawnRest][i] = Move(from) | Move(56+file)<<6 | promotions[3]
			}
		}
		switch row {
		case layout.RowDouble:
			t[pawnRest][i] = Move(8+file) | Move(24+file)<<6 | doublePush
		case layout.RowCastleA, layout.RowCastleH:
			t[pawnRest][i] = 4 | Move(file)<<6 | castling
		}
	}
	return t
}()

// toLines rearranges x into lines along direction d. Each byte contains the squares on one
// line, with the farthest square in that direction lowest. With rank and file from 0 to 7,
// byte and bit are
//
//	North  file, 7-rank          South  file, rank
//	East   rank, 7-file          West   rank, file
//	NorthEast  (file-rank)%8, 7-rank      SouthWest  (file-rank)%8, rank
//	NorthWest  (file+rank+1)%8, 7-rank    SouthEast  (file+rank+1)%8, rank
//
// So a line on the board is also a line in the word, and a slider's move starts at the
// lowest own piece above its target. Two diagonals can share a byte, because no slider on
// one is then between squares of the other.
func toLines(x uint64, d koggestone.Direction) uint64 {
	switch d {
	case koggestone.West:
		return x
	case koggestone.East:
		return bits.ReverseBytes64(bits.Reverse64(x))
	case koggestone.North, koggestone.NorthEast, koggestone.NorthWest:
		x = bits.ReverseBytes64(x)
	}
	// The square of bit i of byte j goes to bit j of byte i.
	t := (x ^ x>>7) & 0x00aa00aa00aa00aa
	x ^= t ^ t<<7
	t = (x ^ x>>14) & 0x0000cccc0000cccc
	x ^= t ^ t<<14
	t = (x ^ x>>28) & 0x00000000f0f0f0f0
	x ^= t ^ t<<28
	switch d {
	case koggestone.SouthWest, koggestone.NorthWest: // bit i goes i bytes down
		x ^= (x ^ bits.RotateLeft64(x, -8)) & 0xaaaaaaaaaaaaaaaa
		x ^= (x ^ bits.RotateLeft64(x, -16)) & 0xcccccccccccccccc
		x ^= (x ^ bits.RotateLeft64(x, -32)) & 0xf0f0f0f0f0f0f0f0
	case koggestone.NorthEast, koggestone.SouthEast: // i+1 bytes up
		x = bits.RotateLeft64(x, 8)
		x ^= (x ^ bits.RotateLeft64(x, 8)) & 0xaaaaaaaaaaaaaaaa
		x ^= (x ^ bits.RotateLeft64(x, 16)) & 0xcccccccccccccccc
		x ^= (x ^ bits.RotateLeft64(x, 32)) & 0xf0f0f0f0f0f0f0f0
	}
	return x
}
