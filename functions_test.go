package koggestone

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
	"strconv"
	"testing"
	"unsafe"

	"github.com/koggestone/koggestone/internal/guard"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/raywalk"
	"github.com/koggestone/koggestone/internal/simd"
)

// This file lists every function of the package once, in one form, so that the other tests
// state each property once for all functions.

// A function computes words for one position, given as words.
type function struct {
	name string
	in   []string // the inputs: generators, then the propagator if there is one
	dirs []Direction
	gens int // outputs for each of dirs: output i is for dirs[i/gens] and input i%gens
	call func(out, in []uint64)
	// want returns one output by the oracle. Without dirs it ignores d.
	want func(in []uint64, d Direction, gen int) uint64
}

func (f *function) outs() int { return max(1, len(f.dirs)) * f.gens }

// direction returns the direction of output i, or NorthEast if it has none.
func (f *function) direction(i int) Direction {
	if f.dirs == nil {
		return 0
	}
	return f.dirs[i/f.gens]
}

// oracle returns all outputs by the oracle for positions as columns, as columns.
func (f *function) oracle(in [][]uint64) (out [][]uint64) {
	out = makeWords(f.outs(), len(in[0]))
	words := make([]uint64, len(in))
	for i := range in[0] {
		row(words, in, i)
		for k := range out {
			out[k][i] = f.want(words, f.direction(k), k%f.gens)
		}
	}
	return out
}

// row sets words to position i.
func row(words []uint64, columns [][]uint64, i int) {
	for k := range columns {
		words[k] = columns[k][i]
	}
}

// outName names output i for a message.
func (f *function) outName(i int) string {
	s := f.name
	if f.dirs != nil {
		s += "[" + f.direction(i).String() + "]"
	}
	if f.gens > 1 {
		s += "[" + strconv.Itoa(i%f.gens) + "]"
	}
	return s
}

var eight = []Direction{NorthEast, East, SouthEast, South, SouthWest, West, NorthWest, North}

// named are the functions with a direction in their names.
var named = [8]struct {
	step, fill        func(uint64) uint64
	occluded, attacks func(gen, pro uint64) uint64
}{
	NorthEast: {NorthEastStep, NorthEastFill, NorthEastOccluded, NorthEastAttacks},
	East:      {EastStep, EastFill, EastOccluded, EastAttacks},
	SouthEast: {SouthEastStep, SouthEastFill, SouthEastOccluded, SouthEastAttacks},
	South:     {SouthStep, SouthFill, SouthOccluded, SouthAttacks},
	SouthWest: {SouthWestStep, SouthWestFill, SouthWestOccluded, SouthWestAttacks},
	West:      {WestStep, WestFill, WestOccluded, WestAttacks},
	NorthWest: {NorthWestStep, NorthWestFill, NorthWestOccluded, NorthWestAttacks},
	North:     {NorthStep, NorthFill, NorthOccluded, NorthAttacks},
}

// The oracle of each family. A step is the attack where no square is empty, a fill is
// the occluded fill where all are.

func wantStep(in []uint64, d Direction, _ int) uint64 { return raywalk.Attacks(in[0], 0, int(d)) }

func wantFill(in []uint64, d Direction, _ int) uint64 {
	return raywalk.Occluded(in[0], ^uint64(0), int(d))
}

func wantAttacks(in []uint64, d Direction, gen int) uint64 {
	return raywalk.Attacks(in[gen], in[len(in)-1], int(d))
}

func wantOccluded(in []uint64, d Direction, gen int) uint64 {
	return raywalk.Occluded(in[gen], in[len(in)-1], int(d))
}

func wantRook(in []uint64, _ Direction, _ int) uint64 { return raywalk.Slider(0, in[0], in[1]) }

func wantBishop(in []uint64, _ Direction, _ int) uint64 { return raywalk.Slider(in[0], 0, in[1]) }

func wantQueen(in []uint64, _ Direction, _ int) uint64 { return raywalk.Slider(in[0], in[0], in[1]) }

