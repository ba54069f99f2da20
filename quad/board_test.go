package quad

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/mailbox"
)

// suites returns the boards of all suites, and for each the side to move.
func suites(tb testing.TB) (boards []Board, us []Color) {
	tb.Helper()
	for _, suite := range []corpus.Suite{corpus.Chess960(), corpus.Games(), corpus.Standard(), corpus.Tricky()} {
		all, err := mailbox.Suite(suite)
		if err != nil {
			tb.Fatal(err)
		}
		for i := range all {
			boards, us = append(boards, fromCells(&all[i].Board)), append(us, Color(all[i].Side))
		}
	}
	return boards, us
}

// fromFEN returns the board of a FEN and its side to move.
func fromFEN(tb testing.TB, fen string) (Board, Color) {
	tb.Helper()
	p, err := mailbox.FromFEN(fen)
	if err != nil {
		tb.Fatal(err)
	}
	return fromCells(&p.Board), Color(p.Side)
}

func fromCells(cells *mailbox.Board) Board {
	var squares [64]Piece
	for sq, code := range cells {
		squares[sq] = Piece(code)
	}
	return FromSquares(&squares)
}

func toCells(b Board) (cells mailbox.Board) {
	for sq, p := range b.Squares() {
		cells[sq] = uint8(p)
	}
	return cells
}

// nonsense returns 256 random bits, of varying density.
func nonsense(rng *rand.Rand) (b Board) {
	for _, plane := range []*uint64{&b.G0, &b.G1, &b.G2, &b.GB} {
		*plane = rng.Uint64()
		for range rng.IntN(3) {
			*plane &= rng.Uint64()
		}
	}
	return b
}

// scattered returns a board with one king for each side and random pieces, with pawns on the
// middle ranks.
func scattered(rng *rand.Rand) Board {
	var squares [64]Piece
	order := rng.Perm(64)
	squares[order[0]], squares[order[1]] = WhiteKing, BlackKing
	for _, sq := range order[2 : 3+rng.IntN(30)] {
		k := [...]Kind{Pawn, Pawn, Bishop, Knight, Rook, Queen}[rng.IntN(6)]
		if k == Pawn && (sq < 8 || sq >= 56) {
			continue
		}
		squares[sq] = MakePiece(Color(rng.IntN(2)), k)
	}
	return FromSquares(&squares)
}

func TestBoardSets(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	boards, _ := suites(t)
	for range 500 {
		boards = append(boards, nonsense(rng))
	}
	for _, b := range boards {
		var byKind [8]uint64
		var byColor [2]uint64
		var target uint64
		for sq := range 64 {
			bit := uint64(1) << sq
			p := b.At(sq)
			byKind[p.Kind()] |= bit
			if p.Kind() != None {
				byColor[p.Color()] |= bit
			}
			if p == EnPassantTarget {
				target |= bit
			}
		}
		if b.EnPassant() != target || b.CastlingRooks() != byKind[CastlingRook] {
			t.Fatalf("en passant %x, want %x; castling rooks %x, want %x", b.EnPassant(), target,
				b.CastlingRooks(), byKind[CastlingRook])
		}
		byKind[Rook] |= byKind[CastlingRook]
		for _, c := range []struct {
			name      string
			got, want uint64
		}{
			{"White", b.White(), byColor[White]},
			{"Black", b.Black(), byColor[Black]},
			{"ByColor(White)", b.ByColor(White), byColor[White]},
			{"ByColor(Black)", b.ByColor(Black), byColor[Black]},
			{"Occupied", b.Occupied(), ^byKind[None]},
			{"Empty", b.Empty(), byKind[None]},
			{"Pawns", b.Pawns(), byKind[Pawn]},
			{"Knights", b.Knights(), byKind[Knight]},
			{"Bishops", b.Bishops(), byKind[Bishop]},
			{"Rooks", b.Rooks(), byKind[Rook]},
			{"Queens", b.Queens(), byKind[Queen]},
			{"Kings", b.Kings(), byKind[King]},
			{"Sliders", b.Sliders(), byKind[Bishop] | byKind[Rook] | byKind[Queen]},
			{"Diagonal", b.Diagonal(), byKind[Bishop] | byKind[Queen]},
			{"Orthogonal", b.Orthogonal(), byKind[Rook] | byKind[Queen]},
		} {
			if c.got != c.want {
				t.Fatalf("%s: %x, want %x\n%v", c.name, c.got, c.want, b)
			}
		}
		for k := None; k <= Queen; k++ {
			if b.ByKind(k) != byKind[k] {
				t.Fatalf("ByKind(%v) = %x, want %x\n%v", k, b.ByKind(k), byKind[k], b)
			}
			for _, c := range []Color{White, Black} {
				if got, want := b.Pieces(c, k), byKind[k]&byColor[c]; got != want {
					t.Fatalf("Pieces(%v, %v) = %x, want %x\n%v", c, k, got, want, b)
				}
			}
		}
	}
}

