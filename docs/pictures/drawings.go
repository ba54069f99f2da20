package main

import (
	"fmt"
	"math/bits"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/boarddraw"
	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/prefix"
	"github.com/koggestone/koggestone/quad"
)

// drawings contains the functions that draw the other files.
var drawings = map[string]func() *boarddraw.Drawing{
	"bits": bitNumbers, "fill": fill, "strip": strip, "jump": jump, "propagator": propagator, "wraps": wraps, "subtraction": subtraction, "generators": generators,
	"directions": directions, "positions": positions, "ranks": ranks, "raylist": rayList,
}

func board(placement string) quad.Board {
	b, _, err := quad.ParsePlacement(placement)
	if err != nil {
		panic(err) // all placements are in this file
	}
	return b
}

var shaded = boarddraw.Shaded

// panel returns a panel with the pieces of a placement, if it is not empty, and with sets.
func panel(title, note, placement string, shades ...boarddraw.Shade) boarddraw.Panel {
	var b quad.Board
	if placement != "" {
		b = board(placement)
	}
	return boarddraw.NewPanel(title, note, b, shades...)
}

func legend(pairs ...string) (items []boarddraw.LegendItem) {
	for i := 0; i < len(pairs); i += 2 {
		items = append(items, boarddraw.LegendItem{Class: pairs[i], Text: pairs[i+1]})
	}
	return items
}

// bitNumbers draws the numbers of the bits, and a rook as a number.
func bitNumbers() *boarddraw.Drawing {
	numbers := panel("The bit of each square", "a1 is bit 0, h8 is bit 63", "")
	for sq := range numbers.Squares {
		numbers.Squares[sq].Middle = fmt.Sprint(sq)
	}
	const rook = uint64(1) << 27
	d := &boarddraw.Drawing{Title: "64 squares are the 64 bits of a word", Legend: legend("gen", "the bit is 1")}
	d.Panels = []boarddraw.Panel{
		numbers, panel("1 << 27", fmt.Sprintf("%#016x: a rook on d4", rook), "8/8/8/8/3R4/8/8/8", shaded("gen", rook)),
		panel("1 << 27 << 8", fmt.Sprintf("%#016x: one rank up", rook<<8), "", shaded("gen", rook<<8)),
		panel("1 << 27 | 1 << 27 << 8", fmt.Sprintf("%#016x: both", rook|rook<<8), "", shaded("gen", rook|rook<<8)),
	}
	return d
}

// fill draws a fill on the empty board.
func fill() *boarddraw.Drawing {
	gen := board(position).Orthogonal()
	d := &boarddraw.Drawing{Title: "A fill going north on an empty board", Legend: legend("slider", "from here", "gen", "filled", "new", "new in this step")}
	d.Panels = append(d.Panels, panel("fill", "", "", shaded("slider", gen)))
	for now, s := gen, 8; s <= 32; s *= 2 {
		after := now | now<<s
		d.Panels = append(d.Panels, panel(fmt.Sprintf("fill |= fill << %d", s), map[int]string{8: "one square north", 16: "two squares north", 32: "four squares north"}[s], "", shaded("gen", after), shaded("new", after&^now), shaded("slider", gen)))
		now = after
	}
	return d
}

// strip draws a whole fill in one row: the picture of the README.
func strip() *boarddraw.Drawing {
	d := some(steps(), 1, 2, 3, 4)
	d.Title = "All rooks and queens go north at once, over empty squares"
	for i, title := range []string{"1 square", "2 squares more", "4 squares more", "1 more: the attacks"} {
		d.Panels[i].Title = title
	}
	b := board(position)
	gen := b.Orthogonal()
	reached := koggestone.NorthOccluded(gen, b.Empty())
	last := &d.Panels[3]
	*last = panel(last.Title, last.Note, position, shaded("gen", reached<<8), shaded("new", reached<<8&^reached), shaded("slider", gen))
	d.Legend = legend("slider", "rook or queen", "new", "new in this step", "gen", "reached or attacked")
	return d
}

