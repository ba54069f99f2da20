// Package docs tests the page of this folder in a browser. The page and the pictures are made
// by make docs.
package docs

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/movegen/raylist"
	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

var require = flag.Bool("browser.require", false, "fail if there is no browser")

// chromium starts the browser of all tests, which TestMain ends.
var chromium = sync.OnceValues(func() (context.Context, error) {
	profile, err := os.MkdirTemp("", "chromium")
	if err != nil {
		return nil, err
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox, chromedp.UserDataDir(profile), chromedp.WSURLReadTimeout(time.Minute),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
	for _, name := range []string{"/usr/bin/chromium", "/usr/bin/chromium-browser"} {
		if _, err := os.Stat(name); err == nil {
			opts = append(opts, chromedp.ExecPath(name))
			break
		}
	}
	allocator, cancel := chromedp.NewExecAllocator(context.Background(), opts...)
	ctx, cancelBrowser := chromedp.NewContext(allocator)
	atEnd = func() {
		cancelBrowser()
		cancel()
		os.RemoveAll(profile)
	}
	return ctx, chromedp.Do(ctx)
})

// atEnd ends the browser.
var atEnd = func() {}

func TestMain(m *testing.M) {
	code := m.Run()
	atEnd()
	os.Exit(code)
}

// browserAt returns a tab of the browser that shows a file with a board.
func browserAt(t *testing.T, file string) context.Context {
	t.Helper()
	parent, err := chromium()
	if err != nil {
		if *require {
			t.Fatal(err)
		}
		t.Skipf("no browser: %v", err)
	}
	ctx, cancel := chromedp.NewContext(parent)
	t.Cleanup(cancel)
	if file, err = filepath.Abs(file); err != nil {
		t.Fatal(err)
	}
	run(t, ctx, chromedp.EmulateViewport(1400, 1000), chromedp.Navigate("file://"+filepath.ToSlash(file)), chromedp.WaitVisible(chromedp.CSS("svg, #opening .board")))
	return ctx
}

func run(t *testing.T, ctx context.Context, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(ctx, actions...); err != nil {
		t.Fatal(err)
	}
}

// value returns what an action does.
func value[T any](t *testing.T, ctx context.Context, action chromedp.Action[T]) T {
	t.Helper()
	v, err := chromedp.Run(ctx, action)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// evaluate sets result to the value of a script.
func evaluate[T any](t *testing.T, ctx context.Context, script string, result *T) {
	t.Helper()
	*result = value(t, ctx, chromedp.Evaluate[T](script))
}

// shown returns the squares of a board with the given shades.
func shown(t *testing.T, ctx context.Context, board string, shades ...string) (set uint64) {
	t.Helper()
	var squares []string
	list, _ := json.Marshal(shades)
	evaluate(t, ctx, fmt.Sprintf(`[...document.querySelectorAll('#%s [data-square]')].filter(c => %s.includes(c.dataset.shade)).map(c => c.dataset.square)`, board, list), &squares)
	for _, name := range squares {
		sq, ok := quad.ParseSquare(name)
		if !ok {
			t.Fatalf("square %q", name)
		}
		set |= 1 << sq
	}
	return set
}

// tapOn taps the middle of an element with a finger.
func tapOn(t *testing.T, ctx context.Context, selector string) {
	t.Helper()
	at := value(t, ctx, chromedp.Evaluate[[]float64](fmt.Sprintf(`(() => { const r = document.querySelector(%q).getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; })()`, selector)))
	for _, kind := range []input.DispatchTouchEventType{input.DispatchTouchEventTypeTouchStart, input.DispatchTouchEventTypeTouchEnd} {
		params := input.DispatchTouchEventParams{Type: kind, TouchPoints: []*input.TouchPoint{}}
		if kind == input.DispatchTouchEventTypeTouchStart {
			params.TouchPoints = []*input.TouchPoint{{X: at[0], Y: at[1]}}
		}
		if _, err := chromedp.Call(ctx, input.DispatchTouchEvent, params); err != nil {
			t.Fatal(err)
		}
	}
}

// swipe moves a finger from the middle of an element by some pixels.
func swipe(t *testing.T, ctx context.Context, selector string, dx, dy float64) {
	t.Helper()
	at := value(t, ctx, chromedp.Evaluate[[]float64](fmt.Sprintf(`(() => { const r = document.querySelector(%q).getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; })()`, selector)))
	send := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		if _, err := chromedp.Call(ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: append([]*input.TouchPoint{}, points...)}); err != nil {
			t.Fatal(err)
		}
	}
	send(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: at[0], Y: at[1]})
	for i := 1.0; i <= 10; i++ {
		send(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: at[0] + dx*i/10, Y: at[1] + dy*i/10})
		time.Sleep(16 * time.Millisecond) // the browser scrolls by frames
	}
	send(input.DispatchTouchEventTypeTouchEnd)
}

