package prefix

import (
	"fmt"
	"math/bits"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/boardtest"
)

// builders lists the networks.
var builders = []struct {
	name string
	make func(n int) Network
}{{"Serial", Serial}, {"KoggeStone", KoggeStone}, {"BrentKung", BrentKung}}

// eachNetwork calls f with every network of 1 to 130 lines.
func eachNetwork(t *testing.T, f func(t *testing.T, n Network)) {
	for _, b := range builders {
		t.Run(b.name, func(t *testing.T) {
			for n := 1; n <= 130; n++ {
				f(t, b.make(n))
			}
		})
	}
}

// serial returns the prefixes of src by the definition, op of the prefix before
// and the next element.
func serial[T any](src []T, op func(earlier, later T) T) []T {
	out := []T{src[0]}
	for _, x := range src[1:] {
		out = append(out, op(out[len(out)-1], x))
	}
	return out
}

// holds checks that the network scans src as the serial scan does.
func holds[T comparable](t *testing.T, n Network, src []T, op func(earlier, later T) T) {
	t.Helper()
	want := serial(src, op)
	dst := make([]T, len(src))
	before := slices.Clone(src)
	Scan(dst, src, op, n)
	if !slices.Equal(src, before) {
		t.Fatalf("%s(%d): Scan changed src", n.Name(), n.Lines())
	}
	inPlace := slices.Clone(src)
	Scan(inPlace, inPlace, op, n)
	for i := range want {
		if dst[i] != want[i] || inPlace[i] != want[i] {
			t.Fatalf("%s(%d), %T: output %d is %v, in place %v, want %v", n.Name(), n.Lines(), want, i, dst[i], inPlace[i], want[i])
		}
	}
}

// A matrix is 2 by 2, modulo 2^32.
type matrix [4]uint32

func multiply(a, b matrix) matrix {
	return matrix{a[0]*b[0] + a[1]*b[2], a[0]*b[1] + a[1]*b[3], a[2]*b[0] + a[3]*b[2], a[2]*b[1] + a[3]*b[3]}
}

func concat(earlier, later string) string { return earlier + later }

func compose(earlier, later GP) GP { return later.Compose(earlier) }

// TestScan runs every network over operators that are associative and do not
// commute.
func TestScan(t *testing.T) {
	ws, vs := boardtest.Words(18, 130), boardtest.Words(19, 130)
	eachNetwork(t, func(t *testing.T, n Network) {
		letters := make([]string, n.Lines())
		matrices := make([]matrix, n.Lines())
		pairs := make([]GP, n.Lines())
		for i := range n.Lines() {
			letters[i] = string(rune('A' + i%57))
			matrices[i] = matrix{uint32(ws[i]), uint32(ws[i] >> 32), uint32(vs[i]), uint32(vs[i] >> 32)}
			pairs[i] = GP{ws[i] & vs[i], ws[i] ^ vs[i]}
		}
		holds(t, n, letters, concat)
		holds(t, n, matrices, multiply)
		holds(t, n, pairs, compose)
	})
}

// TestTrace proves that output i depends on exactly inputs 0 to i, in two ways:
// by the trace, and by scanning sets of inputs.
func TestTrace(t *testing.T) {
	eachNetwork(t, func(t *testing.T, n Network) {
		type set [3]uint64 // bit i: depends on input i
		src, dst := make([]set, n.Lines()), make([]set, n.Lines())
		for i := range src {
			src[i][i/64] = 1 << (i % 64)
		}
		Scan(dst, src, func(a, b set) set { return set{a[0] | b[0], a[1] | b[1], a[2] | b[2]} }, n)
		for i, got := range dst {
			inputs := n.Trace(i).Inputs()
			if len(inputs) != i+1 {
				t.Fatalf("%s(%d): output %d depends on inputs %v, want all to %d", n.Name(), n.Lines(), i, inputs, i)
			}
			var want set
			for j := range i + 1 {
				if inputs[j] != j {
					t.Fatalf("%s(%d): output %d depends on inputs %v, want all to %d", n.Name(), n.Lines(), i, inputs, i)
				}
				want[j/64] |= 1 << (j % 64)
			}
			if got != want {
				t.Fatalf("%s(%d): output %d carries the inputs %x, want %x", n.Name(), n.Lines(), i, got, want)
			}
		}
	})
}

