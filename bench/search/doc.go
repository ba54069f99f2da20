// Package search runs the search of examples/engine over three libraries: this one, this
// one as it was before it had nodes, and github.com/brighamskarda/chess. The files of the
// search are the same, copied with another package for what they ask; so are the nodes,
// the scores and the best moves, and nodes a second tell what the libraries take.
package search

//go:generate go run ./copies

import (
	"github.com/koggestone/koggestone/bench/search/before"
	"github.com/koggestone/koggestone/bench/search/brighamskarda"
	"github.com/koggestone/koggestone/bench/search/deltas"
	"github.com/koggestone/koggestone/bench/search/now"
)

// A Search searches a position of chess so many plies deep, with a new table of 1 MiB,
// and returns the nodes, the score and the best move.
type Search func(fen string, depth int) (nodes uint64, score int, best string, err error)

// Now, Before and Brighamskarda search over this library, over this library before it had
// nodes, and over github.com/brighamskarda/chess. Deltas is Now that also finds the
// features of threat pairs that every move changes, and adds them up.
var Now, Deltas, Before, Brighamskarda Search = now.Search, deltas.Search, before.Search, brighamskarda.Search
