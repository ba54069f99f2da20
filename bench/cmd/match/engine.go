package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// patience is how long an engine may take to start, and to answer isready.
const patience = 10 * time.Second

// errOverTime is the error of an engine that does not move in time.
var errOverTime = errors.New("no move in time")

// An engine is a UCI engine in a process of its own. The process starts when it is first
// needed, and again after it was killed.
type engine struct {
	name    string
	command []string
	options []string // as in "Hash value 16"

	kill    context.CancelFunc // nil without a process
	stdin   io.Writer
	answers chan string // the lines that wait looks for; closed at the end of the output
}

// start starts the process and sets the options.
func (e *engine) start(ctx context.Context) error {
	ctx, e.kill = context.WithCancel(ctx)
	process := exec.CommandContext(ctx, e.command[0], e.command[1:]...)
	process.WaitDelay = time.Second
	stdin, err := process.StdinPipe()
	if err != nil {
		return err
	}
	stdout, err := process.StdoutPipe()
	if err != nil {
		return err
	}
	if err := process.Start(); err != nil {
		return err
	}
	e.stdin, e.answers = stdin, make(chan string, 8)
	go read(ctx, stdout, e.answers, process.Wait)
	e.say("uci")
	if _, err := e.wait(ctx, "uciok", patience); err != nil {
		return err
	}
	for _, option := range e.options {
		e.say("setoption name " + option)
	}
	return nil
}

// read sends to answers the lines of r that start with a word that wait looks for.
func read(ctx context.Context, r io.Reader, answers chan<- string, wait func() error) {
	defer wait()
	defer close(answers)
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		switch word, _, _ := strings.Cut(strings.TrimSpace(lines.Text()), " "); word {
		case "uciok", "readyok", "bestmove":
			select {
			case answers <- strings.TrimSpace(lines.Text()):
			case <-ctx.Done():
				return
			}
		}
	}
}

// say sends a line. If the process has ended, wait reports it.
func (e *engine) say(line string) { fmt.Fprintln(e.stdin, line) }

// wait returns the next line that starts with a word.
func (e *engine) wait(ctx context.Context, word string, limit time.Duration) (string, error) {
	timeout := time.NewTimer(limit)
	defer timeout.Stop()
	for {
		select {
		case line, ok := <-e.answers:
			if !ok {
				return "", errors.New("the program ended")
			}
			if first, _, _ := strings.Cut(line, " "); first == word {
				return line, nil
			}
		case <-timeout.C:
			if word == "bestmove" {
				return "", errOverTime
			}
			return "", fmt.Errorf("no %s in %v", word, limit)
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// newGame prepares the engine for a game. It starts the process if there is none.
func (e *engine) newGame(ctx context.Context) error {
	if e.kill == nil {
		if err := e.start(ctx); err != nil {
			return err
		}
	}
	e.say("ucinewgame")
	e.say("isready")
	_, err := e.wait(ctx, "readyok", patience)
	return err
}

// move sends a position and a go command, and returns the engine's move and how long it
// took. An engine that takes longer than limit returns errOverTime.
func (e *engine) move(ctx context.Context, position, command string, limit time.Duration) (string, time.Duration, error) {
	e.say(position)
	start := time.Now()
	e.say(command)
	line, err := e.wait(ctx, "bestmove", limit)
	took := time.Since(start)
	if err != nil {
		return "", took, err
	}
	words := strings.Fields(line)
	if len(words) < 2 {
		return "", took, errors.New("bestmove without a move")
	}
	return words[1], took, nil
}

// quit ends the process.
func (e *engine) quit() {
	if e.kill != nil {
		e.kill()
		e.kill = nil
	}
}