// TestTraceNodes checks that the traced operators, and only these, compute the output: they
// do so alone, and each of them is necessary.
func TestTraceNodes(t *testing.T) {
	for _, b := range builders {
		n := b.make(13)
		src := []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m"}
		for out := range 13 {
			trace := n.Trace(out)
			if trace.Output != out || len(trace.Nodes) != n.Depth() || len(trace.Wires) != n.Depth()+1 {
				t.Fatalf("%s: trace of %d has output %d, %d levels of nodes, %d of wires", b.name, out, trace.Output, len(trace.Nodes), len(trace.Wires))
			}
			run := func(skip Node, at int) string {
				part := Network{lines: 13, levels: slices.Clone(trace.Nodes)}
				if at >= 0 {
					part.levels[at] = slices.DeleteFunc(slices.Clone(part.levels[at]), func(x Node) bool { return x == skip })
				}
				dst := make([]string, 13)
				Scan(dst, src, concat, part)
				return dst[out]
			}
			want := "abcdefghijklm"[:out+1]
			if got := run(Node{}, -1); got != want {
				t.Errorf("%s: the operators of trace %d make %q, want %q", b.name, out, got, want)
			}
			for l, level := range trace.Nodes {
				for _, node := range level {
					if run(node, l) == want {
						t.Errorf("%s: trace %d does not need %v of level %d", b.name, out, node, l)
					}
					if !slices.Contains(trace.Wires[l], node.From) || !slices.Contains(trace.Wires[l], node.To) {
						t.Errorf("%s: trace %d: wires into level %d are %v, without those of %v", b.name, out, l, trace.Wires[l], node)
					}
				}
			}
		}
	}
}

// TestNetworkCounts compares depth and operators with the formulas, and checks the rules for
// the wiring of a level.
func TestNetworkCounts(t *testing.T) {
	for n := 1; n <= 130; n++ {
		up := bits.Len(uint(n - 1)) // log2(n), rounded up
		if s := Serial(n); s.Depth() != n-1 || s.Operators() != n-1 {
			t.Errorf("Serial(%d): depth %d, operators %d", n, s.Depth(), s.Operators())
		}
		operators := 0
		for d := 1; d < n; d *= 2 {
			operators += n - d
		}
		if s := KoggeStone(n); s.Depth() != up || s.Operators() != operators {
			t.Errorf("KoggeStone(%d): depth %d, operators %d, want %d, %d", n, s.Depth(), s.Operators(), up, operators)
		}
		if n > 2 && n == 1<<up {
			if s := BrentKung(n); s.Depth() != 2*up-2 || s.Operators() != 2*n-2-up {
				t.Errorf("BrentKung(%d): depth %d, operators %d, want %d, %d", n, s.Depth(), s.Operators(), 2*up-2, 2*n-2-up)
			}
		} else if s := BrentKung(n); s.Depth() > max(2*up-2, up) || s.Operators() > 2*n {
			t.Errorf("BrentKung(%d): depth %d, operators %d", n, s.Depth(), s.Operators())
		}
	}
	eachNetwork(t, func(t *testing.T, n Network) {
		for l, level := range n.Levels() {
			if len(level) == 0 {
				t.Fatalf("%s(%d): level %d is empty", n.Name(), n.Lines(), l)
			}
			for i, node := range level {
				if node.From < 0 || node.From >= node.To || node.To >= n.Lines() {
					t.Fatalf("%s(%d): level %d has %v", n.Name(), n.Lines(), l, node)
				}
				if i > 0 && level[i-1].To >= node.To {
					t.Fatalf("%s(%d): level %d is not in order: %v", n.Name(), n.Lines(), l, level)
				}
			}
		}
	})
}

// TestLevelsIsACopy checks that the result of Levels may be changed.
func TestLevelsIsACopy(t *testing.T) {
	n := KoggeStone(4)
	n.Levels()[0][0] = Node{-1, -1}
	holds(t, n, []string{"a", "b", "c", "d"}, concat)
}

// panics returns the value that f panics with, or nil.
func panics(f func()) (with any) {
	defer func() { with = recover() }()
	f()
	return nil
}

func TestNetworkPanics(t *testing.T) {
	dst, src := []int{7, 7, 7}, []int{1, 2, 3}
	add := func(a, b int) int { return a + b }
	for _, c := range []struct {
		f    func()
		want string
	}{
		{func() { Serial(0) }, "prefix: Serial: expected at least one line, found 0"},
		{func() { KoggeStone(-1) }, "prefix: KoggeStone: expected at least one line, found -1"},
		{func() { BrentKung(0) }, "prefix: BrentKung: expected at least one line, found 0"},
		{func() { Serial(3).Trace(3) }, "prefix: Trace: expected an output from 0 to 2, found 3"},
		{func() { Serial(3).Trace(-1) }, "prefix: Trace: expected an output from 0 to 2, found -1"},
		{func() { Scan(dst, src, add, KoggeStone(4)) }, "prefix: Scan: expected len(dst) = len(src) = 4, the lines of the network, found 3 and 3"},
		{func() { Scan(dst[:2], src, add, KoggeStone(3)) }, "prefix: Scan: expected len(dst) = len(src) = 3, the lines of the network, found 2 and 3"},
		{func() { Scan(dst[:2], src, add, KoggeStone(2)) }, "prefix: Scan: expected len(dst) = len(src) = 2, the lines of the network, found 2 and 3"},
	} {
		if got := panics(c.f); got != c.want {
			t.Errorf("panics with %v, want %v", got, c.want)
		}
	}
	if fmt.Sprint(dst) != "[7 7 7]" {
		t.Errorf("Scan wrote %v before it panicked", dst)
	}
	Scan(nil, nil, add, Network{})
}

