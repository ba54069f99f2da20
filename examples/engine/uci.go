package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/koggestone/koggestone/examples/engine/search"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// Megabytes of the transposition table.
const (
	defaultHash = 16
	maxHash     = 65536
)

// commands are the words that may start a command, after any unknown words.
var commands = []string{"uci", "isready", "ucinewgame", "setoption", "position", "go", "stop", "ponderhit", "debug", "register", "quit"}

// A server speaks UCI. It reads commands while a search runs.
type server struct {
	out     io.Writer
	search  *search.Search
	pos     movegen.Position
	earlier []uint64 // keys of the game's positions before pos

	running  chan struct{} // closed when the search has printed its move; nil without a search
	released chan struct{} // closed when the search may print its move
	infinite bool          // only stop releases the search
}

// serve answers the commands of r until quit or the end of the input. At the end of the
// input a search with limits is finished first.
func serve(r io.Reader, w io.Writer) {
	s := &server{out: w, search: search.New(defaultHash), pos: movegen.Start()}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		known := slices.IndexFunc(words, func(word string) bool { return slices.Contains(commands, word) })
		if known < 0 {
			if len(words) > 0 {
				fmt.Fprintf(w, "info string %.20q: not a command of this engine\n", words[0])
			}
			continue
		}
		name, args := words[known], words[known+1:]
		if name == "quit" {
			s.end()
			return
		}
		if err := s.command(name, args); err != nil {
			fmt.Fprintf(w, "info string %s: %v\n", name, err)
		}
	}
	if s.running != nil {
		select {
		case <-s.released:
			<-s.running
		default: // nothing else can stop it
		}
	}
	s.end()
}

// release lets the search print its move.
func (s *server) release() {
	select {
	case <-s.released:
	default:
		close(s.released)
	}
}

// end stops the search and waits for its move.
func (s *server) end() {
	if s.running != nil {
		s.search.Stop()
		s.release()
		<-s.running
		s.running = nil
	}
}

func (s *server) command(name string, args []string) error {
	switch name { // answered during a search
	case "isready":
		fmt.Fprintln(s.out, "readyok")
		return nil
	case "ponderhit":
		if s.running != nil {
			s.search.PonderHit()
			if !s.infinite {
				s.release()
			}
		}
		return nil
	case "debug", "register":
		return nil
	}
	s.end()
	switch name {
	case "uci":
		fmt.Fprintf(s.out, "id name koggestone example\nid author The koggestone authors\n"+
			"option name Hash type spin default %d min 1 max %d\noption name Ponder type check default false\n"+
			"option name UCI_Chess960 type check default false\nuciok\n", defaultHash, maxHash)
	case "ucinewgame":
		s.search.Clear()
	case "setoption":
		return s.setOption(args)
	case "position":
		return s.setPosition(args)
	case "go":
		g, err := parseGo(args, &s.pos)
		s.start(g)
		return err
	}
	return nil
}

// setOption sets the size of the table. The other options need nothing: UCI_Chess960
// changes only the notation of castling, and both notations are accepted; Ponder is for
// the user interface.
func (s *server) setOption(args []string) error {
	value := slices.Index(args, "value")
	if len(args) < 2 || args[0] != "name" {
		return errors.New("expected name NAME value VALUE")
	}
	if !strings.EqualFold(args[1], "Hash") {
		return nil
	}
	if value < 0 || value+1 == len(args) {
		return errors.New("option Hash: expected a value")
	}
	n, err := strconv.Atoi(args[value+1])
	if err != nil || n < 1 || n > maxHash {
		return fmt.Errorf("option Hash: expected 1 to %d megabytes, found %.20q", maxHash, args[value+1])
	}
	s.search = nil // so that its memory can be used again
	s.search = search.New(n)
	return nil
}

// setPosition sets the position that the words after "position" describe. After an
// error the position is unchanged.
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

