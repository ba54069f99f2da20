package movegen_test

import (
	"cmp"
	"flag"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/corpus/parsed"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/movegen/raylist"
	"github.com/koggestone/koggestone/policy"
	"github.com/koggestone/koggestone/quad"
)

var exactPositions = flag.Int("exact", 6000, "how many positions TestExact looks at")

// TestExact compares the results of nodes, the changes of moves and keys with a list of
// moves that the ray-list generator confirms, and with a board of 64 cells that replays the
// moves. It compares the calls for batches with the calls for one position, and children
// with the children of the ray-list generator. The positions are from random games of the
// suites, including Chess960, and from composed boards. Each path is tested in turn.
func TestExact(t *testing.T) {
	total := *exactPositions
	if testing.Short() {
		total /= 10
	}
	starts := parsed.Positions(corpus.Standard(), corpus.Tricky(), corpus.Chess960(), corpus.Deep(), corpus.Games())
	share := (total + len(simd.Paths()) - 1) / len(simd.Paths())
	pathtest.Each(t, func(t *testing.T, path simd.Path) {
		rng := rand.New(rand.NewPCG(11, uint64(path)))
		e := &exact{rng: rng, stamps: make([]uint32, 1<<16), batches: newBatches()}
		for done := 0; done < share; {
			p, plies := starts[rng.IntN(len(starts))], 80
			if rng.IntN(4) == 0 {
				p, plies = composed(rng), 6
			}
			for range min(plies, share-done) {
				e.check(t, &p)
				e.batches.add(t, &p, e.legal)
				done++
				if t.Failed() || len(e.legal) == 0 {
					break
				}
				p.PlayInto(&p, e.legal[rng.IntN(len(e.legal))])
			}
			if t.Failed() {
				return
			}
		}
		e.batches.check(t)
	})
}

// batches holds positions and their legal moves, to check the calls for batches.
type batches struct {
	batch *movegen.Batch // with clocks and keys
	legal []movegen.Move // legal moves of all positions, sorted within each
	ends  []int

	lists            movegen.MoveLists
	selected         []movegen.Move
	k                []uint16
	played, children *movegen.Batch
	status           []movegen.Status
	targets          *movegen.LegalTargetsColumns
	masks            [2][]uint64 // by encoding
	want             []uint64
	theirs, ours     []movegen.Position
	moves            raylist.List
}

// batchOfExact is the number of positions in a batch: no multiple of a block.
const batchOfExact = 333

func newBatches() batches {
	with := func() *movegen.Batch { return movegen.NewBatch(movegen.WithClocks | movegen.WithKeys) }
	return batches{batch: with(), played: with(), children: with()}
}

// add adds a position, and checks all positions once there are many.
func (b *batches) add(t *testing.T, p *movegen.Position, legal []movegen.Move) {
	b.batch.Append(*p)
	at := len(b.legal)
	b.legal = append(b.legal, legal...)
	slices.Sort(b.legal[at:])
	if b.ends = append(b.ends, len(b.legal)); len(b.ends) == batchOfExact {
		b.check(t)
	}
}

// check compares the results of all calls, and starts anew.
func (b *batches) check(t *testing.T) {
	t.Helper()
	b.lists.Reset()
	movegen.AppendLegalMovesBatch(&b.lists, b.batch)
	n := b.batch.Len()
	b.selected, b.k = slices.Grow(b.selected[:0], n)[:n], slices.Grow(b.k[:0], n)[:n]
	for i := range b.k {
		b.k[i] = uint16(i * 7 % 40)
	}
	movegen.SelectMoveBatch(b.selected, b.batch, b.k)
	from := 0
	for i, end := range b.ends {
		list := b.lists.At(i)
		want := movegen.Move(0)
		if int(b.k[i]) < len(list) {
			want = list[b.k[i]]
		}
		sorted := slices.Sorted(slices.Values(list))
		if !slices.Equal(sorted, b.legal[from:end]) || b.selected[i] != want {
			p := b.batch.At(i)
			t.Fatalf("%s on path %v: list %v, legal %v; move %d is %v", p.FEN(), simd.Active(), list, b.legal[from:end], b.k[i], b.selected[i])
		}
		from = end
	}
	b.checkPlay(t)
	b.checkChildren(t)
	b.checkSets(t)
	b.batch.Reset()
	b.legal, b.ends = b.legal[:0], b.ends[:0]
}