func wantSlider(in []uint64, _ Direction, _ int) uint64 { return raywalk.Slider(in[0], in[1], in[2]) }

// wantMoved returns an oracle that moves every square.
func wantMoved(to func(file, rank int) (int, int)) func(in []uint64, _ Direction, _ int) uint64 {
	return func(in []uint64, _ Direction, _ int) (moved uint64) {
		for sq := range 64 {
			file, rank := to(sq%8, sq/8)
			moved |= in[0] >> sq & 1 << (8*rank + file)
		}
		return moved
	}
}

// eightOf returns a call that sets output d to f for direction d.
func eightOf(f func(in []uint64, d Direction) uint64) func(out, in []uint64) {
	return func(out, in []uint64) {
		for d := range eight {
			out[d] = f(in, Direction(d))
		}
	}
}

// asMulti returns out in the shape of MultiAttacks, in place.
func asMulti(out []uint64) *[8][4]uint64 {
	return (*[8][4]uint64)(unsafe.Pointer((*[32]uint64)(out)))
}

// functions lists every function for one position. X is replaced by the eight direction names.
var functions = []function{
	{"XStep", []string{"b"}, eight, 1,
		eightOf(func(in []uint64, d Direction) uint64 { return named[d].step(in[0]) }), wantStep},
	{"XFill", []string{"gen"}, eight, 1,
		eightOf(func(in []uint64, d Direction) uint64 { return named[d].fill(in[0]) }), wantFill},
	{"XOccluded", []string{"gen", "pro"}, eight, 1,
		eightOf(func(in []uint64, d Direction) uint64 { return named[d].occluded(in[0], in[1]) }), wantOccluded},
	{"XAttacks", []string{"sliders", "empty"}, eight, 1,
		eightOf(func(in []uint64, d Direction) uint64 { return named[d].attacks(in[0], in[1]) }), wantAttacks},
	{"Step", []string{"b"}, eight, 1,
		eightOf(func(in []uint64, d Direction) uint64 { return Step(in[0], d) }), wantStep},
	{"Fill", []string{"gen"}, eight, 1,
		eightOf(func(in []uint64, d Direction) uint64 { return Fill(in[0], d) }), wantFill},
	{"Occluded", []string{"gen", "pro"}, eight, 1,
		eightOf(func(in []uint64, d Direction) uint64 { return Occluded(in[0], in[1], d) }), wantOccluded},
	{"Attacks", []string{"sliders", "empty"}, eight, 1,
		eightOf(func(in []uint64, d Direction) uint64 { return Attacks(in[0], in[1], d) }), wantAttacks},
	{"RookAttacks", []string{"rooks", "empty"}, nil, 1, func(out, in []uint64) {
		out[0] = RookAttacks(in[0], in[1])
	}, wantRook},
	{"BishopAttacks", []string{"bishops", "empty"}, nil, 1, func(out, in []uint64) {
		out[0] = BishopAttacks(in[0], in[1])
	}, wantBishop},
	{"QueenAttacks", []string{"queens", "empty"}, nil, 1, func(out, in []uint64) {
		out[0] = QueenAttacks(in[0], in[1])
	}, wantQueen},
	{"SliderAttacks", []string{"diagonal", "orthogonal", "empty"}, nil, 1, func(out, in []uint64) {
		out[0] = SliderAttacks(in[0], in[1], in[2])
	}, wantSlider},
	{"RayAttacks", []string{"sliders", "empty"}, eight, 1, func(out, in []uint64) {
		*(*[8]uint64)(out) = RayAttacks(in[0], in[1])
	}, wantAttacks},
	{"RayAttacksTo", []string{"sliders", "empty"}, eight, 1, func(out, in []uint64) {
		RayAttacksTo((*[8]uint64)(out), in[0], in[1])
	}, wantAttacks},
	{"OccludedFills", []string{"gen", "pro"}, eight, 1, func(out, in []uint64) {
		*(*[8]uint64)(out) = OccludedFills(in[0], in[1])
	}, wantOccluded},
	{"OccludedFillsTo", []string{"gen", "pro"}, eight, 1, func(out, in []uint64) {
		OccludedFillsTo((*[8]uint64)(out), in[0], in[1])
	}, wantOccluded},
	{"MultiAttacks", []string{"gens[0]", "gens[1]", "gens[2]", "gens[3]", "empty"}, eight, 4, func(out, in []uint64) {
		MultiAttacks(asMulti(out), (*[4]uint64)(in), in[4])
	}, wantAttacks},
	{"MultiOccluded", []string{"gens[0]", "gens[1]", "gens[2]", "gens[3]", "pro"}, eight, 4, func(out, in []uint64) {
		MultiOccluded(asMulti(out), (*[4]uint64)(in), in[4])
	}, wantOccluded},
	{"MirrorFiles", []string{"b"}, nil, 1, func(out, in []uint64) {
		out[0] = MirrorFiles(in[0])
	}, wantMoved(func(file, rank int) (int, int) { return 7 - file, rank })},
	{"FlipRanks", []string{"b"}, nil, 1, func(out, in []uint64) {
		out[0] = FlipRanks(in[0])
	}, wantMoved(func(file, rank int) (int, int) { return file, 7 - rank })},
	{"ReverseSquares", []string{"b"}, nil, 1, func(out, in []uint64) {
		out[0] = ReverseSquares(in[0])
	}, wantMoved(func(file, rank int) (int, int) { return 7 - file, 7 - rank })},
}

