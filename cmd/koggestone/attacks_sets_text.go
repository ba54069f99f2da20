package main

import (
	"bufio"
	"fmt"
	"math/bits"

	"github.com/koggestone/koggestone/quad"
)

// writeShown writes a heading for the sets of c.show and a line for each position:
// the number of squares of each set and the set.
func (c *attacksCmd) writeShown(w *bufio.Writer, a *attackBatch, head bool) error {
	const width = 21 // of " 8 " and a set
	for i := range a.boards {
		v := view(a.boards[i], a.sides[i])
		if head {
			fmt.Fprintf(w, "%8s  %-7s", "line", "to move")
			for _, s := range c.sets {
				for _, x := range v.shown(s) {
					fmt.Fprintf(w, "  %-*s", width, x.title)
				}
			}
			fmt.Fprintln(w, "  position")
			head = false
		}
		line := appendRight(nil, a.lines[i], 8)
		line = fmt.Appendf(line, "  %-7v", v.us)
		for _, s := range c.sets {
			for _, x := range v.shown(s) {
				line = appendRight(append(line, "  "...), bits.OnesCount64(x.set), 2)
				line = hex(x.set).append(append(line, ' '))
			}
		}
		line = a.boards[i].AppendPlacement(append(line, "  "...))
		if _, err := w.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return nil
}

// writeShownBoards writes the one position of a and the sets of c.show as boards.
func (c *attacksCmd) writeShownBoards(s *streams, a *attackBatch) {
	v := view(a.boards[0], a.sides[0])
	fmt.Fprintf(s.out, "%s, %v to move\n\n", placement(a.boards[0]), v.us)
	boards := []board{pieceBoard("position", a.boards[0])}
	digits := false
	for _, set := range c.sets {
		for k, x := range v.shown(set) {
			b := setBoard(x.title, x.set)
			if set.name == "attacks" {
				digits = true
				for sq, n := range v.attackers(quad.Color(k)) {
					if n > 0 {
						b.squares[sq].mark = "123456789+"[min(n, 10)-1]
					}
				}
			}
			boards = append(boards, b)
		}
	}
	writeBoards(s.out, s.colour, 1, boards[0])
	fmt.Fprintln(s.out)
	writeBoards(s.out, s.colour, 4, boards[1:]...)
	fmt.Fprintf(s.out, "\n1 in the set.")
	if digits {
		fmt.Fprint(s.out, " For attacks the digit counts the attackers, + is more than 9.")
	}
	fmt.Fprintln(s.out)
}

// setsJSON is what attacks --json writes of the sets of package quad.
type setsJSON struct {
	White     orderedSets `json:"white,omitempty"`
	Black     orderedSets `json:"black,omitempty"`
	Us        orderedSets `json:"us,omitempty"`
	Attackers *[2][64]int `json:"attackers,omitempty"` // by colour and square
}

// orderedSets are sets that JSON shows as an object with their order kept.
type orderedSets []shownSet

// MarshalJSON returns {"pinned":"0x0000000000000001",...}.
func (o orderedSets) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, s := range o {
		if i > 0 {
			b = append(b, ',')
		}
		b = fmt.Appendf(b, "%q:", s.title)
		b = hex(s.set).append(append(b, '"'))
		b = append(b, '"')
	}
	return append(b, '}'), nil
}

// json returns the given sets of the position.
func (w *viewed) json(sets []*namedSet) *setsJSON {
	r := new(setsJSON)
	for _, s := range sets {
		if s.us != nil {
			r.Us = append(r.Us, shownSet{s.name, s.us(&w.threats)})
			continue
		}
		r.White = append(r.White, shownSet{s.name, s.each(&w.vision, quad.White)})
		r.Black = append(r.Black, shownSet{s.name, s.each(&w.vision, quad.Black)})
		if s.name == "attacks" {
			r.Attackers = &[2][64]int{w.attackers(quad.White), w.attackers(quad.Black)}
		}
	}
	return r
}

// helpSets is what --help says about the sets.
func helpSets() map[string]string {
	return map[string]string{
		"colour_sets": setNames(false),
		"us_sets":     setNames(true),
	}
}
