package trace

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/koggestone/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/netdraw"
	"github.com/koggestone/koggestone/prefix"
)

// maxLines is the largest number of lines in a drawing: one for each bit of a word.
const maxLines = 64

type networkCmd struct {
	N       *int   `name:"n" placeholder:"LINES" help:"Number of inputs, 1 to 64. Default: 8."`
	Network string `default:"kogge-stone" enum:"serial,kogge-stone,brent-kung" placeholder:"NAME" help:"The network: serial, kogge-stone or brent-kung. Default: ${default}."`
	Trace   string `placeholder:"OUTPUT" help:"Highlight the lines and operators that an output depends on: q1, q2 and so on."`
	JSON    bool   `name:"json" help:"Write one JSON object with the operators of each level, as pairs of line numbers from 1."`
	SVG     string `name:"svg" placeholder:"OUT" hides:"json" help:"Also draw the network to an SVG file. With -, write only the picture, to standard output."`
}

func (*networkCmd) Examples() []string {
	return []string{
		"koggestone network --trace q5",
		"koggestone network --n 16 --network brent-kung --svg network.svg",
	}
}

// Run draws one network.
func (c *networkCmd) Run(s *cli.Streams) error {
	build := map[string]func(n int) prefix.Network{
		"serial": prefix.Serial, "kogge-stone": prefix.KoggeStone, "brent-kung": prefix.BrentKung,
	}[c.Network]
	n := 8
	if c.N != nil {
		n = *c.N
	}
	if n < 1 || n > maxLines {
		return fmt.Errorf("--n: expected 1 to %d, found %d", maxLines, n)
	}
	net := build(n)
	trace, err := c.trace(net)
	if err != nil {
		return err
	}
	if c.SVG != "" {
		draw := func(w io.Writer) error { _, err := io.WriteString(w, netdraw.SVG(net, trace)); return err }
		if err := s.WriteSVG(c.SVG, draw); err != nil || c.SVG == "-" {
			return err
		}
	}
	if c.JSON {
		return json.NewEncoder(s.Out).Encode(describe(net, trace))
	}
	s.WriteText("", netdraw.Caption(net, trace))
	fmt.Fprintf(s.Out, "\n%s\n", netdraw.Text(net, trace))
	s.WriteText("", "At a # a line joins its value with the value that comes along \\.")
	if trace != nil {
		s.WriteText("", fmt.Sprintf("Lines drawn as : . o do not contribute to q%d.", trace.Output+1))
	}
	return nil
}

// trace returns the trace that --trace requests, or nil.
func (c *networkCmd) trace(net prefix.Network) (*prefix.Trace, error) {
	if c.Trace == "" {
		return nil, nil
	}
	number, isOutput := strings.CutPrefix(strings.ToLower(c.Trace), "q")
	q, err := strconv.Atoi(number)
	if !isOutput || err != nil || q < 1 || q > net.Lines() {
		return nil, fmt.Errorf("--trace: expected an output from q1 to q%d, found %q", net.Lines(), c.Trace)
	}
	t := net.Trace(q - 1)
	return &t, nil
}

// A networkJSON is a network as JSON. Lines count from 1, as in the drawing.
type networkJSON struct {
	Network   string            `json:"network"`
	Lines     int               `json:"lines"`
	Depth     int               `json:"depth"`
	Operators int               `json:"operators"`
	Levels    [][]nodeJSON      `json:"levels"`
	Trace     *networkTraceJSON `json:"trace,omitempty"`
}

type nodeJSON struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// A networkTraceJSON contains the inputs and operators that determine an output.
type networkTraceJSON struct {
	Output int          `json:"output"`
	Inputs []int        `json:"inputs"`
	Levels [][]nodeJSON `json:"levels"`
}

func describe(net prefix.Network, trace *prefix.Trace) networkJSON {
	levels := func(from [][]prefix.Node) [][]nodeJSON {
		out := make([][]nodeJSON, len(from))
		for l, level := range from {
			out[l] = make([]nodeJSON, len(level))
			for i, n := range level {
				out[l][i] = nodeJSON{n.From + 1, n.To + 1}
			}
		}
		return out
	}
	d := networkJSON{Network: net.Name(), Lines: net.Lines(), Depth: net.Depth(), Operators: net.Operators(), Levels: levels(net.Levels())}
	if trace != nil {
		d.Trace = &networkTraceJSON{Output: trace.Output + 1, Levels: levels(trace.Nodes)}
		for _, i := range trace.Inputs() {
			d.Trace.Inputs = append(d.Trace.Inputs, i+1)
		}
	}
	return d
}
