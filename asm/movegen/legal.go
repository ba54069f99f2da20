package movegen

import (
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// legalMoves emits the legal moves of blocks of 16, 32 or 64 positions, with ranks in
// registers: the sets of the library's setwiseCount, with its names in the comments here.
// Between the steps a set is kept in memory, with one register for each rank and one byte
// for each position. In all sets the own pawns go north.
//
// The steps are methods, in the order of sets. Each sets the fields below its name, and reads
// the results of earlier steps.
type legalMoves struct {
	*emit.RankWalk
	*emit.Room
	slicer *emit.Slicer

	// These fields select what the sink receives.
	asPieces bool // FreeKnights and PieceTargets instead of the knights' targets
	played   bool // also odd and PawnBeside, because the moves are played
	byJump   bool // the knights' targets of each jump, the first at RestKnights

	// endings is true if all positions are rook endings: they contain only kings, rooks and pawns,
	// and no side may castle. Then the sets of other pieces do not exist.
	endings bool

	// load
	black  Mem // all bits where Black is to move
	planes [4]emit.RankSlots

	// sort
	empty, own    emit.RankSlots
	through       emit.RankSlots // squares that their sliders see through: empty squares and the own king
	ours, theirs  pieces
	theyCastle    bool // whether the next two are computed
	theirCastlers Mem  // rooks on the eighth rank that may castle, where their king is on e8
	oddCastlers   Mem  // not zero where a side may castle from squares other than these
	castlers      Mem  // rooks on the first rank that may castle, where the king is on e1
	rare          Mem  // not zero where the position is rare
	odd           Mem  // not zero where a side has not exactly one king, if played is true
	material      bool // whether heavy is computed
	heavy         Mem  // not zero where there are pawns, rooks or queens

	// axes, and leapers
	line     emit.RankSlots // between the own king and their sliders: an own piece there is pinned
	lineOn   [4]emit.Ranks  // line by axis; a rank is nil if it is always empty
	danger   emit.RankSlots // their attacks, as if the own king were not on the board
	checkers emit.RankSlots

	// restrict
	noCheck Mem            // all bits where the king is not in check
	mask    emit.RankSlots // check mask: possible targets of all pieces but the king
	targets emit.RankSlots // mask without the own pieces
}

// pieces are the pieces of one side.
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
// parameter room points to scratch space with the given number of words.
func newLegalMoves(v *emit.ISA, arrays emit.Arrays, room int) *legalMoves {
	v.Array(arrays, 64, boardParams...)
	return newLegalMovesIn(v, v.NewRoom(room))
}

// newLegalMovesIn is newLegalMoves for a kernel without parameters for planes and room.
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

// A selecting sink limits the sets of targets when they are computed.
type selecting interface{ restricted() }

// knightTargets is the set that a sink that counts gets in place of the two of knights:
// several targets may be the same square.
const knightTargets = layout.PieceTargets

// sets emits the target sets for a block into out. planes returns where each plane is, and
// the lowest bits of the bytes at black are the sides to move.
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
