package perft

import (
	"cmp"
	"slices"
)

// sortWords is the number of words of a position that [Weighted.Compare] compares.
const sortWords = 5

// word returns word k of the position. Word 0 is the most significant.
func (w *Weighted) word(k int) uint64 {
	switch k {
	case 0:
		return uint64(w.Side)
	case 1:
		return w.Board.G0
	case 2:
		return w.Board.G1
	case 3:
		return w.Board.G2
	}
	return w.Board.GB
}

// A sortKey represents a position during sorting.
type sortKey struct {
	word  uint64 // one word of the position
	index int    // index of the position
}

// sorted returns positions in the order of [Weighted.Compare]. It sorts keys of one word, and
// then sorts equal keys by the next word. Sorting the positions themselves takes twice as
// long, because they are large.
func sorted(positions []Weighted) []Weighted {
	keys := make([]sortKey, len(positions))
	for i := range keys {
		keys[i].index = i
	}
	sortByWord(keys, positions, 0)
	out := make([]Weighted, len(positions))
	for i := range keys {
		out[i] = positions[keys[i].index]
	}
	return out
}

// sortByWord sorts keys by word k of their positions, which are equal in all words before it.
func sortByWord(keys []sortKey, positions []Weighted, k int) {
	for i := range keys {
		keys[i].word = positions[keys[i].index].word(k)
	}
	slices.SortFunc(keys, func(a, b sortKey) int { return cmp.Compare(a.word, b.word) })
	if k == sortWords-1 {
		return
	}
	for i := 0; i < len(keys); {
		n := 1
		for i+n < len(keys) && keys[i+n].word == keys[i].word {
			n++
		}
		if n > 1 {
			sortByWord(keys[i:i+n], positions, k+1)
		}
		i += n
	}
}