// parse returns the board of a FEN and the sliders of a direction.
func parse(t *testing.T, fen string, d koggestone.Direction) (b quad.Board, sliders uint64) {
	t.Helper()
	b, _, err := quad.ParsePlacement(fen)
	if err != nil {
		t.Fatal(err)
	}
	if d%2 == 0 {
		return b, b.Diagonal()
	}
	return b, b.Orthogonal()
}

// rayMoves returns the moves along the rays of the side to move: the moves of
// package raylist without double steps.
func rayMoves(t *testing.T, fen string) (moves []string) {
	t.Helper()
	p, err := movegen.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	r, err := raylist.New(p)
	if err != nil {
		t.Fatal(err)
	}
	var l raylist.List
	r.Generate(&l)
	for _, m := range l.Moves() {
		text := m.String()[:4]
		from, _ := quad.ParseSquare(text[:2])
		if twice := text[0] == text[2] && (text[1] == '2' && text[3] == '4' || text[1] == '7' && text[3] == '5'); twice && p.Board.At(from).Kind() == quad.Pawn {
			continue
		}
		moves = append(moves, text)
	}
	return slices.Compact(sorted(moves))
}

func sorted(s []string) []string {
	s = slices.Clone(s)
	slices.Sort(s)
	return s
}

// The page's functions give the library's results on boards of all kinds.
func TestScript(t *testing.T) {
	ctx := openReference(t)
	r := rand.New(rand.NewPCG(1, 2))
	const n = 400
	type boards struct{ Gen, Empty []string }
	var in boards
	var gens, empties []uint64
	for i := range n {
		gen, empty := r.Uint64(), r.Uint64()
		if i%2 == 0 {
			gen, empty = gen&r.Uint64()&r.Uint64(), empty|r.Uint64()
		}
		if i < 2 {
			gen, empty = -uint64(i), -uint64(i)
		}
		gens, empties = append(gens, gen), append(empties, empty)
		in.Gen, in.Empty = append(in.Gen, fmt.Sprint(gen)), append(in.Empty, fmt.Sprint(empty))
	}
	data, _ := json.Marshal(in)
	var out [][]string
	evaluate(t, ctx, fmt.Sprintf(`(({Gen, Empty}) => Gen.map((g, i) => {
		const gen = BigInt(g), empty = BigInt(Empty[i]), all = [];
		for (let d = 0; d < 8; d++) all.push(occluded(gen, empty, d), attacks(gen, empty, d), d %% 2 ? subtraction(gen, empty, d).attacks : 0n);
		return all.map(String);
	}))(%s)`, data), &out)
	if len(out) != n {
		t.Fatalf("%d results", len(out))
	}
	for i, got := range out {
		for d := range koggestone.North + 1 {
			attacks := koggestone.Attacks(gens[i], empties[i], d)
			bySubtraction := attacks
			if d%2 == 0 {
				bySubtraction = 0
			}
			want := []string{fmt.Sprint(koggestone.Occluded(gens[i], empties[i], d)), fmt.Sprint(attacks), fmt.Sprint(bySubtraction)}
			if !slices.Equal(got[3*d:3*d+3], want) {
				t.Fatalf("gen %#x, empty %#x, %v: %v, want %v", gens[i], empties[i], d, got[3*d:3*d+3], want)
			}
		}
	}
	// The ray list, on positions of games.
	count := 0
	for fen := range corpus.Games().FENs() {
		if count++; count%15 > 0 {
			continue
		}
		fields := strings.Fields(fen)
		fen = fields[0] + " " + fields[1] + " - -"
		var got []string
		evaluate(t, ctx, fmt.Sprintf(`rayTurns(readPlacement(%q), %v).filter(t => t.move).map(t => t.from + t.y)`, fields[0], fields[1] == "w"), &got)
		if want := rayMoves(t, fen); !slices.Equal(sorted(got), want) {
			t.Fatalf("%s: ray list %v, want %v", fen, sorted(got), want)
		}
	}
}

// On positions from games, the page's threat pairs equal the pairs of package pairs.
func TestThreatPairs(t *testing.T) {
	ctx := openReference(t)
	rules, err := pairs.NewRules(pairs.StockfishCodes(), nil)
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for fen := range corpus.Games().FENs() {
		if count++; count%40 > 0 {
			continue
		}
		b, _, err := quad.ParsePlacement(fen)
		if err != nil {
			t.Fatal(err)
		}
		var list pairs.List
		rules.RefreshBoard(&list, b)
		var want []string
		for _, p := range list.Pairs() {
			want = append(want, quad.SquareName(p.From())+quad.SquareName(p.To()))
		}
		var got []string
		evaluate(t, ctx, fmt.Sprintf(`(() => { setPieces(readPlacement(%q)); const all = squaresOf(~emptyOf(pieces) & ALL); return all.flatMap(a => all.filter(b => has(targets(a), b)).map(b => squareName(a) + squareName(b))); })()`, strings.Fields(fen)[0]), &got)
		if !slices.Equal(sorted(got), sorted(want)) {
			t.Fatalf("%s: %v, want %v", fen, sorted(got), sorted(want))
		}
	}
}

