package movegen

import (
	"math/bits"

	"github.com/koggestone/koggestone/internal/slider"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// A Node answers a search's questions about a position: whether a move from the hash
// table is legal, what the captures are, later the quiet moves, and which moves give
// check. It computes intermediate results when they are first needed. For example, if the
// move from the hash table causes a cutoff, the node never generates a list.
//
//	var n movegen.Node // one for each ply, reused
//	n.Set(&pos)
//	if n.IsLegal(hashMove) { ... }
//	moves = n.Append(moves[:0], movegen.Captures|movegen.QueenPromotions)
//	...
//	moves = n.Append(moves, movegen.Quiets|movegen.Underpromotions)
//
// If your engine orders moves by their pieces, call [Node.AppendPieceMoves] instead. If the
// search needs the quiet moves at most nodes, one list of all moves takes less time than two
// lists.
//
// A Node keeps no pointer to its position. It has 576 bytes. A zero Node must not
// be used before Set.
type Node struct {
	v      view
	theirs kingLines // lines of the opponent's king, if they are known
	list   moveList  // legal moves, if they are known
}

// kingLines contains the sets that decide which moves give check to a king.
type kingLines struct {
	king int // square of the king
	// The squares where a piece of each kind would attack the king.
	pawn, knight, diagonal, orthogonal uint64
	// Opposing pieces that shield the king from their own sliders.
	discoverers uint64
}

// Set makes n a node of the position p, which must be valid: see
// [Position.Validate].
func (n *Node) Set(p *Position) { n.v.set(&p.Board, p.Side) }

// Bitboards returns the position's bitboards, for an evaluation. They are part of n and Set
// has already computed them, so nothing is copied. Do not change them.
func (n *Node) Bitboards() *quad.Bitboards { return &n.v.Bitboards }

// InCheck reports whether the king of the side to move is attacked.
func (n *Node) InCheck() bool { return n.v.checkers != 0 }

// Checkers returns the pieces that give check.
func (n *Node) Checkers() uint64 { return n.v.checkers }

// Pinned returns the pieces of the side to move that shield their king and can move only
// along their pin.
func (n *Node) Pinned() uint64 {
	n.v.pin()
	return n.v.pinned
}

// Danger returns the squares that the opponent attacks if the king of the side to move is
// lifted off the board.
func (n *Node) Danger() uint64 { return n.v.danger() }

// Append appends the legal moves that s selects to dst and returns the result. If s contains Quiets, the
// order is the order of [Position.AppendLegalMoves]. Otherwise the promotions come first, in that order,
// then king captures by target, then the other captures by target and piece's square, and then captures
// en passant.
func (n *Node) Append(dst []Move, s Selection) []Move {
	if s&Quiets == 0 {
		return appendNoisy(&n.v, dst, s)
	}
	n.collect()
	return n.list.append(dst, &n.v, s)
}

// AppendLegalMoves appends all legal moves, as [Position.AppendLegalMoves] does.
func (n *Node) AppendLegalMoves(dst []Move) []Move { return n.Append(dst, AllMoves) }

// CountLegal returns the number of legal moves.
func (n *Node) CountLegal() int {
	n.collect()
	return n.list.count(&n.v)
}

func (n *Node) collect() {
	if n.v.known&knownList == 0 {
		n.v.known |= knownList
		n.v.pin()
		n.list.collect(&n.v)
	}
}

// IsLegal reports whether m is a legal move. m can be any value, such as a move of another
// position from a hash table.
func (n *Node) IsLegal(m Move) bool { return n.v.isLegal(m) }

// IsLegalPieceMove reports whether m is a legal move of the pieces that it names. m can be any value, such as
// a killer move or a counter-move of another position. It is not legal if another kind of piece would move
// or be captured here.
func (n *Node) IsLegalPieceMove(m PieceMove) bool {
	k := n.v.kinds()
	// The cheap tests come first, because most moves of other positions fail them.
	return n.v.own>>(m&63)&1 != 0 && k.at(m.From()) == m.Moved() && k.pieceMove(m.Move()) == m && n.v.isLegal(m.Move())
}

// isLegal reports whether m, which can be any value, is a legal move of v.
func (v *view) isLegal(m Move) bool {
	from, to := int(m&63), int(m>>6&63)
	f, t := uint64(1)<<from, uint64(1)<<to
	if f&v.own == 0 {
		return false
	}
	switch special := m &^ 0xfff; {
	case f&v.Pawns != 0:
		return v.isLegalPawnMove(from, to, special)
	case special == castling:
		if from != v.king || t&v.CastlingRooks&v.own == 0 {
			return false
		}
		v.pin()
		_, rooks := v.kingMoves(0)
		return t&rooks != 0
	case special != 0 || t&v.own != 0:
		return false
	case from == v.king:
		return squares.KingFrom[from]&t != 0 && v.isSafe(to)
	case t&v.mask == 0 || !v.mayLeave(from, t):
		return false
	case f&v.Knights != 0:
		return squares.KnightFrom[from]&t != 0
	}
	lines := slider.BishopLines[from]&-(v.diagonal>>from&1) | slider.RookLines[from]&-(v.orthogonal>>from&1)
	return lines&t != 0 && slider.Between[from][to]&v.occ == 0
}

// mayLeave reports whether no pin keeps the piece on from from moving to the one-square
// set to.
func (v *view) mayLeave(from int, to uint64) bool {
	v.pin()
	return v.pinned>>(from&63)&1 == 0 || v.checkers == 0 && Line(v.king, from)&to != 0
}

// isLegalPawnMove reports whether the own pawn on from may move to to, with the special
// bits of the move.
func (v *view) isLegalPawnMove(from, to int, special Move) bool {
	t := uint64(1) << (to & 63)
	if special == enPassant {
		return t&v.EnPassant != 0 && v.capturers()>>(from&63)&1 != 0
	}
	if t&v.mask == 0 || !v.mayLeave(from, t) {
		return false
	}
	pawn := uint64(1) << (from & 63)
	ahead := bits.RotateLeft64(pawn, v.step)
	switch {
	case special == doublePush:
		return bits.RotateLeft64(ahead, v.step) == t && to>>3 == 3+int(v.side) && (ahead|t)&v.occ == 0
	case t&firstRank(v.side^1) != 0:
		if !special.isPromotionKind() {
			return false
		}
	case special != 0:
		return false
	}
	return ahead == t && t&v.occ == 0 || pawnFrom[v.side&1][from&63]&v.them&t != 0
}

// isPromotionKind reports whether the special bits of a move are a promotion to a piece
// that a pawn can become.
func (m Move) isPromotionKind() bool {
	return m == promotions[0] || m == promotions[1] || m == promotions[2] || m == promotions[3]
}

// GivesCheck reports whether the legal move m gives check.
func (n *Node) GivesCheck(m Move) bool {
	n.lookAtTheirKing()
	v, k := &n.v, &n.theirs
	from, to := int(m&63), int(m>>6&63)
	if m&^0xfff > doublePush {
		return v.specialGivesCheck(m, k.king)
	}
	from &= 63
	direct := k.pawn&-(v.Pawns>>from&1) | k.knight&-(v.Knights>>from&1) |
		k.diagonal&-(v.diagonal>>from&1) | k.orthogonal&-(v.orthogonal>>from&1)
	return direct>>(to&63)&1 != 0 ||
		k.discoverers>>from&1 != 0 && Line(k.king, from)>>(to&63)&1 == 0
}

// lookAtTheirKing computes n.theirs.
func (n *Node) lookAtTheirKing() {
	if n.v.known&knownTheirKing != 0 {
		return
	}
	n.v.known |= knownTheirKing
	v := &n.v
	sq := bits.TrailingZeros64(v.Kings&v.them) & 63
	k := kingLines{
		king:       sq,
		pawn:       pawnFrom[(v.side^1)&1][sq],
		knight:     squares.KnightFrom[sq],
		diagonal:   bishopAttacks(sq, v.occ),
		orthogonal: rookAttacks(sq, v.occ),
	}
	snipers := v.own & (slider.BishopLines[sq]&^k.diagonal&v.diagonal | slider.RookLines[sq]&^k.orthogonal&v.orthogonal)
	for ; snipers != 0; snipers &= snipers - 1 {
		blockers := slider.Between[sq][bits.TrailingZeros64(snipers)&63] & v.occ
		if blockers&(blockers-1) == 0 {
			k.discoverers |= blockers & v.own
		}
	}
	n.theirs = k
}

// specialGivesCheck is GivesCheck for castling, en passant and promotions. It looks from
// their king on the board after the move.
func (v *view) specialGivesCheck(m Move, theirKing int) bool {
	from, to := uint64(1)<<(m&63), uint64(1)<<(m>>6&63)
	occ := v.occ&^from | to
	diagonal, orthogonal := v.diagonal&v.own, v.orthogonal&v.own
	switch {
	case m.IsCastling():
		rook := uint64(1) << m.RookTo()
		occ = v.occ&^(from|to) | 1<<m.kingTo() | rook
		orthogonal = orthogonal&^to | rook
	case m.IsEnPassant():
		occ &^= m.victim()
		if pawnFrom[v.side&1][m.square()]>>(theirKing&63)&1 != 0 {
			return true
		}
	default:
		switch m.Promotion() {
		case quad.Queen:
			diagonal, orthogonal = diagonal|to, orthogonal|to
		case quad.Rook:
			orthogonal |= to
		case quad.Bishop:
			diagonal |= to
		case quad.Knight:
			if squares.KnightFrom[theirKing&63]&to != 0 {
				return true
			}
		}
	}
	return bishopAttacks(theirKing, occ)&diagonal != 0 || rookAttacks(theirKing, occ)&orthogonal != 0
}

// AppendChecks appends the moves that give check but do not capture, including castling
// and promotions, to dst and returns the result.
func (n *Node) AppendChecks(dst []Move) []Move {
	n.collect()
	n.lookAtTheirKing()
	v, l := &n.v, &n.list
	start := len(dst)
	if l.promotions[0] != 0 {
		dst = n.keepChecks(v.appendPromotions(dst, &[3]uint64{l.promotions[0]}, AllMoves), start)
	}
	start = len(dst)
	if l.groups[castlingGroup].Targets != 0 {
		dst = n.keepChecks(appendGroupsGeneric(dst, l.groups[:1], ^uint64(0)), start)
	}
	groups := l.groups // reduced to the moves that give check
	groups[castlingGroup].Targets = 0
	quiet := ^v.occ
	for i := kingGroup; i < l.n; i++ {
		g := &groups[i]
		switch i {
		case pushGroup:
			g.Targets &= n.pawnChecks(v.step)
		case doubleGroup:
			g.Targets &= n.pawnChecks(2 * v.step)
		default: // captures of pawns are excluded with the other captures
			g.Targets &= quiet & n.pieceChecks(int(g.Formula>>16&63))
		}
	}
	dst = appendGroups(dst, groups[:l.n], ^uint64(0))
	for x := l.rest; x != 0; x &= x - 1 {
		sq := bits.TrailingZeros64(x)
		dst = appendTargets(dst, sq, v.pieceTargets(sq)&quiet&n.pieceChecks(sq))
	}
	return dst
}

// pieceChecks returns the squares where the own king, knight or slider on sq would give check,
// even if it cannot move there.
func (n *Node) pieceChecks(sq int) uint64 {
	v, k := &n.v, &n.theirs
	sq &= 63
	checks := k.knight&-(v.Knights>>sq&1) | k.diagonal&-(v.diagonal>>sq&1) | k.orthogonal&-(v.orthogonal>>sq&1)
	if k.discoverers>>sq&1 != 0 {
		checks |= ^Line(k.king, sq)
	}
	return checks
}

// pawnChecks returns the squares where own pawns give check after a move by shift.
func (n *Node) pawnChecks(shift int) uint64 {
	checks := n.theirs.pawn
	for x := n.theirs.discoverers & n.v.Pawns; x != 0; x &= x - 1 {
		checks |= bits.RotateLeft64(x&-x, shift) &^ Line(n.theirs.king, bits.TrailingZeros64(x))
	}
	return checks
}

// keepChecks removes the moves of dst[start:] that do not give check.
func (n *Node) keepChecks(dst []Move, start int) []Move {
	kept := dst[:start]
	for _, m := range dst[start:] {
		if n.GivesCheck(m) {
			kept = append(kept, m)
		}
	}
	return kept
}
