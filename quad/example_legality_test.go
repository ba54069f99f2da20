package quad_test

import (
	"fmt"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/quad"
)

// A game is a position as an engine may keep it.
type game struct {
	kinds  [6]uint64 // pawns, knights, bishops, rooks, queens, kings
	sides  [2]uint64 // white, black
	us     int       // 0 for white to move
	rights uint64    // rooks that may castle
	target uint64    // the square behind a pawn that has just moved two squares, or none

	// The engine's bit 0 is a8, not a1. Then its white pieces are quad's black ones.
	a8 int
}

// board returns g for quad, and the side to move.
func (g *game) board() (quad.Board, quad.Color) {
	k := &g.kinds
	return quad.Pack(k[0], k[1], k[2], k[3], k[4], k[5], g.sides[1-g.a8]), quad.Color(g.us ^ g.a8)
}

// children calls visit with the position after each legal move.
func (g *game) children(visit func(child game)) {
	board, c := g.board()
	var l quad.Legality
	l.Set(board, c)

	own, foe := g.sides[g.us], g.sides[1-g.us]
	king, empty := g.kinds[5]&own, ^(own | foe)
	for kind := range g.kinds {
		for pieces := g.kinds[kind] & own; pieces != 0; pieces &= pieces - 1 {
			from := pieces & -pieces
			targets := attacks(kind, from, empty, foe, c) &^ own
			switch {
			case kind == 5:
				targets &^= l.Danger
			case from&l.Pinned != 0:
				targets &= l.CheckMask & ray(king, from)
			default:
				targets &= l.CheckMask
			}
			for ; targets != 0; targets &= targets - 1 {
				to := targets & -targets
				const lastRanks = 0xff000000000000ff
				if kind != 0 || to&lastRanks == 0 {
					visit(g.after(kind, from, to, to))
					continue
				}
				for promoted := 1; promoted < 5; promoted++ {
					child := g.after(kind, from, to, to)
					child.kinds[0] &^= to
					child.kinds[promoted] |= to
					visit(child)
				}
			}
		}
	}

	// Two pawns leave a rank at once, which can uncover the king.
	for pawns := board.EnPassantCapturers(g.target); pawns != 0; pawns &= pawns - 1 {
		victim := koggestone.Step(g.target, c.Other().Forward())
		visit(g.after(0, pawns&-pawns, g.target, victim))
	}

	// The king is not in check and crosses no attacked square.
	for rooks := g.rights & own; rooks != 0 && l.Checkers == 0; rooks &= rooks - 1 {
		rook, d := rooks&-rooks, koggestone.West
		if rook > king {
			d = koggestone.East
		}
		over := koggestone.Step(king, d)
		to := koggestone.Step(over, d)
		if koggestone.Attacks(king, empty, d)&rook != 0 && (over|to)&l.Danger == 0 {
			child := g.after(5, king, to, 0)
			child.kinds[3] ^= rook | over
			child.sides[g.us] ^= rook | over
			visit(child)
		}
	}
}

// attacks returns the targets of the pseudo-legal moves of a piece.
func attacks(kind int, from, empty, foe uint64, c quad.Color) uint64 {
	switch kind {
	case 0:
		const doubled = 0x000000ffff000000
		front := koggestone.Step(from, c.Forward())
		once := front & empty
		twice := koggestone.Step(once, c.Forward()) & empty & doubled
		if koggestone.Step(koggestone.Step(from, c.Other().Forward()), c.Other().Forward()) != 0 {
			twice = 0 // not from its first rank
		}
		return once | twice | (koggestone.EastStep(front)|koggestone.WestStep(front))&foe
	case 1:
		return quad.Pack(0, from, 0, 0, 0, 0, 0).Attacks(quad.White)
	case 2:
		return koggestone.BishopAttacks(from, empty)
	case 3:
		return koggestone.RookAttacks(from, empty)
	case 4:
		return koggestone.QueenAttacks(from, empty)
	}
	return quad.Pack(0, 0, 0, 0, 0, from, 0).Attacks(quad.White)
}

// ray returns the squares in the direction from king to the piece on from.
func ray(king, from uint64) uint64 {
	for d := range koggestone.Direction(8) {
		if r := koggestone.Attacks(king, ^uint64(0), d); r&from != 0 {
			return r
		}
	}
	return 0
}

// after returns g after a move that captures on victim.
func (g *game) after(kind int, from, to, victim uint64) game {
	child := *g
	for k := range child.kinds {
		child.kinds[k] &^= victim
	}
	child.sides[1-g.us] &^= victim
	child.kinds[kind] ^= from | to
	child.sides[g.us] ^= from | to
	child.rights &^= from | to
	child.target = 0
	switch {
	case kind == 5:
		child.rights &^= child.sides[g.us]
	case kind == 0 && (from<<16 == to || from>>16 == to):
		child.target = max(from, to) >> 8
	}
	child.us ^= 1
	return child
}

// perft counts the leaves after the given number of plies.
func (g *game) perft(depth int) (nodes int) {
	if depth == 0 {
		return 1
	}
	g.children(func(child game) { nodes += child.perft(depth - 1) })
	return nodes
}

// kiwipete returns a position with all kinds of moves, with its squares mapped by a function.
func kiwipete(mapping func(uint64) uint64) (g game) {
	b, _, err := quad.ParsePlacement("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R")
	if err != nil {
		panic(err)
	}
	bb := b.Bitboards()
	for i, set := range [...]uint64{bb.Pawns, bb.Knights, bb.Bishops, bb.Rooks, bb.Queens, bb.Kings} {
		g.kinds[i] = mapping(set)
	}
	g.sides = [2]uint64{mapping(bb.White), mapping(bb.Black)}
	g.rights = g.kinds[3]
	return g
}

// An engine makes its pseudo-legal moves legal: the king stays out of Danger, other pieces
// move to CheckMask, and pinned pieces stay on the ray of their pin. En passant and castling
// need additional rules.
func Example_legality() {
	g := kiwipete(func(squares uint64) uint64 { return squares })
	for depth := range 4 {
		fmt.Println(depth, g.perft(depth))
	}
	// Output:
	// 0 1
	// 1 48
	// 2 2039
	// 3 97862
}
