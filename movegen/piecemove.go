package movegen

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/quad"
)

// A PieceMove is a [Move] together with its pieces, for engines that order moves and index
// tables by piece:
//
//	bits 0-15   the Move
//	bits 16-21  the target square, as [Move.To] returns it
//	bits 22-24  the kind that moves, as [Position.Moved] returns it
//	bits 25-27  the kind that it captures, as [Position.Captured] returns it
//
// It has no colours: the moving piece has the colour of the side to move of its position, so read
// [Position.Side] before you play it, because afterwards it is the opponent's. [Node.AppendPieceMoves] lists them. This is faster than looking at the board for each
// move, because it finds the pieces of all moves together.
type PieceMove uint32

// PieceMove returns the legal move m with its pieces. You can use it for a move from a hash table.
func (p *Position) PieceMove(m Move) PieceMove {
	return PieceMove(m) | PieceMove(m.To())<<16 | PieceMove(p.Moved(m))<<22 | PieceMove(p.Captured(m))<<25
}

// Move returns m without its pieces.
func (m PieceMove) Move() Move { return Move(m) }

// From returns the square that the piece leaves.
func (m PieceMove) From() int { return int(m & 63) }

// To returns the square that the piece moves to. For castling it is the king's target.
func (m PieceMove) To() int { return int(m >> 16 & 63) }

// Moved returns the kind of the moving piece, which is Pawn for promotions and King for castling.
func (m PieceMove) Moved() quad.Kind { return quad.Kind(m >> 22 & 7) }

// Captured returns the kind that m captures, or [quad.None].
func (m PieceMove) Captured() quad.Kind { return quad.Kind(m >> 25 & 7) }

// PieceTo combines Moved and To in one number from 128 to 511, 64*Moved + To, to index a history table.
// The compiler knows that it is below 512, so a table with 512 elements needs no bounds check.
// [PieceMove.PieceIndex] starts at 0 instead.
func (m PieceMove) PieceTo() int { return int(m >> 16 & 511) }

// PieceIndex returns PieceTo - 128, a number from 0 to 383, for tables that must be small. For
// example, a table of move pairs is half as large as with PieceTo.
func (m PieceMove) PieceIndex() int { return m.PieceTo() - 128 }

// Promotion returns the kind that a pawn promotes to, or [quad.None] if m is not a promotion.
func (m PieceMove) Promotion() quad.Kind { return m.Move().Promotion() }

// IsCastling reports whether m castles.
func (m PieceMove) IsCastling() bool { return m.Move().IsCastling() }

// IsEnPassant reports whether m captures en passant.
func (m PieceMove) IsEnPassant() bool { return m.Move().IsEnPassant() }

// String formats m for UCI, as [Move.String] does.
func (m PieceMove) String() string { return m.Move().String() }

// IsNoisy reports whether m captures or promotes.
func (m PieceMove) IsNoisy() bool { return m&(7<<25|promotion) != 0 }

// AppendPieceMoves is like [Node.Append], but the moves contain their pieces. The order is the
// same.
func (n *Node) AppendPieceMoves(dst []PieceMove, s Selection) []PieceMove {
	if s&Quiets == 0 {
		return appendNoisy(&n.v, dst, s)
	}
	n.collect()
	return n.list.appendPieces(dst, &n.v, s)
}

func (k *kinds) pieceMove(m Move) PieceMove {
	to, captured := m.square(), k.at(m.square())
	switch m &^ 0xfff {
	case castling:
		to, captured = m.kingTo(), quad.None
	case enPassant:
		captured = quad.Pawn
	}
	return PieceMove(m) | PieceMove(to)<<16 | PieceMove(k.at(m.From()))<<22 | PieceMove(captured)<<25
}

// appendPieces is like append, but the moves contain their pieces.
func (l *moveList) appendPieces(dst []PieceMove, v *view, s Selection) []PieceMove {
	where, k := s.targets(v), v.kinds()
	if l.promotions != [3]uint64{} {
		dst = appendMoves(v, dst, v.appendPromotions(make([]Move, 0, 128), &l.promotions, s))
	}
	if l.groups[castlingGroup].Targets&where != 0 {
		dst = appendMoves(v, dst, appendGroupsGeneric(make([]Move, 0, 2), l.groups[:kingGroup], where))
	}
	dst = appendPieceGroups(dst, l.groups[kingGroup:l.n], where, &k)
	for _, x := range [2]uint64{l.rest & v.Knights, l.rest &^ v.Knights} {
		for ; x != 0; x &= x - 1 {
			sq := bits.TrailingZeros64(x)
			dst = appendMoves(v, dst, appendTargets(make([]Move, 0, 32), sq, v.pieceTargets(sq)&where))
		}
	}
	if l.capturers != 0 && s&Captures != 0 {
		dst = appendMoves(v, dst, v.appendEnPassant(make([]Move, 0, 2), l.capturers))
	}
	return dst
}

// appendPieceGroups appends the moves in groups that go to squares in where. It calls the
// kernels as long as there is room for the elements that they can write.
func appendPieceGroups(dst []PieceMove, groups []layout.MoveGroup, where uint64, k *kinds) []PieceMove {
	if room := cap(dst) - len(dst); room >= layout.MovesAhead {
		next := (*uint32)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(dst)), 4*len(dst)))
		if moves, left, ok := listPieces(next, room, &groups[0].Targets, len(groups), where, k.g0, k.g1, k.g2); ok {
			dst, groups = dst[:len(dst)+moves], groups[len(groups)-left:]
		}
	}
	if len(groups) == 0 {
		return dst
	}
	var on [64]uint8 // the kind on each square
	k.spread(&on)
	for i := range groups {
		formula := groups[i].Formula
		base, pawn := PieceMove(formula>>32), -int(formula&1)
		for x := groups[i].Targets & where; x != 0; x &= x - 1 {
			to := bits.TrailingZeros64(x)
			dst = append(dst, base+PieceMove(to<<6+to<<16+to&pawn)|PieceMove(on[to&63])<<25)
		}
	}
	return dst
}

// spread sets on[sq] to the kind on square sq.
func (k *kinds) spread(on *[64]uint8) {
	for r := 0; r < 64; r += 8 {
		rank := bytesOf[uint8(k.g0>>r)] | bytesOf[uint8(k.g1>>r)]<<1 | bytesOf[uint8(k.g2>>r)]<<2
		binary.LittleEndian.PutUint64(on[r:], rank)
	}
}

// bytesOf[b] has bit i of b as byte i.
var bytesOf = func() (t [256]uint64) {
	for b := range t {
		for i := range 8 {
			t[b] |= uint64(b>>i&1) << (8 * i)
		}
	}
	return
}()
