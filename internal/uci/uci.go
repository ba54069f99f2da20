// Package uci answers the part of the universal chess interface that perft
// checkers need: uci, isready, ucinewgame, position, go perft, d, quit.
package uci

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/perft"
)

// Run reads commands from r and writes answers to w, until quit or the end of r,
// or until ctx ends, which stops a count. It returns an error if r or w fails.
// Commands that it cannot carry out it answers with "info string" and what was
// expected; setoption and stop, and empty lines, with nothing.
func Run(ctx context.Context, r io.Reader, w io.Writer, opts perft.Options) error {
	s := session{out: bufio.NewWriter(w), position: movegen.Start(), opts: opts}
	scanner := bufio.NewScanner(r)
	scanner.Buffer(nil, 1<<20) // a game of some 100,000 moves
	for ctx.Err() == nil && scanner.Scan() {
		fields := strings.Fields(scanner.Text())
		if len(fields) == 0 {
			continue
		}
		if fields[0] == "quit" {
			return s.out.Flush()
		}
		if err := s.answer(ctx, fields[0], fields[1:]); err != nil {
			fmt.Fprintln(s.out, "info string error:", err)
		}
		if err := s.out.Flush(); err != nil {
			return err
		}
	}
	return scanner.Err()
}

// A session is what Run keeps between commands.
type session struct {
	out      *bufio.Writer
	position movegen.Position
	opts     perft.Options
}

// answer carries out one command.
func (s *session) answer(ctx context.Context, command string, args []string) error {
	switch command {
	case "uci":
		fmt.Fprint(s.out, "id name koggestone\nid author The koggestone authors\nuciok\n")
	case "isready":
		fmt.Fprintln(s.out, "readyok")
	case "ucinewgame":
		s.position = movegen.Start()
	case "position":
		return s.setPosition(args)
	case "go":
		return s.perft(ctx, args)
	case "d":
		fmt.Fprintf(s.out, "%v\n\nFen: %s\nKey: %016X\n", s.position.Board, s.position.FEN(), s.position.Key())
	case "setoption", "stop":
		// There are no options, Chess960 needs none; counts are over when stop is read.
	default:
		return fmt.Errorf("command %q: expected uci, isready, ucinewgame, position, go, d or quit", command)
	}
	return nil
}

// setPosition carries out position startpos|fen FEN [moves M...]. If there is an
// error the position stays.
func (s *session) setPosition(args []string) error {
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
		return fmt.Errorf("position %q: expected startpos or fen and a FEN", strings.Join(setup, " "))
	}
	for i, text := range moves {
		m, err := p.ParseMove(text)
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		p = p.Play(m)
	}
	s.position = p
	return nil
}

// perft carries out go perft DEPTH.
func (s *session) perft(ctx context.Context, args []string) error {
	if len(args) != 2 || args[0] != "perft" {
		return fmt.Errorf("go %q: expected perft and a depth, there is no search here", strings.Join(args, " "))
	}
	depth, err := strconv.ParseUint(args[1], 10, 16)
	if err != nil || depth == 0 {
		return fmt.Errorf("go perft %q: expected a depth from 1 to 65535", args[1])
	}
	children, err := perft.Divide(ctx, s.position, int(depth), s.opts)
	if err != nil {
		return err
	}
	var sum perft.Nodes
	for _, c := range children {
		fmt.Fprintf(s.out, "%v: %v\n", c.Move, c.Nodes)
		sum = sum.Add(c.Nodes)
	}
	fmt.Fprintf(s.out, "\nNodes searched: %v\n\n", sum)
	return nil
}
