// Package corpus contains positions for tests, benchmarks and demonstrations, as FEN or EPD
// lines. It does not parse them, so that every package and oracle can use its own parser.
package corpus

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"iter"
	"strings"
	"sync"
)

// A Suite is a file of positions.
type Suite struct {
	Name string // file name
	Text string // blank lines and lines that start with # contain no position
}

//go:embed games.fen
var games string

//go:embed standard.epd
var standard string

//go:embed tricky.epd
var tricky string

//go:embed chess960.epd
var chess960 string

//go:embed deep.epd
var deep string

//go:embed search.fen.gz
var search []byte

// Games returns 600 positions from played games, four fields each.
func Games() Suite { return Suite{"games.fen", games} }

// Standard returns 128 positions with their perft counts, ";D1 20 ;D2 400".
func Standard() Suite { return Suite{"standard.epd", standard} }

// Tricky returns 26 positions with their perft counts. They test rare rules: pins that affect
// en passant, castling through attacks, X-FEN. In some of them a side has more than 16
// pieces.
func Tricky() Suite { return Suite{"tricky.epd", tricky} }

// Chess960 returns 160 Chess960 positions with their perft counts.
func Chess960() Suite { return Suite{"chess960.epd", chess960} }

// Deep returns the six standard positions of perft with counts that take long to compute.
func Deep() Suite { return Suite{"deep.epd", deep} }

// Search returns 13,987 positions, four fields each, in the order that searches visited them. They are
// random nodes, mostly inside the tree. Benchmarks of calls for engines use them, because a CPU that
// loops over only a thousand positions learns to predict their branches. A longer version of the
// search in examples/engine wrote the file.
func Search() Suite { return Suite{"search.fen.gz", searchText()} }

var searchText = sync.OnceValue(func() string {
	z, err := gzip.NewReader(bytes.NewReader(search))
	if err != nil {
		panic(err) // the embedded file is damaged
	}
	text, err := io.ReadAll(z)
	if err != nil {
		panic(err)
	}
	return string(text)
})

// Reader returns a reader for the suite's text.
func (s Suite) Reader() io.Reader { return strings.NewReader(s.Text) }

// Lines returns the lines of s that hold a position, without the newline.
func (s Suite) Lines() iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range strings.Lines(s.Text) {
			line = strings.TrimRight(line, "\r\n")
			if line != "" && line[0] != '#' && !yield(line) {
				return
			}
		}
	}
}

// FENs yields the positions without their counts.
func (s Suite) FENs() iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range s.Lines() {
			fen, _, _ := strings.Cut(line, ";")
			if !yield(strings.TrimRight(fen, " ")) {
				return
			}
		}
	}
}
