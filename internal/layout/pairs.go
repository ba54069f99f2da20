package layout

// MaxPairs is the number of pairs that a board has at most: no piece attacks more than
// eight others.
const MaxPairs = 64 * 8

// MaxChangedPairs is the number of pairs that a move removes at most, and adds at most:
// a changed square has up to eight victims and sixteen attackers, of which eight
// are knights, and up to four squares change.
const MaxChangedPairs = 4 * (8 + 16)

// PairRoom is how many pairs beyond the last a kernel may write: it stores whole
// registers.
const PairRoom = 16

// A PairList is the memory of a pairs.List.
type PairList[P ~uint32] struct {
	Pairs [MaxPairs + PairRoom]P
	N     int
}

// PairDeltas is the memory of a pairs.Deltas. Both lists begin at a multiple of 64 bytes,
// and the size is one that Go's allocator has: no list begins at the end of a page.
type PairDeltas[P ~uint32] struct {
	Pairs [2][MaxChangedPairs + PairRoom]P
	N     [2]int // removed, added
	_     [112]uint8
}

// A PairChange holds up to four squares, the first in its lowest bits: a byte for the
// square, PairUsed and six bits, and one for what stands there afterwards, a code or
// PairEmpty.
type PairChange = uint64

const (
	PairUsed  = 0x40
	PairEmpty = 0x80
)

// What the kernels keep of a square: the code of the piece, exclusive-or that of an
// empty square, so that 0 is empty, and flags.
const (
	PairOccupied = 0x80
	PairChanged  = 0x10 // what stands there is not what stood there
	PairDone     = 0x20 // and the pairs that touch the square are listed
)

// The ways of one piece to another, over the sixteen places around a square.
const (
	ByJump = 1 << iota
	Orthogonal
	Diagonal
	OneStep
	NorthStep // one diagonal step to the north
	SouthStep
)

// RayWays returns how the nearest piece on ray d of eight, clockwise from north, is reached,
// one step away or farther.
func RayWays(d int, adjacent bool) (ways uint8) {
	ways = Orthogonal
	if d%2 != 0 {
		ways = Diagonal
	}
	if adjacent {
		ways |= OneStep
		switch d {
		case 1, 7:
			ways |= NorthStep
		case 3, 5:
			ways |= SouthStep
		}
	}
	return ways
}

// The bits of a pair from which on its fields are.
const (
	PairFrom     = 0
	PairTo       = 6
	PairAttacker = 12
	PairVictim   = 18
)

// PairTables is what the rules of pairs come to for the kernels. It is without pointers
// and a multiple of 64 bytes: Go aligns it so. Codes are exclusive-or that of an empty
// square.
type PairTables struct {
	// Squares[sq] are the surroundings of a square: eight rays, clockwise from north, of
	// eight bytes each: the square of a knight's jump, then the seven steps outwards,
	// farthest first, so that the nearest has the highest bits of the ray's word. OnBoard
	// is added to them; bytes without a square are 0.
	Squares [64][64]uint8
	// Rays[sq] are the rays as bitboards. Those to lower squares have their bits in
	// reverse order, so that the nearest square is the lowest bit of all: its place.
	Rays [64][8]uint64
	// Jumps[sq] are the squares of the jumps, from 64 on where there is none.
	Jumps [64][8]uint8
	// FirstSteps[sq] are the first steps of the rays, in the high half, 255 where there is none.
	FirstSteps [64][16]uint8
	// Lines[from][to] are the ray that leads to another square, and the square's place on it.
	Lines [64][64]PairLine
	// Reaches[p][c] tells how a piece p may reach a piece c around it, Reached[p][c] how it
	// may be reached, as far as the pairs count.
	Reaches, Reached [16][16]uint8
	// Victims[r][c] holds the pieces that a slider c may see along a rank or file (r = 0),
	// or along a diagonal (r = 1).
	Victims [2][16]uint16
	// VictimBytes are the low bytes of Victims, then the high ones.
	VictimBytes [2][2][16]uint8
	Rows        [256]uint8 // the offset of a piece's rows in Reaches, by the byte of a mailbox; 0 if empty
	Board       [16]uint8  // what is kept of a square, by the engine's code
	Quad        [16]uint8  // the same by quad.Piece
	Empty       uint64     // the code of an empty square as attacker and victim of a pair
	_           [8]uint8
	// Sights tells where the places are that a piece may reach: it is one of SightJumps,
	// SightSteps and SightRays.
	Sights [16]uint8
	// Steps[sq] are the squares one step away, from 64 on where there is none.
	Steps [64][8]uint8
}

// Where the places are that a piece may reach: around it, or the nearest pieces on its rays.
const (
	SightJumps = 8 * iota
	SightSteps
	SightRays
)

// OnBoard marks a square of PairTables.Squares.
const OnBoard = 0x80

// Backward reports whether ray d leads to lower squares.
func Backward(d int) bool { return 3 <= d && d <= 6 }

// A PairLine is eight times the number of a ray, or NoLine, and the lowest place that a
// square may have that is not before the line's end.
type PairLine struct{ Ray, Place uint8 }

// NoLine is the ray where no line leads from one square to another.
const NoLine = 64

// FeatureTables number pairs for both sides at once: in words of 64 bits, what is White's in
// the low half, Black's in the high half. The sum of First and of what a row adds has the
// feature above FeatureBits bits.
type FeatureTables struct {
	// First holds, by what is above bit PairAttacker of a pair, the first number of the two
	// pieces.
	First [FeaturePieces]uint64
	// Rows holds by the same what exclusive-or the pair is its index in the rows: where the
	// board is not mirrored for White, then where it is.
	Rows [2][FeaturePieces]uint32
	// Mirrored holds by the square of a king whether the board is mirrored for its side.
	Mirrored [64]uint8
}

// FeaturePieces is how many values what is above bit PairAttacker of a pair may have.
const FeaturePieces = 1 << (PairVictim + 4 - PairAttacker)

// NoFeature in a row tells that there is none: the bit below the feature.
const (
	NoFeature   = 1
	FeatureBits = 1
)

// FeatureDeltas is the memory of a pairs.FeatureDeltas: by side, removed and added.
type FeatureDeltas struct {
	Features [2][2][MaxChangedPairs + PairRoom]uint32
	N        [2][2]int
}

// FeatureList is the memory of a pairs.FeatureList, by side.
type FeatureList struct {
	Features [2][MaxPairs + PairRoom]uint32
	N        [2]int
}
