package movegen

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/raywalk"
	"github.com/koggestone/koggestone/quad"
)

// The attacks from one square agree with a walk along the rays, and with package quad on a board
// with this piece.
func TestFrom(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for sq := range 64 {
		for i := range 600 {
			occ := rng.Uint64() & rng.Uint64()
			switch i {
			case 0:
				occ = 0
			case 1:
				occ = ^uint64(0)
			}
			s := uint64(1) << sq
			bishop, rook := raywalk.Slider(s, 0, ^occ), raywalk.Slider(0, s, ^occ)
			if RookAttacksFrom(sq, occ) != rook || BishopAttacksFrom(sq, occ) != bishop || QueenAttacksFrom(sq, occ) != rook|bishop {
				t.Fatalf("%s, occupied %#x: rook %#x, bishop %#x, queen %#x", quad.SquareName(sq), occ,
					RookAttacksFrom(sq, occ), BishopAttacksFrom(sq, occ), QueenAttacksFrom(sq, occ))
			}
		}
		for _, c := range []quad.Color{quad.White, quad.Black} {
			for kind, got := range map[quad.Kind]uint64{quad.Pawn: PawnAttacksFrom(sq, c), quad.Knight: KnightAttacksFrom(sq), quad.King: KingAttacksFrom(sq)} {
				var b quad.Board
				b.Set(sq, quad.MakePiece(c, kind))
				if want := b.Attacks(c); got != want {
					t.Errorf("%v %v on %s: %#x, expected %#x", c, kind, quad.SquareName(sq), got, want)
				}
			}
		}
	}
}

func TestFromPanics(t *testing.T) {
	for _, sq := range []int{-1, 64} {
		for name, call := range map[string]func(){
			"RookAttacksFrom": func() { RookAttacksFrom(sq, 0) }, "BishopAttacksFrom": func() { BishopAttacksFrom(sq, 0) }, "QueenAttacksFrom": func() { QueenAttacksFrom(sq, 0) },
			"KnightAttacksFrom": func() { KnightAttacksFrom(sq) }, "KingAttacksFrom": func() { KingAttacksFrom(sq) }, "PawnAttacksFrom": func() { PawnAttacksFrom(sq, quad.White) },
		} {
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("%s(%d) does not panic", name, sq)
					}
				}()
				call()
			}()
		}
	}
}

// BenchmarkMobility measures the mobility of each knight, bishop, rook and queen of played games,
// and the union of all sliders' attacks, by look-ups and by fills.
func BenchmarkMobility(b *testing.B) {
	all := positions(b, corpus.Games())
	run := func(name string, sum func(p *Position) uint64) {
		b.Run(name, func(b *testing.B) {
			var total, first uint64
			for b.Loop() {
				total = 0
				for i := range all {
					total += sum(&all[i])
				}
				if first == 0 {
					first = total
				}
			}
			if total != first || total == 0 {
				b.Fatalf("%d, at first %d", total, first)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(all)), "ns/position")
		})
	}
	run("question=mobility/way=lookups", func(p *Position) (n uint64) {
		pieces := p.Board
		occ := pieces.Occupied()
		for x := pieces.Knights(); x != 0; x &= x - 1 {
			n += uint64(bits.OnesCount64(KnightAttacksFrom(bits.TrailingZeros64(x))))
		}
		for x := pieces.Bishops(); x != 0; x &= x - 1 {
			n += uint64(bits.OnesCount64(BishopAttacksFrom(bits.TrailingZeros64(x), occ)))
		}
		for x := pieces.Rooks(); x != 0; x &= x - 1 {
			n += uint64(bits.OnesCount64(RookAttacksFrom(bits.TrailingZeros64(x), occ)))
		}
		for x := pieces.Queens(); x != 0; x &= x - 1 {
			n += uint64(bits.OnesCount64(QueenAttacksFrom(bits.TrailingZeros64(x), occ)))
		}
		return n
	})
	run("question=union/way=lookups", func(p *Position) (set uint64) {
		occ := p.Board.Occupied()
		for x := p.Board.Diagonal(); x != 0; x &= x - 1 {
			set |= BishopAttacksFrom(bits.TrailingZeros64(x), occ)
		}
		for x := p.Board.Orthogonal(); x != 0; x &= x - 1 {
			set |= RookAttacksFrom(bits.TrailingZeros64(x), occ)
		}
		return set
	})
	run("question=union/way=fill", func(p *Position) uint64 { return sliderUnion(&p.Board) })
}

// sliderUnion returns the attacks of the sliders of both sides.
func sliderUnion(b *quad.Board) uint64 {
	return koggestone.SliderAttacks(b.Diagonal(), b.Orthogonal(), b.Empty())
}