// find returns the function called name.
func find(name string) *function {
	i := slices.IndexFunc(functions, func(f function) bool { return f.name == name })
	return &functions[i]
}

// A batch is a function that takes slices of positions.
type batch struct {
	name string // with the direction, if any
	one  string // the name of the function that it applies to each position
	at   int    // index of the output that it sets, -1 for all
	call func(dst, in [][]uint64)
}

// inputs returns the names of the inputs.
func (b *batch) inputs() []string { return find(b.one).in }

// dsts returns how many output slices there are.
func (b *batch) dsts() int {
	if b.at >= 0 {
		return 1
	}
	return find(b.one).outs()
}

// function returns the name of the function in panics.
func (b *batch) function() string { return b.one + "Batch" }

// dstName returns the name of output i in panics.
func (b *batch) dstName(i int) string {
	f := find(b.one)
	switch {
	case b.at >= 0:
		return "dst"
	case f.gens == 1:
		return "dst[" + f.direction(i).String() + "]"
	}
	return "dst[" + f.direction(i).String() + "][" + strconv.Itoa(i%f.gens) + "]"
}

// oracle returns the results by the oracle.
func (b *batch) oracle(in [][]uint64) [][]uint64 {
	out := find(b.one).oracle(in)
	if b.at >= 0 {
		return out[b.at:][:1]
	}
	return out
}

// makeWords returns k slices of n words.
func makeWords(k, n int) [][]uint64 {
	s := make([][]uint64, k)
	for i := range s {
		s[i] = make([]uint64, n)
	}
	return s
}

// batches lists every batch function, and functions of a direction once for each
// direction.
var batches = append([]batch{
	{"RookAttacksBatch", "RookAttacks", 0, func(dst, in [][]uint64) {
		RookAttacksBatch(dst[0], in[0], in[1])
	}},
	{"BishopAttacksBatch", "BishopAttacks", 0, func(dst, in [][]uint64) {
		BishopAttacksBatch(dst[0], in[0], in[1])
	}},
	{"QueenAttacksBatch", "QueenAttacks", 0, func(dst, in [][]uint64) {
		QueenAttacksBatch(dst[0], in[0], in[1])
	}},
	{"SliderAttacksBatch", "SliderAttacks", 0, func(dst, in [][]uint64) {
		SliderAttacksBatch(dst[0], in[0], in[1], in[2])
	}},
	{"RayAttacksBatch", "RayAttacks", -1, func(dst, in [][]uint64) {
		RayAttacksBatch((*[8][]uint64)(dst), in[0], in[1])
	}},
	{"MultiAttacksBatch", "MultiAttacks", -1, func(dst, in [][]uint64) {
		var out [8][4][]uint64
		for i, s := range dst {
			out[i/4][i%4] = s
		}
		MultiAttacksBatch(&out, (*[4][]uint64)(in), in[4])
	}},
}, directedBatches()...)

