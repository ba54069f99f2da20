// Command match plays two UCI engines against each other, or one against itself with two numbers of nodes, and prints the
// difference in Elo:
//
//	match --engine ./engine --nodes 40000,49200 --games 3000 --out result.txt
//	match --engine ./engine --other './rewritten -flag' --clock 8s+80ms --games 400 --out result.txt
//	match ... --movetime 20ms --out result.txt
//	match ... --games 0 --out result.txt   only prints the result so far, also while the match is played
//
// Openings are eight random plies that a search of engine A evaluates as balanced. Each is played twice, with the colours reversed.
// Only the rules end a game. An engine that plays an illegal move, crashes, does not answer or exceeds its clock loses the game and is
// reported. With --movetime an engine may take longer than it should, because only the engine knows when it began to search.
//
// Each pair of games is a line of the output file when it has ended. If a match was interrupted, the same command continues it.
// The number of a pair and the seed determine its opening, so matches by nodes can be repeated exactly if the engines are
// deterministic.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "match:", err)
		os.Exit(2)
	}
}

// A match contains the settings of a match and the file of its results.
type match struct {
	commands  [2][]string // the commands of engines A and B, with arguments
	options   []string    // NAME=VALUE for both engines
	nodes     [2]int      // a move, or 0 with a clock
	move      time.Duration
	base, inc time.Duration
	silence   time.Duration // without a move, after which an engine without a clock loses
	seed      uint64
	file      *os.File
}

