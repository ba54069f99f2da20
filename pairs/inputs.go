package pairs

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/koggestone/koggestone/quad"
)

// Inputs collects the feature sets that are a network's inputs. Each set is numbered after
// the sets before it. [Inputs.FillBatch] computes the active features of many boards. The
// zero Inputs has no features. Several goroutines can call FillBatch while none adds
// features.
type Inputs struct {
	// Stream makes FillBatch write rows past the caches. This is faster for batches that do not fit
	// into the caches, as in a trainer, but slower for smaller batches.
	Stream bool

	parts []part
	size  int
}

// A part is a feature set: threats, pawn pairs or pieces on squares.
type part struct {
	threats   *Features
	pawnPairs bool
	first     int32
}

// Size returns how many inputs each side has.
func (in *Inputs) Size() int { return in.size }

// add adds a part of the given size.
func (in *Inputs) add(p part, size int) error {
	if in.size > math.MaxInt32-size {
		return fmt.Errorf("pairs: expected at most %d inputs in all, found %d and %d more", math.MaxInt32, in.size, size)
	}
	p.first = int32(in.size)
	in.parts = append(in.parts, p)
	in.size += size
	return nil
}

// AddThreats adds the pairs that have a number in n. It returns an error if a number is not below
// n.Size, or if there are too many inputs.
//
// A row lists the side's own attackers first, then the opponent's. Both are in the order pawn,
// knight, bishop, rook, queen, king. Attackers of a kind are sorted by square, a1 first, and so are
// each attacker's victims. Only pawns that attack pawns are sorted by victim: first the pawns that
// White attacks towards file h and Black towards file a, then the others.
func (in *Inputs) AddThreats(n Numbering) error {
	first, index := in.size, n.Index
	size := n.Size
	n.Size += first
	n.Index = func(attacker quad.Piece, from int, victim quad.Piece, to int) int {
		i := index(attacker, from, victim, to)
		if i >= 0 {
			i += first
		}
		return i
	}
	rules, err := NewRules(QuadCodes(), n.Counts)
	if err != nil {
		return err
	}
	f, err := rules.Features(n)
	if err != nil {
		return err
	}
	return in.add(part{threats: f}, size)
}

// AddPawnPairs adds the features that [PawnPairs] describes. A row pairs each pawn with the pawns on
// lower squares, a1 first. The side's own pawns come first, then the opponent's, in both cases a1
// first. AddPawnPairs returns an error if there are too many inputs.
func (in *Inputs) AddPawnPairs() error { return in.add(part{pawnPairs: true}, PawnPairFeatures) }

// HalfKAFeatures is how many features [Inputs.AddHalfKA] adds.
const HalfKAFeatures = 32 * 12 * 64

// AddHalfKA adds a feature for each piece, including kings, that depends on the piece's square and on
// the own king's square. Stockfish's networks use these features in addition to pairs, and nnue-pytorch
// calls them HalfKAv2_hm. A row lists them in the order of squares, a1 first. AddHalfKA returns an error
// if there are too many inputs.
//
// For Black the board is turned upside down and the colours are exchanged. If a king is on the files a
// to d, its side's board is mirrored. A feature is 768 times the own king's bucket, plus 64 times the
// piece, plus the square. The buckets are 0 to 3 for the king on h8 to e8, 4 to 7 on h7 to e7, up to
// 31 on e1. The pieces are the own pawn, the opponent's pawn, and then knights, bishops, rooks, queens
// and kings in the same way.
func (in *Inputs) AddHalfKA() error { return in.add(part{}, HalfKAFeatures) }

// FillBatch sets row i in white and black to the active features that each side sees on boards[i], and
// fills up the row with -1. All rows have the same length, len(white)/len(boards). The feature sets
// are in the order that you added them, and no feature is in a row twice. If a row is too short, the
// features that do not fit are left out.
//
// Every board has features, even if it is not legal: if a side has no king, FillBatch assumes one
// on a1, and if it has several, FillBatch uses the lowest.
//
// FillBatch returns how many active features all rows have together. It panics before it writes
// anything unless white and black have the same length, a multiple of len(boards). White and black
// must not overlap. FillBatch does not allocate.
func (in *Inputs) FillBatch(white, black []int32, boards []quad.Board) (activeWhite, activeBlack int) {
	if len(white) != len(black) || len(boards) == 0 && len(white) != 0 || len(boards) > 0 && len(white)%len(boards) != 0 {
		panic(fmt.Sprintf("pairs: Inputs.FillBatch: expected len(white) = len(black), a multiple of %d boards, found %d and %d",
			len(boards), len(white), len(black)))
	}
	if len(white) == 0 {
		return 0, 0
	}
	active := fillBoards(in, [2][]int32{white, black}, len(white)/len(boards), boards)
	return active[0], active[1]
}

// kingsOf returns the squares of the kings, White's first.
func kingsOf(b *quad.Board) (white, black int) {
	kings := b.Kings()
	return bits.TrailingZeros64(kings&^b.GB) & 63, bits.TrailingZeros64(kings&b.GB) & 63
}

// XOR a square with white or black to see it from that side.
func (f *Features) turns(whiteKing, blackKing int) (white, black int) {
	m := &f.tables.Mirrored
	return 7 * int(m[whiteKing&63]), 7*int(m[blackKing&63]) ^ 56
}

// pawnTurns is like turns, for pairs of pawns: a king on the files e to h mirrors the view.
func pawnTurns(whiteKing, blackKing int) (white, black int) {
	return 7 * (whiteKing >> 2 & 1), 7*(blackKing>>2&1) ^ 56
}

// buckets returns each side's turn for pieces on squares, and the first feature in its king's bucket.
func (p *part) buckets(whiteKing, blackKing int) (turns [2]int, buckets [2]int32) {
	turns[0], turns[1] = pawnTurns(whiteKing^4, blackKing^4) // mirrored on the files a to d
	for c, king := range [2]int{whiteKing, blackKing} {
		king ^= turns[c]
		buckets[c] = p.first + 768*int32((7-king>>3)*4+7-king&7)
	}
	return turns, buckets
}
