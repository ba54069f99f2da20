package layout

import "unsafe"

// MaxPairs is how many pairs a board can have at most: no piece attacks more than eight
// others.
const MaxPairs = 64 * 8

// MaxChangedPairs is how many pairs a move can remove or add at most: a changed square has
// up to eight victims and sixteen attackers, eight of them knights, and up to four squares
// change.
const MaxChangedPairs = 4 * (8 + 16)

// PairRoom is how many pairs a kernel can write after the last one, because it stores
// whole registers.
const PairRoom = 16

// A PairList is the memory of a pairs.List.
type PairList[P ~uint32] struct {
	Pairs [MaxPairs + PairRoom]P
	N     int
}

// PairDeltas contains the arrays of a pairs.Deltas. Both lists start at multiples of 64
// bytes. Go's allocator has a size class of exactly this size, so that no list starts at
// the end of a page.
type PairDeltas[P ~uint32] struct {
	Pairs [2][MaxChangedPairs + PairRoom]P
	N     [2]int // removed, added
	_     [112]uint8
}

// A pairs.Update has up to four squares, with the first in the lowest bits. For each it
// has a byte with the square, PairUsed and six bits, and a byte with the new code, which
// is a piece code or PairEmpty.
const (
	PairUsed  = 0x40
	PairEmpty = 0x80
)

// The kernels represent a square by flags and by its code, XORed with the code of an empty
// square, so that an empty square is 0.
const (
	PairOccupied = 0x80
	PairChanged  = 0x10 // the code has changed
	PairDone     = 0x20 // the pairs that touch the square have already been listed
)

// How a piece can attack another piece, for the sixteen places around a square.
const (
	ByJump = 1 << iota
	Orthogonal
	Diagonal
	OneStep
	NorthStep // one diagonal step to the north
	SouthStep
)

// RayWays returns the ways to reach the nearest piece on the ray in direction d, one step away
// or farther. Directions are in the order of koggestone.Direction, which this package cannot
// import.
func RayWays(d int, adjacent bool) (ways uint8) {
	ways = Orthogonal
	if d%2 == 0 {
		ways = Diagonal
	}
	if adjacent {
		ways |= OneStep
		switch d {
		case 0, 6: // north-east and north-west
			ways |= NorthStep
		case 2, 4:
			ways |= SouthStep
		}
	}
	return ways
}

// Where each field in a pair begins.
const (
	PairFrom     = 0
	PairTo       = 6
	PairAttacker = 12
	PairVictim   = 18
)

// PairTables holds pairs.Rules in the form that the kernels use. It contains no pointers,
// and its size is a multiple of 64 bytes so that Go aligns it to 64 bytes. Codes are XORed
// with the code of an empty square.
type PairTables struct {
	// Squares[sq] contains the surroundings of a square: eight rays by direction, with
	// eight bytes each. The first byte is the square of a knight's jump. The others are the
	// seven steps outwards, farthest first, so that the nearest is in the ray word's
	// highest bits. OnBoard is set for each square; bytes without a square are 0.
	Squares [64][64]uint8
	// Rays[sq] contains the rays as bitboards. Rays to lower squares are in reverse bit
	// order, so that the nearest square is always the lowest bit.
	Rays [64][8]uint64
	// Jumps[sq] contains the squares of the jumps, or 64 or more for jumps off the board.
	Jumps [64][8]uint8
	// FirstSteps[sq] contains the first steps of the rays in the high half, or 255 for
	// steps off the board.
	FirstSteps [64][16]uint8
	// Lines[from][to] contains the ray that leads to another square, and the place of that
	// square on it.
	Lines [64][64]PairLine
	// Reaches[p][c] contains the ways for a piece p to attack a piece c around it, and
	// Reached[p][c] the ways for c to attack p. Both contain only pairs that count.
	Reaches, Reached [16][16]uint8
	// Victims[d%2][c] contains the pieces that a slider c may attack in direction d: along a
	// diagonal (0), or along a rank or file (1).
	Victims [2][16]uint16
	// VictimBytes contains the low bytes of Victims, and then the high bytes.
	VictimBytes [2][2][16]uint8
	Rows        [256]uint8 // the offset of a piece's rows in Reaches, by mailbox byte; 0 if empty
	Board       [16]uint8  // the data of a square, by the engine's code
	Quad        [16]uint8  // the same by quad.Piece
	Empty       uint64     // the code of an empty square as both attacker and victim of a pair
	_           [8]uint8
	// Sights says where a piece may attack: SightJumps, SightSteps or SightRays.
	Sights [16]uint8
	// Steps[sq] contains the squares one step away, or 64 or more for steps off the board.
	Steps [64][8]uint8
}

// Where a piece may attack: jumps, neighbours, or the nearest pieces on its rays.
const (
	SightJumps = 8 * iota
	SightSteps
	SightRays
)

// OnBoard marks a square of PairTables.Squares.
const OnBoard = 0x80

// Backward reports whether the ray in direction d leads to lower squares.
func Backward(d int) bool { return 2 <= d && d <= 5 }

// A PairLine locates a square on a ray: Ray is eight times the ray's number, or NoLine,
// and Place is the square's place on it.
type PairLine struct{ Ray, Place uint8 }

