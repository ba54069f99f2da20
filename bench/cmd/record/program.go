package main

import (
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
)

// A program is a command that counts leaves and prints their number.
type program struct {
	name    string
	command []string // words, with {fen} and {depth}
	less    int      // how many plies less deep it counts
}

var (
	programName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._+-]*$`)
	// benchstat takes digits after the last dash of a name for a number of threads.
	threadsSuffix = regexp.MustCompile(`-[0-9]+$`)
	nodesLine     = regexp.MustCompile(`(?i)nodes(?: searched)?[:= ]+([0-9][0-9,_']*)`)
	depthWord     = regexp.MustCompile(`\{depth(?:-([1-3]))?\}`)
	wholeNumber   = regexp.MustCompile(`^[0-9][0-9,_']*$`)
)

// parseProgram returns the program that NAME=COMMAND describes.
func parseProgram(text string) (program, error) {
	name, command, ok := strings.Cut(text, "=")
	if !ok {
		return program{}, fmt.Errorf("expected NAME=COMMAND, found %q", text)
	}
	if !programName.MatchString(name) || threadsSuffix.MatchString(name) {
		return program{}, fmt.Errorf("expected a name of letters, digits, dots and dashes with its version, not ending in a dash and digits, found %q", name)
	}
	words, err := splitWords(command)
	if err != nil {
		return program{}, err
	}
	depth := depthWord.FindStringSubmatch(command)
	if !strings.Contains(command, "{fen}") || depth == nil {
		return program{}, fmt.Errorf("expected a command with {fen} and {depth}, found %q", command)
	}
	less, _ := strconv.Atoi(depth[1]) // "" is 0
	return program{name, words, less}, nil
}

// splitWords splits a command at blanks outside of quotes.
func splitWords(command string) (words []string, err error) {
	var word strings.Builder
	inWord, quote := false, rune(0)
	for _, r := range command {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote, inWord = r, true
		case quote == 0 && (r == ' ' || r == '\t' || r == '\n'):
			if inWord {
				words = append(words, word.String())
				word.Reset()
			}
			inWord = false
		default:
			word.WriteRune(r)
			inWord = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("expected a closing quote %c in %q", quote, command)
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}

// perft runs the program on a tree and returns the number that it prints.
func (p program) perft(t tree) (uint64, error) {
	var args []string
	for _, w := range p.command {
		args = append(args, depthWord.ReplaceAllString(strings.ReplaceAll(w, "{fen}", t.fen), strconv.Itoa(t.depth)))
	}
	out, err := exec.Command(args[0], args[1:]...).Output()
	if err != nil {
		if exit := new(exec.ExitError); errors.As(err, &exit) && len(exit.Stderr) > 0 {
			err = fmt.Errorf("%w: %s", err, firstLine(string(exit.Stderr)))
		}
		return 0, fmt.Errorf("program %s: %w", p.name, err)
	}
	n, ok := parseNodes(string(out))
	if !ok {
		return 0, fmt.Errorf("program %s: expected a number of nodes, found %q", p.name, firstLine(string(out)))
	}
	return n, nil
}

// parseNodes returns the number of nodes that a program prints: the last number after the
// word nodes, as in "Nodes searched: 20", or else the last whole number between blanks, as
// in "perft(1): 20  0.1s  200.5 MNPS".
func parseNodes(text string) (uint64, bool) {
	found := ""
	if all := nodesLine.FindAllStringSubmatch(text, -1); len(all) > 0 {
		found = all[len(all)-1][1]
	} else {
		for word := range strings.FieldsSeq(text) {
			if word = strings.TrimRight(word, ".,;"); wholeNumber.MatchString(word) {
				found = word
			}
		}
	}
	n, err := strconv.ParseUint(strings.NewReplacer(",", "", "_", "", "'", "").Replace(found), 10, 64)
	return n, err == nil
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}
