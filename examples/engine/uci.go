package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
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

// How many milliseconds of the clock to keep for the way of a move to the user interface.
const (
	defaultOverhead = 30
	maxOverhead     = 5000
)

// longestLine is the length of the longest command in bytes.
const longestLine = 1 << 20

// commands are the words that can start a command, after any unknown words.
var commands = []string{"uci", "isready", "ucinewgame", "setoption", "position", "go", "stop", "ponderhit", "debug", "register", "quit"}

// A server speaks UCI. It reads commands while a search runs.
type server struct {
	out      io.Writer
	search   *search.Search
	hash     int // megabytes of the search's table
	overhead int // milliseconds
	chess960 bool
	pos      movegen.Position
	bad      bool     // whether the last position command had an error
	earlier  []uint64 // keys of the game's positions before pos

	running  chan struct{} // closed when the search has printed its move; nil if there is no search
	released chan struct{} // closed when the search may print its move
	ponder   *goCommand    // the search that ponderhit starts; nil unless the engine ponders
	silent   *atomic.Bool  // whether the search prints no move
}

// serve answers the commands of r until quit or the end of the input. At the end of the
// input it first finishes a search that has limits.
func serve(r io.Reader, w io.Writer) {
	s := &server{out: w, search: search.New(defaultHash), hash: defaultHash, overhead: defaultOverhead, pos: movegen.Start()}
	lines := bufio.NewReaderSize(r, longestLine)
	for {
		line, err := lines.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			for err == bufio.ErrBufferFull {
				_, err = lines.ReadSlice('\n')
			}
			fmt.Fprintf(w, "info string a line of more than %d bytes is skipped\n", longestLine)
			line = nil
		}
		words := strings.Fields(string(line))
		known := slices.IndexFunc(words, func(word string) bool { return slices.Contains(commands, word) })
		switch {
		case known < 0 && len(words) > 0:
			fmt.Fprintf(w, "info string %.20q: not a command of this engine\n", words[0])
		case known >= 0 && words[known] == "quit":
			s.end()
			return
		case known >= 0:
			if err := s.command(words[known], words[known+1:]); err != nil {
				fmt.Fprintf(w, "info string %s: %v\n", words[known], err)
			}
		}
		if err != nil {
			break
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
	switch name { // these are answered during a search
	case "isready":
		fmt.Fprintln(s.out, "readyok")
		return nil
	case "ponderhit":
		if g := s.ponder; s.running != nil && g != nil { // the table already has the results so far
			s.silent.Store(true)
			s.end()
			s.start(*g)
		}
		return nil
	case "debug", "register":
		return nil
	}
	s.end()
	switch name {
	case "uci":
		fmt.Fprintf(s.out, "id name koggestone example\nid author The koggestone authors\n"+
			"option name Hash type spin default %d min 1 max %d\noption name Move Overhead type spin default %d min 0 max %d\n"+
			"option name Ponder type check default false\noption name UCI_Chess960 type check default false\nuciok\n",
			defaultHash, maxHash, defaultOverhead, maxOverhead)
	case "ucinewgame":
		s.search = nil // so that its memory can be reused
		s.search = search.New(s.hash)
	case "setoption":
		return s.setOption(args)
	case "position":
		err := s.setPosition(args)
		s.bad = err != nil
		return err
	case "go":
		if s.bad {
			fmt.Fprintln(s.out, "bestmove 0000")
			return errors.New("the position is unknown, because the last position command had an error")
		}
		g, err := s.parseGo(args)
		s.start(g)
		return err
	}
	return nil
}

// setOption sets the size of the table, the overhead or the notation of castling. Ponder needs no action,
// because it is for the user interface.
func (s *server) setOption(args []string) error {
	at := slices.Index(args, "value")
	if at < 0 {
		at = len(args)
	}
	if len(args) < 2 || args[0] != "name" {
		return errors.New("expected name NAME value VALUE")
	}
	name, value := strings.ToLower(strings.Join(args[1:at], " ")), strings.Join(args[min(at+1, len(args)):], " ")
	n, err := strconv.Atoi(value)
	switch {
	case name == "hash" && (err != nil || n < 1 || n > maxHash):
		return fmt.Errorf("option Hash: expected 1 to %d megabytes, found %.20q", maxHash, value)
	case name == "hash":
		s.search, s.hash = nil, n // so that its memory can be reused
		s.search = search.New(n)
	case name == "move overhead" && (err != nil || n < 0 || n > maxOverhead):
		return fmt.Errorf("option Move Overhead: expected 0 to %d milliseconds, found %.20q", maxOverhead, value)
	case name == "move overhead":
		s.overhead = n
	case name == "uci_chess960":
		s.chess960 = strings.EqualFold(value, "true")
	}
	return nil
}

// text formats m. With UCI_Chess960 castling is always king takes rook.
func (s *server) text(m movegen.Move) string {
	if s.chess960 && m.IsCastling() {
		return quad.SquareName(m.From()) + quad.SquareName(m.RookFrom())
	}
	return m.String()
}

// setPosition sets the position that the words after "position" describe. If there is
// an error, the position does not change.
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

// start starts a search in its own goroutine. The goroutine prints the move when the search has
// ended and, if the search is infinite or ponders, when it has been released.
func (s *server) start(g goCommand) {
	engine, done, released, silent := s.search, make(chan struct{}), make(chan struct{}), new(atomic.Bool)
	s.running, s.released, s.silent, s.ponder = done, released, silent, nil
	limits := g.limits
	if g.ponder {
		limits = search.Limits{Moves: limits.Moves}
		hit := g
		hit.ponder = false
		s.ponder = &hit
	} else if !g.infinite {
		close(released)
	}
	engine.Set(s.pos, s.earlier, limits)
	go func() {
		defer close(done)
		var line []movegen.Move
		best, _ := engine.Run(func(i search.Info) {
			line = i.Line
			score := fmt.Sprintf("cp %d", i.Score)
			if n := movesToMate(i.Score); n != 0 {
				score = fmt.Sprintf("mate %d", n)
				if n > 0 && n <= g.mate {
					engine.Stop()
				}
			}
			pv := ""
			for _, m := range line {
				pv += " " + s.text(m)
			}
			fmt.Fprintf(s.out, "info depth %d score %s nodes %d nps %.0f time %d pv%s\n",
				i.Depth, score, i.Nodes, float64(i.Nodes)/max(i.Time, 1).Seconds(), i.Time.Milliseconds(), pv)
		})
		<-released
		switch {
		case silent.Load():
		case len(line) > 1:
			fmt.Fprintf(s.out, "bestmove %s ponder %s\n", s.text(best), s.text(line[1]))
		default:
			fmt.Fprintf(s.out, "bestmove %s\n", s.text(best))
		}
	}()
}

// movesToMate returns the number of moves until mate for a score, or 0. It is negative if the side
// to move will be mated.
func movesToMate(score int) int {
	switch plies := search.MateScore - max(score, -score); {
	case plies > 200:
		return 0
	case score < 0:
		return -plies / 2
	default:
		return (plies + 1) / 2
	}
}

// goWords are the words that parseGo understands.
var goWords = []string{"infinite", "ponder", "searchmoves", "depth", "nodes", "mate", "movetime", "wtime", "btime", "winc", "binc", "movestogo"}

// A goCommand contains the words after "go", for the side to move.
type goCommand struct {
	limits           search.Limits
	mate             int // stop at a mate in this number of moves or fewer
	infinite, ponder bool
}

// parseGo parses the words after "go". Unknown words and illegal moves are ignored. A bad
// number is an error, and counts as 0, so that the search is as short as possible.
// Without a limit the search is infinite.
func (s *server) parseGo(args []string) (g goCommand, err error) {
	l, p := &g.limits, &s.pos
	numbers := map[string]int64{}
	for i := 0; i < len(args); i++ {
		switch word := args[i]; word {
		case "infinite":
			g.infinite = true
		case "ponder":
			g.ponder = true
		case "searchmoves":
			for ; i+1 < len(args) && !slices.Contains(goWords, args[i+1]); i++ {
				if m, err := p.ParseMove(args[i+1]); err == nil {
					l.Moves = append(l.Moves, m)
				}
			}
		case "depth", "nodes", "mate", "movetime", "wtime", "btime", "winc", "binc", "movestogo":
			text := ""
			if i++; i < len(args) {
				text = args[i]
			}
			n, bad := strconv.ParseInt(text, 10, 64)
			if bad != nil && !errors.Is(bad, strconv.ErrRange) { // an overflow means the largest number
				err, n = fmt.Errorf("%s: expected a number, found %.20q", word, text), 0
				i-- // it could be the next word
			}
			numbers[word] = min(max(n, 0), 1<<40) // clocks are negative after an overrun
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
	if n, ok := numbers["mate"]; ok { // twice as deep, because shallow searches leave out moves
		g.mate, limited = int(min(max(n, 1), 50)), true
		l.Depth = 4 * g.mate
	}
	if _, ok := numbers[left]; ok {
		moves := int64(30)
		if n, ok := numbers["movestogo"]; ok {
			moves = min(max(n, 1), 30)
		}
		// Each move loses the overhead, so it may use at most a third of the rest.
		clock := ms(left) - time.Duration(s.overhead)*time.Millisecond
		l.Soft = max(min((clock/time.Duration(moves)+ms(more))/2, clock/4), shortest)
		l.Time, limited = max(min(4*l.Soft, clock/3), shortest), true
	}
	if _, ok := numbers["movetime"]; ok {
		l.Time = max(ms("movetime"), shortest)
		l.Soft, limited = l.Time, true
	}
	g.infinite = g.infinite || !limited
	return g, err
}