// checkPlay compares PlayBatch with PlayInto.
func (b *batches) checkPlay(t *testing.T) {
	t.Helper()
	movegen.PlayBatch(b.played, b.batch, b.selected)
	for i, m := range b.selected {
		p := b.batch.At(i)
		want := p
		if m != 0 {
			p.PlayInto(&want, m)
		}
		if got := b.played.At(i); got != want || b.played.Keys()[i] != want.Key() {
			t.Fatalf("%s on path %v: %v leads to %s, key %x, want %s, %x", p.FEN(), simd.Active(), m, got.FEN(), b.played.Keys()[i], want.FEN(), want.Key())
		}
	}
}

// checkChildren compares AppendChildrenBatch with PlayInto, in the order of the lists, and
// with the moves of the ray-list generator, in any order.
func (b *batches) checkChildren(t *testing.T) {
	t.Helper()
	b.children.Reset()
	movegen.AppendChildrenBatch(b.children, b.batch)
	k := 0
	for i := range b.ends {
		p := b.batch.At(i)
		b.ours = b.ours[:0]
		for _, m := range b.lists.At(i) {
			var want movegen.Position
			p.PlayInto(&want, m)
			if got := b.children.At(k); got != want || b.children.Keys()[k] != want.Key() {
				t.Fatalf("%s on path %v: child after %v is %s, key %x, want %s, %x", p.FEN(), simd.Active(), m, got.FEN(), b.children.Keys()[k], want.FEN(), want.Key())
			}
			b.ours = append(b.ours, want)
			k++
		}
		rays, err := raylist.New(p)
		if err != nil { // it holds no more than 16 pieces of a side
			continue
		}
		b.theirs = b.theirs[:0]
		rays.GenerateLegal(&b.moves)
		for _, m := range b.moves.Moves() {
			child := *rays
			child.Do(m)
			b.theirs = append(b.theirs, child.Position())
		}
		for k := range b.ours { // the ray-list generator has no clocks
			b.ours[k].HalfMoves, b.ours[k].FullMoves = 0, 0
		}
		slices.SortFunc(b.ours, comparePositions)
		slices.SortFunc(b.theirs, comparePositions)
		if !slices.Equal(b.ours, b.theirs) {
			t.Fatalf("%s on path %v: the children are not those of the ray-list generator", p.FEN(), simd.Active())
		}
	}
	if k != b.children.Len() {
		t.Fatalf("path %v: %d children, want %d", simd.Active(), b.children.Len(), k)
	}
}

// comparePositions orders positions by their boards.
func comparePositions(a, b movegen.Position) int {
	return cmp.Or(cmp.Compare(a.Board.G0, b.Board.G0), cmp.Compare(a.Board.G1, b.Board.G1),
		cmp.Compare(a.Board.G2, b.Board.G2), cmp.Compare(a.Board.GB, b.Board.GB))
}

// checkSets compares StatusBatch, LegalTargetsBatch and MaskBatch with calls for one
// position.
func (b *batches) checkSets(t *testing.T) {
	t.Helper()
	n := b.batch.Len()
	if b.status == nil {
		b.status, b.targets = make([]movegen.Status, batchOfExact), movegen.NewLegalTargetsColumns(batchOfExact)
		for e := range b.masks {
			b.masks[e] = make([]uint64, policy.Encoding(e).Words()*batchOfExact)
		}
	}
	status, targets := b.status[:n], b.targets.Slice(0, n)
	movegen.StatusBatch(status, b.batch)
	movegen.LegalTargetsBatch(targets, b.batch)
	for e := range b.masks {
		policy.Encoding(e).MaskBatch(b.masks[e][:policy.Encoding(e).Words()*n], b.batch)
	}
	for i := range n {
		p := b.batch.At(i)
		if want := statusOf(&p, len(b.lists.At(i))); status[i] != want {
			t.Fatalf("%s on path %v: status %b, want %b", p.FEN(), simd.Active(), status[i], want)
		}
		if got, want := targets.At(i), p.LegalTargets(); got != want {
			t.Fatalf("%s on path %v: targets %x, want %x", p.FEN(), simd.Active(), got, want)
		}
		for e := range b.masks {
			e, words := policy.Encoding(e), policy.Encoding(e).Words()
			b.want = append(b.want[:0], make([]uint64, words)...)
			for _, m := range b.lists.At(i) {
				index := e.Index(&p, m)
				b.want[index/64] |= 1 << (index % 64)
			}
			if got := b.masks[e][words*i:][:words]; !slices.Equal(got, b.want) {
				t.Fatalf("%s on path %v: %v mask %x, want %x", p.FEN(), simd.Active(), e, got, b.want)
			}
		}
	}
}

