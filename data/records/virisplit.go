package records

import (
	"os"

	"github.com/koggestone/koggestone/data/internal/formats"
)

// gameRange returns the range of the games that start in a range of in.
func (viriFormat) gameRange(in *Input, r Range) (Range, error) {
	f, err := os.Open(in.path)
	if err != nil {
		return r, reason(err)
	}
	defer f.Close()
	if r.Start, err = formats.NextGame(f, r.Start, in.Size); err == nil {
		r.End, err = formats.NextGame(f, r.End, in.Size)
	}
	return r, err
}
