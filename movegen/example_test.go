package movegen_test

import (
	"fmt"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

func ExamplePosition_AppendLegalMoves() {
	// The pawn on e4 is pinned on the file, the king in no check.
	p, err := movegen.ParseFEN("4r2k/8/8/8/4P3/8/8/4K3 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p)
	for _, m := range p.AppendLegalMoves(nil) {
		fmt.Print(p.SAN(m), " ")
	}
	fmt.Println(p.CountLegal())
	// Output:
	// . . . . r . . k
	// . . . . . . . .
	// . . . . . . . .
	// . . . . . . . .
	// . . . . P . . .
	// . . . . . . . .
	// . . . . . . . .
	// . . . . K . . .
	// 4r2k/8/8/8/4P3/8/8/4K3 w - - 0 1
	// Kd1 Kf1 Kd2 Ke2 Kf2 e5 6
}

func ExampleParseFEN() {
	_, err := movegen.ParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1")
	fmt.Println(err)
	// Output:
	// FEN: side to move, offset 44: expected w or b, found "x"
}

func ExamplePosition_Play() {
	p := movegen.Start()
	for _, text := range []string{"e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"} {
		m, err := p.ParseSAN(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		p = p.Play(m)
	}
	fmt.Println(p.FEN())
	fmt.Println(p.IsCheckmate())
	// Output:
	// r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4
	// true
}

// What a search asks at a node: captures and what they win, then quiet moves that give
// check.
//
//	8  r n b . k b n r
//	7  . p . . . p p p
//	6  p . p . . . . .
//	5  . . . q . . . .
//	4  . . . P . B . .
//	3  . . N . . . . .
//	2  P P P . . P P P
//	1  R . . Q K B N R
//	   a b c d e f g h
func ExampleNode() {
	p, err := movegen.ParseFEN("rnb1kbnr/1p3ppp/p1p5/3q4/3P1B2/2N5/PPP2PPP/R2QKBNR w KQkq - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	var n movegen.Node // one for each ply of a search, used again
	n.Set(&p)
	fmt.Println(n.CountLegal(), "legal moves, in check:", n.InCheck())
	var moves []movegen.Move
	moves = n.Append(moves[:0], movegen.Captures|movegen.QueenPromotions)
	for _, m := range moves {
		fmt.Println(p.SAN(m), "wins", p.SEE(m, nil)) // SEEAtLeast is faster where a bound is enough
	}
	moves = n.AppendChecks(moves[:0])
	for _, m := range moves {
		fmt.Println(p.SAN(m), "gives check")
	}
	// Output:
	// 45 legal moves, in check: false
	// Nxd5 wins 600
	// Bxa6 wins -200
	// Bxb8 wins 0
	// Qe2+ gives check
}

// A capture en passant takes one piece off a square that the move does not name.
func ExamplePosition_PlayChange() {
	p, err := movegen.ParseFEN("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := p.ParseMove("e5d6")
	if err != nil {
		fmt.Println(err)
		return
	}
	key := p.Key()
	var c movegen.Change
	p.PlayChange(&p, m, &c)
	fmt.Println(c.Piece, "from", quad.SquareName(int(c.From)), "to", quad.SquareName(int(c.To)))
	fmt.Println(c.Captured, "taken on", quad.SquareName(int(c.CapturedOn)))
	fmt.Println(key^c.Key == p.Key())
	// Output:
	// white pawn from e5 to d6
	// black pawn taken on d5
	// true
}

// The last move was by the rook or the king, or castling: captures would have set the clock to 0.
//
//	8  . . . . . k . .
//	7  . . . . . . . .
//	6  . . . . . . . .
//	5  . . . . . . . .
//	4  . . . . . . . .
//	3  . . . . . . . .
//	2  . . . . . p p p
//	1  . . . . . R K .
//	   a b c d e f g h
func ExamplePosition_AppendUnmoves() {
	p, err := movegen.ParseFEN("5k2/8/8/8/8/8/5PPP/5RK1 b - - 3 2")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, u := range p.AppendUnmoves(nil, movegen.UnmoveRules{}) {
		if u.Captured != quad.None {
			continue // HalfMoves is 3
		}
		e := p.Unplay(u)
		fmt.Println(e.FEN(), e.SAN(u.Move))
	}
	// Output:
	// 5k2/8/8/8/8/8/5PPP/R5K1 w - - 2 2 Rf1
	// 5k2/8/8/8/8/8/5PPP/1R4K1 w - - 2 2 Rf1
	// 5k2/8/8/8/8/8/5PPP/2R3K1 w - - 2 2 Rf1
	// 5k2/8/8/8/8/8/5PPP/3R2K1 w - - 2 2 Rf1
	// 5k2/8/8/8/8/8/5PPP/4R1K1 w - - 2 2 Rf1
	// 5k2/8/8/8/8/8/5PPP/5R1K w - - 2 2 Kg1
	// 5k2/8/8/8/8/8/5PPP/4K2R w K - 2 2 O-O
}

// A PieceMove has no colour. The side to move is read before the move is played, because afterwards it is
// the opponent's.
func ExamplePieceMove() {
	p := movegen.Start()
	var n movegen.Node
	n.Set(&p)
	var history [2][512]int // by side and PieceTo
	m := n.AppendPieceMoves(nil, movegen.AllMoves)[0]
	us := p.Side
	p = p.Play(m.Move())
	history[us][m.PieceTo()]++
	fmt.Println(us, m.Moved(), m, "then", p.Side)
	// Output:
	// white pawn a2a3 then black
}

// Polyglot books hash the file of an en-passant target also if the capture is not legal, and then a Position
// does not store the target. The file follows from the move before.
func ExamplePawnAttacksFrom() {
	p, err := movegen.ParseFEN("8/8/8/8/k3p2R/8/3P4/4K3 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := p.ParseMove("d2d4")
	if err != nil {
		fmt.Println(err)
		return
	}
	us := p.Side
	p = p.Play(m)
	file := -1 // no target
	if behind := (m.From() + m.To()) / 2; m.IsDoublePush() && movegen.PawnAttacksFrom(behind, us)&p.Board.Pieces(us.Other(), quad.Pawn) != 0 {
		file = m.To() & 7
	}
	fmt.Println(p.FEN(), "file", file)
	// Output:
	// 8/8/8/8/k2Pp2R/8/8/4K3 b - - 0 1 file 3
}
