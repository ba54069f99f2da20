// Command search is the program of docs/engines.md. It finds a mate by alpha-beta with quiescence, null moves and a table
// of hash moves.
package main

import (
	"fmt"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

// A ply is a position of the line under search, with what an engine follows from move to move.
type ply struct {
	pos        movegen.Position
	node       movegen.Node
	change     movegen.Change   // the move that leads here; a null move has no pieces
	key        uint64           // for the hash table
	pawnKey    uint64           // for a table of pawns
	pieceKeys  [2]uint64        // of each side without pawns, for a correction history
	material   movegen.Material // counts; its Key indexes a table of endgames
	sums       accumulator
	reversible int // moves since a capture, pawn move or null move

	stage int         // of next
	left  []uint64    // the moves that next has listed and not returned
	rated [256]uint64 // memory for left
}

type search struct {
	plies   [128]ply
	keys    []uint64               // of the game, then of the line under search
	list    [256]movegen.PieceMove // of one node; all plies share it
	history [2][512]uint64         // by side and PieceTo
	table   [1 << 14]struct {
		key  uint64
		move movegen.Move
	}
	nodes int
}

// play sets the next ply to the position after m, or after a null move if m is 0.
func (s *search) play(at int, m movegen.Move) {
	here, child := &s.plies[at], &s.plies[at+1]
	c, us := &child.change, here.pos.Side
	if m == 0 {
		*c = movegen.Change{Key: here.pos.PlayNull(&child.pos)}
		child.reversible = 0 // no repetition reaches over a null move
	} else {
		here.pos.PlayChange(&child.pos, m, c)
		child.reversible = min(here.reversible+1, int(child.pos.HalfMoves))
	}
	child.key, child.pawnKey = here.key^c.Key, here.pawnKey^c.PawnKey
	own, other := c.NonPawnKeys()
	child.pieceKeys = here.pieceKeys
	child.pieceKeys[us] ^= own
	child.pieceKeys[us.Other()] ^= other
	child.material = here.material + c.Material()
	child.sums.update(&here.sums, c)
	child.node.Set(&child.pos)
	s.keys = append(s.keys, child.key)
}

// undo takes back the last move. The ply before still has its position, keys and node.
func (s *search) undo() { s.keys = s.keys[:len(s.keys)-1] }

// set starts a search from p, the last position of a game with the given earlier keys.
func (s *search) set(p movegen.Position, earlier []uint64) {
	root := &s.plies[0]
	root.pos, root.change = p, movegen.Change{}
	root.key, root.pawnKey, root.material = p.Key(), p.PawnKey(), p.Material()
	root.sums.refresh(&p)
	root.pieceKeys = [2]uint64{p.NonPawnKey(quad.White), p.NonPawnKey(quad.Black)}
	root.reversible = int(p.HalfMoves)
	root.node.Set(&p)
	s.keys = append(append(s.keys[:0], earlier...), root.key)
}

// isDraw reports a repetition, the fifty-move rule, or too little material to mate.
func (s *search) isDraw(at int) bool {
	here, last := &s.plies[at], len(s.keys)-1
	return movegen.Repetitions(here.key, s.keys[:last], here.reversible) > 0 ||
		here.pos.HalfMoves >= 100 && here.node.HasLegalMove() || here.pos.HasInsufficientMaterial()
}

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
		pairs.Accumulate(a[view][:], biases[:], weights, added, nil)
	}
}

// width is the number of sums for each view. A trained network has hundreds, and its weights are in
// a file. Here only the first sum is not 0: the values of pieces, which are higher near the centre.
const width = 32

var biases [width]int16

var weights = func() []int16 {
	t := make([]int16, 768*width)
	for kind, value := range [8]int{quad.Pawn: 100, quad.Knight: 320, quad.Bishop: 330, quad.Rook: 500, quad.Queen: 900} {
		for sq := 0; sq < 64 && value > 0; sq++ {
			value := int16(value + 4*min(sq&7, 7-sq&7) + 4*min(sq>>3, 7-sq>>3))
			t[width*row(quad.White, quad.MakePiece(quad.White, quad.Kind(kind)), uint8(sq))] = value
			t[width*row(quad.White, quad.MakePiece(quad.Black, quad.Kind(kind)), uint8(sq))] = -value
		}
	}
	return t
}()

// value is an evaluation for the side to move. Here an engine computes the other layers of its network.
func (p *ply) value() int { return int(p.sums[p.pos.Side&1][0]) }

