package cli

import (
	"bytes"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/textboard"
	"golang.org/x/term"
)

// terminalWidth returns the number of columns of the terminal w, or 0 if w is not a terminal.
func terminalWidth(w io.Writer) int {
	if !IsTerminal(w) {
		return 0
	}
	width, _, err := term.GetSize(int(w.(*os.File).Fd()))
	if err != nil || width <= 0 {
		return 80
	}
	return width
}

// WriteBoards writes boards side by side, at most perRow in a row. If the terminal is too narrow for
// that, the rows are shorter.
func (s *Streams) WriteBoards(perRow int, boards ...textboard.Board) {
	textboard.Write(s.Prose(), s.Colour, s.Width, perRow, boards...)
}

// Prose returns a writer to Out for text that people read. On a terminal it breaks long lines between
// words. It writes only complete lines, because it must know their length.
func (s *Streams) Prose() io.Writer {
	if s.Width == 0 {
		return s.Out
	}
	return &proseWriter{w: s.Out, width: s.Width}
}

type proseWriter struct {
	w     io.Writer
	width int
	line  []byte // incomplete
}

func (p *proseWriter) Write(text []byte) (int, error) {
	p.line = append(p.line, text...)
	n := bytes.LastIndexByte(p.line, '\n') + 1
	_, err := io.WriteString(p.w, wrap(string(p.line[:n]), p.width))
	p.line = append(p.line[:0], p.line[n:]...)
	return len(text), err
}

// narrowest is the least number of columns for which lines are broken.
const narrowest = 20

// wrap breaks the lines of a text that are longer than width between words. The parts of a line have
// the same indentation. Words that are longer than width remain whole, so that they can be copied.
func wrap(text string, width int) string {
	if width < narrowest {
		return text
	}
	var out strings.Builder
	for line := range strings.Lines(text) {
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
		if len(indent) > width/2 {
			indent = ""
		}
		for first := true; ; first = false {
			stop := breakAt(line, width)
			if !first {
				stop = breakAt(line, width-len(indent))
				out.WriteString(indent)
			}
			if stop < 0 {
				out.WriteString(line)
				break
			}
			out.WriteString(strings.TrimRight(line[:stop], " ") + "\n")
			line = strings.TrimLeft(line[stop:], " ")
		}
	}
	return out.String()
}

// breakAt returns the offset of the blanks at which the first width columns of a line end, or -1
// if the line is no longer. Codes of the terminal, which end in m, take no column.
func breakAt(line string, width int) int {
	columns, blank, inWord := 0, -1, false
	for i := 0; i < len(line); {
		c, n := utf8.DecodeRuneInString(line[i:])
		switch {
		case c == '\x1b':
			n = strings.IndexByte(line[i:], 'm') + 1
			columns--
		case c == '\n':
			return -1
		case c == ' ' && inWord:
			blank, inWord = i, false
		case c != ' ':
			inWord = true
		}
		if columns++; columns > width && inWord && blank >= 0 {
			return blank
		}
		i += max(n, 1)
	}
	return -1
}
