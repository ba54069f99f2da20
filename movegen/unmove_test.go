package movegen

import (
	"flag"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

var unmovePlies = flag.Int("unmoves", 8, "how many plies of each game TestUnmovesOfGames retracts")

// every lists all unmoves.
var every = UnmoveRules{Chess960: true, AnyMaterial: true}

// checkUnmoves fails unless each unmove leads to a valid position, its move leads back, and none is
// listed twice. It returns the earlier positions by board and move.
func checkUnmoves(t *testing.T, p *Position, list []Unmove) map[earlier]bool {
	t.Helper()
	seen := map[earlier]bool{}
	for _, u := range list {
		e := p.Unplay(u)
		if err := e.Validate(); err != nil {
			t.Fatalf("%s: %v (%+v) leads back to %s: %v", p.FEN(), u.Move, u, e.FEN(), err)
		}
		if !e.IsLegal(u.Move) {
			t.Fatalf("%s: %v is not legal in %s", p.FEN(), u.Move, e.FEN())
		}
		var c Change
		var again Position
		e.PlayChange(&again, u.Move, &c)
		if !again.Same(*p) {
			t.Fatalf("%s: %v from %s leads to %s", p.FEN(), u.Move, e.FEN(), again.FEN())
		}
		if c.Captured.Kind() != u.Captured.Plain() || e.Board.EnPassant() != u.EnPassant || e.Board.CastlingRooks() != u.CastlingRooks {
			t.Fatalf("%s: %+v leads back to %s, with %+v", p.FEN(), u, e.FEN(), c)
		}
		key := earlier{e.Board, u.Move}
		if seen[key] {
			t.Fatalf("%s: %+v is listed twice", p.FEN(), u)
		}
		seen[key] = true
	}
	return seen
}

// An earlier is a position and its move to a later one.
type earlier struct {
	board quad.Board
	move  Move
}

// Each position of random games, with the move played there, is among the unmoves of the next one.
func TestUnmovesOfGames(t *testing.T) {
	n, parents := 0, 0
	kinds := map[string]int{}
	var list []Unmove
	randomGames(t, *unmovePlies, func(t *testing.T, s step) {
		for _, m := range s.before.AppendLegalMoves(nil) {
			if n++; m != s.move && n%16 != 0 && m < enPassant {
				continue
			}
			child := s.before.Play(m)
			list = child.AppendUnmoves(list[:0], every)
			found := false
			for _, u := range list {
				found = found || u.Move == m && child.Unplay(u).Board == s.before.Board
			}
			if !found {
				t.Fatalf("%s: %v is not among the %d unmoves of %s", s.before.FEN(), m, len(list), child.FEN())
			}
			kinds[kindOf(m)]++
			if parents++; parents%64 == 0 {
				checkUnmoves(t, &child, list)
			}
		}
	})
	t.Log(parents, kinds)
	for _, kind := range []string{"ordinary", "double", "en passant", "castling", "promotion"} {
		if kinds[kind] == 0 {
			t.Errorf("no move of the kind %s", kind)
		}
	}
}

// In games of standard chess the rules of games leave the parents in the list.
func TestUnmoveRules(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	for range count(60) {
		p := Start()
		for range 120 {
			moves := p.AppendLegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			child := p.Play(m)
			if !checkRules(t, &child)[earlier{p.Board, m}] {
				t.Fatalf("%s: %v is not among the unmoves of %s", p.FEN(), m, child.FEN())
			}
			p = child
		}
	}
}

// checkRules fails unless the unmoves of standard chess are those of all unmoves that lead to a position of
// standard chess. It returns them.
func checkRules(t *testing.T, p *Position) map[earlier]bool {
	t.Helper()
	all, found := checkUnmovesOf(t, p, every), map[earlier]bool{}
	for _, u := range p.AppendUnmoves(nil, UnmoveRules{}) {
		e := p.Unplay(u)
		x := earlier{e.Board, u.Move}
		if !all[x] {
			t.Fatalf("%s: %+v only without Chess960 and AnyMaterial", p.FEN(), u)
		}
		if !standard(&e) {
			t.Fatalf("%s: %+v leads back to %s", p.FEN(), u, e.FEN())
		}
		found[x] = true
	}
	for x := range all {
		e := Position{Board: x.board, Side: p.Side.Other()}
		if !found[x] && standard(&e) && !(x.move.IsCastling() && !x.move.usualCastling()) {
			t.Fatalf("%s: %v from %s is missing", p.FEN(), x.move, e.FEN())
		}
	}
	return found
}

// The material of both sides limits each kind of unmove: both at its limit and above.
func TestUnmovesByMaterial(t *testing.T) {
	for _, c := range []struct {
		fen  string
		want int // the number of unmoves
		kind string
		of   int // how many of them are of the kind
	}{
		// The captured pawn would be Black's ninth, or White's capturing pawn is the ninth.
		{"4k3/ppp1pppp/p2P4/8/8/8/8/4K3 b - - 0 1", -1, "en passant", 0},
		{"4k3/ppp1pppp/3P4/8/8/8/8/4K3 b - - 0 1", -1, "en passant", 2},
		{"4k3/8/3P4/8/8/7P/PPPP1PPP/4K3 b - - 0 1", 0, "en passant", 0},
		{"4k3/8/3P4/8/8/8/PPPP1PPP/4K3 b - - 0 1", -1, "en passant", 2},
		{"4k3/ppp1pppp/8/8/8/3p4/8/R3K3 w - - 0 1", -1, "en passant", 2},
		{"4k3/ppp1pppp/8/8/8/p2p4/8/R3K3 w - - 0 1", 0, "en passant", 0},
		// Nine pawns, or eight and a second queen.
		{"4k3/pppppppp/p7/8/8/8/8/5RK1 b - - 0 1", 0, "castling", 0},
		{"4k2q/pppppppp/q7/8/8/8/8/5RK1 b - - 0 1", 0, "castling", 0},
		{"4k2q/pppppppp/8/8/8/8/8/5RK1 b - - 0 1", -1, "castling", 1},
		{"4k3/8/8/8/8/P7/PPPPPPPP/5RK1 b - - 0 1", 0, "castling", 0},
		{"4k3/8/8/8/8/8/PPPPPPPP/5RK1 b - - 0 1", -1, "castling", 1},
		// The pawn came from d7 and captured a knight, bishop, rook or queen: from e7 or f7, Black would have been in check.
		{"3QQ1k1/8/8/8/8/8/PPPPPP2/6K1 b - - 0 1", -1, "promotion", 4},
		{"3QQ1k1/8/8/8/8/8/PPPPPPP1/6K1 b - - 0 1", -1, "promotion", 4},
		{"3QQ1k1/8/8/8/8/P7/PPPPPPP1/6K1 b - - 0 1", 0, "promotion", 0},
		{"3Q2k1/8/8/8/8/8/PPPPPPPP/6K1 b - - 0 1", -1, "promotion", 0},
		// A double step by the side with nine pawns.
		{"4k3/8/8/8/4P3/7P/PPPP1PPP/4K3 b - - 0 1", 0, "double", 0},
		{"4k3/8/8/8/4P3/8/PPPP1PPP/4K3 b - - 0 1", -1, "double", 1},
		{"4k3/pppppppp/p7/8/4P3/8/8/4K3 b - - 0 1", 0, "double", 0},
	} {
		p := parse(t, c.fen)
		found, n := checkRules(t, &p), 0
		for x := range found {
			if kindOf(x.move) == c.kind {
				n++
			}
		}
		if c.want >= 0 && len(found) != c.want || n != c.of {
			t.Errorf("%s: %d unmoves, %d of the kind %s, want %d, %d", c.fen, len(found), n, c.kind, c.want, c.of)
		}
	}
}

func checkUnmovesOf(t *testing.T, p *Position, r UnmoveRules) map[earlier]bool {
	t.Helper()
	return checkUnmoves(t, p, p.AppendUnmoves(nil, r))
}

// standard reports whether castling rights and the number of pieces are possible in standard
// chess.
func standard(p *Position) bool {
	b := &p.Board
	for c, home := range map[quad.Color]int{quad.White: 0, quad.Black: 56} {
		own := b.ByColor(c)
		if rooks := b.CastlingRooks() & own; rooks&^(1<<home|1<<(home+7)) != 0 || rooks != 0 && b.Kings()&own != 1<<(home+4) {
			return false
		}
		count := func(set uint64) int { return bits.OnesCount64(set & own) }
		promoted := 0
		for set, initial := range map[uint64]int{b.Queens(): 1, b.Rooks(): 2, b.Knights(): 2, b.Bishops() & squares.Dark: 1, b.Bishops() &^ squares.Dark: 1} {
			if set != 0 {
				promoted += max(count(set)-initial, 0)
			}
		}
		if count(b.Pawns())+promoted > 8 {
			return false
		}
	}
	return true
}

// tryAll returns the earlier positions by trying: boards that differ in two squares, in the squares of
// a capture en passant, or in king and rook, with all castling rights and targets.
func tryAll(p *Position) map[earlier]bool {
	found := map[earlier]bool{}
	side := p.Side.Other()
	plain := p.Board
	plain.GB &= plain.Occupied()
	plain.G2 |= plain.CastlingRooks()
	king := plain.Pieces(side, quad.King)
	// try tries a board with plain rooks.
	try := func(b quad.Board) {
		if kings := b.Kings(); bits.OnesCount64(kings&b.GB) != 1 || bits.OnesCount64(kings&^b.GB) != 1 {
			return
		}
		e := Position{Board: b, Side: side}
		if checkers(&e.Board, p.Side) != 0 {
			return
		}
		candidates := b.Rooks() & (squares.Rank1 | squares.Rank8)
		for rights := candidates; ; rights = (rights - 1) & candidates {
			for target := uint64(0); ; {
				e.Board = b
				e.Board.G2 &^= rights
				e.Board.GB |= target
				if e.Validate() == nil {
					for _, m := range e.AppendLegalMoves(nil) {
						if child := e.Play(m); child.Same(*p) {
							found[earlier{e.Board, m}] = true
						}
					}
				}
				if target == 0 {
					target = 1 << 16
				} else if target <<= 1; target == 1<<24 {
					target = 1 << 40
				} else if target == 1<<48 {
					break
				}
			}
			if rights == 0 {
				break
			}
		}
	}
	codes := []quad.Piece{quad.NoPiece}
	for _, c := range []quad.Color{quad.White, quad.Black} {
		for _, k := range []quad.Kind{quad.Pawn, quad.Knight, quad.Bishop, quad.Rook, quad.Queen, quad.King} {
			codes = append(codes, quad.MakePiece(c, k))
		}
	}
	for to := plain.ByColor(side); to != 0; to &= to - 1 {
		for from := plain.Empty(); from != 0; from &= from - 1 {
			t, f := bits.TrailingZeros64(to), bits.TrailingZeros64(from)
			was, now := plain, plain.At(t)
			for _, moved := range codes {
				if moved != now && moved != quad.MakePiece(side, quad.Pawn) {
					continue // nothing else becomes this piece
				}
				for _, taken := range codes {
					if taken != quad.NoPiece && taken.Color() == side {
						continue
					}
					was.Set(f, moved)
					was.Set(t, taken)
					try(was)
				}
			}
			if now == quad.MakePiece(side, quad.Pawn) {
				for behind := range 64 {
					if plain.At(behind) == quad.NoPiece && behind != f {
						was = plain
						was.Set(f, now)
						was.Set(t, quad.NoPiece)
						was.Set(behind, quad.MakePiece(p.Side, quad.Pawn))
						try(was)
					}
				}
			}
		}
	}
	for rooks := plain.Rooks() & plain.ByColor(side) & firstRank(side); rooks != 0 && king&firstRank(side) != 0; rooks &= rooks - 1 {
		for k := range 64 {
			for r := range 64 {
				if (1<<k|1<<r)&^firstRank(side) != 0 || k == r {
					continue
				}
				was := plain
				was.Set(bits.TrailingZeros64(king), quad.NoPiece)
				was.Set(bits.TrailingZeros64(rooks), quad.NoPiece)
				if was.At(k) == quad.NoPiece && was.At(r) == quad.NoPiece {
					was.Set(k, quad.MakePiece(side, quad.King))
					was.Set(r, quad.MakePiece(side, quad.Rook))
					try(was)
				}
			}
		}
	}
	return found
}

// On boards with few pieces the unmoves are all earlier positions that trying finds.
func TestUnmovesByTrying(t *testing.T) {
	fens := []string{
		"4k3/8/8/8/8/8/8/R3K2R b KQ -",
		"r3k3/8/8/8/8/8/8/2KR4 b q -",
		"1k6/8/8/8/8/8/8/1R1R1K2 b - -",
		"4k3/8/3P4/8/8/8/8/4K3 b - -",
		"4k3/8/8/8/3Pp3/8/8/4K3 b - d3",
		"4k3/8/8/8/3Pp3/8/8/4K3 b - -",
		"N3k3/8/8/1pP5/8/8/8/4K3 b - -",
		"Q3k3/8/8/8/8/8/8/4K3 b - -",
		"3rk3/8/8/8/8/8/8/5RK1 b - -",
		"3rk3/8/8/8/8/8/8/5RK1 w - -",
		"8/8/8/8/8/1k6/p7/K7 w - -",
		"8/8/8/2pP4/8/1k6/8/r1K5 w - c6",
	}
	rng := rand.New(rand.NewPCG(41, 42))
	for range count(60) {
		p := placementOf(rng, 4)
		fens = append(fens, p.FEN())
	}
	total := 0
	for _, fen := range fens {
		p, err := ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		got, want := checkUnmovesOf(t, &p, every), tryAll(&p)
		for x := range want {
			if !got[x] {
				e := Position{Board: x.board, Side: p.Side.Other()}
				t.Fatalf("%s: %v from %s is missing", fen, x.move, e.FEN())
			}
		}
		if len(got) != len(want) {
			t.Fatalf("%s: %d unmoves, trying finds %d", fen, len(got), len(want))
		}
		total += len(want)
	}
	t.Log(len(fens), "positions,", total, "unmoves")
}

// placementOf returns a valid position of two kings and n other pieces, kings and rooks often on
// their first rank, some with castling rights.
func placementOf(rng *rand.Rand, n int) Position {
	kinds := []quad.Kind{quad.Pawn, quad.Pawn, quad.Knight, quad.Bishop, quad.Rook, quad.CastlingRook, quad.Queen}
	for {
		var p Position
		p.Side = quad.Color(rng.IntN(2))
		p.FullMoves = 10
		home := func(c quad.Color) int {
			if rng.IntN(3) == 0 {
				return rng.IntN(64)
			}
			return 56*int(c) + rng.IntN(8)
		}
		for c := range quad.Color(2) {
			p.Board.Set(home(c), quad.MakePiece(c, quad.King))
		}
		for range n {
			c, kind := quad.Color(rng.IntN(2)), kinds[rng.IntN(len(kinds))]
			sq := rng.IntN(64)
			if kind == quad.Rook || kind == quad.CastlingRook {
				sq = home(c)
			}
			if p.Board.At(sq) == quad.NoPiece {
				p.Board.Set(sq, quad.MakePiece(c, kind))
			}
		}
		if p.Validate() == nil {
			return p
		}
	}
}

// Unplay takes the clocks back, but not below 0.
func TestUnplayClocks(t *testing.T) {
	for _, tt := range []struct {
		fen          string
		move         string
		half, full   uint16 // the position after the move
		wantH, wantF uint16
	}{
		{"4k3/8/8/8/8/8/8/4K3 b - - 5 9", "e8e7", 6, 10, 5, 9},
		{"4k3/8/8/8/8/8/8/4K3 b - - 5 9", "e8e7", 0, 0, 0, 0},
		{"4k3/8/8/8/8/8/8/4K3 b - - 5 9", "e8e7", 1, 1, 0, 0},
		{"4k3/8/8/8/8/8/8/4K3 w - - 5 9", "e1e2", 6, 9, 5, 9},
		{"4k3/8/8/8/8/8/8/4K3 w - - 5 9", "e1e2", 0, 0, 0, 0},
		{"4k3/8/8/8/8/8/4P3/4K3 w - - 5 9", "e2e3", 7, 9, 0, 9}, // unknown before a pawn's move
	} {
		before, err := ParseFEN(tt.fen)
		if err != nil {
			t.Fatal(err)
		}
		move, err := before.ParseMove(tt.move)
		if err != nil {
			t.Fatal(err)
		}
		p := before.Play(move)
		p.HalfMoves, p.FullMoves = tt.half, tt.full
		got := p.Unplay(Unmove{Move: move})
		if !got.Same(before) || got.HalfMoves != tt.wantH || got.FullMoves != tt.wantF {
			t.Errorf("%s, clocks %d %d after %v: %s, want clocks %d %d", tt.fen, tt.half, tt.full, tt.move, got.FEN(), tt.wantH, tt.wantF)
		}
	}
}
