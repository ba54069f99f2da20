package quad

import (
	"math/bits"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/squares"
)

// A Pair is one piece that attacks another, of either colour. Rooks that may
// castle are plain rooks here.
type Pair struct {
	From     uint8 // square of the attacker
	To       uint8 // square of the victim
	Attacker Piece
	Victim   Piece // of the attacker's own colour: what it defends
}

// AppendPairs appends to dst all pairs of a piece and another piece that it
// attacks or defends, and returns the extended slice: first by direction of the
// attack from NorthEast to North, then the knights' clockwise from north-north-
// east; for each by the victim's square. There are at most 16 for a victim, and
// it allocates nothing if dst has room for them.
func (v *Vision) AppendPairs(dst []Pair) []Pair {
	b := v.Board
	b.G2 |= b.CastlingRooks()
	occupied := b.Occupied()
	for _, d := range directions {
		victims := occupied & (v.slides(d) | koggestone.Step(b.steppers(d), d))
		for ; victims != 0; victims &= victims - 1 {
			to := bits.TrailingZeros64(victims)
			dst = append(dst, b.pair(source(occupied, d, to), to))
		}
	}
	knights := b.Knights()
	for i := range squares.Jumps {
		victims := occupied & squares.Jumps[i].From(knights)
		for ; victims != 0; victims &= victims - 1 {
			to := bits.TrailingZeros64(victims)
			dst = append(dst, b.pair(to-squares.Jumps[i].Shift, to))
		}
	}
	return dst
}

func (b *Board) pair(from, to int) Pair {
	return Pair{uint8(from), uint8(to), b.At(from), b.At(to)}
}
