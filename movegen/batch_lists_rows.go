package movegen

import (
	"math/bits"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/prefix"
	"github.com/koggestone/koggestone/quad"
)

// [AppendLegalMovesBatch] lists moves in the order of the sets in a rowSets and, within a
// set, of the bits, lowest first. A byte in a set is a row: a group of moves that differ
// only in the squares along one line. About 35 moves are in only 16 non-empty rows. The kernels
// skip empty rows, expand several of the others to moves together, and look up squares by row
// and bit. [SelectMoveBatch] finds move k by population counts.
//
// The set for a direction is first transposed to lines: bytes with the squares along that
// direction, so that a slider moves towards the lowest bit. The source of a move is then the
// lowest own piece at or above the target:
//
//	file e, rank 8 first     · · · x x R · ·     moves of the rook on e3 to e5 and e4
//	own pieces               · · · · · R · P

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

	// What set works with. Local variables would be zeroed for each position.
	v view
	t setwiseTargets
}

// set sets r to the moves of a board that s selects.
func (r *rowSets) set(b *quad.Board, side quad.Color, s Selection) {
	v, t := &r.v, &r.t
	north := northward(b, side)
	v.look(&north, quad.White)
	r.flip = flipOf(side)
	var free, targets, takers, rooks uint64
	kingSet := uint64(1) << (v.king & 63)
	if hasTwoKings(b) {
		free, targets = v.setTargets(t)
		if s&Quiets != 0 {
			t.king, rooks = v.kingMoves(^v.own)
		} else if t.king = squares.KingFrom[v.king&63] & v.them; t.king != 0 { // rare
			t.king &^= v.danger()
		}
		t.castling = 0
		if kingSet == e1 {
			t.castling = rooks & (a1 | h1)
			rooks &^= t.castling
		}
		if v.EnPassant != 0 {
			takers = v.capturers()
		}
	} else {
		var all setwise
		all.look(b, side)
		all.targets(t)
		free, targets = all.knights&all.own&^all.anyPinned, all.mask&^all.own
		kingSet = all.king
		takers, rooks = rareMoves(b, side)
	}
	capture, quiet := -uint64(s&Captures), -uint64(s/Quiets&1)
	queen, under := -uint64(s/QueenPromotions&1), -uint64(s/Underpromotions&1)
	where := v.them&capture | ^v.them&quiet
	r.rays[koggestone.NorthEast] = (t.sliders[koggestone.NorthEast] | koggestone.NorthEastStep(kingSet)&t.king) & where
	r.rays[koggestone.East] = (t.sliders[koggestone.East] | koggestone.EastStep(kingSet)&t.king) & where
	r.rays[koggestone.SouthEast] = (t.sliders[koggestone.SouthEast] | koggestone.SouthEastStep(kingSet)&t.king) & where
	r.rays[koggestone.South] = (t.sliders[koggestone.South] | koggestone.SouthStep(kingSet)&t.king) & where
	r.rays[koggestone.SouthWest] = (t.sliders[koggestone.SouthWest] | koggestone.SouthWestStep(kingSet)&t.king) & where
	r.rays[koggestone.West] = (t.sliders[koggestone.West] | koggestone.WestStep(kingSet)&t.king) & where
	r.rays[koggestone.NorthWest] = (t.sliders[koggestone.NorthWest] | koggestone.NorthWestStep(kingSet)&t.king) & where
	r.rays[koggestone.North] = (t.sliders[koggestone.North] | koggestone.NorthStep(kingSet)&t.king) & where
	r.knights, r.targets = r.flip.back(free), r.flip.back(targets&where)
	r.pawns[pawnPush] = pawnRows(t.push, quiet, queen, under)
	r.pawns[pawnEast] = pawnRows(t.east, capture, capture, under)
	r.pawns[pawnWest] = pawnRows(t.west, capture, capture, under)
	push, east, west := t.push>>56&under, t.east>>56&under, t.west>>56&under
	double := (t.double & quiet) >> 24 & 0xff
	castles := t.castling & quiet
	r.pawns[pawnRest] = push<<(8*layout.RowPushKnight) | east<<(8*layout.RowEastKnight) | west<<(8*layout.RowWestKnight) |
		double<<(8*layout.RowDouble) | castles&a1<<(8*layout.RowCastleA) | castles&h1<<(8*layout.RowCastleH)
	r.rooks, r.takers = rooks&quiet, takers&capture
	r.own, r.passed, r.king = v.own, v.EnPassant, v.king
}

