package main

import (
	"fmt"
	"strings"

	"github.com/koggestone/koggestone"
)

// A direction is a koggestone.Direction as a flag takes it.
type direction koggestone.Direction

// directionFlags holds the short names of the directions.
var directionFlags = [8]string{"ne", "e", "se", "s", "sw", "w", "nw", "n"}

// UnmarshalText sets d from its name or its initials in upper or lower case, with
// or without a hyphen: "NorthEast", "north-east", "ne".
func (d *direction) UnmarshalText(text []byte) error {
	name := strings.ToLower(strings.ReplaceAll(string(text), "-", ""))
	var all []string
	for i, short := range directionFlags {
		long := strings.ToLower(koggestone.Direction(i).String())
		if name == short || name == long {
			*d = direction(i)
			return nil
		}
		all = append(all, long+" ("+short+")")
	}
	return fmt.Errorf("expected a direction: %s, found %q", strings.Join(all, ", "), text)
}

// isDiagonal tells whether bishops slide in direction d.
func isDiagonal(d koggestone.Direction) bool { return d%2 == 0 }

// words returns the name of d in a sentence: "north-east".
func words(d koggestone.Direction) string {
	name := d.String()
	for _, w := range []string{"North", "South"} {
		if rest, ok := strings.CutPrefix(name, w); ok && rest != "" {
			return strings.ToLower(w + "-" + rest)
		}
	}
	return strings.ToLower(name)
}