func TestBoardConversions(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 1000 {
		b := nonsense(rng)
		squares := b.Squares()
		if got := FromSquares(&squares); got != b {
			t.Fatalf("FromSquares(Squares()) = %x, want %x", got, b)
		}
		bb := b.Bitboards()
		if err := bb.Validate(); err != nil {
			t.Fatalf("%x: %v", b, err)
		}
		if got := bb.Board(); got != b {
			t.Fatalf("Bitboards().Board() = %x, want %x", got, b)
		}
		for k := None; k <= Queen; k++ {
			if bb.ByKind(k) != b.ByKind(k) {
				t.Fatalf("%x: ByKind(%v) of the bitboards is %x, want %x", b, k, bb.ByKind(k), b.ByKind(k))
			}
		}
		if bb.ByColor(White) != b.White() || bb.ByColor(Black) != b.Black() {
			t.Fatalf("%x: ByColor of the bitboards is %x, %x", b, bb.ByColor(White), bb.ByColor(Black))
		}
		var set Board
		for _, sq := range rng.Perm(64) {
			set.Set(sq, Piece(rng.IntN(16)))
			set.Set(sq, squares[sq])
		}
		if set != b {
			t.Fatalf("board by Set %x, want %x", set, b)
		}
		for sq := range 64 {
			file, rank := sq%8, sq/8
			other := squares[sq]
			if other.Kind() != None {
				other ^= black
			}
			for _, c := range []struct {
				name string
				got  Piece
				want Piece
			}{
				{"MirrorFiles", b.MirrorFiles().At(8*rank + 7 - file), squares[sq]},
				{"FlipRanks", b.FlipRanks().At(8*(7-rank) + file), squares[sq]},
				{"ReverseSquares", b.ReverseSquares().At(63 - sq), squares[sq]},
				{"FlipColors", b.FlipColors().At(8*(7-rank) + file), other},
			} {
				if c.got != c.want {
					t.Fatalf("%s: %s holds %v, image %v", c.name, SquareName(sq), c.want, c.got)
				}
			}
		}
	}
}

func TestBitboardsCheck(t *testing.T) {
	b, _ := fromFEN(t, "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	for _, c := range []struct {
		name  string
		spoil func(bb *Bitboards)
		want  string
	}{
		{"two kinds", func(bb *Bitboards) { bb.Knights |= 1 }, "quad: a1: expected one kind, found two"},
		{"two colours", func(bb *Bitboards) { bb.Black |= 2 }, "quad: b1: expected one colour, found two"},
		{"no colour", func(bb *Bitboards) { bb.White &^= 4 }, "quad: c1: expected a colour of the piece, found none"},
		{"no kind", func(bb *Bitboards) { bb.Queens &^= 8 }, "quad: d1: expected a kind of the piece, found none"},
		{"castling king", func(bb *Bitboards) { bb.CastlingRooks |= 16 }, "quad: e1: expected a rook under a castling rook, found none"},
		{"occupied target", func(bb *Bitboards) { bb.EnPassant = 32 }, "quad: f1: expected an empty square for the en-passant target, found a piece"},
	} {
		bb := b.Bitboards()
		c.spoil(&bb)
		if err := bb.Validate(); err == nil || err.Error() != c.want {
			t.Errorf("%s: error %v, want %s", c.name, err, c.want)
		}
	}
}