// NoLine is the ray of two squares that are not on a line.
const NoLine = 64

// FeatureTables number pairs for both sides at once, in 64-bit words: the low half is for
// White and the high half for Black. Add an element of First and one of a row; the feature
// is above the lowest FeatureBits bits.
type FeatureTables struct {
	// First contains the first number of two pieces, indexed by a pair's bits starting
	// at PairAttacker.
	First [FeaturePieces]uint64
	// Rows has the same index. XOR an element with the pair to get an index in the rows.
	// The first half is for boards that are not mirrored for White, and the second for
	// mirrored boards.
	Rows [2][FeaturePieces]uint32
	// Mirrored says for each king square whether that side's board is mirrored.
	Mirrored [64]uint8
}

// FeaturePieces is how many values a pair's bits can have, starting at PairAttacker.
const FeaturePieces = 1 << (PairVictim + 4 - PairAttacker)

// NoFeature is the bit below the feature. In a row it means that a pair has no feature.
const (
	NoFeature   = 1
	FeatureBits = 1
)

// FeatureDeltas is the memory of a pairs.FeatureDeltas, by side: removed, then added.
type FeatureDeltas struct {
	Features [2][2][MaxChangedPairs + PairRoom]uint32
	N        [2][2]int
}

// FeatureList is the memory of a pairs.FeatureList, by side.
type FeatureList struct {
	Features [2][MaxPairs + PairRoom]uint32
	N        [2]int
}

// FeatureOrder numbers pairs without a row for each. A pair's feature is the sum of three numbers:
// Base for the two pieces, Begin for the attacker's square, and the number of lower squares that
// the attacker attacks on an empty board. Pieces and squares are turned to the side's view. The
// size is a multiple of 64 bytes.
type FeatureOrder struct {
	// Places has a row for each kind of attacker, see OrderPawn.
	Places [OrderKinds + 1][64]FeaturePlace
	// Base is indexed by attacker and victim as quad.Piece. The low half is White's view and the
	// high half Black's.
	Base [16][16]uint64
	// Victims[v][k] has all bits set if attackers of kind k, from pawn to king, have
	// features with victims of kind v.
	Victims [6][8]uint64
	// Lines contains the lines of sliders by square.
	Lines [64 + 1]SquareLines
	// Ranks[file] contains the attacks of a slider on the first rank, by the pieces on files b to
	// g.
	Ranks [8][64]uint8
	// Lower[t][sq] contains the squares lower than sq, in a view that turns squares by 0, 7, 56
	// or 63.
	Lower [4][64 + 1]uint64
	_     [5]uint64
}

// A FeaturePlace contains the squares that an attacker attacks on an empty board, and
// how many features the attackers on lower squares have.
type FeaturePlace struct {
	Attacks uint64
	Begin   uint64
}

// SquareLines contains the lines through a square, without the square, and the square itself.
type SquareLines struct{ File, Diagonal, Antidiagonal, Square uint64 }

// The kinds in FeatureOrder.Places: an own pawn, the other kinds from knight to king, and the
// opponent's pawn. The last row is empty: kernels look up square 64 there.
const (
	OrderPawn = iota
	OrderKnight
	OrderBishop
	OrderRook
	OrderQueen
	OrderKing
	OrderEnemyPawn
	OrderKinds
)

// FeatureRow is how many features a row can have if the kernels are to write it.
const FeatureRow = 1024

// RowWork contains the arguments, results and scratch memory of the kernels that write a
// board's features for both sides. A kernel appends the features of one set to the existing
// ones.
type RowWork struct {
	Planes [4]uint64
	All    uint64    // the occupied squares
	Turns  [2]uint64 // XOR a square with Turns[side] to see it as side does
	Lower  [2]uint64 // offsets of the rows in FeatureOrder.Lower for Turns
	First  [2]uint64 // the first feature of each side; pawn pairs use White's for both
	Pawns  [2]uint64 // white and black pawns on ranks 2 to 7, up to MaxListedPawns of each
	N      [2]int    // how many features each side has

	// Features has room for a row and for all features of one more set, and for whole registers.
	Features [2][FeatureRow + MaxPairs + 32]int32

	Later    [MaxPairs + 32]int32 // features of White's attackers for Black
	LaterEnd uint64
	Own      uint64            // the pieces of one colour
	Sets     [6]uint64         // its pieces by kind, pawns first
	Targets  [8]uint64         // the victims of each kind
	Codes    [64 + 8]uint8     // quad's codes by square
	Blacks   [64]uint8         // all bits on the squares of black pawns
	Lists    [2][64 + 16]uint8 // squares, a1 first, and bytes of Codes or Blacks
	// Pairs contains indices of pawns in the lists: the second and the first pawn.
	Pairs [2][MaxListedPawns*(MaxListedPawns-1)/2 + 24]uint8
}

// A legal position has at most MaxListedPawns pawns.
const MaxListedPawns = 16

// A RowSum contains the arguments for the kernels of pairs.Accumulate.
type RowSum struct {
	Dst, Src *int16
	Weights  unsafe.Pointer // weights of type int8 or int16
	Size     int            // number of weights
	Width    int            // weights of a row
	Added    *uint32
	Adds     int
	Removed  *uint32
	Removes  int
}
