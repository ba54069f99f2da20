package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/boarddraw"
	"github.com/koggestone/koggestone/internal/palette"
	"github.com/koggestone/koggestone/prefix"
	"github.com/koggestone/koggestone/quad"
)

// drawings holds the functions that draw the other files, with boards perRow in a row: 1 for
// narrow screens, or 2.
var drawings = map[string]func(w io.Writer, perRow int) error{
	"bits.svg":        bits,
	"fill.svg":        fill,
	"wraps.svg":       wraps,
	"subtraction.svg": subtraction,
	"generators.svg":  generators,
	"directions.svg":  directions,
	"positions.svg":   positions,
	"ranks.svg":       ranks,
	"doubling.svg":    doubling,
	"adder.svg":       adder,
}

func board(placement string) quad.Board {
	b, _, err := quad.ParsePlacement(placement)
	if err != nil {
		panic(err) // all placements are in this file
	}
	return b
}

// shade is a set in a class of the palette.
type shade struct {
	class string
	set   uint64
}

// panel returns a panel with the pieces of a placement, if it is not empty, and with sets.
// Later sets cover earlier ones.
func panel(title, note, placement string, shades ...shade) boarddraw.Panel {
	p := boarddraw.NewPanel(title, note)
	if placement != "" {
		p.SetPieces(board(placement))
	}
	for _, s := range shades {
		p.SetClass(s.set, s.class)
	}
	return p
}

func legend(pairs ...string) (items []boarddraw.LegendItem) {
	for i := 0; i < len(pairs); i += 2 {
		items = append(items, boarddraw.LegendItem{Class: pairs[i], Text: pairs[i+1]})
	}
	return items
}

// bits draws the numbers of the bits, and a rook as a number.
func bits(w io.Writer, perRow int) error {
	numbers := panel("The bit of each square", "a1 is bit 0, h8 is bit 63", "")
	for sq := range numbers.Squares {
		numbers.Squares[sq].Above = fmt.Sprint(sq)
	}
	const rook = uint64(1) << 27
	d := &boarddraw.Drawing{Title: "64 squares are the 64 bits of a word", Legend: legend("gen", "1")}
	d.Panels = []boarddraw.Panel{
		numbers, panel("1 << 27", fmt.Sprintf("%#016x: a rook on d4", rook), "8/8/8/8/3R4/8/8/8", shade{"gen", rook}),
		panel("1 << 27 << 8", fmt.Sprintf("%#016x: one rank up", rook<<8), "", shade{"gen", rook << 8}),
		panel("1 << 27 | 1 << 27 << 8", fmt.Sprintf("%#016x: both", rook|rook<<8), "", shade{"gen", rook | rook<<8}),
	}
	return d.Layout(perRow).Write(w)
}

// fill draws a fill of the empty board.
func fill(w io.Writer, perRow int) error {
	gen := board(position).Orthogonal()
	d := &boarddraw.Drawing{Title: "A fill going north on an empty board", Legend: legend("slider", "from here", "gen", "filled", "new", "new in this step")}
	d.Panels = append(d.Panels, panel("gen", "", "", shade{"slider", gen}))
	for now, s := gen, 8; s <= 32; s *= 2 {
		after := now | now<<s
		d.Panels = append(d.Panels, panel(fmt.Sprintf("gen |= gen << %d", s), map[int]string{8: "one square north", 16: "two squares north", 32: "four squares north"}[s], "", shade{"gen", after}, shade{"new", after &^ now}, shade{"slider", gen}))
		now = after
	}
	return d.Layout(perRow).Write(w)
}

// wraps draws a step that leaves the board, and the wrap mask.
func wraps(w io.Writer, perRow int) error {
	b := board(position)
	sliders := b.Orthogonal()
	moved := sliders << 1
	wrong := moved &^ koggestone.Step(sliders, koggestone.East)
	d := &boarddraw.Drawing{Title: "A step to the east, gen << 1, and its wrap mask", Legend: legend("gen", "one square east", "wrong", "wrapped around: the bit after h5 is a6", "pro", "in the mask")}
	d.Panels = []boarddraw.Panel{
		panel("gen", "rooks and queens", position, shade{"slider", sliders}),
		panel("gen << 1", "bit 39 becomes bit 40", position, shade{"gen", moved}, shade{"wrong", wrong}),
		panel("wrap mask", "where a step east can arrive: not on the a-file", "", shade{"pro", ^uint64(0x0101010101010101)}),
		panel("gen << 1 & mask", "", position, shade{"gen", moved &^ wrong}),
	}
	return d.Layout(perRow).Write(w)
}

