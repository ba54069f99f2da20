package main

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/koggestone/koggestone/movegen"
)

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
