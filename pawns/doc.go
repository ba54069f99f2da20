// Package pawns computes features of pawn structures: spans, passed, isolated, doubled and
// backward pawns, candidates and open files. It uses fills along the files on whole sets,
// without tables.
//
// White pawns move north, black pawns south. Functions of both sides have White's pawns as
// the first argument. Pawns on ranks 1 and 8 are treated like others. Boards are those of
// package koggestone: a1 is bit 0, b1 bit 1, h8 bit 63.
//
// # Spans
//
// A front span is the squares in front of a pawn on its file, a rear span the squares
// behind it. The attack spans are these spans moved to the adjacent files. No span includes
// the pawn itself. For the white pawn P:
//
//	front span        rear span         attack front      attack rear
//	. . . 1 . . . .   . . . . . . . .   . . 1 . 1 . . .   . . . . . . . .
//	. . . 1 . . . .   . . . . . . . .   . . 1 . 1 . . .   . . . . . . . .
//	. . . 1 . . . .   . . . . . . . .   . . 1 . 1 . . .   . . . . . . . .
//	. . . 1 . . . .   . . . . . . . .   . . 1 . 1 . . .   . . . . . . . .
//	. . . P . . . .   . . . P . . . .   . . . P . . . .   . . . P . . . .
//	. . . . . . . .   . . . 1 . . . .   . . . . . . . .   . . 1 . 1 . . .
//	. . . . . . . .   . . . 1 . . . .   . . . . . . . .   . . 1 . 1 . . .
//	. . . . . . . .   . . . 1 . . . .   . . . . . . . .   . . 1 . 1 . . .
//
// # Sources
//
// The names and definitions of spans are those of Gerd Isenberg's pages in the chess
// programming wiki. Candidates, helpers and sentries are Hans Kmoch's, Pawn Power in
// Chess (1959).
package pawns
