package textboard

import (
	"bytes"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/quad"
)

func TestColour(t *testing.T) {
	b, _, err := quad.ParsePlacement("8/8/8/8/8/8/8/Rk6")
	if err != nil {
		t.Fatal(err)
	}
	var plain, colour bytes.Buffer
	Write(&plain, false, 0, 1, OfPieces("position", b))
	Write(&colour, true, 0, 1, OfPieces("position", b))
	if strings.Contains(plain.String(), "\x1b") {
		t.Error("escape sequences without colour")
	}
	if !strings.Contains(colour.String(), "1 \x1b[1mR\x1b[0m \x1b[1;35mk\x1b[0m \x1b[2m.\x1b[0m") {
		t.Errorf("got %q", colour.String())
	}
}
