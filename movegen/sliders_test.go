package movegen

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/quad"
)

// hyperbola holds, by square, its diagonal, antidiagonal, rank and file without
// the square itself, and attacks along lines by subtraction: o ^ (o - 2s), and the
// same on the reversed board for the other way (hyperbola quintessence, Gerd
// Isenberg and Aleks Peshkov, 2007). It is here to measure it.
var hyperbola = func() (lines [64][4]uint64) {
	rays := koggestone.RayTable()
	for sq := range lines {
		for axis := range 4 {
			lines[sq][axis] = rays[axis][sq] | rays[axis+4][sq]
		}
	}
	return
}()

func hyperbolaLine(sq int, line, occ uint64) uint64 {
	s := uint64(1) << (sq & 63)
	o := occ & line
	return (o - s ^ bits.Reverse64(bits.Reverse64(o)-bits.Reverse64(s))) & line
}

// hyperbolaSwap is hyperbolaLine for lines with one square a rank, where turning
// the ranks over is enough.
func hyperbolaSwap(sq int, line, occ uint64) uint64 {
	s := uint64(1) << (sq & 63)
	o := occ & line
	return (o - s ^ bits.ReverseBytes64(bits.ReverseBytes64(o)-bits.ReverseBytes64(s))) & line
}

func hyperbolaBishop(sq int, occ uint64) uint64 {
	return hyperbolaSwap(sq, hyperbola[sq&63][koggestone.NorthEast], occ) | hyperbolaSwap(sq, hyperbola[sq&63][koggestone.SouthEast], occ)
}

func hyperbolaRook(sq int, occ uint64) uint64 {
	return hyperbolaSwap(sq, hyperbola[sq&63][koggestone.South], occ) | hyperbolaLine(sq, hyperbola[sq&63][koggestone.East], occ)
}

func fillBishop(sq int, occ uint64) uint64 { return koggestone.BishopAttacks(1<<(sq&63), ^occ) }

func fillRook(sq int, occ uint64) uint64 { return koggestone.RookAttacks(1<<(sq&63), ^occ) }

func TestSliders(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	check := func(sq int, occ uint64) {
		if got, want := rookAttacks(sq, occ), fillRook(sq, occ); got != want || hyperbolaRook(sq, occ) != want {
			t.Fatalf("rook on %s, occupied %#x: %#x and %#x, expected %#x", quad.SquareName(sq), occ, got, hyperbolaRook(sq, occ), want)
		}
		if got, want := bishopAttacks(sq, occ), fillBishop(sq, occ); got != want || hyperbolaBishop(sq, occ) != want {
			t.Fatalf("bishop on %s, occupied %#x: %#x and %#x, expected %#x", quad.SquareName(sq), occ, got, hyperbolaBishop(sq, occ), want)
		}
	}
	for sq := range 64 {
		check(sq, 0)
		check(sq, ^uint64(0))
		for range 2000 {
			check(sq, rng.Uint64()&rng.Uint64())
		}
	}
}

// BenchmarkSliders measures ways to look up the sliders of played games one by one.
func BenchmarkSliders(b *testing.B) {
	all := positions(b, corpus.Standard(), corpus.Tricky(), corpus.Chess960(), corpus.Games())
	boards := make([]quad.Board, len(all))
	want, sliders := 0, 0
	for i, p := range all {
		boards[i] = p.Board
		want += countSliders(&boards[i], fillBishop, fillRook)
		sliders += bits.OnesCount64(p.Board.Sliders())
	}
	run := func(way string, count func(*quad.Board) int) {
		b.Run("way="+way, func(b *testing.B) {
			for b.Loop() {
				n := 0
				for i := range boards {
					n += count(&boards[i])
				}
				if n != want {
					b.Fatalf("%d squares, expected %d", n, want)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(sliders), "ns/slider")
		})
	}
	run("magic", func(board *quad.Board) int { return countSliders(board, bishopAttacks, rookAttacks) })
	run("hyperbola", func(board *quad.Board) int { return countSliders(board, hyperbolaBishop, hyperbolaRook) })
	run("fill", func(board *quad.Board) int { return countSliders(board, fillBishop, fillRook) })
}

// countSliders returns the squares that the bishops, rooks and queens of both
// sides attack, each piece for itself.
func countSliders(b *quad.Board, bishop, rook func(int, uint64) uint64) int {
	n, occ := 0, b.Occupied()
	for x := b.Diagonal(); x != 0; x &= x - 1 {
		n += bits.OnesCount64(bishop(bits.TrailingZeros64(x), occ))
	}
	for x := b.Orthogonal(); x != 0; x &= x - 1 {
		n += bits.OnesCount64(rook(bits.TrailingZeros64(x), occ))
	}
	return n
}

func BenchmarkPosition(b *testing.B) {
	all := positions(b, corpus.Games())
	var buf [256]Move
	moves := 0
	for _, p := range all {
		moves += len(p.AppendLegalMoves(nil))
	}
	run := func(name string, count func(p *Position) int) {
		b.Run("function="+name, func(b *testing.B) {
			for b.Loop() {
				n := 0
				for i := range all {
					n += count(&all[i])
				}
				if n != moves {
					b.Fatalf("%d moves, expected %d", n, moves)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(all)), "ns/position")
		})
	}
	run("CountLegal", func(p *Position) int { return p.CountLegal() })
	run("AppendLegalMoves", func(p *Position) int { return len(p.AppendLegalMoves(buf[:0])) })
	run("PlayInto", func(p *Position) int {
		legal := p.AppendLegalMoves(buf[:0])
		var child Position
		for _, m := range legal {
			p.PlayInto(&child, m)
		}
		return len(legal)
	})
}
