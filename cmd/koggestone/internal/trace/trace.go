// Package trace implements the commands trace and network.
package trace

import (
	"encoding/json"
	"fmt"
	"io"
	"math/bits"
	"strings"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/cli/textboard"
	"github.com/koggestone/koggestone/internal/quote"
	"github.com/koggestone/koggestone/quad"
)

type traceCmd struct {
	FEN       cli.FEN       `name:"fen" default:"1q3k2/p5p1/2b5/5B1R/3R3p/2P1Q1r1/6P1/6K1 w - - 0 1" placeholder:"FEN" help:"The position, or startpos. Only the first field, the pieces, is used. Default: the position of docs/method.md."`
	Direction cli.Direction `short:"d" default:"north" values:"directions" placeholder:"DIRECTION" help:"The direction: north, northeast, east and so on, or n, ne, e and so on. Default: ${default}."`
	Sliders   string        `default:"both" placeholder:"WHO" help:"The pieces that start the fill: white, black or both (those that slide in the direction), or a list of squares such as d4,g3. Default: ${default}."`
	JSON      bool          `name:"json" help:"Write a JSON object. Sets are hexadecimal, a1 = bit 0."`
	Animate   bool          `needs:"svg" help:"With --svg, draw one board that shows the steps one after the other. The picture does not move for viewers who prefer reduced motion."`
	HTML      string        `name:"html" placeholder:"OUT" xor:"picture" hides:"json" help:"Write a page for a browser that shows the fill step by step, instead of printing it. With -, write the page to standard output."`

	cli.Picture // instead of printing the trace
}

func (*traceCmd) Examples() []string {
	return []string{
		"koggestone trace",
		"koggestone trace --fen 8/5p2/8/8/8/3Q4/2p5/8 --direction north-east",
		"koggestone trace --svg fill.svg --animate",
		"koggestone trace --html page.html",
	}
}

// Run traces the fill.
func (c *traceCmd) Run(s *cli.Streams) error {
	b, _, err := quad.ParsePlacement(string(c.FEN))
	if err != nil {
		return fmt.Errorf("--fen: %w", err)
	}
	d := koggestone.Direction(c.Direction)
	gen, err := chooseSliders(b, c.Sliders, d)
	if err != nil {
		return err
	}
	t := traceFill(gen, b.Empty(), d)
	switch {
	case c.SVG != "":
		if c.Animate {
			err = c.Picture.Write(s, t.animation(b))
		} else {
			err = c.Picture.Write(s, t.drawing(b))
		}
		if err != nil || c.SVG == "-" || !c.JSON {
			return c.wrote(s, c.SVG, err)
		}
	case c.HTML != "":
		draw := func(w io.Writer) error { return t.writeHTML(w, b, string(c.FEN), c.Flip) }
		if err := s.WriteFile("--html", c.HTML, draw); err != nil || c.HTML == "-" || !c.JSON {
			return c.wrote(s, c.HTML, err)
		}
	}
	if c.JSON {
		return json.NewEncoder(s.Out).Encode(t)
	}
	t.write(s, b)
	return nil
}

// wrote prints the name of the file that was written.
func (c *traceCmd) wrote(s *cli.Streams, path string, err error) error {
	if err == nil && path != "-" {
		_, err = fmt.Fprintf(s.Out, "wrote %s\n", path)
	}
	return err
}

// chooseSliders returns the pieces that --sliders selects.
func chooseSliders(b quad.Board, who string, d koggestone.Direction) (set uint64, err error) {
	both := b.Orthogonal()
	if d.Diagonal() {
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

// A trace contains an occluded fill and the attacks that follow from it, step by step.
type trace struct {
	Direction string        `json:"direction"`
	Shift     int           `json:"shift"`
	Wrap      textboard.Hex `json:"wrap"` // squares that a step can arrive on
	Sliders   []string      `json:"sliders"`
	Empty     textboard.Hex `json:"empty"`
	Steps     [3]step       `json:"steps"`
	Fill      textboard.Hex `json:"fill"`
	Attacks   textboard.Hex `json:"attacks"`

	d koggestone.Direction
}

// A step is one step of the fill: gen |= pro & shift(gen); pro &= shift(pro).
type step struct {
	Shift     int           `json:"shift"` // by one, two or four squares
	GenBefore textboard.Hex `json:"gen_before"`
	ProBefore textboard.Hex `json:"pro_before"`
	Gen       textboard.Hex `json:"gen"`
	Pro       textboard.Hex `json:"pro"` // the last step does not change it
}

func traceFill(gen, empty uint64, d koggestone.Direction) *trace {
	wrap := koggestone.Step(^uint64(0), d)
	t := &trace{
		Direction: cli.DirectionWords(d),
		Shift:     d.Shift(),
		Wrap:      textboard.Hex(wrap),
		Sliders:   textboard.SquareNames(gen),
		Empty:     textboard.Hex(empty),
		d:         d,
	}
	pro := empty & wrap
	for i := range t.Steps {
		s := &t.Steps[i]
		s.Shift = d.Shift() << i
		s.GenBefore, s.ProBefore = textboard.Hex(gen), textboard.Hex(pro)
		gen |= pro & bits.RotateLeft64(gen, s.Shift)
		if i < 2 {
			pro &= bits.RotateLeft64(pro, s.Shift)
		}
		s.Gen, s.Pro = textboard.Hex(gen), textboard.Hex(pro)
	}
	t.Fill = textboard.Hex(gen)
	t.Attacks = textboard.Hex(koggestone.Step(gen, d))
	return t
}

// Commands are the commands of this package.
type Commands struct {
	Trace   traceCmd   `cmd:"" help:"Show an occluded fill step by step."`
	Network networkCmd `cmd:"" help:"Draw a parallel-prefix network and what an output depends on."`
}
