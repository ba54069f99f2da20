// Command match plays two UCI engines against each other and prints the score of the first
// and the difference in Elo.
//
//	match --games 200 --tc 1+0.02 new=./engine 'old=./other --uci'
//	match --results FILE --for 80s ...   plays for 80 seconds, and continues there next time
//
// Every opening is played twice, with the colours reversed. A game ends by the rules:
// checkmate, stalemate, threefold repetition, fifty moves or insufficient material. An
// engine that crashes, plays an illegal move or uses up its time loses the game, which is
// reported on standard error. The interval of the Elo difference is that of 95 % in the
// pentanomial model.
//
// It exits with 0, or with 2 and one line on standard error if an argument is bad.
package main

import (
	"bufio"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"github.com/koggestone/koggestone/movegen"
)

// cli is the command line.
type cli struct {
	Games       int           `default:"200" help:"Games to play, two for each opening. Default: ${default}."`
	TC          string        `name:"tc" default:"1+0.02" placeholder:"SECONDS+INCREMENT" help:"Time for a game and for each move. Default: ${default}."`
	Nodes       int           `help:"Nodes for each move instead of clocks."`
	Margin      time.Duration `default:"50ms" help:"Tolerated beyond the clock. Default: ${default}."`
	Concurrency int           `default:"1" help:"Games at the same time. Default: ${default}."`
	Openings    string        `type:"existingfile" placeholder:"FILE" help:"An opening in SAN on each line. Default: a built-in list."`
	Option      []string      `sep:"none" placeholder:"NAME=VALUE" help:"A UCI option of both engines. Repeatable."`
	Results     string        `type:"path" placeholder:"FILE" help:"Append the games to this file, and count those that it already has."`
	For         time.Duration `placeholder:"TIME" help:"Start no game after this time."`
	First       string        `arg:"" help:"First engine, as NAME=COMMAND. No shell is involved."`
	Second      string        `arg:"" help:"Second engine."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "match:", err)
		os.Exit(2)
	}
}

// run runs the command with the given arguments.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	var c cli
	helped := false
	parser, err := kong.New(&c, kong.Name("match"),
		kong.Description("Plays two UCI engines against each other and prints the difference in Elo."),
		kong.Writers(stdout, stderr), kong.Exit(func(int) { helped = true }))
	if err != nil {
		return err
	}
	if _, err := parser.Parse(args); err != nil || helped {
		return err
	}
	m, err := newMatch(&c, stdout, stderr)
	if err != nil {
		return err
	}
	return m.run(ctx, &c)
}

// A match is a list of pairs of games.
type match struct {
	players  [2]engine // what the engines of each worker start with
	control  control
	openings [][]string
	stdout   io.Writer
	stderr   io.Writer

	mu      sync.Mutex
	score   score
	done    map[int]bool // by pair
	results io.Writer    // nil for none
}

func newMatch(c *cli, stdout, stderr io.Writer) (*match, error) {
	m := &match{done: map[int]bool{}, stdout: stdout, stderr: stderr}
	for i, text := range []string{c.First, c.Second} {
		name, command, ok := strings.Cut(text, "=")
		words := strings.Fields(command)
		if !ok || name == "" || len(words) == 0 {
			return nil, fmt.Errorf("expected NAME=COMMAND, found %.60q", text)
		}
		if _, err := exec.LookPath(words[0]); err != nil {
			return nil, err
		}
		m.players[i] = engine{name: name, command: words}
		for _, option := range c.Option {
			name, value, ok := strings.Cut(option, "=")
			if !ok {
				return nil, fmt.Errorf("--option: expected NAME=VALUE, found %.60q", option)
			}
			m.players[i].options = append(m.players[i].options, name+" value "+value)
		}
	}
	if c.Games < 2 || c.Games%2 != 0 {
		return nil, fmt.Errorf("--games: expected an even number, found %d", c.Games)
	}
	if c.Concurrency < 1 || c.Nodes < 0 {
		return nil, errors.New("--concurrency and --nodes: expected a positive number")
	}
	text, file := openings, "built-in openings"
	if c.Openings != "" {
		data, err := os.ReadFile(c.Openings)
		if err != nil {
			return nil, err
		}
		text, file = string(data), c.Openings
	}
	var err error
	if m.openings, err = parseOpenings(text, file); err != nil {
		return nil, err
	}
	m.control, err = parseControl(c.TC)
	m.control.nodes, m.control.margin = c.Nodes, c.Margin
	return m, err
}

// run plays the pairs that are not in the file of results, and prints the score.
func (m *match) run(ctx context.Context, c *cli) error {
	if c.Results != "" {
		file, err := os.OpenFile(c.Results, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
		if err != nil {
			return err
		}
		defer file.Close()
		if err := m.read(file, c.Results); err != nil {
			return err
		}
		m.results = file
	}
	stop := make(<-chan time.Time)
	if c.For > 0 {
		stop = time.After(c.For)
	}
	pairs := make(chan int)
	var workers sync.WaitGroup
	for range c.Concurrency {
		workers.Go(func() { m.work(ctx, pairs) })
	}
feed:
	for pair := range c.Games / 2 {
		if m.done[pair] { // set only by read
			continue
		}
		select {
		case pairs <- pair:
		case <-stop:
			break feed
		case <-ctx.Done():
			break feed
		}
	}
	close(pairs)
	workers.Wait()
	fmt.Fprintf(m.stdout, "%s against %s, %s\n", m.players[0].name, m.players[1].name, &m.score)
	return nil
}

// work plays pairs with two engines of its own.
func (m *match) work(ctx context.Context, pairs <-chan int) {
	first, second := m.players[0], m.players[1]
	defer first.quit()
	defer second.quit()
	for pair := range pairs {
		opening := m.openings[pair%len(m.openings)]
		asWhite, err := play(ctx, [2]*engine{&first, &second}, opening, m.control)
		if err != nil {
			return
		}
		asBlack, err := play(ctx, [2]*engine{&second, &first}, opening, m.control)
		if err != nil {
			return
		}
		m.report(pair, asWhite, asBlack)
	}
}

// report counts a pair of games and appends it to the file of results.
func (m *match) report(pair int, asWhite, asBlack result) {
	m.mu.Lock()
	defer m.mu.Unlock()
	points := [2]int{asWhite.white, 2 - asBlack.white}
	m.score.add(points[0], points[1])
	for i, r := range []result{asWhite, asBlack} {
		if strings.Contains(r.reason, ":") {
			fmt.Fprintf(m.stderr, "match: pair %d, game %d: %s\n", pair, i, r.reason)
		}
		if m.results != nil {
			fmt.Fprintf(m.results, "%d\t%d\t%d\t%s\t%s\n", pair, i, points[i], r.reason, strings.Join(r.moves, " "))
		}
	}
}

// read counts the pairs of a file of results. Its columns are the pair, the game (0, or 1
// with the colours reversed), half points of the first engine, reason and moves.
func (m *match) read(r io.Reader, file string) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	first := 0
	for number := 1; lines.Scan(); number++ {
		var pair, game, points int
		if _, err := fmt.Sscanf(lines.Text(), "%d\t%d\t%d\t", &pair, &game, &points); err != nil ||
			pair < 0 || points < 0 || points > 2 || game != 1-number&1 {
			return fmt.Errorf("%s:%d: expected pair, game and half points", file, number)
		}
		if game == 0 {
			first = points
		} else {
			m.score.add(first, points)
			m.done[pair] = true
		}
	}
	return lines.Err()
}

// openings holds an opening in SAN on each line.
//
//go:embed openings.txt
var openings string

// parseOpenings parses an opening in SAN on each line of text, without move numbers.
// Blank lines and lines that start with # are skipped. It returns moves in UCI notation.
func parseOpenings(text, file string) (list [][]string, err error) {
	number := 0
	for line := range strings.Lines(text) {
		number++
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		p, moves := movegen.Start(), []string(nil)
		for _, word := range words {
			m, err := p.ParseSAN(word)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %v", file, number, err)
			}
			moves = append(moves, m.String())
			p.PlayInto(&p, m)
		}
		list = append(list, moves)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: expected an opening on each line", file)
	}
	return list, nil
}