// subtraction draws the fill by subtraction.
func subtraction(w io.Writer, perRow int) error {
	b := board(position)
	s, o := b.Orthogonal(), b.Occupied()
	difference := prefix.ByteSub(o, koggestone.EastStep(s))
	d := &boarddraw.Drawing{Title: "Attacks going east by subtraction: a byte is a rank, its a-file the lowest bit",
		Legend: legend("slider", "2s", "kill", "occupied", "borrow", "borrowed", "paid", "paid", "gen", "attacked")}
	d.Panels = []boarddraw.Panel{
		panel("o: occupied", "1 on squares with a piece", position, shade{"kill", o}),
		panel("2s: twice the sliders", "each one square east", position, shade{"slider", koggestone.EastStep(s)}),
		panel("o - 2s", "borrows run to the first blocker or the edge", position, shade{"kill", o}, shade{"borrow", difference &^ o}, shade{"paid", o &^ difference}),
		panel("o ^ (o - 2s)", "the changed bits are attacked", position, shade{"gen", prefix.EastAttacksBySubtraction(s, b.Empty())}),
	}
	return d.Layout(perRow).Write(w)
}

// classes are the colours of four generators.
var classes = [4]string{"one", "two", "three", "four"}

// generators draws four generators over one propagator.
func generators(w io.Writer, perRow int) error {
	b := board(position)
	const d = koggestone.SouthEast
	gens := [4]uint64{b.Bishops() & b.White(), b.Queens() & b.White(), b.Bishops() & b.Black(), b.Queens() & b.Black()}
	var fills, attacks [8][4]uint64
	koggestone.MultiOccluded(&fills, &gens, b.Empty())
	koggestone.MultiAttacks(&attacks, &gens, b.Empty())
	shades := func(sets [4]uint64) (out []shade) {
		for i, set := range sets {
			out = append(out, shade{classes[i], set})
		}
		return out
	}
	x := &boarddraw.Drawing{Title: "Four generators going south-east over one propagator",
		Legend: legend("one", "white bishops", "two", "white queens", "three", "black bishops", "four", "black queens", "pro", "in the propagator")}
	x.Panels = []boarddraw.Panel{
		panel("gen[0] to gen[3]", "one set for each kind and colour", position, shades(gens)...),
		panel("pro", "computed once, for all four", position, shade{"pro", b.Empty() & koggestone.Step(^uint64(0), d)}),
		panel("Fills", "no two ever meet", position, shades(fills[d])...),
		panel("Attacks", "every square shows what attacks it", position, shades(attacks[d])...),
	}
	return x.Layout(perRow).Write(w)
}

// short holds abbreviations of the directions.
var short = [8]string{"NE", "E", "SE", "S", "SW", "W", "NW", "N"}

// directions draws the eight lanes of a register.
func directions(w io.Writer, perRow int) error {
	b := board(position)
	queen := b.Queens() & b.White()
	d := &boarddraw.Drawing{Title: "Lanes are directions: one position, eight lanes, each rotates by its own amount", Legend: legend("slider", "the white queen, in every lane", "gen", "attacked in the direction of the lane")}
	register := boarddraw.Register{Name: "gen in a register of 512 bits; one instruction rotates each lane by its own amount"}
	for dir, ray := range koggestone.RayAttacks(queen, b.Empty()) {
		x := koggestone.Direction(dir)
		register.Lanes = append(register.Lanes, boarddraw.Lane{Title: fmt.Sprintf("lane %d", dir), Note: fmt.Sprintf("%s %+d", short[dir], x.Shift())})
		d.Panels = append(d.Panels, panel(fmt.Sprintf("Lane %d: %v", dir, x), fmt.Sprintf("rotate by %+d", x.Shift()), position, shade{"gen", ray}, shade{"slider", queen}))
	}
	d.Registers = []boarddraw.Register{register}
	return d.Layout(perRow).Write(w)
}

// four are the positions of lanes and of bytes.
var four = []string{position, "r4rk1/1pp2ppp/p1n5/3q4/3P4/2P2N2/PP3PPP/R2QR1K1", "8/5k2/2R5/8/1r6/4K1B1/6P1/8", "6k1/5ppp/8/1b6/3R4/8/5PPP/3R2K1"}

// positions draws lanes that are positions.
func positions(w io.Writer, perRow int) error {
	d := &boarddraw.Drawing{Title: "Lanes are positions: one direction, the same shift in every lane", Legend: legend("slider", "slider", "gen", "attacked going north")}
	registers := [2]boarddraw.Register{{Name: "gen in a register of 256 bits: rooks and queens of four positions"}, {Name: "gen << 8: one instruction shifts all lanes by the same amount"}}
	for i, placement := range four {
		b := board(placement)
		sliders := b.Orthogonal()
		for k, lane := range []uint64{sliders, sliders << 8} {
			registers[k].Lanes = append(registers[k].Lanes, boarddraw.Lane{Title: fmt.Sprintf("lane %d", i), Note: fmt.Sprintf("%016x", lane)})
		}
		d.Panels = append(d.Panels, panel(fmt.Sprintf("Lane %d", i), "gen |= pro & gen << 8, ...", placement,
			shade{"slider", sliders}, shade{"gen", koggestone.NorthAttacks(sliders, b.Empty())}))
	}
	d.Registers = registers[:]
	return d.Layout(perRow).Write(w)
}

