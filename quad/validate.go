package quad

import "github.com/koggestone/koggestone/internal/squares"

// A SquareError is what is wrong with a board, and where.
type SquareError struct {
	Squares uint64 // the squares concerned; none where a king is missing
	Problem string // what is wrong with them, "in the bitboards of two kinds"
}

// Error returns the squares by name and the problem: "quad: a8: pawn on an end rank".
func (e *SquareError) Error() string {
	if e.Squares == 0 {
		return "quad: " + e.Problem
	}
	return "quad: " + squareNames(e.Squares) + ": " + e.Problem
}

// Validate returns nil if b can be played on: each side has one king, no pawn
// stands on an end rank, every rook that may castle stands on its own first rank
// beside its king there, one at most on each side of it, and an en-passant
// target, if any, is one square with a legal capture for the side that moves on
// it. Otherwise it returns a *[SquareError] with the first of these that fails.
//
// Any number of pieces is fine. Whether the side not to move is in check is a
// question about the side to move, which a Board does not know.
func (b Board) Validate() error {
	for c, kings := range [2]uint64{b.Kings() &^ b.GB, b.Kings() & b.GB} {
		switch {
		case kings == 0:
			return &SquareError{0, "no " + Color(c).String() + " king on the board, expected one"}
		case kings&(kings-1) != 0:
			return &SquareError{kings, "more than one " + Color(c).String() + " king, expected one"}
		}
	}
	if pawns := b.Pawns() & (squares.Rank1 | squares.Rank8); pawns != 0 {
		return &SquareError{pawns, "pawn on an end rank"}
	}
	if b.CastlingRooks() != 0 {
		for _, c := range [...]Color{White, Black} {
			if err := b.validateRights(c); err != nil {
				return err
			}
		}
	}
	if target := b.EnPassant(); target != 0 && b.EnPassantCapturers(target) == 0 {
		if target&(target-1) != 0 {
			return &SquareError{target, "more than one en-passant target, expected at most one"}
		}
		return &SquareError{target, "en-passant target without a legal capture"}
	}
	return nil
}

// validateRights returns an error unless every castling rook of c stands on the
// first rank of c with the king, one at most on either side.
func (b Board) validateRights(c Color) error {
	rooks := b.Pieces(c, CastlingRook)
	if rooks == 0 {
		return nil
	}
	home := squares.Rank1
	if c == Black {
		home = squares.Rank8
	}
	name := func() string { return "castling rook of " + c.String() } // for errors alone: this takes more time than the rest
	if away := rooks &^ home; away != 0 {
		return &SquareError{away, name() + " is not on its first rank"}
	}
	king := b.Pieces(c, King)
	if king&home == 0 {
		return &SquareError{rooks, name() + ", but the king on " + squareNames(king) + " has left its first rank"}
	}
	west := rooks & (king - 1)
	for _, side := range [...]uint64{west, rooks &^ west} {
		if side&(side-1) != 0 {
			return &SquareError{side, "more than one " + name() + " on one side of the king"}
		}
	}
	return nil
}
