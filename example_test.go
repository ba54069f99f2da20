package koggestone_test

import (
	"fmt"
	"strings"

	"github.com/koggestone/koggestone"
)

// square returns the set of one square, "e4".
func square(name string) uint64 { return 1 << (8*(name[1]-'1') + name[0] - 'a') }

// squares returns the set of the squares named: "a1 e4".
func squares(names string) (b uint64) {
	for _, name := range strings.Fields(names) {
		b |= square(name)
	}
	return b
}

// print draws the set b, rank 8 on top. A square in b is x if it is empty and X if it
// is occupied; another occupied square is o.
func print(b, occupied uint64) {
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			sq := 8*rank + file
			if file > 0 {
				fmt.Print(" ")
			}
			fmt.Print(string(".xoX"[occupied>>sq&1<<1|b>>sq&1]))
		}
		fmt.Println()
	}
}

// A bishop on c1 and a rook on h1, with pawns in their way; h1 is attacked by
// nobody.
func ExampleSliderAttacks() {
	diagonal, orthogonal := square("c1"), square("h1")
	occupied := diagonal | orthogonal | squares("b2 g5 h5")
	print(koggestone.SliderAttacks(diagonal, orthogonal, ^occupied), occupied)
	// Output:
	// . . . . . . . .
	// . . . . . . . .
	// . . . . . . . .
	// . . . . . . X X
	// . . . . . x . x
	// . . . . x . . x
	// . X . x . . . x
	// . . X x x x x o
}

// The rays of a queen on d4, one direction after another.
func ExampleRayAttacksTo() {
	queen := square("d4")
	occupied := queen | squares("d6 f4 b2")
	var rays [8]uint64
	koggestone.RayAttacksTo(&rays, queen, ^occupied)
	for d, ray := range rays {
		fmt.Printf("%-9s %016x\n", koggestone.Direction(d), ray)
	}
	// Output:
	// NorthEast 8040201000000000
	// East      0000000030000000
	// SouthEast 0000000000102040
	// South     0000000000080808
	// SouthWest 0000000000040200
	// West      0000000007000000
	// NorthWest 0001020400000000
	// North     0000080800000000
}

// The same ray in the direction of the attack, and what is beyond the first
// blocker: take the blocker away.
func ExampleAttacks() {
	rook := square("a4")
	occupied := rook | squares("d4 g4")
	ray := koggestone.Attacks(rook, ^occupied, koggestone.East)
	print(ray, occupied)
	fmt.Println()
	blocker := ray & occupied
	print(koggestone.Attacks(rook, ^(occupied&^blocker), koggestone.East)&^ray, occupied)
	// Output:
	// . . . . . . . .
	// . . . . . . . .
	// . . . . . . . .
	// . . . . . . . .
	// o x x X . . o .
	// . . . . . . . .
	// . . . . . . . .
	// . . . . . . . .
	//
	// . . . . . . . .
	// . . . . . . . .
	// . . . . . . . .
	// . . . . . . . .
	// o . . o x x X .
	// . . . . . . . .
	// . . . . . . . .
	// . . . . . . . .
}

// White's and black's rooks and queens over one board in one call: who of the
// four attacks e4 going south?
func ExampleMultiAttacks() {
	names := [4]string{"white rook", "white queen", "black rook", "black queen"}
	gens := [4]uint64{square("e1"), square("h4"), square("e8"), square("b7")}
	empty := ^(gens[0] | gens[1] | gens[2] | gens[3])
	var attacks [8][4]uint64
	koggestone.MultiAttacks(&attacks, &gens, empty)
	for d, sets := range attacks {
		for i, set := range sets {
			if set&square("e4") != 0 {
				fmt.Println(names[i], "attacks e4 going", koggestone.Direction(d))
			}
		}
	}
	// Output:
	// black queen attacks e4 going SouthEast
	// black rook attacks e4 going South
	// white queen attacks e4 going West
	// white rook attacks e4 going North
}

// Three positions at once; the result may take the place of an input.
func ExampleRookAttacksBatch() {
	rooks := []uint64{square("a1"), square("d4"), squares("a8 h1")}
	empty := []uint64{^squares("a1 a3"), ^square("d4"), ^squares("a8 h1")}
	koggestone.RookAttacksBatch(rooks, rooks, empty)
	for i, attacks := range rooks {
		fmt.Println("position", i)
		print(attacks, ^empty[i])
	}
	// Output:
	// position 0
	// . . . . . . . .
	// . . . . . . . .
	// . . . . . . . .
	// . . . . . . . .
	// . . . . . . . .
	// X . . . . . . .
	// x . . . . . . .
	// o x x x x x x x
	// position 1
	// . . . x . . . .
	// . . . x . . . .
	// . . . x . . . .
	// . . . x . . . .
	// x x x o x x x x
	// . . . x . . . .
	// . . . x . . . .
	// . . . x . . . .
	// position 2
	// o x x x x x x x
	// x . . . . . . x
	// x . . . . . . x
	// x . . . . . . x
	// x . . . . . . x
	// x . . . . . . x
	// x . . . . . . x
	// x x x x x x x o
}

// The squares between two squares, and the line through them.
func ExampleRayTable() {
	table := koggestone.RayTable()
	const a, b = 1 + 8*1, 6 + 8*6 // b2 and g7
	const d, back = koggestone.NorthEast, koggestone.SouthWest
	between := table[d][a] & table[back][b]
	line := table[d][a] | table[back][a] | 1<<a
	print(between, 1<<a|1<<b)
	fmt.Println()
	print(line, 1<<a|1<<b)
	// Output:
	// . . . . . . . .
	// . . . . . . o .
	// . . . . . x . .
	// . . . . x . . .
	// . . . x . . . .
	// . . x . . . . .
	// . o . . . . . .
	// . . . . . . . .
	//
	// . . . . . . . x
	// . . . . . . X .
	// . . . . . x . .
	// . . . . x . . .
	// . . . x . . . .
	// . . x . . . . .
	// . X . . . . . .
	// x . . . . . . .
}

// Some programs count squares from a8. Convert their boards, ask, and convert back.
func ExampleFlipRanks() {
	rook, empty := uint64(1), ^uint64(1|1<<16) // a8, and a pawn on a6
	attacks := koggestone.RookAttacks(koggestone.FlipRanks(rook), koggestone.FlipRanks(empty))
	fmt.Printf("%016x\n", koggestone.FlipRanks(attacks))
	// Output: 00000000000101fe
}
