package positions

import (
	"errors"
	"io"

	"github.com/koggestone/koggestone/internal/corpus"
)

// Games returns the positions of corpus.Games.
func Games() []Placement {
	var games []Placement
	for r := NewReader(corpus.Games().Reader()); ; {
		p, _, err := r.Next()
		if errors.Is(err, io.EOF) {
			return games
		}
		if err != nil {
			panic("positions: games.fen: " + err.Error()) // a test parses it
		}
		games = append(games, p)
	}
}
