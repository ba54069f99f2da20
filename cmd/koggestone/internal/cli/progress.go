package cli

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// A statusLine is the line of a terminal where a Progress is drawn. Other output to the terminal
// first clears the line, so that the two do not mix.
type statusLine struct {
	mu    sync.Mutex
	w     io.Writer // standard error
	drawn bool
}

// newStatusLine returns standard error's status line, or nil if standard error is not a
// terminal with a movable cursor.
func newStatusLine(stderr io.Writer) *statusLine {
	if !IsTerminal(stderr) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	return &statusLine{w: stderr}
}

// over returns a writer to w that clears the line first if w is a terminal.
func (l *statusLine) over(w io.Writer) io.Writer {
	if l == nil || !IsTerminal(w) {
		return w
	}
	return clearingWriter{l, w}
}

// clear removes the line. The caller must hold its lock.
func (l *statusLine) clear() {
	if l.drawn {
		io.WriteString(l.w, "\r\x1b[K")
		l.drawn = false
	}
}

// clearingWriter writes to a terminal, and clears its status line first.
type clearingWriter struct {
	line *statusLine
	w    io.Writer
}

func (c clearingWriter) Write(p []byte) (int, error) {
	c.line.mu.Lock()
	defer c.line.mu.Unlock()
	c.line.clear()
	return c.w.Write(p)
}

// A Progress shows on standard error how much of a command is done, if standard error is a
// terminal. Several goroutines can call its methods.
type Progress struct {
	line         *statusLine
	start, drawn time.Time
	stopped      bool
}

// NewProgress returns a Progress. Call Stop to end it.
func (s *Streams) NewProgress() *Progress {
	now := time.Now()
	return &Progress{line: s.status, start: now, drawn: now}
}

// drawEvery is the least time between two drawings.
const drawEvery = 100 * time.Millisecond

// Show draws what has been done, the share of done in total if total is positive, and the time:
//
//	count 8.21 million positions/s  37%  3s
func (p *Progress) Show(what string, done, total int64) {
	if p.line == nil {
		return
	}
	p.line.mu.Lock()
	defer p.line.mu.Unlock()
	now := time.Now()
	if p.stopped || now.Sub(p.drawn) < drawEvery {
		return
	}
	if total > 0 {
		what += fmt.Sprintf("  %d%%", min(int64(100*float64(done)/float64(total)), 100))
	}
	what += "  " + now.Sub(p.start).Truncate(time.Second).String()
	io.WriteString(p.line.w, "\r"+what[:min(len(what), max(terminalWidth(p.line.w)-1, 0))]+"\x1b[K")
	p.drawn, p.line.drawn = now, true
}

// Stop removes the line. Later calls of Show do nothing.
func (p *Progress) Stop() {
	if p.line == nil {
		return
	}
	p.line.mu.Lock()
	defer p.line.mu.Unlock()
	p.stopped = true
	p.line.clear()
}