// pawnRows returns the rows for the targets of pawns. ordinary, queens and under select the moves to
// ranks 3 to 7, the promotions to a queen and the other promotions.
func pawnRows(targets, ordinary, queens, under uint64) uint64 {
	last := targets >> 56
	return targets>>16&(1<<40-1)&ordinary | last&queens<<40 | last&under<<48 | last&under<<56
}

// setTargets computes the target sets of a board with one king on each side, except for
// king, knights and castling. It returns the knights that are not pinned, and the squares
// that knights may go to.
func (v *view) setTargets(t *setwiseTargets) (knights, targets uint64) {
	if v.mask == 0 {
		*t = setwiseTargets{}
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

// list writes the moves to dst and returns how many there are. It writes them in groups of four, or
// eight for a knight, because a loop is slower if it ends after an unpredictable
// number of moves. Therefore it can overwrite up to rowsAhead elements after the moves.
func (r *rowSets) list(dst []Move) (n int) {
	flip := Move(r.flip)
	starts := r.starts()
	for d, x := range r.rays {
		if x == 0 {
			continue
		}
		x = toLines(x, koggestone.Direction(d))
		own, moves, behind := starts[lineOrder[d]&1], &rowMoves[d], &lineBehind[d]
		at := n
		n += bits.OnesCount64(x)
		for {
			out := (*[4]Move)(dst[at:])
			bit := lowest(x)
			out[0] = moves[bit] ^ Move(lowest(own&behind[bit])) ^ flip
			x &= x - 1
			bit = lowest(x)
			out[1] = moves[bit] ^ Move(lowest(own&behind[bit])) ^ flip
			x &= x - 1
			bit = lowest(x)
			out[2] = moves[bit] ^ Move(lowest(own&behind[bit])) ^ flip
			x &= x - 1
			bit = lowest(x)
			out[3] = moves[bit] ^ Move(lowest(own&behind[bit])) ^ flip
			x &= x - 1
			if at += 4; at >= n {
				break
			}
		}
	}
	for x := r.knights; x != 0; x &= x - 1 {
		from := bits.TrailingZeros64(x)
		to := squares.KnightFrom[from&63] & r.targets
		out := (*[8]Move)(dst[n:])
		n += bits.OnesCount64(to)
		out[0] = Move(from) | Move(lowest(to))<<6
		to &= to - 1
		out[1] = Move(from) | Move(lowest(to))<<6
		to &= to - 1
		out[2] = Move(from) | Move(lowest(to))<<6
		to &= to - 1
		out[3] = Move(from) | Move(lowest(to))<<6
		to &= to - 1
		out[4] = Move(from) | Move(lowest(to))<<6
		to &= to - 1
		out[5] = Move(from) | Move(lowest(to))<<6
		to &= to - 1
		out[6] = Move(from) | Move(lowest(to))<<6
		to &= to - 1
		out[7] = Move(from) | Move(lowest(to))<<6
		to &= to - 1
	}
	for k, x := range r.pawns {
		moves := &rowMoves[pawnTable+k]
		at := n
		n += bits.OnesCount64(x)
		for ; at < n; at += 4 {
			out := (*[4]Move)(dst[at:])
			out[0] = moves[lowest(x)] ^ flip
			x &= x - 1
			out[1] = moves[lowest(x)] ^ flip
			x &= x - 1
			out[2] = moves[lowest(x)] ^ flip
			x &= x - 1
			out[3] = moves[lowest(x)] ^ flip
			x &= x - 1
		}
	}
	r.rare(dst[n:])
	return n + r.countRare()
}

// lowest returns the index of the lowest bit of x, or 0 if x is 0.
func lowest(x uint64) uint64 { return uint64(bits.TrailingZeros64(x)) & 63 }

// starts returns the own pieces in both orders of squares: see lineOrder.
func (r *rowSets) starts() [2]uint64 { return [2]uint64{r.own, bits.Reverse64(r.own)} }

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
		bit := lowest(withoutBits(toLines(x, koggestone.Direction(d)), k))
		start := Move(lowest(r.starts()[lineOrder[d]&1] & lineBehind[d&7][bit]))
		return rowMoves[d][bit] ^ start ^ Move(r.flip)
	}
	for x := r.knights; x != 0; x &= x - 1 {
		from := bits.TrailingZeros64(x)
		to := squares.KnightFrom[from] & r.targets
		if n := bits.OnesCount64(to); k >= n {
			k -= n
			continue
		}
		return Move(from) | Move(lowest(withoutBits(to, k)))<<6
	}
	for i, x := range r.pawns {
		if n := bits.OnesCount64(x); k >= n {
			k -= n
			continue
		}
		return rowMoves[pawnTable+i][lowest(withoutBits(x, k))] ^ Move(r.flip)
	}
	var rest [128]Move
	if k >= r.countRare() {
		return 0
	}
	r.rare(rest[:])
	return rest[k]
}

