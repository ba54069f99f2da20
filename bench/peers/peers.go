// Package peers counts the leaves of game trees with the move generators of other
// libraries, at the versions that go.mod names.
//
// They all count the moves of the last ply without playing them, by the length of the
// list of legal moves.
//
// github.com/brighamskarda/chess is under the GNU Affero General Public License, and so is
// a program built with this package. The library is not, because nothing in the library
// uses this module.
package peers

import (
	"encoding"
	"errors"

	brighamskarda "github.com/brighamskarda/chess/v2"
	corentings "github.com/corentings/chess/v2"
	notnil "github.com/notnil/chess"
)

// A Peer is a library with its version.
type Peer struct {
	Name   string // "corentings-v2.5.1", the version of go.mod
	Module string

	// Perft returns the number of ways to play depth legal moves, 1 or more, from a
	// position.
	Perft func(fen string, depth int) (uint64, error)
}

// All returns the peers.
func All() []Peer {
	return []Peer{
		{"corentings-v2.5.1", "github.com/corentings/chess/v2", perft(corentingsCount)},
		{"brighamskarda-v2.0.0", "github.com/brighamskarda/chess/v2", perft(brighamskardaCount)},
		{"notnil-v1.10.0", "github.com/notnil/chess", perft(notnilCount)},
	}
}

// perft makes a Perft for a library with positions of type P. The function count counts the
// leaves below a position.
func perft[P any, T interface {
	*P
	encoding.TextUnmarshaler
}](count func(p *P, depth int) uint64) func(fen string, depth int) (uint64, error) {
	return func(fen string, depth int) (uint64, error) {
		if depth < 1 {
			return 0, errors.New("expected a depth of 1 or more")
		}
		p := new(P)
		if err := T(p).UnmarshalText([]byte(fen)); err != nil {
			return 0, err
		}
		return count(p, depth), nil
	}
}

func corentingsCount(p *corentings.Position, depth int) (n uint64) {
	moves := p.ValidMovesUnsafe()
	if depth == 1 {
		return uint64(len(moves))
	}
	for i := range moves {
		n += corentingsCount(p.Update(&moves[i]), depth-1)
	}
	return n
}

func brighamskardaCount(p *brighamskarda.Position, depth int) (n uint64) {
	moves := brighamskarda.LegalMoves(p)
	if depth == 1 {
		return uint64(len(moves))
	}
	for _, m := range moves {
		child := *p
		child.Move(m)
		n += brighamskardaCount(&child, depth-1)
	}
	return n
}

func notnilCount(p *notnil.Position, depth int) (n uint64) {
	moves := p.ValidMoves()
	if depth == 1 {
		return uint64(len(moves))
	}
	for _, m := range moves {
		n += notnilCount(p.Update(m), depth-1)
	}
	return n
}
