package quad_test

import (
	"testing"

	"github.com/koggestone/koggestone/quad"
)

func TestPlain(t *testing.T) {
	for k := quad.None; k <= quad.Queen; k++ {
		want := k
		if k == quad.CastlingRook {
			want = quad.Rook
		}
		if got := k.Plain(); got != want {
			t.Errorf("%v.Plain() = %v, want %v", k, got, want)
		}
		for _, c := range [...]quad.Color{quad.White, quad.Black} {
			if got := quad.MakePiece(c, k).Plain(); got != quad.MakePiece(c, want) {
				t.Errorf("%v.Plain() = %v, want %v", quad.MakePiece(c, k), got, quad.MakePiece(c, want))
			}
		}
	}
	for _, f := range []func(){func() { quad.Kind(8).Plain() }, func() { quad.Piece(16).Plain() }} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			f()
		}()
	}
}

func TestPackRights(t *testing.T) {
	const a1, e1, h1, a8, e5, d5, d6 = 1, 1 << 4, 1 << 7, 1 << 56, 1 << 36, 1 << 35, 1 << 43
	b := quad.PackRights(e5|d5, 0, 0, a1|h1|a8, 0, e1, d5|a8, a1|a8, d6)
	want := quad.Board{}
	for sq, p := range map[int]quad.Piece{
		0: quad.WhiteCastlingRook, 4: quad.WhiteKing, 7: quad.WhiteRook, 56: quad.BlackCastlingRook,
		36: quad.WhitePawn, 35: quad.BlackPawn, 43: quad.EnPassantTarget,
	} {
		want.Set(sq, p)
	}
	if b != want {
		t.Errorf("PackRights:\n%v\nwant\n%v", b, want)
	}
}
