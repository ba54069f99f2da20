package netdraw

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/prefix"
)

var builders = []func(n int) prefix.Network{prefix.Serial, prefix.KoggeStone, prefix.BrentKung}

// eachTrace calls f with networks of up to 64 lines, and with every trace of networks of up
// to 18 lines.
func eachTrace(f func(net prefix.Network, trace *prefix.Trace)) {
	for _, build := range builders {
		for lines := 1; lines <= 64; lines++ {
			net := build(lines)
			f(net, nil)
			if lines > 18 {
				continue
			}
			for out := range lines {
				trace := net.Trace(out)
				f(net, &trace)
			}
		}
	}
}

// A reader follows the lines of a text drawing from an output up to the inputs.
type reader struct {
	rows   []string
	pitch  int
	inputs map[int]bool
	nodes  map[[2]int]bool
}

func (r reader) at(y, x int) byte {
	if x < 0 || x >= len(r.rows[y]) {
		return ' '
	}
	return r.rows[y][x]
}

// up follows the line of column x upwards from row y, and every \ that leads to a # on it. It
// returns an error if the drawing is wrong.
func (r reader) up(y, x int) error {
	for ; y > 0; y-- {
		switch c := r.at(y, x); c {
		case '|', '\\':
		case '.': // a dim diagonal in front of a lit line would hide it
			return fmt.Errorf("row %d, column %d: dim on a lit line", y, x)
		case '#':
			r.nodes[[2]int{y, x}] = true
			dy := 1
			for r.at(y-dy, x-dy) == '\\' {
				dy++
			}
			if (x-dy)%r.pitch != 0 {
				return fmt.Errorf("row %d, column %d: the diagonal ends between lines", y-dy, x-dy)
			}
			if err := r.up(y-dy, x-dy); err != nil {
				return err
			}
		default:
			return fmt.Errorf("row %d, column %d: the line is cut by %q", y, x, c)
		}
	}
	if r.at(0, x) != 'x' {
		return fmt.Errorf("column %d begins with %q", x, r.at(0, x))
	}
	r.inputs[x/r.pitch] = true
	return nil
}

// TestText reads the drawings: each output leads to exactly its inputs, through the same number of # as
// the trace has operators.
func TestText(t *testing.T) {
	eachTrace(func(net prefix.Network, trace *prefix.Trace) {
		rows := strings.Split(strings.TrimSuffix(Text(net, trace), "\n"), "\n")
		last := len(rows) - 1
		pitch := 3
		if net.Lines() > 9 {
			pitch = 4
		}
		signs := strings.Count(strings.Join(rows, ""), "#")
		for out := range net.Lines() {
			want := net.Trace(out)
			if trace != nil && out != trace.Output {
				if c := rows[last][out*pitch]; c != ':' {
					t.Fatalf("%s(%d), trace of %d: output %d is labelled %q", net.Name(), net.Lines(), trace.Output, out, c)
				}
				continue
			}
			if got, label := rows[last][out*pitch:], fmt.Sprintf("q%d", out+1); !strings.HasPrefix(got, label) {
				t.Fatalf("%s(%d): output %d is labelled %q", net.Name(), net.Lines(), out, got)
			}
			r := reader{rows, pitch, map[int]bool{}, map[[2]int]bool{}}
			if err := r.up(last-1, out*pitch); err != nil && last > 1 {
				t.Fatalf("%s(%d), output %d: %v\n%s", net.Name(), net.Lines(), out, err, strings.Join(rows, "\n"))
			}
			operators := len(slices.Concat(want.Nodes...))
			if len(r.nodes) != operators {
				t.Fatalf("%s(%d), output %d: the drawing joins by %d operators, want %d", net.Name(), net.Lines(), out, len(r.nodes), operators)
			}
			for i := range net.Lines() {
				if r.inputs[i] != (i <= out) && last > 1 {
					t.Fatalf("%s(%d), output %d: the drawing leads to inputs %v", net.Name(), net.Lines(), out, r.inputs)
				}
			}
			if trace != nil && signs != operators {
				t.Fatalf("%s(%d), output %d: %d lit operators, want %d", net.Name(), net.Lines(), out, signs, operators)
			}
		}
		if trace == nil && signs != net.Operators() {
			t.Fatalf("%s(%d): %d operators drawn, want %d", net.Name(), net.Lines(), signs, net.Operators())
		}
	})
}

func ExampleText() {
	net := prefix.KoggeStone(8)
	trace := net.Trace(4)
	fmt.Println(Caption(net, nil))
	fmt.Println(Caption(net, &trace))
	fmt.Print(Text(net, &trace))
	// Output:
	// Kogge-Stone, 8 lines: depth 3, 17 operators
	// Kogge-Stone, 8 lines: depth 3, 17 operators; q5 takes x1 to x5, by 4 operators
	// x1 x2 x3 x4 x5 :  :  :
	// |. |\ |. |\ |. :. :. :
	// | .: \| .: \| .: .: .:
	// |  o  #  o  #  o  o  o
	// |. :. |\ :. |. :. :  :
	// | .: .: \: .| .: .:  :
	// |  .  .  \  |  .  .  :
	// |  :. :. :\ |. :. :. :
	// |  : .: .: \| .: .: .:
	// |  :  o  o  #  o  o  o
	// |\ :. :. :. |  :  :  :
	// : \: .: .: .|  :  :  :
	// :  \  .  .  |  :  :  :
	// :  :\ :. :. |. :  :  :
	// :  : \: .: .| .:  :  :
	// :  :  \  .  |  .  :  :
	// :  :  :\ :. |. :. :  :
	// :  :  : \: .| .: .:  :
	// :  :  :  \  |  .  .  :
	// :  :  :  :\ |. :. :. :
	// :  :  :  : \| .: .: .:
	// :  :  :  :  #  o  o  o
	// :  :  :  :  q5 :  :  :
}