// FuzzScan runs all networks over the bytes of data as strings.
func FuzzScan(f *testing.F) {
	for _, seed := range []string{"a", "\x0f\x0f\x0f\xff\x0f\x00", "abcdefghijklmnop", "abcdefghijklmnopq"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 || len(data) > 300 {
			return
		}
		letters := make([]string, len(data))
		pairs := make([]GP, len(data))
		for i, c := range data {
			letters[i] = string(data[i : i+1])
			pairs[i] = GP{uint64(c >> 4), uint64(c & 15)}
		}
		for _, b := range builders {
			holds(t, b.make(len(data)), letters, concat)
			holds(t, b.make(len(data)), pairs, compose)
		}
	})
}

// TestNetworkTable checks the numbers in the package documentation.
func TestNetworkTable(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range builders {
		row := fmt.Sprintf("//\t%-10s", b.name)
		for i, value := range []func(Network) int{Network.Depth, Network.Operators} {
			for j, n := range []int{8, 16, 64} {
				width := 5
				if j == 0 {
					width = 9 - 4*i
				}
				row += fmt.Sprintf("%*d", width, value(b.make(n)))
			}
		}
		if !strings.Contains(string(doc), row+"\n") {
			t.Errorf("doc.go lacks the row %q", row)
		}
	}
}

// TestCompose compares # with its definition for all pairs of one bit, and checks that it is
// associative, has an identity and is not commutative.
func TestCompose(t *testing.T) {
	var pairs []GP
	for v := range uint64(4) {
		pairs = append(pairs, GP{v >> 1, v & 1})
	}
	commutes := true
	for _, a := range pairs {
		boardtest.Equal(t, a.Compose(GP{0, 1}).G, a.G, "%v # <0,1>", a)
		boardtest.Equal(t, a.Compose(GP{0, 1}).P, a.P, "%v # <0,1>", a)
		if (GP{0, 1}).Compose(a) != a {
			t.Errorf("<0,1> # %v is %v", a, GP{0, 1}.Compose(a))
		}
		for _, b := range pairs {
			want := GP{0, 0}
			if a.G == 1 || a.P == 1 && b.G == 1 {
				want.G = 1
			}
			if a.P == 1 && b.P == 1 {
				want.P = 1
			}
			if got := a.Compose(b); got != want {
				t.Errorf("%v # %v = %v, want %v", a, b, got, want)
			}
			commutes = commutes && a.Compose(b) == b.Compose(a)
			for _, c := range pairs {
				if l, r := a.Compose(b).Compose(c), a.Compose(b.Compose(c)); l != r {
					t.Errorf("(%v # %v) # %v = %v, but %v # (%v # %v) = %v", a, b, c, l, a, b, c, r)
				}
			}
		}
	}
	if commutes {
		t.Error("# commutes")
	}
}

func checkGP(t *testing.T, g, p uint64) {
	t.Helper()
	up := GP{g, p}.ScanUp()
	carry, all := false, true
	wantG := boardtest.Collect(func(i int) bool { carry = boardtest.Has(g, i) || boardtest.Has(p, i) && carry; return carry })
	wantP := boardtest.Collect(func(i int) bool { all = all && boardtest.Has(p, i); return all })
	boardtest.Equal(t, up.G, wantG, "G of GP{%#x, %#x}.ScanUp()", g, p)
	boardtest.Equal(t, up.P, wantP, "P of GP{%#x, %#x}.ScanUp()", g, p)

	north := GP{g, p}.ScanNorth()
	boardtest.Equal(t, north.G, koggestone.NorthOccluded(g, p), "G of GP{%#x, %#x}.ScanNorth()", g, p)
	wantP = boardtest.Collect(func(i int) bool {
		for ; i >= 0; i -= 8 {
			if !boardtest.Has(p, i) {
				return false
			}
		}
		return true
	})
	boardtest.Equal(t, north.P, wantP, "P of GP{%#x, %#x}.ScanNorth()", g, p)

	// An adder of 64 bits out of the same parts: g and p as numbers.
	sum := g ^ p ^ GP{g & p, g ^ p}.ScanUp().G<<1
	boardtest.Equal(t, sum, g+p, "sum of %#x and %#x from ScanUp", g, p)
}

func TestGP(t *testing.T) {
	as, bs := boardtest.Words(16, 500), boardtest.Words(17, 500)
	for i := range as {
		checkGP(t, as[i], bs[i])
	}
}
