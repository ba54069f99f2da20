package cli

import (
	"cmp"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Took returns the time and rate for the summary of positions, or "" if the time is too short to say anything.
func Took(seconds float64, positions uint64) string {
	if seconds < 0.1 {
		return ""
	}
	return fmt.Sprintf(", %.1f s, %s", seconds, Rate(seconds, positions))
}

// Rate returns a number of positions a second as text.
func Rate(seconds float64, positions uint64) string {
	return fmt.Sprintf("%.2f million positions/s", float64(positions)/max(seconds, 1e-9)/1e6)
}

// columns returns the width of the terminal or, without one, COLUMNS in the environment, or 0.
func (s *Streams) columns() int {
	columns, _ := strconv.Atoi(os.Getenv("COLUMNS"))
	return cmp.Or(s.Width, max(columns, 0))
}

// WriteText writes a paragraph, broken between words. The first line begins with first, and the others are
// indented by the same width, unless that leaves a narrow terminal too little room. Lines are as wide as the
// terminal or, without one, as COLUMNS in the environment or 80, but at most 100 columns.
func (s *Streams) WriteText(first, text string) {
	width := min(cmp.Or(s.columns(), 80), 100)
	line, space, indent := first, "", len(first)
	if width < 60 && indent > width/3 {
		s.Out.WriteString(strings.TrimRight(first, " ") + "\n")
		indent = 4
		line = strings.Repeat(" ", indent)
	}
	for _, word := range strings.Fields(text) {
		if space != "" && len(line)+1+len(word) > width {
			s.Out.WriteString(line + "\n")
			line, space = strings.Repeat(" ", indent), ""
		}
		line += space + word
		space = " "
	}
	s.Out.WriteString(line + "\n")
}
