package deltas

import (
	"math/bits"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

// Stockfish's features of threat pairs, in the codes of a mailbox of its own.
var numbering = pairs.SFNNv16()
var rules, features = func() (*pairs.Rules, *pairs.Features) {
	r, err := pairs.NewRules(pairs.StockfishCodes(), numbering.Counts)
	if err != nil {
		panic(err) // the tables above are constants
	}
	f, err := r.Features(numbering)
	if err != nil {
		panic(err)
	}
	return r, f
}()

// pairSums stand in for the accumulators of a network: of each side the sum of the numbers
// of its features. A network adds up rows of weights instead.
type pairSums struct {
	room    *room // one of a search
	mailbox [64]uint8
	kings   [2]int
	sums    [2]int
}

// room is memory for lists, which would be cleared every time if it were of a function.
type room struct {
	deltas   pairs.Deltas
	features pairs.FeatureDeltas
}

// set sets s to the sums of b, from scratch.
func (s *pairSums) set(b *quad.Board) {
	s.room = new(room)
	rules.Mailbox(&s.mailbox, *b)
	for side := range s.kings {
		s.kings[side] = bits.TrailingZeros64(b.Pieces(quad.Color(side), quad.King))
	}
	for side := range s.sums {
		s.refresh(quad.Color(side))
	}
}

// refresh sets the sum of a side anew.
func (s *pairSums) refresh(side quad.Color) {
	var l pairs.List
	var numbers pairs.FeatureList
	rules.Refresh(&l, &s.mailbox)
	features.List(&numbers, &l, s.kings[0], s.kings[1])
	s.sums[side&1] = sum(numbers.Features(side))
}

// play sets child to s after a move.
func (s *pairSums) play(child *pairSums, c *movegen.Change) {
	d, numbers := &s.room.deltas, &s.room.features
	rules.Deltas(d, &s.mailbox, c.Pairs(rules))
	*child = *s
	side := c.Piece.Color() & 1
	child.mailbox[c.From&63] = rules.Code(quad.NoPiece)
	if c.Captured != quad.NoPiece {
		child.mailbox[c.CapturedOn&63] = rules.Code(quad.NoPiece)
	}
	if c.Castles {
		child.mailbox[c.RookFrom&63] = rules.Code(quad.NoPiece)
		child.mailbox[c.RookTo&63] = rules.Code(quad.MakePiece(side, quad.Rook))
	}
	child.mailbox[c.To&63] = rules.Code(c.Placed)
	if c.Piece.Kind() == quad.King {
		child.kings[side] = int(c.To)
	}
	features.Deltas(numbers, d, child.kings[0], child.kings[1])
	for side := range quad.Color(2) {
		if features.Mirrors(s.kings[side], child.kings[side]) {
			child.refresh(side)
		} else {
			child.sums[side] += sum(numbers.Added(side)) - sum(numbers.Removed(side))
		}
	}
}

func sum(numbers []uint32) (n int) {
	for _, x := range numbers {
		n += int(x)
	}
	return n
}