// statusOf returns the status of p, given the number of its legal moves.
func statusOf(p *movegen.Position, moves int) (s movegen.Status) {
	switch check := p.InCheck(); {
	case check && moves == 0:
		s = movegen.StatusCheck | movegen.StatusCheckmate
	case check:
		s = movegen.StatusCheck
	case moves == 0:
		s = movegen.StatusStalemate
	}
	if p.HasInsufficientMaterial() {
		s |= movegen.StatusInsufficientMaterial
	}
	if p.HalfMoves >= 100 {
		s |= movegen.StatusFiftyMoves
	}
	if p.HalfMoves >= 150 {
		s |= movegen.StatusSeventyFiveMoves
	}
	return s
}

// composed returns a valid position of random pieces. Some of its rooks may castle.
func composed(rng *rand.Rand) movegen.Position {
	for {
		p := movegen.Position{Side: quad.Color(rng.IntN(2)), HalfMoves: uint16(rng.IntN(160)), FullMoves: 100}
		squares := rng.Perm(64)
		for i, sq := range squares[:2+rng.IntN(30)] {
			color := quad.Color(i & 1)
			kind := [...]quad.Kind{quad.Pawn, quad.Pawn, quad.Pawn, quad.Knight, quad.Bishop, quad.Rook, quad.Queen}[rng.IntN(7)]
			if home := 56 * int(color); i < 2 {
				kind = quad.King
				if rng.IntN(2) == 0 { // where it may castle
					sq = home + 1 + rng.IntN(6)
				}
			} else if kind == quad.Rook && rng.IntN(2) == 0 {
				sq, kind = home+rng.IntN(8), quad.CastlingRook
			}
			if p.Board.At(sq) == quad.NoPiece {
				p.Board.Set(sq, quad.MakePiece(color, kind))
			}
		}
		if p.Validate() == nil {
			return p
		}
	}
}

// exact checks positions. It uses the moves of the previous position as foreign moves, as a
// hash table may return them.
type exact struct {
	rng     *rand.Rand
	node    movegen.Node
	batches batches
	legal   []movegen.Move
	stale   []movegen.Move
	gives   []bool // whether legal[i] gives check
	quiet   []bool
	queens  []bool // whether legal[i] promotes to a queen
	stamps  []uint32
	stamp   uint32 // stamp of the codes of legal
	buf     [320]movegen.Move
	wanted  []movegen.Move
	pieces  [420]movegen.PieceMove
}

func (e *exact) check(t *testing.T, p *movegen.Position) {
	t.Helper()
	white, black := bits.OnesCount64(p.Board.White()), bits.OnesCount64(p.Board.Black())
	if err := raylist.Compare(*p); err != nil && max(white, black) <= 16 { // it holds no more
		t.Fatalf("%s: %v", p.FEN(), err)
	}
	e.stale = append(e.stale[:0], e.legal...)
	e.legal = p.AppendLegalMoves(e.legal[:0])
	e.stamp++
	e.gives, e.quiet, e.queens = e.gives[:0], e.quiet[:0], e.queens[:0]
	cells := cellsOf(&p.Board)
	for _, m := range e.legal {
		e.stamps[m] = e.stamp
		e.play(t, p, cells, m)
	}
	e.null(t, p)
	e.ask(t, p, &cells)
	if t.Failed() {
		t.Fatalf("%s on path %v", p.FEN(), simd.Active())
	}
}

