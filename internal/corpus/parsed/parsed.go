// Package parsed contains the corpus as positions. The tests of package movegen cannot import it.
package parsed

import (
	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/movegen"
)

// Positions returns the positions of suites, in order.
func Positions(suites ...corpus.Suite) (all []movegen.Position) {
	for _, suite := range suites {
		for fen := range suite.FENs() {
			p, err := movegen.ParseFEN(fen)
			if err != nil {
				panic("corpus: " + fen + ": " + err.Error()) // the library's tests parse them
			}
			all = append(all, p)
		}
	}
	return all
}
