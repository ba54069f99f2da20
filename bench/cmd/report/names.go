package main

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/koggestone/koggestone/bench/internal/results"
)

// paths are the library's, from slow to fast.
var paths = []string{"generic", "avx2", "avx512"}

// withPairs is the prefix of paths whose search also finds threat pairs.
const withPairs = "pairs-"

// pathsOf returns the paths that the record's CPU runs.
func pathsOf(rec *results.Record) []string {
	return paths[:slices.Index(paths, rec.Config("path"))+1]
}

// ours reports whether a measured program or method is the library's.
func ours(by string) bool {
	return slices.Contains(paths, by) || by == "koggestone" || strings.HasPrefix(by, "koggestone-")
}

// columnsOf lists methods and programs in the order of the tables' columns, with their
// titles: others first, then ours. The names of programs end in a version.
var columnsOf = []struct{ by, title string }{
	{"plain-magic", "plain magics"},
	{"fancy-magic", "fancy magics"},
	{"hyperbola", "hyperbola quintessence"},
	{"obstruction-difference", "obstruction difference"},
	{"dumb7", "dumb7 fill"},
	{"classical", "classical rays"},
	{"kogge-stone", "Kogge-Stone, scalar"},
	{"lookups", "lookups"},
	{"calls", "one position a call"},
	{"notnil", "notnil"},
	{"corentings", "corentings"},
	{"brighamskarda", "brighamskarda"},
	{"", ""}, // any other
	{"generic", "generic"},
	{"pairs-generic", "generic, threat pairs"},
	{"avx2", "avx2"},
	{"pairs-avx2", "avx2, threat pairs"},
	{"avx512", "avx512"},
	{"pairs-avx512", "avx512, threat pairs"},
	{"koggestone", "koggestone"},
	{"koggestone-bulk", "koggestone, bulk"},
	{"koggestone-one-ply", "koggestone, one ply"},
	{"koggestone-generic", "koggestone, generic"},
	{"koggestone-avx2", "koggestone, avx2"},
}

// isGo reports whether a program is a Go move generator by others.
func isGo(by string) bool {
	return slices.ContainsFunc([]string{"notnil-v", "corentings-v", "brighamskarda-v", "chester-", "dragontoothmg-"}, func(name string) bool {
		return strings.HasPrefix(by, name)
	})
}

// column returns the index of a method or program in columnsOf.
func column(by string) int {
	other := 0
	for i, c := range columnsOf {
		if c.by == "" {
			other = i
		} else if by == c.by || strings.HasPrefix(by, c.by+"-v") {
			return i
		}
	}
	return other
}

// methodName returns the title of a method or program in tables and charts.
func methodName(by string) string {
	c := columnsOf[column(by)]
	if c.by == "" {
		c.title, c.by = by, by
	}
	if version, ok := strings.CutPrefix(by, c.by+"-"); ok && version != "" {
		return c.title + " " + version
	}
	return c.title
}

// byColumn orders methods and programs as columns.
func byColumn(a, b string) int {
	return cmp.Or(cmp.Compare(column(a), column(b)), strings.Compare(a, b))
}

// valueNames holds the titles of the values of other keys.
var valueNames = map[string]string{
	"":      "game positions", // no key: all there is
	"one":   "one position",
	"batch": "batch of 4096",
	"start": "start position",
	"union": "`SliderAttacksBatch`",
	"count": "`CountLegalBatch`",
	"perft": "perft",

	"deltas":         "what a move changes",
	"counted-deltas": "the same, pairs that have features",
	"features":       "the same, and both sides' features",
	"refresh":        "all pairs of a board",

	"lists":          "`AppendLegalMovesBatch`",
	"select":         "`SelectMoveBatch`",
	"status":         "`StatusBatch`",
	"play":           "`PlayBatch`, with clocks and keys",
	"children":       "`AppendChildrenBatch`, a child",
	"mask-alphazero": "`policy.AlphaZero.MaskBatch`",
	"mask-leela":     "`policy.Leela.MaskBatch`",
	"playout":        "a ply of random games: count, select, play, status",

	"moves":                "all legal moves",
	"captures-then-quiets": "captures, then quiet moves",
	"quiet-checks":         "quiet moves that give check",
	"in-check":             "in check?",
	"legal":                "is a move legal? (each of the position)",
	"gives-check":          "does a move give check? (each of the position)",
	"play-and-key":         "play a move, with its change and key",
	"exchange":             "does a capture lose material? (`SEEAtLeast`)",
}

// valueName returns the title of the value of a key: position3 is "position 3".
func valueName(value string) string {
	if t, ok := valueNames[value]; ok {
		return t
	}
	if n, ok := strings.CutPrefix(value, "position"); ok {
		return "position " + n
	}
	return value
}

// order lists values that are not ordered by their names.
var order = []string{"lists", "select", "status", "play", "children", "mask-alphazero", "mask-leela", "playout", "deltas", "counted-deltas", "features", "refresh", "one", "batch", "start", "union", "count", "perft", "generic", "avx2", "avx512"}

// byValue orders the values of a key: numbers by size, words of order first.
func byValue(a, b string) int {
	x, errX := strconv.Atoi(a)
	y, errY := strconv.Atoi(b)
	if errX == nil && errY == nil {
		return cmp.Compare(x, y)
	}
	i, j := slices.Index(order, a), slices.Index(order, b)
	return cmp.Or(cmp.Compare(uint(i), uint(j)), strings.Compare(a, b)) // -1 is the last
}