func TestValidate(t *testing.T) {
	for _, c := range []struct{ fen, want string }{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ""},
		{"QQQQQQQQ/QQQQQQQQ/k6Q/8/8/8/8/K7 w - - 0 1", ""},
		{"8/8/8/8/8/8/8/4K3 w - - 0 1", "quad: expected one black king, found none"},
		{"k1k5/8/8/8/8/8/8/K1K5 w - - 0 1", "quad: a1, c1: expected one white king, found 2"},
		{"k6p/8/8/8/8/8/8/K2P4 w - - 0 1", "quad: d1, h8: expected no pawn on rank 1 or 8, found 2"},
		{"4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1", "quad: a1, h1: expected the white king on its first rank, as a rook may castle, found e2"},
		{"4k3/8/8/8/8/8/8/RR2K2R w QBK - 0 1", "quad: a1, b1: expected at most one castling rook of white on each side of the king, found 2"},
		{"r3kr1r/8/8/8/8/8/8/4K3 w qfh - 0 1", "quad: f8, h8: expected at most one castling rook of black on each side of the king, found 2"},
		{"4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", ""},
		{"4k3/8/8/2p5/8/8/8/4K3 w - c6 0 1", "quad: c6: expected a legal capture of the en-passant target, found none"},
		{"4k3/8/8/K1pP3r/8/8/8/8 w - c6 0 1", "quad: c6: expected a legal capture of the en-passant target, found none"},
		{"3rk3/8/8/2pP4/8/8/8/3K4 w - c6 0 1", "quad: c6: expected a legal capture of the en-passant target, found none"},
		{"4k3/2n5/8/2pP4/8/8/8/4K3 w - c6 0 1", "quad: c6: expected a legal capture of the en-passant target, found none"},
		{"4k3/8/8/1PpP4/8/8/1n6/3K4 w - c6 0 1", "quad: c6: expected a legal capture of the en-passant target, found none"},
		{"4k3/8/8/1PpP4/1K6/8/8/8 w - c6 0 1", ""}, // the pawn to be captured gives check
		{"4k3/8/8/1KpP4/8/8/8/8 w - c6 0 1", ""},   // a white pawn on c6 does not attack b5
		{"4k3/8/8/8/2pP4/8/8/4K3 b - d3 0 1", ""},
		{"8/8/8/8/2pPk3/8/8/4K3 b - d3 0 1", ""},
		{"4k3/8/8/8/2pP4/8/3N4/4K3 b - d3 0 1", "quad: d3: expected a legal capture of the en-passant target, found none"},
		{"4k3/8/8/8/2pP4/8/8/4K3 b - d5 0 1", "quad: d5: expected a legal capture of the en-passant target, found none"},
	} {
		b, _ := fromFEN(t, c.fen)
		got := ""
		if err := b.Validate(); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: error %q, want %q", c.fen, got, c.want)
		}
		if c.want == "" {
			if err := b.FlipColors().Validate(); err != nil {
				t.Errorf("%s with colours flipped: %v", c.fen, err)
			}
		}
	}
	b, _ := fromFEN(t, "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1")
	b.Set(16, EnPassantTarget)
	if err := b.Validate(); err == nil || !strings.Contains(err.Error(), "a3, c6: expected at most one en-passant target, found 2") {
		t.Errorf("two en-passant targets: error %v", err)
	}
}

