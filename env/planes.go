package env

import (
	"math/bits"
	"unsafe"

	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// Observation selects the planes of [Env.Observe]. In the tables k counts plies before the
// current position, from 0 to 7.
//
//	AlphaZero, 119 planes (David Silver and others, 2017, table S1)
//	14k + 0-5     own pawns, knights, bishops, rooks, queens, king, k plies ago
//	14k + 6-11    the pieces of the opponent
//	14k + 12, 13  all squares if the position occurred before: at least once, twice
//	112           all squares if White is to move
//	113           the number of the full move: a count
//	114, 115      own right to castle on the king side, queen side
//	116, 117      the rights of the opponent
//	118           plies since the last capture or pawn move: a count
//
//	Leela, 112 planes (lc0's classical input format, without filled history)
//	13k + 0-5     own pawns, knights, bishops, rooks, queens, king, k plies ago
//	13k + 6-11    the pieces of the opponent
//	13k + 12      all squares if the position occurred before
//	104, 105      own right to castle on the queen side, king side
//	106, 107      the rights of the opponent
//	108           all squares if Black is to move
//	109           plies since the last capture or pawn move: a count
//	110           empty
//	111           all squares
//
// AlphaZero's planes have the same order as in the package gym-chess (Lucas Wolf), but
// gym-chess turns the board by 180 degrees for Black. If a game starts at a position with an
// en-passant target, Leela's planes also show the position before the double push.
//
// LeelaFENOnlyPlanes repeat the oldest known position in place of unknown ones, unless it is the position of standard chess
// with White to move.
type Observation uint8

const (
	AlphaZeroPlanes    Observation = iota // the 119 planes of AlphaZero
	LeelaPlanes                           // the 112 planes of Leela Chess Zero
	NoObservation                         // no planes and no history of boards
	LeelaFENOnlyPlanes                    // LeelaPlanes with the history filled as lc0 does by default, history_fill=fen_only
)

// observations describes each Observation.
var observations = [...]struct {
	name   string
	planes int
	counts []int // the indices of planes that are counts
}{
	{"alphazero", alphaZeroPlanes, []int{alphaZeroFullMoves, alphaZeroHalfMoves}},
	{"leela", leelaPlanes, []int{leelaHalfMoves}},
	{name: "none"},
	{"leela-fen-only", leelaPlanes, []int{leelaHalfMoves}},
}

func observationNames() (names []string) {
	for _, o := range observations {
		names = append(names, o.name)
	}
	return names
}

// String returns "alphazero", "leela", "none" or "leela-fen-only".
func (o Observation) String() string {
	return nameOf(o, "Observation", observationNames()...)
}

// Planes returns the number of planes: 119, 112, or 0 for [NoObservation] and for numbers without a
// constant.
func (o Observation) Planes() int {
	if int(o) < len(observations) {
		return observations[o].planes
	}
	return 0
}

// The numbers of planes.
const (
	historyLen       = 8  // positions in the history
	piecePlanes      = 12 // planes of pieces for each position
	alphaZeroGroup   = piecePlanes + 2
	alphaZeroHistory = historyLen * alphaZeroGroup
	alphaZeroPlanes  = alphaZeroHistory + 7
	leelaGroup       = piecePlanes + 1
	leelaHistory     = historyLen * leelaGroup
	leelaPlanes      = leelaHistory + 8
)

// The indices of planes that are counts.
const (
	alphaZeroFullMoves = alphaZeroHistory + 1
	alphaZeroHalfMoves = alphaZeroHistory + 6
	leelaHalfMoves     = leelaHistory + 5
)

// A history contains the last boards of a game. Element ply%8 is the board after a ply.
type history [historyLen]quad.Board

// words returns h as an argument for the kernel.
func (h *history) words() *uint64 { return (*uint64)(unsafe.Pointer(h)) }

func (h *history) put(ply uint32, b quad.Board) { h[ply%historyLen] = b }

// beforeDoublePush returns the board before the double push that led to b. b must have an
// en-passant target; the result has none.
func beforeDoublePush(b quad.Board) quad.Board {
	target := b.EnPassant()
	from, to := target<<8, target>>8 // a black pawn's double step
	if target&squares.Rank3 != 0 {
		from, to = to, from
	}
	b.G1 = b.G1&^to | from
	b.GB &^= target
	if b.GB&to != 0 {
		b.GB = b.GB&^to | from
	}
	return b
}

// Planes returns how many planes a game has: see [Observation.Planes].
func (e *Env) Planes() int { return e.options.Observation.Planes() }

// Observe sets dst[Planes()*i + k] to plane k of game i. Bit 8*rank+file is a square as the side to
// move sees it. If a plane counts something, the word is the count itself. Observe panics unless
// len(dst) is Len()*Planes(), and if there are no planes.
func (s selection) Observe(dst []uint64) {
	s.needPlanes("Observe", len(dst), 1)
	each(s, observation{words: dst}, selection.observe)
}

// ObserveBytes is like [Env.Observe], but with a byte for each square: dst[64*(Planes()*i +
// k) + s] is 1 if square s is set in plane k of game i, and otherwise 0. If a plane counts
// something, every square contains the count, but at most 255.
func (s selection) ObserveBytes(dst []uint8) {
	s.needPlanes("ObserveBytes", len(dst), 64)
	each(s, observation{bytes: dst, stream: streams(dst)}, selection.observe)
}

// ObserveFloats is like [Env.ObserveBytes], but with a float32 for each square. Counts are not
// limited to 255.
func (s selection) ObserveFloats(dst []float32) {
	s.needPlanes("ObserveFloats", len(dst), 64)
	each(s, observation{floats: dst, stream: streams(dst)}, selection.observe)
}

// ObserveFinal writes the last observation before the automatic reset, for each game that
// ended in the last Step. It does not change dst for other games. It panics like Observe,
// and if Options.AutoReset is not [SameStep].
func (s selection) ObserveFinal(dst []uint64) {
	s.needFinal("ObserveFinal", len(dst), 1)
	each(s, observation{words: dst, final: true}, selection.observe)
}

// ObserveFinalBytes is like [Env.ObserveFinal], in the form of ObserveBytes.
func (s selection) ObserveFinalBytes(dst []uint8) {
	s.needFinal("ObserveFinalBytes", len(dst), 64)
	each(s, observation{bytes: dst, final: true}, selection.observe)
}

// ObserveFinalFloats is like [Env.ObserveFinal], in the form of ObserveFloats.
func (s selection) ObserveFinalFloats(dst []float32) {
	s.needFinal("ObserveFinalFloats", len(dst), 64)
	each(s, observation{floats: dst, final: true}, selection.observe)
}

func (s selection) needPlanes(function string, n, each int) {
	if s.e.options.Observation == NoObservation {
		panic("env: " + function + ": Observation: expected planes, found none")
	}
	s.checkLen(function, n, each*s.e.Planes())
}

func (s selection) needFinal(function string, n, each int) {
	if s.e.options.AutoReset != SameStep {
		panic("env: " + function + ": AutoReset: expected same-step, found " + s.e.options.AutoReset.String())
	}
	s.needPlanes(function, n, each)
}

// An observation is where planes are written to. Exactly one slice is not nil.
type observation struct {
	words  []uint64
	bytes  []uint8
	floats []float32
	stream uint64 // the kernels' argument, from streams
	final  bool   // show the games that ended instead of the current ones
}

// observe sets the planes of games lo to hi-1.
func (s selection) observe(lo, hi int, dst observation) {
	e := s.e
	for k := lo; k < hi; k++ {
		i := s.index(k)
		if dst.final && e.results.Outcomes[i] == Running {
			continue
		}
		var o observed
		e.look(&o, i, dst.final)
		dst.set(k, &o, e.options.Observation)
	}
	fence()
}

// set sets the planes of game i.
func (dst *observation) set(i int, o *observed, kind Observation) {
	n := kind.Planes()
	var room [alphaZeroPlanes]uint64
	planes := room[:n]
	if dst.words != nil {
		planes = dst.words[n*i : n*(i+1)]
	}
	switch kind {
	case AlphaZeroPlanes:
		o.alphaZero((*[alphaZeroPlanes]uint64)(planes))
	case LeelaPlanes, LeelaFENOnlyPlanes:
		o.leela((*[leelaPlanes]uint64)(planes))
		if kind == LeelaFENOnlyPlanes {
			o.fill(planes)
		}
	}
	if dst.words == nil {
		dst.spread(i, planes, kind)
	}
}

// spread expands the planes of game i to dst. It can change planes.
func (dst *observation) spread(i int, planes []uint64, kind Observation) {
	n, lo := len(planes), 0
	for _, k := range observations[kind].counts {
		dst.expand(n*i+lo, planes[lo:k], 1)
		count := planes[k]
		planes[k] = all(true)
		dst.expand(n*i+k, planes[k:k+1], count)
		lo = k + 1
	}
	dst.expand(n*i+lo, planes[lo:], 1)
}

// expand expands planes to dst, starting at plane k, which counts over all games. Set bits become one.
func (dst *observation) expand(k int, planes []uint64, one uint64) {
	switch {
	case len(planes) == 0:
	case dst.bytes != nil:
		expandBytes(dst.bytes[64*k:], planes, byteOnes(one), dst.stream)
	default:
		expandFloats(dst.floats[64*k:], planes, floatOnes(one), dst.stream)
	}
}

// An observed contains what the planes show about a game.
type observed struct {
	history *history
	board   quad.Board
	ply     uint32
	n       uint32 // how many positions the history has
	repeats uint64
	clocks  movegen.Clocks
	side    quad.Color
}

// look fills o from game i. If final is true, it uses the previous game i, which has
// ended in the last step.
func (e *Env) look(o *observed, i int, final bool) {
	before := false
	all := e.history
	if final {
		f := &e.final[i]
		all = e.finalHistory
		*o = observed{nil, f.board, f.plies, 0, f.repeats, f.clocks, f.side}
		before = f.before
	} else {
		*o = observed{nil, e.games.At(i).Board, e.plies[i], 0, e.repeats[i], e.games.Clocks()[i], e.games.Side(i)}
		before = e.before != nil && e.before[i]
	}
	if all != nil {
		o.history = &all[i]
	}
	o.n = min(o.ply, historyLen) + 1
	if before {
		o.n++
	}
	o.n = min(o.n, historyLen)
}

// boards writes a group of planes for each recent position: its pieces, and then one or
// two planes for repetitions.
func (o *observed) boards(dst []uint64, group int) {
	dst = dst[:historyLen*group]
	setHistory(dst, o.history, o.ply, o.n, o.side, group)
	clear(dst[group*int(o.n):])
	for k := range int(o.n) {
		repeats := o.repeats >> (8 * k) & 0xff
		for p := piecePlanes; p < group; p++ {
			dst[group*k+p] = all(repeats > uint64(p-piecePlanes))
		}
	}
}

func (o *observed) alphaZero(dst *[alphaZeroPlanes]uint64) {
	o.boards(dst[:], alphaZeroGroup)
	own, theirs := rightsSides(&o.board, o.side)
	meta := (*[7]uint64)(dst[alphaZeroHistory:])
	meta[0], meta[1] = all(o.side == quad.White), uint64(o.clocks.FullMoves)
	meta[2], meta[3] = all(own&kingSide != 0), all(own&queenSide != 0)
	meta[4], meta[5] = all(theirs&kingSide != 0), all(theirs&queenSide != 0)
	meta[6] = uint64(o.clocks.HalfMoves)
}

func (o *observed) leela(dst *[leelaPlanes]uint64) {
	o.boards(dst[:], leelaGroup)
	own, theirs := rightsSides(&o.board, o.side)
	meta := (*[8]uint64)(dst[leelaHistory:])
	meta[0], meta[1] = all(own&queenSide != 0), all(own&kingSide != 0)
	meta[2], meta[3] = all(theirs&queenSide != 0), all(theirs&kingSide != 0)
	meta[4], meta[5] = all(o.side == quad.Black), uint64(o.clocks.HalfMoves)
	meta[6], meta[7] = 0, ^uint64(0)
}

// fill copies the oldest known position to the empty groups before it, unless the game began there in standard chess.
func (o *observed) fill(dst []uint64) {
	first := o.history[(o.ply-(o.n-1))%historyLen]
	if o.n == historyLen || first == startBoard && (o.side == quad.White) == (o.n%2 == 1) {
		return
	}
	pieces := dst[leelaGroup*int(o.n-1):][:piecePlanes]
	for k := int(o.n); k < historyLen; k++ {
		copy(dst[leelaGroup*k:], pieces)
	}
}

var startBoard = movegen.Start().Board

// setHistoryGeneric writes the pieces in the last n positions up to ply, one group for each position.
//
//asm:dispatch history=h.words() ply=uint64(ply) n=int(n) black=uint64(side&1) white=uint64(side&1)-1 group=8*group
func setHistoryGeneric(dst []uint64, h *history, ply, n uint32, side quad.Color, group int) {
	for k := range n {
		setPieces((*[piecePlanes]uint64)(dst[group*int(k):]), &h[(ply-k)%historyLen], side)
	}
}

// all returns the set of all squares if b is true, and the empty set otherwise.
func all(b bool) uint64 {
	if b {
		return ^uint64(0)
	}
	return 0
}

// setPieces writes side's pawns, knights, bishops, rooks, queens and king, and then the
// opponent's in the same order, both as side sees them.
func setPieces(dst *[piecePlanes]uint64, b *quad.Board, side quad.Color) {
	g0, g1, g2, black := b.G0, b.G1, b.G2, b.GB
	own := ^black
	if side == quad.Black {
		g0, g1, g2, black = bits.ReverseBytes64(g0), bits.ReverseBytes64(g1), bits.ReverseBytes64(g2), bits.ReverseBytes64(black)
		own = black
	}
	pawns, knights, bishops := g1&^(g0|g2), g2&^(g0|g1), g0&g1&^g2
	rooks, queens, kings := g0&^g1, g0&g1&g2, g1&g2&^g0
	dst[0], dst[1], dst[2], dst[3], dst[4], dst[5] = pawns&own, knights&own, bishops&own, rooks&own, queens&own, kings&own
	dst[6], dst[7], dst[8], dst[9], dst[10], dst[11] = pawns&^own, knights&^own, bishops&^own, rooks&^own, queens&^own, kings&^own
}

// The sides of castling rights.
const (
	kingSide = 1 << iota
	queenSide
)

// rightsSides returns the castling rights that side and its opponent have.
func rightsSides(b *quad.Board, side quad.Color) (own, theirs uint8) {
	rooks := b.CastlingRooks()
	if rooks == 0 {
		return 0, 0
	}
	kings := b.Kings()
	white, black := rightsOn(rooks&squares.Rank1, kings&squares.Rank1), rightsOn(rooks&squares.Rank8, kings&squares.Rank8)
	if side == quad.Black {
		return black, white
	}
	return white, black
}

// rightsOn returns the castling rights for castling rooks on the king's rank.
func rightsOn(rooks, king uint64) (rights uint8) {
	if rooks > king {
		rights |= kingSide
	}
	if rooks&(king-1) != 0 {
		rights |= queenSide
	}
	return rights
}
