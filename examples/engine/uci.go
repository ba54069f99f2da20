package main

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// A server speaks UCI. It reads while a search runs, so that stop is heard.
type server struct {
	out     io.Writer
	search  *search
	pos     movegen.Position
	earlier []uint64      // keys of the game's positions before pos
	running chan struct{} // closed when the search has printed its move
}

// serve answers the commands of r until quit or the end.
func serve(r io.Reader, w io.Writer) {
	s := &server{out: w, search: newSearch(16), pos: movegen.Start()}
	defer s.end()
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) == 0 {
			continue
		}
		if words[0] == "quit" {
			return
		}
		if err := s.command(words[0], words[1:]); err != nil {
			fmt.Fprintf(w, "info string %.20s: %v\n", words[0], err)
		}
	}
}

// end stops the search and waits for its move.
func (s *server) end() {
	if s.running != nil {
		s.search.stop.Store(true)
		<-s.running
		s.running = nil
	}
}

func (s *server) command(name string, args []string) (err error) {
	if name == "isready" { // answered during a search
		fmt.Fprintln(s.out, "readyok")
		return nil
	}
	s.end()
	switch name {
	case "uci":
		fmt.Fprint(s.out, "id name koggestone example\nid author The koggestone authors\n"+
			"option name UCI_Chess960 type check default false\nuciok\n")
	case "ucinewgame":
		clear(s.search.table)
	case "position":
		err = s.setPosition(args)
	case "go":
		l, err := parseLimits(args, s.pos.Side)
		if err != nil {
			fmt.Fprintln(s.out, "bestmove 0000") // or the other side waits for ever
			return err
		}
		s.start(l)
	case "stop", "setoption": // moves tell the notation that they are in
	default:
		return fmt.Errorf("not a command of this engine")
	}
	return err
}

// setPosition sets the position that the words after "position" describe. After an
// error the old one stays.
func (s *server) setPosition(args []string) error {
	list := slices.Index(args, "moves")
	if list < 0 {
		list = len(args)
	}
	p, err := movegen.Start(), error(nil)
	if fen := strings.Join(args[:list], " "); fen != "startpos" {
		if p, err = movegen.ParseFEN(strings.TrimPrefix(fen, "fen ")); err != nil {
			return err
		}
		if err = p.Validate(); err != nil {
			return err
		}
	}
	var earlier []uint64
	for _, word := range args[min(list+1, len(args)):] {
		m, err := p.ParseMove(word)
		if err != nil {
			return err
		}
		earlier = append(earlier, p.Key())
		p.PlayInto(&p, m)
	}
	s.pos, s.earlier = p, earlier
	return nil
}

// start starts a search in a goroutine of its own.
func (s *server) start(l limits) {
	search, done := s.search, make(chan struct{})
	search.stop.Store(false)
	s.running = done
	go func() {
		defer close(done)
		best, _ := search.run(s.pos, s.earlier, l, func(depth, score int) {
			text := fmt.Sprintf("cp %d", score)
			if score > mateBound {
				text = fmt.Sprintf("mate %d", (mateScore-score+1)/2)
			} else if score < -mateBound {
				text = fmt.Sprintf("mate %d", -(mateScore+score)/2)
			}
			t := time.Since(search.start)
			fmt.Fprintf(s.out, "info depth %d score %s nodes %d nps %.0f time %d pv %v\n",
				depth, text, search.nodes, float64(search.nodes)/t.Seconds(), t.Milliseconds(), search.best)
		})
		fmt.Fprintf(s.out, "bestmove %v\n", best)
	}()
}

// parseLimits returns what the words after "go" say to the side to move.
func parseLimits(args []string, side quad.Color) (l limits, err error) {
	numbers := map[string]int{"depth": 0, "movetime": 0, "wtime": 0, "btime": 0, "winc": 0, "binc": 0, "movestogo": 30}
	for ; len(args) > 0 && args[0] != "infinite"; args = args[2:] {
		if _, ok := numbers[args[0]]; !ok || len(args) == 1 {
			return l, fmt.Errorf("expected a limit and a number, found %.20q", args[0])
		}
		n, err := strconv.ParseInt(args[1], 10, 32)
		if err != nil {
			return l, fmt.Errorf("%s: expected a number, found %.20q", args[0], args[1])
		}
		numbers[args[0]] = int(n)
	}
	ms := func(name string) time.Duration { return time.Duration(max(numbers[name], 0)) * time.Millisecond }
	left, more := ms("wtime"), ms("winc")
	if side == quad.Black {
		left, more = ms("btime"), ms("binc")
	}
	l.soft = (left/time.Duration(min(max(numbers["movestogo"], 1), 30)) + more) / 2
	l.time, l.depth = min(4*l.soft, left/2), numbers["depth"]
	if t := ms("movetime"); t > 0 {
		l.time, l.soft = t, t
	}
	return l, nil
}