// cells holds the piece on each square, with castling rooks as plain rooks and without an
// en-passant target.
type cells [64]quad.Piece

func cellsOf(b *quad.Board) (c cells) {
	for sq := range c {
		switch piece := b.At(sq); piece {
		case quad.WhiteCastlingRook, quad.BlackCastlingRook:
			c[sq] = quad.MakePiece(piece.Color(), quad.Rook)
		case quad.EnPassantTarget:
		default:
			c[sq] = piece
		}
	}
	return c
}

// attacks reports whether the piece on from attacks to, by steps.
func (c *cells) attacks(from, to int) bool {
	file, rank := to&7-from&7, to>>3-from>>3
	f, r := max(file, -file), max(rank, -rank)
	piece := c[from]
	switch piece.Kind() {
	case quad.Pawn:
		return f == 1 && rank == 1-2*int(piece.Color())
	case quad.Knight:
		return f*r == 2
	case quad.King:
		return max(f, r) == 1
	case quad.Bishop:
		if f != r {
			return false
		}
	case quad.Rook:
		if f*r != 0 {
			return false
		}
	case quad.Queen:
		if f != r && f*r != 0 {
			return false
		}
	default:
		return false
	}
	n := max(f, r)
	for i := 1; i < n; i++ {
		if c[from+i*(file/n+8*(rank/n))] != quad.NoPiece {
			return false
		}
	}
	return n > 0
}

// checkers returns the pieces that attack the king of a side.
func (c *cells) checkers(side quad.Color) (set uint64) {
	king := slices.Index(c[:], quad.MakePiece(side, quad.King))
	for sq, piece := range c {
		if piece != quad.NoPiece && piece.Color() != side && c.attacks(sq, king) {
			set |= 1 << sq
		}
	}
	return set
}

// play plays m and replays its change on cells.
func (e *exact) play(t *testing.T, p *movegen.Position, board cells, m movegen.Move) {
	var child, other movegen.Position
	var c movegen.Change
	p.PlayChange(&child, m, &c)
	p.PlayInto(&other, m)
	if child != other {
		t.Errorf("%v: PlayChange leads to %s, PlayInto to %s", m, child.FEN(), other.FEN())
	}
	if p.Key()^c.Key != child.Key() || p.PawnKey()^c.PawnKey != child.PawnKey() {
		t.Errorf("%v: keys %x, %x, want %x, %x", m, p.Key()^c.Key, p.PawnKey()^c.PawnKey, child.Key(), child.PawnKey())
	}
	own, foe := c.NonPawnKeys()
	us, them := p.Side, p.Side.Other()
	if p.NonPawnKey(us)^own != child.NonPawnKey(us) || p.NonPawnKey(them)^foe != child.NonPawnKey(them) || p.Material()+c.Material() != child.Material() {
		t.Errorf("%v: keys of pieces without pawns %x, %x, material %x", m, own, foe, c.Material())
	}
	take := func(sq uint8, piece quad.Piece) {
		if board[sq] != piece {
			t.Errorf("%v: %v leaves square %d, where %v stands", m, piece, sq, board[sq])
		}
		board[sq] = quad.NoPiece
	}
	take(c.From, c.Piece)
	if c.Captured != quad.NoPiece {
		take(c.CapturedOn, c.Captured)
	}
	if c.Castles {
		rook := quad.MakePiece(p.Side, quad.Rook)
		take(c.RookFrom, rook)
		board[c.RookTo] = rook
	}
	board[c.To] = c.Placed
	if board != cellsOf(&child.Board) {
		t.Errorf("%v: %+v leads to other pieces than in %s", m, c, child.FEN())
	}
	if c.Captured != quad.NoPiece != p.IsCapture(m) {
		t.Errorf("%v: captures %v, IsCapture is %v", m, c.Captured, p.IsCapture(m))
	}
	gives := board.checkers(p.Side.Other()) != 0
	if p.GivesCheck(m) != gives || child.InCheck() != gives {
		t.Errorf("%v: GivesCheck is %v, InCheck after it %v", m, p.GivesCheck(m), child.InCheck())
	}
	e.gives = append(e.gives, gives)
	e.quiet = append(e.quiet, c.Captured == quad.NoPiece)
	e.queens = append(e.queens, c.Placed.Kind() == quad.Queen && c.Piece.Kind() == quad.Pawn)
}

