package selfcheck

import (
	"fmt"
	"math/bits"

	"github.com/koggestone/koggestone/internal/raywalk"
	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

// pairRules are the rules for the codes of package quad, with all pairs.
var pairRules = func() *pairs.Rules {
	r, err := pairs.NewRules(pairs.QuadCodes(), nil)
	if err != nil {
		panic(err)
	}
	return r
}()

// pairSets are pairs as sets: for each square, the victims of its piece on a board, and the
// victims that a change removes and adds.
type pairSets struct {
	of    int // the position, from 1 on
	board [64]uint64
	delta [2][64]uint64
}

// pairFunctions returns the functions of package pairs that have more than one path.
// They are not timed here, since lists are converted to sets to compare them.
func pairFunctions() []Function {
	const pkg = "pairs"
	return []Function{{
		Package: pkg, Name: "RefreshBoard", untimed: true,
		result: layout{64, squareTitle, func(o *output, i, slot int) *uint64 { return &o.pairs[i].board[slot] }},
		want:   func(o *oracle, i, slot int) uint64 { return o.pairsOf(i).board[slot] },
		run: func(w work) {
			var l pairs.List
			for i := w.lo; i < w.hi; i++ {
				pairRules.RefreshBoard(&l, w.in.boards[i])
				w.out.pairs[i].board = victimSets(l.Pairs())
			}
		},
		source: func(in *input, at site) string {
			return fmt.Sprintf(`rules, err := pairs.NewRules(pairs.QuadCodes(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var l pairs.List
	rules.RefreshBoard(&l, %s)
	got := uint64(0)
	for _, p := range l.Pairs() {
		if p.From() == %d {
			got |= 1 << p.To()
		}
	}`, boardLiteral(in.boards[at.i]), at.slot)
		},
	}, {
		Package: pkg, Name: "Deltas", untimed: true,
		result: layout{128, squareTitle, func(o *output, i, slot int) *uint64 { return &o.pairs[i].delta[slot/64][slot%64] }},
		want:   func(o *oracle, i, slot int) uint64 { return o.pairsOf(i).delta[slot/64][slot%64] },
		run: func(w work) {
			var d pairs.Deltas
			var mailbox [64]uint8
			for i := w.lo; i < w.hi; i++ {
				pairRules.Mailbox(&mailbox, w.in.boards[i])
				pairRules.Deltas(&d, &mailbox, w.in.change(i))
				w.out.pairs[i].delta = [2][64]uint64{victimSets(d.Removed()), victimSets(d.Added())}
			}
		},
		source: func(in *input, at site) string {
			return fmt.Sprintf(`rules, err := pairs.NewRules(pairs.QuadCodes(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var d pairs.Deltas
	var mailbox [64]uint8
	rules.Mailbox(&mailbox, %s)
	rules.Deltas(&d, &mailbox, %#x)
	got := uint64(0)
	for _, p := range d.%s() {
		if p.From() == %d {
			got |= 1 << p.To()
		}
	}`, boardLiteral(in.boards[at.i]), uint64(in.change(at.i)), [...]string{"Removed", "Added"}[at.slot/64], at.slot%64)
		},
	}}
}

func squareTitle(slot int) string {
	title := ", victims of " + quad.SquareName(slot%64)
	if slot > 63 {
		title += " that are added"
	}
	return title
}

// change returns a change of position i: usually a piece that moves to any square, otherwise
// up to four squares.
func (in *input) change(i int) (c pairs.Update) {
	x := in.gens[otherGen][i] * 0x9e3779b97f4a7c15
	from, to, code := int(x>>58), int(x>>52&63), uint8(x>>48&15)
	if occupied := bits.RotateLeft64(in.boards[i].Occupied(), -from); occupied != 0 {
		from = (from + bits.TrailingZeros64(occupied)) & 63
	}
	c = pairs.MoveUpdate(from, to, code)
	if x>>46&3 == 0 {
		c = c.And(int(x>>40&63), uint8(x>>36&15)).And(int(x>>30&63), pairs.Empty)
	}
	return c
}

// victimSets returns the squares of the victims for each square of an attacker.
func victimSets(list []pairs.Pair) (sets [64]uint64) {
	for _, p := range list {
		sets[p.From()] |= 1 << p.To()
	}
	return sets
}

// pairsOf returns the pairs of position i, found by walks. It caches the last positions.
func (o *oracle) pairsOf(i int) *pairSets {
	s := &o.pairs[i%len(o.pairs)]
	if s.of == i+1 {
		return s
	}
	*s = pairSets{of: i + 1}
	before := o.in.boards[i].Squares()
	after := before
	for c := o.in.change(i); c != 0; c >>= 16 {
		after[c&63] = quad.Piece(c >> 8 & 15)
		if uint8(c>>8)&pairs.Empty != 0 {
			after[c&63] = quad.NoPiece
		}
	}
	s.board = walkVictims(&before)
	now := walkVictims(&after)
	for from := range s.board {
		for to := range 64 {
			was, is := s.board[from]>>to&1, now[from]>>to&1
			same := before[from] == after[from] && before[to] == after[to]
			if was == 1 && (is == 0 || !same) {
				s.delta[0][from] |= 1 << to
			}
			if is == 1 && (was == 0 || !same) {
				s.delta[1][from] |= 1 << to
			}
		}
	}
	return s
}

// walkVictims returns, for each square, the pieces that its piece attacks or defends.
func walkVictims(squares *[64]quad.Piece) (sets [64]uint64) {
	occupied := uint64(0)
	for sq, p := range squares {
		if p.Kind() != quad.None {
			occupied |= 1 << sq
		}
	}
	for sq, p := range squares {
		b := uint64(1) << sq
		switch p.Kind() {
		case quad.None:
			continue
		case quad.Bishop:
			b = raywalk.Slider(b, 0, ^occupied)
		case quad.Rook, quad.CastlingRook:
			b = raywalk.Slider(0, b, ^occupied)
		case quad.Queen:
			b = raywalk.Slider(b, b, ^occupied)
		default:
			b = 0
			for to := range 64 {
				if leaps(p, to%8-sq%8, to/8-sq/8) {
					b |= 1 << to
				}
			}
		}
		sets[sq] = b & occupied
	}
	return sets
}

// leaps reports whether a pawn, knight or king attacks the square at a distance of files and
// ranks.
func leaps(p quad.Piece, files, ranks int) bool {
	switch distance := files*files + ranks*ranks; p.Kind() {
	case quad.Pawn:
		return distance == 2 && ranks == 1-2*int(p.Color())
	case quad.Knight:
		return distance == 5
	default:
		return distance == 1 || distance == 2
	}
}
