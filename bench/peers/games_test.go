package peers

import (
	"math/rand/v2"
	"slices"
	"testing"

	corentings "github.com/corentings/chess/v2"

	"github.com/koggestone/koggestone/env"
)

// alphaZeroWords is the number of words in a mask of AlphaZero's actions.
const alphaZeroWords = 73

// A corentingsGame is a random game by corentings/chess: legal moves as a mask of AlphaZero's
// actions, a random move, repetitions and ends, the loop that its users write by hand.
type corentingsGame struct {
	position *corentings.Position
	moves    []corentings.Move
	seen     map[[16]byte]int
	rng      *rand.Rand
	mask     [alphaZeroWords]uint64
}

// newCorentingsGame returns a game at the start position.
func newCorentingsGame(seed uint64) *corentingsGame {
	g := &corentingsGame{rng: rand.New(rand.NewPCG(seed, 1))}
	g.restart()
	return g
}

func (g *corentingsGame) restart() {
	g.position = corentings.StartingPosition()
	g.seen = map[[16]byte]int{}
	g.moves = g.position.ValidMovesUnsafe()
	g.seen[g.position.Hash()]++
}

// Mask sets the mask of the position and returns it.
func (g *corentingsGame) Mask() *[alphaZeroWords]uint64 {
	g.mask = [alphaZeroWords]uint64{}
	black := g.position.Turn() == corentings.Black
	for i := range g.moves {
		a := corentingsAction(&g.moves[i], black)
		g.mask[a/64] |= 1 << (a % 64)
	}
	return &g.mask
}

// Play plays a random move. If the game is over, it starts a new one and returns true.
func (g *corentingsGame) Play() bool { return g.play(g.rng.IntN(len(g.moves))) }

func (g *corentingsGame) play(k int) bool {
	g.position = g.position.Update(&g.moves[k])
	g.moves = g.position.ValidMovesUnsafe()
	hash := g.position.Hash()
	g.seen[hash]++
	if len(g.moves) > 0 && g.seen[hash] < 3 && g.position.HalfMoveClock() < 100 && !insufficient(g.position) {
		return false
	}
	g.restart()
	return true
}

// insufficient reports whether there are only kings and a knight, or kings and bishops on
// squares of one colour.
func insufficient(p *corentings.Position) bool {
	knights, bishops := 0, [2]int{}
	board := p.Board()
	for sq := range corentings.Square(64) {
		switch board.Piece(sq).Type() {
		case corentings.NoPieceType, corentings.King:
		case corentings.Knight:
			knights++
		case corentings.Bishop:
			bishops[(sq+sq/8)%2]++
		default:
			return false
		}
	}
	return knights+bishops[0]+bishops[1] <= 1 || knights == 0 && bishops[0]*bishops[1] == 0
}

// corentingsAction returns AlphaZero's index of a move.
func corentingsAction(m *corentings.Move, black bool) int {
	from, to := int(m.S1()), int(m.S2())
	if black {
		from, to = from^56, to^56
	}
	files, ranks := to%8-from%8, to/8-from/8
	switch m.Promo() {
	case corentings.Knight:
		return 64*(64+3*(files+1)) + from
	case corentings.Bishop:
		return 64*(64+3*(files+1)+1) + from
	case corentings.Rook:
		return 64*(64+3*(files+1)+2) + from
	}
	return 64*int(wayPlanes[ranks+7][files+7]) + from
}

// wayPlanes holds AlphaZero's planes of moves by ranks and files, each plus 7.
var wayPlanes = func() (planes [15][15]uint8) {
	compass := [8][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}
	for d, way := range compass {
		for far := 1; far < 8; far++ {
			planes[7+far*way[0]][7+far*way[1]] = uint8(7*d + far - 1)
		}
	}
	for j, way := range [8][2]int{{2, 1}, {1, 2}, {-1, 2}, {-2, 1}, {-2, -1}, {-1, -2}, {1, -2}, {2, -1}} {
		planes[7+way[0]][7+way[1]] = uint8(56 + j)
	}
	return planes
}()

func games(t testing.TB, n int) *env.Env {
	e, err := env.New(n, env.Options{Observation: env.NoObservation, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// The masks and the ends of games are the same as in package env, except that the library may
// miss repetitions.
func TestCorentingsGame(t *testing.T) {
	const n = 30
	e := games(t, n)
	var theirs [n]*corentingsGame
	for i := range theirs {
		theirs[i] = newCorentingsGame(1)
	}
	actions, masks := make([]int32, n), make([]uint64, n*e.MaskWords())
	over := make([]bool, n)
	for ended := 0; ended < n; {
		e.Masks(masks)
		e.Sample(actions)
		for i, g := range theirs {
			if got := g.Mask()[:]; !over[i] && !slices.Equal(got, masks[73*i:73*(i+1)]) {
				t.Fatalf("%s: masks differ: %x, want %x", e.Position(i).FEN(), got, masks[73*i:73*(i+1)])
			}
		}
		before := slices.Clone(actions)
		r := e.Step(actions)
		for i, g := range theirs {
			if over[i] {
				over[i] = false
				continue
			}
			black := g.position.Turn() == corentings.Black
			k := 0
			for k < len(g.moves) && corentingsAction(&g.moves[k], black) != int(before[i]) {
				k++
			}
			// Their hash has the square of every double push, also if no pawn can capture there.
			// So a position right after one is not equal to the same position later.
			theirs := g.play(k)
			over[i] = r.Terminated[i]
			if theirs != over[i] && r.Outcomes[i] != env.ThreefoldRepetition {
				t.Fatalf("%s: over %v, want %v", e.Position(i).FEN(), theirs, r.Outcomes[i])
			}
			if over[i] {
				ended++
				g.restart()
			}
		}
	}
}

// One ply of games: masks, random moves, repetitions and ends.
func BenchmarkGames(b *testing.B) {
	const n = 4096
	perPly := func(b *testing.B) {
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/ply")
	}
	b.Run("by=corentings", func(b *testing.B) {
		all := make([]*corentingsGame, n)
		for i := range all {
			all[i] = newCorentingsGame(uint64(i))
		}
		for b.Loop() {
			for _, g := range all {
				g.Mask()
				g.Play()
			}
		}
		perPly(b)
	})
	b.Run("by=koggestone", func(b *testing.B) {
		e := games(b, n)
		actions, masks := make([]int32, n), make([]uint64, n*e.MaskWords())
		for b.Loop() {
			e.Masks(masks)
			e.Sample(actions)
			e.Step(actions)
		}
		perPly(b)
	})
}
