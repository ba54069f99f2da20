package docs

import (
	"context"
	"fmt"
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

// pieces is a position of the widgets: "Rd4,pg7".
type pieces string

func (p pieces) sets(t *testing.T) (sliders, empty uint64) {
	t.Helper()
	var occupied uint64
	for _, item := range strings.Split(string(p), ",") {
		sq, ok := quad.ParseSquare(item[1:])
		if !ok {
			t.Fatalf("square %q", item)
		}
		occupied |= 1 << sq
		if item[0] != 'p' {
			sliders |= 1 << sq
		}
	}
	return sliders, ^occupied
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
}

// What the widgets show is what the library computes.
func TestWidgets(t *testing.T) {
	ctx := openReference(t)
	defer noErrors(t, ctx)
	text := func(selector string) string {
		t.Helper()
		return value(t, ctx, chromedp.Evaluate[string](fmt.Sprintf(`document.querySelector(%q).textContent`, selector)))
	}

	t.Run("bits", func(t *testing.T) {
		a, b := uint64(0x8100000008000181), uint64(0x00ff00000a000001)
		for op, want := range []uint64{a << 8, a >> 8, a << 1, a >> 1, a & b, a | b, ^a} {
			show(t, ctx, "bits", fmt.Sprintf("%x,%x,%d", a, b, op))
			if got := shown(t, ctx, panelOf("bits", 3), "gen"); got != want {
				t.Errorf("operator %d: %#x, want %#x", op, got, want)
			}
			if got := text("#" + panelOf("bits", 3) + " .number"); !strings.HasPrefix(got, fmt.Sprintf("%#016x", want)) && !strings.HasPrefix(got, fmt.Sprintf("0x%016x", want)) {
				t.Errorf("operator %d: %s, want %#x", op, got, want)
			}
		}
	})

	t.Run("fill", func(t *testing.T) {
		const start = uint64(1<<3 | 1<<14 | 1<<32)
		slow, fast := start, start
		for step := range 8 {
			if step > 0 {
				slow |= slow << 8
			}
			if step > 0 && step <= 3 {
				fast |= fast << (8 << (step - 1))
			}
			show(t, ctx, "fill", fmt.Sprintf("%x,%d", start, step))
			for panel, want := range []uint64{slow, fast} {
				if got := shown(t, ctx, panelOf("fill", panel+1), "slider", "gen", "new"); got != want {
					t.Errorf("step %d, board %d: %#x, want %#x", step, panel, got, want)
				}
			}
		}
		if slow != koggestone.NorthFill(start) || slow != fast {
			t.Errorf("%#x and %#x, want %#x", slow, fast, koggestone.NorthFill(start))
		}
		if got := text("#fill .words"); got != "Left: 14 operations, finished. Right: 6 operations, finished." {
			t.Error(got)
		}
	})

	t.Run("occluded", func(t *testing.T) {
		for _, p := range []pieces{"Rd4,Rg3,pg7", "Ra1,Rh8,pa8,Rb2,pb3"} {
			sliders, empty := p.sets(t)
			show(t, ctx, "occluded", "3."+canonical(string(p)))
			if got, want := shown(t, ctx, panelOf("occluded", 1), "slider", "gen", "new"), koggestone.NorthOccluded(sliders, empty); got != want {
				t.Errorf("%s: fill %#x, want %#x", p, got, want)
			}
			show(t, ctx, "occluded", "4."+canonical(string(p)))
			if got, want := shown(t, ctx, panelOf("occluded", 1), "gen"), koggestone.NorthAttacks(sliders, empty); got != want {
				t.Errorf("%s: attacks %#x, want %#x", p, got, want)
			}
		}
	})

	// A right answer and a wrong one; the second question is about the next step.
	t.Run("propagator", func(t *testing.T) {
		show(t, ctx, "propagator", "0")
		for question := range 2 {
			pro := shown(t, ctx, panelOf("propagator", 1), "pro")
			leaves := pro &^ (pro << (8 << question))
			file := uint64(0x0101010101010101) << value(t, ctx, chromedp.Evaluate[int](`'abcdefgh'.indexOf(document.querySelector('#propagator .marked').dataset.square[0])`))
			for sq := range 64 {
				if leaves&file>>sq&1 != 0 && (question == 0 || sq > 40) { // the second time some are missed
					run(t, ctx, chromedp.Click(fmt.Sprintf("#propagator [data-square=%s]", quad.SquareName(sq))))
				}
			}
			run(t, ctx, chromedp.Click("#propagator .bar button:nth-child(1)"))
			if got := text("#propagator .text p"); strings.HasPrefix(got, "Right.") != (question == 0) || !strings.Contains(got, fmt.Sprintf("1 of %d right", question+1)) {
				t.Errorf("question %d: %s", question, got)
			}
			if got := shown(t, ctx, panelOf("propagator", 1), "pro"); got != pro&^leaves {
				t.Errorf("question %d: the propagator becomes %#x, want %#x", question, got, pro&^leaves)
			}
			run(t, ctx, chromedp.Click("#propagator .bar button:nth-child(2)"))
		}
	})

	// Both networks end with the occluded fill, and have the same numbers of circles as package prefix.
	t.Run("doubling", func(t *testing.T) {
		for _, p := range []pieces{"Rd4,Rg3,pg7", "Rd1,pd7,pd2", "Rd1", "pd1,Rd3,Rd5"} {
			sliders, empty := p.sets(t)
			show(t, ctx, "doubling", "4.d."+canonical(string(p)))
			want := koggestone.NorthOccluded(sliders, empty)
			for i, net := range []prefix.Network{prefix.KoggeStone(8), prefix.BrentKung(8)} {
				label := value(t, ctx, chromedp.Evaluate[string](fmt.Sprintf(`document.querySelectorAll('#doubling svg[role=img]')[%d].getAttribute('aria-label')`, i)))
				for rank := range 8 {
					g := fmt.Sprintf("d%d %d ", rank+1, want>>(8*rank+3)&1)
					if !strings.Contains(label, g) {
						t.Errorf("%s, %s: %q, want %q", p, net.Name(), label, g)
					}
				}
				circles := fmt.Sprintf("%d of %[1]d circles", net.Operators())
				if got := text(fmt.Sprintf("#doubling .panel.wide:nth-child(%d) .title", i+2)); !strings.HasSuffix(got, circles) {
					t.Errorf("%s, want %s", got, circles)
				}
			}
			if got := shown(t, ctx, panelOf("doubling", 1), "slider", "gen", "new"); got != want {
				t.Errorf("%s: board %#x, want %#x", p, got, want)
			}
		}
	})

	t.Run("wraps", func(t *testing.T) {
		const rooks = uint64(0x8100240000240081)
		for d := range koggestone.North + 1 {
			show(t, ctx, "wraps", fmt.Sprintf("%x,%d,1", rooks, d))
			if got, want := shown(t, ctx, panelOf("wraps", 2), "gen"), koggestone.Step(rooks, d); got != want {
				t.Errorf("%v: %#x, want %#x", d, got, want)
			}
			show(t, ctx, "wraps", fmt.Sprintf("%x,%d,0", rooks, d))
			moved := rooks << max(d.Shift(), 0) >> max(-d.Shift(), 0)
			if got := shown(t, ctx, panelOf("wraps", 2), "gen", "lost"); got != moved {
				t.Errorf("%v: without the mask %#x, want %#x", d, got, moved)
			}
		}
	})

	t.Run("subtraction", func(t *testing.T) {
		for _, rank := range []string{"---R---p", "R-p-R---", "--------", "RR----RR", "p--Rp--R"} {
			show(t, ctx, "subtraction", "3."+rank)
			var sliders, occupied uint64
			for file, c := range rank {
				if c != '-' {
					occupied |= 1 << file
				}
				if c == 'R' {
					sliders |= 1 << file
				}
			}
			bits := ""
			for file := range 8 {
				bits += fmt.Sprint(prefix.EastAttacksBySubtraction(sliders, ^occupied) >> file & 1)
			}
			if got := value(t, ctx, chromedp.Evaluate[string](`[...document.querySelectorAll('#subtraction tr:last-child td')].map(e => e.textContent).join('')`)); got != bits {
				t.Errorf("%s: %s, want %s", rank, got, bits)
			}
		}
	})

	t.Run("generators", func(t *testing.T) {
		b, _, err := quad.ParsePlacement("r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4")
		if err != nil {
			t.Fatal(err)
		}
		for d := range koggestone.North + 1 {
			kind := b.Rooks()
			if d%2 == 0 {
				kind = b.Bishops()
			}
			gens := [4]uint64{kind & b.White(), b.Queens() & b.White(), kind & b.Black(), b.Queens() & b.Black()}
			var want [8][4]uint64
			koggestone.MultiAttacks(&want, &gens, b.Empty())
			show(t, ctx, "generators", fmt.Sprintf("4,%d", d))
			for i, shade := range []string{"slider", "gen", "new", "lost"} {
				if got := shown(t, ctx, panelOf("generators", 1), shade); got != want[d][i] {
					t.Errorf("%v, generator %d: %#x, want %#x", d, i, got, want[d][i])
				}
			}
		}
	})

	t.Run("directions", func(t *testing.T) {
		for _, p := range []pieces{"Qd4,pc7,pg7,pb4", "Qa1,Qh8,pd4"} {
			sliders, empty := p.sets(t)
			show(t, ctx, "directions", "4."+canonical(string(p)))
			var all uint64
			for d, want := range koggestone.RayAttacks(sliders, empty) {
				all |= want
				if got := shown(t, ctx, fmt.Sprintf("directions .register .panel:nth-child(%d)", d+1), "gen"); got != want {
					t.Errorf("%s, lane %d: %#x, want %#x", p, d, got, want)
				}
			}
			if got := shown(t, ctx, panelOf("directions", 1), "gen"); got != all {
				t.Errorf("%s: %#x, want %#x", p, got, all)
			}
		}
	})

	four := []string{"r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4", "r4rk1/1pp2ppp/p1n5/3q4/3P4/2P2N2/PP3PPP/R2QR1K1", "8/5k2/2R5/8/1r6/4K1B1/6P1/8", "6k1/5ppp/8/1b6/3R4/8/5PPP/3R2K1"}
	t.Run("positions", func(t *testing.T) {
		for d := range koggestone.North + 1 {
			show(t, ctx, "positions", fmt.Sprintf("4,%d", d))
			for i, fen := range four {
				b, sliders := parse(t, fen, d)
				if got, want := shown(t, ctx, fmt.Sprintf("positions .register .panel:nth-child(%d)", i+1), "gen"), koggestone.Attacks(sliders, b.Empty(), d); got != want {
					t.Errorf("%v, lane %d: %#x, want %#x", d, i, got, want)
				}
			}
		}
	})

	t.Run("ranks", func(t *testing.T) {
		show(t, ctx, "ranks", "7")
		label := value(t, ctx, chromedp.Evaluate[string](`document.querySelector('#ranks .registers').getAttribute('aria-label')`))
		_, list, _ := strings.Cut(label, ": ")
		for i, text := range strings.Split(list, "; ") {
			b, sliders := parse(t, four[i], koggestone.North)
			var got uint64
			for _, name := range strings.Fields(text)[2:] {
				sq, _ := quad.ParseSquare(name)
				got |= 1 << sq
			}
			if want := koggestone.NorthAttacks(sliders, b.Empty()); got != want {
				t.Errorf("position %d: %#x, want %#x", i, got, want)
			}
		}
	})
}

// canonical puts pieces in the order of their squares, as the page writes them.
func canonical(list string) string {
	items := strings.Split(list, ",")
	slices.SortFunc(items, func(a, b string) int {
		x, _ := quad.ParseSquare(a[1:])
		y, _ := quad.ParseSquare(b[1:])
		return x - y
	})
	return strings.Join(items, ",")
}

// Taps, keys and links change the widgets. Bad links change nothing.
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
	show(t, ctx, "occluded", "0.Rd4")
	evaluate(t, ctx, `(document.querySelector('#occluded .panel').scrollIntoView(), true)`, new(bool))
	tapOn(t, ctx, "#occluded .panel [data-square=a2]")
	expect("a tap", "occluded", "0.Ra2,Rd4")
	tapOn(t, ctx, "#occluded .panel [data-square=a2]")
	expect("a second tap", "occluded", "0.pa2,Rd4")
	tapOn(t, ctx, "#occluded .panel [data-square=a2]")
	expect("a third tap", "occluded", "0.Rd4")

	// Keys: on a board from square to square, on the buttons from step to step.
	run(t, ctx, chromedp.Focus("#occluded [data-square=a2]"), chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.Enter))
	expect("keys on the board", "occluded", "0.Rb3,Rd4")
	run(t, ctx, chromedp.Focus("#occluded .play"), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
	expect("keys on the buttons", "occluded", "2.Rb3,Rd4")
	run(t, ctx, chromedp.KeyEvent(kb.End))
	expect("End", "occluded", "4.Rb3,Rd4")
	run(t, ctx, chromedp.KeyEvent(kb.Home))
	expect("Home", "occluded", "0.Rb3,Rd4")

	// A link opened in the same tab scrolls to the picture.
	show(t, ctx, "ranks", "3")
	if top := value(t, ctx, chromedp.Evaluate[float64](`document.getElementById('ranks').getBoundingClientRect().top`)); top < -20 || top > 400 {
		t.Errorf("the picture of the link is at %v", top)
	}
	for widget, bad := range map[string]string{
		"bits": "zz,1,0", "fill": "1,9", "occluded": "1.Xd4", "propagator": "-1", "doubling": "0.z.-", "wraps": "1,8,0",
		"subtraction": "0.--", "generators": "5,0", "directions": "x", "positions": "", "ranks": "8",
	} {
		before := stateOf(t, ctx, widget)
		run(t, ctx, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`new Promise(done => { addEventListener('hashchange', () => setTimeout(done), {once: true}); location.hash = '#%s=%s'; })`, widget, bad)))
		expect("a bad link "+bad, widget, before)
	}

	// The stepper takes its own links, and others leave it alone.
	hash := "#fill&east&both&2&a1&" + "8%2F8%2F8%2F8%2F8%2F8%2F8%2FR7%20w%20-%20-%200%201"
	run(t, ctx, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`void (location.hash = '%s')`, hash)), chromedp.Poll[chromedp.Void](`document.getElementById('count').textContent === '3 of 5'`))
	run(t, ctx, chromedp.Evaluate[chromedp.Void](`new Promise(done => { addEventListener('hashchange', () => setTimeout(done), {once: true}); location.hash = '#1-a-fill'; })`))
	var at struct{ Count, Hash string }
	evaluate(t, ctx, `({Count: document.getElementById('count').textContent, Hash: location.hash})`, &at)
	if at.Count != "3 of 5" || at.Hash != "#1-a-fill" {
		t.Errorf("after a link to a section: %+v", at)
	}
	run(t, ctx, chromedp.Focus("#play"), chromedp.KeyEvent(kb.ArrowRight))
	evaluate(t, ctx, `({Count: document.getElementById('count').textContent, Hash: location.hash})`, &at)
	if at.Count != "4 of 5" || !strings.HasPrefix(at.Hash, "#fill&east&both&3&") {
		t.Errorf("after a key in the stepper: %+v", at)
	}
}

// Headings, controls and squares have names. At each width, nothing is wider than the
// screen, and no text is smaller than 11 pixels.
func TestReferenceLooks(t *testing.T) {
	ctx := openReference(t)
	defer noErrors(t, ctx)
	named(t, ctx)
	for _, width := range []int64{360, 838, 1280} {
		run(t, ctx, chromedp.EmulateViewport(width, 900), chromedp.Evaluate[chromedp.Void](`document.querySelectorAll('.widget [aria-label="Next step"]').forEach(b => b.click())`))
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