// start starts a search in a goroutine of its own. It prints its move when the search
// has ended and, if the search is infinite or ponders, when it is released.
func (s *server) start(g goCommand) {
	engine, done, released := s.search, make(chan struct{}), make(chan struct{})
	engine.Set(s.pos, s.earlier, g.limits)
	s.running, s.released, s.infinite = done, released, g.infinite
	if !g.infinite && !g.limits.Ponder {
		close(released)
	}
	go func() {
		defer close(done)
		reply := movegen.Move(0)
		best, _ := engine.Run(func(i search.Info) {
			score := fmt.Sprintf("cp %d", i.Score)
			if moves, ok := i.Mate(); ok {
				score = fmt.Sprintf("mate %d", moves)
			}
			line := ""
			for _, m := range i.Line {
				line += " " + m.String()
			}
			if reply = 0; len(i.Line) > 1 {
				reply = i.Line[1]
			}
			fmt.Fprintf(s.out, "info depth %d score %s nodes %d nps %.0f time %d pv%s\n",
				i.Depth, score, i.Nodes, float64(i.Nodes)/max(i.Time, 1).Seconds(), i.Time.Milliseconds(), line)
		})
		<-released
		if reply != 0 {
			fmt.Fprintf(s.out, "bestmove %v ponder %v\n", best, reply)
		} else {
			fmt.Fprintf(s.out, "bestmove %v\n", best)
		}
	}()
}

// goWords are the words that parseGo knows.
var goWords = []string{"infinite", "ponder", "searchmoves", "depth", "nodes", "movetime", "wtime", "btime", "winc", "binc", "movestogo"}

// A goCommand is what the words after "go" say to the side to move.
type goCommand struct {
	limits   search.Limits
	infinite bool
}

// parseGo parses the words after "go". Unknown words and illegal moves are ignored. A bad
// number is an error, and counts as 0: the search that follows is as short as possible.
// Without a limit the search is infinite.
func parseGo(args []string, p *movegen.Position) (g goCommand, err error) {
	l := &g.limits
	numbers := map[string]int64{}
	for i := 0; i < len(args); i++ {
		switch word := args[i]; word {
		case "infinite":
			g.infinite = true
		case "ponder":
			l.Ponder = true
		case "searchmoves":
			for ; i+1 < len(args) && !slices.Contains(goWords, args[i+1]); i++ {
				if m, err := p.ParseMove(args[i+1]); err == nil {
					l.Moves = append(l.Moves, m)
				}
			}
		case "depth", "nodes", "movetime", "wtime", "btime", "winc", "binc", "movestogo":
			text := ""
			if i++; i < len(args) {
				text = args[i]
			}
			n, bad := strconv.ParseInt(text, 10, 64)
			if bad != nil && !errors.Is(bad, strconv.ErrRange) { // the largest number is meant
				err, n = fmt.Errorf("%s: expected a number, found %.20q", word, text), 0
				i-- // it may be the next word
			}
			numbers[word] = min(max(n, 0), 1<<40) // after an overrun clocks are negative
		}
	}
	left, more := "wtime", "winc"
	if p.Side == quad.Black {
		left, more = "btime", "binc"
	}
	const shortest = time.Millisecond
	ms := func(name string) time.Duration { return time.Duration(numbers[name]) * time.Millisecond }
	limited := false
	if n, ok := numbers["depth"]; ok {
		l.Depth, limited = int(max(n, 1)), true
	}
	if n, ok := numbers["nodes"]; ok {
		l.Nodes, limited = uint64(max(n, 1)), true
	}
	if _, ok := numbers[left]; ok {
		moves := int64(30)
		if n, ok := numbers["movestogo"]; ok {
			moves = min(max(n, 1), 30)
		}
		l.Soft = max((ms(left)/time.Duration(moves)+ms(more))/2, shortest)
		l.Time, limited = max(min(4*l.Soft, ms(left)/2), shortest), true
	}
	if _, ok := numbers["movetime"]; ok {
		l.Time = max(ms("movetime"), shortest)
		l.Soft, limited = l.Time, true
	}
	g.infinite = g.infinite || !limited
	return g, err
}
