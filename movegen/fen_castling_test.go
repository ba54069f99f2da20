package movegen

import (
	"math/bits"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/quad"
)

// backRank is a first rank as X-FEN sees it: files of a king and of rooks, a = 0.
type backRank struct {
	side  quad.Color
	king  int
	rooks uint8 // bit f: a rook on file f
}

// backRanks calls f with every king's file, every set of rooks on the other files,
// and both colours.
func backRanks(f func(r backRank)) {
	for _, side := range []quad.Color{quad.White, quad.Black} {
		for king := range 8 {
			for rooks := range 256 {
				if rooks>>king&1 == 0 {
					f(backRank{side, king, uint8(rooks)})
				}
			}
		}
	}
}

// outermost returns the file of the rook furthest from the king to its east or
// west, as the rules of X-FEN have it, and -1 if there is none.
func (r backRank) outermost(east bool) int {
	file, edge, step := -1, 8, 1
	if !east {
		edge, step = -1, -1
	}
	for f := r.king + step; f != edge; f += step {
		if r.rooks>>f&1 != 0 {
			file = f
		}
	}
	return file
}

// placement returns the first field of FEN: the rank, pawns before it that keep
// the rooks from the other king, and that king.
func (r backRank) placement() string {
	rank := []byte("11111111")
	for f := range rank {
		switch {
		case f == r.king:
			rank[f] = 'k'
		case r.rooks>>f&1 != 0:
			rank[f] = 'r'
		}
	}
	if r.side == quad.Black {
		return string(rank) + "/pppppppp/8/8/8/8/8/4K3"
	}
	return "4k3/8/8/8/8/8/PPPPPPPP/" + strings.ToUpper(string(rank))
}

// inCase returns a castling letter as the side writes it.
func (r backRank) inCase(letter string) string {
	if r.side == quad.Black {
		return strings.ToLower(letter)
	}
	return letter
}

// rook returns the square of the rook on a file, as a set.
func (r backRank) rook(file int) uint64 { return 1 << (file + 56*int(r.side)) }

// What K and Q mean: the outermost rook on that side of the king. A file's letter
// means the rook on that file.
func TestCastlingLettersRead(t *testing.T) {
	backRanks(func(r backRank) {
		want := map[string]int{"K": r.outermost(true), "Q": r.outermost(false)}
		for f := range 8 {
			file := -1
			if r.rooks>>f&1 != 0 {
				file = f
			}
			want[string("ABCDEFGH"[f])] = file
		}
		for letter, file := range want {
			text := r.placement() + " " + "wb"[r.side:][:1] + " " + r.inCase(letter) + " - 0 1"
			p, err := ParseFEN(text)
			switch {
			case file < 0 && err == nil:
				t.Errorf("%s: got the right with %x, expected an error", text, p.Board.CastlingRooks())
			case file >= 0 && (err != nil || p.Board.CastlingRooks() != r.rook(file)):
				t.Errorf("%s: got the right with %x, %v, expected %x", text, p.Board.CastlingRooks(), err, r.rook(file))
			}
		}
	})
}

// How rights are written: K and Q for the outermost rooks, the files' letters for
// others; the rook to the east first.
func TestCastlingLettersWritten(t *testing.T) {
	backRanks(func(r backRank) {
		p, err := ParseFEN(r.placement() + " " + "wb"[r.side:][:1] + " - - 0 1")
		if err != nil {
			t.Fatal(err)
		}
		// east and west are the rooks with a right, 8 for none.
		for east := r.king + 1; east <= 8; east++ {
			for west := range 9 {
				if east < 8 && r.rooks>>east&1 == 0 || west < 8 && (west > r.king || r.rooks>>west&1 == 0) {
					continue
				}
				q, want := p, ""
				for i, file := range []int{east, west} {
					if file == 8 {
						continue
					}
					q.Board.Set(bits.TrailingZeros64(r.rook(file)), quad.MakePiece(r.side, quad.CastlingRook))
					letter := "KQ"[i : i+1]
					if file != r.outermost(i == 0) {
						letter = "ABCDEFGH"[file : file+1]
					}
					want += r.inCase(letter)
				}
				if want == "" {
					want = "-"
				}
				if got := strings.Fields(q.FEN())[2]; got != want {
					t.Errorf("%s, rights with files %d and %d: got %s, expected %s", q.FEN(), east, west, got, want)
				}
			}
		}
	})
}

func TestCastlingLetterOfCornerKing(t *testing.T) {
	for _, c := range []struct{ text, rook string }{
		{"4k3/8/8/8/8/8/8/K1R4R w K - 0 1", "h1"},
		{"4k3/8/8/8/8/8/8/R4R1K w Q - 0 1", "a1"},
		{"k1r4r/8/8/8/8/8/8/4K3 b k - 0 1", "h8"},
		{"r4r1k/8/8/8/8/8/8/4K3 b q - 0 1", "a8"},
	} {
		p := parse(t, c.text)
		if rooks := p.Board.CastlingRooks(); bits.OnesCount64(rooks) != 1 || quad.SquareName(bits.TrailingZeros64(rooks)) != c.rook {
			t.Errorf("%s gives the right to %x, expected %s", c.text, rooks, c.rook)
		}
		if p.FEN() != c.text {
			t.Errorf("%s is written %s", c.text, p.FEN())
		}
	}
}
