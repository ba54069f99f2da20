package columns

import (
	"math/bits"
	"strings"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// The policy head of a network has an output for each kind of move, and wants to know
// which of them are legal. AlphaZero's has 73 planes of squares that moves begin on
// (Silver and others, 2017, table S2), in the order of the package gym-chess (Lucas Wolf).
// Leela's has a list of moves.

// The planes.
const (
	queenPlanes  = 0           // by direction clockwise from north, then by 1 to 7 squares
	knightPlanes = 7 * 8       // by jump clockwise from NNE
	underPlanes  = 7*8 + 8     // to the west, straight, to the east; then knight, bishop, rook
	planes       = 7*8 + 8 + 9 // 73
)

// planeOf returns the plane of queen's moves of one square in a direction.
func planeOf(d koggestone.Direction) int { return queenPlanes + int(d+1)&7*7 }

// A vector is a direction as numbers: what a step adds to the index of a square, and where
// it can arrive.
type vector struct {
	shift int
	wrap  uint64
}

var directions = func() (all [8]vector) {
	for d := range all {
		all[d] = vector{koggestone.Direction(d).Shift(), koggestone.Step(^uint64(0), koggestone.Direction(d))}
	}
	return all
}()

// A policyView is a position as a policy sees it.
type policyView struct {
	board   quad.Board
	side    quad.Color
	targets movegen.LegalTargets
}

// setView sets v to position i. If turned, the board is seen from the side to move: where
// that is Black, the ranks are turned over and the colours change places.
func (c *Computer) setView(v *policyView, i int, turned bool) {
	t := c.legalTargets()
	v.board, v.side = c.board(i), c.side(i)
	flip := turned && v.side == quad.Black
	for d := range 8 {
		to, jump := d, d
		if flip {
			to, jump = (2-d)&7, (3-d)&7
		}
		v.targets.Sliders[to], v.targets.Knights[jump] = t.Sliders[d][i], t.Knights[d][i]
	}
	v.targets.King, v.targets.PawnPush, v.targets.PawnDouble = t.King[i], t.PawnPush[i], t.PawnDouble[i]
	v.targets.PawnEast, v.targets.PawnWest = t.PawnEast[i], t.PawnWest[i]
	v.targets.Castling, v.targets.EnPassant = t.Castling[i], t.EnPassant[i]
	if !flip {
		return
	}
	v.board, v.side = v.board.FlipColors(), quad.White
	for d := range 8 {
		v.targets.Sliders[d] = koggestone.FlipRanks(v.targets.Sliders[d])
		v.targets.Knights[d] = koggestone.FlipRanks(v.targets.Knights[d])
	}
	for _, set := range []*uint64{&v.targets.King, &v.targets.PawnPush, &v.targets.PawnDouble, &v.targets.PawnEast,
		&v.targets.PawnWest, &v.targets.Castling, &v.targets.EnPassant} {
		*set = koggestone.FlipRanks(*set)
	}
}

// pieces returns the pieces of a kind of the side to move.
func (v *policyView) pieces(k quad.Kind) uint64 { return v.board.Pieces(v.side, k) }

// planes sets dst to the squares that legal moves begin on, by plane, without castling.
func (v *policyView) planes(dst *[planes]uint64) {
	*dst = [planes]uint64{}
	own, empty := v.board.ByColor(v.side), v.board.Empty()
	straight, diagonal := own&v.board.Orthogonal(), own&v.board.Diagonal()
	king := v.pieces(quad.King)
	for d, step := range directions {
		plane := dst[planeOf(koggestone.Direction(d)):][:7]
		plane[0] = bits.RotateLeft64(bits.RotateLeft64(king, step.shift)&step.wrap&v.targets.King, -step.shift)
		targets := v.targets.Sliders[d]
		if targets == 0 {
			continue
		}
		reach := diagonal
		if d&1 != 0 {
			reach = straight
		}
		// A square in a direction is the target of one slider, so that those that reach
		// it after k steps are those that go there.
		for k := range plane {
			reach = bits.RotateLeft64(reach, step.shift) & step.wrap
			plane[k] |= bits.RotateLeft64(reach&targets, -step.shift*(k+1))
			reach &= empty
		}
	}
	for j, jump := range squares.Jumps {
		dst[knightPlanes+j] = bits.RotateLeft64(v.targets.Knights[j], -jump.Shift)
	}
	v.pawns(dst)
}

// pawns adds the moves of pawns.
func (v *policyView) pawns(dst *[planes]uint64) {
	west, straight, east := koggestone.NorthWest, koggestone.North, koggestone.NorthEast
	if v.side == quad.Black {
		west, straight, east = koggestone.SouthWest, koggestone.South, koggestone.SouthEast
	}
	target := v.board.EnPassant()
	for k, way := range [...]struct {
		d       koggestone.Direction
		targets uint64
	}{{west, v.targets.PawnWest}, {straight, v.targets.PawnPush}, {east, v.targets.PawnEast}} {
		step := directions[way.d]
		dst[planeOf(way.d)] |= bits.RotateLeft64(way.targets, -step.shift)
		if k != 1 {
			takers := bits.RotateLeft64(target, -step.shift) & directions[way.d.Opposite()].wrap
			dst[planeOf(way.d)] |= takers & v.targets.EnPassant
		}
		from := bits.RotateLeft64(way.targets&(squares.Rank1|squares.Rank8), -step.shift)
		for piece := range 3 {
			dst[underPlanes+3*k+piece] = from
		}
	}
	dst[planeOf(straight)+1] |= bits.RotateLeft64(v.targets.PawnDouble, -2*directions[straight].shift)
}

// castling adds castling: the king's move of two squares where king and rook stand on the
// squares of chess, otherwise its move to where the rook stands.
func (v *policyView) castling(dst *[planes]uint64) {
	king := v.pieces(quad.King)
	for rooks := v.targets.Castling; rooks != 0; rooks &= rooks - 1 {
		from, to := bits.TrailingZeros64(king), bits.TrailingZeros64(rooks)
		d, n := koggestone.East, to-from
		if to < from {
			d, n = koggestone.West, from-to
		}
		if file := to & 7; from&7 == 4 && (file == 0 || file == 7) {
			n = 2
		}
		dst[planeOf(d)+n-1] |= king
	}
}

// The list of Leela's moves, which are those of White: all moves of a queen and a knight
// by the square where they begin and the square where they end, a1 first; a pawn that
// becomes a knight is among them. Then the other promotions, by file from and to, to
// queen, rook and bishop. Castling is king takes rook.
const (
	leelaMoves = 1858
	leelaWords = (leelaMoves + 63) / 64
)

// A leelaTable holds the indices of the moves.
type leelaTable struct {
	byPlane    [planes][64]uint16 // by the square where a move begins, to queens not among them
	queens     [planes][64]uint16
	fromTo     [64][64]uint16
	moves      []string
	promotions [3]koggestone.Direction
}

var leela = newLeelaTable()

func newLeelaTable() *leelaTable {
	t := &leelaTable{promotions: [3]koggestone.Direction{koggestone.NorthWest, koggestone.North, koggestone.NorthEast}}
	for from := range 64 {
		planeTo := map[int]int{}
		for d, step := range directions {
			reach := uint64(1) << from
			for k := range 7 {
				if reach = bits.RotateLeft64(reach, step.shift) & step.wrap; reach != 0 {
					planeTo[bits.TrailingZeros64(reach)] = planeOf(koggestone.Direction(d)) + k
				}
			}
		}
		for j, jump := range squares.Jumps {
			if set := jump.From(1 << from); set != 0 {
				planeTo[bits.TrailingZeros64(set)] = knightPlanes + j
			}
		}
		for to := range 64 {
			if plane, ok := planeTo[to]; ok {
				t.byPlane[plane][from] = uint16(len(t.moves))
				t.fromTo[from][to] = uint16(len(t.moves))
				t.moves = append(t.moves, quad.SquareName(from)+quad.SquareName(to))
			}
		}
	}
	for from := 48; from < 56; from++ {
		for k, d := range t.promotions {
			step := directions[d]
			to := bits.RotateLeft64(1<<from, step.shift) & step.wrap
			if to == 0 {
				continue
			}
			under := underPlanes + 3*k
			t.byPlane[under][from] = t.byPlane[planeOf(d)][from] // a knight
			n := uint16(len(t.moves))
			t.queens[planeOf(d)][from], t.byPlane[under+2][from], t.byPlane[under+1][from] = n, n+1, n+2
			for _, piece := range "qrb" {
				t.moves = append(t.moves, quad.SquareName(from)+quad.SquareName(bits.TrailingZeros64(to))+string(piece))
			}
		}
	}
	return t
}

// mask sets the bits of the legal moves of v, which is turned.
func (t *leelaTable) mask(dst []uint64, v *policyView, byPlane *[planes]uint64) {
	clear(dst)
	add := func(n uint16) { dst[n/64] |= 1 << (n % 64) }
	promoting := v.pieces(quad.Pawn) & squares.Rank7
	for _, d := range t.promotions {
		plane := planeOf(d)
		for set := byPlane[plane] & promoting; set != 0; set &= set - 1 {
			add(t.queens[plane][bits.TrailingZeros64(set)])
		}
		byPlane[plane] &^= promoting
	}
	for plane, set := range byPlane {
		for ; set != 0; set &= set - 1 {
			add(t.byPlane[plane][bits.TrailingZeros64(set)])
		}
	}
	king := bits.TrailingZeros64(v.pieces(quad.King))
	for rooks := v.targets.Castling; rooks != 0; rooks &= rooks - 1 {
		add(t.fromTo[king][bits.TrailingZeros64(rooks)])
	}
}

// policyColumns returns the masks for policies.
func policyColumns() []*Column {
	const group = "policy"
	alphaZero := strings.Join([]string{
		"legal moves by AlphaZero's 73 planes, each the set of squares that such moves begin on: queen's moves by direction (N, NE, E, SE, S, SW, W, NW) and then by 1 to 7 squares",
		"knight's jumps clockwise from NNE", "promotions to the west, straight and to the east, each to knight, bishop and rook; those to a queen are queen's moves, castling is the king's move of two squares, in Chess960 to its rook"}, "; ")
	const turned = "; seen from the side to move: for Black the ranks are turned over"
	const legalOnly = "; 0 where the position is not legal"
	return []*Column{
		{Name: "policy_alphazero", Group: group, Kind: Set, Width: planes, Unit: "squares", Doc: alphaZero + legalOnly,
			fill: func(c *Computer, d *Data, at int) { fillAlphaZero(c, d.Words[at:], false) }},
		{Name: "policy_alphazero_us", Group: group, Kind: Set, Width: planes, Unit: "squares", Doc: alphaZero + turned + legalOnly,
			fill: func(c *Computer, d *Data, at int) { fillAlphaZero(c, d.Words[at:], true) }},
		{Name: "policy_leela_us", Group: group, Kind: Number, Width: leelaWords, Unit: "moves",
			Doc:  "legal moves by Leela's list of 1858, a bit each, from the lowest bit of the first word on: queen's and knight's moves by the square where they begin and end, then promotions to queen, rook and bishop; to a knight is a plain move, castling is king takes rook" + turned + legalOnly,
			fill: fillLeela},
	}
}

func fillAlphaZero(c *Computer, dst []uint64, turned bool) {
	var v policyView
	for i := range c.n {
		row := (*[planes]uint64)(dst[planes*i:])
		if !c.isLegal(i) {
			*row = [planes]uint64{}
			continue
		}
		c.setView(&v, i, turned)
		v.planes(row)
		v.castling(row)
	}
}

func fillLeela(c *Computer, d *Data, at int) {
	var v policyView
	var byPlane [planes]uint64
	for i := range c.n {
		row := d.Words[at+leelaWords*i:][:leelaWords]
		if !c.isLegal(i) {
			clear(row)
			continue
		}
		c.setView(&v, i, true)
		v.planes(&byPlane)
		leela.mask(row, &v, &byPlane)
	}
}
