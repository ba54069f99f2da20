package mailbox

import "math/bits"

// A Move moves the piece on From to To. Promote is the kind that a pawn promotes to, or
// Empty. Castling moves the king to its rook.
type Move struct{ From, To, Promote int }

// Castles reports whether m is castling.
func (b *Board) Castles(m Move) bool { return b.Is(m.To, int(b[m.From]/8)) }

// Captures reports whether m takes a piece.
func (b *Board) Captures(m Move) bool { return b[m.To]%8 != 0 && !b.Castles(m) || b.EnPassant(m) }

// castled returns the squares of king and rook after castling.
func castled(m Move) (king, rook int) {
	if m.To > m.From {
		return m.From&^7 + 6, m.From&^7 + 5
	}
	return m.From&^7 + 2, m.From&^7 + 3
}

// UCI formats m for UCI: castling on the standard squares is a king's move by two files,
// otherwise the king takes its rook.
func (b *Board) UCI(m Move) string {
	to, promotion := m.To, ""
	if b.Castles(m) && m.From%8 == 4 && (to%8 == 0 || to%8 == 7) {
		to, _ = castled(m)
	}
	if m.Promote != Empty {
		promotion = string("..pbnrkq"[m.Promote])
	}
	return name(m.From) + name(to) + promotion
}

func name(sq int) string { return string([]byte{'a' + byte(sq%8), '1' + byte(sq/8)}) }

// Legal returns the legal moves of a colour that has one king: the moves that do not leave it
// in check.
func (b *Board) Legal(color int) (moves []Move) {
	for _, m := range append(b.PseudoMoves(color), b.castlings(color)...) {
		if after := b.move(m); !after.InCheck(color) {
			moves = append(moves, m)
		}
	}
	return moves
}

// castlings returns the castling moves where the king passes no attacked square. The king may
// still be attacked where it ends.
func (b *Board) castlings(color int) (moves []Move) {
	king := b.kings(color)[0]
	for rook, code := range b {
		if int(code) != CastlingRook+Black*color {
			continue
		}
		m := Move{king, rook, Empty}
		kingTo, rookTo := castled(m)
		ok := true
		for sq := range b {
			way := within(king, kingTo, sq)
			free := b[sq]%8 == 0 || sq == king || sq == rook
			ok = ok && (free || !way && !within(rook, rookTo, sq)) && (!way || !b.Attacked(sq, 1-color))
		}
		if ok {
			moves = append(moves, m)
		}
	}
	return moves
}

func within(a, b, sq int) bool { return min(a, b) <= sq && sq <= max(a, b) }

// PseudoMoves returns the moves of the colour without castling, including moves that leave
// its king in check.
func (b *Board) PseudoMoves(color int) (moves []Move) {
	for from := range b {
		if !b.Is(from, color) {
			continue
		}
		for set := b.reach(from); set != 0; set &= set - 1 {
			to := bits.TrailingZeros64(set)
			if b.Kind(from) == Pawn && to/8 == 7-7*color {
				for _, kind := range []int{Queen, Rook, Bishop, Knight} {
					moves = append(moves, Move{from, to, kind})
				}
				continue
			}
			moves = append(moves, Move{from, to, Empty})
		}
	}
	return moves
}

// EnPassant reports whether m captures en passant.
func (b *Board) EnPassant(m Move) bool { return b.Kind(m.From) == Pawn && b[m.To] == Target }

// Play returns the board after m. It stores an en-passant target only if there is a legal
// capture.
func (b *Board) Play(m Move) Board {
	after := b.move(m)
	if target := (m.From + m.To) / 2; b.DoubleStep(m) && after.Capturers(target) != 0 {
		after[target] = Target
	}
	return after
}

// DoubleStep reports whether m is a pawn's move by two ranks.
func (b *Board) DoubleStep(m Move) bool {
	return b.Kind(m.From) == Pawn && max(m.To-m.From, m.From-m.To) == 16
}

// move returns the board after m, without an en-passant target.
func (b *Board) move(m Move) Board {
	after := *b
	for sq := range after {
		if after[sq] == Target {
			after[sq] = Empty
		}
	}
	piece := after[m.From]
	color := int(piece / 8)
	up := 8 - 16*color
	if b.EnPassant(m) {
		after[m.To-up] = Empty
	}
	after[m.From] = Empty
	to := m.To
	if b.Castles(m) {
		king, rook := castled(m)
		after[m.To], after[rook] = Empty, uint8(Rook+color*Black)
		to = king
	}
	switch {
	case m.Promote != Empty:
		piece = uint8(m.Promote + color*Black)
	case piece%8 == CastlingRook:
		piece += Rook - CastlingRook
	case piece%8 == King:
		for sq := range after {
			if after.Is(sq, color) && after[sq]%8 == CastlingRook {
				after[sq] += Rook - CastlingRook
			}
		}
	}
	after[to] = piece
	return after
}

// InCheck reports whether a king of the colour is attacked, by anything.
func (b *Board) InCheck(color int) bool {
	for _, king := range b.kings(color) {
		if b.Attacked(king, 1-color) {
			return true
		}
	}
	return false
}
