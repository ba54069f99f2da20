package movegen

import (
	"math/bits"
	"unsafe"

	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

//asm:kernels listMoves listPieces

// pieceGroup returns the moves from sq to targets for a piece.
func pieceGroup(sq int, kind quad.Kind, targets uint64) layout.MoveGroup {
	return layout.MoveGroup{Targets: targets, Formula: 64 | uint64(sq)*(1<<16|1<<32) | uint64(kind)<<54}
}

// pawnFormula returns the formula for pawn moves from to - shift, with the bits in special.
func pawnFormula(shift int, special Move) uint64 {
	base := uint32(int(special) - shift + int(quad.Pawn)<<22)
	return 65 | uint64(uint8(-shift))<<8 | uint64(special)<<16 | uint64(base)<<32
}

// pawnFormulas contains the formulas for the four pawn groups, by side.
var pawnFormulas = func() (t [2][4]uint64) {
	for side, step := range [2]int{8, -8} {
		t[side] = [4]uint64{pawnFormula(step, 0), pawnFormula(2*step, doublePush), pawnFormula(step+1, 0), pawnFormula(step-1, 0)}
	}
	return
}()

// The first groups of each list.
const (
	castlingGroup = iota
	kingGroup
	pushGroup
	doubleGroup
	eastGroup
	westGroup
	firstPiece // the first group of a single piece
)

// A moveList contains a position's legal moves: groups of moves, and separately promotions
// and captures en passant.
type moveList struct {
	groups     [layout.MoveGroups]layout.MoveGroup
	n          int
	rest       uint64    // pieces that are not pinned and have no group, because all groups are in use
	promotions [3]uint64 // target squares: by step, captures to the east, to the west
	capturers  uint64    // pawns that may capture en passant
}

func (l *moveList) collect(v *view) {
	// Assigning the array as a whole would stall on store forwarding.
	l.rest, l.promotions[0], l.promotions[1], l.promotions[2], l.capturers = 0, 0, 0, 0, 0
	steps, rooks := v.kingMoves(^v.own)
	l.groups[castlingGroup] = pieceGroup(v.king, quad.King, rooks)
	l.groups[castlingGroup].Formula |= castling << 16
	l.groups[kingGroup] = pieceGroup(v.king, quad.King, steps)
	if v.mask == 0 {
		l.n = kingGroup + 1
		return
	}
	single, double, east, west := v.pawnTargets()
	if last := squares.Rank1 | squares.Rank8; (single|east|west)&last != 0 {
		l.promotions = [3]uint64{single & last, east & last, west & last}
		single, east, west = single&^last, east&^last, west&^last
	}
	formulas := &pawnFormulas[v.side&1]
	l.groups[pushGroup].Targets, l.groups[pushGroup].Formula = single, formulas[0]
	l.groups[doubleGroup].Targets, l.groups[doubleGroup].Formula = double, formulas[1]
	l.groups[eastGroup].Targets, l.groups[eastGroup].Formula = east, formulas[2]
	l.groups[westGroup].Targets, l.groups[westGroup].Formula = west, formulas[3]

	n := firstPiece
	if v.pinners != 0 && v.checkers == 0 {
		for x := v.pinners; x != 0; x &= x - 1 {
			piece, to := v.pinnedTargets(bits.TrailingZeros64(x))
			sq := bits.TrailingZeros64(piece) & 63
			l.groups[n] = pieceGroup(sq, quad.Kind(1|v.diagonal>>sq&1<<1|v.orthogonal>>sq&1<<2), to)
			n += int((to | -to) >> 63) // without a branch: no move if to is empty
		}
	}
	targets, free := v.mask&^v.own, v.own&^v.pinned
	knights, sliders := v.Knights&free, (v.diagonal|v.Rooks)&free
	for ; knights != 0 && n < len(l.groups); knights &= knights - 1 {
		sq := bits.TrailingZeros64(knights)
		to := squares.KnightFrom[sq] & targets
		l.groups[n] = pieceGroup(sq, quad.Knight, to)
		n += int((to | -to) >> 63)
	}
	for ; sliders != 0 && n < len(l.groups); sliders &= sliders - 1 {
		sq := bits.TrailingZeros64(sliders) & 63
		d, o := v.diagonal>>sq&1, v.orthogonal>>sq&1
		to := (bishopAttacks(sq, v.occ&-d)&-d | rookAttacks(sq, v.occ&-o)&-o) & targets
		l.groups[n] = pieceGroup(sq, quad.Kind(1|d<<1|o<<2), to)
		n += int((to | -to) >> 63)
	}
	l.n, l.rest = n, knights|sliders
	if v.EnPassant != 0 {
		l.capturers = v.capturers()
	}
}

// append appends the moves of l that s selects, and returns the result.
func (l *moveList) append(dst []Move, v *view, s Selection) []Move {
	where := s.targets(v)
	if l.promotions != [3]uint64{} {
		dst = v.appendPromotions(dst, &l.promotions, s)
	}
	dst = appendGroups(dst, l.groups[:l.n], where)
	for _, x := range [2]uint64{l.rest & v.Knights, l.rest &^ v.Knights} {
		for ; x != 0; x &= x - 1 {
			sq := bits.TrailingZeros64(x)
			dst = appendTargets(dst, sq, v.pieceTargets(sq)&where)
		}
	}
	if l.capturers != 0 && s&Captures != 0 {
		dst = v.appendEnPassant(dst, l.capturers)
	}
	return dst
}

func (l *moveList) count(v *view) int {
	n := bits.OnesCount64(l.capturers)
	for _, to := range l.promotions {
		n += 4 * bits.OnesCount64(to)
	}
	for i := range l.groups[:l.n] {
		n += bits.OnesCount64(l.groups[i].Targets)
	}
	for x := l.rest; x != 0; x &= x - 1 {
		n += bits.OnesCount64(v.pieceTargets(bits.TrailingZeros64(x)))
	}
	return n
}

// pieceTargets returns the legal targets of the own knight, bishop, rook or queen on sq,
// which is not pinned.
func (v *view) pieceTargets(sq int) uint64 {
	return (v.slides(sq) | squares.KnightFrom[sq&63]&-(v.Knights>>(sq&63)&1)) & v.mask &^ v.own
}

// appendGroups appends the moves in groups that go to squares in where. It calls the
// kernels as long as there is room for the elements that they can write.
func appendGroups(dst []Move, groups []layout.MoveGroup, where uint64) []Move {
	if room := cap(dst) - len(dst); room >= layout.MovesAhead {
		next := (*uint16)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(dst)), 2*len(dst)))
		if moves, left, ok := listMoves(next, room, &groups[0].Targets, len(groups), where); ok {
			dst, groups = dst[:len(dst)+moves], groups[len(groups)-left:]
		}
	}
	return appendGroupsGeneric(dst, groups, where)
}

// appendGroupsGeneric appends the moves in groups that go to squares in where.
func appendGroupsGeneric(dst []Move, groups []layout.MoveGroup, where uint64) []Move {
	for i := range groups {
		formula := groups[i].Formula
		factor, offset, special := uint16(int8(formula)), uint16(int8(formula>>8)), uint16(formula>>16)
		for x := groups[i].Targets & where; x != 0; x &= x - 1 {
			to := uint16(bits.TrailingZeros64(x))
			dst = append(dst, Move((to*factor+offset)^special))
		}
	}
	return dst
}
