package movegen

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

// filter returns the moves that keep says to.
func filter(moves []Move, keep func(Move) bool) []Move {
	return slices.DeleteFunc(slices.Clone(moves), func(m Move) bool { return !keep(m) })
}

// checkNode compares all answers of n, set to p, with the answers that follow from playing the
// moves one by one. It asks in two orders, because the answers must not depend on the order.
func checkNode(t *testing.T, n *Node, p *Position) {
	t.Helper()
	same := func(what string, got, want []Move) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Fatalf("%s: %s: got %v, want %v", p.FEN(), what, got, want)
		}
	}
	all := p.AppendLegalMoves(nil)
	gives := func(m Move) bool {
		child := p.Play(m)
		return child.InCheck()
	}
	quiet := func(m Move) bool { return !p.IsCapture(m) }
	buf := make([]Move, 0, 512)

	n.Set(p)
	for _, m := range all {
		if !n.IsLegal(m) || n.GivesCheck(m) != gives(m) {
			t.Fatalf("%s %v: IsLegal is %v, GivesCheck %v", p.FEN(), m, n.IsLegal(m), n.GivesCheck(m))
		}
	}
	for s := Selection(0); s <= AllMoves; s++ {
		want := filter(all, func(m Move) bool { return selectionOf(p, m)&s != 0 })
		if s&Quiets == 0 {
			want = SortNoisy(p, want)
		}
		same("selection", n.Append(buf, s), want)
	}

	n.Set(p)
	if n.HasLegalMove() != (len(all) > 0) {
		t.Fatalf("%s: HasLegalMove is %v", p.FEN(), n.HasLegalMove())
	}
	same("checks", n.AppendChecks(buf), filter(all, func(m Move) bool { return quiet(m) && gives(m) }))
	same("all", n.AppendLegalMoves(buf), all)
	same("all, without room", n.AppendLegalMoves(nil), all)
	if n.CountLegal() != len(all) || n.InCheck() != p.InCheck() || n.Checkers() != checkers(&p.Board, p.Side) {
		t.Fatalf("%s: CountLegal %d, InCheck %v, Checkers %x", p.FEN(), n.CountLegal(), n.InCheck(), n.Checkers())
	}
	threats := p.Board.Threats(p.Side)
	if n.Danger() != threats.Danger || n.Pinned() != threats.Pinned {
		t.Fatalf("%s: Danger %x, Pinned %x, want %x, %x", p.FEN(), n.Danger(), n.Pinned(), threats.Danger, threats.Pinned)
	}
}

func TestNode(t *testing.T) {
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		var n Node
		randomGames(t, 12, func(t *testing.T, s step) { checkNode(t, &n, &s.before) })
		rng := rand.New(rand.NewPCG(5, 6))
		for range count(2000) { // with more pieces than there are groups
			p := crowd(rng)
			if p.Validate() == nil {
				checkNode(t, &n, &p)
			}
		}
	})
}