// run runs the command with the given arguments.
func run(args []string, stdout io.Writer) error {
	m := &match{}
	flags := flag.NewFlagSet("match", flag.ContinueOnError)
	engine := flags.String("engine", "", "`command` of engine A, with its arguments")
	other := flags.String("other", "", "`command` of engine B (default: the command of A)")
	nodes := flags.String("nodes", "", "`number` of nodes a move, or one for each engine: 40000,49200")
	clock := flags.String("clock", "", "`time` a game and increment instead of nodes: 8s+80ms")
	flags.DurationVar(&m.move, "movetime", 0, "`time` a move instead of nodes: 20ms")
	games := flags.Int("games", 400, "even number of games")
	out := flags.String("out", "", "`file` of the results, which is continued if it exists")
	parallel := flags.Int("parallel", 1, "games at once")
	flags.DurationVar(&m.silence, "silence", 10*time.Minute, "how long to wait for a move of an engine that has no clock")
	flags.Uint64Var(&m.seed, "seed", 1, "start of the random openings")
	flags.Func("option", "`NAME=VALUE` of a UCI option that both engines are given; repeatable", func(text string) error {
		if !strings.Contains(text, "=") {
			return errors.New("expected NAME=VALUE")
		}
		m.options = append(m.options, text)
		return nil
	})
	if err := flags.Parse(args); err != nil {
		return err
	}
	m.commands = [2][]string{strings.Fields(*engine), strings.Fields(*other)}
	if *other == "" {
		m.commands[1] = m.commands[0]
	}
	limits := 0
	for _, set := range []bool{*nodes != "", *clock != "", m.move != 0} {
		if set {
			limits++
		}
	}
	switch {
	case flags.NArg() > 0:
		return fmt.Errorf("expected only flags, found %q", flags.Arg(0))
	case len(m.commands[0]) == 0 || len(m.commands[1]) == 0:
		return errors.New("--engine: expected the command of an engine")
	case *out == "":
		return errors.New("--out: expected a file for the results")
	case *games < 0 || *games%2 != 0:
		return fmt.Errorf("--games: expected an even number, found %d", *games)
	case *parallel < 1:
		return fmt.Errorf("--parallel: expected 1 or more, found %d", *parallel)
	case m.move != 0 && m.move < time.Millisecond:
		return fmt.Errorf("--movetime: expected at least 1ms, found %v", m.move)
	case limits != 1:
		return errors.New("expected --nodes, --clock or --movetime")
	}
	var err error
	if *clock != "" {
		m.base, m.inc, err = parseClock(*clock)
	} else if *nodes != "" {
		m.nodes, err = parseNodes(*nodes)
	}
	if err != nil {
		return err
	}

	if m.file, err = os.OpenFile(*out, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666); err != nil {
		return err
	}
	defer m.file.Close()
	results, size, err := m.read()
	if err == nil && *games > 0 {
		err = m.repair(size)
	}
	if err == nil {
		err = m.playAll(results, *games/2, *parallel)
	}
	if err == nil {
		results, _, err = m.read()
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(stdout, summary(results))
	return nil
}

func parseNodes(text string) (nodes [2]int, err error) {
	a, b, two := strings.Cut(text, ",")
	if !two {
		b = a
	}
	for i, word := range []string{a, b} {
		if nodes[i], err = strconv.Atoi(word); err != nil || nodes[i] < 1 {
			return nodes, fmt.Errorf("--nodes: expected one or two numbers from 1, found %q", text)
		}
	}
	return nodes, nil
}

func parseClock(text string) (base, inc time.Duration, err error) {
	a, b, _ := strings.Cut(text, "+")
	base, bad := time.ParseDuration(a)
	inc, worse := time.ParseDuration(b)
	if bad != nil || worse != nil || base <= 0 || inc < 0 {
		return 0, 0, fmt.Errorf("--clock: expected a time and an increment such as 8s+80ms, found %q", text)
	}
	return base, inc, nil
}

// String returns the settings that the results depend on, without folders, because those differ between machines.
func (m *match) String() string {
	var b strings.Builder
	for i, c := range m.commands {
		fmt.Fprintf(&b, "%c: %s, ", 'A'+i, strings.Join(append([]string{filepath.Base(c[0])}, c[1:]...), " "))
	}
	if m.base > 0 {
		fmt.Fprintf(&b, "clock %v+%v", m.base, m.inc)
	} else if m.move > 0 {
		fmt.Fprintf(&b, "move time %v", m.move)
	} else {
		fmt.Fprintf(&b, "nodes %d and %d", m.nodes[0], m.nodes[1])
	}
	fmt.Fprintf(&b, ", options %q, seed %d", m.options, m.seed)
	return b.String()
}

// read returns the results in the file, and the size of its whole lines. Another match may be writing the last line, so read only
// ignores a line that is not whole. It returns an error if the file belongs to a match with other settings.
func (m *match) read() (results []pair, size int64, err error) {
	text, err := io.ReadAll(io.NewSectionReader(m.file, 0, 1<<40))
	if err != nil {
		return nil, 0, err
	}
	whole := bytes.LastIndexByte(text, '\n') + 1
	lines := strings.Split(string(text), "\n")
	if lines[0] != m.String() && (whole > 0 || !strings.HasPrefix(m.String(), lines[0])) {
		return nil, 0, fmt.Errorf("%s, line 1: the results are of a match with other settings:\n%s\n%s", m.file.Name(), lines[0], m)
	}
	numbers := map[int]bool{}
	for i := 1; i < len(lines)-1; i++ {
		p, err := parsePair(lines[i])
		if err == nil && numbers[p.number] {
			err = fmt.Errorf("pair %d is there twice", p.number)
		}
		if err != nil {
			return nil, 0, fmt.Errorf("%s, line %d: %w", m.file.Name(), i+1, err)
		}
		numbers[p.number] = true
		results = append(results, p)
	}
	return results, int64(whole), nil
}

// repair prepares the file for more results: it removes a last line that an interruption cut off, after size bytes, and writes the
// first line if there is none.
func (m *match) repair(size int64) error {
	err := m.file.Truncate(size)
	if err == nil && size == 0 {
		_, err = fmt.Fprintln(m.file, m)
	}
	return err
}

// playAll plays the pairs with numbers below n that are not among the results.
func (m *match) playAll(results []pair, n, parallel int) error {
	done := map[int]bool{}
	for _, p := range results {
		done[p.number] = true
	}
	var next atomic.Int64
	var failed atomic.Bool
	errs := make(chan error)
	for range parallel {
		go func() {
			errs <- func() error {
				var players [2]player
				for i := range players {
					players[i] = player{name: string(rune('A' + i)), command: m.commands[i], options: m.options, nodes: m.nodes[i], silence: m.silence}
					defer players[i].stop()
				}
				for !failed.Load() {
					number := int(next.Add(1) - 1)
					if number >= n {
						break
					}
					if done[number] {
						continue
					}
					if err := m.playPair(number, &players); err != nil {
						failed.Store(true)
						return err
					}
				}
				return nil
			}()
		}()
	}
	var all []error
	for range parallel {
		all = append(all, <-errs)
	}
	return errors.Join(all...)
}

// playPair plays an opening with both colours, and appends the result to the file.
func (m *match) playPair(number int, players *[2]player) error {
	start, err := m.opening(number, &players[0])
	if err != nil {
		return fmt.Errorf("pair %d: %w", number, err)
	}
	p := pair{number: number, fen: start.FEN()}
	for i := range p.games {
		white, black := &players[i], &players[1-i]
		g, err := m.play(start, white, black)
		if err != nil {
			return fmt.Errorf("pair %d: %w", number, err)
		}
		if i == 1 {
			g.halves = 2 - g.halves // A is Black
		}
		if g.isFault() {
			fmt.Fprintf(os.Stderr, "match: pair %d, game %d: %s loses: %s\n", number, i+1, "AB"[g.halves/2:][:1], g.end)
		}
		p.games[i] = g
	}
	_, err = fmt.Fprintln(m.file, p)
	return err
}
