package trace

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/textboard"
	"github.com/koggestone/koggestone/internal/netdraw"
	"github.com/koggestone/koggestone/internal/quote"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/prefix"
	"github.com/koggestone/koggestone/quad"
)

// A pair is the value of a flag: two numbers of 64 bits.
type pair struct {
	a, b  uint64
	given bool
}

// UnmarshalText sets p from two numbers with a comma between them.
func (p *pair) UnmarshalText(text []byte) error {
	first, second, ok := strings.Cut(string(text), ",")
	a, errA := strconv.ParseUint(first, 0, 64)
	b, errB := strconv.ParseUint(second, 0, 64)
	if !ok || errA != nil || errB != nil {
		return fmt.Errorf("expected two numbers below 2^64 as in 11,6 or 0x0b,0x06, found %s", quote.Short(string(text)))
	}
	*p = pair{a, b, true}
	return nil
}

// A byteTrace is the addition or subtraction of two numbers byte by byte with a Kogge-Stone
// adder, step by step.
type byteTrace struct {
	Operation string           `json:"operation"` // "add" or "sub"
	A         textboard.Hex    `json:"a"`
	B         textboard.Hex    `json:"b"`
	Gen       [4]textboard.Hex `json:"gen"` // before the steps and after each
	Pro       [4]textboard.Hex `json:"pro"` // within bytes; unchanged by the last step
	Result    textboard.Hex    `json:"result"`

	digits uint64 // the propagators, including the lowest bits of bytes
	in     uint64 // carries into the lowest bits
}

// traceBytes returns the trace of a + b or a - b in bytes.
func traceBytes(a, b uint64, sub bool) *byteTrace {
	t := &byteTrace{Operation: "add", A: textboard.Hex(a), B: textboard.Hex(b), digits: a ^ b}
	gen := a & b
	if sub { // a + ^b + 1: with the carry of 1, the lowest bits generate where they propagate
		t.Operation, t.digits, t.in = "sub", a^^b, squares.FileA
		gen = a&^b | t.digits&t.in
	}
	pro := t.digits &^ squares.FileA
	t.Gen[0], t.Pro[0] = textboard.Hex(gen), textboard.Hex(pro)
	for i := range 3 {
		gen |= pro & (gen << (1 << i))
		if i < 2 {
			pro &= pro << (1 << i)
		}
		t.Gen[i+1], t.Pro[i+1] = textboard.Hex(gen), textboard.Hex(pro)
	}
	t.Result = textboard.Hex(t.digits ^ (koggestone.EastStep(gen) | t.in))
	return t
}

// showBytes shows the sum of --add or the difference of --sub.
func (c *traceCmd) showBytes(s *cli.Streams, b quad.Board) error {
	if c.HTML != "" {
		return errors.New("--html: expected no --add or --sub")
	}
	p := c.Add
	if c.Sub.given {
		p = c.Sub
	}
	sliders, err := chooseSliders(b, c.Sliders, koggestone.East)
	if err != nil {
		return err
	}
	t := traceBytes(p.a, p.b, c.Sub.given)
	if c.SVG != "" {
		adder := t.adder()
		adder.Narrow = c.Narrow
		if err := s.WriteSVG(c.SVG, writes(adder.SVG())); err != nil || c.SVG == "-" || !c.JSON {
			return c.wrote(s, c.SVG, err)
		}
	}
	if c.JSON {
		return json.NewEncoder(s.Out).Encode(t)
	}
	t.write(s, b, traceFill(sliders, b.Empty(), koggestone.East))
	return nil
}

// sign returns the sign of the operation.
func (t *byteTrace) sign() string {
	if t.Operation == "sub" {
		return "-"
	}
	return "+"
}

