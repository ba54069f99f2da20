package movegen

import (
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// legalMoves emits the legal moves of blocks of 16, 32 or 64 positions, with ranks in
// registers. It computes the same sets as the library's setwiseCount, and the comments
// use the same names. Between the steps a set is in memory, in one register for each
// rank, with one byte for each position. The own pawns always go north.
//
// The steps are methods, in the order that sets calls them. Each step sets the fields below
// its name, and reads the results of earlier steps.
type legalMoves struct {
	*emit.RankWalk
	*emit.Room
	slicer *emit.Slicer

	// These fields select what the sink receives.
	asPieces bool // FreeKnights and PieceTargets instead of the knights' targets
	played   bool // also odd and PawnBeside, which are needed to play the moves
	byJump   bool // the knights' targets by jump, starting at RestKnights

	// endings is true if all positions are rook endings: only kings, rooks and pawns, and no
	// castling rights. Then the sets of other pieces do not exist.
	endings bool

	// load
	black  Mem // all bits if Black is to move
	planes [4]emit.RankSlots

	// sort
	empty, own    emit.RankSlots
	through       emit.RankSlots // squares that opposing sliders see through: empty squares and the own king
	ours, theirs  pieces
	theyCastle    bool // whether the next two are computed
	theirCastlers Mem  // rooks on the eighth rank that may castle, if their king is on e8
	oddCastlers   Mem  // not zero if a side may castle from squares other than these
	castlers      Mem  // rooks on the first rank that may castle, if the king is on e1
	rare          Mem  // not zero if the position is rare
	odd           Mem  // not zero if a side does not have exactly one king; only if played is true
	material      bool // whether heavy is computed
	heavy         Mem  // not zero if there are pawns, rooks or queens

	// axes, and leapers
	line     emit.RankSlots // between the own king and opposing sliders: an own piece there is pinned
	lineOn   [4]emit.Ranks  // line by axis; a rank is nil if it is always empty
	danger   emit.RankSlots // squares that they attack if the own king is lifted off the board
	checkers emit.RankSlots

	// restrict
	noCheck Mem            // all bits if the king is not in check
	mask    emit.RankSlots // the check mask: possible targets of all pieces except the king
	targets emit.RankSlots // mask without the own pieces
}

// pieces contains the pieces of one side.
type pieces struct {
	king, knights, pawns emit.RankSlots
	sliders              [2]emit.RankSlots // by kind
}

// The kinds of sliders: bishops and queens, rooks and queens.
const (
	diagonalSliders = iota
	orthogonalSliders
)

// kinds returns the kinds of sliders that exist.
func (c *legalMoves) kinds() []int {
	if c.endings {
		return []int{orthogonalSliders}
	}
	return []int{diagonalSliders, orthogonalSliders}
}

// boardParams are the parameters of a kernel that reads boards.
var boardParams = []string{"g0", "g1", "g2", "gb"}

// newLegalMoves emits a kernel's prologue, and adds the parameters for the planes to its arrays. The
// parameter room points to scratch memory with the given number of words.
func newLegalMoves(v *emit.ISA, arrays emit.Arrays, room int) *legalMoves {
	v.Array(arrays, 64, boardParams...)
	return newLegalMovesIn(v, v.NewRoom(room))
}

// newLegalMovesIn is like newLegalMoves, for a kernel without parameters for planes and room.
func newLegalMovesIn(v *emit.ISA, room *emit.Room) *legalMoves {
	c := &legalMoves{Room: room}
	c.RankWalk = emit.NewRankWalk(v)
	c.Apart = true // pieces and empty squares
	c.slicer = emit.NewSlicer(v)
	return c
}

// A sink receives the sets of target squares when they are computed.
type sink interface {
	put(set layout.MoveSet, r int, x emit.Vec) // rank r of a set
	end(sets ...layout.MoveSet)                // the sets are complete
}

// A selecting sink also wants to know when the targets have been computed, in order to limit them.
type selecting interface{ restricted() }

// knightTargets is a set for a sink that only counts. It replaces the two sets of
// knights, and several targets in it may be the same square.
const knightTargets = layout.PieceTargets

// sets emits the target sets for a block into out. planes returns the address of each
// plane, and black is the address of bytes with the side to move in the lowest bit.
func (c *legalMoves) sets(planes func(string) Mem, black Mem, out sink) {
	c.load(planes, black)
	c.sort()
	c.axes()
	c.leapers()
	c.king(out)
	c.restrict()
	if s, ok := out.(selecting); ok {
		s.restricted()
	}
	c.sliders(out)
	c.knights(out)
	c.pawns(out)
}
