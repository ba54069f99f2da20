package peers

import (
	"slices"
	"testing"

	corentings "github.com/corentings/chess/v2"

	"github.com/koggestone/koggestone/env"
)

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
	var theirs [n]*CorentingsGame
	for i := range theirs {
		theirs[i] = NewCorentingsGame(1)
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
		all := make([]*CorentingsGame, n)
		for i := range all {
			all[i] = NewCorentingsGame(uint64(i))
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
