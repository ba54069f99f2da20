package attacks

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/boarddraw"
	"github.com/koggestone/koggestone/internal/cli/textboard"
	"github.com/koggestone/koggestone/quad"
)

// A colour's attackers are drawn in mostShades shades. The last shade also shows larger
// counts.
const mostShades = 5

// attackersDrawing draws how many pieces of each colour attack each square, checks and
// pins, and the given sets.
func attackersDrawing(w *analysis, sets []*namedSet) *boarddraw.Drawing {
	d := &boarddraw.Drawing{Title: fmt.Sprintf("%s, %v to move", textboard.Placement(w.vision.Board), w.us)}
	p := boarddraw.NewPanel("Attackers of each colour", "", w.vision.Board)
	var most [2]int
	for c := range most {
		for sq, n := range w.attackers(quad.Color(c)) {
			if n == 0 {
				continue
			}
			most[c] = max(most[c], n)
			shade, s := attackerShade(quad.Color(c), n), &p.Squares[sq]
			if c == 0 {
				s.Lower, s.Below = shade, fmt.Sprint(n)
			} else {
				s.Upper, s.Above = shade, fmt.Sprint(n)
			}
		}
	}
	for _, c := range []quad.Color{quad.White, quad.Black} {
		addChecks(&p, w, c)
		addPins(&p, w, c)
	}
	d.Panels = append(d.Panels, p)
	for _, s := range sets {
		for _, x := range w.titled(s) {
			d.Panels = append(d.Panels, boarddraw.NewPanel(x.title, "", w.vision.Board, boarddraw.Shaded("set", x.set)))
		}
	}
	for c, side := range []string{"by White", "by Black"} {
		for n := 1; n <= min(most[c], mostShades); n++ {
			text := fmt.Sprint(n)
			if n == mostShades {
				text += " or more"
			}
			if n == 1 {
				text = "attacked " + side + ": 1"
			}
			d.Legend = append(d.Legend, boarddraw.LegendItem{Class: attackerShade(quad.Color(c), n), Text: text, Break: n == 1})
		}
	}
	var rest []boarddraw.LegendItem
	for _, class := range []string{"check", "pin"} {
		if slices.ContainsFunc(d.Panels[0].Arrows, func(a boarddraw.Arrow) bool { return a.Class == class }) {
			rest = append(rest, boarddraw.LegendItem{Class: class, Text: class, Arrow: true})
		}
	}
	if len(sets) > 0 {
		rest = append(rest, boarddraw.LegendItem{Class: "set", Text: "in the set"})
	}
	if len(rest) > 0 {
		rest[0].Break = true
	}
	d.Legend = append(d.Legend, rest...)
	perRow := 2
	if len(d.Panels) > 4 {
		perRow = 4
	}
	return d.Layout(perRow)
}

// attackerShade returns the style for a square that n of c's pieces attack.
func attackerShade(c quad.Color, n int) string {
	return fmt.Sprint("wb"[c:c+1], min(n, mostShades))
}

// addChecks draws an arrow from every piece that gives check to c's king.
func addChecks(p *boarddraw.Panel, w *analysis, c quad.Color) {
	kings := w.vision.Board.Pieces(c, quad.King)
	for checkers := w.vision.Checkers(c); checkers != 0; checkers &= checkers - 1 {
		from := bits.TrailingZeros64(checkers)
		kind := w.vision.Board.At(from).Kind()
		for k := kings; k != 0; k &= k - 1 {
			if w.vision.Board.AttackFrom(c.Other(), kind, k&-k)>>from&1 != 0 {
				p.AddArrow(from, bits.TrailingZeros64(k), "check")
			}
		}
	}
}

// addPins draws rings around c's pinned pieces, and an arrow from each pinning piece to
// the king.
func addPins(p *boarddraw.Panel, w *analysis, c quad.Color) {
	b := &w.vision.Board
	pinned := w.vision.Pinned(c)
	for set := pinned; set != 0; set &= set - 1 {
		p.AddRing(bits.TrailingZeros64(set))
	}
	for pinners := w.vision.Pinners(c); pinners != 0; pinners &= pinners - 1 {
		from := bits.TrailingZeros64(pinners)
		rays := koggestone.RayAttacks(pinners&-pinners, b.Empty()|pinned)
		for d, ray := range rays {
			moves := b.Orthogonal()
			if koggestone.Direction(d).Diagonal() {
				moves = b.Diagonal()
			}
			// The ray ends at its first blocker. If the slider pins, this is the king, because
			// pinned pieces count as empty here.
			if king := ray & b.Pieces(c, quad.King); king != 0 && ray&pinned != 0 && moves>>from&1 != 0 {
				p.AddArrow(from, bits.TrailingZeros64(king), "pin")
			}
		}
	}
}