func directedBatches() (bs []batch) {
	for _, d := range eight {
		bs = append(bs, batch{"AttacksBatch/" + d.String(), "Attacks", int(d), func(dst, in [][]uint64) {
			AttacksBatch(dst[0], in[0], in[1], d)
		}}, batch{"OccludedBatch/" + d.String(), "Occluded", int(d), func(dst, in [][]uint64) {
			OccludedBatch(dst[0], in[0], in[1], d)
		}})
	}
	return bs
}

// TestFunctions compares every single-position function on every path with the ray walk, on
// boards and arbitrary words. The words are at the edges of accessible memory.
func TestFunctions(t *testing.T) {
	for i := range functions {
		f := &functions[i]
		in, out := guard.New(t, len(f.in)), guard.New(t, f.outs())
		columns := positions(t, newRand(1), len(f.in), count(5000))
		want := f.oracle(columns)
		t.Run(f.name, func(t *testing.T) {
			pathtest.Each(t, func(t *testing.T, _ simd.Path) {
				for i := range columns[0] {
					words, got := in.AtEnd(len(f.in)), out.AtStart(f.outs())
					if i%2 == 1 {
						words, got = in.AtStart(len(f.in)), out.AtEnd(f.outs())
					}
					row(words, columns, i)
					f.call(got, words)
					for k := range got {
						if got[k] != want[k][i] {
							t.Fatalf("%s(%#x) = %#016x, want %#016x", f.outName(k), words, got[k], want[k][i])
						}
					}
				}
			})
		})
	}
}

// FuzzFunctions compares all functions and batches on all paths with the ray walk. data contains
// positions of five words each. A function takes the first ones, and the last as its propagator.
// offset is where the slices start in a cache line.
func FuzzFunctions(f *testing.F) {
	add := func(offset uint8, words ...uint64) {
		var data []byte
		for _, w := range words {
			data = binary.LittleEndian.AppendUint64(data, w)
		}
		f.Add(data, offset)
	}
	for _, s := range [][5]uint64{
		{0xaa55aa55aa55aa55, 0x55aa55aa55aa55aa, 0xaaaaaaaaaaaaaaaa, 0xff00ff00ff00ff00, 0x55aa55aa55aa55aa}, // checkered
		{0x8000000, 0x8000000, 0x8000000, 0x8000000, 0xfffffffff7ffffff},                                     // empty board queen d4
		{0xffffffffffffffff, 0xffffffffffffffff, 0xffffffffffffffff, 0xffffffffffffffff, 0xffffffffffffffff}, // every square slides over every square
		{0xff00000000000000, 0x8000000000000000, 0x100000000000000, 0xff000000000000, 0xffffffffffffff},      // lone rank 8 shift loses top
		{0x1, 0x8000000000000000, 0x100000000000000, 0x80, 0x7effffffffffff7e},                               // longest diagonals
		{0x1, 0x8000000000000000, 0x100000000000080, 0xffffffffffffffff, 0x0},                                // no empty square
		{0x0, 0x0, 0x0, 0x0, 0xffffffffffffffff},                                                             // nothing over everything
		{0x8100000000000081, 0x1818000000, 0xff, 0x101010101010101, 0xffffffffffffffff},                      // sliders on empty squares
		{0x89, 0x2c, 0x8900000000000000, 0x2c00000000000000, 0xffffffff0000},                                 // start position by colour and kind
		{0x101010101010101, 0x80, 0x8080808080808080, 0x1, 0x7f7f7f7f7f7f7f7f},                               // subtraction borrows across rank
		{0x101010101010101, 0x8080808080808080, 0x1000000, 0x8000000000, 0x7e7e7e7e7e7e7e7e},                 // west edge wraps to east
	} {
		add(0, s[:]...)
	}
	add(3)
	f.Add(bytes.Repeat([]byte{0xff}, 39), uint8(3)) // less than a position
	f.Add(bytes.Repeat([]byte{0xff}, 680), uint8(1))
	random := make([]uint64, 101*5) // blocks, a vector and one
	r := newRand(2)
	for i := range random {
		random[i] = r.Uint64() & r.Uint64()
	}
	add(7, random...)
	add(5, random[:63*5]...) // a block less one
	f.Fuzz(func(t *testing.T, data []byte, offset uint8) {
		n := min(len(data)/40, 400)
		columns := makeWords(5, 0)
		for k := range columns {
			columns[k] = guard.New(t, n+8).AtEnd(n + int(offset%8))[:n:n]
			for i := range columns[k] {
				columns[k][i] = binary.LittleEndian.Uint64(data[8*(5*i+k):])
			}
		}
		for i := range functions {
			f := &functions[i]
			in := append(slices.Clone(columns[:len(f.in)-1]), columns[4])
			want := f.oracle(in)
			out, words := make([]uint64, f.outs()), make([]uint64, len(in))
			for _, p := range simd.Paths() {
				pathtest.On(p, func() {
					for i := range n {
						row(words, in, i)
						f.call(out, words)
						for k := range out {
							if out[k] != want[k][i] {
								t.Fatalf("path %s: %s(%#x) = %#016x, want %#016x", p, f.outName(k), words, out[k], want[k][i])
							}
						}
					}
					for i := range batches {
						b := &batches[i]
						if b.one != f.name {
							continue
						}
						dst := makeWords(b.dsts(), n)
						b.call(dst, in)
						for k := range dst {
							compare(t, "path "+p.String()+": "+b.name+" "+b.dstName(k), dst[k], want[max(b.at, 0)+k], in...)
						}
					}
				})
			}
		}
	})
}