// HasLegalMove finds the last move of each kind, in positions where all legal moves are of one kind,
// and nothing in positions without a move.
func TestHasLegalMove(t *testing.T) {
	kinds := map[string]int{}
	kindOf := func(p *Position, m Move) string {
		switch {
		case m.IsCastling():
			return "castling"
		case m.IsEnPassant():
			return "en passant"
		case m.IsDoublePush():
			return "double push"
		}
		kind := p.Moved(m).String()
		if p.IsCapture(m) {
			kind += " captures"
		}
		var n Node
		if n.Set(p); n.Pinned()>>m.From()&1 != 0 {
			kind = "pinned " + kind
		}
		return kind
	}
	look := func(p *Position) {
		checkHasLegalMove(t, p)
		seen := map[string]bool{}
		for _, m := range p.AppendLegalMoves(nil) {
			seen[kindOf(p, m)] = true
		}
		switch len(seen) {
		case 0:
			kinds["none"]++
		case 1:
			for kind := range seen {
				kinds[kind]++
			}
		}
	}
	for _, fen := range []string{
		"4r2k/8/8/8/8/6p1/6P1/5KRB w G - 0 1",  // only castling, in Chess960
		"7k/8/4p3/3pP3/8/8/5q2/7K w - d6 0 1",  // only a capture en passant
		"1r1b1b1k/8/8/8/K6r/8/4P3/8 w - - 0 1", // only a push of two squares stops the check
		"1b5k/8/8/8/8/7p/8/5rRK w - - 0 1",     // only the capture of the rook that pins
		"1b5k/b7/8/8/8/5b2/6B1/7K w - - 0 1",   // only the capture of the bishop that pins
	} {
		p := parse(t, fen)
		look(&p)
	}
	rng := rand.New(rand.NewPCG(21, 22))
	for range count(60000) { // a few pieces beside many strong ones
		var p Position
		squares := rng.Perm(64)
		p.Side = quad.Color(rng.IntN(2))
		p.Board.Set(squares[0], quad.MakePiece(p.Side, quad.King))
		p.Board.Set(squares[1], quad.MakePiece(p.Side.Other(), quad.King))
		for i := range 1 + rng.IntN(3) {
			p.Board.Set(squares[2+i], quad.MakePiece(p.Side, [...]quad.Kind{quad.Pawn, quad.Pawn, quad.Knight, quad.Bishop, quad.Rook, quad.Queen}[rng.IntN(6)]))
		}
		for i := range 3 + rng.IntN(5) {
			p.Board.Set(squares[8+i], quad.MakePiece(p.Side.Other(), [...]quad.Kind{quad.Pawn, quad.Knight, quad.Bishop, quad.Rook, quad.Queen, quad.Queen}[rng.IntN(6)]))
		}
		if p.Validate() == nil {
			look(&p)
		}
	}
	for _, kind := range []string{"none", "castling", "en passant", "double push", "pawn", "pawn captures", "knight", "knight captures", "bishop", "bishop captures",
		"rook", "rook captures", "queen captures", "king", "king captures", "pinned pawn", "pinned bishop captures", "pinned rook captures"} {
		if kinds[kind] == 0 && !testing.Short() {
			t.Errorf("no position has only moves of this kind: %s", kind)
		}
	}
	t.Log(kinds)
}

func checkHasLegalMove(t *testing.T, p *Position) {
	t.Helper()
	var n Node
	n.Set(p)
	has := p.CountLegal() > 0
	if n.HasLegalMove() != has || p.IsStalemate() != (!has && !p.InCheck()) || p.IsCheckmate() != (!has && p.InCheck()) {
		t.Errorf("%s: HasLegalMove is %v, IsStalemate %v, IsCheckmate %v with %d moves", p.FEN(), n.HasLegalMove(), p.IsStalemate(), p.IsCheckmate(), p.CountLegal())
	}
}

// A node accepts any value as a move, and has the same results on every path.
func TestNodeIsLegal(t *testing.T) {
	all := positions(t, corpus.Tricky(), corpus.Standard(), corpus.Chess960())
	rng := rand.New(rand.NewPCG(7, 8))
	var n Node
	for i := range all {
		p := &all[i]
		n.Set(p)
		legal := map[Move]bool{}
		for _, m := range p.AppendLegalMoves(nil) {
			legal[m] = true
		}
		for range count(2000) {
			if m := Move(rng.Uint32()); n.IsLegal(m) != legal[m] {
				t.Fatalf("%s: IsLegal(%#x) is %v", p.FEN(), uint16(m), !legal[m])
			}
		}
	}
}

// The kernels list the same moves as the loop, for any groups and any room, and do not write
// past the room.
func TestAppendGroups(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	const sentinel = 0xabcd
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		for range count(20000) {
			groups := make([]layout.MoveGroup, 1+rng.IntN(18))
			for i := range groups {
				groups[i] = layout.MoveGroup{Targets: rng.Uint64() & rng.Uint64() & rng.Uint64(), Formula: rng.Uint64()}
				if rng.IntN(8) == 0 {
					groups[i].Targets = rng.Uint64() | rng.Uint64()
				}
			}
			where := rng.Uint64() | rng.Uint64()
			if rng.IntN(4) == 0 { // as many targets as there can be
				groups[0].Targets, where = ^uint64(0), ^uint64(0)
			}
			want := appendGroupsGeneric([]Move{1, 2}, groups, where)
			room := len(want) + rng.IntN(200)
			memory := slices.Repeat([]Move{sentinel}, room+100)
			got := appendGroups(append(memory[:0:room], 1, 2), groups, where)
			if !slices.Equal(got, want) {
				t.Fatalf("%v & %x, room for %d:\ngot  %v\nwant %v", groups, where, room, got, want)
			}
			if i := slices.IndexFunc(memory[room:], func(m Move) bool { return m != sentinel }); i >= 0 {
				t.Fatalf("%v & %x, room for %d: %d behind it is overwritten", groups, where, room, i)
			}
			if _, left, _ := listMoves((*uint16)(&memory[0]), len(want)+layout.MovesAhead, &groups[0].Targets, len(groups), where); left != 0 {
				t.Fatalf("%v & %x: the kernel leaves %d groups although there is room", groups, where, left)
			}
		}
	})
}