// null plays a null move.
func (e *exact) null(t *testing.T, p *movegen.Position) {
	var child movegen.Position
	if key := p.PlayNull(&child); p.Key()^key != child.Key() {
		t.Errorf("null move: key %x, want %x", p.Key()^key, child.Key())
	}
	if cellsOf(&child.Board) != cellsOf(&p.Board) || child.Side == p.Side || child.Board.EnPassant() != 0 {
		t.Errorf("null move: %s", child.FEN())
	}
}

// ask calls all methods of a node, in random order.
func (e *exact) ask(t *testing.T, p *movegen.Position, board *cells) {
	n := &e.node
	n.Set(p)
	same := func(what string, got []movegen.Move, noisy bool, wanted func(i int) bool) {
		e.wanted = e.wanted[:0]
		for i, m := range e.legal {
			if wanted(i) {
				e.wanted = append(e.wanted, m)
			}
		}
		if noisy {
			movegen.SortNoisy(p, e.wanted)
		}
		if !slices.Equal(got, e.wanted) {
			t.Errorf("%s: %v, want %v", what, got, e.wanted)
		}
	}
	selects := func(s movegen.Selection) func(i int) bool {
		return func(i int) bool {
			switch {
			case e.legal[i].IsPromotion() && e.legal[i].Promotion() != quad.Queen:
				return s&movegen.Underpromotions != 0
			case !e.quiet[i]:
				return s&movegen.Captures != 0
			case e.queens[i]:
				return s&movegen.QueenPromotions != 0
			}
			return s&movegen.Quiets != 0
		}
	}
	questions := []func(){
		func() {
			for s := range movegen.AllMoves + 1 {
				same("Append", n.Append(e.buf[:0], s), s&movegen.Quiets == 0, selects(s))
			}
		},
		func() { // by a node that does not know the list, into any room
			for s := range movegen.AllMoves + 1 {
				var fresh movegen.Node
				fresh.Set(p)
				same("Append", fresh.Append(e.buf[:0:e.rng.IntN(len(e.buf))], s), s&movegen.Quiets == 0, selects(s))
			}
		},
		func() { e.pieceMoves(t, p, board, selects, same) },
		func() { e.exchanges(t, p, board) },
		func() {
			sq := e.rng.IntN(64)
			var want uint64
			for from := range board {
				if board.attacks(from, sq) {
					want |= 1 << from
				}
			}
			white, black := p.IsAttacked(sq, quad.White), p.IsAttacked(sq, quad.Black)
			if got := p.AttackersOf(sq); got != want || white != (want&p.Board.White() != 0) || black != (want&p.Board.Black() != 0) {
				t.Errorf("AttackersOf(%d) is %x, want %x; by White %v, by Black %v", sq, got, want, white, black)
			}
			bb := n.Bitboards()
			if *bb != p.Board.Bitboards() {
				t.Errorf("Bitboards is %x", *bb)
			}
			for kind := quad.None; kind <= quad.Queen; kind++ {
				if bb.ByKind(kind) != p.Board.ByKind(kind) {
					t.Errorf("ByKind(%v) of the Bitboards is %x", kind, bb.ByKind(kind))
				}
			}
			if bb.ByColor(quad.White) != p.Board.White() || bb.ByColor(quad.Black) != p.Board.Black() {
				t.Errorf("ByColor of the Bitboards is %x, %x", bb.ByColor(quad.White), bb.ByColor(quad.Black))
			}
		},
		func() {
			same("AppendLegalMoves", n.AppendLegalMoves(nil), false, func(int) bool { return true })
		},
		func() {
			same("AppendChecks", n.AppendChecks(e.buf[:0]), false, func(i int) bool { return e.quiet[i] && e.gives[i] })
		},
		func() {
			for i, m := range e.legal {
				if n.GivesCheck(m) != e.gives[i] {
					t.Errorf("GivesCheck(%v) is %v", m, !e.gives[i])
				}
			}
		},
		func() {
			legal := func(m movegen.Move) {
				if want := e.stamps[m] == e.stamp; n.IsLegal(m) != want || p.IsLegal(m) != want {
					t.Errorf("IsLegal(%#x) is %v, of the position %v", uint16(m), n.IsLegal(m), p.IsLegal(m))
				}
			}
			for _, m := range e.legal {
				legal(m)
				legal(m ^ 1<<e.rng.IntN(16)) // close by
			}
			for _, m := range e.stale {
				legal(m)
			}
			if e.rng.IntN(100) == 0 {
				for m := range movegen.Move(1<<16 - 1) {
					legal(m)
				}
			}
			for range 100 {
				legal(movegen.Move(e.rng.Uint32()))
			}
		},
		func() {
			checkers := board.checkers(p.Side)
			if n.CountLegal() != len(e.legal) || p.CountLegal() != len(e.legal) || n.Checkers() != checkers ||
				n.InCheck() != (checkers != 0) || p.InCheck() != (checkers != 0) || p.IsCheckmate() != (checkers != 0 && len(e.legal) == 0) {
				t.Errorf("CountLegal is %d, Checkers %x, want %d, %x", n.CountLegal(), n.Checkers(), len(e.legal), checkers)
			}
		},
		func() { // by the node, and by a node that does not know the list
			var fresh movegen.Node
			fresh.Set(p)
			has := len(e.legal) > 0
			if n.HasLegalMove() != has || fresh.HasLegalMove() != has || p.IsStalemate() != (!has && board.checkers(p.Side) == 0) {
				t.Errorf("HasLegalMove is %v, IsStalemate %v with %d legal moves", n.HasLegalMove(), p.IsStalemate(), len(e.legal))
			}
		},
		func() {
			threats := p.Board.Threats(p.Side)
			if n.Danger() != threats.Danger || n.Pinned() != threats.Pinned {
				t.Errorf("Danger is %x, Pinned %x, want %x, %x", n.Danger(), n.Pinned(), threats.Danger, threats.Pinned)
			}
		},
	}
	for _, i := range e.rng.Perm(len(questions)) {
		questions[i]()
	}
}

