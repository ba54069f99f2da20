package selfcheck

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"sync"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/raywalk"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// An Input contains the arguments of all functions. Each kind of argument is made when it is first requested.
type Input struct {
	n       int // how many sets and boards there are
	seed    uint64
	sets    func() *[5][]uint64
	rays    func() [][8][4]uint64 // attacks of the first four sets, found by ray walks
	boards  func() *boardInput
	visions func() []quad.Vision // of boards, found by ray walks
	games   func() *gameInput
}

type boardInput struct {
	all       []quad.Board
	us        []quad.Color
	batch     *quad.Batch
	positions *movegen.Batch // the boards, with us to move
}

type gameInput struct {
	all     []movegen.Position
	batch   *movegen.Batch
	numbers []uint16 // the number of the move to select in each position; some positions do not have that many
}

// Indices of sets. A Timer fills the first three with sliders of these kinds, and a Verifier fills the first
// four with any sets.
const (
	diagonal = iota
	orthogonal
	slider
	other
	empty
)

// A kind is a kind of arguments.
type kind int

const (
	sets kind = iota
	boards
	games
	trees // a single tree, whatever the input is
)

// describe returns the arguments of this kind for position i.
func (k kind) describe(in *Input, i int) string {
	switch k {
	case sets:
		s := in.sets()
		return fmt.Sprintf("generators %#016x %#016x %#016x %#016x, empty squares %#016x", s[0][i], s[1][i], s[2][i], s[3][i], s[empty][i])
	case boards:
		b := in.boards().all[i]
		return fmt.Sprintf("quad.Board{%#016x, %#016x, %#016x, %#016x}, %v to move, change %#x", b.G0, b.G1, b.G2, b.GB, in.boards().us[i], uint64(in.change(i)))
	default:
		return in.games().all[i].FEN()
	}
}

// count returns how many arguments of this kind there are.
func (k kind) count(in *Input) int {
	switch k {
	case games:
		return len(in.games().all)
	case trees:
		return 1
	}
	return in.n
}

// newInput returns n sets and boards, and the positions that games returns. The function arguments make one element each.
func newInput(seed uint64, n int, setsOf func(i int) [5]uint64, boardOf func(i int) (quad.Board, quad.Color), gamesOf func() []movegen.Position) *Input {
	in := &Input{n: n, seed: seed}
	in.sets = sync.OnceValue(func() (all *[5][]uint64) {
		all = new([5][]uint64)
		for i := range n {
			for k, set := range setsOf(i) {
				all[k] = append(all[k], set)
			}
		}
		return all
	})
	in.rays = sync.OnceValue(func() [][8][4]uint64 {
		rays, s := make([][8][4]uint64, n), in.sets()
		for i := range rays {
			for k := range 32 {
				rays[i][k/4][k%4] = raywalk.Attacks(s[k%4][i], s[empty][i], k/4)
			}
		}
		return rays
	})
	in.boards = sync.OnceValue(func() *boardInput {
		b := &boardInput{positions: new(movegen.Batch)}
		for i := range n {
			board, us := boardOf(i)
			b.all, b.us = append(b.all, board), append(b.us, us)
			b.positions.Append(movegen.Position{Board: board, Side: us, FullMoves: 1})
		}
		b.batch = quad.BatchOf(b.all...)
		return b
	})
	in.visions = sync.OnceValue(func() (all []quad.Vision) {
		for _, b := range in.boards().all {
			all = append(all, walkVision(b))
		}
		return all
	})
	in.games = sync.OnceValue(func() *gameInput {
		g := &gameInput{all: gamesOf(), batch: new(movegen.Batch)}
		for i, p := range g.all {
			g.batch.Append(p)
			g.numbers = append(g.numbers, uint16(i%37))
		}
		return g
	})
	return in
}

// noise returns random bits for position i.
func (in *Input) noise(i int) uint64 {
	x := (in.seed<<32 + uint64(i) + 1) * 0x9e3779b97f4a7c15
	return (x ^ x>>32) * 0xd6e8feb86659fd93
}

// walkVision returns the vision of b's pieces, found by ray walks.
func walkVision(b quad.Board) quad.Vision {
	v := quad.Vision{Board: b}
	b.GB &= b.Occupied() // without an en passant target
	for d := range v.Rays {
		attacks := func(gen uint64) uint64 { return raywalk.Attacks(gen, ^b.Occupied(), d) }
		v.Rays[d] = quad.Board{G0: attacks(b.G0), G1: attacks(b.G1), G2: attacks(b.G2), GB: attacks(b.GB)}
	}
	return v
}

