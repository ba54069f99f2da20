package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// A player is an engine, which is a process while it plays.
type player struct {
	name    string // A or B
	command []string
	options []string
	nodes   int
	silence time.Duration // without a move, after which it loses

	process *exec.Cmd
	in      io.WriteCloser
	lines   chan string // closed at the end of the engine's output
}

// A score is the last score that an engine printed: centipawns ("cp") or moves to mate ("mate").
type score struct {
	kind  string
	value int
}

// newGame prepares the engine for a new game, and starts it if it does not run.
func (p *player) newGame() error {
	const patience = 10 * time.Minute
	if p.process != nil {
		if p.send("ucinewgame", "isready"); p.wait("readyok", patience, nil) == nil {
			return nil
		}
		p.stop()
	}
	c := exec.Command(p.command[0], p.command[1:]...)
	c.Stderr = os.Stderr
	in, err := c.StdinPipe()
	if err != nil {
		return err
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return err
	}
	if err := c.Start(); err != nil {
		return fmt.Errorf("engine %s: %w", p.name, err)
	}
	lines := make(chan string, 1024)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			lines <- s.Text()
		}
	}()
	p.process, p.in, p.lines = c, in, lines
	p.send("uci")
	err = p.wait("uciok", patience, nil)
	for _, o := range p.options {
		name, value, _ := strings.Cut(o, "=")
		p.send("setoption name " + name + " value " + value)
	}
	p.send("ucinewgame", "isready")
	if err = errors.Join(err, p.wait("readyok", patience, nil)); err != nil {
		p.stop()
		return fmt.Errorf("engine %s does not start: %w", p.name, err)
	}
	return nil
}

// send sends lines to the engine. If it has crashed, the next wait reports it.
func (p *player) send(lines ...string) {
	io.WriteString(p.in, strings.Join(lines, "\n")+"\n")
}

// ask lets the engine search a position, and returns its move and its last score that is not a bound.
func (p *player) ask(position, search string, patience time.Duration) (move string, last score, err error) {
	p.send(position, search)
	err = p.wait("bestmove", patience, func(words []string) {
		for i := 0; i+2 < len(words) && words[0] == "info"; i++ {
			value, err := strconv.Atoi(words[i+2])
			isBound := i+3 < len(words) && (words[i+3] == "lowerbound" || words[i+3] == "upperbound")
			if words[i] == "score" && err == nil && !isBound {
				last = score{words[i+1], value}
			}
		}
		if words[0] == "bestmove" && len(words) > 1 {
			move = words[1]
		}
	})
	return move, last, err
}

// wait reads lines until one begins with the given word. It calls read with the words of each.
func (p *player) wait(word string, patience time.Duration, read func(words []string)) error {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	for {
		select {
		case line, ok := <-p.lines:
			if !ok {
				return errors.New("crash")
			}
			words := strings.Fields(line)
			if len(words) > 0 && read != nil {
				read(words)
			}
			if len(words) > 0 && words[0] == word {
				return nil
			}
		case <-timer.C:
			return errors.New("no answer")
		}
	}
}

// stop ends the process.
func (p *player) stop() {
	if p.process == nil {
		return
	}
	p.process.Process.Kill()
	p.in.Close()
	for range p.lines { // so that the reader ends
	}
	p.process.Wait()
	p.process = nil
}
