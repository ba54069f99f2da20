package quad_test

import (
	"fmt"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/quad"
)

func ExampleBoard_String() {
	bb := quad.Bitboards{
		Pawns:         1<<35 | 1<<36, // d5, e5
		Rooks:         1<<0 | 1<<7 | 1<<56,
		Kings:         1<<4 | 1<<60,
		White:         1<<0 | 1<<4 | 1<<7 | 1<<35,
		Black:         1<<36 | 1<<56 | 1<<60,
		CastlingRooks: 1<<0 | 1<<7 | 1<<56,
		EnPassant:     1 << 44, // e6
	}
	fmt.Println(bb.Board())
	// Output:
	// r . . . k . . .
	// . . . . . . . .
	// . . . . . . . .
	// . . . P p . . .
	// . . . . . . . .
	// . . . . . . . .
	// . . . . . . . .
	// R . . . K . . R
	// castling rooks: a1, h1, a8
	// en passant: e6
}

func ExampleParsePlacement() {
	b, rest, err := quad.ParsePlacement("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1")
	fmt.Println(b, err)
	fmt.Printf("%s;%s\n", b.AppendPlacement(nil), rest)

	_, _, err = quad.ParsePlacement("r3k2r/9/8/8/8/8/8/8 w - -")
	fmt.Println(err)
	// Output:
	// r . . . k . . r
	// . . . . . . . .
	// . . . . . . . .
	// . . . p P . . .
	// . . . . . . . .
	// . . . . . . . .
	// . . . . . . . .
	// R . . . K . . R <nil>
	// r3k2r/8/8/3pP3/8/8/8/R3K2R; w KQkq d6 0 1
	// FEN: piece placement, offset 6: expected one of PNBRQKpnbrqk or a digit up to 8 (rank 7), found "9"
}

func ExampleBoard_Validate() {
	var b quad.Board
	b.Set(4, quad.WhiteKing)
	b.Set(60, quad.BlackKing)
	b.Set(57, quad.WhitePawn)
	fmt.Println(b.Validate())
	// Output: quad: b8: expected no pawn on rank 1 or 8, found 1
}

// place returns a board from its picture, eighth rank first.
func place(rows string) (b quad.Board) {
	sq := 56
	for _, c := range []byte(rows) {
		switch c {
		case ' ', '\t':
		case '\n':
			sq -= 16
		default:
			if p, ok := quad.PieceFromLetter(c); ok {
				b.Set(sq, p)
			}
			sq++
		}
	}
	return b
}

// show prints sets beside one another, 1 for each square in the set.
func show(sets ...uint64) {
	for rank := 7; rank >= 0; rank-- {
		for i, set := range sets {
			if i > 0 {
				fmt.Print("  ")
			}
			for file := range 8 {
				if file > 0 {
					fmt.Print(" ")
				}
				fmt.Print(string(".1"[set>>(8*rank+file)&1]))
			}
		}
		fmt.Println()
	}
}

const pinned = `. . . . r . k .
	. . . . . . . .
	. . . . . . . .
	b . . . . . . .
	. . . . N . . .
	. . P . . . . .
	. . . . . . . .
	. . . . K . . q`

// The example prints the squares where a slider could give check to the white king from the
// west, and the pieces pinned on any line.
func ExampleVision() {
	b := place(pinned)
	v := b.Vision()
	show(v.Seen(koggestone.East, quad.White, quad.King), v.Pinned(quad.White), v.Checkers(quad.White))
	// Output:
	// . . . . . . . .  . . . . . . . .  . . . . . . . .
	// . . . . . . . .  . . . . . . . .  . . . . . . . .
	// . . . . . . . .  . . . . . . . .  . . . . . . . .
	// . . . . . . . .  . . . . . . . .  . . . . . . . .
	// . . . . . . . .  . . . . 1 . . .  . . . . . . . .
	// . . . . . . . .  . . 1 . . . . .  . . . . . . . .
	// . . . . . . . .  . . . . . . . .  . . . . . . . .
	// . . . . . 1 1 1  . . . . . . . .  . . . . . . . 1
}

// An engine with its own bitboards makes one call at a node. The sets show which moves are
// legal and which give check.
func ExampleThreats() {
	// The engine's position: white to move, in check by the queen on h1.
	engine := quad.Bitboards{
		Pawns:   1 << 18,
		Knights: 1 << 28,
		Bishops: 1 << 32,
		Rooks:   1 << 60,
		Queens:  1 << 7,
		Kings:   1<<4 | 1<<62,
		White:   1<<4 | 1<<18 | 1<<28,
		Black:   1<<7 | 1<<32 | 1<<60 | 1<<62,
	}
	var t quad.Threats // kept from node to node
	t.Set(engine.Board(), quad.White)

	switch {
	case t.Checkers == 0:
		fmt.Println("no check")
	case t.Checkers&(t.Checkers-1) != 0:
		fmt.Println("double check")
	default:
		fmt.Println("check: capture or block")
	}
	// Check mask, pinned pieces, and danger.
	show(t.CheckMask, t.Pinned, t.Danger)
	// Output:
	// check: capture or block
	// . . . . . . . .  . . . . . . . .  1 1 1 1 . 1 1 1
	// . . . . . . . .  . . . . . . . .  . . 1 . 1 1 1 1
	// . . . . . . . .  . . . . . . . .  . 1 . . 1 . . 1
	// . . . . . . . .  . . . . . . . .  . . . . 1 . . 1
	// . . . . . . . .  . . . . 1 . . .  . 1 . . 1 . . 1
	// . . . . . . . .  . . 1 . . . . .  . . 1 . . 1 . 1
	// . . . . . . . .  . . . . . . . .  . . . . . . 1 1
	// . . . . . 1 1 1  . . . . . . . .  1 1 1 1 1 1 1 .
}

