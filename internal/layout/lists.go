package layout

// Moves as rows: see movegen's rowSets. A row is a byte of a set, and each bit in it is a
// move.

// The sets in a block of rows: lines by direction, and four words for pawns.
const (
	LineRows = 0
	PawnRows = 8
	RowSets  = 12
)

// The rows in the last word of pawns.
const (
	RowPushKnight = iota // promotions to a knight
	RowEastKnight
	RowWestKnight
	RowDouble
	RowCastleA // with the rook on a1
	RowCastleH
	RowRare // this and the next are for moves that have no rows
)

// RareMoves is the number of moves that fit in the rows starting at RowRare.
const RareMoves = 16

// RowRoom is scratch memory for the kernels that make rows and select moves: 256 registers of 64
// bytes.
type RowRoom = [8*256 + aligned]uint64

// The sets in a MoveRanks. First come eight sets, by direction, with the moves of sliders and
// king. RankPawns is the first of four sets with pawn rows, in the order of PawnRows.
const (
	RankPawns   = 8
	RankKnights = RankPawns + 4 // only knights that are not pinned
	RankTargets = RankKnights + 1
	RankOwn     = RankTargets + 1
	RankRest    = RankOwn + 1
	RankSets    = RankRest + 1
)

// The registers of RankRest.
const (
	RankBlack = iota // all bits if Black is to move
	RankRare         // not zero if the board may have moves without rows
)

// A MoveRanks contains a block's moves as ranks, with own pawns going north: register 8*k + r
// is rank r of set k for all positions, with one byte for each. On amd64 the first register starts at
// a multiple of 64 bytes.
type MoveRanks = [8*8*RankSets + aligned]uint64

// MaskRoom is how many words of scratch memory the mask kernels need.
const MaskRoom = 8 * (12*8 + 43 + 30*8 + 2)

// A RowSelection has all bits set for the selected kinds of moves, and no bits for others:
// captures, quiet moves, promotions to a queen without capture, and underpromotions.
type RowSelection [4]uint64

// The words of a RowSelection.
const (
	RowCaptures = iota
	RowQuiets
	RowQueens
	RowLesser
)

// A RowsAVX2 is a block as rows for the avx2 kernels. Element 32*k + i in Rows is set k of
// position i; sets starting at RowSets are for knight rows. If Rows has a slider row, Own
// has the own pieces on the same lines, and otherwise zero. Lines to the west are whole
// boards, with own pawns going north.
type RowsAVX2 struct {
	Rows    [(RowSets + 8) * BlockAVX2]uint64
	Own     [(RowSets + 8) * BlockAVX2]uint64
	Knights [BlockAVX2]uint64 // only knights that are not pinned; squares of the board
	Targets [BlockAVX2]uint64 // the knights' targets; squares of the board
	Masks   [RowSets][BlockAVX2]uint8
	Rare    uint64
	_       [7]uint64
}

// The avx2 kernels stop when a stream has RowStreamLen rows, after a position with up to 160
// rows.
const RowStreamLen = 1024

// A RowStream lists the rows of a block that are not empty. The low half of an entry is the
// row's offset from Rows in bytes, and the high half is 16 times its code. At is how many
// moves come before the row. Ends is how many rows there are up to the end of each
// position.
type RowStream struct {
	Entries [RowStreamLen + 160 + 8]uint32
	At      [RowStreamLen + 160 + 8]uint32
	Ends    [BlockAVX2]uint32
}

// Row codes: 0 to 127 are lines, Black << 6 | direction << 3 | line; 128 to 191 are
// knights by square; 192 to 255 are pawn rows, Black << 5 | row.
const (
	KnightCode = 128
	PawnCode   = 192
	RowCodes   = 256
)

// RowMoves is how many moves the avx512 kernel lists in a call at most, and how many rows.
const RowMoves = 4096

// A RowsAVX512 is a block as rows for the avx512 kernels.
type RowsAVX512 struct {
	Lines   [64][8]uint64  // by position and direction
	Pawns   [2][128]uint64 // words 0 and 1, then 2 and 3, of position i, starting at 2*RowUnit(i)
	Board   [64]uint64     // the own pieces, with own pawns going north
	Knights [64]uint64     // only knights that are not pinned; squares of the board
	Targets [64]uint64     // the knights' targets; squares of the board
	Counts  [64]uint8      // how many moves each board has
	Rare    uint64         // boards that may have moves without rows
	Odd     uint64         // boards with 255 moves or more, or 17 knights or more
	_       [6]uint64
}

// RowWords is memory where the kernel keeps sets before it sorts them by position.
type RowWords = [RowSets * 64]uint64

// RowUnit returns the index in Pawns of the words for position i.
func RowUnit(i int) int { return i&^7 | i&1<<2 | i>>1&3 }

// RowBytes contains the streams of the kernel that lists moves: for rows their bits,
// codes and own pieces, and for moves their place in eight rows, code and own pieces.
type RowBytes struct {
	Rows, Moves [3][RowMoves + 128]uint8
}
