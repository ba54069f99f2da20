package main

import (
	"fmt"
	"slices"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/raywalk"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// The functions of the library, as verify checks and bench times them.

// An input holds arguments as columns, one word a position. Functions take their
// arguments from fixed columns: see the subjects.
type input struct {
	gens  [4][]uint64
	empty []uint64

	// The functions of package quad take these: the same boards one by one and as
	// a batch, and who is to move.
	boards []quad.Board
	batch  *quad.Batch
	us     []quad.Color

	// The functions of package movegen take these.
	positions []movegen.Position
	counted   *movegen.Batch // the same
}

// The columns of input.gens, and that of the empty squares. Only bench gives the
// former the meaning of their names; to verify they are four sets.
const (
	diagonalGen = iota
	orthogonalGen
	sliderGen
	otherGen
	emptySquares
)

// column returns one of the columns above.
func (in *input) column(k int) []uint64 {
	if k == emptySquares {
		return in.empty
	}
	return in.gens[k]
}

func newInput(n int) *input {
	in := &input{empty: make([]uint64, n), boards: make([]quad.Board, n), batch: quad.MakeBatch(n), us: make([]quad.Color, n)}
	for g := range in.gens {
		in.gens[g] = make([]uint64, n)
	}
	return in
}

// setBoard sets board i, with us to move.
func (in *input) setBoard(i int, b quad.Board, us quad.Color) {
	in.boards[i], in.us[i] = b, us
	in.batch.Set(i, b)
}

// An output has room for what any function returns, in the shape in which it does.
type output struct {
	words      []uint64
	rays       [][8]uint64
	multi      [][8][4]uint64
	rayColumns [8][]uint64
	columns    [8][4][]uint64

	visions       []quad.Vision
	threats       []quad.Threats
	threatColumns *quad.ThreatsColumns

	counts []uint16
}

func newOutput(n int) *output {
	out := &output{
		words: make([]uint64, n),
		rays:  make([][8]uint64, n),
		multi: make([][8][4]uint64, n),

		visions:       make([]quad.Vision, n),
		threats:       make([]quad.Threats, n),
		threatColumns: quad.MakeThreatsColumns(n),
	}
	for d := range out.columns {
		out.rayColumns[d] = make([]uint64, n)
		for g := range out.columns[d] {
			out.columns[d][g] = make([]uint64, n)
		}
	}
	return out
}

// A shape tells which part of an output a function writes.
type shape int

const (
	word      shape = iota // out.words[i]
	eight                  // out.rays[i][d]
	eightFour              // out.multi[i][d][g]
	vision                 // out.visions[i].Rays[d][p]
	seventeen              // a set of out.threats[i]

	// The following are those of batch functions.

	wordColumn       // out.words[i]
	rayColumns       // out.rayColumns[d][i]
	columns          // out.columns[d][g][i]
	seventeenColumns // element i of a set of out.threatColumns
	countColumn      // out.counts[i]
)

// slots returns how many words a function of shape s returns for a position.
func (s shape) slots() int {
	return [...]int{1, 8, 32, 32, len(threatSets), 1, 8, 32, len(threatSets), 1}[s]
}

// at returns word slot of what a function of shape s returned for position i.
func (o *output) at(s shape, i, slot int) uint64 {
	if s == countColumn {
		return uint64(o.counts[i])
	}
	return *o.word(s, i, slot)
}

// set sets what at returns, but for counts.
func (o *output) set(s shape, i, slot int, v uint64) { *o.word(s, i, slot) = v }

// word returns where a function of shape s writes word slot for position i. Slot d
// is of direction d, slot 4*d+g of direction d and generator or plane g; the slots
// of threats are those of threatSets.
func (o *output) word(s shape, i, slot int) *uint64 {
	switch s {
	case eight:
		return &o.rays[i][slot]
	case eightFour:
		return &o.multi[i][slot/4][slot%4]
	case vision:
		return plane(&o.visions[i].Rays[slot/4], slot%4)
	case seventeen:
		return threatSets[slot].of(&o.threats[i])
	case rayColumns:
		return &o.rayColumns[slot][i]
	case columns:
		return &o.columns[slot/4][slot%4][i]
	case seventeenColumns:
		return &(*threatSets[slot].column(o.threatColumns))[i]
	}
	return &o.words[i]
}

// An alias tells where a batch function with one dst writes.
type alias int

const (
	apart    alias = iota // to a slice of its own
	onFirst               // over its first argument
	onSecond              // over its second argument
	onThird
)

// work is a call's worth of positions: those from lo to hi.
type work struct {
	in     *input
	out    *output
	lo, hi int
	alias  alias
}

// callOf returns w as s is called: with dst on one of the arguments that s has.
func (w work) callOf(s *subject) work {
	w.alias %= alias(s.inPlace + 1)
	return w
}

// args returns dst and the arguments of a batch function with one dst. If dst
// shall be one of the arguments, that argument is copied to it.
func (w work) args(columns ...[]uint64) (dst []uint64, args [3][]uint64) {
	dst = w.out.words[w.lo:w.hi]
	for i, c := range columns {
		args[i] = c[w.lo:w.hi]
		if w.alias == alias(i+1) {
			copy(dst, args[i])
			args[i] = dst
		}
	}
	return dst, args
}

// A subject is one function of the library.
type subject struct {
	name    string
	inPlace int // of how many arguments dst may be one; 0 but for batch functions with one dst
	shape   shape
	onePath bool // plain Go, whatever path runs
	untimed bool // of no interest to bench
	// asserted makes bench hold results to want, which then takes only the input
	// of its oracle. Paths are compared with one another anyway.
	asserted bool
	run      func(w work)
	// want returns word slot of what the function must return for position i.
	want func(o *oracle, i, slot int) uint64
	// call returns Go statements that set got to what differs at a site.
	call func(in *input, at site) string
	// applies tells whether want holds for position i; nil means always.
	applies func(in *input, i int) bool
}

// A site is one word that a function returned.
type site struct {
	i, slot int   // the position in the input, and the word of its result
	alias   alias // of a call in place
	past    bool  // the word lies past the end of dst
}

// isBatch tells whether s is a batch function.
func (s *subject) isBatch() bool { return s.shape >= wordColumn }

// An oracle holds the ray walk's attacks of each generator in each direction for
// the positions of an input, and what the pieces of its boards see.
type oracle struct {
	in      *input
	attacks [8][4][]uint64
	visions []quad.Vision
}

func newOracle(in *input) *oracle {
	o := &oracle{in: in, visions: make([]quad.Vision, len(in.empty))}
	for d := range o.attacks {
		for g := range o.attacks[d] {
			o.attacks[d][g] = make([]uint64, len(in.empty))
		}
	}
	return o
}

// walk computes position i.
func (o *oracle) walk(i int) {
	for d := range o.attacks {
		for g := range o.attacks[d] {
			o.attacks[d][g][i] = raywalk.Attacks(o.in.gens[g][i], o.in.empty[i], d)
		}
	}
	o.visions[i] = walkVision(o.in.boards[i])
}

// fill returns the occluded fill: the generator, and the squares that a walk over
// empty ones attacks short of the blocker.
func (o *oracle) fill(d, g, i int) uint64 {
	return o.in.gens[g][i] | o.attacks[d][g][i]&o.in.empty[i]
}

// bishop and rook return the union of the attacks along diagonals and along ranks
// and files.
func (o *oracle) bishop(g, i int) (b uint64) {
	for d := 0; d < 8; d += 2 {
		b |= o.attacks[d][g][i]
	}
	return b
}

func (o *oracle) rook(g, i int) (b uint64) {
	for d := 1; d < 8; d += 2 {
		b |= o.attacks[d][g][i]
	}
	return b
}

// words of the functions with one result, with the columns that they take.
var (
	wantRook   = func(o *oracle, i, _ int) uint64 { return o.rook(orthogonalGen, i) }
	wantBishop = func(o *oracle, i, _ int) uint64 { return o.bishop(diagonalGen, i) }
	wantQueen  = func(o *oracle, i, _ int) uint64 { return o.rook(sliderGen, i) | o.bishop(sliderGen, i) }
	wantSlider = func(o *oracle, i, _ int) uint64 { return o.rook(orthogonalGen, i) | o.bishop(diagonalGen, i) }
	wantRay    = func(o *oracle, i, d int) uint64 { return o.attacks[d][sliderGen][i] }
	wantFill   = func(o *oracle, i, d int) uint64 { return o.fill(d, sliderGen, i) }
	wantMulti  = func(o *oracle, i, slot int) uint64 { return o.attacks[slot/4][slot%4][i] }
)

// Where every square is empty the occluded fill is the fill on an empty board;
// where none is, attacks are one step.
func emptyBoard(in *input, i int) bool { return in.empty[i] == ^uint64(0) }
func fullBoard(in *input, i int) bool  { return in.empty[i] == 0 }

// subjects returns all functions: of the root package those of one position,
// batches, and the plain Go ones by direction, then those of quad and prefix.
func subjects() []subject {
	s := []subject{
		oneWord("RookAttacks", []int{orthogonalGen}, wantRook, func(w work) {
			for i := w.lo; i < w.hi; i++ {
				w.out.words[i] = koggestone.RookAttacks(w.in.gens[orthogonalGen][i], w.in.empty[i])
			}
		}),
		oneWord("BishopAttacks", []int{diagonalGen}, wantBishop, func(w work) {
			for i := w.lo; i < w.hi; i++ {
				w.out.words[i] = koggestone.BishopAttacks(w.in.gens[diagonalGen][i], w.in.empty[i])
			}
		}),
		oneWord("QueenAttacks", []int{sliderGen}, wantQueen, func(w work) {
			for i := w.lo; i < w.hi; i++ {
				w.out.words[i] = koggestone.QueenAttacks(w.in.gens[sliderGen][i], w.in.empty[i])
			}
		}),
		oneWord("SliderAttacks", []int{diagonalGen, orthogonalGen}, wantSlider, func(w work) {
			for i := w.lo; i < w.hi; i++ {
				w.out.words[i] = koggestone.SliderAttacks(w.in.gens[diagonalGen][i], w.in.gens[orthogonalGen][i], w.in.empty[i])
			}
		}),
		oneEight("RayAttacks", wantRay, func(w work) {
			for i := w.lo; i < w.hi; i++ {
				w.out.rays[i] = koggestone.RayAttacks(w.in.gens[sliderGen][i], w.in.empty[i])
			}
		}),
		oneEight("OccludedFills", wantFill, func(w work) {
			for i := w.lo; i < w.hi; i++ {
				w.out.rays[i] = koggestone.OccludedFills(w.in.gens[sliderGen][i], w.in.empty[i])
			}
		}),
		oneMulti("MultiAttacks", wantMulti, func(w work) {
			for i := w.lo; i < w.hi; i++ {
				koggestone.MultiAttacks(&w.out.multi[i], w.in.four(i), w.in.empty[i])
			}
		}),
		oneMulti("MultiOccluded", func(o *oracle, i, slot int) uint64 { return o.fill(slot/4, slot%4, i) }, func(w work) {
			for i := w.lo; i < w.hi; i++ {
				koggestone.MultiOccluded(&w.out.multi[i], w.in.four(i), w.in.empty[i])
			}
		}),
		batch("RookAttacksBatch", []int{orthogonalGen}, "", wantRook, func(w work) {
			dst, a := w.args(w.in.gens[orthogonalGen], w.in.empty)
			koggestone.RookAttacksBatch(dst, a[0], a[1])
		}),
		batch("BishopAttacksBatch", []int{diagonalGen}, "", wantBishop, func(w work) {
			dst, a := w.args(w.in.gens[diagonalGen], w.in.empty)
			koggestone.BishopAttacksBatch(dst, a[0], a[1])
		}),
		batch("QueenAttacksBatch", []int{sliderGen}, "", wantQueen, func(w work) {
			dst, a := w.args(w.in.gens[sliderGen], w.in.empty)
			koggestone.QueenAttacksBatch(dst, a[0], a[1])
		}),
		batch("SliderAttacksBatch", []int{diagonalGen, orthogonalGen}, "", wantSlider, func(w work) {
			dst, a := w.args(w.in.gens[diagonalGen], w.in.gens[orthogonalGen], w.in.empty)
			koggestone.SliderAttacksBatch(dst, a[0], a[1], a[2])
		}),
		rayAttacksBatch(),
		multiAttacksBatch(),
	}
	for d := range koggestone.North + 1 {
		s = append(s, batch("AttacksBatch", []int{sliderGen}, ", koggestone."+d.String(),
			func(o *oracle, i, _ int) uint64 { return wantRay(o, i, int(d)) },
			func(w work) {
				dst, a := w.args(w.in.gens[sliderGen], w.in.empty)
				koggestone.AttacksBatch(dst, a[0], a[1], d)
			}))
	}
	for d := range koggestone.North + 1 {
		s = append(s, batch("OccludedBatch", []int{sliderGen}, ", koggestone."+d.String(),
			func(o *oracle, i, _ int) uint64 { return wantFill(o, i, int(d)) },
			func(w work) {
				dst, a := w.args(w.in.gens[sliderGen], w.in.empty)
				koggestone.OccludedBatch(dst, a[0], a[1], d)
			}))
	}
	return slices.Concat(s, plainSubjects(), tableSubjects(), quadSubjects(), prefixSubjects())
}

// four returns the generators of position i.
func (in *input) four(i int) *[4]uint64 {
	return &[4]uint64{in.gens[0][i], in.gens[1][i], in.gens[2][i], in.gens[3][i]}
}

// literal returns a word as Go source.
func literal(v uint64) string { return fmt.Sprintf("%#016x", v) }