// gamesInput returns n positions from games, the boards for White and for Black, and the sets of these boards.
func gamesInput(n int) *Input {
	all := positions(corpus.Games())
	boardOf := func(i int) (quad.Board, quad.Color) { return all[i/2%len(all)].Board, quad.Color(i % 2) }
	return newInput(0, n, func(i int) [5]uint64 { return slidersOf(boardOf(i)) }, boardOf, func() (games []movegen.Position) {
		for i := range n {
			games = append(games, all[i%len(all)])
		}
		return games
	})
}

// slidersOf returns c's sliders by kind, the opponent's king and the empty squares.
func slidersOf(b quad.Board, c quad.Color) [5]uint64 {
	own := b.ByColor(c)
	return [5]uint64{diagonal: own & b.Diagonal(), orthogonal: own & b.Orthogonal(), slider: own & b.Sliders(), other: b.Kings() &^ own, empty: b.Empty()}
}

// positions returns the positions of suites.
func positions(suites ...corpus.Suite) (all []movegen.Position) {
	for _, suite := range suites {
		for fen := range suite.FENs() {
			p, err := movegen.ParseFEN(fen)
			if err != nil {
				panic(err) // a test parses it
			}
			all = append(all, p)
		}
	}
	return all
}

// randomInput returns n random sets and boards, and inGames positions of random games that start from the given
// positions.
func randomInput(seed uint64, n, inGames int, starts []movegen.Position) *Input {
	start := func(r *rand.Rand) movegen.Position { return starts[r.IntN(len(starts))] }
	forSets, forBoards, forGames := rand.New(rand.NewPCG(seed, 1)), rand.New(rand.NewPCG(seed, 3)), rand.New(rand.NewPCG(seed, 4))
	return newInput(seed, n, func(int) [5]uint64 {
		return randomSets(forSets, start(forSets).Board)
	}, func(int) (quad.Board, quad.Color) {
		return randomBoard(forBoards, start(forBoards).Board), quad.Color(forBoards.IntN(2))
	}, func() (games []movegen.Position) {
		const longest = 200 // the most plies in a game
		var p movegen.Position
		var list []movegen.Move
		for ply := longest; len(games) < inGames; ply++ {
			if ply >= longest || len(list) == 0 {
				ply, p = 0, start(forGames)
			} else {
				p = p.Play(list[forGames.IntN(len(list))])
			}
			games = append(games, p)
			list = p.AppendLegalMoves(list[:0])
		}
		return games
	})
}

// word returns random bits, from few to many.
func word(r *rand.Rand) uint64 {
	b := r.Uint64()
	for n := r.IntN(8); n%4 > 0; n-- {
		if n > 4 {
			b |= r.Uint64()
		} else {
			b &= r.Uint64()
		}
	}
	return b
}

// randomSets returns four sets of pieces and the empty squares. They are random, or come from a game's position that is
// turned at random.
func randomSets(r *rand.Rand, game quad.Board) (s [5]uint64) {
	if r.IntN(8) == 0 {
		turn := [...]func(uint64) uint64{bits.Reverse64, koggestone.MirrorFiles, koggestone.FlipRanks, koggestone.ReverseSquares}[r.IntN(4)]
		for k, set := range slidersOf(game, quad.Color(r.IntN(2))) {
			s[k] = turn(set)
		}
		return s
	}
	part, all := ^uint64(0), uint64(0)
	if r.IntN(4) == 0 {
		part = 0xff818181818181ff // the edges, where rays would wrap
	}
	for k := range other + 1 {
		s[k] = word(r) & part
		all |= s[k]
	}
	free := word(r) | ^part
	s[empty] = [...]uint64{free, free &^ all, free | all, ^all}[r.IntN(4)]
	return s
}

// randomBoard returns arbitrary planes, or the board of a game, turned at random and sometimes with wrong castling
// rooks, en passant targets and numbers of kings.
func randomBoard(r *rand.Rand, b quad.Board) quad.Board {
	if r.IntN(2) == 0 {
		return quad.Board{G0: word(r), G1: word(r), G2: word(r), GB: word(r)}
	}
	if r.IntN(2) == 0 {
		b = b.FlipColors()
	}
	if r.IntN(2) == 0 {
		b = b.MirrorFiles()
	}
	for range max(0, r.IntN(16)-8) {
		*[...]*uint64{&b.G0, &b.G1, &b.G2, &b.GB}[r.IntN(4)] ^= 1 << r.IntN(64)
	}
	return b
}
