package raywalk

import (
	"math/bits"
	"strings"
	"testing"
)

// board reads a picture with rank 8 on top: the squares marked with any of
// marks.
func board(t *testing.T, picture, marks string) (b uint64) {
	t.Helper()
	squares := strings.Fields(picture)
	if len(squares) != 64 {
		t.Fatalf("a picture of %d squares, want 64", len(squares))
	}
	for i, s := range squares {
		if strings.Contains(marks, s) {
			b |= 1 << (8*(7-i/8) + i%8)
		}
	}
	return b
}

// The oracle is tested by pictures drawn by hand: S a slider, o a blocker, x a
// square reached, X a blocker reached.
var pictures = []struct {
	name    string
	dirs    []int
	picture string
}{
	{"north-east", []int{0}, `
		. . . . . . . x
		. . . . . . x .
		. . . . . x . .
		. . . . x . . X
		. . . S . . x .
		. . o . . S . .
		. . . X . . . .
		. . S . . . . .`},
	{"east and west", []int{1, 5}, `
		. . . . . . . .
		S x x x x x x x
		. . . . . . . .
		. . . . . . . .
		o X x S x x X o
		. . . . . . . .
		x x x x x x x S
		o . . . . . . .`},
	{"south-east", []int{2}, `
		S . . . . . . .
		. x . . o . . .
		. . x . . . . .
		. . . X . . . .
		. . . . . . . .
		. . . o . . . .
		. . . . . . . S
		. . . . . . . .`},
	{"south", []int{3}, `
		. . S . . . . .
		. . x . . o . .
		. . x . . S . .
		. . x . . X . .
		. . x . . . . .
		. . x . . . . .
		. . x . . . . .
		S . x . . . . .`},
	{"south-west", []int{4}, `
		. . . . . . . .
		. . . . . S . .
		. . . . X . . .
		S . . . . . . .
		. . . . . . . S
		. . . . . . x .
		. . . . . x . .
		. . . . x . . .`},
	{"north-west", []int{6}, `
		x . . . . . . .
		. x . . . . . .
		. . x . . . . .
		. . . S . . . .
		. . . . . X . .
		. . . . . . S .
		. . . . . . . .
		S . . . . . . .`},
	{"north", []int{7}, `
		x . . . . . . S
		x . . . . . . .
		x . . . . . . .
		x . . . o . . .
		x . . . X . . .
		x . . . S . . .
		x . . . . . . .
		S . . . . . . .`},
	{"eight directions", []int{0, 1, 2, 3, 4, 5, 6, 7}, `
		. . . x . . . x
		X . . x . . x .
		. x . x . x . .
		. . x x x . . .
		. X x S x x X o
		. . x x x . . .
		. x . X . X . .
		x . . . . . . .`},
}

func TestPictures(t *testing.T) {
	for _, test := range pictures {
		t.Run(test.name, func(t *testing.T) {
			sliders := board(t, test.picture, "S")
			empty := ^board(t, test.picture, "SoX")
			var attacks, occluded uint64
			for _, d := range test.dirs {
				attacks |= Attacks(sliders, empty, d)
				occluded |= Occluded(sliders, empty, d)
			}
			if want := board(t, test.picture, "xX"); attacks != want {
				t.Errorf("Attacks = %016x, want %016x", attacks, want)
			}
			if want := board(t, test.picture, "Sx"); occluded != want {
				t.Errorf("Occluded = %016x, want %016x", occluded, want)
			}
		})
	}
}

// A rook attacks 14 squares of an empty board from everywhere, and bishops
// 7 more than twice their distance from the edge.
func TestEmptyBoard(t *testing.T) {
	for sq := range 64 {
		s := uint64(1) << sq
		if got := bits.OnesCount64(Slider(0, s, ^s)); got != 14 {
			t.Errorf("a rook on square %d attacks %d squares, want 14", sq, got)
		}
		file, rank := sq%8, sq/8
		want := 7 + 2*min(file, 7-file, rank, 7-rank)
		if got := bits.OnesCount64(Slider(s, 0, ^s)); got != want {
			t.Errorf("a bishop on square %d attacks %d squares, want %d", sq, got, want)
		}
	}
}

// Two sliders of different kinds do not lend each other their directions, and a
// slider is attacked only by another.
func TestSlider(t *testing.T) {
	const picture = `
		. . x . . . x x
		. . x . . x x .
		. . x . x x . .
		x . x x x . . .
		. x x x . . . .
		x x Q x x x x x
		B x x x . . . .
		x x x . x . . .`
	b, q := board(t, picture, "B"), board(t, picture, "Q")
	if got, want := Slider(b|q, q, ^(b|q)), board(t, picture, "x"); got != want {
		t.Errorf("Slider = %016x, want %016x", got, want)
	}
	if got := Slider(b, 0, ^(b | q)); got&b != 0 {
		t.Errorf("a lone bishop attacks itself: %016x", got)
	}
	rooks := board(t, picture, "BQ")
	if got := Slider(0, rooks, ^rooks); got&rooks != 0 {
		t.Errorf("rooks on different files and ranks attack each other: %016x", got)
	}
}
