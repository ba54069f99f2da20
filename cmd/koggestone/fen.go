package main

import "github.com/koggestone/koggestone/movegen"

// A fen is a position as a flag takes it: a FEN, or startpos for the start of a game.
type fen string

// UnmarshalText sets f to text, written out if it is startpos.
func (f *fen) UnmarshalText(text []byte) error {
	*f = fen(text)
	if *f == "startpos" {
		*f = fen(movegen.Start().FEN())
	}
	return nil
}
