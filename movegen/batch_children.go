package movegen

import (
	"math"
	"math/bits"

	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// AppendChildrenBatch plays every legal move in every parent, and appends the positions to
// dst. Parent i has parents.At(i).CountLegal() consecutive children, in the order of
// [AppendLegalMovesBatch]. If you also need the moves, list them and call [PlayListsBatch].
//
// dst may be parents; then the children follow the parents. Otherwise AppendChildrenBatch
// panics before it writes anything if the two share memory. It allocates only if dst has no
// room.
func AppendChildrenBatch(dst, parents *Batch) {
	n := parents.Len() // before dst grows, because it may be parents
	if dst != parents {
		dst.checkApart("AppendChildrenBatch: parents", parents, dst.Len(), math.MaxInt, false)
	}
	for lo := 0; lo < n; lo += listsChunk {
		dst.appendListed(parents, lo, min(n, lo+listsChunk))
	}
}

// appendListed lists the legal moves in positions lo to hi-1 and appends the positions
// after them.
func (b *Batch) appendListed(parents *Batch, lo, hi int) {
	l := &b.room.lists
	l.Moves, l.Offsets = l.Moves[:0], append(l.Offsets[:0], 0)
	appendMovesChunk(l, parents, lo, hi, AllMoves)
	playListsChunk(b, parents, lo)
}

// appendChildren appends the positions after all legal moves, in no particular order,
// without listing the moves. It plays all moves of one piece, or all pawn moves of one
// kind, from their targets, by a few operations on each plane of the parent.
func (b *Batch) appendChildren(parent *quad.Board, side quad.Color) {
	e := expander{batch: b, parent: *parent, side: side, n: b.Len()}
	north := northward(parent, side)
	e.look(&north, quad.White)
	e.flip = flipOf(side)
	e.g = e.parent
	e.g.GB &= parent.Occupied()
	e.black = blackMask(side)
	e.rightsLost = e.g
	endCastling(&e.rightsLost, side)
	e.expand()
	e.end()
}

// end sets the new length of the batch.
func (e *expander) end() {
	e.batch.trim(e.n)
	e.endSides()
}

// endSides sets the side to move of the boards before n that do not have one yet.
func (b *Batch) endSides(n int, side quad.Color) {
	for b.Len() < n {
		b.sides = append(b.sides, manySides[side][:min(n-b.Len(), 256)]...)
	}
}

// trim sets the length of the planes to n.
func (b *Batch) trim(n int) {
	for p, plane := range b.planes {
		b.planes[p] = plane[:n]
	}
}

// endSides sets the side to move of the boards that do not have one yet.
func (e *expander) endSides() { e.batch.endSides(e.n, e.side.Other()) }

// manySides contains 256 copies of each side to move.
var manySides = func() (s [2][256]uint8) {
	for i := range s[quad.Black] {
		s[quad.Black][i] = uint8(quad.Black)
	}
	return
}()

// A flip converts moves between a board and the same board with the own pawns going north: it
// is 0, or the bits that exchange ranks 1 to 4 with ranks 8 to 5 in both squares of a Move.
type flip Move

// flipOf returns the flip for a board with side to move.
func flipOf(side quad.Color) flip { return flip(blackMask(side)) & (56 | 56<<6) }

// back converts a set of squares between the two boards.
func (f flip) back(x uint64) uint64 {
	if f != 0 {
		return bits.ReverseBytes64(x)
	}
	return x
}

// An expander plays all moves in a set of targets. For Black the sets are mirrored, but the
// squares in moves are not.
type expander struct {
	view
	flip
	batch      *Batch
	n          int // number of boards in the planes of batch
	parent     quad.Board
	side       quad.Color
	black      uint64     // all squares if side is black
	g          quad.Board // the parent without its en-passant target
	rightsLost quad.Board // g without the castling rights of side
}

// expand appends all children.
func (e *expander) expand() {
	v := &e.view
	free := v.own &^ v.pinned
	steps, rooks := v.kingMoves(^v.own)
	e.play(&e.rightsLost, 1<<(v.king&63), steps, quad.King)
	e.playCastling(v.king, rooks)
	if v.mask == 0 {
		return
	}
	e.playPawns()
	targets := v.mask &^ v.own
	for x := v.Knights & free; x != 0; x &= x - 1 {
		sq := bits.TrailingZeros64(x)
		e.play(&e.g, x&-x, squares.KnightFrom[sq&63]&targets, quad.Knight)
	}
	for x := (v.diagonal | v.Rooks) & free; x != 0; x &= x - 1 {
		e.play(&e.g, x&-x, v.slides(bits.TrailingZeros64(x))&targets, v.slider(x&-x))
	}
	if v.pinners != 0 && v.checkers == 0 {
		for x := v.pinners; x != 0; x &= x - 1 {
			piece, to := v.pinnedTargets(bits.TrailingZeros64(x))
			e.play(&e.g, piece, to, v.slider(piece))
		}
	}
	if v.EnPassant != 0 {
		e.playEnPassant(v.capturers(), v.EnPassant)
	}
}

// slider returns the kind of a bishop, rook or queen, and Rook also for a rook that may castle.
func (v *view) slider(piece uint64) quad.Kind {
	switch {
	case v.diagonal&piece == 0:
		return quad.Rook
	case v.orthogonal&piece == 0:
		return quad.Bishop
	}
	return quad.Queen
}

// room returns the planes of the next 64 boards.
func (e *expander) room() (g0, g1, g2, gb *[64]uint64) {
	n := e.n
	if len(e.batch.planes[0]) < n+64 {
		e.grow()
	}
	p := &e.batch.planes
	return (*[64]uint64)(p[0][n:]), (*[64]uint64)(p[1][n:]), (*[64]uint64)(p[2][n:]), (*[64]uint64)(p[3][n:])
}

// grow makes room for another 256 boards, because no position in a game has more moves, and
// for the 64 boards that room returns.
func (e *expander) grow() { e.batch.grow(e.n, 256+64) }

// grow extends the planes to at least n + more elements, and keeps the first n.
func (b *Batch) grow(n, more int) {
	room := min(cap(b.planes[0]), cap(b.planes[1]), cap(b.planes[2]), cap(b.planes[3]))
	larger := room < n+more
	if larger {
		room = 2 * (n + more)
	}
	for p, plane := range b.planes {
		if larger {
			plane = make([]uint64, room)
			copy(plane, b.planes[p][:n])
		}
		b.planes[p] = plane[:room]
	}
}

// play appends the boards after the piece on from has moved to each of targets, where it
// becomes a piece of the given kind.
func (e *expander) play(g *quad.Board, from, targets uint64, kind quad.Kind) {
	if targets == 0 {
		return
	}
	a0, a1, a2, ab := e.room()
	from, targets = e.back(from), e.back(targets)
	g0, g1, g2, gb := g.G0&^from, g.G1&^from, g.G2&^from, g.GB&^from
	// The new planes are g&^t | piece&t, computed as g ^ (g^piece)&t.
	x0, x1 := g0^-uint64(kind&1), g1^-uint64(kind>>1&1)
	x2, xb := g2^-uint64(kind>>2&1), gb^e.black
	n := 0
	for ; targets != 0; targets &= targets - 1 {
		t := targets & -targets
		a0[n&63] = g0 ^ x0&t
		a1[n&63] = g1 ^ x1&t
		a2[n&63] = g2 ^ x2&t
		ab[n&63] = gb ^ xb&t
		n++
	}
	e.n += n
}

// playPawns appends the boards after the moves of pawns, without en passant.
func (e *expander) playPawns() {
	single, double, east, west := e.pawnTargets()
	if (single|east|west)&squares.Rank8 != 0 {
		e.playPromotions(single&squares.Rank8, 8)
		e.playPromotions(east&squares.Rank8, 9)
		e.playPromotions(west&squares.Rank8, 7)
		single, east, west = single&^squares.Rank8, east&^squares.Rank8, west&^squares.Rank8
	}
	theirPawns := e.Pawns & e.them
	beside := double & (theirPawns<<1&squares.NotFileA | theirPawns>>1&squares.NotFileH)
	e.playBeside(beside)
	e.playShifted(single, 8)
	e.playShifted(double&^beside, 16)
	e.playShifted(east, 9)
	e.playShifted(west, 7)
}

// playShifted appends a board for each square of targets that a pawn reaches by shift.
func (e *expander) playShifted(targets uint64, shift uint) {
	if targets == 0 {
		return
	}
	a0, a1, a2, ab := e.room()
	g0, g1, g2, gb := e.g.G0, e.g.G1, e.g.G2, e.g.GB
	left, right := uint(0), shift // from is to >> shift
	if e.flip != 0 {
		// Turning the board back changes a step of 8r + f to -8r + f.
		targets = bits.ReverseBytes64(targets)
		left, right = turned[shift&31], 0
	}
	n := 0
	for ; targets != 0; targets &= targets - 1 {
		t := targets & -targets
		gone := t | t<<(left&63)>>(right&63)
		a0[n&63] = g0 &^ gone
		a1[n&63] = g1&^gone | t
		a2[n&63] = g2 &^ gone
		ab[n&63] = gb&^gone | t&e.black
		n++
	}
	e.n += n
}

// turned contains the left shift from a black pawn's target back to its source, by White's
// shift for the same move. For example, a capture to the east shifts 9 to the right for
// White, but 7 to the left for Black.
var turned = [32]uint{7: 9, 8: 8, 9: 7, 16: 16}

// playPromotions appends four boards for each square of targets that a pawn reaches by
// shift.
func (e *expander) playPromotions(targets uint64, shift Move) {
	for ; targets != 0; targets &= targets - 1 {
		to := Move(bits.TrailingZeros64(targets))
		for _, p := range promotions {
			e.playMove((to - shift | to<<6) ^ Move(e.flip) | p)
		}
	}
}

// playBeside appends the boards after double steps that end beside an opponent's pawn, so
// that they may set an en-passant target.
func (e *expander) playBeside(targets uint64) {
	for ; targets != 0; targets &= targets - 1 {
		to := Move(bits.TrailingZeros64(targets))
		e.playMove((to - 16 | to<<6) ^ Move(e.flip) | doublePush)
	}
}

// playBesideApart is like playBeside, but without en-passant targets. It returns how many
// captures en passant the opponent then has.
func (e *expander) playBesideApart(targets uint64) (captures int) {
	for ; targets != 0; targets &= targets - 1 {
		to := Move(bits.TrailingZeros64(targets))
		m := (to - 16 | to<<6) ^ Move(e.flip)
		a0, a1, a2, ab := e.room()
		child, _ := boardAfter(e.parent, m, e.side)
		a0[0], a1[0], a2[0], ab[0] = child.G0, child.G1, child.G2, child.GB
		e.n++
		captures += offerEnPassant(&child, 1<<(m>>6&63), e.side)
	}
	return captures
}

// playCastling appends the boards after castling with each of rooks.
func (e *expander) playCastling(king int, rooks uint64) {
	for ; rooks != 0; rooks &= rooks - 1 {
		e.playMove((Move(king) | Move(bits.TrailingZeros64(rooks))<<6) ^ Move(e.flip) | castling)
	}
}

// playEnPassant appends the boards after capturers have captured on target.
func (e *expander) playEnPassant(capturers, target uint64) {
	to := Move(bits.TrailingZeros64(target)) << 6
	for ; capturers != 0; capturers &= capturers - 1 {
		e.playMove((Move(bits.TrailingZeros64(capturers)) | to) ^ Move(e.flip) | enPassant)
	}
}

// playMove appends the board after m, a special move.
func (e *expander) playMove(m Move) {
	a0, a1, a2, ab := e.room()
	child, _ := boardAfter(e.parent, m, e.side)
	a0[0], a1[0], a2[0], ab[0] = child.G0, child.G1, child.G2, child.GB
	e.n++
}

// set prepares e for the children of board, with side to move.
func (e *expander) set(board quad.Board, side quad.Color) {
	e.parent, e.side = board, side
	e.black = blackMask(e.side)
	e.flip = flipOf(side)
	e.g = e.parent
	e.g.GB &= e.parent.Occupied()
}

// playLegalEnPassant appends the boards after captures en passant.
func (e *expander) playLegalEnPassant() {
	var v view
	north := northward(&e.parent, e.side)
	v.look(&north, quad.White)
	e.playEnPassant(v.capturers(), v.EnPassant)
}
