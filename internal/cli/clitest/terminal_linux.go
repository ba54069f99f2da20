package clitest

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"unicode/utf8"

	"github.com/koggestone/koggestone/internal/cli"
	"golang.org/x/sys/unix"
)

// EOT is the character that ends the input of a terminal.
const EOT = "\x04"

// OnTerminal runs a program with a terminal of the given width as standard output and standard error, and for EOT also as standard input. It returns the bytes
// written, and what the terminal shows at the end.
func OnTerminal(t *testing.T, p cli.Program, width uint16, stdin string, args ...string) (code int, written, shown string) {
	t.Helper()
	terminal, device := openTerminal(t, width)
	var out bytes.Buffer
	var reading sync.WaitGroup
	reading.Go(func() {
		if _, err := out.ReadFrom(terminal); err != nil && !errors.Is(err, syscall.EIO) { // EIO is the end
			t.Error(err)
		}
	})
	var in io.Reader = strings.NewReader(stdin)
	if stdin == EOT {
		in = device
		terminal.WriteString(strings.Repeat(EOT, 9)) // for each read at the end
	}
	code = p.Run(args, in, device, device)
	device.Close()
	reading.Wait()
	terminal.Close()
	return code, out.String(), screen(out.String(), int(width))
}

// openTerminal returns the two ends of a pseudo-terminal.
func openTerminal(t *testing.T, width uint16) (terminal, device *os.File) {
	t.Helper()
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	fd := int(terminal.Fd())
	err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	number := 0
	if err == nil {
		number, err = unix.IoctlGetInt(fd, unix.TIOCGPTN)
	}
	if err == nil {
		device, err = os.OpenFile("/dev/pts/"+strconv.Itoa(number), os.O_RDWR|syscall.O_NOCTTY, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(int(device.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: width})
	}
	if err != nil {
		t.Skip(err)
	}
	return terminal, device
}

// screen returns the lines on a terminal of the given width after text has been written
// to it. It understands carriage returns, line feeds, and clearing the rest of a line.
func screen(text string, width int) string {
	var lines []string
	line, at := []rune{}, 0
	for len(text) > 0 {
		c, n := utf8.DecodeRuneInString(text)
		switch {
		case strings.HasPrefix(text, "\x1b[K"):
			line, n = line[:at], len("\x1b[K")
		case c == '\r':
			at = 0
		case c == '\n':
			lines, line, at = append(lines, string(line)), []rune{}, 0
		default:
			if at == width { // the line is full
				lines, line, at = append(lines, string(line)), []rune{}, 0
			}
			line = append(line[:at], append([]rune{c}, line[min(at+1, len(line)):]...)...)
			at++
		}
		text = text[n:]
	}
	return strings.Join(append(lines, string(line)), "\n")
}
