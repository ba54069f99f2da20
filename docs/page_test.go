// Package docs tests the page of this folder in a browser. The page and the pictures are made
// by make docs.
package docs

import (
	"bytes"
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
	"github.com/koggestone/koggestone/internal/page"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/movegen/raylist"
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

// browser returns a tab of the browser that shows the page of koggestone trace --html.
func browser(t *testing.T) context.Context {
	t.Helper()
	file := filepath.Join(t.TempDir(), "trace.html")
	var b bytes.Buffer
	if err := page.Write(&b, page.Start{FEN: "8/6p1/8/8/3R3p/6R1/8/k6K", Direction: "north", Sliders: "both"}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return browserAt(t, file)
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
	run(t, ctx, chromedp.EmulateViewport(1400, 1000), chromedp.Navigate("file://"+filepath.ToSlash(file)), chromedp.WaitVisible(chromedp.ID("board")))
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

// pick chooses a value of a select, as somebody would.
func pick(id, value string) chromedp.Action[chromedp.Void] {
	return chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`(() => { const e = document.getElementById(%q); e.value = %q; e.dispatchEvent(new Event('change')); })()`, id, value))
}

// typeFEN puts a FEN into its field, as a paste does.
func typeFEN(fen string) chromedp.Action[chromedp.Void] {
	return chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`(() => { const e = document.getElementById('fen'); e.value = %q; e.dispatchEvent(new Event('input')); })()`, fen))
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

func click(id string) chromedp.Action[chromedp.Void] { return chromedp.Click("#" + id) }

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

const castled = "r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 b - - 0 1"

// Load, step by buttons and by keys, change the FEN and the direction: the page shows
// the squares that the library returns.
func TestPage(t *testing.T) {
	ctx := browser(t)
	fen := "8/6p1/8/8/3R3p/6R1/8/k6K"
	check := func(d koggestone.Direction) {
		t.Helper()
		b, sliders := parse(t, fen, d)
		pro := b.Empty() & koggestone.Step(^uint64(0), d)
		gen := sliders
		for k := range 4 {
			if k > 0 {
				from, free := gen, pro
				for range 1 << (k - 1) { // step by step, over what was free at first
					from = koggestone.Step(from, d)
				}
				gen |= from & free
				if k < 3 {
					moved := pro
					for range 1 << (k - 1) {
						moved = koggestone.Step(moved, d)
					}
					pro &= moved
				}
				run(t, ctx, click("next"))
			}
			if got := shown(t, ctx, "board", "slider", "gen", "new"); got != gen {
				t.Fatalf("%s, %v, step %d: generator %#x, want %#x", fen, d, k, got, gen)
			}
			if got := shown(t, ctx, "second", "pro"); got != pro {
				t.Fatalf("%s, %v, step %d: propagator %#x, want %#x", fen, d, k, got, pro)
			}
		}
		if want := koggestone.Occluded(sliders, b.Empty(), d); gen != want {
			t.Fatalf("the steps fill %#x, want %#x", gen, want)
		}
		run(t, ctx, chromedp.KeyEvent(kb.End))
		if got, want := shown(t, ctx, "board", "gen"), koggestone.Attacks(sliders, b.Empty(), d); got != want {
			t.Fatalf("%s, %v: attacks %#x, want %#x", fen, d, got, want)
		}
		run(t, ctx, chromedp.KeyEvent(kb.Home))
	}
	check(koggestone.North)
	fen = castled
	run(t, ctx, typeFEN(fen))
	for d := range koggestone.North + 1 {
		run(t, ctx, pick("direction", fmt.Sprint(int(d))))
		check(d)
	}
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
	ctx := browser(t)
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
		evaluate(t, ctx, fmt.Sprintf(`(() => { const p = parseFEN(%q); return rayTurns(p.board, p.white).filter(t => t.move).map(t => t.from + t.y); })()`, fen), &got)
		if want := rayMoves(t, fen); !slices.Equal(sorted(got), want) {
			t.Fatalf("%s: ray list %v, want %v", fen, sorted(got), want)
		}
	}
}