// pieceMoves checks moves with their pieces.
func (e *exact) pieceMoves(t *testing.T, p *movegen.Position, board *cells, selects func(movegen.Selection) func(int) bool, same func(string, []movegen.Move, bool, func(int) bool)) {
	n := &e.node
	if e.rng.IntN(2) == 0 {
		n = new(movegen.Node)
		n.Set(p)
	}
	const before = 3 // moves in the list that stay
	for s := range movegen.AllMoves + 1 {
		moves := append(e.buf[:0], 1, 2, 3)
		list := n.AppendPieceMoves(append(e.pieces[:0:before+e.rng.IntN(len(e.pieces)-before)], 1, 2, 3), s)
		for _, m := range list[before:] {
			moved, captured := board[m.From()].Kind(), quad.None
			if m.Move().IsEnPassant() {
				captured = quad.Pawn
			} else if !m.Move().IsCastling() {
				captured = board[m.To()].Kind()
			}
			if m != p.PieceMove(m.Move()) || m.From() != m.Move().From() || m.To() != m.Move().To() || m.Moved() != moved || m.Captured() != captured ||
				m.PieceTo() != 64*int(moved)+m.To() || m.PieceIndex() != m.PieceTo()-64*int(quad.Pawn) || m.IsNoisy() != (captured != quad.None || m.Move().IsPromotion()) || m.String() != m.Move().String() ||
				m.Promotion() != m.Move().Promotion() || m.IsCastling() != m.Move().IsCastling() || m.IsEnPassant() != m.Move().IsEnPassant() {
				t.Errorf("AppendPieceMoves: %v %x, want %x, %v that captures %v", m, uint32(m), uint32(p.PieceMove(m.Move())), moved, captured)
			}
			moves = append(moves, m.Move())
		}
		if list[0] != 1 || list[1] != 2 || list[2] != 3 {
			t.Errorf("AppendPieceMoves changes moves of the list: %x", list[:before])
		}
		if s == movegen.AllMoves {
			e.legalPieceMoves(t, n, list[before:])
		}
		same("AppendPieceMoves", moves[before:], s&movegen.Quiets == 0, selects(s))
	}
}

