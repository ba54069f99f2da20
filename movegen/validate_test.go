package movegen

import (
	"errors"
	"testing"

	"github.com/koggestone/koggestone/quad"
)

func TestValidate(t *testing.T) {
	edit := func(fen string, change func(p *Position)) Position {
		p := parse(t, fen)
		change(&p)
		return p
	}
	other := func(p *Position) { p.Side = p.Side.Other() }
	const enPassant = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3"
	for _, tt := range []struct {
		p       Position
		squares uint64
		want    string
	}{
		{Start(), 0, ""},
		{parse(t, kiwipete), 0, ""},
		{parse(t, enPassant), 0, ""},
		{parse(t, "4k3/8/8/8/4R3/8/8/4K3 b - -"), 0, ""},
		{Position{}, 0, "quad: expected one white king, found none"},
		{edit(startFEN, func(p *Position) { p.Board.Set(3, quad.WhiteKing) }), 0x18, "quad: d1, e1: expected one white king, found 2"},
		{edit(startFEN, func(p *Position) { p.Side = 2 }), 0, "quad: expected white or black to move, found Color(2)"},
		{edit(enPassant, other), 1 << 20, "quad: e3: expected an en-passant target on rank 6 with white to move, found another rank"},
		{edit("4k3/8/8/8/4R3/8/8/4K3 b - -", other), 1 << 28, "quad: e4: expected black not in check with white to move, found a check by the white rook on e4"},
		{edit("4k3/8/8/8/8/8/5p2/4K3 w - -", other), 1 << 13, "quad: f2: expected white not in check with black to move, found a check by the black pawn on f2"},
		{edit("4k3/5N2/3N4/8/4R3/8/8/4K3 b - -", other), 1<<28 | 1<<43,
			"quad: e4, d6: expected black not in check with white to move, found a check by the white rook on e4"},
		{edit("4k3/8/8/8/8/8/8/4K3 w - -", func(p *Position) { p.Board.Set(4, quad.NoPiece); p.Board.Set(52, quad.WhiteKing) }),
			1 << 52, "quad: e7: expected black not in check with white to move, found a check by the white king on e7"},
	} {
		err := tt.p.Validate()
		if tt.want == "" {
			if err != nil {
				t.Errorf("%v: %v", tt.p, err)
			}
			continue
		}
		var where *quad.SquareError
		if !errors.As(err, &where) || err.Error() != tt.want || where.Squares != tt.squares {
			t.Errorf("%v:\n%v, expected\n%s on %x", tt.p, err, tt.want, tt.squares)
		}
	}
}

func TestValidateDoesNotAllocate(t *testing.T) {
	p := parse(t, kiwipete)
	if n := testing.AllocsPerRun(10, func() {
		if p.Validate() != nil {
			t.Fatal("refused")
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