// Pieces move by drag and by keys. A bad FEN is reported and changes nothing.
func TestPieces(t *testing.T) {
	ctx := browser(t)
	fen := func() (text string) {
		t.Helper()
		evaluate(t, ctx, `document.getElementById('fen').value`, &text)
		text, _, _ = strings.Cut(text, " ")
		return text
	}
	centre := func(square string) (x, y float64) {
		t.Helper()
		var at []float64
		evaluate(t, ctx, fmt.Sprintf(`(() => { const r = document.querySelector('#board [data-square=%s]').getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; })()`, square), &at)
		return at[0], at[1]
	}
	drag := func(fromX, fromY, toX, toY float64) {
		t.Helper()
		run(t, ctx, chromedp.MouseEvent("mousePressed", fromX, fromY, chromedp.ButtonLeft), chromedp.MouseEvent("mouseMoved", toX, toY, chromedp.ButtonLeft),
			chromedp.MouseEvent("mouseReleased", toX, toY, chromedp.ButtonLeft))
	}
	x, y := centre("d4")
	toX, toY := centre("e5")
	drag(x, y, toX, toY)
	if got, want := fen(), "8/6p1/8/4R3/7p/6R1/8/k6K"; got != want {
		t.Errorf("after a drag: %s, want %s", got, want)
	}
	if got, want := shown(t, ctx, "board", "slider"), uint64(1<<22|1<<36); got != want {
		t.Errorf("sliders %#x, want %#x", got, want)
	}
	drag(toX, toY, 1390, 5)
	if got, want := fen(), "8/6p1/8/8/7p/6R1/8/k6K"; got != want {
		t.Errorf("after a drag off the board: %s, want %s", got, want)
	}
	run(t, ctx, chromedp.Focus(chromedp.CSS(`#board [tabindex="0"]`)), chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent("q"))
	if got, want := fen(), "8/6p1/3q4/8/7p/6R1/8/k6K"; got != want {
		t.Errorf("after a key: %s, want %s", got, want)
	}
	run(t, ctx, chromedp.KeyEvent(kb.Enter), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.Enter))
	if got, want := fen(), "8/6p1/8/3q4/7p/6R1/8/k6K"; got != want {
		t.Errorf("after Enter twice: %s, want %s", got, want)
	}
	var message string
	run(t, ctx, typeFEN("8/8/8/9/8/8/8/8"))
	message = value(t, ctx, chromedp.Text(chromedp.ID("error"), chromedp.NodeReady))
	if want := "FEN: rank 5: “9”, expected one of PNBRQKpnbrqk or a digit from 1 to 8"; message != want {
		t.Errorf("message %q, want %q", message, want)
	}
	if got, want := shown(t, ctx, "board", "slider"), uint64(1<<22|1<<35); got != want {
		t.Errorf("after a bad FEN: sliders %#x, want %#x", got, want)
	}
	run(t, ctx, typeFEN("startpos w"))
	message = value(t, ctx, chromedp.Text(chromedp.ID("error"), chromedp.NodeReady))
	if got, want := shown(t, ctx, "board", "slider"), uint64(0x89)<<56|0x89; got != want || message != "" {
		t.Errorf("start position: sliders %#x, want %#x; %s", got, want, message)
	}
}

// By touch a piece moves with two taps, and the palette puts and removes pieces.
func TestTouch(t *testing.T) {
	ctx := browser(t)
	fen := func() string {
		t.Helper()
		return value(t, ctx, chromedp.Evaluate[string](`writeFEN()`))
	}
	tap := func(square string) {
		t.Helper()
		tapOn(t, ctx, "#board [data-square="+square+"]")
	}
	expect := func(what, want string) {
		t.Helper()
		if got := fen(); got != want {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
	}
	run(t, ctx, typeFEN("4k3/8/8/8/3R4/8/8/R3K2R w KQ - 3 9"))
	expect("as typed", "4k3/8/8/8/3R4/8/8/R3K2R w KQ - 3 9")
	tap("d4")
	tap("g6")
	expect("two taps", "4k3/8/6R1/8/8/8/8/R3K2R w KQ - 3 9")
	tap("g6") // taken and put back
	tap("g6")
	expect("a piece tapped twice", "4k3/8/6R1/8/8/8/8/R3K2R w KQ - 3 9")
	tap("h1")
	tap("h3")
	expect("a rook leaves", "4k3/8/6R1/8/8/7R/8/R3K3 w Q - 3 9")
	run(t, ctx, chromedp.Click(`#palette [data-piece="q"]`))
	tap("b5")
	tap("c5")
	expect("the palette", "4k3/8/6R1/1qq5/8/7R/8/R3K3 w Q - 3 9")
	run(t, ctx, chromedp.Click(`#palette [data-piece="remove"]`))
	tap("a1")
	expect("removed", "4k3/8/6R1/1qq5/8/7R/8/4K3 w - - 3 9")
	run(t, ctx, chromedp.Click(`#palette [data-piece="remove"]`)) // chosen again: off
	tap("b5")
	expect("the palette is off", "4k3/8/6R1/1qq5/8/7R/8/4K3 w - - 3 9")
}

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
