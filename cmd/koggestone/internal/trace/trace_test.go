package trace

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/netdraw"
	"github.com/koggestone/koggestone/internal/raywalk"
	"github.com/koggestone/koggestone/prefix"
	"github.com/koggestone/koggestone/quad"
)

// The trace gives the same fill and attacks as the library and the ray walk.
func TestTraceFill(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		gen, empty := r.Uint64()&r.Uint64(), r.Uint64()|r.Uint64()
		for d := range koggestone.North + 1 {
			tr := traceFill(gen, empty, d)
			if got, want := uint64(tr.Fill), raywalk.Occluded(gen, empty, int(d)); got != want {
				t.Fatalf("fill of %#x over %#x, %v: got %#x, want %#x", gen, empty, d, got, want)
			}
			if got, want := uint64(tr.Attacks), raywalk.Attacks(gen, empty, int(d)); got != want {
				t.Fatalf("attacks of %#x over %#x, %v: got %#x, want %#x", gen, empty, d, got, want)
			}
			for i := range 2 {
				if tr.Steps[i].Gen != tr.Steps[i+1].GenBefore || tr.Steps[i].Pro != tr.Steps[i+1].ProBefore {
					t.Fatalf("step %d does not begin where step %d ends", i+2, i+1)
				}
			}
		}
	}
}

// The steps give the sums and differences of the bytes, and the four-bit adder gives the
// lowest bits of them.
func TestTraceBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		a, b := r.Uint64(), r.Uint64()
		for _, c := range []struct {
			sub         bool
			want, steps uint64
		}{
			{false, prefix.ByteAdd(a, b), prefix.KoggeStoneByteAdd(a, b)},
			{true, prefix.ByteSub(a, b), prefix.KoggeStoneByteSub(a, b)},
		} {
			x := traceBytes(a, b, c.sub)
			if uint64(x.Result) != c.want || c.steps != c.want {
				t.Fatalf("%#x, %#x, sub %t: %v, by steps %#x, want %#x", a, b, c.sub, x.Result, c.steps, c.want)
			}
			f := x.adder()
			values := f.Values()
			for i := range 4 {
				if got, want := values[2][i].G, x.Gen[3]>>i&1 != 0; got != want {
					t.Fatalf("%#x, %#x, sub %t: carry out of bit %d of the adder: %t, want %t", a, b, c.sub, i, got, want)
				}
				if got, want := f.Below[1].Cells[i], string('0'+rune(c.want>>i&1)); got != want {
					t.Fatalf("%#x, %#x, sub %t: bit %d is %s, want %s", a, b, c.sub, i, got, want)
				}
			}
		}
	}
}

// The values in the network of a line equal those of the steps of the trace on its squares,
// and the other networks have the same outputs.
func TestNetworkFlow(t *testing.T) {
	for _, position := range append(slices.Collect(corpus.Tricky().FENs()), slices.Collect(corpus.Games().FENs())...)[:60] {
		for _, c := range []struct {
			flags lineFlags
			d     string
		}{
			{lineFlags{File: "d"}, "n"}, {lineFlags{File: "H"}, "n"}, {lineFlags{Rank: "8"}, "e"}, {lineFlags{Diagonal: "a1-h8"}, "ne"},
			{lineFlags{Diagonal: "h1-a8"}, "nw"}, {lineFlags{Diagonal: "c8-a6"}, "sw"}, {lineFlags{Diagonal: "d8-d7"}, "s"}, {lineFlags{Diagonal: "g7-h6"}, "se"},
		} {
			c.flags.FEN, c.flags.Sliders = cli.FEN(position), "both"
			f, err := c.flags.flow(prefix.KoggeStone)
			if err != nil {
				t.Fatal(err)
			}
			_, stdout, _ := command("", "trace", "--fen", position, "-d", c.d, "--json")
			steps := decodeTrace(t, stdout)
			values := f.Values()
			for l, level := range values {
				gen, pro := steps[l][0], steps[l][1]
				for i, name := range f.Names {
					sq, _ := quad.ParseSquare(name)
					want := netdraw.Pair{G: gen>>sq&1 != 0, P: pro>>sq&1 != 0}
					if l == len(values)-1 { // the last step does not change pro
						want.P = level[i].P
					}
					if level[i] != want {
						t.Fatalf("%s, %v, level %d, %s: %v, want %v", position, c.flags, l, name, level[i], want)
					}
				}
			}
			for _, build := range []func(int) prefix.Network{prefix.Serial, prefix.BrentKung} {
				other, _ := c.flags.flow(build)
				all := other.Values()
				for i, v := range all[len(all)-1] {
					if v != values[len(values)-1][i] {
						t.Fatalf("%s, %v: %s ends at %v, Kogge-Stone at %v", position, c.flags, other.Net.Name(), v, values[len(values)-1][i])
					}
				}
			}
			for _, text := range []string{f.SVG(), f.Text(func(_, text string) string { return text })} {
				if !strings.Contains(text, f.Names[0]) || strings.Contains(text, "%!") {
					t.Fatalf("got %s", text)
				}
			}
		}
	}
}

// decodeTrace returns generator and propagator before the steps and after each.
func decodeTrace(t *testing.T, text string) (steps [][2]uint64) {
	t.Helper()
	var x struct {
		Steps []struct {
			GenBefore string `json:"gen_before"`
			ProBefore string `json:"pro_before"`
			Gen, Pro  string
		}
	}
	if err := json.Unmarshal([]byte(text), &x); err != nil {
		t.Fatal(err)
	}
	number := func(s string) uint64 {
		n, err := strconv.ParseUint(s, 0, 64)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	steps = append(steps, [2]uint64{number(x.Steps[0].GenBefore), number(x.Steps[0].ProBefore)})
	for _, s := range x.Steps {
		steps = append(steps, [2]uint64{number(s.Gen), number(s.Pro)})
	}
	return steps
}
