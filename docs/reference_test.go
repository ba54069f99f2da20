package docs

import (
	"bytes"
	"context"
	"fmt"
	"math/bits"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/prefix"
	"github.com/koggestone/koggestone/quad"
)

// openReference returns a tab with index.html, which collects errors of scripts.
func openReference(t *testing.T) context.Context {
	t.Helper()
	ctx := browserAt(t, "index.html")
	run(t, ctx, chromedp.Evaluate[chromedp.Void](`void addEventListener('error', e => { (window.wrong ??= []).push(e.message); })`))
	return ctx
}

// noErrors reports errors of scripts.
func noErrors(t *testing.T, ctx context.Context) {
	t.Helper()
	var wrong []string
	evaluate(t, ctx, `window.wrong ?? []`, &wrong)
	if len(wrong) > 0 {
		t.Errorf("errors of scripts: %q", wrong)
	}
}

// show opens the link to a state of a widget in the same tab, and waits for it.
func show(t *testing.T, ctx context.Context, widget, state string) {
	t.Helper()
	run(t, ctx, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`void (location.hash = '#%s=' + encodeURIComponent(%q))`, widget, state)))
	deadline := time.Now().Add(10 * time.Second)
	for stateOf(t, ctx, widget) != state {
		if time.Now().After(deadline) {
			t.Fatalf("%s: %s, want %s", widget, stateOf(t, ctx, widget), state)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// stateOf returns the state in the link under a widget.
func stateOf(t *testing.T, ctx context.Context, widget string) string {
	t.Helper()
	return value(t, ctx, chromedp.Evaluate[string](fmt.Sprintf(`decodeURIComponent(document.querySelector('#%s .permalink').hash.split('=')[1])`, widget)))
}

// panelOf returns the selector of the board of a widget, counted from 1, without #.
func panelOf(widget string, n int) string {
	return fmt.Sprintf("%s .panels > .panel:nth-child(%d)", widget, n)
}

// sets returns the rooks and queens or, in even directions, bishops and queens of a placement, and the empty
// squares.
func sets(t *testing.T, placement string, d koggestone.Direction) (sliders, empty uint64) {
	t.Helper()
	b, sliders := parse(t, placement, d)
	return sliders, b.Empty()
}

// The page is one file that loads nothing.
func TestReferenceIsOneFile(t *testing.T) {
	data, err := os.ReadFile("index.html")
	if err != nil {
		t.Fatal(err)
	}
	if found := regexp.MustCompile(`src="(?:[^d]|d[^a])[^"]*|<link|@import|url\(["']?[^#)]|fetch\(|import\(`).FindString(string(data)); found != "" {
		t.Errorf("the page loads %q", found)
	}
	if len(data) > 185_000 {
		t.Errorf("%d bytes", len(data))
	}
}

// placements are positions of the widgets' tests.
var placements = []string{strings.Fields(demonstration)[0], "R6r/8/2q2B2/8/3p4/1b1R4/8/Q6Q", "8/8/8/8/8/8/8/8", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R"}

// What the widgets show is what the library computes, in every frame.
func TestWidgets(t *testing.T) {
	ctx := openReference(t)
	defer noErrors(t, ctx)
	text := func(selector string) string {
		t.Helper()
		return value(t, ctx, chromedp.Evaluate[string](fmt.Sprintf(`document.querySelector(%q).textContent`, selector)))
	}
	same := func(what string, got, want uint64) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %#x, want %#x", what, got, want)
		}
	}

	t.Run("bits", func(t *testing.T) {
		a, b := uint64(0x8100000008000181), uint64(0x00ff00000a000001)
		for op, want := range []uint64{a << 8, a >> 8, a << 1, a >> 1, a & b, a | b, ^a} {
			show(t, ctx, "bits", fmt.Sprintf("%x,%x,%d", a, b, op))
			same(fmt.Sprintf("operator %d", op), shown(t, ctx, panelOf("bits", 3), "gen"), want)
			if got := text("#" + panelOf("bits", 3) + " .number"); !strings.HasPrefix(got, fmt.Sprintf("0x%016x", want)) {
				t.Errorf("operator %d: %s, want %#x", op, got, want)
			}
		}
	})

	t.Run("fill", func(t *testing.T) {
		for _, p := range placements {
			start, _ := sets(t, p, koggestone.North)
			slow, fast := start, start
			for step := range 8 {
				if step > 0 {
					slow |= slow << 8
				}
				if step > 0 && step <= 3 {
					fast |= fast << (8 << (step - 1))
				}
				show(t, ctx, "fill", fmt.Sprintf("%d.%s", step, p))
				for panel, want := range []uint64{slow, fast} {
					same(fmt.Sprintf("step %d, board %d", step, panel), shown(t, ctx, panelOf("fill", panel+1), "slider", "gen", "new"), want)
				}
			}
			same("both", slow, koggestone.NorthFill(start))
		}
	})

	// Steps over the empty squares where they arrive: too many squares, and those are marked.
	t.Run("jump", func(t *testing.T) {
		for _, p := range placements {
			gen, empty := sets(t, p, koggestone.North)
			right := koggestone.NorthOccluded(gen, empty)
			for k := range 4 {
				if k > 0 {
					gen |= empty & (gen << (8 << (k - 1)))
				}
				show(t, ctx, "jump", fmt.Sprintf("%d.%s", k, p))
				same(fmt.Sprintf("step %d", k), shown(t, ctx, panelOf("jump", 1), "slider", "gen", "new", "wrong"), gen)
				same(fmt.Sprintf("step %d, wrong", k), shown(t, ctx, panelOf("jump", 1), "wrong"), gen&^right)
			}
		}
	})

	// Both circuits reach the same squares as the fill, for every input.
	t.Run("circuit", func(t *testing.T) {
		for n := range 256 {
			show(t, ctx, "circuit", fmt.Sprint(n))
			var gen, pro uint64
			for i := range 4 {
				gen |= uint64(n>>i&1) << (8*i + 3)
				pro |= uint64(n>>(4+i)&1) << (8*i + 3)
			}
			want := ""
			for i := range 4 {
				if koggestone.NorthOccluded(gen, pro)>>(8*i+3)&1 != 0 {
					want += fmt.Sprintf("d%d ", i+1)
				}
			}
			if want == "" {
				want = "no square "
			}
			if got := text("#circuit .words"); got != fmt.Sprintf("Input %d of 256: both circuits reach %s.", n+1, strings.TrimSpace(want)) {
				t.Errorf("%s, want %s", got, want)
			}
		}
	})

	// Fills: every frame of the generator, and the propagator that the step uses.
	t.Run("fills", func(t *testing.T) {
		for _, p := range placements[:2] {
			for d := range koggestone.North + 1 {
				sliders, empty := sets(t, p, d)
				gens, pros := []uint64{sliders}, []uint64{empty & koggestone.Step(^uint64(0), d)}
				for k := range 3 {
					gens = append(gens, gens[k]|pros[k]&bits.RotateLeft64(gens[k], d.Shift()<<k))
					pros = append(pros, pros[k]&bits.RotateLeft64(pros[k], d.Shift()<<k))
				}
				same("the steps", gens[3], koggestone.Occluded(sliders, empty, d))
				for frame, at := range [][2]int{{0, 0}, {1, 0}, {1, 1}, {2, 1}, {2, 2}, {3, 2}} { // steps of the generator and the propagator
					show(t, ctx, "function", fmt.Sprintf("%d.%s.%d", frame, p, d))
					same(fmt.Sprintf("%s %v frame %d, gen", p, d, frame), shown(t, ctx, panelOf("function", 1), "slider", "gen", "new"), gens[at[0]])
					same(fmt.Sprintf("%s %v frame %d, pro", p, d, frame), shown(t, ctx, panelOf("function", 2), "pro"), pros[at[1]])
				}
				show(t, ctx, "function", fmt.Sprintf("6.%s.%d", p, d))
				same("attacks", shown(t, ctx, panelOf("function", 1), "gen"), koggestone.Attacks(sliders, empty, d))
				if d != koggestone.North {
					continue
				}
				unmasked := []uint64{empty, empty & (empty << 8)}
				unmasked = append(unmasked, unmasked[1]&(unmasked[1]<<16))
				for frame, at := range [][2]int{{0, 0}, {1, 0}, {1, 1}, {2, 1}, {2, 2}, {3, 2}} {
					show(t, ctx, "propagator", fmt.Sprintf("%d.%s", frame, p))
					same("north", shown(t, ctx, panelOf("propagator", 1), "slider", "gen", "new"), gens[at[0]])
					same("its propagator", shown(t, ctx, panelOf("propagator", 2), "pro"), unmasked[at[1]])
				}
				for frame, gen := range append(gens, koggestone.Attacks(sliders, empty, d)) {
					show(t, ctx, "opening", fmt.Sprintf("%d.%s", frame, p))
					same("opening", shown(t, ctx, "opening", "slider", "gen", "new"), gen)
				}
			}
		}
	})

	// Both networks end with the occluded fill, and have the same numbers of joins as package prefix. The second appears
	// only when it is compared.
	t.Run("doubling", func(t *testing.T) {
		for _, p := range placements {
			sliders, empty := sets(t, p, koggestone.North)
			want := koggestone.NorthOccluded(sliders, empty)
			for file := range 8 {
				name := string(rune('a' + file))
				show(t, ctx, "doubling", "3."+name+"."+p)
				if n := value(t, ctx, chromedp.Evaluate[int](`[...document.querySelectorAll('#doubling .network')].filter(e => e.getClientRects().length > 0).length`)); n != 1 {
					t.Errorf("%d networks", n)
				}
				show(t, ctx, "doubling", "4."+name+"."+p+".compared")
				for i, net := range []prefix.Network{prefix.KoggeStone(8), prefix.BrentKung(8)} {
					label := value(t, ctx, chromedp.Evaluate[string](fmt.Sprintf(`document.querySelectorAll('#doubling svg[role=img]')[%d].getAttribute('aria-label')`, i)))
					for rank := range 8 {
						if g := fmt.Sprintf("%s%d %d ", name, rank+1, want>>(8*rank+file)&1); !strings.Contains(label, g) {
							t.Errorf("%s, %s: %q, want %q", p, net.Name(), label, g)
						}
					}
					joins := fmt.Sprintf("%d of %[1]d joins", net.Operators())
					if got := text(fmt.Sprintf("#doubling .panel.wide:nth-child(%d) .title", i+2)); !strings.HasSuffix(got, joins) {
						t.Errorf("%s, want %s", got, joins)
					}
				}
			}
			same("board", shown(t, ctx, panelOf("doubling", 1), "slider", "gen", "new"), want)
		}
	})

	t.Run("wraps", func(t *testing.T) {
		for _, p := range placements {
			for d := range koggestone.North + 1 {
				sliders, _ := sets(t, p, d)
				moved, right := sliders<<max(d.Shift(), 0)>>max(-d.Shift(), 0), koggestone.Step(sliders, d)
				show(t, ctx, "wraps", fmt.Sprintf("1.%s.%d", p, d))
				same("moved", shown(t, ctx, panelOf("wraps", 2), "gen", "wrong"), moved)
				same("wrong", shown(t, ctx, panelOf("wraps", 2), "wrong"), moved&^right)
				show(t, ctx, "wraps", fmt.Sprintf("2.%s.%d", p, d))
				same("masked", shown(t, ctx, panelOf("wraps", 2), "gen"), right)
				same("mask", shown(t, ctx, panelOf("wraps", 3), "pro"), koggestone.Step(^uint64(0), d))
			}
		}
	})

	t.Run("subtraction", func(t *testing.T) {
		for _, p := range placements {
			sliders, empty := sets(t, p, koggestone.East)
			difference := prefix.ByteSub(^empty, koggestone.EastStep(sliders))
			show(t, ctx, "subtraction", "2."+p+".0")
			same("borrowed", shown(t, ctx, panelOf("subtraction", 1), "borrow"), difference&empty)
			same("paid", shown(t, ctx, panelOf("subtraction", 1), "paid"), ^empty&^difference)
			for rank := range 8 {
				show(t, ctx, "subtraction", fmt.Sprintf("3.%s.%d", p, rank))
				want := ""
				for file := range 8 {
					want += fmt.Sprint(koggestone.EastAttacks(sliders, empty) >> (8*rank + file) & 1)
				}
				if got := value(t, ctx, chromedp.Evaluate[string](`[...document.querySelectorAll('#subtraction tr:last-child td')].map(e => e.textContent).join('')`)); got != want {
					t.Errorf("%s, rank %d: %s, want %s", p, rank+1, got, want)
				}
			}
			same("attacks", shown(t, ctx, panelOf("subtraction", 1), "gen"), koggestone.EastAttacks(sliders, empty))
		}
	})

	t.Run("adder", func(t *testing.T) {
		for a := range 16 {
			for b := range 16 {
				if (a+b)%3 > 0 {
					continue
				}
				show(t, ctx, "adder", fmt.Sprintf("4.%d.%d", a, b))
				want := "sum"
				for i := range 4 {
					want += fmt.Sprint((a + b) >> i & 1)
				}
				if got := text("#adder .sum"); got != want {
					t.Errorf("%d + %d: %s, want %s", a, b, got, want)
				}
			}
		}
	})

	t.Run("generators", func(t *testing.T) {
		for _, p := range placements {
			for d := range koggestone.North + 1 {
				b, _ := parse(t, p, d)
				kind := b.Rooks()
				if d%2 == 0 {
					kind = b.Bishops()
				}
				gens := [4]uint64{kind & b.White(), b.Queens() & b.White(), kind & b.Black(), b.Queens() & b.Black()}
				var want [8][4]uint64
				koggestone.MultiAttacks(&want, &gens, b.Empty())
				show(t, ctx, "generators", fmt.Sprintf("6.%s.%d", p, d))
				for i, shade := range []string{"one", "two", "three", "four"} {
					same(fmt.Sprintf("%v, generator %d", d, i), shown(t, ctx, panelOf("generators", 1), shade), want[d][i])
				}
			}
		}
	})

	t.Run("directions", func(t *testing.T) {
		for _, p := range placements {
			b, _ := parse(t, p, koggestone.North)
			show(t, ctx, "directions", "4."+p)
			var all uint64
			for d, want := range koggestone.RayAttacks(b.Queens()&b.White(), b.Empty()) {
				all |= want
				same(fmt.Sprintf("%s, lane %d", p, d), shown(t, ctx, fmt.Sprintf("directions .register .panel:nth-child(%d)", d+1), "gen"), want)
			}
			same(p, shown(t, ctx, panelOf("directions", 1), "gen"), all)
		}
	})

	t.Run("positions", func(t *testing.T) {
		for d := range koggestone.North + 1 {
			show(t, ctx, "positions", fmt.Sprintf("4.%d.%s", d, strings.Join(placements, "_")))
			for i, p := range placements {
				sliders, empty := sets(t, p, d)
				same(fmt.Sprintf("%v, lane %d", d, i), shown(t, ctx, fmt.Sprintf("positions .register .panel:nth-child(%d)", i+1), "gen"), koggestone.Attacks(sliders, empty, d))
			}
		}
	})

	t.Run("ranks", func(t *testing.T) {
		four := []string{placements[1], "r4rk1/1pp2ppp/p1n5/3q4/3P4/2P2N2/PP3PPP/R2QR1K1", "8/5k2/2R5/8/1r6/4K1B1/6P1/8", "6k1/5ppp/8/1b6/3R4/8/5PPP/3R2K1"}
		show(t, ctx, "ranks", "7."+four[0])
		label := value(t, ctx, chromedp.Evaluate[string](`document.querySelector('#ranks .registers').getAttribute('aria-label')`))
		_, list, _ := strings.Cut(label, ": ")
		for i, text := range strings.Split(list, "; ") {
			sliders, empty := sets(t, four[i], koggestone.North)
			var got uint64
			for _, name := range strings.Fields(text)[2:] {
				sq, _ := quad.ParseSquare(name)
				got |= 1 << sq
			}
			same(fmt.Sprint("position ", i), got, koggestone.NorthAttacks(sliders, empty))
		}
	})

	// The last frame shows the pairs that a move removes and adds.
	t.Run("pairs", func(t *testing.T) {
		show(t, ctx, "pairs", "14."+placements[0])
		got := value(t, ctx, chromedp.Evaluate[[]string](`[...document.querySelectorAll('#pairs .panel')].map(e => e.querySelector('.title').textContent + ' ' + e.querySelectorAll('.arrows path').length)`))
		if want := []string{"d4h4 removes 5 5", "and adds 3 3"}; !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
		show(t, ctx, "pairs", "3."+placements[0])
		if value(t, ctx, chromedp.Evaluate[bool](`document.querySelectorAll('#pairs .board')[1].getClientRects().length > 0`)) {
			t.Error("the second board is visible")
		}
	})

	t.Run("own", func(t *testing.T) {
		for _, p := range placements {
			b, _ := parse(t, p, koggestone.North)
			show(t, ctx, "own", "8."+p)
			same(p, shown(t, ctx, panelOf("own", 1), "gen"), koggestone.SliderAttacks(b.Diagonal(), b.Orthogonal(), b.Empty()))
		}
	})
}

// Each question accepts its answer and no other.
func TestQuestions(t *testing.T) {
	ctx := openReference(t)
	defer noErrors(t, ctx)
	b, _ := parse(t, demonstration, koggestone.West)
	orthogonal := b.Orthogonal()
	for name, want := range map[string]uint64{
		"propagator": b.Empty() & (b.Empty() >> 8) & 0x4040404040404040,
		"network":    0x4040404000000000, // g5 to g8
		"wraps":      orthogonal << 9 &^ koggestone.NorthEastStep(orthogonal),
		"borrow":     koggestone.EastAttacks(orthogonal, b.Empty()) & (0xff << 56),
		"generators": koggestone.SouthEastAttacks(b.Bishops()&b.Black(), b.Empty()),
	} {
		answer := func(set uint64) string {
			t.Helper()
			button := func(text string) {
				run(t, ctx, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`[...document.querySelectorAll('#predict-%s button')].find(b => b.textContent === %q).click()`, name, text)))
			}
			button("Try again")
			for ; set != 0; set &= set - 1 {
				run(t, ctx, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`(() => { const grid = document.querySelector('#predict-%s .board'), cell = grid.querySelector('[data-square=%s]'); cell.scrollIntoView({block: 'center'}); const r = cell.getBoundingClientRect(), at = {clientX: r.left + r.width / 2, clientY: r.top + r.height / 2, bubbles: true}; cell.dispatchEvent(new PointerEvent('pointerdown', at)); cell.dispatchEvent(new PointerEvent('pointerup', at)); })()`,
					name, quad.SquareName(bits.TrailingZeros64(set)))))
			}
			button("Check")
			return value(t, ctx, chromedp.Evaluate[string](fmt.Sprintf(`document.querySelector('#predict-%s .words').textContent`, name)))
		}
		if got := answer(want); !strings.HasPrefix(got, "Right: ") {
			t.Errorf("%s: %s", name, got)
		}
		if got := answer(want ^ 1<<56); !strings.HasPrefix(got, "Not quite: ") {
			t.Errorf("%s, with a wrong square: %s", name, got)
		}
		if got := shown(t, ctx, "predict-"+name, "new"); got != 0 {
			t.Errorf("%s: the check shows the solution: %#x", name, got)
		}
		run(t, ctx, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`[...document.querySelectorAll('#predict-%s button')].find(b => b.textContent === 'Show the solution').click()`, name)))
		if got := shown(t, ctx, "predict-"+name, "wrong", "new"); got != 1<<56 {
			t.Errorf("%s: wrong squares %#x", name, got)
		}
	}
}

