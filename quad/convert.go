package quad

// Pack returns the board with these pieces, kind by kind and of both colours, of
// which those in black are black. Each occupied square must be in exactly one of
// the six kinds. It has no rights to castle and no en-passant target, which no
// attack, check or pin asks for; [Bitboards] has them.
//
// It is inlined: a dozen operations in registers.
func Pack(pawns, knights, bishops, rooks, queens, kings, black uint64) Board {
	return Board{
		G0: bishops | rooks | queens,
		G1: pawns | bishops | kings | queens,
		G2: knights | rooks | kings | queens,
		GB: black,
	}
}

// Bitboards is a board as engines often keep it: a bitboard for each kind and one
// for each colour. Each occupied square is in exactly one of the six kinds and
// one of the two colours.
type Bitboards struct {
	Pawns, Knights, Bishops, Rooks, Queens, Kings uint64
	White, Black                                  uint64

	// CastlingRooks holds those of Rooks that may still castle.
	CastlingRooks uint64
	// EnPassant holds the en-passant target or nothing. A [Board] stores it only
	// if there is a legal capture (see [Board.EnPassantCapturers]).
	EnPassant uint64
}

// Board returns the board of bb, which it does not check; see [Bitboards.Check].
// Where bb lies in memory for a while this is a dozen operations. A Bitboards made
// just before takes longer to copy than a kernel to run: [Pack] needs none.
func (bb *Bitboards) Board() Board {
	b := Pack(bb.Pawns, bb.Knights, bb.Bishops, bb.Rooks, bb.Queens, bb.Kings, bb.Black|bb.EnPassant)
	b.G2 &^= bb.CastlingRooks
	return b
}

// Bitboards returns b as one bitboard a kind and one a colour. Of every board it
// gives back the same board by [Bitboards.Board].
func (b Board) Bitboards() Bitboards {
	return Bitboards{
		Pawns:         b.Pawns(),
		Knights:       b.Knights(),
		Bishops:       b.Bishops(),
		Rooks:         b.Rooks(),
		Queens:        b.Queens(),
		Kings:         b.Kings(),
		White:         b.White(),
		Black:         b.Black(),
		CastlingRooks: b.CastlingRooks(),
		EnPassant:     b.EnPassant(),
	}
}

// Check returns an error that names a square on which bb contradicts itself: two
// kinds or two colours, a kind without a colour or a colour without a kind, a
// castling rook that is no rook, an en-passant target that is occupied. It does
// not look at chess; that is [Board.Validate].
func (bb *Bitboards) Check() error {
	kinds := [...]uint64{bb.Pawns, bb.Knights, bb.Bishops, bb.Rooks, bb.Queens, bb.Kings}
	var occupied, twice uint64
	for _, set := range kinds {
		twice |= occupied & set
		occupied |= set
	}
	colored := bb.White | bb.Black
	for _, c := range []struct {
		squares uint64
		problem string
	}{
		{twice, "in the bitboards of two kinds"},
		{bb.White & bb.Black, "in the bitboards of both colours"},
		{occupied &^ colored, "in the bitboard of a kind, but of neither colour"},
		{colored &^ occupied, "in the bitboard of a colour, but of no kind"},
		{bb.CastlingRooks &^ bb.Rooks, "a castling rook, but not in the bitboard of the rooks"},
		{bb.EnPassant & occupied, "the en-passant target, but occupied"},
	} {
		if c.squares != 0 {
			return &SquareError{c.squares, c.problem}
		}
	}
	return nil
}

// FromSquares returns the board with squares[sq] on every square sq, a1 first.
// It panics if a piece is above 15.
func FromSquares(squares *[64]Piece) Board {
	var b Board
	for sq, p := range squares {
		checkPiece(p)
		b.G0 |= uint64(p&1) << sq
		b.G1 |= uint64(p>>1&1) << sq
		b.G2 |= uint64(p>>2&1) << sq
		b.GB |= uint64(p>>3&1) << sq
	}
	return b
}

// Squares returns what stands on each square, a1 first. Of every board it gives
// back the same board by [FromSquares].
func (b Board) Squares() [64]Piece {
	var squares [64]Piece
	for sq := range squares {
		squares[sq] = b.At(sq)
	}
	return squares
}