// Pieces move by drag, change by taps and keys, and all figures follow. A bad FEN is reported and changes
// nothing.
func TestPieces(t *testing.T) {
	ctx := openReference(t)
	defer noErrors(t, ctx)
	expect := func(what, want string) {
		t.Helper()
		for _, figure := range []string{"own", "propagator", "opening"} {
			if _, got, _ := strings.Cut(stateOf(t, ctx, figure), "."); got != want {
				t.Errorf("%s: %s shows %s, want %s", what, figure, got, want)
			}
		}
	}
	fen := func(text string) {
		t.Helper()
		run(t, ctx, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`(() => { const e = document.getElementById('fen'); e.value = %q; e.dispatchEvent(new Event('input')); })()`, text)))
	}
	centre := func(square string) (x, y float64) {
		t.Helper()
		var at []float64
		evaluate(t, ctx, fmt.Sprintf(`(() => { const e = document.querySelector('#own [data-square=%s]'); e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; })()`, square), &at)
		return at[0], at[1]
	}
	drag := func(fromX, fromY, toX, toY float64) {
		t.Helper()
		run(t, ctx, chromedp.MouseEvent("mousePressed", fromX, fromY, chromedp.ButtonLeft), chromedp.MouseEvent("mouseMoved", toX, toY, chromedp.ButtonLeft),
			chromedp.MouseEvent("mouseReleased", toX, toY, chromedp.ButtonLeft))
	}
	fen("8/6p1/8/8/3R3p/6R1/8/k6K w - - 0 1")
	expect("FEN", "8/6p1/8/8/3R3p/6R1/8/k6K")
	x, y := centre("d4")
	toX, toY := centre("e4")
	drag(x, y, toX, toY)
	expect("a drag", "8/6p1/8/8/4R2p/6R1/8/k6K")
	drag(toX, toY, 1390, 5)
	expect("a drag off the board", "8/6p1/8/8/7p/6R1/8/k6K")
	x, y = centre("c6")
	for _, want := range []string{"R", "Q", "B", "p"} {
		drag(x, y, x, y)
		expect("a tap", "8/6p1/2"+want+"5/8/7p/6R1/8/k6K")
	}
	kingX, kingY := centre("a1")
	drag(kingX, kingY, kingX, kingY)
	expect("a tap on a king", "8/6p1/2p5/8/7p/6R1/8/k6K")
	run(t, ctx, chromedp.Click(`#own .tools [aria-label="Put a black queen"]`))
	x, y = centre("c6")
	drag(x, y, x, y)
	expect("a chosen piece", "8/6p1/2q5/8/7p/6R1/8/k6K")
	run(t, ctx, chromedp.Click(`#own .tools [aria-label="Remove pieces"]`))
	x, y = centre("c6")
	drag(x, y, x, y)
	expect("removed", "8/6p1/8/8/7p/6R1/8/k6K")
	run(t, ctx, chromedp.Focus(chromedp.CSS(`#own [data-square=c6]`)), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent("Q"))
	expect("keys", "8/6p1/8/3Q4/7p/6R1/8/k6K")
	for text, want := range map[string]string{
		"8/8/8/9/8/8/8/8": "FEN: rank 5: expected one of PNBRQKpnbrqk or a digit from 1 to 8, found “9”", "8/8/7/8/8/8/8/8": "FEN: rank 6: expected 8 squares, found 7", "8/8/8": "FEN: expected 8 ranks, found 3",
	} {
		fen(text)
		if got := value(t, ctx, chromedp.Evaluate[string](`document.querySelector('#own .error').textContent`)); got != want {
			t.Errorf("message %q, want %q", got, want)
		}
	}
	expect("a bad FEN", "8/6p1/8/3Q4/7p/6R1/8/k6K")
	run(t, ctx, chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll('#own button')].find(b => b.textContent === 'Start position').click()`))
	expect("a button", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
	run(t, ctx, chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll('.notice button')].find(b => b.textContent === 'Reset the position').click()`))
	expect("reset", strings.Fields(demonstration)[0])
}

const demonstration = "1q3k2/p5p1/2b5/5B1R/3R3p/2P1Q1r1/6P1/6K1 w - - 0 1"

// named reports elements with roles for screen readers that have no name.
func named(t *testing.T, ctx context.Context) {
	t.Helper()
	tree, err := chromedp.Call(ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range tree.Nodes {
		if n.Ignored || n.Role == nil {
			continue
		}
		name := ""
		if n.Name != nil {
			name = strings.Trim(string(n.Name.Value), `" `)
		}
		switch role := strings.Trim(string(n.Role.Value), `"`); role {
		case "button", "combobox", "textbox", "gridcell", "grid", "image", "link", "group", "form", "heading":
			if name == "" {
				t.Errorf("%s %s has no name", role, n.NodeID)
			}
		}
	}
}
