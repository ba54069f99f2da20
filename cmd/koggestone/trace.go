package main

import (
	"encoding/json"
	"fmt"
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
