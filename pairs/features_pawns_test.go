package pairs_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

// pawnPairsOf lists the features of a side by comparing every two squares.
func pawnPairsOf(p pairs.PawnPairs, c quad.Color, king int) (want []uint32) {
	number := func(sq int) (n int, ok bool) {
		white := p.White>>sq&1 != 0
		if !white && p.Black>>sq&1 == 0 || sq < 8 || sq > 55 {
			return 0, false
		}
		file, rank := sq%8, sq/8
		if king%8 > 3 {
			file = 7 - file
		}
		if c == quad.Black {
			rank, white = 7-rank, !white
		}
		n = 8*(rank-1) + file
		if !white {
			n += 48
		}
		return n, true
	}
	for a := range 64 {
		for b := range a {
			i, oneIs := number(a)
			j, twoIs := number(b)
			if files := a%8 - b%8; oneIs && twoIs && -1 <= files && files <= 1 {
				if i > j {
					i, j = j, i
				}
				// Pairs with a smaller second number come first.
				n := 0
				for k := range j {
					n += k
				}
				want = append(want, uint32(n+i))
			}
		}
	}
	slices.Sort(want)
	return want
}

func sorted(list []uint32) []uint32 { return slices.Sorted(slices.Values(list)) }

// Features and deltas agree with the pairs of any two boards.
func TestPawnPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	most := 0
	for range 3000 {
		thin := func(n int) uint64 {
			x := rng.Uint64()
			for range n {
				x &= rng.Uint64()
			}
			return x
		}
		p := pairs.PawnPairs{White: thin(rng.IntN(4)), Black: thin(rng.IntN(4))}
		after := p
		for range rng.IntN(5) {
			after.White ^= thin(5)
			after.Black ^= thin(5)
		}
		for _, c := range []quad.Color{quad.White, quad.Black} {
			king := rng.IntN(64)
			before, want := pawnPairsOf(p, c, king), pawnPairsOf(after, c, king)
			got := p.AppendFeatures([]uint32{1, 2}, c, king)
			if !slices.Equal(sorted(got[2:]), before) {
				t.Fatalf("%#x, %v, king on %d: %v, expected %v", p, c, king, got[2:], before)
			}
			most = max(most, len(before))
			removed, added := p.AppendDeltas(nil, nil, after, c, king)
			var rest []uint32
			for _, f := range before {
				if !slices.Contains(removed, f) {
					rest = append(rest, f)
				}
			}
			if len(rest)+len(removed) != len(before) || !slices.Equal(sorted(append(rest, added...)), want) {
				t.Fatalf("%#x to %#x, %v: removed %v, added %v", p, after, c, removed, added)
			}
			for _, f := range removed {
				if slices.Contains(want, f) {
					t.Fatalf("%#x to %#x, %v: feature %d is removed and added", p, after, c, f)
				}
			}
		}
	}
	if most < 150 {
		t.Errorf("at most %d features", most)
	}
}

// All pairs of squares and colours have different features below PawnPairFeatures.
func TestPawnPairNumbers(t *testing.T) {
	seen := map[uint32]bool{}
	for a := range 64 {
		for b := range a {
			for colors := range 4 {
				var p pairs.PawnPairs
				for i, sq := range []int{a, b} {
					if colors>>i&1 == 0 {
						p.White |= 1 << sq
					} else {
						p.Black |= 1 << sq
					}
				}
				for _, f := range p.AppendFeatures(nil, quad.White, 0) {
					if f >= pairs.PawnPairFeatures || seen[f] {
						t.Fatalf("%#x: feature %d is out of range or taken", p, f)
					}
					seen[f] = true
				}
			}
		}
	}
	// 120 pairs of squares on one file, 252 on adjacent files, four colourings each.
	if len(seen) != 4*(120+252) {
		t.Errorf("%d features", len(seen))
	}
}

// For both sides, nnue-pytorch's training data loader finds the same features.
func TestPawnPairsOfPeer(t *testing.T) {
	eachOfPeer(t, func(p movegen.Position, hashes []string) {
		got := "PP_3Wide"
		for _, side := range []quad.Color{quad.White, quad.Black} {
			king := bits.TrailingZeros64(p.Board.Pieces(side, quad.King))
			got += " " + hash(pairs.PawnPairsOf(p.Board).AppendFeatures(nil, side, king))
		}
		if !slices.Contains(hashes, got) {
			t.Fatalf("%s: %s is not in %q", p.FEN(), got, hashes)
		}
	})
}

// White's pawn takes a black pawn, which removes three pairs and adds another.
func ExamplePawnPairs_AppendDeltas() {
	p, err := movegen.ParseFEN("4k3/2p5/3p4/4P3/5P2/8/8/4K3 w - - 0 1")
	if err != nil {
		panic(err)
	}
	m, err := p.ParseMove("e5d6")
	if err != nil {
		panic(err)
	}
	child := p.Play(m)
	before, after := pairs.PawnPairsOf(p.Board), pairs.PawnPairsOf(child.Board)
	const e1 = 4 // White's king
	removed, added := before.AppendDeltas(nil, nil, after, quad.White, e1)
	fmt.Println("removed", removed, "added", added)
	// Output:
	// removed [369 3513 4362] added [4314]
}
