package main

import (
	"context"
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/koggestone/koggestone/bench/peers"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/perft"
)

// standard contains the six positions that move generators are usually checked with, and the
// published counts by depth, starting at 1.
var standard = [...]struct {
	name, fen string
	nodes     []uint64

	// The depths. Rivals, and the library in mode bulk and in its default mode, count for
	// 0.1 to 1 s. Other programs, and the library beside them, count for a few seconds,
	// because their time includes the start of the program.
	peers, bulk, batch, deep int
}{
	{"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		[]uint64{20, 400, 8902, 197281, 4865609, 119060324, 3195901860}, 4, 6, 6, 7},
	{"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		[]uint64{48, 2039, 97862, 4085603, 193690690, 8031647685}, 3, 5, 5, 6},
	{"position3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
		[]uint64{14, 191, 2812, 43238, 674624, 11030083, 178633661, 3009794393}, 5, 7, 7, 8},
	{"position4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
		[]uint64{6, 264, 9467, 422333, 15833292, 706045033}, 4, 5, 6, 6},
	{"position5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
		[]uint64{44, 1486, 62379, 2103487, 89941194, 3048196529}, 3, 5, 5, 6},
	{"position6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
		[]uint64{46, 2079, 89890, 3894594, 164075551, 6923051137}, 3, 5, 5, 6},
}

// perft counts the trees of the standard positions on one thread. A run can be long, so it has
// no warm-up, and each run is checked.
func (s *suite) perft(programs []program) {
	for _, p := range standard {
		add := func(by string, path simd.Path, depth int, count func(depth int) (uint64, error)) *benchmark {
			if s.quick && depth > 2 {
				depth--
			}
			want := p.nodes[depth-1]
			b := &benchmark{
				name: fmt.Sprintf("Perft/position=%s/depth=%d/by=%s", p.name, depth, by), path: path, ops: int(want), long: true,
				run: func() error {
					got, err := count(depth)
					if err == nil && got != want {
						err = difference(fmt.Sprintf("expected %d leaves, found %d", want, got))
					}
					return err
				}}
			s.all = append(s.all, b)
			return b
		}
		for _, peer := range peers.All() {
			add(peer.Name, best(), p.peers, func(depth int) (uint64, error) { return peer.Perft(p.fen, depth) })
		}
		ours := func(name string, path simd.Path, depth int, opts perft.Options) {
			opts.Workers = 1
			add(name, path, depth, func(depth int) (uint64, error) {
				root, err := movegen.ParseFEN(p.fen)
				if err != nil {
					return 0, err
				}
				r, err := perft.Count(context.Background(), root, depth, opts)
				return r.Nodes.Lo, err
			})
		}
		depth := p.batch
		if len(programs) > 0 {
			depth = p.deep
		}
		ours("koggestone-bulk", best(), p.bulk, perft.Options{Mode: perft.ModeBulk})
		for _, path := range simd.Paths() {
			if path != best() {
				ours("koggestone-"+path.String(), path, depth, perft.Options{})
			}
		}
		ours("koggestone", best(), depth, perft.Options{})
		for _, q := range programs {
			var used time.Duration // CPU time of the last run
			b := add(q.name, best(), p.deep-q.less, func(depth int) (n uint64, err error) {
				n, used, err = q.perft(p.fen, depth)
				return n, err
			})
			b.time = func(int) (time.Duration, error) {
				err := b.run()
				return used, err
			}
		}
	}
}

// A program is a shell command that counts leaves and prints their number.
type program struct {
	name    string
	command string // with {fen} and {depth}
	less    int    // how many plies less deep it counts
}

var (
	// A name must not end in a dash and digits, because benchstat takes these for a number of
	// threads.
	programName = regexp.MustCompile(`^[A-Za-z0-9][\w.+-]*$`)
	threads     = regexp.MustCompile(`-[0-9]+$`)
	depthWord   = regexp.MustCompile(`\{depth(?:-([1-3]))?\}`)
	nodesWord   = regexp.MustCompile(`(?i)nodes(?: searched)?[:= ]+([0-9][0-9,_']*)`)
	lastNumber  = regexp.MustCompile(`(?s).*(?:^|\s)([0-9][0-9,_']*)(?:[.,;]?\s|$)`)
)

// parseProgram returns the program that NAME=COMMAND describes.
func parseProgram(text string) (program, error) {
	name, command, _ := strings.Cut(text, "=")
	depth := depthWord.FindStringSubmatch(command)
	if !programName.MatchString(name) || threads.MatchString(name) || depth == nil || !strings.Contains(command, "{fen}") {
		return program{}, fmt.Errorf("expected NAME-VERSION=COMMAND with {fen} and {depth}; the name must not end in a dash and digits")
	}
	less, _ := strconv.Atoi(depth[1]) // "" is 0
	return program{name, command, less}, nil
}

// perft runs the program and returns the number that it prints, and its CPU time.
func (p program) perft(fen string, depth int) (uint64, time.Duration, error) {
	command := depthWord.ReplaceAllString(strings.ReplaceAll(p.command, "{fen}", quoted(fen)), strconv.Itoa(depth))
	c := exec.Command("sh", "-c", command)
	out, err := c.Output()
	if err != nil {
		return 0, 0, fmt.Errorf("%s: %w", command, err)
	}
	n, ok := parseNodes(string(out))
	if !ok {
		return 0, 0, fmt.Errorf("%s: expected a number of nodes, found %.80q", command, out)
	}
	return n, c.ProcessState.UserTime() + c.ProcessState.SystemTime(), nil
}

// parseNodes returns the number of nodes that a program prints: the last number after the
// word nodes, as in "Nodes searched: 20", or if there is none the last whole number
// between blanks, as in "perft(1): 20  0.1s  200.5 MNPS".
func parseNodes(text string) (uint64, bool) {
	found := ""
	if all := nodesWord.FindAllStringSubmatch(text, -1); len(all) > 0 {
		found = all[len(all)-1][1]
	} else if last := lastNumber.FindStringSubmatch(text); last != nil {
		found = last[1]
	}
	n, err := strconv.ParseUint(strings.NewReplacer(",", "", "_", "", "'", "").Replace(found), 10, 64)
	return n, err == nil
}
