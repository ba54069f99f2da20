package selfcheck

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/corpus/parsed"
	"github.com/koggestone/koggestone/internal/raywalk"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

// An Input contains the arguments of all functions. Each kind of argument is made when it is first requested.
type Input struct {
	n       int // how many sets and boards there are
	seed    uint64
	sets    func() *[5][]uint64
	rays    func() [][8][4]uint64 // attacks of the first four sets, found by ray walks
	boards  func() *positionInput // any boards, legal or not
	visions func() []quad.Vision  // of boards, found by ray walks
	games   func() *positionInput
	changes func() []pairs.Update // of boards
}

type positionInput struct {
	all     []movegen.Position
	batch   *movegen.Batch
	numbers []uint16 // the number of the move to select in each position; some positions do not have that many
}

func newPositionInput(all []movegen.Position) *positionInput {
	in := &positionInput{all: all, batch: new(movegen.Batch)}
	for i, p := range all {
		in.batch.Append(p)
		in.numbers = append(in.numbers, uint16(i%37))
	}
	return in
}

// Indices of sets. A Timer fills the first three with sliders of these kinds, and a Verifier fills the first
// four with the planes of boards.
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
		b, us := in.boards().all[i].Board, in.boards().all[i].Side
		return fmt.Sprintf("quad.Board{%#016x, %#016x, %#016x, %#016x}, %v to move, change %#x", b.G0, b.G1, b.G2, b.GB, us, uint64(in.changes()[i]))
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

// newInput returns n boards with the sets that setsOf makes of each, and the positions that gamesOf returns.
func newInput(seed uint64, n int, boardOf func(i int) (quad.Board, quad.Color), setsOf func(b quad.Board, us quad.Color) [5]uint64, gamesOf func() []movegen.Position) *Input {
	in := &Input{n: n, seed: seed}
	in.boards = sync.OnceValue(func() *positionInput {
		all := make([]movegen.Position, n)
		for i := range all {
			all[i].Board, all[i].Side = boardOf(i)
			all[i].FullMoves = 1
		}
		return newPositionInput(all)
	})
	in.games = sync.OnceValue(func() *positionInput { return newPositionInput(gamesOf()) })
	in.sets = sync.OnceValue(func() (all *[5][]uint64) {
		all = new([5][]uint64)
		for _, p := range in.boards().all {
			for k, set := range setsOf(p.Board, p.Side) {
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
	in.visions = sync.OnceValue(func() (all []quad.Vision) {
		for _, p := range in.boards().all {
			all = append(all, walkVision(p.Board))
		}
		return all
	})
	in.changes = sync.OnceValue(func() (all []pairs.Update) {
		for i := range n {
			all = append(all, in.anyChange(i))
		}
		return all
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

// gamesInput returns n positions from games, the boards for White and for Black, the sets of these boards, and a legal move
// on each.
func gamesInput(n int) *Input {
	all := parsed.Positions(corpus.Games())
	boardOf := func(i int) (quad.Board, quad.Color) { return all[i/2%len(all)].Board, quad.Color(i % 2) }
	// A side's sliders by kind, the opponent's king and the empty squares.
	setsOf := func(b quad.Board, c quad.Color) [5]uint64 {
		own := b.ByColor(c)
		return [5]uint64{diagonal: own & b.Diagonal(), orthogonal: own & b.Orthogonal(), slider: own & b.Sliders(), other: b.Kings() &^ own, empty: b.Empty()}
	}
	in := newInput(0, n, boardOf, setsOf, func() []movegen.Position { return slices.Repeat(all, n/len(all)+1)[:n] })
	in.changes = sync.OnceValue(func() (changes []pairs.Update) {
		rules, _ := network()
		for i := range n {
			var child movegen.Position
			var change movegen.Change
			p := &all[i/2%len(all)]
			if moves := p.AppendLegalMoves(nil); len(moves) > 0 {
				p.PlayChange(&child, moves[in.noise(i)%uint64(len(moves))], &change)
			}
			changes = append(changes, change.Pairs(rules))
		}
		return changes
	})
	return in
}

// randomInput returns n random boards, sets that are the planes of these boards with random empty squares, and inGames
// positions of random games that start from the given positions.
func randomInput(seed uint64, n, inGames int, starts []movegen.Position) *Input {
	start := func(r *rand.Rand) movegen.Position { return starts[r.IntN(len(starts))] }
	forSets, forBoards, forGames := rand.New(rand.NewPCG(seed, 1)), rand.New(rand.NewPCG(seed, 3)), rand.New(rand.NewPCG(seed, 4))
	return newInput(seed, n, func(int) (quad.Board, quad.Color) {
		return randomBoard(forBoards, start(forBoards).Board), quad.Color(forBoards.IntN(2))
	}, func(b quad.Board, _ quad.Color) [5]uint64 {
		all, free := b.G0|b.G1|b.G2|b.GB, word(forSets)
		return [5]uint64{b.G0, b.G1, b.G2, b.GB, [...]uint64{free, free &^ all, free | all, ^all}[forSets.IntN(4)]}
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

// randomBoard returns arbitrary planes, sometimes only on the edges, where rays would wrap, or the board of a game, turned at
// random and sometimes with wrong castling rooks, en passant targets and numbers of kings.
func randomBoard(r *rand.Rand, b quad.Board) quad.Board {
	if r.IntN(2) == 0 {
		part := [...]uint64{^uint64(0), ^uint64(0), ^uint64(0), 0xff818181818181ff}[r.IntN(4)]
		return quad.Board{G0: word(r) & part, G1: word(r) & part, G2: word(r) & part, GB: word(r) & part}
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