// Pins for exchanges and squares attacked twice for an evaluation, of both sides.
func ExampleBothThreats() {
	board, _, err := quad.ParsePlacement("4k3/4r3/8/8/1b6/2N5/4B3/4K3")
	if err != nil {
		fmt.Println(err)
		return
	}
	var t quad.BothThreats // kept from node to node
	t.Set(board)
	// White's pinned pieces, their pinners, and the squares that White attacks twice.
	white := &t[quad.White]
	show(white.Pinned, white.Pinners, white.AttackedTwice)
	// Output:
	// . . . . . . . .  . . . . . . . .  . . . . . . . .
	// . . . . . . . .  . . . . 1 . . .  . . . . . . . .
	// . . . . . . . .  . . . . . . . .  . . . . . . . .
	// . . . . . . . .  . . . . . . . .  . 1 . . . . . .
	// . . . . . . . .  . 1 . . . . . .  . . . . . . . .
	// . . 1 . . . . .  . . . . . . . .  . . . . . . . .
	// . . . . 1 . . .  . . . . . . . .  . . . . 1 . . .
	// . . . . . . . .  . . . . . . . .  . . . 1 . 1 . .
}

// The example prints the squares where the bishop would attack the rook or the knight, and
// the subset that it reaches in one move, which are Isenberg's target squares.
func ExampleVision_AttackingMoves() {
	b := place(`. . . . . . k .
		. . . . . . . .
		. r . . . . . .
		. . . . . . . .
		. . . n . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . B K .`)
	v := b.Vision()
	targets := b.Pieces(quad.Black, quad.Rook) | b.Pieces(quad.Black, quad.Knight)
	show(v.Board.AttackFrom(quad.White, quad.Bishop, targets),
		v.AttackingMoves(quad.White, quad.Bishop, quad.Bishop, targets))
	// Output:
	// . . . 1 . . . 1  . . . . . . . .
	// 1 . 1 . . . 1 .  . . . . . . . .
	// . 1 . . . 1 . .  . . . . . . . .
	// 1 . 1 . 1 . . .  . . . . . . . .
	// . . . 1 . . . .  . . . . . . . .
	// . . 1 . 1 . . .  . . . . . . . .
	// . 1 . . . 1 . .  . . . . . . . .
	// 1 . . . . . 1 .  . . . . . . . .
}

// DistinctRooks gives the two rooks of a side different codes. Their targets going north are
// two disjoint sets, and Source maps a target back to its rook.
func ExampleBoard_DistinctRooks() {
	b := place(`. . . . . . k .
		. . . . . . . .
		. . . . . . . .
		. . . . . R . .
		. . . . . . . .
		. . R . . . . .
		. . . . . . . .
		. . . . . . K .`)
	v := b.DistinctRooks().Vision()
	first := v.Seen(koggestone.North, quad.White, quad.CastlingRook)
	second := v.Seen(koggestone.North, quad.White, quad.Rook)
	show(first, second)
	s := b.Sources()
	f8, _ := quad.ParseSquare("f8")
	source, _ := s.Source(koggestone.North, f8)
	fmt.Println("f8 is attacked from", quad.SquareName(source))
	// Output:
	// . . 1 . . . . .  . . . . . 1 . .
	// . . 1 . . . . .  . . . . . 1 . .
	// . . 1 . . . . .  . . . . . 1 . .
	// . . 1 . . . . .  . . . . . . . .
	// . . 1 . . . . .  . . . . . . . .
	// . . . . . . . .  . . . . . . . .
	// . . . . . . . .  . . . . . . . .
	// . . . . . . . .  . . . . . . . .
	// f8 is attacked from f5
}

// Positions in lanes, here one position from both sides: columns of sets.
func ExampleThreatsBatch() {
	var batch quad.Batch
	batch.Append(place(pinned), place(pinned).FlipColors())
	threats := quad.NewThreatsColumns(batch.Len())
	quad.ThreatsBatch(threats, &batch, []quad.Color{quad.White, quad.Black})
	fmt.Printf("%#x\n%#x\n", threats.Pinned, threats.Checkers)
	// Output:
	// [0x10040000 0x41000000000]
	// [0x80 0x8000000000000000]
}