// jump draws a fill that goes wrong because it only tests the square where a step arrives.
func jump() *boarddraw.Drawing {
	b := board(position)
	gen := b.Orthogonal()
	right := koggestone.NorthOccluded(gen, b.Empty())
	d := &boarddraw.Drawing{Title: "Steps that look only at the square where they arrive", Legend: legend("slider", "slider", "gen", "reached", "new", "new in this step", "wrong", "jumped over a piece")}
	d.Panels = append(d.Panels, panel("gen", "rooks and queens", position, shaded("slider", gen)))
	for now, s := gen, 8; s <= 32; s *= 2 {
		after := now | now<<s&b.Empty()
		d.Panels = append(d.Panels, panel(fmt.Sprintf("A step by %d", s/8), fmt.Sprintf("gen |= empty & (gen << %d)", s), position, shaded("gen", after), shaded("new", after&^now), shaded("wrong", after&^right), shaded("slider", gen)))
		now = after
	}
	return d
}

// propagator draws the generators of a fill, each followed by the propagator that the next step uses.
func propagator() *boarddraw.Drawing {
	d := steps()
	d.Title = "All rooks and queens go north: gen after each step, then pro for the next"
	p := d.Panels
	p[0].Note, p[5].Note, p[4].Note = "rooks and queens", "the squares that a step may enter", "one more shift, without the rooks and queens"
	d.Panels = []boarddraw.Panel{p[0], p[5], p[1], p[6], p[2], p[7], p[3], p[4]}
	return d
}

// wraps draws a step that leaves the board, and the wrap mask.
func wraps() *boarddraw.Drawing {
	b := board(position)
	sliders := b.Orthogonal()
	moved := sliders << 1
	wrong := moved &^ koggestone.Step(sliders, koggestone.East)
	d := &boarddraw.Drawing{Title: "A step to the east, gen << 1, and its wrap mask", Legend: legend("gen", "one square east", "wrong", "wrapped around: the bit after h5 is a6", "pro", "in the wrap mask")}
	d.Panels = []boarddraw.Panel{
		panel("gen", "rooks and queens", position, shaded("slider", sliders)),
		panel("gen << 1", "bit 39 becomes bit 40", position, shaded("gen", moved), shaded("wrong", wrong)),
		panel("wrap", "the mask: where a step east can arrive", "", shaded("pro", ^uint64(0x0101010101010101))),
		panel("(gen << 1) & wrap", "", position, shaded("gen", moved&^wrong)),
	}
	return d
}

// subtraction draws the fill by subtraction.
func subtraction() *boarddraw.Drawing {
	b := board(position)
	s, o := b.Orthogonal(), b.Occupied()
	difference := prefix.ByteSub(o, koggestone.EastStep(s))
	d := &boarddraw.Drawing{Title: "Attacks going east by subtraction: a byte is a rank, its a-file the lowest bit",
		Legend: legend("slider", "2s", "kill", "occupied", "borrow", "borrowed", "paid", "paid", "gen", "attacked")}
	d.Panels = []boarddraw.Panel{
		panel("o: occupied", "1 on squares with a piece", position, shaded("kill", o)),
		panel("2s: twice the sliders", "each one square east", position, shaded("slider", koggestone.EastStep(s))),
		panel("o - 2s", "borrows run to the first blocker or the edge", position, shaded("kill", o), shaded("borrow", difference&^o), shaded("paid", o&^difference)),
		panel("o xor (o - 2s)", "the changed bits are attacked", position, shaded("gen", prefix.EastAttacksBySubtraction(s, b.Empty()))),
	}
	return d
}

// classes are the styles of four generators.
var classes = [4]string{"one", "two", "three", "four"}

