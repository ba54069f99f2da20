package selfcheck

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/raywalk"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// An Input contains the arguments of all functions: sets of squares, boards, and positions of games.
type Input struct {
	n    int // sets and boards
	sets [5][]uint64
	rays [][8][4]uint64 // attacks of the first four sets, found by ray walks

	boards  []quad.Board
	us      []quad.Color
	visions []quad.Vision  // of boards, found by ray walks
	columns *quad.Batch    // the boards
	any     *movegen.Batch // the boards, with us to move

	games   []movegen.Position
	played  *movegen.Batch // the positions of games
	numbers []uint16       // number of the move to select in each of them, which some of them do not have
}

// Indices of sets. A Timer fills the first three with sliders of these kinds; a Verifier fills the first four
// with any sets.
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
		return fmt.Sprintf("generators %#016x %#016x %#016x %#016x, empty squares %#016x",
			in.sets[0][i], in.sets[1][i], in.sets[2][i], in.sets[3][i], in.sets[empty][i])
	case boards:
		b := in.boards[i]
		return fmt.Sprintf("quad.Board{%#016x, %#016x, %#016x, %#016x}, %v to move, change %#x", b.G0, b.G1, b.G2, b.GB, in.us[i], uint64(in.change(i)))
	default:
		return in.games[i].FEN()
	}
}

// count returns the number of arguments of this kind.
func (k kind) count(in *Input) int {
	switch k {
	case games:
		return len(in.games)
	case trees:
		return 1
	}
	return in.n
}

func newInput(n int) *Input {
	in := &Input{n: n, rays: make([][8][4]uint64, n), boards: make([]quad.Board, n), us: make([]quad.Color, n), visions: make([]quad.Vision, n)}
	for k := range in.sets {
		in.sets[k] = make([]uint64, n)
	}
	return in
}

// walk computes what the oracles and batches need from the sets, boards and games.
func (in *Input) walk() {
	for i := range in.n {
		for d := range 8 {
			for g := range 4 {
				in.rays[i][d][g] = raywalk.Attacks(in.sets[g][i], in.sets[empty][i], d)
			}
		}
		in.visions[i] = walkVision(in.boards[i])
	}
	in.columns, in.any, in.played = quad.BatchOf(in.boards...), new(movegen.Batch), new(movegen.Batch)
	for i, b := range in.boards {
		in.any.Append(movegen.Position{Board: b, Side: in.us[i], FullMoves: 1})
	}
	for i, p := range in.games {
		in.played.Append(p)
		in.numbers = append(in.numbers, uint16(i%37))
	}
}

// walkVision returns the vision of the pieces of b, found by ray walks.
func walkVision(b quad.Board) quad.Vision {
	v := quad.Vision{Board: b}
	b.GB &= b.Occupied() // without an en passant target
	for d := range v.Rays {
		attacks := func(gen uint64) uint64 { return raywalk.Attacks(gen, ^b.Occupied(), d) }
		v.Rays[d] = quad.Board{G0: attacks(b.G0), G1: attacks(b.G1), G2: attacks(b.G2), GB: attacks(b.GB)}
	}
	return v
}

// gamesInput returns n positions from games, their boards for White and for Black, and the sets of these boards.
func gamesInput(n int) *Input {
	in := newInput(n)
	all := gamePositions()
	for i := range n {
		in.games = append(in.games, all[i%len(all)])
		in.setBoard(i, all[i/2%len(all)].Board, quad.Color(i%2))
		in.setSets(i, in.boards[i], in.us[i])
	}
	in.walk()
	return in
}

func (in *Input) setBoard(i int, b quad.Board, us quad.Color) { in.boards[i], in.us[i] = b, us }

// setSets sets the sets to the sliders of c by kind, the king of the opponent and the empty squares.
func (in *Input) setSets(i int, b quad.Board, c quad.Color) {
	own := b.ByColor(c)
	for k, set := range [...]uint64{own & b.Diagonal(), own & b.Orthogonal(), own & b.Sliders(), b.Kings() &^ own, b.Empty()} {
		in.sets[k][i] = set
	}
}

func gamePositions() (all []movegen.Position) {
	for fen := range corpus.Games().FENs() {
		p, err := movegen.ParseFEN(fen)
		if err != nil {
			panic(err) // a test parses it
		}
		all = append(all, p)
	}
	return all
}

// randomInput returns n random sets and boards and fewer positions of random games, which start from the given positions.
func randomInput(seed uint64, n, inGames int, starts []movegen.Position) *Input {
	r := rand.New(rand.NewPCG(seed, 1))
	in := newInput(n)
	for i := range n {
		in.setRandom(r, i, starts[r.IntN(len(starts))].Board)
		in.setBoard(i, randomBoard(r, starts[r.IntN(len(starts))].Board), quad.Color(r.IntN(2)))
	}
	const longest = 200 // plies of a game
	var p movegen.Position
	var list []movegen.Move
	for ply := longest; len(in.games) < inGames; ply++ {
		if ply >= longest || len(list) == 0 {
			ply = 0
			if p = starts[r.IntN(len(starts))]; r.IntN(4) == 0 {
				p = chess960(r)
			}
		} else {
			p = p.Play(list[r.IntN(len(list))])
		}
		in.games = append(in.games, p)
		list = p.AppendLegalMoves(list[:0])
	}
	in.walk()
	return in
}

