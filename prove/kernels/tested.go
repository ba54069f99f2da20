package kernels

func init() {
	for reason, names := range map[string][]string{
		"its proof is not written": {
			"setHistory", "fence", "expandBytes", "expandFloats",
			"accumulate", "accumulateInt8",
		},
		"its lists of moves depend on the position, so addresses do": {
			"listMoves", "listPieces", "selectBlock", "rows", "rowStream", "rowMoves", "listRows", "walk",
			"playBatch", "playLists", "playRest", "twoPly", "twoPlyEndings",
		},
		"its addresses are table look-ups by piece and square": {
			"numberDeltas", "numberList", "appendThreats", "appendPawns", "appendPieces", "storeRows", "storeFence", "deltas", "refresh", "refreshBoard",
		},
	} {
		for _, n := range names {
			Tested[n] = reason
		}
	}
}
