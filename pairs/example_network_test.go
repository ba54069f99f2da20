package pairs_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

// docs/engines.md shows the types and functions of this file.

const width = 32

var (
	weights = make([]int16, 768*width)
	biases  = make([]int16, width)
)

// An accumulator contains the sums of a network's first layer, as White and as Black see the board.
// The network has 768 inputs: 6 kinds of own pieces and 6 of the opponent's, on 64 squares each.
type accumulator [2][width]int16

// row returns the input of p on sq, which is a row of the weights. Black sees the ranks reversed.
func row(view quad.Color, p quad.Piece, sq uint8) uint32 {
	kind := uint32(p.Kind().Order() - 1) // pawn 0, knight 1, bishop 2, rook 3, queen 4, king 5
	if p.Color() != view {
		kind += 6
	}
	if view == quad.Black {
		sq ^= 56
	}
	return 64*kind + uint32(sq)
}

// update sets a to the sums of parent after a change, which may be a null move.
func (a *accumulator) update(parent *accumulator, c *movegen.Change) {
	for view := range quad.Color(2) {
		var rows [4]uint32 // a move adds at most two pieces, and removes two
		added, removed := rows[:0:2], rows[2:2]
		if c.Piece != quad.NoPiece {
			added = append(added, row(view, c.Placed, c.To))
			removed = append(removed, row(view, c.Piece, c.From))
		}
		if c.Captured != quad.NoPiece {
			removed = append(removed, row(view, c.Captured, c.CapturedOn))
		}
		if c.Castles {
			rook := quad.MakePiece(c.Piece.Color(), quad.Rook)
			added = append(added, row(view, rook, c.RookTo))
			removed = append(removed, row(view, rook, c.RookFrom))
		}
		pairs.Accumulate(a[view][:], parent[view][:], weights, added, removed)
	}
}

// refresh computes the sums of a position from the start.
func (a *accumulator) refresh(p *movegen.Position) {
	for view := range quad.Color(2) {
		var added []uint32
		for sq := range uint8(64) {
			if piece := p.Board.At(int(sq)); piece.Kind() != quad.None { // a square can hold an en-passant target
				added = append(added, row(view, piece, sq))
			}
		}
		pairs.Accumulate(a[view][:], biases, weights, added, nil)
	}
}

// The accumulator of a network with 768 inputs follows the moves of a game.
func ExampleAccumulate_network() {
	p := movegen.Start()
	var child movegen.Position
	var change movegen.Change
	var before, after, fresh accumulator
	before.refresh(&p)
	for _, text := range []string{"e2e4", "d7d5", "e4d5", "d8d5"} {
		m, err := p.ParseMove(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		p.PlayChange(&child, m, &change)
		after.update(&before, &change)
		p, before = child, after
	}
	fresh.refresh(&p)
	fmt.Println(before == fresh)
	// Output: true
}

// TestNetworkUpdates compares updated sums with fresh ones after random moves and null moves.
func TestNetworkUpdates(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	for i := range weights {
		weights[i] = int16(rng.Uint32())
	}
	defer clear(weights)
	kinds := map[string]bool{}
	for _, suite := range []corpus.Suite{corpus.Tricky(), corpus.Chess960()} {
		for fen := range suite.FENs() {
			start, err := movegen.ParseFEN(fen)
			if err != nil {
				t.Fatal(err)
			}
			p := start
			var sums, next, fresh accumulator
			for ply := range 200 {
				if ply%40 == 0 {
					p = start
					sums.refresh(&p)
				}
				moves := p.AppendLegalMoves(nil)
				if len(moves) == 0 {
					continue
				}
				var child movegen.Position
				var change movegen.Change
				m := moves[rng.IntN(len(moves))]
				switch {
				case rng.IntN(8) == 0 && !p.InCheck():
					kinds["null"] = true
					change = movegen.Change{Key: p.PlayNull(&child)}
				default:
					kinds["castling"] = kinds["castling"] || m.IsCastling()
					kinds["en passant"] = kinds["en passant"] || m.IsEnPassant()
					kinds["promotion"] = kinds["promotion"] || m.IsPromotion()
					p.PlayChange(&child, m, &change)
				}
				next.update(&sums, &change)
				if fresh.refresh(&child); next != fresh {
					t.Fatalf("%s after %v: the updated sums differ from fresh ones", p.FEN(), m)
				}
				p, sums = child, next
			}
		}
	}
	for _, kind := range []string{"null", "castling", "en passant", "promotion"} {
		if !kinds[kind] {
			t.Errorf("no %s", kind)
		}
	}
}