// Every square and number that the text names is in the figure of its section.
func TestTextNamesFigures(t *testing.T) {
	ctx := openReference(t)
	defer noErrors(t, ctx)
	source, err := os.ReadFile("method.md")
	if err != nil {
		t.Fatal(err)
	}
	first := strings.Fields(demonstration)[0]
	// on returns the squares of shades on a board of a figure in a state, as a list.
	on := func(widget, state string, panel int, shades ...string) string {
		t.Helper()
		show(t, ctx, widget, state)
		var names []string
		for set := shown(t, ctx, panelOf(widget, panel), shades...); set != 0; set &= set - 1 {
			names = append(names, quad.SquareName(bits.TrailingZeros64(set)))
		}
		return strings.Join(names, " ")
	}
	words := func(widget, state string) string {
		t.Helper()
		show(t, ctx, widget, state)
		return value(t, ctx, chromedp.Evaluate[string](fmt.Sprintf(`document.querySelector('#%s .words').textContent`, widget)))
	}
	pieceOn := func(square string) string {
		t.Helper()
		return value(t, ctx, chromedp.Evaluate[string](fmt.Sprintf(`document.querySelector('#opening [data-square=%s]').getAttribute('aria-label')`, square)))
	}
	show(t, ctx, "opening", "0."+first)
	cell := func(square string) string {
		return value(t, ctx, chromedp.Evaluate[string](fmt.Sprintf(`document.querySelector('#bits [data-square=%s] b').dataset.over`, square)))
	}
	bitOf := fmt.Sprintf("a1 is bit %s, b1 bit %s, h1 bit %s, a2 bit %s, and h8 bit %s", cell("a1"), cell("b1"), cell("h1"), cell("a2"), cell("h8"))
	show(t, ctx, "bits", "8000000,0,0")
	one, moved := shown(t, ctx, panelOf("bits", 1), "gen"), shown(t, ctx, panelOf("bits", 3), "gen")
	name := func(set uint64) string { return quad.SquareName(bits.TrailingZeros64(set)) }
	list := func(squares string) string { // "a b c" as "a, b and c"
		fields := strings.Fields(squares)
		if len(fields) == 1 {
			return fields[0]
		}
		return strings.Join(fields[:len(fields)-1], ", ") + " and " + fields[len(fields)-1]
	}
	byFile := func(squares string) string {
		fields := strings.Fields(squares)
		slices.Sort(fields)
		return strings.Join(fields, " ")
	}
	lost := func(frame string) (ranks string) { // ranks that leave the propagator as a whole, as far as they were in it
		show(t, ctx, "propagator", frame+"."+first)
		gone, still := shown(t, ctx, panelOf("propagator", 2), "lost"), shown(t, ctx, panelOf("propagator", 2), "pro")
		for rank := range 8 {
			if gone>>(8*rank)&255 != 0 && still>>(8*rank)&255 == 0 {
				ranks += fmt.Sprint(rank+1, " ")
			}
		}
		return ranks
	}
	seventh := on("propagator", "6."+first, 1, "gen")
	if !strings.Contains(seventh, "g7") || pieceOn("g7") != "g7, black pawn" {
		t.Errorf("attacks %s, %s", seventh, pieceOn("g7"))
	}
	if gone := on("propagator", "2."+first, 2, "lost"); !strings.Contains(gone, "g8") || strings.Contains(on("propagator", "0."+first, 2, "pro"), "g7") {
		t.Errorf("%s leave the propagator", gone)
	}
	if got := lost("2") + lost("4"); got != "1 2 3 " {
		t.Errorf("ranks %s leave the propagator", got)
	}
	for square, want := range map[string]string{"f5": "white bishop", "c6": "black bishop", "b8": "black queen", "g3": "black rook", "d4": "white rook", "e3": "white queen", "h5": "white rook", "h4": "black pawn"} {
		if got := pieceOn(square); !strings.HasPrefix(got, square+", "+want) {
			t.Errorf("%s, want a %s", got, want)
		}
	}
	rank4, rank3 := words("subtraction", "2."+first+".3"), on("subtraction", "3."+first+".2", 1, "gen")
	rayWords := words("raylist", "0."+first)
	if pawn := words("raylist", "8."+first); pawn != "Turn 9 of 77, ray 9 of 34: white pawn g2 looks at g3, enemy rook. No move: the ray ends." {
		t.Error(pawn)
	}
	moves := value(t, ctx, chromedp.Evaluate[int](`(figures.raylist.set('76.`+first+`'), document.querySelectorAll('#raylist .moves li').length)`))
	var turns, rays int
	if _, err := fmt.Sscanf(rayWords, "Turn 1 of %d, ray 1 of %d:", &turns, &rays); err != nil {
		t.Errorf("%s: %v", rayWords, err)
	}
	joins := func(i int) string {
		title := value(t, ctx, chromedp.Evaluate[string](fmt.Sprintf(`document.querySelectorAll('#doubling .panel.wide .title')[%d].textContent`, i)))
		return title[strings.Index(title, "of ")+3 : strings.Index(title, " joins")]
	}
	queenPairs := words("pairs", "3."+first)
	if moved := words("pairs", "14."+first); !strings.HasPrefix(moved, "The move d4h4 removes 5 pairs and adds 3.") {
		t.Error(moved)
	}
	doubled := func(k int) string { // the pairs of the g-file
		t.Helper()
		show(t, ctx, "doubling", fmt.Sprint(k, ".g.", first))
		label := value(t, ctx, chromedp.Evaluate[string](`document.querySelector('#doubling svg[role=img]').getAttribute('aria-label')`))
		_, list, _ := strings.Cut(label, ": ")
		return list
	}
	if got, want := doubled(0), "g1 0 0, g2 0 0, g3 1 0, g4 0 1, g5 0 1, g6 0 1, g7 0 0, g8 0 1"; got != want {
		t.Errorf("pairs %s, want %s", got, want)
	}
	if got, want := doubled(3), "g1 0 0, g2 0 0, g3 1 0, g4 1 0, g5 1 0, g6 1 0, g7 0 0, g8 0 0"; got != want {
		t.Errorf("pairs %s, want %s", got, want)
	}
	if !strings.HasPrefix(queenPairs, "Qe3 attacks rg3; defends ") || !strings.Contains(queenPairs, "Rd4") {
		t.Error(queenPairs)
	}
	picture, err := os.ReadFile("pairs.svg")
	if err != nil {
		t.Fatal(err)
	}
	var titles []string
	for _, m := range regexp.MustCompile(`(?:removes|and adds) \d+`).FindAll(picture, -1) {
		titles = append(titles, string(m))
	}
	east := on("subtraction", "3."+first+".3", 1, "gen")
	claims := []string{
		bitOf, "bit after h1 is\na2",
		fmt.Sprintf("only %s, `1 << 27 << 8` is %s", name(one), name(moved)),
		"The last step reaches " + on("jump", "3."+first, 1, "wrong") + ", which is empty, but the pawn on g7 is in the way",
		list(byFile(on("propagator", "1."+first, 1, "new"))) + " are new",
		"the pawn on g7",
		"g8 leaves `pro` here, because g7 is not in it",
		"g1 on the left",
		"the pair of g6 stands for g5 and g6, after the second for g3 to g6, and after the third for g1 to g6. g7 has 0 0, so nothing passes to g8", // TestQuestions
		fmt.Sprintf("%s instead of %s", joins(1), joins(0)),
		"from h5 to " + on("wraps", "1."+first+".1", 2, "wrong"), "removes " + on("wraps", "1."+first+".1", 2, "wrong") + " again",
		"rook on d4 attacks e4, f4, g4 and the pawn on h4: " + strings.TrimSuffix(strings.Fields(rank4)[2]+" - "+strings.Fields(rank4)[4]+" = "+strings.Fields(rank4)[6], "."),
		"where d4 counts 8 and h4 128",
		"bishop on f5 attacks " + list(byFile(on("generators", "6."+first+".2", 1, "one"))) + ", and the black queen on b8 attacks\n" + list(byFile(on("generators", "6."+first+".2", 1, "four"))),
		"queen on e3 attacks " + strings.Fields(words("directions", "4."+first))[10] + " squares",
		fmt.Sprintf("White has %d rays, and the loop takes %d turns to\nfind %d moves", rays, turns, moves),
		"The queen on e3\nattacks the rook on g3, defends the rook on d4", "rook from d4 to h4 " + strings.Join(titles, " pairs "),
	}
	if !strings.Contains(east, "e4 f4 g4 h4") || rank3 == "" || !strings.Contains(rank3, "f3 g3 h3") {
		t.Errorf("attacks going east: %s", east)
	}
	oneLine := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	prose := regexp.MustCompile("(?s)```.*?```|<picture>.*?</picture>|!\\[.*?\\)").ReplaceAllString(string(source), "")
	prose = oneLine(prose)
	rest := prose
	for _, claim := range claims {
		claim = oneLine(claim)
		if !strings.Contains(prose, claim) {
			t.Errorf("the text does not contain %q", claim)
		}
		rest = strings.ReplaceAll(rest, claim, "")
	}
	if other := regexp.MustCompile(`\b[a-h][1-8]\b`).FindAllString(rest, -1); len(other) > 0 {
		t.Errorf("squares of the text that no figure was asked about: %q", other)
	}
}

