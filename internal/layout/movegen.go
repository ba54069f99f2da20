package layout

// A MoveSet names a set that contributes to a board's legal moves. In all sets the side to
// move's pawns go north. Most sets contain targets. Knights are different, because several
// can jump to one square, so FreeKnights and PieceTargets determine their moves together.
type MoveSet int

// SliderTargets to SliderTargets+7 are the targets of bishops, rooks and queens by
// direction.
const SliderTargets MoveSet = 0

// The other sets, and the number of all sets.
const (
	KingTargets   = SliderTargets + 8 + iota
	FreeKnights   // knights that are not pinned
	PieceTargets  // the possible targets of pieces other than king and pawns
	CastlingRooks // rooks on a1 and h1 to castle with
	PawnPushes
	PawnDoubles // without PawnBeside
	PawnEast    // captures
	PawnWest
	PawnBeside // double steps that end beside an opponent's pawn
	MoveSets
)

// The columns of a movegen.LegalTargetsColumns after the eight slider columns, and how
// many columns there are.
const (
	TargetKnights = 8 // to TargetKnights+7, by jump
	TargetKing    = TargetKnights + 8 + iota - 1
	TargetPush
	TargetDouble
	TargetEast
	TargetWest
	TargetCastling
	TargetEnPassant
	TargetColumns
)

// The sets in a two-ply block. They are the same as the sets in MoveSet without the
// simple moves, but FreeKnights and PieceTargets are not valid there, because knight
// targets are sorted by jump.
const (
	RestKnights = MoveSets // to RestKnights+7
	RestSets    = RestKnights + 8
)

// A RestGroup contains moves that the kernel playRest plays in the same way. Most groups are
// the moves in one set, but pawn moves and castling are split into more groups.
type RestGroup int

// RestSliders to RestSliders+7 are bishop, rook and queen moves by direction, and RestJumps
// to RestJumps+7 are knight moves by jump.
const (
	RestSliders RestGroup = 0
	RestJumps   RestGroup = 8
)

// The other groups, and the number of all groups.
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

// The flags of a block, with one bit for each board.
const (
	RareFlag    = iota // the board may have moves that the sets lack: en passant, castling from other squares
	SpecialFlag        // the board is rare, or has castling, promotions or PawnBeside; with two plies at once, only PawnBeside
	OddFlag            // a side has not exactly one king
	MoveFlags
)

// The bits of a movegen.Status that the kernels set.
const (
	StatusCheck = 1 << iota
	StatusCheckmate
	StatusStalemate
)

// LegalRoom is scratch memory for the kernels that find legal moves: 176 registers of 64
// bytes.
type LegalRoom = [8*176 + aligned]uint64

// TwoPlyRoom is how many registers of scratch memory a block needs to count two plies at
// once, and TwoPlyBlocks is how many blocks a call can have.
const (
	TwoPlyRoom   = 900
	TwoPlyBlocks = 4
)

// A TwoPlyBlock is a block of boards on which two plies are counted at once. The caller sets
// Boards and Black, and the kernel twoPly sets the other fields. Kernels read and write some
// fields in whole registers, so the size and the offsets of these fields are multiples of 64
// bytes.
type TwoPlyBlock struct {
	Boards [4][64]uint64 // the planes
	Black  [64]uint8     // the sides to move
	Sums   [64]uint32    // how many replies the simple moves of each board have
	Sets   [64 * int(RestSets)]uint64
	North  [4][64]uint64      // the planes with the own pawns going north, and no en-passant target
	Sides  [64]uint64         // all squares if Black is to move
	Lanes  [16][8]uint64      // scratch memory of playRest
	Filled [RestGroups]uint64 // bit i: board i has moves in the group; playRest clears the bits of moves that it has played
	Flags  [MoveFlags]uint64
	OnePly uint64 // not 0: no move is treated as simple, and Sums are not valid
	_      [-(RestGroups + MoveFlags + 1) & 7]uint64
	Room   [TwoPlyRoom][8]uint64
}

// A MoveGroup is a set of moves that one formula computes from their targets: the moves of one piece, or all pawn moves of
// the same kind.
//
//	to*factor + offset ^ bits
//
// Formula holds the factor in its lowest byte, then the offset, both signed, then the bits. The high half is a PieceMove
// without the target and the captured kind, because the kernels for PieceMoves add these. Castling has no high half,
// because these kernels do not list it. They need a factor of 64, or 65 if the source depends on the target. Formula is
// one word, because copies of larger structs stall on store forwarding.
type MoveGroup struct{ Targets, Formula uint64 }

// MoveGroups is the largest number of groups that the kernels accept.
const MoveGroups = 18

// MovesAhead is the largest number of moves that the kernels that list moves can write for
// one group. If there is less room, they stop.
const MovesAhead = 64

// A Play contains the arguments for the kernels that play Moves[i], for 0 <= i < N, and write
// the child to element i in Dst. The kernel of playBatch plays it on position i in Src. The
// kernels of playLists play it on the first of Parents that has an End above i. DstSides and
// SrcSides contain 0 or 1. If Dst has no clocks or keys, their pointers are nil.
type Play struct {
	Dst, Src             [4]*uint64 // the planes
	DstSides, SrcSides   *uint8
	DstClocks, SrcClocks *uint32 // half-move clock in the low half
	DstKeys, SrcKeys     *uint64
	Moves                *uint16
	Numbers              *uint64 // random numbers of keys, by code and square
	SideKey              uint64
	Others               *uint32     // indices of the moves that the kernel leaves to its caller
	Parents              *PlayParent // the positions with moves, for the kernels of playLists
	N                    int
}

// PlayWords is how many 64-bit words a Play has, on systems with 64-bit pointers.
const PlayWords = 20

// A PlayParent contains what all moves in a list have in common, for the kernels of
// playLists. Clocks and keys are set only if Dst stores them.
type PlayParent struct {
	Planes [3]uint64
	Side   uint64 // the last plane, without the en-passant target
	Black  uint64 // all squares where Black is to move
	Rights uint64 // the own rooks that may castle
	End    uint64 // the number of the first move after the list
	Kinds  uint64 // in each 16 bits, the bits that mark moves which need a closer look
	Turn   uint64 // the children's side to move, in each byte
	Key    uint64 // the children's key, without the differences of single moves
	Lost   uint64 // how the key changes for lost castling rights
	Clocks uint64
}

// The kernels that play lists can write PlayAhead elements past the last, and read
// PlayAhead moves past the last.
const PlayAhead = 8
