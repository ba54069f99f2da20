package trace

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/netdraw"
	"github.com/koggestone/koggestone/internal/quote"
	"github.com/koggestone/koggestone/prefix"
	"github.com/koggestone/koggestone/quad"
)

// lineFlags select the line of squares for a network.
type lineFlags struct {
	FEN      cli.FEN `name:"fen" placeholder:"FEN" help:"Show the pairs <g,p> of a line of this position, or of startpos, at each level: g is 1 where a slider is, p is 1 where a slider can pass."`
	File     string  `placeholder:"FILE" xor:"line" help:"With --fen, the line is a file: a to h, from south to north."`
	Rank     string  `placeholder:"RANK" xor:"line" help:"With --fen, the line is a rank: 1 to 8, from west to east."`
	Diagonal string  `placeholder:"A1-H8" xor:"line" help:"With --fen, the line through two squares, in the direction from the first to the second. They may also be on a file or a rank: d8-d1 goes south."`
	Sliders  string  `default:"both" placeholder:"WHO" help:"With --fen, the pieces that start the fill: white, black or both (those that slide along the line), or a list of squares such as d4,g3. Default: ${default}."`
}

// line returns the direction that the flags select, and the squares of the line from its
// first edge.
func (c *lineFlags) line() (d koggestone.Direction, squares []int, err error) {
	between := c.Diagonal
	flag := "--diagonal"
	switch {
	case c.File != "":
		file := strings.ToLower(c.File)
		flag, between = "--file", file+"1-"+file+"8"
	case c.Rank != "":
		flag, between = "--rank", "a"+c.Rank+"-h"+c.Rank
	case c.Diagonal == "":
		return 0, nil, fmt.Errorf("--fen: expected one of --file, --rank and --diagonal")
	}
	from, to, _ := strings.Cut(strings.ToLower(between), "-")
	a, okA := quad.ParseSquare(from)
	b, okB := quad.ParseSquare(to)
	if okA && okB {
		for d := range koggestone.North + 1 {
			if koggestone.Step(koggestone.Fill(1<<a, d), d)>>b&1 == 0 {
				continue
			}
			sq := uint64(1) << a
			for back := d.Opposite(); koggestone.Step(sq, back) != 0; {
				sq = koggestone.Step(sq, back)
			}
			for ; sq != 0; sq = koggestone.Step(sq, d) {
				squares = append(squares, bits.TrailingZeros64(sq))
			}
			return d, squares, nil
		}
	}
	switch flag {
	case "--file":
		return 0, nil, fmt.Errorf("--file: expected a to h, found %s", quote.Short(c.File))
	case "--rank":
		return 0, nil, fmt.Errorf("--rank: expected 1 to 8, found %s", quote.Short(c.Rank))
	}
	return 0, nil, fmt.Errorf("--diagonal: expected two squares of a line, such as a1-h8, found %s", quote.Short(c.Diagonal))
}

// flow returns the flow of the selected line through the network that build returns.
func (c *lineFlags) flow(build func(n int) prefix.Network) (*netdraw.Flow, error) {
	b, _, err := quad.ParsePlacement(string(c.FEN))
	if err != nil {
		return nil, fmt.Errorf("--fen: %w", err)
	}
	d, squares, err := c.line()
	if err != nil {
		return nil, err
	}
	gen, err := chooseSliders(b, c.Sliders, d)
	if err != nil {
		return nil, err
	}
	pro := b.Empty() & koggestone.Step(^uint64(0), d)
	net := build(len(squares))
	f := &netdraw.Flow{Net: net}
	for _, sq := range squares {
		f.Names = append(f.Names, quad.SquareName(sq))
		f.Inputs = append(f.Inputs, netdraw.Pair{G: gen>>sq&1 != 0, P: pro>>sq&1 != 0})
	}
	f.Title = fmt.Sprintf("%s to %s, going %s: %s", f.Names[0], f.Names[len(squares)-1], cli.DirectionWords(d), netdraw.Caption(net, nil))
	f.Code = stepCode(net, "g", "p", d.Shift())
	f.Code[0] = append(f.Code[0], "Input: g, p")
	return f, nil
}

// stepCode returns lines of code for the levels of a Kogge-Stone network with steps of
// shift. The first element, for the inputs, is empty. Other networks have no such lines.
func stepCode(net prefix.Network, gen, pro string, shift int) [][]string {
	code := make([][]string, net.Depth()+1)
	if net.Name() != "KoggeStone" {
		return code
	}
	for l := range net.Depth() {
		code[l+1] = []string{fmt.Sprintf("%s |= %s & (%s)", gen, pro, spaced(gen, shift<<l))}
		if l+1 < net.Depth() {
			code[l+1] = append(code[l+1], fmt.Sprintf("%s &= %s", pro, spaced(pro, shift<<l)))
		} else {
			code[l+1] = append(code[l+1], "Output: "+gen)
		}
	}
	return code
}

// spaced returns the Go expression of x shifted by n, with spaces.
func spaced(x string, n int) string {
	return strings.NewReplacer("<<", " << ", ">>", " >> ").Replace(shiftText(x, n))
}

// flowJSON is a flow as JSON.
type flowJSON struct {
	Squares []string   `json:"squares"`
	Values  [][]string `json:"values"` // before the first level and after each: "10" is g = 1, p = 0
	Code    [][]string `json:"code"`
}

func describeFlow(f *netdraw.Flow) *flowJSON {
	out := &flowJSON{Squares: f.Names, Code: f.Code}
	for _, level := range f.Values() {
		row := make([]string, len(level))
		for i, v := range level {
			row[i] = v.String()
		}
		out.Values = append(out.Values, row)
	}
	return out
}

// classCodes are the terminal codes of the classes of the palette.
var classCodes = map[string]string{"slider": "1;33", "gen": "36", "new": "1;97;44", "pro": "32", "kill": "2"}

// classColour returns a function that colours text by a class, if the terminal shows
// colours.
func classColour(s *cli.Streams) func(class, text string) string {
	return func(class, text string) string {
		if code := classCodes[class]; s.Colour && code != "" {
			return "\x1b[" + code + "m" + text + "\x1b[0m"
		}
		return text
	}
}

// flowLegend explains the text of a flow.
const flowLegend = "Pairs are g and p: 10 generates, 01 propagates, 00 kills. At a # a line joins its pair with the\n" +
	"one that comes along \\: <g,p> # <g',p'> = <g | p & g', p & p'>.\n"
