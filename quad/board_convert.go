package quad

import (
	"encoding/binary"
	"unsafe"

	"github.com/koggestone/koggestone/prefix"
)

// Pack returns the board with these pieces. The first six sets contain the pieces of each
// kind in both colours, and black contains all black pieces. Each occupied square must be in
// exactly one of the six sets. The board has no castling rights and no en-passant target,
// because attacks, checks and pins do not depend on them; [PackRights] adds them.
//
// Pack is inlined and takes a dozen operations in registers.
func Pack(pawns, knights, bishops, rooks, queens, kings, black uint64) Board {
	return Board{
		G0: bishops | rooks | queens,
		G1: pawns | bishops | kings | queens,
		G2: knights | rooks | kings | queens,
		GB: black,
	}
}

// PackRights is like [Pack], but the board also has castling rights and an en-passant target.
// castlingRooks are the rooks that may still castle, for example on a1 and h8; they must also be
// in rooks. enPassant is the target as a set, or 0. A board should have a target only if there
// is a legal capture (see [Board.EnPassantCapturers]).
//
// PackRights is also inlined.
func PackRights(pawns, knights, bishops, rooks, queens, kings, black, castlingRooks, enPassant uint64) Board {
	b := Pack(pawns, knights, bishops, rooks, queens, kings, black|enPassant)
	b.G2 &^= castlingRooks
	return b
}

// Bitboards is a board in the form that many engines use, with a bitboard for each kind
// and for each colour. Each occupied square is in exactly one kind and one colour.
type Bitboards struct {
	Pawns, Knights, Bishops, Rooks, Queens, Kings uint64
	White, Black                                  uint64

	// CastlingRooks contains the rooks that may still castle. They are also in Rooks.
	CastlingRooks uint64
	// EnPassant is the en-passant target, if any. A [Board] should have it only if there is
	// a legal capture (see [Board.EnPassantCapturers]).
	EnPassant uint64
}

// ByColor returns the pieces of colour c. It is inlined.
func (bb *Bitboards) ByColor(c Color) uint64 { return (*[2]uint64)(unsafe.Pointer(&bb.White))[c&1] }

// ByKind returns where both colours have pieces of kind k, like [Board.ByKind]. It is
// inlined.
func (bb *Bitboards) ByKind(k Kind) uint64 {
	if k == None {
		return ^(bb.White | bb.Black)
	}
	return bb.words()[wordOfKind[k]]
}

// wordOfKind contains the index in Bitboards of each kind except None.
var wordOfKind = [8]uint8{Pawn: 0, Knight: 1, Bishop: 2, Rook: 3, Queen: 4, King: 5, CastlingRook: 8}

// words returns bb as an array, in place. Fields that all have one type have no padding.
func (bb *Bitboards) words() *[10]uint64 { return (*[10]uint64)(unsafe.Pointer(bb)) }

// Board returns the board of bb. It does not check bb; see [Bitboards.Validate]. If bb
// is already in memory, the conversion takes a dozen operations. But Go copies a new
// Bitboards through memory, which takes as long as [Threats], so use [PackRights] where
// that matters.
func (bb *Bitboards) Board() Board {
	return PackRights(bb.Pawns, bb.Knights, bb.Bishops, bb.Rooks, bb.Queens, bb.Kings, bb.Black, bb.CastlingRooks, bb.EnPassant)
}

// Bitboards returns b as a bitboard for each kind and each colour. [Bitboards.Board]
// converts it back, also for boards that are not valid.
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

// Validate returns an error if bb contradicts itself: a square with two kinds or two
// colours, a kind without a colour, a colour without a kind, a castling rook that is not in
// Rooks, or an en-passant target on an occupied square. The error is a *[SquareError].
// [Board.Validate] checks the rules of chess.
func (bb *Bitboards) Validate() error {
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
		{twice, "expected one kind, found two"},
		{bb.White & bb.Black, "expected one colour, found two"},
		{occupied &^ colored, "expected a colour of the piece, found none"},
		{colored &^ occupied, "expected a kind of the piece, found none"},
		{bb.CastlingRooks &^ bb.Rooks, "expected a rook under a castling rook, found none"},
		{bb.EnPassant & occupied, "expected an empty square for the en-passant target, found a piece"},
	} {
		if c.squares != 0 {
			return &SquareError{c.squares, c.problem}
		}
	}
	return nil
}

// FromSquares returns the board with piece squares[sq] on every square sq, a1 first. It
// panics if a piece is above 15.
func FromSquares(squares *[64]Piece) Board {
	ranks := (*[64]byte)(unsafe.Pointer(squares))
	b, ok := fromRanks(
		binary.LittleEndian.Uint64(ranks[0:]), binary.LittleEndian.Uint64(ranks[8:]),
		binary.LittleEndian.Uint64(ranks[16:]), binary.LittleEndian.Uint64(ranks[24:]),
		binary.LittleEndian.Uint64(ranks[32:]), binary.LittleEndian.Uint64(ranks[40:]),
		binary.LittleEndian.Uint64(ranks[48:]), binary.LittleEndian.Uint64(ranks[56:]))
	if !ok {
		badSquares(squares)
	}
	return b
}

// fromRanks returns the board with these ranks, and whether all codes are below 16. A rank
// has a byte for each file, with file a lowest.
func fromRanks(r1, r2, r3, r4, r5, r6, r7, r8 uint64) (b Board, ok bool) {
	all := r1 | r2 | r3 | r4 | r5 | r6 | r7 | r8
	// Byte p of each word becomes plane p for its first rank, and byte p+4 for its second rank.
	p0, p1, p2, p3 := prefix.Transpose(r1|r5<<4), prefix.Transpose(r2|r6<<4), prefix.Transpose(r3|r7<<4), prefix.Transpose(r4|r8<<4)
	// Bytes 0 to 3 and 4 to 7 of the four words are transposed in turn.
	const even, lowHalf = 0x00ff00ff00ff00ff, 0x0000ffff0000ffff
	p01, q01 := p0&even|p1&even<<8, p0>>8&even|p1&^even
	p23, q23 := p2&even|p3&even<<8, p2>>8&even|p3&^even
	return Board{
		G0: p01&lowHalf | p23&lowHalf<<16,
		G1: q01&lowHalf | q23&lowHalf<<16,
		G2: p01>>16&lowHalf | p23&^lowHalf,
		GB: q01>>16&lowHalf | q23&^lowHalf,
	}, all&0xf0f0f0f0f0f0f0f0 == 0
}

//go:noinline
func badSquares(squares *[64]Piece) {
	for _, p := range squares {
		checkPiece(p)
	}
}

// Squares returns the code of each square, a1 first. [FromSquares] converts them back,
// also for boards that are not valid.
func (b Board) Squares() [64]Piece {
	var squares [64]Piece
	for sq := range squares {
		squares[sq] = b.At(sq)
	}
	return squares
}
