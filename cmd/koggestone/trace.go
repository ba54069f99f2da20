package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math/bits"
	"strings"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/quote"
	"github.com/koggestone/koggestone/quad"
)

type traceCmd struct {
	FEN       string    `name:"fen" required:"" placeholder:"FEN" help:"The position; only the first field (the pieces) matters."`
	Direction direction `short:"d" required:"" placeholder:"DIRECTION" help:"north, northeast, east, ... or n, ne, e, ..., in upper or lower case."`
	Sliders   string    `default:"both" placeholder:"WHO" help:"Which pieces start the fill: white, black or both, of which those that slide in the direction are taken, or squares: d4,g3. Default: ${default}."`
	JSON      bool      `name:"json" help:"Write one JSON object; sets are hexadecimal, a1 = bit 0."`
	SVG       string    `name:"svg" placeholder:"OUT" help:"Also draw the trace as an SVG file; - writes to standard output in place of the text."`
}

// Run traces one fill.
func (c *traceCmd) Run(s *streams) error {
	b, _, err := quad.ParsePlacement(c.FEN)
	if err != nil {
		return fmt.Errorf("--fen: %w", err)
	}
	d := koggestone.Direction(c.Direction)
	gen, err := chooseSliders(b, c.Sliders, d)
	if err != nil {
		return err
	}
	t := traceFill(gen, b.Empty(), d)
	if c.SVG != "" {
		if err := writeSVG(s, c.SVG, t.drawing(b).write); err != nil || c.SVG == "-" {
			return err
		}
	}
	if c.JSON {
		return json.NewEncoder(s.out).Encode(t)
	}
	t.write(s, b)
	return nil
}

// chooseSliders returns the pieces that --sliders means.
func chooseSliders(b quad.Board, who string, d koggestone.Direction) (set uint64, err error) {
	both := b.Orthogonal()
	if isDiagonal(d) {
		both = b.Diagonal()
	}
	switch strings.ToLower(who) {
	case "white":
		return both & b.White(), nil
	case "black":
		return both & b.Black(), nil
	case "both":
		return both, nil
	}
	for _, name := range strings.Split(strings.ToLower(who), ",") {
		sq, ok := quad.ParseSquare(name)
		if !ok {
			return 0, fmt.Errorf("--sliders: expected white, black, both or squares such as d4,g3, found %s", quote.Short(who))
		}
		set |= 1 << sq
	}
	return set, nil
}

// A trace is an occluded fill and the attacks that follow from it, step by step.
type trace struct {
	Direction string   `json:"direction"`
	Shift     int      `json:"shift"`
	Wrap      hex      `json:"wrap"` // squares that a step can arrive on
	Sliders   []string `json:"sliders"`
	Empty     hex      `json:"empty"`
	Steps     [3]step  `json:"steps"`
	Fill      hex      `json:"fill"`
	Attacks   hex      `json:"attacks"`

	d koggestone.Direction
}

// A step is one step of the fill: gen |= pro & shift(gen); pro &= shift(pro).
type step struct {
	Shift     int `json:"shift"` // by one, two or four squares
	GenBefore hex `json:"gen_before"`
	ProBefore hex `json:"pro_before"`
	Gen       hex `json:"gen"`
	Pro       hex `json:"pro"` // the last step leaves it as it is
}

// traceFill returns the trace of the fill of gen over empty in direction d.
func traceFill(gen, empty uint64, d koggestone.Direction) *trace {
	wrap := koggestone.Step(^uint64(0), d)
	t := &trace{
		Direction: words(d),
		Shift:     d.Shift(),
		Wrap:      hex(wrap),
		Sliders:   squareNames(gen),
		Empty:     hex(empty),
		d:         d,
	}
	pro := empty & wrap
	for i := range t.Steps {
		s := &t.Steps[i]
		s.Shift = d.Shift() << i
		s.GenBefore, s.ProBefore = hex(gen), hex(pro)
		gen |= pro & bits.RotateLeft64(gen, s.Shift)
		if i < 2 {
			pro &= bits.RotateLeft64(pro, s.Shift)
		}
		s.Gen, s.Pro = hex(gen), hex(pro)
	}
	t.Fill = hex(gen)
	t.Attacks = hex(koggestone.Step(gen, d))
	return t
}

// shiftText returns the Go expression of x shifted by n.
func shiftText(x string, n int) string {
	if n < 0 {
		return fmt.Sprintf("%s>>%d", x, -n)
	}
	return fmt.Sprintf("%s<<%d", x, n)
}

// explain returns what step i does, in words, for the generator and for the
// propagator.
func (t *trace) explain(i int) (gen, pro string) {
	s := &t.Steps[i]
	news := countSquares(s.Gen &^ s.GenBefore)
	back := words(t.d.Opposite())
	switch i {
	case 0:
		return fmt.Sprintf("Each slider also stands one square %s of itself if that square is empty: %s new.", t.Direction, news),
			fmt.Sprintf("A square stays if the square %s of it is in the propagator too: two empty squares in a row, both reachable by a step.", back)
	case 1:
		return fmt.Sprintf("What is filled moves two squares on, where two empty squares in a row lead there: %s new.", news),
			fmt.Sprintf("A square stays if the square two to the %s is in the propagator too: four empty squares in a row.", back)
	}
	return fmt.Sprintf("What is filled moves four squares on, where four empty squares in a row lead there: %s new. 1 + 2 + 4 = 7 squares is as far as a slider can go.", news),
		"The propagator has done its work and stays as it is."
}