// The stages of a node. Ratings reach floors[stage] in the stage that tries them.
const (
	hashStage    = iota // the hash move
	captureStage        // captures and queen promotions that lose nothing
	lastStage           // quiet moves, then captures that lose material
)

var floors = [...]uint64{3 << 48, 2 << 48, 0}

// start prepares next for a node. hash is 0 or a move from the hash table, which another position
// may have stored.
func (p *ply) start(hash movegen.Move) {
	p.stage, p.left = hashStage, p.rated[:0]
	if p.node.IsLegal(hash) {
		p.left = append(p.left, 3<<48|uint64(p.pos.PieceMove(hash)))
	}
}

// next returns the next move of a ply, or 0 if there is none up to the given stage. A word has the
// rating in its high half and the move in its low half, so that the largest word is the next move.
// Finding it takes less time than sorting, because most nodes try few moves.
func (s *search) next(p *ply, last int, hash movegen.Move) movegen.PieceMove {
	for {
		best, at := uint64(0), 0
		for i, word := range p.left {
			if word > best {
				best, at = word, i
			}
		}
		if best > floors[p.stage] {
			p.left[at], p.left = p.left[0], p.left[1:]
			return movegen.PieceMove(best)
		}
		if p.stage == last {
			return 0
		}
		p.stage++
		selection := movegen.Captures | movegen.QueenPromotions
		if p.stage == lastStage {
			selection = movegen.Quiets | movegen.Underpromotions
		}
		for _, m := range p.node.AppendPieceMoves(s.list[:0], selection) {
			rating := 1<<16 + s.history[p.pos.Side&1][m.PieceTo()]
			if p.stage == captureStage {
				rating = 16*uint64(m.Captured().Order()) + uint64(8-m.Moved().Order())
				if p.node.SEEAtLeast(m, 0, nil) {
					rating += 2 << 16
				}
			}
			if m.Move() != hash {
				p.left = append(p.left, rating<<32|uint64(m))
			}
		}
	}
}

const mate = 30000

// negamax returns the value of a ply for the side to move, and searches captures below depth 0.
func (s *search) negamax(at, depth, alpha, beta int) int {
	here := &s.plies[at]
	n, bb := &here.node, here.node.Bitboards()
	s.nodes++
	if at > 0 && s.isDraw(at) {
		return 0
	}
	if n.InCheck() {
		depth = max(depth, 1) // all moves that answer it
	}
	if at > 100 {
		return here.value()
	}
	last, hash, entry := lastStage, movegen.Move(0), &s.table[here.key%uint64(len(s.table))]
	switch pieces := bb.ByColor(here.pos.Side) &^ (bb.Pawns | bb.Kings); {
	case depth <= 0:
		if !n.HasLegalMove() {
			return 0 // stalemate
		}
		if alpha = max(alpha, here.value()); alpha >= beta {
			return alpha
		}
		last = captureStage
	case depth > 2 && !n.InCheck() && here.change.Piece != quad.NoPiece && pieces != 0 && here.value() >= beta:
		s.play(at, 0)
		score := -s.negamax(at+1, depth-3, -beta, 1-beta)
		s.undo()
		if score >= beta {
			return beta
		}
		fallthrough
	default:
		if entry.key == here.key {
			hash = entry.move
		}
	}
	tried := 0
	here.start(hash)
	for m := s.next(here, last, hash); m != 0; m = s.next(here, last, hash) {
		tried++
		s.play(at, m.Move())
		score := -s.negamax(at+1, depth-1, -beta, -alpha)
		s.undo()
		if alpha = max(alpha, score); alpha >= beta {
			if depth > 0 {
				entry.key, entry.move = here.key, m.Move()
				if !m.IsNoisy() {
					h := &s.history[here.pos.Side&1][m.PieceTo()]
					*h = min(*h+uint64(depth*depth), 1<<15)
				}
			}
			break
		}
	}
	switch {
	case tried > 0 || depth <= 0:
		return alpha
	case n.InCheck():
		return at - mate
	}
	return 0
}

func main() {
	pos, err := movegen.ParseFEN("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1")
	if err != nil {
		panic(err)
	}
	s := new(search)
	s.set(pos, nil)
	fmt.Println("mate in", (mate-s.negamax(0, 5, -mate, mate)+1)/2, "found in", s.nodes, "nodes")
}