// generators draws four generators over one propagator.
func generators() *boarddraw.Drawing {
	b := board(position)
	const d = koggestone.SouthEast
	gens := [4]uint64{b.Bishops() & b.White(), b.Queens() & b.White(), b.Bishops() & b.Black(), b.Queens() & b.Black()}
	var fills, attacks [8][4]uint64
	koggestone.MultiOccluded(&fills, &gens, b.Empty())
	koggestone.MultiAttacks(&attacks, &gens, b.Empty())
	shades := func(sets [4]uint64) (out []boarddraw.Shade) {
		for i, set := range sets {
			out = append(out, shaded(classes[i], set))
		}
		return out
	}
	x := &boarddraw.Drawing{Title: "Four generators going south-east over one propagator",
		Legend: legend("one", "white bishops", "two", "white queens", "three", "black bishops", "four", "black queens", "pro", "in the propagator")}
	x.Panels = []boarddraw.Panel{
		panel("gen[0] to gen[3]", "one set for each kind and colour", position, shades(gens)...),
		panel("pro", "computed once, for all four", position, shaded("pro", b.Empty()&koggestone.Step(^uint64(0), d))),
		panel("Fills", "no two ever meet", position, shades(fills[d])...),
		panel("Attacks", "every square shows what attacks it", position, shades(attacks[d])...),
	}
	return x
}

// short contains abbreviations of the directions.
var short = [8]string{"NE", "E", "SE", "S", "SW", "W", "NW", "N"}

// directions draws the eight lanes of a register.
func directions() *boarddraw.Drawing {
	b := board(position)
	queen := b.Queens() & b.White()
	d := &boarddraw.Drawing{Title: "Lanes are directions: one position, eight lanes, each rotates by its own amount", Legend: legend("slider", "the white queen, in every lane", "gen", "attacked in the direction of the lane")}
	register := boarddraw.Register{Name: "gen in a register of 512 bits; one instruction rotates each lane by its own amount"}
	for dir, ray := range koggestone.RayAttacks(queen, b.Empty()) {
		x := koggestone.Direction(dir)
		register.Lanes = append(register.Lanes, boarddraw.Lane{Title: fmt.Sprintf("lane %d", dir), Note: fmt.Sprintf("%s %+d", short[dir], x.Shift())})
		d.Panels = append(d.Panels, panel(fmt.Sprintf("Lane %d: %v", dir, x), fmt.Sprintf("rotate by %+d", x.Shift()), position, shaded("gen", ray), shaded("slider", queen)))
	}
	d.Registers = []boarddraw.Register{register}
	return d
}

// four are positions for lanes and for bytes.
var four = []string{position, "r4rk1/1pp2ppp/p1n5/3q4/3P4/2P2N2/PP3PPP/R2QR1K1", "8/5k2/2R5/8/1r6/4K1B1/6P1/8", "6k1/5ppp/8/1b6/3R4/8/5PPP/3R2K1"}

// positions draws lanes where each lane is a position.
func positions() *boarddraw.Drawing {
	d := &boarddraw.Drawing{Title: "Lanes are positions: one direction, the same shift in every lane", Legend: legend("slider", "slider", "gen", "attacked going north")}
	registers := [2]boarddraw.Register{{Name: "gen in a register of 256 bits: rooks and queens of four positions"}, {Name: "gen << 8: one instruction shifts all lanes by the same amount"}}
	for i, placement := range four {
		b := board(placement)
		sliders := b.Orthogonal()
		for k, lane := range []uint64{sliders, sliders << 8} {
			registers[k].Lanes = append(registers[k].Lanes, boarddraw.Lane{Title: fmt.Sprintf("lane %d", i), Note: fmt.Sprintf("%016x", lane)})
		}
		d.Panels = append(d.Panels, panel(fmt.Sprintf("Lane %d", i), "attacks, after all steps", placement,
			shaded("slider", sliders), shaded("gen", koggestone.NorthAttacks(sliders, b.Empty()))))
	}
	d.Registers = registers[:]
	return d
}

// ranks draws registers where each register is a rank, with one byte of every position.
func ranks() *boarddraw.Drawing {
	d := &boarddraw.Drawing{Title: "Registers are ranks: four of the 64 positions; north is the next register",
		Legend: legend("slider", "slider", "gen", "attacked going north")}
	d.Registers = []boarddraw.Register{{Name: "sliders[3]: rank 4 of every position, the a-file on the left"}, {Name: "empty[3]"}, {Name: "attacks[3]"}, {Name: "attacks[4] = sliders[3] | empty[3] & attacks[3]: rank 5, one operation for all"}}
	for i, placement := range four {
		b := board(placement)
		sliders := b.Orthogonal()
		attacks := koggestone.NorthAttacks(sliders, b.Empty())
		for k, byte := range []uint64{sliders >> 24, b.Empty() >> 24, attacks >> 24, attacks >> 32} {
			note := ""
			for file := range 8 {
				note += fmt.Sprint(byte >> file & 1)
			}
			d.Registers[k].Lanes = append(d.Registers[k].Lanes, boarddraw.Lane{Title: fmt.Sprintf("position %d", i), Note: note})
		}
		d.Panels = append(d.Panels, panel(fmt.Sprintf("Position %d", i), "", placement, shaded("slider", sliders), shaded("gen", attacks)))
	}
	return d
}

