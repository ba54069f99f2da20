package attacks

import (
	"encoding/json"
	"fmt"
	"io"
	"math/bits"

	"github.com/koggestone/koggestone/internal/cli/textboard"
	"github.com/koggestone/koggestone/quad"
)

// attacksJSON is the object that attacks --json writes for a position.
type attacksJSON struct {
	Placement  string        `json:"placement"`
	SideToMove string        `json:"side_to_move"`
	White      sliderSetJSON `json:"white"`
	Black      sliderSetJSON `json:"black"`
	Sets       *setsJSON     `json:"sets"`
}

type sliderSetJSON struct {
	Bishops setJSON `json:"bishops"`
	Rooks   setJSON `json:"rooks"`
	Queens  setJSON `json:"queens"`
	Sliders setJSON `json:"sliders"`
}

// setJSON is a set of sliders and the squares that it attacks.
type setJSON struct {
	Squares []string      `json:"squares"`
	Attacks textboard.Hex `json:"attacks"`
	Count   int           `json:"count"` // attacked squares
}

// setsJSON contains the sets of package quad that attacks --json writes.
type setsJSON struct {
	White     orderedSets `json:"white,omitempty"`
	Black     orderedSets `json:"black,omitempty"`
	Us        orderedSets `json:"us,omitempty"`
	Attackers *[2][64]int `json:"attackers,omitempty"` // by colour and square
}

// orderedSets is a list of sets that JSON shows as an object. A map would lose the order.
type orderedSets []titledSet

// MarshalJSON returns {"pinned":"0x0000000000000001",...}.
func (o orderedSets) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, s := range o {
		if i > 0 {
			b = append(b, ',')
		}
		b = fmt.Appendf(b, "%q:", s.title)
		b = textboard.Hex(s.set).Append(append(b, '"'))
		b = append(b, '"')
	}
	return append(b, '}'), nil
}

// json returns the given sets of the position.
func (w *analysis) json(sets []*namedSet) *setsJSON {
	r := new(setsJSON)
	for _, s := range sets {
		if s.us != nil {
			r.Us = append(r.Us, titledSet{s.name, s.us(&w.threats)})
			continue
		}
		r.White = append(r.White, titledSet{s.name, s.each(&w.vision, quad.White)})
		r.Black = append(r.Black, titledSet{s.name, s.each(&w.vision, quad.Black)})
		if s.name == "attacks" {
			r.Attackers = &[2][64]int{w.attackers(quad.White), w.attackers(quad.Black)}
		}
	}
	return r
}

// writeJSON writes the position as a JSON object.
func (c *attacksCmd) writeJSON(w io.Writer, e *entry) error {
	sets := c.sets
	if sets == nil {
		sets, _ = chooseSets([]string{"all"})
	}
	side := func(c quad.Color) sliderSetJSON {
		set := func(k sliderSet) setJSON {
			b := e.attacks[c][k]
			return setJSON{textboard.SquareNames(e.pieces[c][k]), textboard.Hex(b), bits.OnesCount64(b)}
		}
		return sliderSetJSON{set(bishops), set(rooks), set(queens), set(sliders)}
	}
	return json.NewEncoder(w).Encode(attacksJSON{textboard.Placement(e.board), e.side.String(), side(quad.White), side(quad.Black),
		analyse(e.board, e.side).json(sets)})
}
