package quad

// String returns a picture of b, eighth rank first. Below it are the rooks that may castle
// and the en-passant target:
//
//	r . . . k . . r
//	p p p . . p p p
//	. . . . . . . .
//	. . . P p . . .
//	. . . . . . . .
//	. . . . . . . .
//	P P P . . P P P
//	R . . . K . . R
//	castling rooks: a1, h1, a8
//	en passant: e6
func (b Board) String() string {
	text := make([]byte, 0, 8*16+64)
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			p := b.At(8*rank + file)
			if p == EnPassantTarget {
				p = NoPiece
			}
			text = append(text, p.Letter(), ' ')
		}
		text[len(text)-1] = '\n'
	}
	if rooks := b.CastlingRooks(); rooks != 0 {
		text = append(text, "castling rooks: "+squareNames(rooks)+"\n"...)
	}
	if target := b.EnPassant(); target != 0 {
		text = append(text, "en passant: "+squareNames(target)+"\n"...)
	}
	return string(text[:len(text)-1])
}