// rayList draws the rays of White's pieces that find a move.
func rayList() *boarddraw.Drawing {
	b := board(position)
	p := panel("White's rays that find a move", "a turn of the loop looks at one square of one ray", position, shaded("slider", b.White()))
	for set := b.White(); set != 0; set &= set - 1 {
		from := bits.TrailingZeros64(set)
		kind := b.At(from).Kind()
		targets := b.AttackFrom(quad.White, kind, set&-set) &^ b.White()
		if kind == quad.Pawn {
			targets = targets&b.Black() | koggestone.NorthStep(set&-set)&b.Empty()
		}
		for d, ray := range koggestone.RayAttacks(set&-set, b.Empty()) {
			if ray &= targets; ray != 0 {
				last := bits.TrailingZeros64(ray)
				if koggestone.Direction(d).Shift() > 0 {
					last = bits.Len64(ray) - 1
				}
				p.AddArrow(from, last, "step")
			}
		}
	}
	return &boarddraw.Drawing{Title: "The ray list: one loop over all rays", Panels: []boarddraw.Panel{p}, Legend: legend("slider", "a piece of White")}
}

// allAttacks draws the attacks of all sliders.
func allAttacks() *boarddraw.Drawing {
	b := board(position)
	p := panel("All sliders, in all directions", "", position, shaded("gen", koggestone.SliderAttacks(b.Diagonal(), b.Orthogonal(), b.Empty())))
	return &boarddraw.Drawing{Panels: []boarddraw.Panel{p}, Legend: legend("gen", "attacked")}
}

func threatPairs() *boarddraw.Drawing {
	b := board(position)
	p := panel("Threat pairs", "", position)
	rules, err := pairs.NewRules(pairs.StockfishCodes(), nil)
	if err != nil {
		panic(err) // package pairs knows all these codes
	}
	var list pairs.List
	rules.RefreshBoard(&list, b)
	for _, x := range list.Pairs() {
		class := "attack"
		if b.At(x.From()).Color() == b.At(x.To()).Color() {
			class = "defence"
		}
		p.AddArrow(x.From(), x.To(), class)
	}
	return &boarddraw.Drawing{Panels: []boarddraw.Panel{p}, Legend: legend("attackline", "attacks", "defenceline", "defends")}
}

// steps draws a fill going north. Its panels show the generator at the start and after each step,
// then the attacks, and the propagators that the steps use.
func steps() *boarddraw.Drawing {
	b := board(position)
	sliders, pro := b.Orthogonal(), b.Empty()
	d := &boarddraw.Drawing{Panels: []boarddraw.Panel{panel("gen", "", position, shaded("slider", sliders))},
		Legend: legend("slider", "slider", "gen", "reached, or attacked", "new", "new in this step", "pro", "in the propagator", "lost", "leaves the propagator")}
	var pros []boarddraw.Panel
	gen, before := sliders, pro
	for s := 8; s <= 32; s *= 2 {
		title := "pro = empty"
		if s > 8 {
			title = fmt.Sprintf("pro &= pro << %d", s/2)
		}
		pros = append(pros, panel(title, "", position, shaded("pro", pro), shaded("lost", before&^pro)))
		after := gen | pro&(gen<<s)
		d.Panels = append(d.Panels, panel(fmt.Sprintf("gen |= pro & (gen << %d)", s), "", position, shaded("gen", after), shaded("new", after&^gen), shaded("slider", sliders)))
		gen, before, pro = after, pro, pro&(pro<<s)
	}
	d.Panels = append(append(d.Panels, panel("attacks", "", position, shaded("gen", koggestone.NorthAttacks(sliders, b.Empty())))), pros...)
	return d
}