// ranks draws registers that are ranks: a byte of every position in each.
func ranks(w io.Writer, perRow int) error {
	const cell, pitch = 17, 44
	shown, gap, left, top, below, label := four, 24, 130, 96, 90, 24
	title := []string{"Registers are ranks: a byte of every position in each; north is the next register"}
	note := []string{"attacks[r] = sliders[r-1] | empty[r-1] &amp; attacks[r-1]: one operation per rank for all positions"}
	if perRow == 1 {
		shown, gap, left, top, below, label = four[:2], 12, 110, 128, 170, 8
		title = []string{"Registers are ranks: a byte of every", "position in each; north is the next", "register"}
		note = []string{"attacks[r] = sliders[r-1] |", "empty[r-1] &amp; attacks[r-1]:", "one operation per rank for all positions"}
	}
	width, height := left+len(shown)*(8*cell+gap)+60, top+8*pitch+below
	if perRow == 1 {
		width -= 20
	}
	out := fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img" font-family="DejaVu Sans, Verdana, Helvetica, sans-serif">`+"\n", width, height)
	out = fmt.Appendf(out, "<title>%s</title>\n<style>%s .no { fill: #f6f1e6 } rect { stroke: #4d4436; stroke-width: .6 } .both { stroke: #df8414; stroke-width: 4 } .b { stroke-width: 2; fill: none } text { font-size: 14px; fill: #222 } .h { font-size: 15px; font-weight: bold } .ground { fill: #fdfbf6; stroke: none } .walk { stroke: #222; stroke-width: 2 } @media (prefers-color-scheme: dark) { .ground { fill: #0d1117 } text, path { fill: #e6edf3 } .b, .walk { stroke: #b9c2cc } }</style>\n", strings.Join(title, " "), palette.CSS())
	out = fmt.Appendf(out, `<rect class="ground" width="%d" height="%d"/>`+"\n", width, height)
	for i, line := range title {
		out = fmt.Appendf(out, `<text class="h" x="24" y="%d">%s</text>`+"\n", 34+20*i, line)
	}
	text := func(x, y int, s string) { out = fmt.Appendf(out, `<text x="%d" y="%d">%s</text>`+"\n", x, y, s) }
	for i, placement := range shown {
		b := board(placement)
		sliders := b.Orthogonal()
		attacks := koggestone.NorthAttacks(sliders, b.Empty())
		x := left + i*(8*cell+gap)
		text(x, top-14, fmt.Sprintf("position %d", i))
		for rank := range 8 {
			y := top + (7-rank)*pitch
			for file := range 8 {
				class := "no"
				switch sq := 8*rank + file; {
				case attacks&sliders>>sq&1 != 0:
					class = "gen both"
				case attacks>>sq&1 != 0:
					class = "gen"
				case sliders>>sq&1 != 0:
					class = "slider"
				case b.Empty()>>sq&1 == 0:
					class = "kill"
				}
				out = fmt.Appendf(out, `<rect class="%s" x="%d" y="%d" width="%d" height="%d"/>`, class, x+file*cell, y, cell, cell)
			}
			out = append(out, '\n')
		}
	}
	for rank := range 8 {
		y := top + (7-rank)*pitch
		text(label, y+14, fmt.Sprintf("register %d", rank))
		out = fmt.Appendf(out, `<rect class="b" x="%d" y="%d" width="%d" height="%d"/>`+"\n", left-8, y-6, width-left-40, cell+12)
		text(width-44, y+14, "...")
		if rank > 0 {
			x := left - 22
			out = fmt.Appendf(out, `<path class="walk" d="M%d %dV%d"/><path d="M%d %dl5 9h-10z"/>`+"\n", x, y+pitch+4, y+20, x, y+12)
		}
	}
	y := top + 8*pitch + 14
	for _, line := range note {
		text(24, y, line)
		y += 20
	}
	x := 24
	for _, item := range legend("slider", "slider", "gen", "attacked going north", "gen both", "attacked slider", "kill", "another piece") {
		if wide := 60 + 9*len(item.Text); perRow == 1 && x > 24 && x+wide > width {
			x, y = 24, y+28
		}
		out = fmt.Appendf(out, `<rect class="%s" x="%d" y="%d" width="18" height="18"/>`, item.Class, x, y+2)
		text(x+26, y+16, item.Text)
		x += 60 + 9*len(item.Text)
	}
	_, err := w.Write(append(out, "</svg>\n"...))
	return err
}