// A castling rook and its king must be on the first rank of their side: all other ranks, for both sides.
func TestValidateFirstRank(t *testing.T) {
	for c, home := range []int{0, 7} {
		color := Color(c)
		king := [2][2]int{{4, 61}, {2, 60}}[c] // White's and Black's; the other king is not on the file of the piece
		for rank := range 8 {
			var rook, away Board
			rook.Set(king[0], WhiteKing)
			rook.Set(king[1], BlackKing)
			rook.Set(8*rank, MakePiece(color, CastlingRook))
			away.Set(8*home, MakePiece(color, CastlingRook))
			away.Set(8*rank+3, MakePiece(color, King))
			away.Set(king[1-c], MakePiece(color.Other(), King))
			wantRook, wantKing := "", ""
			if rank != home {
				wantRook = fmt.Sprintf("quad: a%d: expected no castling rook of %v beyond its first rank, found 1", rank+1, color)
				wantKing = fmt.Sprintf("quad: a%d: expected the %v king on its first rank, as a rook may castle, found d%d", home+1, color, rank+1)
			}
			for _, test := range []struct {
				board Board
				want  string
			}{{rook, wantRook}, {away, wantKing}} {
				got := ""
				if err := test.board.Validate(); err != nil {
					got = err.Error()
				}
				if got != test.want {
					t.Errorf("%v\nerror %q, want %q", test.board, got, test.want)
				}
			}
		}
	}
}

// Pawns may be on each rank except the first and the last.
func TestValidatePawnRanks(t *testing.T) {
	for sq := range 64 {
		for _, pawn := range []Piece{WhitePawn, BlackPawn} {
			b, _ := fromFEN(t, "8/8/8/8/8/8/8/K1k5 w - - 0 1")
			if sq >= 32 {
				b, _ = fromFEN(t, "8/8/8/8/8/8/K1k5/8 w - - 0 1")
			}
			if b.At(sq) != NoPiece {
				continue
			}
			b.Set(sq, pawn)
			want := ""
			if rank := sq / 8; rank == 0 || rank == 7 {
				want = "quad: " + SquareName(sq) + ": expected no pawn on rank 1 or 8, found 1"
			}
			got := ""
			if err := b.Validate(); err != nil {
				got = err.Error()
			}
			if got != want {
				t.Errorf("a pawn on %s: error %q, want %q", SquareName(sq), got, want)
			}
		}
	}
}

// TestValidateNeverPanics also checks that accepted boards have one king for each side and
// only playable en-passant targets.
func TestValidateNeverPanics(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 20000 {
		b := nonsense(rng)
		if rng.IntN(2) == 0 {
			b = scattered(rng)
			b.GB |= 1 << rng.IntN(64) & b.Empty()
		}
		if b.Validate() != nil {
			continue
		}
		if bits.OnesCount64(b.Pieces(White, King)) != 1 || bits.OnesCount64(b.Pieces(Black, King)) != 1 {
			t.Fatalf("accepted\n%v", b)
		}
		if target := b.EnPassant(); target != 0 && b.EnPassantCapturers(target) == 0 {
			t.Fatalf("accepted\n%v", b)
		}
	}
}

func TestSuitesValidate(t *testing.T) {
	boards, _ := suites(t)
	for _, b := range boards {
		if target := b.EnPassant(); target != 0 && b.EnPassantCapturers(target) == 0 {
			b.GB &^= target // FEN writes every target; a board keeps the playable ones
		}
		if err := b.Validate(); err != nil {
			t.Errorf("%v\n%v", err, b)
		}
	}
}

func TestNames(t *testing.T) {
	for sq := range 64 {
		if got, ok := ParseSquare(SquareName(sq)); !ok || got != sq {
			t.Errorf("ParseSquare(%q) = %d, %v", SquareName(sq), got, ok)
		}
	}
	for sq, want := range map[int]string{-1: "square -1", 64: "square 64", math.MinInt: fmt.Sprint("square ", math.MinInt)} {
		if got := SquareName(sq); got != want {
			t.Errorf("SquareName(%d) = %q, want %q", sq, got, want)
		}
	}
	for _, bad := range []string{"", "a", "a9", "i1", "a0", "A1", "a1 ", "`1", "a/", "h9"} {
		if sq, ok := ParseSquare(bad); ok {
			t.Errorf("ParseSquare(%q) = %d", bad, sq)
		}
	}
	for p := NoPiece; p <= BlackQueen; p++ {
		back, ok := PieceFromLetter(p.Letter())
		want := p
		if p.Kind() == CastlingRook {
			want = MakePiece(p.Color(), Rook)
		}
		if (p.Kind() != None) != ok || ok && back != want {
			t.Errorf("%v: letter %c, which means %v, %v", p, p.Letter(), back, ok)
		}
	}
	for p, want := range map[Piece]string{NoPiece: "nothing", EnPassantTarget: "en-passant target",
		WhiteCastlingRook: "white castling rook", BlackQueen: "black queen", 16: "Piece(16)"} {
		if p.String() != want {
			t.Errorf("Piece(%d).String() = %q, want %q", p, p.String(), want)
		}
	}
}

