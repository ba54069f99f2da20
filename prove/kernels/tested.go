package kernels

func init() {
	for reason, names := range map[string][]string{
		"it has no result": {"fence", "storeFence"},
		"its lists of moves depend on the position, so addresses do": {
			"listMoves", "listPieces", "rowStream", "rowMoves", "listRows", "walk", "playBatch", "playLists", "playRest",
		},
		"it compares sums of bits with each other":               {"selectBlock", "rowsAVX512"},
		"the rules of two plies are not written as a definition": {"twoPly", "twoPlyEndings"},
		"its addresses are table look-ups by piece and square": {
			"numberDeltas", "numberList", "appendThreats", "appendPawns", "appendPieces", "storeRows", "deltas", "refresh", "refreshBoard",
		},
	} {
		for _, n := range names {
			Tested[n] = reason
		}
	}
}
