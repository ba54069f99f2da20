package formats

import (
	"math/bits"

	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// InCheck reports whether the king of a side is attacked, like InCheck of package movegen. It looks
// for sliders on the lines of the king first, because most positions have none there and look-ups
// of attacks would only fill the cache.
func InCheck(b *quad.Board, side quad.Color) bool {
	them := b.ByColor(side.Other())
	kings := b.Kings()
	king := kings &^ them
	sq := uint64(bits.TrailingZeros64(king) & 63)
	if squares.KnightFrom[sq]&b.Knights()&them|tables.pawns[sq][side&1].attacks&b.Pawns()&them|squares.KingFrom[sq]&kings&them != 0 {
		return true
	}
	lines := &tables.squares[sq].lines
	orthogonal, diagonal := b.Orthogonal()&them, b.Diagonal()&them
	if orthogonal&(lines[0]|lines[1])|diagonal&(lines[2]|lines[3]) == 0 {
		return false
	}
	occupied := b.Occupied()
	return orthogonal&movegen.RookAttacksFrom(int(sq), occupied)|diagonal&movegen.BishopAttacksFrom(int(sq), occupied) != 0
}
