package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
)

// A statusLine is the line of a terminal where a Progress is drawn. Anything else that is written
// to the terminal clears the line first, so that the two do not mix.
type statusLine struct {
	mu    sync.Mutex
	w     io.Writer // standard error
	width func() int
	drawn bool
}

// newStatusLine returns the status line of standard error, or nil if that is not a terminal
// with a cursor that moves.
func newStatusLine(stderr io.Writer) *statusLine {
	if !IsTerminal(stderr) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	return &statusLine{w: stderr, width: func() int { return terminalWidth(stderr) }}
}

// over returns a writer to w that clears the line first if w is a terminal.
func (l *statusLine) over(w io.Writer) io.Writer {
	if l == nil || !IsTerminal(w) {
		return w
	}
	return clearingWriter{l, w}
}

// draw replaces the line.
func (l *statusLine) draw(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	io.WriteString(l.w, "\r"+text+"\x1b[K")
	l.drawn = true
}

// clear removes the line. The caller must hold its lock.
func (l *statusLine) clear() {
	if l.drawn {
		io.WriteString(l.w, "\r\x1b[K")
		l.drawn = false
	}
}

// clearingWriter writes to a terminal without its status line.
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

const (
	drawEvery = 100 * time.Millisecond // at most
	tickEvery = time.Second            // at least, so that the clock moves
)

// A Progress shows on standard error, if that is a terminal, how much of a command is done.
// Its methods may be called by several goroutines.
type Progress struct {
	Bytes bool   // show megabytes; the units are bytes
	Unit  string // printed after the numbers

	line        *statusLine
	stop        chan struct{}
	mu          sync.Mutex
	what        string
	done, total int64
	start       time.Time
	phase       time.Time // start of the current phase
	drawn       time.Time
}

// NewProgress returns a Progress of a number of units, or of an unknown number if total is
// not positive. It ends with Stop.
func (s *Streams) NewProgress(total int64, what string) *Progress {
	now := time.Now()
	p := &Progress{line: s.status, what: what, total: total, start: now, phase: now, drawn: now}
	if p.line == nil {
		return p
	}
	stop := make(chan struct{}) // Stop sets p.stop to nil
	p.stop = stop
	go func() {
		ticker := time.NewTicker(tickEvery)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				p.update(func() { p.drawn = time.Time{} })
			case <-stop:
				return
			}
		}
	}()
	return p
}

// Add adds n to the number of units that are done.
func (p *Progress) Add(n int64) { p.update(func() { p.done += n }) }

// Set sets the number of units that are done.
func (p *Progress) Set(done int64) { p.update(func() { p.done = done }) }

// Describe sets the text before the bar.
func (p *Progress) Describe(what string) { p.update(func() { p.what = what }) }

// Phase begins another phase, with its own number of units. The clock continues.
func (p *Progress) Phase(total int64, what string) {
	p.update(func() { p.done, p.total, p.what, p.phase = 0, total, what, time.Now() })
}

// Stop removes the line. The methods must not be called after it, except Stop itself.
func (p *Progress) Stop() {
	if p.line == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stop != nil {
		close(p.stop)
		p.stop = nil
	}
	p.line.mu.Lock()
	defer p.line.mu.Unlock()
	p.line.clear()
}

// update calls change and draws the line if that is due.
func (p *Progress) update(change func()) {
	if p.line == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	change()
	if now := time.Now(); p.stop != nil && now.Sub(p.drawn) >= drawEvery {
		p.drawn = now
		p.line.draw(p.text(now, p.line.width()))
	}
}

// text returns the line, which is shorter than width:
//
//	count 8.21 million positions/s  37% [#######             ] 12.1/32.7 MB  3s, 5s left
func (p *Progress) text(now time.Time, width int) string {
	elapsed := now.Sub(p.start)
	amount, clock, share := p.amount(p.done), seconds(elapsed), -1.0
	if p.total > 0 {
		share = min(float64(p.done)/float64(p.total), 1)
		amount += "/" + p.amount(p.total)
		if left := now.Sub(p.phase).Seconds() * (1 - share) / share; left < 1e6 { // not if share is 0
			clock += ", " + seconds(time.Duration(left*1e9)) + " left"
		}
	}
	if p.Bytes {
		amount += " MB"
	} else if p.Unit != "" {
		amount += " " + p.Unit
	}
	after := "  " + amount + "  " + clock
	before := p.what + " "
	if share >= 0 {
		before += fmt.Sprintf("%3.0f%% ", 100*share)
		const most, least = 30, 5
		if cells := min(most, width-1-len(before)-len("[]")-len(after)); cells >= least {
			full := int(share * float64(cells))
			before += "[" + strings.Repeat("#", full) + strings.Repeat(" ", cells-full) + "]"
		}
	}
	text := before + after
	return text[:min(len(text), max(width-1, 0))]
}

// amount returns a number of units, or of megabytes, in words.
func (p *Progress) amount(n int64) string {
	if p.Bytes {
		return fmt.Sprintf("%.1f", float64(n)/1e6)
	}
	return fmt.Sprint(n)
}

// seconds returns a duration in words, without fractions of a second.
func seconds(d time.Duration) string { return d.Truncate(time.Second).String() }
