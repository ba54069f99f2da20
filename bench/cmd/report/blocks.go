package main

import (
	"cmp"
	"slices"
	"strings"
)

// paths are the library's paths, from slow to fast.
var paths = []string{"generic", "avx2", "avx512"}

// ours reports whether a method or program is the library's.
func ours(by string) bool {
	return slices.Contains(paths, by) || strings.HasPrefix(by, "koggestone") || strings.HasPrefix(by, "export-")
}

func other(by string) bool { return !ours(by) }

// inGo lists the rivals in plain Go. In the block vectors, methods with these names are in C.
var inGo = []string{"fancy-magic", "hyperbola"}

// comparisons says which benchmarks a block compares in a table of methods, and which keys form
// the rows. The remaining key, by, is the column.
var comparisons = map[string]struct {
	benchmark string
	keys      []string
	rows      []string // the rows to show; all if there are none
}{
	"union":     {"Union", []string{"call", "sliders"}, []string{"one/1+1", "one/2+2", "one/3+3", "one/games", "batch/1+1", "batch/games"}},
	"rays":      {"Rays", []string{"call"}, nil},
	"threats":   {"Threats", []string{"call"}, nil},
	"calls":     {"Calls", []string{"sets"}, nil},
	"pairs":     {"Pairs", []string{"of"}, nil},
	"crossover": {"Crossover", []string{"sliders"}, []string{"1", "2", "3", "4", "8", "12"}},
	"count":     {"Count", []string{"plies"}, nil},
	"batch":     {"Batch", []string{"call"}, nil},
	"node": {"Node", []string{"ask"}, []string{"moves", "piece-moves", "piece-captures", "captures-then-quiets", "quiet-checks", "in-check", "any-move", "stalemate",
		"attackers", "legal", "gives-check", "play-and-key", "play-and-set", "exchange", "exchange-value", "quiet-exchange"}},
	"disturbed": {"Disturbed", []string{"ask"}, []string{"moves", "piece-captures", "in-check", "play-and-key", "exchange"}},
	"vectors":   {"Vectors", []string{"ask"}, []string{"queen", "side", "sides", "threats", "both", "attackers", "pairs"}},
	"perft":     {"Perft", []string{"position"}, nil},
}

// measured says what the figures of a block are for, if not for a position.
var measured = map[string]string{
	"node":      "a list, an answer or a move",
	"disturbed": "a list, an answer or a move",
	"pairs":     "a move or a board",
}

// nanoseconds returns the unit of a block's figures.
func nanoseconds(block string) string {
	return "Nanoseconds for " + cmp.Or(measured[block], "a position")
}

// A place is a row of a block.
type place struct{ block, row string }

// alike lists, for a row, the rows in other benchmarks that answer the same question, so that the library is
// compared with the fastest rival in all of them. A call for one position, in a loop, also answers for a batch.
var alike = map[place][]place{
	{"union", "one/games"}:   {{"vectors", "side"}},
	{"union", "batch/games"}: {{"union", "one/games"}, {"vectors", "side"}, {"vectors", "sides"}},
	{"vectors", "side"}:      {{"union", "one/games"}},
	{"vectors", "sides"}:     {{"vectors", "side"}, {"union", "one/games"}, {"union", "batch/games"}},
	{"rays", "batch"}:        {{"rays", "one"}},
	{"threats", "one"}:       {{"vectors", "threats"}},
	{"threats", "batch"}:     {{"threats", "one"}, {"vectors", "threats"}},
	{"vectors", "threats"}:   {{"threats", "one"}},
	{"vectors", "both"}:      {{"calls", "both"}},
	{"calls", "both"}:        {{"vectors", "both"}},
	{"pairs", "deltas"}:      {{"vectors", "pairs"}},
	{"vectors", "pairs"}:     {{"pairs", "deltas"}},
}

// titles maps methods and other keys' values to titles. A name that is not here is its
// own title.
var titles = map[string]string{
	"fancy-magic":            "fancy magics",
	"hyperbola":              "hyperbola quintessence",
	"kogge-stone":            "Kogge-Stone, scalar",
	"kogge-stone-vectorized": "Kogge-Stone, vectorized C",
	"calls":                  "one position a call",
	"calls-generic":          "the same, generic",
	"export-generic":         "exported C, generic",
	"export-avx2":            "exported C, avx2",
	"export-avx512":          "exported C, avx512",
	"export-inline":          "exported C, inlined",
	"lookups":                "our CountLegal",
	"lookups-generic":        "the same, generic",
	"koggestone-bulk":        "koggestone, bulk",
	"koggestone-generic":     "koggestone, generic",
	"koggestone-avx2":        "koggestone, avx2",

	"archsimd":        "Go's own vectors",
	"archsimd-avx512": "Go's own vectors",
	"pext":            "PEXT",
	"hyperbola-gfni":  "the same, GFNI",
	"four-lanes-avx2": "four lanes, AVX2",
	"four-lanes":      "four lanes, AVX-512",
	"four-lanes-gfni": "four lanes, GFNI",
	"queen":           "attacks of a queen",
	"side":            "attacks of a side's sliders",
	"sides":           "the same for arrays of positions",
	"threats":         "`Threats`",

	"ask":      "question",
	"of":       "result",
	"sets":     "call",
	"one":      "one position",
	"batch":    "batch of 4096",
	"legality": "`Legality`",
	"both":     "`BothThreats`",

	"start":     "start position",
	"position3": "position 3",
	"position4": "position 4",
	"position5": "position 5",
	"position6": "position 6",

	"deltas":   "pairs that a move changes",
	"pairs":    "pairs that a move changes",
	"features": "... and the features of both sides",
	"refresh":  "all pairs of a board",

	"lists":          "`AppendLegalMovesBatch`",
	"select":         "`SelectMoveBatch`",
	"status":         "`StatusBatch`",
	"play":           "`PlayBatch`, with clocks and keys",
	"children":       "`AppendChildrenBatch`, a child",
	"mask-alphazero": "`policy.AlphaZero.MaskBatch`",
	"mask-leela":     "`policy.Leela.MaskBatch`",
	"playout":        "a ply of random games: count, select, play, status",

	"moves":                "all legal moves",
	"captures":             "captures and queen promotions",
	"captures-then-quiets": "captures, then quiet moves, in two lists",
	"piece-moves":          "all legal moves with their pieces",
	"piece-captures":       "captures and queen promotions with their pieces",
	"any-move":             "is there a legal move? (`HasLegalMove`)",
	"stalemate":            "stalemate? (`IsStalemate`)",
	"play-and-keys":        "play a move, with all keys and the material",
	"attackers":            "attackers of a square (each of the board)",
	"play-and-set":         "play a move, set its node, read its bitboards",
	"quiet-exchange":       "does a quiet move lose more than two pawns? (`SEEAtLeast`)",
	"quiet-checks":         "quiet moves that give check",
	"in-check":             "in check?",
	"legal":                "is a move legal? (each of the position)",
	"legal-pieces":         "is a quiet move of another position legal? (`IsLegalPieceMove`)",
	"gives-check":          "does a move give check? (each of the position)",
	"play-and-key":         "play a move, with its change and key",
	"exchange":             "does a capture lose material? (`SEEAtLeast`)",
	"exchange-value":       "what does a capture win? (`Node.SEE`)",

	"position-exchange-value": "what does a capture win? (`Position.SEE`)",
}

func title(name string) string { return cmp.Or(titles[name], name) }
