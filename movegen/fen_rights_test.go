package movegen

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/koggestone/koggestone/quad"
)

// The castling field of any board, sense or nonsense, is what a plain reading of it says.
func TestAppendRightsOfAnyBoard(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 17))
	for range 20000 {
		// Few pieces, so that there are boards with one king and with none.
		word := func() uint64 { return r.Uint64() & r.Uint64() & (r.Uint64() | 0xff000000000000ff) }
		b := quad.Board{G0: word(), G1: word(), G2: word(), GB: r.Uint64()}
		want := ""
		for _, side := range []quad.Color{quad.White, quad.Black} {
			for wing, letter := range "KQ" {
				for x := b.Pieces(side, quad.CastlingRook) & beside(&b, side, wing); x != 0; x &= x - 1 {
					c := letter
					if x&-x != outermostRook(&b, side, wing) {
						c = 'A' + rune(bits.TrailingZeros64(x)&7)
					}
					want += string(c | rune(side)*('a'-'A'))
				}
			}
		}
		if want == "" {
			want = "-"
		}
		if got := string(appendRights(nil, &b)); got != want {
			t.Fatalf("%x: got %s, want %s", b, got, want)
		}
	}
}