func TestKindOrder(t *testing.T) {
	byValue := [][]Kind{{None}, {Pawn}, {Knight}, {Bishop}, {Rook, CastlingRook}, {Queen}, {King}}
	for order, kinds := range byValue {
		for _, k := range kinds {
			if k.Order() != order {
				t.Errorf("%v.Order() = %d, want %d", k, k.Order(), order)
			}
		}
	}
}

// An invalid piece panics on each square.
func TestFromSquaresPanics(t *testing.T) {
	for sq := range 64 {
		for _, bad := range []Piece{16, 32, 64, 128} {
			var squares [64]Piece
			squares[sq] = bad
			func() {
				defer func() {
					if text, _ := recover().(string); !strings.Contains(text, "piece") {
						t.Errorf("piece %d on %s: panic %q, want what a piece is", bad, SquareName(sq), text)
					}
				}()
				FromSquares(&squares)
			}()
		}
	}
}

func TestPlain(t *testing.T) {
	for k := None; k <= Queen; k++ {
		want := k
		if k == CastlingRook {
			want = Rook
		}
		if got := k.Plain(); got != want {
			t.Errorf("%v.Plain() = %v, want %v", k, got, want)
		}
		for _, c := range [...]Color{White, Black} {
			if got := MakePiece(c, k).Plain(); got != MakePiece(c, want) {
				t.Errorf("%v.Plain() = %v, want %v", MakePiece(c, k), got, MakePiece(c, want))
			}
		}
	}
	for _, f := range []func(){func() { Kind(8).Plain() }, func() { Piece(16).Plain() }} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			f()
		}()
	}
}

func TestPackRights(t *testing.T) {
	const a1, e1, h1, a8, e5, d5, d6 = 1, 1 << 4, 1 << 7, 1 << 56, 1 << 36, 1 << 35, 1 << 43
	b := PackRights(e5|d5, 0, 0, a1|h1|a8, 0, e1, d5|a8, a1|a8, d6)
	want := Board{}
	for sq, p := range map[int]Piece{
		0: WhiteCastlingRook, 4: WhiteKing, 7: WhiteRook, 56: BlackCastlingRook,
		36: WhitePawn, 35: BlackPawn, 43: EnPassantTarget,
	} {
		want.Set(sq, p)
	}
	if b != want {
		t.Errorf("PackRights:\n%v\nwant\n%v", b, want)
	}
}

// TestSquarePanics: At and Set panic next to the board, and nowhere on it.
func TestSquarePanics(t *testing.T) {
	for sq := -1; sq <= 64; sq++ {
		for name, f := range map[string]func(b *Board){
			"At":  func(b *Board) { b.At(sq) },
			"Set": func(b *Board) { b.Set(sq, WhiteKing) },
		} {
			func() {
				var b Board
				defer func() {
					r, want := recover(), ""
					if sq < 0 || sq > 63 {
						want = fmt.Sprintf("quad: expected a square from 0 to 63, found %d", sq)
					}
					if r != nil && fmt.Sprint(r) != want || r == nil && want != "" || b != (Board{}) && want != "" {
						t.Errorf("%s(%d): panic %v, board %x, want %s", name, sq, r, b, want)
					}
				}()
				f(&b)
			}()
		}
	}
}
