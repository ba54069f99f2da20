//go:build !linux

package cli

import (
	"io"
	"os"

	"golang.org/x/term"
)

// terminalColumns returns how many columns the terminal f has, and whether f is a terminal.
func terminalColumns(f *os.File) (columns int, ok bool) {
	if !term.IsTerminal(int(f.Fd())) {
		return 0, false
	}
	columns, _, _ = term.GetSize(int(f.Fd()))
	return columns, true
}

// discards is not known on this system.
func discards(io.Writer) bool { return false }