// The figures at the end of the text are in the tables of bench, in columns of these names.
func TestGains(t *testing.T) {
	method, err := os.ReadFile("method.md")
	if err != nil {
		t.Fatal(err)
	}
	bench, err := os.ReadFile("../bench/README.md")
	if err != nil {
		t.Fatal(err)
	}
	// figure returns the cell in the first table between two comments.
	figure := func(table, row, column string) string {
		t.Helper()
		_, text, _ := strings.Cut(string(bench), "<!-- bench:"+table+" -->")
		text, _, _ = strings.Cut(text, "<!-- /bench:")
		_, text, found := strings.Cut(text, "AMD EPYC (Zen 4)](")
		lines := regexp.MustCompile(`(?m)^\|.*\|$`).FindAllString(text, -1)
		for _, line := range lines {
			if !found || !strings.HasPrefix(line, row) {
				continue
			}
			cells := strings.Split(line, " | ")
			for i, name := range strings.Split(lines[0], " | ") {
				if name == column {
					return strings.Trim(cells[i], "* ")
				}
			}
		}
		t.Fatalf("%s: no row %q with column %q", table, row, column)
		return ""
	}
	const games, one = "| batch of 4096 | games |", "| one position | games |"
	const call, arrays = "attacks of a side's sliders", "the same for arrays of positions" // columns of a table of methods
	row := func(name, column string) string {
		return fmt.Sprintf("| %s | %s | %s† | %s |", name, figure("union", games, column), figure("vectors", "| ours: "+column+" |", call), figure("count", "| 1 |", column))
	}
	for _, want := range []string{
		row("AVX-512", "avx512"), row("AVX2", "avx2"), row("plain Go", "generic"),
		fmt.Sprintf("| single calls | | | %s |", figure("count", "| 1 |", "our CountLegal")),
		fmt.Sprintf("| magic bitboards | %s | %s | |", figure("union", games, "fancy magics"), figure("union", one, "fancy magics")),
		fmt.Sprintf("| PEXT, in C | %s† | %s† |", figure("vectors", "| PEXT |", arrays), figure("vectors", "| PEXT |", call)),
		"| four lanes, in C | | " + figure("vectors", "| four lanes, AVX-512 |", call) + "† |",
		"In batches plain Go takes " + figure("vectors", "| ours: generic |", arrays),
	} {
		if !strings.Contains(strings.Join(strings.Fields(string(method)), " "), want) {
			t.Errorf("the text does not contain %q", want)
		}
	}
}