// countSquares returns "1 square" or "n squares".
func countSquares(h hex) string {
	if n := bits.OnesCount64(uint64(h)); n != 1 {
		return fmt.Sprintf("%d squares", n)
	}
	return "1 square"
}

// intro returns what is filled, in words.
func (t *trace) intro() string {
	who := "no slider"
	if len(t.Sliders) > 0 {
		who = "sliders " + strings.Join(t.Sliders, ", ")
	}
	return fmt.Sprintf("Occluded fill going %s of %s: a step adds %+d to the index of a square (a1 = 0, h8 = 63).", t.Direction, who, t.Shift)
}

// write writes the trace with its boards.
func (t *trace) write(s *streams, b quad.Board) {
	w := s.out
	gen, pro := uint64(t.Steps[0].GenBefore), uint64(t.Steps[0].ProBefore)
	fmt.Fprintf(w, "%s\n\n%s\n\n", placement(b), t.intro())
	fmt.Fprintf(w, "Start. The generator is the set of sliders. The propagator is the set of empty squares that a\n")
	fmt.Fprintf(w, "step can arrive on: empty & %v, the wrap mask, keeps steps from going around the board.\n\n", t.Wrap)
	writeBoards(w, s.colour, 4, pieceBoard("position", b), genBoard("gen", gen, gen, gen), setBoard("pro", pro))
	for i := range t.Steps {
		st := &t.Steps[i]
		genText, proText := t.explain(i)
		fmt.Fprintf(w, "\nStep %d.  gen |= pro & %s\n         %s\n", i+1, shiftText("gen", st.Shift), genText)
		if i < 2 {
			fmt.Fprintf(w, "         pro &= %s\n", shiftText("pro", st.Shift))
		}
		fmt.Fprintf(w, "         %s\n\n", proText)
		writeBoards(w, s.colour, 4,
			genBoard("gen before", uint64(st.GenBefore), uint64(st.GenBefore), gen),
			setBoard("pro before", uint64(st.ProBefore)),
			genBoard("gen after", uint64(st.GenBefore), uint64(st.Gen), gen),
			proBoard("pro after", uint64(st.ProBefore), uint64(st.Pro)))
	}
	fmt.Fprintf(w, "\nLast shift.  attacks = %s & %v\n", shiftText("gen", t.Shift), t.Wrap)
	fmt.Fprintf(w, "         All that is filled moves one square on, onto the first blocker of either colour and off the\n")
	fmt.Fprintf(w, "         sliders: %s attacked.\n\n", countSquares(t.Attacks))
	writeBoards(w, s.colour, 4, genBoard("gen", uint64(t.Fill), uint64(t.Fill), gen), setBoard("attacks", uint64(t.Attacks)), pieceBoard("position", b))
	io.WriteString(w, "\nS slider, 1 in the set, + new in this step, - left the set in this step.\n")
}

// genBoard returns a board of the generator after a step: the sliders, what was
// filled before and what is new.
func genBoard(title string, before, after, sliders uint64) board {
	x := setBoard(title, after)
	x.mark(after&^before, '+', fresh)
	x.mark(sliders, 'S', inSet)
	return x
}

// proBoard returns a board of the propagator after a step.
func proBoard(title string, before, after uint64) board {
	x := setBoard(title, after)
	x.mark(before&^after, '-', fresh)
	return x
}

// drawing returns a drawing of the trace: the generator above, the propagator below.
func (t *trace) drawing(b quad.Board) *drawing {
	sliders := uint64(t.Steps[0].GenBefore)
	genPanel := func(title, note string, before, after uint64) panel {
		x := newPanel(title, note)
		x.setPieces(b)
		x.setClass(after, "gen")
		x.setClass(after&^before, "new")
		x.setClass(sliders, "slider")
		return x
	}
	proPanel := func(title, note string, before, after uint64) panel {
		x := newPanel(title, note)
		x.setPieces(b)
		x.setClass(after, "pro")
		x.setClass(before&^after, "lost")
		return x
	}
	pro := uint64(t.Steps[0].ProBefore)
	gens := []panel{genPanel("Generator", "the sliders", sliders, sliders)}
	pros := []panel{proPanel("Propagator", "empty squares that a step can arrive on", pro, pro)}
	for i, st := range t.Steps {
		gens = append(gens, genPanel(fmt.Sprintf("Step %d", i+1), "gen |= pro & "+shiftText("gen", st.Shift), uint64(st.GenBefore), uint64(st.Gen)))
		if i < 2 {
			pros = append(pros, proPanel(fmt.Sprintf("Step %d", i+1), "pro &= "+shiftText("pro", st.Shift), uint64(st.ProBefore), uint64(st.Pro)))
		}
	}
	last := newPanel("Attacks", fmt.Sprintf("%s & wrap mask", shiftText("gen", t.Shift)))
	last.setPieces(b)
	last.setClass(uint64(t.Attacks), "gen")
	d := &drawing{
		Title:  t.intro(),
		Panels: append(append(gens, pros...), last),
		Legend: []legendItem{
			{Class: "slider", Text: "slider"},
			{Class: "gen", Text: "in the generator, or attacked"},
			{Class: "new", Text: "new in this step"},
			{Class: "pro", Text: "in the propagator"},
			{Class: "lost", Text: "left the propagator in this step"},
		},
	}
	return d.layout(len(gens))
}