// adder returns the flow of the lowest four bits through an adder, with names of its parts.
func (t *byteTrace) adder() *netdraw.Flow {
	const bits = 4
	net := prefix.KoggeStone(bits)
	low := func(x textboard.Hex) uint64 { return uint64(x) & (1<<bits - 1) }
	f := &netdraw.Flow{
		Title: fmt.Sprintf("An adder of four bits: %d %s %d = %d modulo 16", low(t.A), t.sign(), low(t.B), low(t.Result)),
		Net:   net,
		Above: []netdraw.Row{{Name: "a"}, {Name: "b"}},
		Code:  stepCode(net, "g", "p", 1),
	}
	f.Code[0] = []string{"half adders: g = a & b", "p = a ^ b"}
	f.Code[1][0] = "network of carries: " + f.Code[1][0]
	sum := "sum = a ^ b ^ carry"
	if t.in != 0 {
		f.Above[1].Name = "b, and ^b is added"
		f.Code[0] = []string{"half adders: g = a & ^b, and | p for the 1", "p = a ^ ^b"}
		sum = "difference = a ^ ^b ^ carry"
	}
	last := f.Code[net.Depth()]
	last[len(last)-1] = "the carries out"
	digit := func(x uint64, i int) string { return strconv.FormatUint(x>>i&1, 10) }
	carries, result := netdraw.Row{Name: "the carries in: g << 1"}, netdraw.Row{Name: sum}
	in := koggestone.EastStep(uint64(t.Gen[3])) | t.in
	for i := range bits {
		f.Names = append(f.Names, strconv.Itoa(1<<i))
		f.Above[0].Cells = append(f.Above[0].Cells, digit(uint64(t.A), i))
		f.Above[1].Cells = append(f.Above[1].Cells, digit(uint64(t.B), i))
		f.Inputs = append(f.Inputs, netdraw.Pair{G: t.Gen[0]>>i&1 != 0, P: t.Pro[0]>>i&1 != 0})
		carries.Cells = append(carries.Cells, digit(in, i))
		result.Cells = append(result.Cells, digit(uint64(t.Result), i))
	}
	f.Below = []netdraw.Row{carries, result}
	return f
}

// write writes the steps beside those of the attacks going east.
func (t *byteTrace) write(s *cli.Streams, b quad.Board, east *trace) {
	w := s.Out
	fmt.Fprintf(w, "%v %s %v in bytes, by a Kogge-Stone adder, beside the attacks of sliders going east.\n", t.A, t.sign(), t.B)
	fmt.Fprintf(w, "A rank is a byte, its a-file the lowest bit. A carry runs through a byte as a slider along a rank.\n\n")
	gen, pro, result := "a & b", "a ^ b", "sum = a ^ b ^ ((gen << 1) & ^aFile)"
	if t.in != 0 {
		gen, pro, result = "a & ^b | pro & aFile", "a ^ ^b", "difference = a ^ ^b ^ ((gen << 1) & ^aFile | aFile)"
	}
	line := func(left, right string) { fmt.Fprintf(w, "  %-54s%s\n", left, right) }
	line("pro = "+pro, "pro = empty")
	line("gen = "+gen, "gen = sliders")
	for _, same := range []string{"pro &= ^aFile", "gen |= pro & (gen << 1);  pro &= pro << 1", "gen |= pro & (gen << 2);  pro &= pro << 2", "gen |= pro & (gen << 4)"} {
		line(same, same)
	}
	line(result, "attacks = (gen << 1) & ^aFile")
	fmt.Fprintln(w)
	none := uint64(0)
	textboard.Write(w, s.Colour, 4, textboard.OfSet("a", uint64(t.A)), textboard.OfSet("b", uint64(t.B)), textboard.OfPieces("position", b), textboard.OfSet("empty", uint64(east.Empty)))
	fmt.Fprintln(w)
	first := uint64(t.Gen[0])
	textboard.Write(w, s.Colour, 4, genBoard("gen", first, first, none), textboard.OfSet("pro", uint64(t.Pro[0])),
		genBoard("gen", uint64(east.Steps[0].GenBefore), uint64(east.Steps[0].GenBefore), uint64(east.Steps[0].GenBefore)), textboard.OfSet("pro", uint64(east.Steps[0].ProBefore)))
	for i, st := range east.Steps {
		fmt.Fprintf(w, "\nStep %d\n\n", i+1)
		textboard.Write(w, s.Colour, 4, genBoard("gen", uint64(t.Gen[i]), uint64(t.Gen[i+1]), none), proBoard("pro", uint64(t.Pro[i]), uint64(t.Pro[i+1])),
			genBoard("gen", uint64(st.GenBefore), uint64(st.Gen), uint64(east.Steps[0].GenBefore)), proBoard("pro", uint64(st.ProBefore), uint64(st.Pro)))
	}
	fmt.Fprintf(w, "\nLast shift\n\n")
	textboard.Write(w, s.Colour, 4, textboard.OfSet("carries", koggestone.EastStep(uint64(t.Gen[3]))|t.in), textboard.OfSet("result", uint64(t.Result)), textboard.OfSet("attacks", uint64(east.Attacks)), textboard.OfPieces("position", b))
	fmt.Fprintln(w)
	for rank := range 8 {
		x, y, z := uint8(t.A>>(8*rank)), uint8(t.B>>(8*rank)), uint8(t.Result>>(8*rank))
		if x|y != 0 {
			fmt.Fprintf(w, "rank %d: %d %s %d = %d\n", rank+1, x, t.sign(), y, z)
		}
	}
	f := t.adder()
	fmt.Fprintf(w, "\n%s\n\n%s\n%s", f.Title, f.Text(classColour(s)), flowLegend)
	fmt.Fprint(w, "\nS slider, 1 in the set, + new in this step, - left the set in this step.\n")
}
