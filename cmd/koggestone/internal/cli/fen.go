package cli

import "github.com/koggestone/koggestone/movegen"

// A FEN is a position as a flag takes it: a FEN, or startpos for the start of a game.
type FEN string

// UnmarshalText sets f to text, written out if it is startpos.
func (f *FEN) UnmarshalText(text []byte) error {
	*f = FEN(text)
	if *f == "startpos" {
		*f = FEN(movegen.Start().FEN())
	}
	return nil
}