// legalPieceMoves checks whether n accepts the legal moves, and of these with other bits, of moves of the position
// before with any pieces, and of any values only those that are legal.
func (e *exact) legalPieceMoves(t *testing.T, n *movegen.Node, legal []movegen.PieceMove) {
	ask := func(m movegen.PieceMove) {
		if got, want := n.IsLegalPieceMove(m), slices.Contains(legal, m); got != want {
			t.Errorf("IsLegalPieceMove(%v %x) is %v, want %v", m, uint32(m), got, want)
		}
	}
	ask(0)
	for range 10 {
		ask(movegen.PieceMove(e.rng.Uint32()))
	}
	for _, m := range legal {
		ask(m)
		ask(m ^ 1<<e.rng.IntN(32))
		ask(m&(1<<22-1) | movegen.PieceMove(e.rng.IntN(64))<<22)
	}
	for _, m := range e.stale {
		ask(movegen.PieceMove(m) | movegen.PieceMove(m.To())<<16 | movegen.PieceMove(e.rng.IntN(64))<<22)
	}
}

// exchanges checks exchange values against captures played one by one.
func (e *exact) exchanges(t *testing.T, p *movegen.Position, board *cells) {
	rules := movegen.ExchangeRules{Values: [8]int{quad.Pawn: 97, quad.Knight: 450, quad.Bishop: 431, quad.Rook: 381, quad.Queen: 1300}}
	if e.rng.IntN(2) == 0 {
		rules.Values = [8]int{quad.Pawn: 1, quad.Knight: 3, quad.Bishop: 3, quad.Rook: 5, quad.Queen: 9}
	}
	n := &e.node
	for _, m := range e.legal {
		want := 0
		if !m.IsCastling() {
			after, to := *board, m.To()
			want = rules.Values[after[to].Kind()]
			if m.IsEnPassant() {
				want = rules.Values[quad.Pawn]
				after[m.From()&^7|to&7] = quad.NoPiece
			}
			after[to], after[m.From()] = after[m.From()], quad.NoPiece
			if m.IsPromotion() {
				after[to] = quad.MakePiece(p.Side, m.Promotion())
				want += rules.Values[m.Promotion()] - rules.Values[quad.Pawn]
			}
			want -= after.exchange(to, p.Side.Other(), &rules.Values)
		}
		threshold := want + e.rng.IntN(5) - 2
		if e.rng.IntN(2) == 0 {
			threshold = -e.rng.IntN(3)
		}
		atLeast := want >= threshold
		pm := p.PieceMove(m)
		if p.SEE(m, &rules) != want || n.SEE(pm, &rules) != want || n.SEEAtLeast(pm, threshold, &rules) != atLeast {
			t.Errorf("SEE(%v) is %d, of a Node %d, want %d; SEEAtLeast(%d) is %v", m, p.SEE(m, &rules), n.SEE(pm, &rules), want, threshold,
				n.SEEAtLeast(pm, threshold, &rules))
		}
	}
}

// exchange returns what side wins by captures on a square, 0 if it should not start.
func (c cells) exchange(to int, side quad.Color, values *[8]int) int {
	for _, kind := range [...]quad.Kind{quad.Pawn, quad.Knight, quad.Bishop, quad.Rook, quad.Queen, quad.King} {
		for from, piece := range c {
			if piece != quad.MakePiece(side, kind) || !c.attacks(from, to) {
				continue
			}
			gain := values[c[to].Kind()]
			c[to], c[from] = piece, quad.NoPiece
			if kind == quad.King {
				for sq, other := range c {
					if other != quad.NoPiece && other.Color() != side && c.attacks(sq, to) {
						return 0
					}
				}
			}
			return max(0, gain-c.exchange(to, side.Other(), values))
		}
	}
	return 0
}