func TestDirection(t *testing.T) {
	for _, test := range []struct {
		d        Direction
		name     string
		shift    int
		opposite Direction
	}{
		{0, "NorthEast", 9, SouthWest},
		{1, "East", 1, West},
		{2, "SouthEast", -7, NorthWest},
		{3, "South", -8, North},
		{4, "SouthWest", -9, NorthEast},
		{5, "West", -1, East},
		{6, "NorthWest", 7, SouthEast},
		{7, "North", 8, South},
	} {
		d := test.d
		if got := d.String(); got != test.name {
			t.Errorf("Direction(%d).String() = %s, want %s", uint8(d), got, test.name)
		}
		if got := d.Shift(); got != test.shift {
			t.Errorf("%s.Shift() = %d, want %d", d, got, test.shift)
		}
		if got := d.Opposite(); got != test.opposite {
			t.Errorf("%s.Opposite() = %s, want %s", d, got, test.opposite)
		}
		if got, want := d.Diagonal(), test.shift&1 != 0 && test.shift*test.shift != 1; got != want {
			t.Errorf("%s.Diagonal() = %v, want %v", d, got, want)
		}
	}
	if got, want := Direction(8).String(), "Direction(8)"; got != want {
		t.Errorf("Direction(8).String() = %s, want %s", got, want)
	}
}

// TestRayTable compares the table, and the squares between two squares, with the oracle.
func TestRayTable(t *testing.T) {
	table := RayTable()
	for _, d := range eight {
		for a := range 64 {
			want := raywalk.Attacks(1<<a, ^uint64(0), int(d))
			if table[d][a] != want {
				t.Errorf("RayTable[%s][%d] = %#016x, want %#016x", d, a, table[d][a], want)
			}
			for rest := want; rest != 0; rest &= rest - 1 {
				b := bits.TrailingZeros64(rest)
				// Up to the blocker on b, without it.
				between := raywalk.Attacks(1<<a, ^uint64(1<<b), int(d)) &^ (1 << b)
				if got := table[d][a] & table[d.Opposite()][b]; got != between {
					t.Errorf("between squares %d and %d: %#016x, want %#016x", a, b, got, between)
				}
			}
		}
	}
}
