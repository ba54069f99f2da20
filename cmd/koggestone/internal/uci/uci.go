// Package uci implements the part of the universal chess interface that perft checkers use:
// uci, isready, ucinewgame, position, go perft, d, quit.
package uci

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"

	"github.com/koggestone/koggestone/internal/lines"
	"github.com/koggestone/koggestone/internal/quote"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/perft"
)

const (
	// longestLine is the length of the longest command in bytes, enough for a game of
	// about 200,000 moves.
	longestLine = 1 << 20
	// mostHeld is how many commands can wait for a count to end.
	mostHeld = 100
	// shortTree is the depth up to which a count takes milliseconds. Such a count is not
	// stopped, so that a script can end with quit.
	shortTree = 4
	// mostHash is the largest value of the option Hash, in MiB.
	mostHash = 1 << 20
)

// Run reads commands from r and writes answers to w, until quit, the end of r, or the
// end of ctx. It returns an error if r or w fails.
//
// While it counts a tree of more than four plies, it continues to read. Then stop, quit and the end of r
// stop the count, isready is answered, and other commands wait. The answer to a bad command is "info
// string" and the expected form. After a bad go command, "bestmove 0000" follows, because callers wait
// for it. A good setoption, stop and empty lines get no answer.
//
// The options are Threads, the number of workers, and Hash, the memory in MiB for merging equal positions.
// Hash is 0 by default, which merges none.
func Run(ctx context.Context, r io.Reader, w io.Writer, opts perft.Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := session{out: bufio.NewWriter(w), position: movegen.Start(), opts: opts, input: make(chan command)}
	go read(ctx, r, s.input)
	for {
		c, ok := s.next(ctx)
		if !ok || c.last {
			return c.err
		}
		if c.err != nil {
			s.report(c.err)
		} else if err := s.answer(ctx, c.name, strings.Fields(c.text)[1:]); err != nil {
			s.report(err)
			if c.name == "go" {
				fmt.Fprintln(s.out, "bestmove 0000")
			}
		}
		if err := s.out.Flush(); err != nil || s.over {
			return cmp.Or(err, s.end)
		}
	}
}

// A command is a line of the input, or its end.
type command struct {
	name, text string // the first field, and the whole line
	err        error  // if the line is too long, or the reader fails
	last       bool   // quit or the end of the input
}

// read sends r's commands until the last one, or until ctx ends.
func read(ctx context.Context, r io.Reader, to chan<- command) {
	in := lines.NewReader(r, longestLine)
	for last := false; !last; {
		text, err := in.Next()
		c := command{text: string(text), err: err}
		var malformed *lines.Error
		switch {
		case err == io.EOF:
			c.last, c.err = true, nil
		case err != nil:
			c.last = !errors.As(err, &malformed)
		default:
			for c.name = range strings.FieldsSeq(c.text) {
				break
			}
			c.last = c.name == "quit"
			if c.name == "" {
				continue
			}
		}
		select {
		case to <- c:
			last = c.last
		case <-ctx.Done():
			return
		}
	}
}

// A session is the state of Run between commands.
type session struct {
	out      *bufio.Writer
	position movegen.Position
	unset    bool // whether the last command position failed
	opts     perft.Options

	input chan command
	held  []command // commands that were read during a count
	over  bool      // whether the last command was read during a count
	end   error     // the last command's error
}

// next returns the next command, or false if ctx ends.
func (s *session) next(ctx context.Context) (c command, ok bool) {
	if ctx.Err() != nil {
		return c, false
	}
	if len(s.held) > 0 {
		c, s.held = s.held[0], s.held[1:]
		return c, true
	}
	select {
	case c = <-s.input:
		return c, true
	case <-ctx.Done():
		return c, false
	}
}

// report answers with an error.
func (s *session) report(err error) { fmt.Fprintln(s.out, "info string error:", err) }

// answer executes one command.
func (s *session) answer(ctx context.Context, command string, args []string) error {
	switch command {
	case "uci":
		fmt.Fprintf(s.out, "id name koggestone\nid author The koggestone authors\n"+
			"option name Threads type spin default %d min 1 max %d\noption name Hash type spin default 0 min 0 max %d\nuciok\n",
			cmp.Or(s.opts.Workers, runtime.GOMAXPROCS(0)), perft.MaxWorkers, mostHash)
	case "isready":
		fmt.Fprintln(s.out, "readyok")
	case "ucinewgame":
		s.position, s.unset = movegen.Start(), false
	case "position":
		return s.setPosition(args)
	case "go", "d":
		if s.unset {
			return fmt.Errorf("%s: expected a valid position first, because the last one was an error", command)
		}
		if command == "go" {
			return s.perft(ctx, args)
		}
		fmt.Fprintf(s.out, "%v\n\nFen: %s\nKey: %016X\n", s.position.Board, s.position.FEN(), s.position.Key())
	case "setoption":
		return s.setOption(args)
	case "stop":
		// No count is running.
	default:
		return fmt.Errorf("expected uci, isready, setoption, ucinewgame, position, go, d or quit, found %s", quote.Short(command))
	}
	return nil
}