// setRandom sets the sets of position i to random sets of a random kind.
func (in *Input) setRandom(r *rand.Rand, i int, game quad.Board) {
	const edges, edgeFiles = 0xff818181818181ff, 0x8181818181818181
	sparse := func() uint64 { return r.Uint64() & r.Uint64() & r.Uint64() }
	dense := func() uint64 { return r.Uint64() | r.Uint64() | r.Uint64() }
	square := func() uint64 { return 1 << r.IntN(64) }
	few := func() uint64 { a := square(); return a | square() }
	set := func(gen func() uint64, free uint64) {
		for k := range other + 1 {
			in.sets[k][i] = gen()
		}
		in.sets[empty][i] = free
	}
	all := func() (b uint64) {
		for k := range other + 1 {
			b |= in.sets[k][i]
		}
		return b
	}
	switch r.IntN(10) {
	case 0: // few sliders, few other pieces
		set(few, ^sparse())
		in.sets[empty][i] &^= all()
	case 1: // many of both
		set(sparse, sparse())
		in.sets[empty][i] &^= all()
	case 2: // long rays, and sliders on empty squares
		set(few, ^uint64(0))
	case 3: // one step
		set(r.Uint64, 0)
	case 4: // pieces on the edges, where rays would wrap
		set(func() uint64 { return r.Uint64() & edges }, ^(r.Uint64() & edges))
		in.sets[empty][i] &^= all()
	case 5: // edge files all empty or all occupied
		set(func() uint64 { return r.Uint64() & edgeFiles }, r.Uint64()&^edgeFiles|edgeFiles&-uint64(r.IntN(2)))
	case 6: // sliders on empty squares
		set(sparse, dense())
		in.sets[empty][i] |= all()
	case 7: // arbitrary sets
		set(r.Uint64, r.Uint64())
	case 8: // one slider, any blockers
		set(square, r.Uint64()|r.Uint64())
	default: // a position from a game, mirrored at random
		in.setSets(i, game, quad.Color(r.IntN(2)))
		turn := [...]func(uint64) uint64{bits.Reverse64, koggestone.MirrorFiles, koggestone.FlipRanks, koggestone.ReverseSquares}[r.IntN(4)]
		for k := range in.sets {
			in.sets[k][i] = turn(in.sets[k][i])
		}
	}
}

// randomBoard returns arbitrary planes, or the board of a game, sometimes with wrong bits.
func randomBoard(r *rand.Rand, b quad.Board) quad.Board {
	kind := r.IntN(4)
	switch kind {
	case 0: // a piece or an en passant target on nearly every square
		return quad.Board{G0: r.Uint64(), G1: r.Uint64(), G2: r.Uint64(), GB: r.Uint64()}
	case 1: // few of them
		sparse := func() uint64 { return r.Uint64() & r.Uint64() & r.Uint64() }
		return quad.Board{G0: sparse(), G1: sparse(), G2: sparse(), GB: sparse()}
	}
	if r.IntN(2) == 0 {
		b = b.FlipColors()
	}
	if r.IntN(2) == 0 {
		b = b.MirrorFiles()
	}
	if kind == 2 { // wrong castling rooks, en passant targets, numbers of kings
		for range 1 + r.IntN(8) {
			*[...]*uint64{&b.G0, &b.G1, &b.G2, &b.GB}[r.IntN(4)] ^= 1 << r.IntN(64)
		}
	}
	return b
}

// chess960 returns a start position of Chess960, with its own first rank for each side.
func chess960(r *rand.Rand) movegen.Position {
	p, err := movegen.ParseFEN(strings.ToLower(firstRank(r)) + "/pppppppp/8/8/8/8/PPPPPPPP/" + firstRank(r) + " w KQkq - 0 1")
	if err != nil {
		panic(err) // a test makes many
	}
	return p
}

// firstRank returns a rank with bishops on squares of both colours and the king between the rooks.
func firstRank(r *rand.Rand) string {
	for {
		rank := []byte("RNBQKBNR")
		r.Shuffle(8, func(i, j int) { rank[i], rank[j] = rank[j], rank[i] })
		text := string(rank)
		king, bishop := strings.IndexByte(text, 'K'), strings.IndexByte(text, 'B')
		if strings.IndexByte(text, 'R') < king && king < strings.LastIndexByte(text, 'R') && (strings.LastIndexByte(text, 'B')-bishop)%2 == 1 {
			return text
		}
	}
}
