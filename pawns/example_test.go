package pawns_test

import (
	"github.com/koggestone/koggestone/internal/boardtest"
	"github.com/koggestone/koggestone/pawns"
)

// position returns the pawns of the examples: P white, p black. They are not package variables,
// because Go 1.26 on s390x cannot load such a variable with its bytes reversed.
func position() (white, black uint64) {
	return boardtest.Parse(
			". . . . . . . .",
			". . . . . . . .",
			". . . . . . . .",
			"P . . . . . . .",
			". . P . . P . .",
			". . P . P . . .",
			". . . . . . P .",
			". . . . . . . ."), boardtest.Parse(
			". . . . . . . .",
			". . . . . . . .",
			". . p . . . p .",
			". . . p . . . p",
			". . . . . . . .",
			". . . . . . . .",
			". . . . . . . .",
			". . . . . . . .")
}

func ExampleWhiteFrontSpans() {
	white, _ := position()
	boardtest.Show("front spans", pawns.WhiteFrontSpans(white), "rear spans", pawns.WhiteRearSpans(white),
		"attack front spans", pawns.WhiteAttackFrontSpans(white))
	// Output:
	// front spans       rear spans        attack front spans
	// 1 . 1 . 1 1 1 .   . . . . . . . .   . 1 . 1 1 1 1 1
	// 1 . 1 . 1 1 1 .   . . . . . . . .   . 1 . 1 1 1 1 1
	// 1 . 1 . 1 1 1 .   . . . . . . . .   . 1 . 1 1 1 1 1
	// . . 1 . 1 1 1 .   . . . . . . . .   . 1 . 1 1 1 1 1
	// . . 1 . 1 . 1 .   1 . . . . . . .   . 1 . 1 . 1 . 1
	// . . . . . . 1 .   1 . 1 . . 1 . .   . . . . . 1 . 1
	// . . . . . . . .   1 . 1 . 1 1 . .   . . . . . . . .
	// . . . . . . . .   1 . 1 . 1 1 1 .   . . . . . . . .
}

func ExampleWhitePassed() {
	white, black := position()
	boardtest.Show("isolated", pawns.Isolated(white), "doubled", pawns.Doubled(white),
		"backward", pawns.WhiteBackward(white, black))
	boardtest.Show("passed", pawns.WhitePassed(white, black), "candidates", pawns.WhiteCandidates(white, black),
		"black candidates", pawns.BlackCandidates(white, black))
	// Output:
	// isolated          doubled           backward
	// . . . . . . . .   . . . . . . . .   . . . . . . . .
	// . . . . . . . .   . . . . . . . .   . . . . . . . .
	// . . . . . . . .   . . . . . . . .   . . . . . . . .
	// 1 . . . . . . .   . . . . . . . .   . . . . . . . .
	// . . 1 . . . . .   . . 1 . . . . .   . . . . . . . .
	// . . 1 . . . . .   . . 1 . . . . .   . . 1 . 1 . . .
	// . . . . . . . .   . . . . . . . .   . . . . . . . .
	// . . . . . . . .   . . . . . . . .   . . . . . . . .
	// passed            candidates        black candidates
	// . . . . . . . .   . . . . . . . .   . . . . . . . .
	// . . . . . . . .   . . . . . . . .   . . . . . . . .
	// . . . . . . . .   . . . . . . . .   . . . . . . . .
	// 1 . . . . . . .   . . . . . . . .   . . . . . . . 1
	// . . . . . . . .   . . . . . 1 . .   . . . . . . . .
	// . . . . . . . .   . . . . . . . .   . . . . . . . .
	// . . . . . . . .   . . . . . . . .   . . . . . . . .
	// . . . . . . . .   . . . . . . . .   . . . . . . . .
}

func ExampleOpenFiles() {
	white, black := position()
	boardtest.Show("open", pawns.OpenFiles(white, black), "half-open, white", pawns.WhiteHalfOpenFiles(white, black),
		"half-open, black", pawns.BlackHalfOpenFiles(white, black))
	// Output:
	// open              half-open, white  half-open, black
	// . 1 . . . . . .   . . . 1 . . . 1   1 . . . 1 1 . .
	// . 1 . . . . . .   . . . 1 . . . 1   1 . . . 1 1 . .
	// . 1 . . . . . .   . . . 1 . . . 1   1 . . . 1 1 . .
	// . 1 . . . . . .   . . . 1 . . . 1   1 . . . 1 1 . .
	// . 1 . . . . . .   . . . 1 . . . 1   1 . . . 1 1 . .
	// . 1 . . . . . .   . . . 1 . . . 1   1 . . . 1 1 . .
	// . 1 . . . . . .   . . . 1 . . . 1   1 . . . 1 1 . .
	// . 1 . . . . . .   . . . 1 . . . 1   1 . . . 1 1 . .
}