// setOption executes setoption name NAME value NUMBER. It ignores other options with a message,
// because test programs also set the options that other engines have.
func (s *session) setOption(args []string) error {
	if len(args) != 4 || args[0] != "name" || args[2] != "value" {
		if len(args) > 1 && args[0] == "name" && !strings.EqualFold(args[1], "Threads") && !strings.EqualFold(args[1], "Hash") {
			return s.ignore(args[1:])
		}
		return fmt.Errorf("setoption: expected name, Threads or Hash, value and a number, found %s", quote.Short(strings.Join(args, " ")))
	}
	least, most := 1, perft.MaxWorkers
	switch strings.ToLower(args[1]) {
	case "threads":
	case "hash":
		least, most = 0, mostHash
	default:
		return s.ignore(args[1:])
	}
	n, err := strconv.Atoi(args[3])
	if err != nil || n < least || n > most {
		return fmt.Errorf("option %s: expected a number from %d to %d, found %s", args[1], least, most, quote.Short(args[3]))
	}
	if least == 1 {
		s.opts.Workers = n
	} else {
		s.opts.Merge, s.opts.Memory = n > 0, int64(n)<<20
	}
	return nil
}

// ignore reports that it ignores an option of another engine.
func (s *session) ignore(option []string) error {
	name, _, _ := strings.Cut(strings.Join(option, " "), " value")
	if strings.EqualFold(name, "UCI_Chess960") {
		return nil // moves and FENs of Chess960 are always accepted
	}
	fmt.Fprintf(s.out, "info string option %s is ignored: there are only Threads and Hash\n", quote.Short(name))
	return nil
}

// setPosition executes position startpos|fen FEN [moves M...]. If there is an error, the session has no
// position.
func (s *session) setPosition(args []string) error {
	s.unset = true
	setup, moves := args, []string(nil)
	for i, arg := range args {
		if arg == "moves" {
			setup, moves = args[:i], args[i+1:]
			break
		}
	}
	var p movegen.Position
	switch {
	case len(setup) == 1 && setup[0] == "startpos":
		p = movegen.Start()
	case len(setup) > 1 && setup[0] == "fen":
		var err error
		if p, err = movegen.ParseFEN(strings.Join(setup[1:], " ")); err != nil {
			return err
		}
	default:
		return fmt.Errorf("position: expected startpos or fen and a FEN, found %s", quote.Short(strings.Join(setup, " ")))
	}
	for i, text := range moves {
		m, err := p.ParseMove(text)
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		p = p.Play(m)
	}
	s.position, s.unset = p, false
	return nil
}

// perft executes go perft DEPTH.
func (s *session) perft(ctx context.Context, args []string) error {
	if len(args) != 2 || args[0] != "perft" {
		return fmt.Errorf("go: expected perft and a depth, found %s; there is no search here", quote.Short(strings.Join(args, " ")))
	}
	depth, err := strconv.ParseUint(args[1], 10, 16)
	if err != nil || depth == 0 {
		return fmt.Errorf("go perft: expected a depth from 1 to 65535, found %s", quote.Short(args[1]))
	}
	children, err := s.divide(ctx, int(depth))
	if err != nil {
		return fmt.Errorf("go perft %d: %w", depth, err)
	}
	var sum perft.Uint128
	for _, c := range children {
		fmt.Fprintf(s.out, "%v: %v\n", c.Move, c.Nodes)
		sum = sum.Add(c.Nodes)
	}
	fmt.Fprintf(s.out, "\nNodes searched: %v\n\n", sum)
	return nil
}

// The reasons to stop a count.
var (
	errStop = errors.New("stopped")
	errOver = errors.New("stopped by quit or the end of the input")
)

// divide counts below each move of the position, and reads the input at the same time. The
// error says why it has stopped.
func (s *session) divide(ctx context.Context, depth int) (children []perft.Child, err error) {
	if depth <= shortTree {
		return perft.Divide(ctx, s.position, depth, s.opts)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	done := make(chan struct{})
	go func() {
		defer close(done)
		children, err = perft.Divide(ctx, s.position, depth, s.opts)
	}()
	input := s.input
	for {
		select {
		case <-done:
			if err != nil && ctx.Err() != nil {
				err = context.Cause(ctx)
			}
			return children, err
		case c := <-input:
			switch {
			case c.last:
				input, s.over, s.end = nil, true, c.err
				stop(errOver)
			case c.name == "stop":
				stop(errStop)
			case c.name == "isready":
				fmt.Fprintln(s.out, "readyok")
			case len(s.held) == mostHeld:
				s.report(fmt.Errorf("%s: expected at most %d commands during a count", quote.Short(c.name), mostHeld))
			default:
				s.held = append(s.held, c)
			}
			if s.out.Flush() != nil { // Run returns the same error
				stop(errStop)
			}
		}
	}
}
