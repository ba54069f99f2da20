package positions

import (
	_ "embed"
	"errors"
	"io"
	"strings"
)

//go:embed games.fen
var gamesText string

// GamesReader returns a reader of 600 positions from played games, as lines of EPD.
func GamesReader() io.Reader { return strings.NewReader(gamesText) }

// Games returns the positions of [GamesReader].
func Games() []Placement {
	var games []Placement
	for r := NewReader(GamesReader()); ; {
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