func TestGeometry(t *testing.T) {
	for a := range 64 {
		for b := range 64 {
			var line, between uint64
			df, dr := b%8-a%8, b/8-a/8
			if n := max(df, -df, dr, -dr); n > 0 && (df == 0 || dr == 0 || df == dr || df == -dr) {
				df, dr = df/n, dr/n
				for i := -7; i <= 7; i++ {
					if f, r := a%8+i*df, a/8+i*dr; f >= 0 && f < 8 && r >= 0 && r < 8 {
						line |= 1 << (8*r + f)
						if i > 0 && i < n {
							between |= 1 << (8*r + f)
						}
					}
				}
			}
			if Line(a, b) != line || Between(a, b) != between {
				t.Fatalf("%s: Line is %x, Between %x, want %x, %x", quad.SquareName(a)+quad.SquareName(b), Line(a, b), Between(a, b), line, between)
			}
		}
	}
}

// The kernel lists the same moves with their pieces as the loop, for any board and any room, and
// does not write past the room.
func TestAppendPieceGroups(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	const sentinel = 0xabcdef
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		for range count(20000) {
			k := kinds{rng.Uint64(), rng.Uint64(), rng.Uint64()}
			groups := make([]layout.MoveGroup, 1+rng.IntN(18))
			where, full := rng.Uint64()|rng.Uint64(), rng.IntN(4) == 0
			if full { // as many targets as there can be
				where = ^uint64(0)
			}
			want := []PieceMove{1, 2}
			for i := range groups {
				targets := rng.Uint64() & rng.Uint64() & rng.Uint64()
				switch rng.IntN(8) {
				case 0:
					targets = rng.Uint64() | rng.Uint64()
				case 1:
					if full {
						targets = where
					}
				}
				kind := quad.Kind(rng.IntN(8))
				if groups[i] = pieceGroup(rng.IntN(64), kind, targets); rng.IntN(2) == 0 {
					shift := 7 + rng.IntN(10)
					kind, groups[i] = quad.Pawn, layout.MoveGroup{Targets: targets >> shift << shift, Formula: pawnFormula(shift, Move(rng.IntN(2)*doublePush))}
				}
				for _, m := range appendGroupsGeneric(nil, groups[i:i+1], where) {
					want = append(want, PieceMove(m)|PieceMove(m.square())<<16|PieceMove(kind)<<22|PieceMove(k.at(m.square()))<<25)
				}
			}
			room := len(want) + rng.IntN(200)
			memory := slices.Repeat([]PieceMove{sentinel}, room+100)
			got := appendPieceGroups(append(memory[:0:room], 1, 2), groups, where, &k)
			if !slices.Equal(got, want) {
				t.Fatalf("%v & %x on %x, room for %d:\ngot  %x\nwant %x", groups, where, k, room, got, want)
			}
			if i := slices.IndexFunc(memory[room:], func(m PieceMove) bool { return m != sentinel }); i >= 0 {
				t.Fatalf("%v & %x, room for %d: %d behind it is overwritten", groups, where, room, i)
			}
			if _, left, _ := listPieces((*uint32)(&memory[0]), len(want)+layout.MovesAhead, &groups[0].Targets, len(groups), where, k.g0, k.g1, k.g2); left != 0 {
				t.Fatalf("%v & %x: the kernel leaves %d groups although there is room", groups, where, left)
			}
		}
	})
}

// The calls of a search allocate nothing, even with promotions and captures en passant.
func TestNodeAllocates(t *testing.T) {
	all := positions(t, corpus.Tricky(), corpus.Standard())
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		var n Node
		var moves [320]Move
		var pieces [320]PieceMove
		rules := &ExchangeRules{Values: standardExchange.Values, Pins: true}
		if got := testing.AllocsPerRun(1, func() {
			for i := range all {
				p := &all[i]
				n.Set(p)
				n.Append(moves[:0], Captures|QueenPromotions|Underpromotions)
				for _, m := range n.AppendPieceMoves(pieces[:0], Captures|QueenPromotions|Underpromotions) {
					n.SEEAtLeast(m, 0, rules)
					p.SEE(m.Move(), nil)
					n.SEE(m, rules)
					n.IsLegalPieceMove(m)
				}
				n.AppendPieceMoves(pieces[:0], AllMoves)
				n.AppendChecks(n.Append(moves[:0], Quiets))
			}
		}); got != 0 {
			t.Errorf("%v allocations", got)
		}
	})
}