// withoutBits returns x without the lowest k bits that are set. It has no branch on the last bits of k, which
// is hard to predict.
func withoutBits(x uint64, k int) uint64 {
	for ; k >= 8; k -= 8 {
		x = less4(less4(x))
	}
	if y := less4(x); k&4 != 0 {
		x = y
	}
	if y := less2(x); k&2 != 0 {
		x = y
	}
	if y := x & (x - 1); k&1 != 0 {
		x = y
	}
	return x
}

func less2(x uint64) uint64 {
	x &= x - 1
	return x & (x - 1)
}

func less4(x uint64) uint64 { return less2(less2(x)) }

// pawnTable is the first table of pawns in rowMoves.
const pawnTable = 8

// rowMoves contains the moves by table and bit, with own pawns going north. The tables are for the lines of
// each direction, and for the words of pawns. Moves of lines are without their start, but where lineOrder is 1,
// with the bits to complement it.
var rowMoves = func() (t [pawnTable + pawnWords][64]Move) {
	for d := range koggestone.Direction(8) {
		for sq := range 64 {
			t[d][lowest(toLines(1<<sq, d))] = Move(sq)<<6 | Move(lineOrder[d])*63
		}
	}
	pawns := t[pawnTable:]
	for i := range 64 {
		row, file, bit := i/8, i%8, lowest(1<<i)
		for way, back := range [3]int{8, 9, 7} {
			to, special := 8*(row+2)+file, Move(0)
			if row >= 5 {
				to, special = 56+file, promotions[row-5]
			}
			if from := to - back; from&7-file <= 1 && file-from&7 <= 1 {
				pawns[way][bit] = Move(from) | Move(to)<<6 | special
			}
			if from := 56 + file - back; row == way && from&7-file <= 1 && file-from&7 <= 1 {
				pawns[pawnRest][bit] = Move(from) | Move(56+file)<<6 | promotions[3]
			}
		}
		switch row {
		case layout.RowDouble:
			pawns[pawnRest][bit] = Move(8+file) | Move(24+file)<<6 | doublePush
		case layout.RowCastleA, layout.RowCastleH:
			pawns[pawnRest][bit] = 4 | Move(file)<<6 | castling
		}
	}
	return t
}()

// lineBehind contains, for each bit of a direction's lines, the squares where a slider can start that
// reaches the target. The move starts at the nearest own piece there, which is the lowest bit: where
// lineOrder is 1, squares are numbered from h8.
var lineBehind = func() (t [8][64]uint64) {
	rays := koggestone.RayTable()
	for d := range koggestone.Direction(8) {
		for sq, ray := range rays[d.Opposite()] {
			if lineOrder[d] == 1 {
				ray = bits.Reverse64(ray)
			}
			t[d][lowest(toLines(1<<sq, d))] = ray
		}
	}
	return t
}()

// lineOrder is 1 for the directions to higher squares, and 0 for the others.
var lineOrder = func() (t [8]uint8) {
	for d := range koggestone.Direction(8) {
		if d.Shift() > 0 {
			t[d] = 1
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
	x = prefix.Transpose(x)
	switch d {
	case koggestone.SouthWest, koggestone.NorthWest:
		x = turnDown(x)
	case koggestone.NorthEast, koggestone.SouthEast:
		x = turnUp(x)
	}
	return x
}

// turnDown moves each bit i of a byte i bytes down.
func turnDown(x uint64) uint64 {
	x ^= (x ^ bits.RotateLeft64(x, -8)) & 0xaaaaaaaaaaaaaaaa
	x ^= (x ^ bits.RotateLeft64(x, -16)) & 0xcccccccccccccccc
	return x ^ (x^bits.RotateLeft64(x, -32))&0xf0f0f0f0f0f0f0f0
}

// turnUp moves each bit i of a byte i+1 bytes up.
func turnUp(x uint64) uint64 {
	x = bits.RotateLeft64(x, 8)
	x ^= (x ^ bits.RotateLeft64(x, 8)) & 0xaaaaaaaaaaaaaaaa
	x ^= (x ^ bits.RotateLeft64(x, 16)) & 0xcccccccccccccccc
	return x ^ (x^bits.RotateLeft64(x, 32))&0xf0f0f0f0f0f0f0f0
}
