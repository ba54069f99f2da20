package cli

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// github.com/schollz/progressbar 3.19 draws a line, but does not keep messages and results of the same program off it
// (TestProgress). The rest of this file would only be a format for it.

// A statusLine is the line of a terminal where a Progress is drawn. Other output to the terminal
// first clears the line, so that the two do not mix.
type statusLine struct {
	mu    sync.Mutex
	w     io.Writer // standard error
	drawn bool
	ended bool // end was called, so draw does nothing
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

// end removes the line for good.
func (l *statusLine) end() {
	if l != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.clear()
		l.ended = true
	}
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
	what         string
	done, total  int64
	stopped      bool

	// The time that is left is estimated from the work since the first call of Show with the total.
	since     time.Time
	doneSince int64
}

// NewProgress returns a Progress that shows a text until the first call of Show. Call Stop to end it.
func (s *Streams) NewProgress(what string) *Progress {
	now := time.Now()
	p := &Progress{line: s.status, start: now, drawn: now, what: what}
	if p.line != nil {
		time.AfterFunc(redrawEvery, p.redraw)
	}
	return p
}

const (
	// drawEvery is the least time between two drawings.
	drawEvery = 100 * time.Millisecond
	// redrawEvery is how often the time is redrawn without a call of Show.
	redrawEvery = 500 * time.Millisecond
)

func (p *Progress) redraw() {
	p.line.mu.Lock()
	defer p.line.mu.Unlock()
	if !p.stopped {
		p.draw(time.Now())
		time.AfterFunc(redrawEvery, p.redraw)
	}
}

// Show draws what has been done, the share of done in total if total is positive, and the time:
//
//	count 8.21 million positions/s  37%  3s, about 5s left
func (p *Progress) Show(what string, done, total int64) {
	if p.line == nil {
		return
	}
	p.line.mu.Lock()
	defer p.line.mu.Unlock()
	now := time.Now()
	if total != p.total || done < p.done {
		p.since, p.doneSince = now, done
	}
	p.what, p.done, p.total = what, done, total
	if !p.stopped && now.Sub(p.drawn) >= drawEvery {
		p.draw(now)
	}
}

// draw draws the line. The caller must hold its lock.
func (p *Progress) draw(now time.Time) {
	if p.line.ended {
		return
	}
	text := p.what
	if p.total > 0 {
		text += fmt.Sprintf("  %d%%", min(int64(100*float64(p.done)/float64(p.total)), 100))
	}
	text += "  " + now.Sub(p.start).Truncate(time.Second).String()
	if taken := now.Sub(p.since); p.doneSince < p.done && p.done < p.total && taken >= time.Second {
		left := taken.Seconds() * float64(p.total-p.done) / float64(p.done-p.doneSince)
		text += fmt.Sprintf(", about %v left", time.Duration(min(left, 1e9)+1)*time.Second)
	}
	io.WriteString(p.line.w, "\r"+text[:min(len(text), max(terminalWidth(p.line.w)-1, 0))]+"\x1b[K")
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
