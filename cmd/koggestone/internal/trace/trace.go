// Package trace implements the commands trace and network.
package trace

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"strings"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/textboard"
	"github.com/koggestone/koggestone/internal/quote"
	"github.com/koggestone/koggestone/quad"
)

type traceCmd struct {
	FEN       cli.FEN        `name:"fen" default:"1q3k2/p5p1/2b5/5B1R/3R3p/2P1Q1r1/6P1/6K1 w - - 0 1" placeholder:"FEN" help:"The position, or startpos. Only the first field, the pieces, is used. Default: the position of docs/method.md."`
	Direction cli.Directions `short:"d" default:"north" values:"directions" placeholder:"DIRECTION" help:"The direction: north, northeast, east and so on, or n, ne, e and so on, or all. Default: ${default}."`
	Sliders   string         `default:"both" placeholder:"WHO" help:"The pieces that start the fill: white, black or both (those that slide in the direction), or a list of squares such as d4,g3. Default: ${default}."`
	JSON      bool           `name:"json" help:"Write one JSON object for each direction. Sets are hexadecimal, a1 = bit 0."`
	Animate   bool           `help:"With --svg and one direction, draw one board that shows the steps one after the other. The picture does not move for viewers who prefer reduced motion."`
	HTML      string         `name:"html" placeholder:"OUT" xor:"picture" help:"Write a page for a browser that shows the fill step by step, instead of printing it. With -, write the page to standard output."`

	cli.Picture // instead of printing the trace
}

func (*traceCmd) Examples() []string {
	return []string{
		"koggestone trace",
		"koggestone trace --fen 8/5p2/8/8/8/3Q4/2p5/8 --direction all",
		"koggestone trace --svg fill.svg --animate",
		"koggestone trace --html page.html",
	}
}

// Run traces the fills.
func (c *traceCmd) Run(s *cli.Streams) error {
	b, _, err := quad.ParsePlacement(string(c.FEN))
	if err != nil {
		return fmt.Errorf("--fen: %w", err)
	}
	if c.Animate && (c.SVG == "" || len(c.Direction) > 1) {
		return errors.New("--animate: expected --svg and one direction")
	}
	traces := make([]*trace, len(c.Direction))
	for i, d := range c.Direction {
		gen, err := chooseSliders(b, c.Sliders, d)
		if err != nil {
			return err
		}
		traces[i] = traceFill(gen, b.Empty(), d)
	}
	if c.SVG != "" {
		var err error
		switch {
		case c.Animate:
			err = c.Picture.Write(s, traces[0].animation(b))
		case len(traces) > 1:
			err = c.Picture.Write(s, allDrawing(b, traces))
		default:
			err = c.Picture.Write(s, traces[0].drawing(b))
		}
		if err != nil || c.SVG == "-" || !c.JSON {
			return c.wrote(s, c.SVG, err)
		}
	}
	if c.HTML != "" {
		draw := func(w io.Writer) error { return writeHTML(w, b, string(c.FEN), traces, c.Flip) }
		if err := s.WriteFile("--html", c.HTML, draw); err != nil || c.HTML == "-" || !c.JSON {
			return c.wrote(s, c.HTML, err)
		}
	}
	if c.JSON {
		for _, t := range traces {
			if err := json.NewEncoder(s.Out).Encode(t); err != nil {
				return err
			}
		}
		return nil
	}
	if len(traces) > 1 {
		writeTraces(s, b, traces)
		return nil
	}
	traces[0].write(s, b)
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
	if cli.IsDiagonal(d) {
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
	Pro       textboard.Hex `json:"pro"` // unchanged by the last step
}

// traceFill returns the trace of the fill of gen over empty in direction d.
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
