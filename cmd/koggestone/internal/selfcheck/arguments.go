package selfcheck

import (
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// An input contains arguments as columns, with one word for each position. The table selects
// the columns of each function.
type input struct {
	gens  [4][]uint64
	empty []uint64

	// Arguments of the functions of package quad: boards, the same boards as a batch, and
	// the sides to move.
	boards []quad.Board
	batch  *quad.Batch
	us     []quad.Color

	// Arguments of the functions of packages movegen and policy.
	positions []movegen.Position
	counted   *movegen.Batch // the same positions
}

// The columns of input.gens, and the column of the empty squares. Only a Timer fills the
// former with sliders of these kinds; otherwise they are four arbitrary sets.
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

// four returns the generators of position i.
func (in *input) four(i int) *[4]uint64 {
	return &[4]uint64{in.gens[0][i], in.gens[1][i], in.gens[2][i], in.gens[3][i]}
}

func newInput(n int) *input {
	in := &input{empty: make([]uint64, n), boards: make([]quad.Board, n), batch: quad.NewBatch(n), us: make([]quad.Color, n)}
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

// An output has room for the results of every function.
type output struct {
	words        []uint64
	rays         [][8]uint64
	multi        [][8][4]uint64
	rayColumns   [8][]uint64
	multiColumns [8][4][]uint64

	visions       []quad.Vision
	threats       []quad.Threats
	legalities    []quad.Legality
	byKinds       []quad.AttacksByKind
	bothThreats   []quad.BothThreats
	threatColumns *quad.ThreatsColumns

	pairs []pairSets

	counts []uint16
	leaves []uint32

	boards []quad.Board // see rows
	inputs [2][]int32
	used   []int32
}

func newOutput(n int) *output {
	out := &output{
		words: make([]uint64, n),
		rays:  make([][8]uint64, n),
		multi: make([][8][4]uint64, n),

		visions:       make([]quad.Vision, n),
		threats:       make([]quad.Threats, n),
		legalities:    make([]quad.Legality, n),
		byKinds:       make([]quad.AttacksByKind, n),
		bothThreats:   make([]quad.BothThreats, n),
		threatColumns: quad.NewThreatsColumns(n),

		pairs: make([]pairSets, n),

		counts: make([]uint16, n),
		leaves: make([]uint32, n),
	}
	for d := range out.multiColumns {
		out.rayColumns[d] = make([]uint64, n)
		for g := range out.multiColumns[d] {
			out.multiColumns[d][g] = make([]uint64, n)
		}
	}
	return out
}

// An alias selects the slice to which a batch function with one dst writes.
type alias int

const (
	apart    alias = iota // to a slice of its own
	onFirst               // over its first argument
	onSecond              // over its second argument
	onThird
)

// work is the argument of a call: positions lo to hi-1.
type work struct {
	in     *input
	out    *output
	lo, hi int
	alias  alias
}

// callOf returns w with an alias that f allows.
func (w work) callOf(f *Function) work {
	w.alias %= alias(f.inPlace + 1)
	return w
}

// args returns dst and the arguments of a batch function with one dst. If dst is one of the
// arguments, that argument is copied to it.
func (w work) args(columns ...int) (dst []uint64, args [3][]uint64) {
	dst = w.out.words[w.lo:w.hi]
	for i, c := range columns {
		args[i] = w.in.column(c)[w.lo:w.hi]
		if w.alias == alias(i+1) {
			copy(dst, args[i])
			args[i] = dst
		}
	}
	return dst, args
}

// multiDst returns the columns of a batch function that writes for each direction
// and generator or plane.
func (w work) multiDst() (dst [8][4][]uint64) {
	for d := range dst {
		for g := range dst[d] {
			dst[d][g] = w.out.multiColumns[d][g][w.lo:w.hi]
		}
	}
	return dst
}
