package rivals

import (
	"testing"

	"github.com/koggestone/koggestone/internal/boardtest"
	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/raywalk"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// compareWithOracle compares the results of all rivals with the oracle.
func compareWithOracle(t *testing.T, rivals []Rival, diagonal, orthogonal, occupied uint64) {
	t.Helper()
	sliders := diagonal | orthogonal
	union := raywalk.Slider(diagonal, orthogonal, ^occupied)
	var rays [8]uint64
	for d := range rays {
		rays[d] = raywalk.Attacks(sliders, ^occupied, d)
	}
	for _, r := range rivals {
		if got := r.Union(diagonal, orthogonal, occupied); got != union {
			t.Fatalf("%s: union of diagonal %#x, orthogonal %#x, occupied %#x: %#x, want %#x",
				r.Name, diagonal, orthogonal, occupied, got, union)
		}
		got := [8]uint64{0: ^uint64(0), 7: 1} // earlier values must be overwritten
		if r.Rays(&got, sliders, occupied); got != rays {
			t.Fatalf("%s: rays of %#x, occupied %#x: %#x, want %#x", r.Name, sliders, occupied, got, rays)
		}
	}
}

// TestSquares has a single slider on every square and random blockers, with or without the
// slider's square.
func TestSquares(t *testing.T) {
	rivals := All()
	for sq := range 64 {
		b := uint64(1) << sq
		compareWithOracle(t, rivals, b, 0, 0)
		compareWithOracle(t, rivals, 0, b, ^uint64(0))
		for _, occupied := range boardtest.Words(uint64(sq), 200) {
			compareWithOracle(t, rivals, b, 0, occupied)
			compareWithOracle(t, rivals, 0, b, occupied|b)
		}
	}
}

// TestNonsense has random sets, with sliders on empty squares.
func TestNonsense(t *testing.T) {
	rivals, words := All(), boardtest.Words(8, 15000)
	compareWithOracle(t, rivals, 0, 0, 0)
	compareWithOracle(t, rivals, ^uint64(0), ^uint64(0), 0)
	compareWithOracle(t, rivals, ^uint64(0), ^uint64(0), ^uint64(0))
	for i := 0; i < len(words); i += 3 {
		compareWithOracle(t, rivals, words[i], words[i+1], words[i+2])
	}
}

// TestSlices compares the functions for many positions with the functions for one.
func TestSlices(t *testing.T) {
	const n = 100
	diagonal, orthogonal, occupied := boardtest.Words(1, n), boardtest.Words(2, n), boardtest.Words(3, n)
	for _, r := range All() {
		calls, many, rays := make([]uint64, n), make([]uint64, n), make([][8]uint64, n)
		r.UnionCalls(calls, diagonal, orthogonal, occupied)
		r.Unions(many, diagonal, orthogonal, occupied)
		r.RayCalls(rays, diagonal, occupied)
		for i := range n {
			want := raywalk.Slider(diagonal[i], orthogonal[i], ^occupied[i])
			if calls[i] != want || many[i] != want {
				t.Fatalf("%s, position %d: %#x, %#x, want %#x", r.Name, i, calls[i], many[i], want)
			}
			for d, got := range rays[i] {
				if want := raywalk.Attacks(diagonal[i], ^occupied[i], d); got != want {
					t.Fatalf("%s, position %d, direction %d: %#x, want %#x", r.Name, i, d, got, want)
				}
			}
		}
	}
}

// TestArchsimd tests lengths around multiples of a block, and that no element after dst is
// written.
func TestArchsimd(t *testing.T) {
	if !HasArchsimd() {
		t.Skip("built without GOEXPERIMENT=simd or by Go 1.26, or no AVX-512")
	}
	for n := range 200 {
		diagonal, orthogonal, empty, dst := boardtest.Words(5, n+1), boardtest.Words(12, n+1), boardtest.Words(uint64(n), n+1), make([]uint64, n+1)
		dst[n] = 42
		Archsimd(dst[:n], diagonal[:n], orthogonal[:n], empty[:n])
		for i, got := range dst[:n] {
			if want := raywalk.Slider(diagonal[i], orthogonal[i], empty[i]); got != want {
				t.Fatalf("%d positions, position %d: %#x, want %#x", n, i, got, want)
			}
		}
		if dst[n] != 42 {
			t.Fatalf("%d positions: the next word was written", n)
		}
	}
}

// TestThreats compares the loops over pieces with package quad after every legal move from
// positions of games, so that there are checks of every kind.
func TestThreats(t *testing.T) {
	checks, pins := 0, 0
	for fen := range corpus.Games().FENs() {
		parent, err := movegen.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range parent.AppendLegalMoves(nil) {
			p := parent.Play(m)
			bb := p.Board.Bitboards()
			var got quad.Threats
			Threats(&got, &bb, p.Side)
			want := p.Board.Threats(p.Side)
			if got != want {
				t.Fatalf("%v:\nby loop %x\nby quad %x", p, got, want)
			}
			var legality quad.Legality
			if Legality(&legality, &bb, p.Side); legality != p.Board.Legality(p.Side) {
				t.Fatalf("%v:\nby loop %x\nby quad %x", p, legality, p.Board.Legality(p.Side))
			}
			if want.Checkers != 0 {
				checks++
			}
			if want.Pinned != 0 {
				pins++
			}
		}
	}
	if checks < 100 || pins < 100 {
		t.Fatalf("%d positions with checks, %d with pins: too few to tell anything", checks, pins)
	}
}
