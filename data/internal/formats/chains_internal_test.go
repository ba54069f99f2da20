package formats

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/koggestone/koggestone/internal/movechain"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

func TestReaches(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 0))
	for sq := range 64 {
		for range 100 {
			occupied := r.Uint64()
			occupied &= r.Uint64()
			for kind, want := range map[quad.Kind]uint64{
				quad.CastlingRook: movegen.RookFrom(sq, occupied),
				quad.Rook:         movegen.RookFrom(sq, occupied),
				quad.Bishop:       movegen.BishopFrom(sq, occupied),
				quad.Queen:        movegen.QueenFrom(sq, occupied),
				quad.Knight:       movegen.KnightFrom(sq),
				quad.King:         movegen.KingFrom(sq),
			} {
				if got := tables.reaches[kind][sq].targets(1<<sq, uint64(sq), occupied, tables.kinds[kind].orthogonal); got != want {
					t.Fatalf("%v on %s, %x: %x, expected %x", kind, quad.SquareName(sq), occupied, got, want)
				}
			}
			for k, rest := 0, occupied; rest != 0; k++ {
				if got, want := selectBit(occupied, k), uint64(nth(rest, 0)); got != want {
					t.Fatalf("bit %d of %x: %d, expected %d", k, occupied, got, want)
				}
				rest &= rest - 1
			}
		}
	}
}

// The kernel reads the tables by the layout of its package.
func TestLayout(t *testing.T) {
	for name, offsets := range map[string][2]uintptr{
		"reaches": {unsafe.Offsetof(tables.reaches), movechain.Reaches},
		"kinds":   {unsafe.Offsetof(tables.kinds), movechain.Kinds},
		"ranks":   {unsafe.Offsetof(tables.ranks), movechain.Ranks},
		"pawns":   {unsafe.Offsetof(tables.pawns), movechain.Pawns},
		"shifts":  {unsafe.Offsetof(tables.shifts), movechain.Shifts},
		"the end": {unsafe.Sizeof(tables), movechain.Size},
	} {
		if offsets[0] != offsets[1] {
			t.Errorf("%s at byte %d, expected %d", name, offsets[0], offsets[1])
		}
	}
}