// Taps, keys, lines of code and links change the widgets. Bad links change nothing.
func TestWidgetInput(t *testing.T) {
	ctx := openReference(t)
	defer noErrors(t, ctx)
	if _, err := chromedp.Call(ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}); err != nil {
		t.Fatal(err)
	}
	run(t, ctx, chromedp.EmulateViewport(390, 800))
	expect := func(what, widget, want string) {
		t.Helper()
		deadline := time.Now().Add(5 * time.Second)
		got := stateOf(t, ctx, widget)
		for ; got != want && time.Now().Before(deadline); got = stateOf(t, ctx, widget) {
			time.Sleep(10 * time.Millisecond)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
	}
	if _, err := chromedp.Call(ctx, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true}); err != nil {
		t.Fatal(err)
	}

	// A finger scrolls over a board and changes nothing, until the control lets it change pieces.
	show(t, ctx, "opening", "0.8/8/8/8/3R4/8/8/8")
	into := func(selector string) {
		t.Helper()
		evaluate(t, ctx, fmt.Sprintf(`(document.querySelector(%q).scrollIntoView({block: 'center'}), true)`, selector), new(bool))
	}
	into("#opening .board")
	before := value(t, ctx, chromedp.Evaluate[float64](`scrollY`))
	swipe(t, ctx, "#opening [data-square=d4]", 0, -250)
	run(t, ctx, chromedp.Poll[chromedp.Void](fmt.Sprintf(`scrollY > %v + 100`, before)))
	expect("a swipe", "opening", "0.8/8/8/8/3R4/8/8/8")
	into("#opening .board")
	tapOn(t, ctx, "#opening [data-square=a2]")
	expect("a tap", "opening", "0.8/8/8/8/3R4/8/8/8")
	into("#opening .fingers")
	tapOn(t, ctx, "#opening .fingers")
	run(t, ctx, chromedp.Poll[chromedp.Void](`document.querySelector('#own .fingers').getAttribute('aria-pressed') === 'true'`))
	into("#opening .board")
	tapOn(t, ctx, "#opening [data-square=a2]")
	expect("a tap that changes", "opening", "0.8/8/8/8/3R4/8/R7/8")
	swipe(t, ctx, "#opening [data-square=d4]", 0, -600)
	expect("a finger that leaves the board", "opening", "0.8/8/8/8/3R4/8/R7/8")
	into("#opening .board")
	swipe(t, ctx, "#opening [data-square=d4]", 0, -2*value(t, ctx, chromedp.Evaluate[float64](`document.querySelector('#opening [data-square=d4]').offsetHeight`)))
	expect("a finger that drags", "opening", "0.8/8/3R4/8/8/8/R7/8")
	into("#opening .fingers")
	tapOn(t, ctx, "#opening .fingers")
	if value(t, ctx, chromedp.Evaluate[bool](`document.querySelector('.notice').hidden`)) {
		t.Error("another position without a word")
	}

	// On a phone the boards of a fill are side by side, single boards have large squares, and a tap makes a lane larger.
	if got := value(t, ctx, chromedp.Evaluate[float64](`(() => { const [a, b] = [...document.querySelectorAll('#propagator .board')].map(e => e.getBoundingClientRect()); return a.top - b.top; })()`)); got != 0 {
		t.Errorf("the boards differ by %v pixels in height", got)
	}
	if got := value(t, ctx, chromedp.Evaluate[float64](`Math.min(...[...document.querySelectorAll('#opening .square, #own .square')].map(e => e.getBoundingClientRect().width))`)); got < 36 {
		t.Errorf("squares of %v pixels", got)
	}
	evaluate(t, ctx, `(document.querySelector('.further').open = true)`, new(bool))
	into("#directions .register")
	tapOn(t, ctx, "#directions .register [data-square=d4]")
	run(t, ctx, chromedp.Poll[chromedp.Void](`document.querySelector('#directions .register .panel.big')`))

	// The explanation is directly below the time, and the controls of a figure are there from the start.
	far := value(t, ctx, chromedp.Evaluate[[]string](`[...document.querySelectorAll('.widget:not(.predict)')].filter(e => e.querySelector('.words').getBoundingClientRect().top - e.getBoundingClientRect().top > 200).map(e => e.id)`))
	if len(far) > 0 {
		t.Errorf("the explanation is far down: %q", far)
	}
	if n := value(t, ctx, chromedp.Evaluate[int](`[...document.querySelectorAll('.bar.more')].filter(e => e.getClientRects().length > 0).length`)); n < 6 {
		t.Errorf("%d figures with controls", n)
	}

	// Keys: on a board from square to square, on the slider from step to step.
	show(t, ctx, "propagator", "0.8/8/8/8/3R4/8/8/8")
	run(t, ctx, chromedp.Focus("#propagator [data-square=d4]"), chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.Enter))
	expect("keys on the board", "propagator", "0.8/8/8/4R3/3R4/8/8/8")
	run(t, ctx, chromedp.Focus("#propagator input[type=range]"), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
	expect("keys on the slider", "propagator", "2.8/8/8/4R3/3R4/8/8/8")
	run(t, ctx, chromedp.KeyEvent(kb.End))
	expect("End", "propagator", "6.8/8/8/4R3/3R4/8/8/8")

	// A line of code shows its step and lights its squares; a square lights its lines.
	run(t, ctx, chromedp.Click("#propagator .listing li:nth-child(5) button"))
	expect("a line of code", "propagator", "3.8/8/8/4R3/3R4/8/8/8")
	var lit []string
	evaluate(t, ctx, `[...document.querySelectorAll('#propagator .panel:first-child .lit')].map(e => e.dataset.square).sort()`, &lit)
	if want := []string{"d6", "d7", "e7", "e8"}; !slices.Equal(lit, want) {
		t.Errorf("the line lights %q, want %q", lit, want)
	}
	evaluate(t, ctx, `(() => { document.querySelector('#propagator .panel:first-child [data-square=d5]').dispatchEvent(new PointerEvent('pointerenter')); return [...document.querySelectorAll('#propagator .listing .lit')].map(e => e.textContent); })()`, &lit)
	if want := []string{"gen |= pro & (gen << 8)", "attacks = gen << 8"}; !slices.Equal(lit, want) {
		t.Errorf("the square lights %q, want %q", lit, want)
	}

	// A link opened in the same tab scrolls to the picture.
	show(t, ctx, "ranks", "3."+placements[0])
	if top := value(t, ctx, chromedp.Evaluate[float64](`document.getElementById('ranks').getBoundingClientRect().top`)); top < -20 || top > 400 {
		t.Errorf("the picture of the link is at %v", top)
	}
	for widget, bad := range map[string]string{
		"bits": "zz,1,0", "fill": "9.8/8", "function": "1.8/8/8/8/8/8/8/x.0", "propagator": "-1", "doubling": "0.z." + placements[0], "wraps": "1." + placements[0] + ".8",
		"subtraction": "0.--", "generators": "7." + placements[0] + ".0", "directions": "x", "positions": "", "ranks": "8", "adder": "1.16.0",
	} {
		before := stateOf(t, ctx, widget)
		run(t, ctx, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`new Promise(done => { addEventListener('hashchange', () => setTimeout(done), {once: true}); location.hash = '#%s=%s'; })`, widget, bad)))
		expect("a bad link "+bad, widget, before)
	}
}

