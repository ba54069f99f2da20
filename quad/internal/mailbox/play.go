package mailbox

// A Move is a move of the piece on From to To. Promote is the kind to which a pawn
// promotes, otherwise Empty.
type Move struct{ From, To, Promote int }

// PseudoMoves returns the moves of the colour without castling, including moves that leave
// its king in check.
func (b *Board) PseudoMoves(color int) (moves []Move) {
	for from := range b {
		if !b.Is(from, color) {
			continue
		}
		set := b.reach(from)
		for to := range b {
			if set>>to&1 == 0 {
				continue
			}
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
	after[m.To] = piece
	if piece%8 == Pawn && m.To-m.From == 2*up && after.Capturers(m.From+up) != 0 {
		after[m.From+up] = Target
	}
	return after
}

// InCheck reports whether a king of the colour is attacked, by anything.
func (b *Board) InCheck(color int) bool {
	attacked := b.AttacksBy(1-color, Empty)
	for _, king := range b.kings(color) {
		if attacked>>king&1 != 0 {
			return true
		}
	}
	return false
}
