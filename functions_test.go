package koggestone

import (
	"slices"
	"strconv"
	"unsafe"

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
	pro  bool     // whether the last input is a propagator
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

// oracle returns all outputs by the oracle.
func (f *function) oracle(in []uint64) []uint64 {
	out := make([]uint64, f.outs())
	for i := range out {
		out[i] = f.want(in, f.direction(i), i%f.gens)
	}
	return out
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

func wantPawn(in []uint64, d Direction, _ int) uint64 {
	return wantStep(in, (d-1)&7, 0) | wantStep(in, (d+1)&7, 0)
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

// functions lists every function of one position. X is replaced by the eight names of
// directions.
var functions = []function{
	{"XStep", []string{"b"}, false, eight, 1,
		eightOf(func(in []uint64, d Direction) uint64 { return named[d].step(in[0]) }), wantStep},
	{"XFill", []string{"gen"}, false, eight, 1,
		eightOf(func(in []uint64, d Direction) uint64 { return named[d].fill(in[0]) }), wantFill},
	{"XOccluded", []string{"gen", "pro"}, true, eight, 1,
		eightOf(func(in []uint64, d Direction) uint64 { return named[d].occluded(in[0], in[1]) }), wantOccluded},
	{"XAttacks", []string{"sliders", "empty"}, true, eight, 1,
		eightOf(func(in []uint64, d Direction) uint64 { return named[d].attacks(in[0], in[1]) }), wantAttacks},
	{"Step", []string{"b"}, false, eight, 1,
		eightOf(func(in []uint64, d Direction) uint64 { return Step(in[0], d) }), wantStep},
	{"Fill", []string{"gen"}, false, eight, 1,
		eightOf(func(in []uint64, d Direction) uint64 { return Fill(in[0], d) }), wantFill},
	{"Occluded", []string{"gen", "pro"}, true, eight, 1,
		eightOf(func(in []uint64, d Direction) uint64 { return Occluded(in[0], in[1], d) }), wantOccluded},
	{"Attacks", []string{"sliders", "empty"}, true, eight, 1,
		eightOf(func(in []uint64, d Direction) uint64 { return Attacks(in[0], in[1], d) }), wantAttacks},
	{"PawnAttacks", []string{"pawns"}, false, []Direction{North, South}, 1, func(out, in []uint64) {
		out[0], out[1] = PawnAttacks(in[0], North), PawnAttacks(in[0], South)
	}, wantPawn},
	{"RookAttacks", []string{"rooks", "empty"}, true, nil, 1, func(out, in []uint64) {
		out[0] = RookAttacks(in[0], in[1])
	}, wantRook},
	{"BishopAttacks", []string{"bishops", "empty"}, true, nil, 1, func(out, in []uint64) {
		out[0] = BishopAttacks(in[0], in[1])
	}, wantBishop},
	{"QueenAttacks", []string{"queens", "empty"}, true, nil, 1, func(out, in []uint64) {
		out[0] = QueenAttacks(in[0], in[1])
	}, wantQueen},
	{"SliderAttacks", []string{"diagonal", "orthogonal", "empty"}, true, nil, 1, func(out, in []uint64) {
		out[0] = SliderAttacks(in[0], in[1], in[2])
	}, wantSlider},
	{"RayAttacks", []string{"sliders", "empty"}, true, eight, 1, func(out, in []uint64) {
		*(*[8]uint64)(out) = RayAttacks(in[0], in[1])
	}, wantAttacks},
	{"OccludedFills", []string{"gen", "pro"}, true, eight, 1, func(out, in []uint64) {
		*(*[8]uint64)(out) = OccludedFills(in[0], in[1])
	}, wantOccluded},
	{"MultiAttacks", []string{"gens[0]", "gens[1]", "gens[2]", "gens[3]", "empty"}, true, eight, 4, func(out, in []uint64) {
		MultiAttacks(asMulti(out), (*[4]uint64)(in), in[4])
	}, wantAttacks},
	{"MultiOccluded", []string{"gens[0]", "gens[1]", "gens[2]", "gens[3]", "pro"}, true, eight, 4, func(out, in []uint64) {
		MultiOccluded(asMulti(out), (*[4]uint64)(in), in[4])
	}, wantOccluded},
}

// find returns the function called name.
func find(name string) *function {
	i := slices.IndexFunc(functions, func(f function) bool { return f.name == name })
	return &functions[i]
}

// A batch is a function of slices of positions.
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

// twin returns the results of the pure-Go function.
func (b *batch) twin(in [][]uint64) (dst [][]uint64) {
	f := find(b.one)
	dst = makeWords(b.dsts(), len(in[0]))
	out, words := make([]uint64, f.outs()), make([]uint64, len(in))
	pathtest.On(simd.Generic, func() {
		for i := range in[0] {
			for k := range words {
				words[k] = in[k][i]
			}
			f.call(out, words)
			if b.at >= 0 {
				dst[0][i] = out[b.at]
				continue
			}
			for k := range dst {
				dst[k][i] = out[k]
			}
		}
	})
	return dst
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