// Without JavaScript every figure shows its still picture.
func TestStills(t *testing.T) {
	data, err := os.ReadFile("index.html")
	if err != nil {
		t.Fatal(err)
	}
	figures := regexp.MustCompile(`(?s)<figure class="widget" id="(\w+)".*?</figure>`).FindAllSubmatch(data, -1)
	if len(figures) < 16 {
		t.Errorf("%d figures", len(figures))
	}
	for _, f := range figures {
		if !bytes.Contains(f[0], []byte(`<svg viewBox="-22 0 384 384"`)) && !bytes.Contains(f[0], []byte("data:image/svg+xml,")) {
			t.Errorf("%s has no picture", f[1])
		}
		if bytes.Contains(f[0], []byte(`<svg viewBox="-22 0 384 384"`)) && !bytes.Contains(f[0], []byte(`<ul class="legend"`)) {
			t.Errorf("%s has no legend", f[1])
		}
		if !bytes.Contains(f[0], []byte(`" hidden>Link to this state</a>`)) {
			t.Errorf("%s promises a link that only the script makes", f[1])
		}
	}
}

// The still pictures of a figure lie side by side, and their text is large enough.
func TestStillsApart(t *testing.T) {
	ctx := openReference(t)
	if _, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		t.Fatal(err)
	}
	run(t, ctx, chromedp.EmulateViewport(838, 900), chromedp.Reload())
	var found struct {
		Figures int
		Over    []string
	}
	evaluate(t, ctx, `(() => {
		const figures = [...document.querySelectorAll('.widget')], over = [];
		for (const figure of figures) {
			const boxes = [...figure.querySelectorAll('.panel')].map(e => e.getBoundingClientRect()).filter(r => r.width > 0);
			boxes.forEach((a, i) => boxes.slice(0, i).forEach(b => { if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) over.push(figure.id); }));
		}
		return {Figures: figures.length, Over: over};
	})()`, &found)
	if found.Figures < 16 || len(found.Over) > 0 {
		t.Errorf("%d figures, with panels on others: %q", found.Figures, found.Over)
	}
}

