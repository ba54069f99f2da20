package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

var times = flag.Bool("times", false, "print the table of times of docs/kernels.md")

// A timed is a position of testdata/time.c, and a timedMove a change.
type timed struct {
	Pieces           [6]uint64
	White, Black, Us uint64
	Mailbox          [64]uint8
}
type timedMove struct {
	Before [64]uint8
	Update uint64
	Kings  [2]uint64
}

// randomNodes returns 13,987 positions from random nodes of searches.
func randomNodes(t *testing.T) (positions []movegen.Position) {
	t.Helper()
	for fen := range corpus.Search().FENs() {
		p, err := movegen.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		positions = append(positions, p)
	}
	return positions
}

// walk returns 20,000 positions in the order in which the search of examples/engine visits them: 2,000 neighbouring nodes of each
// of ten games, after 20,000 other nodes. The engine is built with an overlay that prints every position.
func walk(t *testing.T) (positions []movegen.Position) {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	name, dir := filepath.Join(root, "examples", "engine", "search", "search.go"), t.TempDir()
	source, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	const visit = "\tchild.node.Set(&child.pos)\n"
	if strings.Count(string(source), visit) != 1 {
		t.Fatalf("%s does not contain %q once", name, visit)
	}
	printing, overlay, exe := filepath.Join(dir, "search.go"), filepath.Join(dir, "overlay.json"), filepath.Join(dir, "engine")
	text, err := json.Marshal(map[string]any{"Replace": map[string]string{name: printing}})
	if err != nil {
		t.Fatal(err)
	}
	for file, data := range map[string][]byte{printing: []byte(strings.Replace(string(source), visit, visit+"\tprintln(child.pos.FEN())\n", 1)), overlay: text} {
		if err := os.WriteFile(file, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	run(t, root, "go", "build", "-overlay", overlay, "-o", exe, "./examples/engine")
	const skip, take = 20000, 2000
	at := 0
	for fen := range corpus.Games().FENs() {
		if at++; at%60 != 30 {
			continue
		}
		var visited strings.Builder
		engine := exec.Command(exe)
		engine.Stdin, engine.Stderr = strings.NewReader("position fen "+fen+" 0 1\ngo nodes 40000\n"), &visited
		if err := engine.Run(); err != nil {
			t.Fatal(err)
		}
		fens := strings.Split(visited.String(), "\n")
		if len(fens) <= skip+take {
			t.Fatalf("the search of %s visits %d positions", fen, len(fens))
		}
		for _, fen := range fens[skip : skip+take] {
			p, err := movegen.ParseFEN(fen)
			if err != nil {
				t.Fatal(err)
			}
			positions = append(positions, p)
		}
	}
	return positions
}

// withMoves returns 20,000 positions, the last ones after a random move if there are fewer, and a random move of each.
func withMoves(positions []movegen.Position, rules *pairs.Rules) ([]movegen.Position, []timedMove) {
	rng := rand.New(rand.NewPCG(48, 51))
	var next []movegen.Position
	var moves []timedMove
	for i := 0; i < len(positions); i++ {
		p := &positions[i]
		legal := p.AppendLegalMoves(nil)
		if len(legal) == 0 {
			continue
		}
		child := p.Play(legal[rng.IntN(len(legal))])
		var m timedMove
		var after [64]uint8
		rules.Mailbox(&m.Before, p.Board)
		rules.Mailbox(&after, child.Board)
		u, _ := rules.Difference(&m.Before, &after)
		m.Update = uint64(u)
		for c := range m.Kings {
			m.Kings[c] = uint64(bits.TrailingZeros64(child.Board.Pieces(quad.Color(c), quad.King)))
		}
		moves = append(moves, m)
		next = append(next, child)
	}
	return append(positions, next...)[:20000], moves
}

// timesRows are the rows of the table, by the question and the method of testdata/time.c.
var timesRows = []struct{ key, label string }{
	{"", "*attacks of the sliders of a side*"},
	{"side call", "`ks_slider_attacks`"},
	{"side inline", "inlined"},
	{"side lanes", "four lanes"},
	{"side pext", "PEXT"},
	{"side hyperbola", "hyperbola"},
	{"", "*attacks of the sliders of both sides*"},
	{"both call", "two calls"},
	{"both inline", "inlined"},
	{"both lanes", "four lanes"},
	{"both pext", "PEXT"},
	{"both hyperbola", "hyperbola"},
	{"", "*all squares that a side attacks*"},
	{"all inline", "inlined"},
	{"all lanes", "four lanes"},
	{"all pext", "PEXT"},
	{"all hyperbola", "hyperbola"},
	{"", "*attacks of sliders by direction*"},
	{"rays call", "`ks_ray_attacks`"},
	{"rays inline", "inlined"},
	{"", "*attacked, danger, checkers, check mask, pinned*"},
	{"legality inline", "inlined"},
	{"legality lanes", "four lanes"},
	{"legality pext", "PEXT"},
	{"legality hyperbola", "hyperbola"},
	{"", "*17 sets (below)*"},
	{"threats call", "`ks_threats_of`"},
	{"threats lanes", "four lanes"},
	{"threats pext", "PEXT"},
	{"threats hyperbola", "hyperbola"},
	{"", "*24 sets of both sides (below)*"},
	{"both_threats call", "`ks_both_threats`"},
	{"both_threats lanes", "four lanes"},
	{"both_threats pext", "PEXT"},
	{"both_threats hyperbola", "hyperbola"},
	{"deltas call", "pairs that a move changes: `ks_deltas`"},
	{"lists call", "... and their numbers for both sides: `ks_delta_lists32`"},
	{"numbers call", "the same in two calls: `ks_deltas`, `ks_number_changes`"},
	{"one_list call", "... and their numbers for one side: `ks_delta_lists16`"},
	{"refresh call", "pairs of a board: `ks_refresh`"},
	{"refresh_lists call", "... and their numbers for both sides: `ks_refresh_lists32`"},
	{"refresh_numbers call", "the same in two calls: `ks_refresh`, `ks_number_pairs`"},
	{"refresh_list call", "... and their numbers for one side: `ks_refresh_lists16`"},
}

// TestTimes prints the times of calls, inlined functions and rivals in nanoseconds, by compiler and path: of new positions,
// of positions in the order of a search, and of positions that the branch predictor has learnt. Module bench times some of these
// functions, and the Go twins, of positions in random order; docs/kernels.md compares orders.
func TestTimes(t *testing.T) {
	if !*times {
		t.Skip("without -times")
	}
	rules, err := pairs.NewRules(pairs.StockfishCodes(), pairs.SFNNv16().Counts)
	if err != nil {
		t.Fatal(err)
	}
	programs := timePrograms(t)
	for _, order := range []struct {
		name      string
		positions []movegen.Position
		args      []string
	}{{"in the order of a search", walk(t), nil}, {"learnt", randomNodes(t), []string{"500"}}, {"new", randomNodes(t), nil}} {
		positions, moves := withMoves(order.positions, rules)
		var all []timed
		for _, p := range positions {
			bb := p.Board.Bitboards()
			x := timed{Pieces: [6]uint64{bb.Pawns, bb.Knights, bb.Bishops, bb.Rooks, bb.Queens, bb.Kings}, White: bb.White, Black: bb.Black, Us: uint64(p.Side)}
			rules.Mailbox(&x.Mailbox, p.Board)
			all = append(all, x)
		}
		input := new(bytes.Buffer)
		for _, v := range []any{uint64(len(all)), uint64(len(moves)), all, moves} {
			if err := binary.Write(input, binary.LittleEndian, v); err != nil {
				t.Fatal(err)
			}
		}
		fmt.Println(order.name)
		printTimes(t, programs, input.Bytes(), order.args)
	}
}

// A timeProgram is testdata/time.c, compiled by a compiler for a path.
type timeProgram struct{ column, path, exe string }

func timePrograms(t *testing.T) (programs []timeProgram) {
	t.Helper()
	for _, compiler := range []string{"gcc", "clang-19"} {
		path, err := exec.LookPath(compiler)
		if err != nil {
			t.Logf("%s is not installed", compiler)
			continue
		}
		for _, build := range [][2]string{{"avx512", "-march=icelake-server"}, {"avx2", "-march=haswell"}, {"generic", "-DKS_NO_ASM"}} {
			if !slices.ContainsFunc(simd.Paths(), func(p simd.Path) bool { return p.String() == build[0] }) {
				t.Logf("this CPU lacks %s", build[0])
				continue
			}
			exe := compile(t, path, "time", "-O3", build[1], "-Wno-unused-function", "-I", filepath.Join("..", "..", "bench", "vectors", "c"))
			programs = append(programs, timeProgram{strings.TrimSuffix(compiler, "-19") + " " + build[0], build[0], exe})
		}
	}
	return programs
}

// printTimes runs the programs and prints a table.
func printTimes(t *testing.T, programs []timeProgram, input []byte, args []string) {
	t.Helper()
	results := map[string]string{}
	var columns []string
	for _, p := range programs {
		c := exec.Command(p.exe, append([]string{p.path}, args...)...)
		c.Stdin = bytes.NewReader(input)
		out, err := c.Output()
		if err != nil {
			t.Fatal(err)
		}
		columns = append(columns, p.column)
		answers := map[string]string{}
		for line := range strings.Lines(string(out)) {
			f := strings.Fields(line)
			ns, err := strconv.ParseFloat(f[2], 64)
			if err != nil {
				t.Fatal(err)
			}
			results[f[0]+" "+f[1]+"\x00"+p.column] = fmt.Sprintf("%.3g", ns)
			if old, ok := answers[f[0]]; ok && old != f[3] && !strings.HasPrefix(f[0], "legality") {
				t.Errorf("%s, %s: the answers of %s differ", p.column, f[0], f[1])
			}
			answers[f[0]] = f[3]
		}
	}
	fmt.Println("| one position | " + strings.Join(columns, " | ") + " |")
	fmt.Println("| ---" + strings.Repeat(" | ---:", len(columns)) + " |")
	for _, row := range timesRows {
		fmt.Print("| " + row.label)
		for _, c := range columns {
			fmt.Print(" | " + results[row.key+"\x00"+c])
		}
		fmt.Println(" |")
	}
}
