package pairs

import (
	"encoding/binary"
	"math/bits"

	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// A row holds features, of which the first n are set.
type row struct {
	features []int32
	n        int
}

// add appends a feature if there is room.
func (r *row) add(feature int32) {
	if r.n < len(r.features) {
		r.features[r.n] = feature
		r.n++
	}
}

// room reports whether r has room for n features.
func (r *row) room(n int) bool { return len(r.features)-r.n >= n }

// A rowWriter appends a board's features to its rows.
type rowWriter struct {
	white, black row
	turns        [2]int    // XOR a square with turns[side] to see it as side does
	codes        [64]uint8 // of package quad
	// Black's features for White's attackers or pawns, which come last in Black's row, and whether
	// they are being listed.
	later   [MaxPairs]int32
	nLater  int
	isLater bool
}

// fillBoardsGeneric sets the rows of boards.
//
//asm:dispatch
func fillBoardsGeneric(in *Inputs, rows [2][]int32, length int, boards []quad.Board) (active [2]int) {
	var w rowWriter
	for i := range boards {
		w.white, w.black = row{rows[0][i*length:][:length], 0}, row{rows[1][i*length:][:length], 0}
		for p := range in.parts {
			w.add(&in.parts[p], &boards[i])
		}
		for c, r := range [2]*row{&w.white, &w.black} {
			r.pad()
			active[c] += r.n
		}
	}
	return active
}

// add appends the features of p.
func (w *rowWriter) add(p *part, b *quad.Board) {
	white, black := kingsOf(b)
	switch {
	case p.threats != nil:
		w.turns[0], w.turns[1] = p.threats.turns(white, black)
		w.threats(p.threats, b)
	case p.pawnPairs:
		w.turns[0], w.turns[1] = pawnTurns(white, black)
		w.pawnPairs(p.first, PawnPairsOf(*b).onBoard())
	default:
		var buckets [2]int32
		w.turns, buckets = p.buckets(white, black)
		w.white.pieces(&piecePlaces[0], buckets[0], w.turns[0], b)
		w.black.pieces(&piecePlaces[1], buckets[1], w.turns[1], b)
	}
}

// pad sets the elements after the features to -1.
func (r *row) pad() {
	for rest := r.features[r.n:]; len(rest) > 0; {
		rest = rest[copy(rest, noFeatures[:]):]
	}
}

var noFeatures = func() (x [512]int32) {
	for i := range x {
		x[i] = -1
	}
	return
}()

func (w *rowWriter) addBlack(feature int32) {
	if w.isLater {
		w.later[w.nLater&(MaxPairs-1)] = feature
		w.nLater++
	} else {
		w.black.add(feature)
	}
}

// addLater appends the features of White's attackers for Black.
func (w *rowWriter) addLater() {
	w.black.n += copy(w.black.features[w.black.n:], w.later[:w.nLater])
}

// threats appends the features of pairs.
func (w *rowWriter) threats(f *Features, b *quad.Board) {
	w.setCodes(b)
	kinds := [6]uint64{b.Pawns(), b.Knights(), b.Bishops(), b.Rooks(), b.Queens(), b.Kings()}
	w.nLater, w.isLater = 0, true
	w.attackers(f, &kinds, b.Occupied(), b.White(), quad.White)
	w.isLater = false
	w.attackers(f, &kinds, b.Occupied(), b.Black(), quad.Black)
	w.addLater()
}

// attackers appends the features of the attackers in own, which belong to c.
func (w *rowWriter) attackers(f *Features, kinds *[6]uint64, occupied, own uint64, c quad.Color) {
	if pawns := kinds[0] & own; pawns != 0 {
		targets := occupied
		if f.order != nil {
			pawns &^= squares.Rank1 | squares.Rank8
			targets = victimsOf(f.order, 0, kinds)
		}
		east, west := pawns&squares.NotFileH<<9, pawns&squares.NotFileA<<7
		step := [2]int{9, 7}
		if c == quad.Black {
			east, west = pawns&squares.NotFileA>>9, pawns&squares.NotFileH>>7
			step = [2]int{-9, -7}
		}
		for to := range squaresOf(east & targets) {
			w.pair(f, to-step[0], to)
		}
		for to := range squaresOf(west & targets) {
			w.pair(f, to-step[1], to)
		}
	}
	for kind := 1; kind < 6; kind++ {
		set := kinds[kind] & own
		if set == 0 {
			continue
		}
		targets := occupied
		if f.order != nil {
			targets = victimsOf(f.order, kind, kinds)
		}
		for ; set != 0; set &= set - 1 {
			from := bits.TrailingZeros64(set) & 63
			victims, l := targets, &lineTable[from]
			switch kind {
			case 1:
				victims &= squares.KnightFrom[from]
			case 2:
				victims &= bishopLines(l, occupied)
			case 3:
				victims &= rookLines(l, from, occupied)
			case 4:
				victims &= bishopLines(l, occupied) | rookLines(l, from, occupied)
			case 5:
				victims &= squares.KingFrom[from]
			}
			if f.order != nil && victims&kinds[kind] == 0 && w.white.room(8) && (w.isLater || w.black.room(8)) {
				w.counted(f.order, kind, from, victims)
				continue
			}
			for to := range squaresOf(victims) {
				w.pair(f, from, to)
			}
		}
	}
}

// squaresOf yields the squares of a set, lowest first.
func squaresOf(set uint64) func(yield func(sq int) bool) {
	return func(yield func(sq int) bool) {
		for ; set != 0; set &= set - 1 {
			if !yield(bits.TrailingZeros64(set) & 63) {
				return
			}
		}
	}
}

// pair appends the features of a pair, if it has any.
func (w *rowWriter) pair(f *Features, from, to int) {
	p := MakePair(f.codes[w.codes[from&63]&15], from, f.codes[w.codes[to&63]&15], to)
	pieces := p >> layout.PairAttacker & (layout.FeaturePieces - 1)
	one := w.turns[0]&7 != w.turns[1]&7
	row := uint32(p) ^ f.tables.Rows[w.turns[0]&1][pieces]
	x := f.tables.First[pieces]
	if one {
		x += f.rows[1][row]
	} else {
		x += f.rows[0][row]
	}
	if x&layout.NoFeature == 0 {
		w.white.add(int32(uint32(x) >> layout.FeatureBits))
	}
	if x>>32&layout.NoFeature == 0 {
		w.addBlack(int32(x >> 32 >> layout.FeatureBits))
	}
}

// counted appends the features of up to eight pairs. Each pair has a feature, and there is room for
// all.
func (w *rowWriter) counted(o *layout.FeatureOrder, kind, from int, victims uint64) {
	turnWhite, turnBlack := w.turns[0]&63, w.turns[1]&63
	whitePlace, blackPlace := &o.Places[kind][(from^turnWhite)&63], &o.Places[kind][(from^turnBlack)&63]
	begin := whitePlace.Begin | blackPlace.Begin<<32
	base := &o.Base[w.codes[from&63]&15]
	white, n := w.white.features[w.white.n:], 0
	var black []int32
	if w.isLater {
		black = w.later[w.nLater:]
	} else {
		black = w.black.features[w.black.n:]
	}
	for ; victims != 0; victims &= victims - 1 {
		to := bits.TrailingZeros64(victims) & 63
		x := base[w.codes[to]&15] + begin
		white[n&7] = int32(x) + int32(bits.OnesCount64(whitePlace.Attacks&(1<<(to^turnWhite)-1)))
		black[n&7] = int32(x>>32) + int32(bits.OnesCount64(blackPlace.Attacks&(1<<(to^turnBlack)-1)))
		n++
	}
	w.white.n += n
	if w.isLater {
		w.nLater += n
	} else {
		w.black.n += n
	}
}

// victimsOf returns the pieces that have features with attackers of a kind.
func victimsOf(o *layout.FeatureOrder, kind int, kinds *[6]uint64) uint64 {
	v := &o.Victims
	return kinds[0]&v[0][kind] | kinds[1]&v[1][kind] | kinds[2]&v[2][kind] |
		kinds[3]&v[3][kind] | kinds[4]&v[4][kind] | kinds[5]&v[5][kind]
}

// setCodes computes the code of each square.
func (w *rowWriter) setCodes(b *quad.Board) {
	for i := 0; i < 64; i += 8 {
		x := spread[b.G0>>i&0xff] | spread[b.G1>>i&0xff]<<1 | spread[b.G2>>i&0xff]<<2 | spread[b.GB>>i&0xff]<<3
		binary.LittleEndian.PutUint64(w.codes[i:], x)
	}
}

// spread contains the bits of a byte as bytes.
var spread = func() (t [256]uint64) {
	for x := range t {
		for i := range 8 {
			t[x] |= uint64(x>>i&1) << (8 * i)
		}
	}
	return
}()

// bishopLines returns the squares that a bishop attacks.
func bishopLines(l *layout.SquareLines, occupied uint64) uint64 {
	return onLine(l.Diagonal, occupied, l.Square) | onLine(l.Antidiagonal, occupied, l.Square)
}

// rookLines returns the squares that a rook on sq attacks.
func rookLines(l *layout.SquareLines, sq int, occupied uint64) uint64 {
	rank := sq & 56
	return onLine(l.File, occupied, l.Square) | uint64(rankTable[sq&7][occupied>>rank>>1&63])<<rank
}

// onLine returns the squares that a slider attacks on a line with one square on each rank. o ^
// (o-2s) runs to the next piece, and in the reversed board to the piece before it (hyperbola
// quintessence, Gerd Isenberg and Aleks Peshkov, 2007).
func onLine(line, occupied, slider uint64) uint64 {
	o := occupied & line
	back := bits.ReverseBytes64(bits.ReverseBytes64(o) - 2*bits.ReverseBytes64(slider))
	return (o - 2*slider ^ back) & line
}

// lineTable contains the lines through every square.
var lineTable = func() (t [64]layout.SquareLines) {
	for sq := range t {
		r := &geometry.ray[sq]
		t[sq] = layout.SquareLines{File: r[north] | r[south], Diagonal: r[northEast] | r[southWest], Antidiagonal: r[northWest] | r[southEast], Square: 1 << sq}
	}
	return
}()

// rankTable contains the squares that a slider attacks on the first rank, by its file and the
// pieces on files b to g.
var rankTable = func() (t [8][64]uint8) {
	for file := range t {
		for pieces := range t[file] {
			for _, step := range [...]int{1, -1} {
				for to := file + step; uint(to) < 8; to += step {
					t[file][pieces] |= 1 << to
					if pieces<<1>>to&1 != 0 {
						break
					}
				}
			}
		}
	}
	return
}()

// pawnPairs appends the features of two pawns.
func (w *rowWriter) pawnPairs(first int32, pawns PawnPairs) {
	// The pawns' numbers for White, and in the high half for Black.
	var numbers [64]uint32
	for c, own := range [2]uint64{pawns.White, pawns.Black} {
		for x := own; x != 0; x &= x - 1 {
			sq := bits.TrailingZeros64(x) & 63
			numbers[sq] = uint32(sq^w.turns[0]-8+48*c) | uint32(sq^w.turns[1]+40-48*c)<<16
		}
	}
	all := pawns.White | pawns.Black
	w.nLater = 0
	for c, own := range [2]uint64{pawns.White, pawns.Black} {
		w.isLater = c == 0
		for x := own; x != 0; x &= x - 1 {
			sq := bits.TrailingZeros64(x) & 63
			white, black := int32(numbers[sq]&0xffff), int32(numbers[sq]>>16)
			for y := all & threeFiles[sq&7] & (x&-x - 1); y != 0; y &= y - 1 {
				n := numbers[bits.TrailingZeros64(y)&63]
				high, low := max(white, int32(n&0xffff)), min(white, int32(n&0xffff))
				w.white.add(first + high*(high-1)>>1 + low)
				high, low = max(black, int32(n>>16)), min(black, int32(n>>16))
				w.addBlack(first + high*(high-1)>>1 + low)
			}
		}
	}
	w.addLater()
}

// pieces appends the features of pieces on squares.
func (r *row) pieces(places *[16]int32, bucket int32, turn int, b *quad.Board) {
	for rest := b.Occupied(); rest != 0; rest &= rest - 1 {
		sq := bits.TrailingZeros64(rest) & 63
		code := b.G0>>sq&1 | b.G1>>sq&1<<1 | b.G2>>sq&1<<2 | b.GB>>sq&1<<3
		r.add(bucket + places[code&15] + int32(sq^turn))
	}
}

// piecePlaces contains, for each side, the first number of each quad piece code.
var piecePlaces = func() (t [2][16]int32) {
	for c := range t {
		for code := range quad.Piece(16) {
			if code.Kind() != quad.None {
				t[c][code] = 128 * int32(code.Kind().Order()-1)
				if int(code.Color()) != c {
					t[c][code] += 64
				}
			}
		}
	}
	return
}()
