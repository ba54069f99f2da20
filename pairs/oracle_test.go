package pairs_test

import (
	"slices"
	"testing"

	"github.com/koggestone/koggestone/internal/mailbox"
	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

type counts = func(attacker, victim quad.Piece) bool

// oraclePairs returns the pairs of a board in ascending order. It walks from every piece over a
// mailbox, and shares only the type Pair with the package.
func oraclePairs(board *[64]uint8, codes *pairs.Codes, count counts) (all []pairs.Pair) {
	var m mailbox.Board
	for sq, code := range board {
		m[sq] = uint8(pieceOf(codes, code))
	}
	for from, code := range board {
		attacks := m.AttacksFrom(from)
		for to := range m {
			if attacks>>to&1 != 0 && m[to]%8 != 0 && (count == nil || count(plain(quad.Piece(m[from])), plain(quad.Piece(m[to])))) {
				all = append(all, pairs.MakePair(code, from, board[to], to))
			}
		}
	}
	slices.Sort(all)
	return all
}

// pieceOf returns the piece for a byte of the mailbox.
func pieceOf(codes *pairs.Codes, code uint8) quad.Piece {
	if code >= pairs.Empty {
		return quad.NoPiece
	}
	return codes[code&15]
}

func plain(p quad.Piece) quad.Piece {
	letter, _ := quad.PieceFromLetter(p.Letter())
	return letter
}

// without returns the pairs in a that are not in b. Both slices are sorted.
func without(a, b []pairs.Pair) (rest []pairs.Pair) {
	for _, p := range a {
		for len(b) > 0 && b[0] < p {
			b = b[1:]
		}
		if len(b) == 0 || b[0] != p {
			rest = append(rest, p)
		}
	}
	return rest
}

// A variant is rules with the data that the oracle needs.
type variant struct {
	name  string
	codes pairs.Codes
	count counts
	rules *pairs.Rules
}

// oddCodes are arbitrary. They have four codes for empty squares, and 0 is a piece.
var oddCodes = pairs.Codes{
	quad.BlackQueen, quad.NoPiece, quad.WhitePawn, quad.WhiteKing, quad.EnPassantTarget, quad.BlackPawn, quad.BlackRook, quad.WhiteQueen,
	quad.BlackKnight, quad.WhiteKnight, quad.BlackKing, quad.NoPiece, quad.WhiteRook, quad.BlackBishop, quad.NoPiece, quad.WhiteBishop,
}

// threeCodes returns codes where exactly three cubes contain the codes of empty squares: 0 and 1 together, 6, and 10.
func threeCodes() (c pairs.Codes) {
	all := []quad.Piece{
		quad.BlackKing, quad.WhitePawn, quad.BlackRook, quad.WhiteKnight, quad.BlackPawn, quad.WhiteKing,
		quad.WhiteQueen, quad.BlackBishop, quad.WhiteRook, quad.BlackQueen, quad.WhiteBishop, quad.BlackKnight,
	}
	for code := range c {
		if code > 1 && code != 6 && code != 10 {
			c[code], all = all[0], all[1:]
		}
	}
	return c
}

// scattered counts arbitrary pairs.
func scattered(a, v quad.Piece) bool { return (7*int(a)+5*int(v)+int(a)*int(v))%3 != 0 }

func variants(tb testing.TB) (all []variant) {
	for _, v := range []variant{
		{"all", pairs.StockfishCodes(), nil, nil},
		{"quad", pairs.QuadCodes(), nil, nil},
		{"noKings", pairs.StockfishCodes(), pairs.NoKings, nil},
		{"odd", oddCodes, nil, nil},
		{"three", threeCodes(), nil, nil},
		{"oddAttacks", oddCodes, pairs.Opponents, nil},
		{"oddScattered", oddCodes, scattered, nil},
	} {
		var err error
		if v.rules, err = pairs.NewRules(v.codes, v.count); err != nil {
			tb.Fatal(err)
		}
		all = append(all, v)
	}
	return all
}

// A step is a board and a move: the squares that the move changes, in any order, with their
// new pieces.
type step struct {
	before quad.Board
	change []square
}

type square struct {
	sq    int
	piece quad.Piece
}

// change converts s to an update in the codes of v.
func (v *variant) change(s step) (c pairs.Update) {
	for _, x := range s.change {
		if x.piece == quad.NoPiece {
			c = c.And(x.sq, pairs.Empty)
		} else {
			c = c.And(x.sq, v.rules.Code(x.piece))
		}
	}
	return c
}

// apply applies an update as its documentation describes.
func (v *variant) apply(board *[64]uint8, c pairs.Update) {
	for ; c != 0; c >>= 16 {
		code := uint8(c>>8) & 15
		if c>>15&1 != 0 {
			code = v.rules.Code(quad.NoPiece)
		}
		board[c&63] = code
	}
}

// check compares deltas and refreshes with the oracle.
func (v *variant) check(tb testing.TB, board *[64]uint8, c pairs.Update) {
	tb.Helper()
	after := *board
	v.apply(&after, c)
	was, is := oraclePairs(board, &v.codes, v.count), oraclePairs(&after, &v.codes, v.count)
	var d pairs.Deltas
	v.rules.Deltas(&d, board, c)
	v.same(tb, "removed", board, c, d.Removed(), without(was, is))
	v.same(tb, "added", board, c, d.Added(), without(is, was))
}

func (v *variant) checkRefresh(tb testing.TB, board *[64]uint8) {
	tb.Helper()
	var l pairs.List
	v.rules.Refresh(&l, board)
	for i := 1; i < len(l.Pairs()); i++ {
		if l.Pairs()[i-1].From() > l.Pairs()[i].From() {
			tb.Fatalf("%s: pairs of %s after those of %s", v.name, quad.SquareName(l.Pairs()[i].From()),
				quad.SquareName(l.Pairs()[i-1].From()))
		}
	}
	v.same(tb, "pairs", board, 0, l.Pairs(), oraclePairs(board, &v.codes, v.count))
}

func (v *variant) same(tb testing.TB, what string, board *[64]uint8, c pairs.Update, got, want []pairs.Pair) {
	tb.Helper()
	got = slices.Clone(got)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		tb.Fatalf("%s: %s\n got %s\nwant %s\nmissing %s\nexcess %s\nchange %x of\n%s", v.name, what, v.text(got), v.text(want),
			v.text(without(want, got)), v.text(without(got, want)), uint64(c), v.picture(board))
	}
}

func (v *variant) text(list []pairs.Pair) (s string) {
	for _, p := range list {
		s += string(v.codes[p.Attacker()].Letter()) + quad.SquareName(p.From()) +
			string(v.codes[p.Victim()].Letter()) + quad.SquareName(p.To()) + " "
	}
	return s
}

func (v *variant) picture(board *[64]uint8) (s string) {
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			s += string(pieceOf(&v.codes, board[8*rank+file]).Letter()) + " "
		}
		s += "\n"
	}
	return s
}
