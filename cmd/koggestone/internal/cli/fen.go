package cli

import "github.com/koggestone/koggestone/movegen"

// A FEN is the value of a flag: a FEN, or startpos for the start position.
type FEN string

// UnmarshalText sets f to text. It replaces startpos by the FEN of the start position.
func (f *FEN) UnmarshalText(text []byte) error {
	*f = FEN(text)
	if *f == "startpos" {
		*f = FEN(movegen.Start().FEN())
	}
	return nil
}
