package kernels

import "slices"

// tested lists the kernels that are only tested, not proved, by the reason. A name without a path means
// both paths; with a path, the other one is proved.
var tested = map[string][]string{
	"it has no result": {"fence", "storeFence"},
	"its lists of moves depend on the position, so addresses do": {
		"listMoves", "listPieces", "rowStream", "rowMoves", "listRows", "walk", "playBatch", "playLists", "playRest",
	},
	"it compares sums of bits with each other":               {"selectBlock", "rowsAVX512"},
	"the rules of two plies are not written as a definition": {"twoPly", "twoPlyEndings"},
	"its addresses are table look-ups by piece and square": {
		"numberDeltas", "numberList", "appendThreats", "appendPawns", "appendPieces", "storeRows", "deltas", "refresh", "refreshBoard",
	},
}

// Reason returns why a kernel is not proved, or the empty string.
func Reason(fn string) string {
	for reason, names := range tested {
		if slices.Contains(names, fn) || slices.Contains(names, base(fn)) {
			return reason
		}
	}
	return ""
}
