package main

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A block is the text between two lines like these:
//
//	<!-- bench:perft -->
//	<!-- /bench:perft -->
var marker = regexp.MustCompile(`^\s*<!--\s*(/?)bench:(\S*)\s*-->\s*$`)

// replaceBlocks returns the text with the result of render in each of its blocks. The text
// must have each of the wanted blocks once and no others. Errors call it name.
func replaceBlocks(text []byte, name string, wanted []string, render func(block string) (string, error)) ([]byte, error) {
	var out bytes.Buffer
	seen := map[string]int{} // line of the opening marker
	open, number := "", 0
	for l := range bytes.Lines(text) {
		number++
		m := marker.FindSubmatch(l)
		if m == nil {
			if open == "" {
				out.Write(l)
			}
			continue
		}
		closing, block := len(m[1]) > 0, string(m[2])
		switch {
		case closing && block != open:
			return nil, fmt.Errorf("%s:%d: %s closes nothing: want <!-- bench:%s --> before it",
				name, number, bytes.TrimSpace(l), block)
		case !closing && open != "":
			return nil, fmt.Errorf("%s:%d: %s: want <!-- /bench:%s --> first, for line %d",
				name, number, bytes.TrimSpace(l), open, seen[open])
		case !closing && !slices.Contains(wanted, block):
			return nil, fmt.Errorf("%s:%d: %s: want one of %s",
				name, number, bytes.TrimSpace(l), strings.Join(wanted, ", "))
		case !closing && seen[block] != 0:
			return nil, fmt.Errorf("%s:%d: %s is on line %d already: want it once",
				name, number, bytes.TrimSpace(l), seen[block])
		case closing:
			content, err := render(block)
			if err != nil {
				return nil, err
			}
			fmt.Fprintf(&out, "%s\n", strings.TrimSpace(content))
			open = ""
		default:
			open, seen[block] = block, number
		}
		out.Write(l)
	}
	if open != "" {
		return nil, fmt.Errorf("%s:%d: <!-- bench:%s -->: want <!-- /bench:%s --> after it", name, seen[open], open, open)
	}
	for _, block := range wanted {
		if seen[block] == 0 {
			return nil, fmt.Errorf("%s: want the lines <!-- bench:%s --> and <!-- /bench:%s -->", name, block, block)
		}
	}
	return out.Bytes(), nil
}
