package layout

// A MoveSet names one of the sets from which the legal moves of a board follow. In all of
// them the own pawns go north. They are targets, except for knights: several may jump
// to one square, so FreeKnights and PieceTargets together tell their moves.
type MoveSet int

// SliderTargets to SliderTargets+7 are the targets of bishops, rooks and queens by
// direction.
const SliderTargets MoveSet = 0

// The other sets, and how many there are in all.
const (
	KingTargets   = SliderTargets + 8 + iota
	FreeKnights   // knights that are not pinned
	PieceTargets  // where a piece may go that is neither king nor pawn
	CastlingRooks // rooks on a1 and h1 to castle with
	PawnPushes
	PawnDoubles // without PawnBeside
	PawnEast    // captures
	PawnWest
	PawnBeside // double steps that arrive beside one of their pawns
	MoveSets
)

// The columns of a movegen.LegalTargetsColumns after those of sliders, and how many there
// are in all.
const (
	TargetKnights = 8 // by jump
	TargetKing    = TargetKnights + 8 + iota - 1
	TargetPush
	TargetDouble
	TargetEast
	TargetWest
	TargetCastling
	TargetEnPassant
	TargetColumns
)

// The sets of a block of two plies at once: those of a MoveSet without the simple moves.
// FreeKnights and PieceTargets have no meaning there. Targets of knights come by jump.
const (
	RestKnights = MoveSets // to RestKnights+7
	RestSets    = RestKnights + 8
)

// A RestGroup is moves that the kernel playRest plays alike: those of a set, but for some
// of pawns and castling.
type RestGroup int

// RestSliders to RestSliders+7 are the moves of bishops, rooks and queens by direction,
// RestJumps to RestJumps+7 those of knights.
const (
	RestSliders RestGroup = 0
	RestJumps   RestGroup = 8
)

// The other groups, and how many there are in all.
const (
	RestKing RestGroup = RestJumps + 8 + iota
	RestPushes
	RestDoubles
	RestEast
	RestWest
	RestPromotions // by a push
	RestPromotionsEast
	RestPromotionsWest
	RestShort // castling
	RestLong
	RestGroups
)

// The flags of a block by their index, each a bit for each board.
const (
	RareFlag    = iota // may have moves that the sets lack: en passant, castling from other squares
	SpecialFlag        // rare, or with castling, promotions or PawnBeside; of two plies at once only with the last
	OddFlag            // a side has not exactly one king
	MoveFlags
)

// The bits of a movegen.Status that the kernels set.
const (
	StatusCheck = 1 << iota
	StatusCheckmate
	StatusStalemate
)

// LegalRoom is the memory of the kernels that find legal moves: 176 registers of 64 bytes.
type LegalRoom = [8*176 + aligned]uint64

// TwoPlyRoom is the number of registers that the kernels which count two plies at once have
// for a block, and TwoPlyBlocks how many blocks they take at most.
const (
	TwoPlyRoom   = 900
	TwoPlyBlocks = 4
)

// A TwoPlyBlock is a block of boards of which two plies are counted at once. The caller
// sets Boards and Black, the kernel twoPly the rest. Its size is a multiple of 64 bytes, as
// are the offsets of what kernels read and write by registers.
type TwoPlyBlock struct {
	Boards [4][64]uint64 // the planes
	Black  [64]uint8     // the sides to move
	Sums   [64]uint32    // of twoPly
	Sets   [64 * int(RestSets)]uint64
	North  [4][64]uint64      // the planes with the own pawns going north, and no en-passant target
	Sides  [64]uint64         // all squares where Black is to move
	Lanes  [16][8]uint64      // the room of playRest
	Filled [RestGroups]uint64 // bit i: board i has moves in the group; playRest clears what it has played
	Flags  [MoveFlags]uint64
	OnePly uint64 // not 0: no move is taken for simple, Sums have no meaning
	_      [-(RestGroups + MoveFlags + 1) & 7]uint64
	Room   [TwoPlyRoom][8]uint64
}

// A MoveGroup is moves that one formula makes from their target squares: those of one
// piece, or of all pawns that move in one way.
//
//	to*factor + offset ^ bits
//
// Formula holds the factor in its lowest byte, then the offset, both signed, then the
// bits. It is a word, since Go copies larger structs in moves that wait for their parts.
type MoveGroup struct{ Targets, Formula uint64 }

// MoveGroups is the number of groups that the kernels take at most.
const MoveGroups = 18

// MovesAhead is how many moves the kernels that list moves may write at a time. They
// stop where there is less room.
const MovesAhead = 64

// A Play is what the kernels that play moves work on. Those of playBatch play Moves[i] on
// position i of Src, for 0 <= i < N, those of playLists the moves from Offsets[i] up to
// Offsets[i+1] on position i of Src, which go to the same places of Dst. DstSides and
// SrcSides, which hold 0 or 1, are for playBatch only. Columns of clocks and keys are nil
// where Dst has none.
type Play struct {
	Dst, Src             [4]*uint64 // the planes
	DstSides, SrcSides   *uint8
	DstClocks, SrcClocks *uint32 // the half moves in the low half
	DstKeys, SrcKeys     *uint64
	Moves                *uint16
	Offsets              *uint32
	Numbers              *uint64 // of keys, by code and square
	SideKey              uint64
	Others               *uint32 // the numbers of the moves that the kernel leaves to its caller
	N                    int
}

// PlayAhead is how many elements beyond the last the kernels that play lists may write, and
// how many moves they may read.
const PlayAhead = 8