// Print shows the colours of squares and legends, and no controls.
func TestPrint(t *testing.T) {
	ctx := openReference(t)
	if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}); err != nil {
		t.Fatal(err)
	}
	var found struct {
		Controls []string
		Plain    int
	}
	evaluate(t, ctx, `({
		Controls: [...document.querySelectorAll('button, select, input, .permalink, .predict')].filter(e => e.getClientRects().length > 0 && !e.closest('.listing')).map(e => e.outerHTML.slice(0, 80)),
		Plain: [...document.querySelectorAll('.square, .legend span')].filter(e => getComputedStyle(e).printColorAdjust !== 'exact').length,
	})`, &found)
	if len(found.Controls) > 0 || found.Plain > 0 {
		t.Errorf("printed controls %q, %d squares without colour", found.Controls, found.Plain)
	}
}

// Headings, controls and squares have names. At each width, nothing is wider than the
// screen, and no text is smaller than 11 pixels.
func TestReferenceLooks(t *testing.T) {
	ctx := openReference(t)
	defer noErrors(t, ctx)
	named(t, ctx)
	for _, width := range []int64{360, 838, 1280} {
		run(t, ctx, chromedp.EmulateViewport(width, 900), chromedp.Evaluate[chromedp.Void](`document.querySelectorAll('.widget input[type=range]').forEach(e => { e.value = Number(e.value) + 1; e.dispatchEvent(new Event('input')); })`))
		var found struct{ Over, Small []string }
		evaluate(t, ctx, `(() => {
			const over = [...document.querySelectorAll('body *:not(.shapes, .shapes *, pre *)')].filter(e => {
				const r = e.getBoundingClientRect();
				return r.width > 0 && (r.right > document.documentElement.clientWidth + 1 || r.left < -1);
			}).map(e => e.outerHTML.slice(0, 80));
			const small = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
			for (let n = texts.nextNode(); n; n = texts.nextNode()) {
				const e = n.parentElement, svg = e.closest('svg[viewBox]');
				if (!n.data.trim() || e.closest('script, style, noscript') || e.getClientRects().length === 0) continue;
				const px = parseFloat(getComputedStyle(e).fontSize) * (svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1);
				if (px < 10.95) small.push(px + ': ' + n.data);
			}
			return {Over: over.slice(0, 3), Small: small.slice(0, 5)};
		})()`, &found)
		if len(found.Over) > 0 || len(found.Small) > 0 {
			t.Errorf("%d pixels: beyond the edge %q, small %q", width, found.Over, found.Small)
		}
	}
}
