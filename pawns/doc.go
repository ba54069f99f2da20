// Package pawns finds what engines want to know of a pawn structure: spans, passed,
// isolated, doubled and backward pawns, candidates, open files. It works on whole
// sets by fills along the files, without tables.
//
// White pawns go north, black pawns south. Functions that look at both sides take
// White's pawns first. Pawns on ranks 1 and 8 are treated as any others. Boards are
// those of package koggestone: a1 is bit 0, b1 bit 1, h8 bit 63.
//
// # Spans
//
// A front span holds the squares before a pawn on its file, a rear span those
// behind it. The attack spans are these moved to the neighbouring files. A span
// does not hold the pawn itself. For the white pawn P:
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
