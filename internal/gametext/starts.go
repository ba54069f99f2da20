package gametext

import (
	"bytes"
	"io"
)

// A Scanner reads the tokens of a stream in bounded memory.
type Scanner struct {
	Lexer
	src     io.Reader
	buf     []byte
	offset  int64 // offset of the text in the stream
	lines   int64 // how many line ends come before counted
	counted int   // offset in the text
	ended   bool
	err     error
}

// NewScanner returns a Scanner for a stream that starts with a game at an offset.
func NewScanner(src io.Reader, offset int64) *Scanner {
	return &Scanner{Lexer: Lexer{lineStart: true}, src: src, buf: make([]byte, 4*longest), offset: offset}
}

// Next works like [Lexer.Next], but reads more from the stream instead of returning More.
// Errors come from the stream.
func (s *Scanner) Next() (Kind, error) {
	for {
		if kind := s.Lexer.Next(); kind != More {
			return kind, nil
		}
		if err := s.fill(); err != nil {
			return End, err
		}
	}
}

// fill reads more text after More.
func (s *Scanner) fill() error {
	if s.err != nil {
		return s.err
	}
	s.countLines(s.at)
	s.counted = 0
	s.offset += int64(s.at)
	s.lineStart = s.isLineStart(s.at)
	n := copy(s.buf, s.text[s.at:])
	for n < len(s.buf) && !s.ended && s.err == nil {
		k, err := s.src.Read(s.buf[n:])
		n += k
		if err == io.EOF {
			s.ended = true
		} else {
			s.err = err // to return after the text before it
		}
	}
	s.text, s.at, s.open, s.final = s.buf[:n], 0, 0, s.ended
	return nil
}

var newline = []byte{'\n'}

// Offset returns the offset of the token in the stream.
func (s *Scanner) Offset() int64 { return s.offset + int64(s.Start) }

// Line returns the token's line number, counted from 1.
func (s *Scanner) Line() int64 {
	s.countLines(s.Start)
	return 1 + s.lines
}

// countLines counts the lines before an offset in the text.
func (s *Scanner) countLines(at int) {
	if at < s.counted {
		s.lines -= int64(bytes.Count(s.text[at:s.counted], newline))
	} else {
		s.lines += int64(bytes.Count(s.text[s.counted:at], newline))
	}
	s.counted = at
}

// Unread returns the text that was read from the stream, starting at the token.
func (s *Scanner) Unread() []byte { return s.text[s.Start:] }

// Ended reports whether the stream has been read to its end.
func (s *Scanner) Ended() bool { return s.ended }

// Next returns the offset of the first game that starts in text at or after an offset from >=
// 1, or -1. The text must start with a game.
func Next(text []byte, from int) int {
	l := Lexer{text: text, lineStart: true}
	for {
		switch kind := l.Next(); {
		case kind == More || kind == End:
			return -1
		case kind == Game && l.Start >= from:
			return l.Start
		}
	}
}

// Lead returns the offset of the first tag or move in a text that begins with blanks or
// comments, or the length of the text. For other texts it returns 0.
func Lead(text []byte) int {
	if len(text) == 0 || classes[text[0]] != blank && blankLength(text) == 0 && bytes.IndexByte([]byte("{;%"), text[0]) < 0 {
		return 0
	}
	l := Lexer{text: text, lineStart: true, final: true}
	for l.Next() == Comment {
	}
	return l.Start
}

// IsGame reports whether the first non-blank line of a text looks like the start of a game: a
// tag, a comment, an escaped line or a move number. line must not be empty.
func IsGame(line []byte) bool {
	if line = TrimBlanks(line); len(line) == 0 {
		return false
	}
	switch c := line[0]; {
	case c == '[':
		return isName(line[min(skipBlanks(line, 1), len(line)-1)])
	case isDigit(c):
		n := 0
		for n < len(line) && isDigit(line[n]) {
			n++
		}
		moves, _, _ := bytes.Cut(line, []byte{'{'}) // a comment may contain [%eval 35,18]
		return n < len(line) && line[n] == '.' && bytes.IndexByte(moves, '|') < 0 && bytes.IndexByte(moves, ',') < 0
	default:
		return c == '{' || c == ';' || c == '%'
	}
}

// firstBack is how far Last and First go back at first to find the state. Most games
// are shorter.
var firstBack = 1 << 13 // tests set it

// Last returns where the last game starts after the first byte of text, or -1. The text
// must start with a game. Last reads no more of the text than necessary. If more text
// is appended later, more games can appear, but none disappears.
func Last(text []byte) int {
	for back := firstBack; ; back *= 4 {
		from := max(0, len(text)-back)
		if at := lastAfter(text, from); at >= 0 || from == 0 {
			return at
		}
	}
}

// lastAfter is like Last, but only for games that are certain from the text after about
// an offset.
func lastAfter(text []byte, from int) int {
	last := -1
	at := outside(text, from, true)
	if at < 0 {
		return -1
	}
	l := Lexer{text: text[at:], lineStart: true}
	known := at == 0
	if !known {
		l.state = lost
	}
	for {
		switch kind := l.resolve(&known); {
		case kind == More || kind == End:
			return last
		case kind == Game && at+l.Start > 0:
			last = at + l.Start
		}
	}
}

// resolve works like Next. If known is false, the Lexer has started in state lost at the start of a
// line outside comments. Then resolve sets known as soon as the state is certain, or returns End if
// it cannot be. It returns Game only if a game certainly starts there.
func (l *Lexer) resolve(known *bool) Kind {
	if *known {
		return l.Next()
	}
	for l.state == lost {
		switch kind := l.Next(); {
		case l.doubt:
			return End
		case kind != Game:
			return kind
		}
		// A line that begins with a tag is a tag in every state. It can be the first tag of
		// its game or a later one.
		l.state, l.first, l.blankLine = tags, 0, false
	}
	kind := l.Next()
	*known = kind == Game || l.state != tags
	return kind
}

// outside returns the start of a line, at or before from, that is certainly outside
// comments, or -1. start says whether text starts with a game; only then can the offset
// be 0.
func outside(text []byte, from int, start bool) int {
	low := max(0, from-longest)
	window := text[low:from]
	// After a line that contains } and no { after it, no comment is open.
	for end := len(window); ; {
		c := bytes.LastIndexByte(window[:end], '}')
		if c < 0 {
			break
		}
		if n := bytes.IndexByte(window[c:], '\n'); n >= 0 && bytes.IndexByte(window[c:c+n], '{') < 0 {
			return low + c + n + 1
		}
		end = bytes.LastIndexByte(window[:c], '\n') + 1 // earlier braces of the line do not matter
	}
	if start && low == 0 {
		return 0
	}
	if low+longest > from || bytes.IndexByte(window, '}') >= 0 {
		return -1
	}
	// No comment is longer than the window, so if a comment is open at the window's start,
	// it ends in the window.
	brace := bytes.IndexByte(window, '{')
	if brace < 0 {
		brace = len(window)
		if n := bytes.LastIndexByte(window, '\n'); n >= 0 {
			return low + n + 1
		}
	}
	n := bytes.IndexByte(window[:brace], '\n')
	if n < 0 {
		return -1
	}
	return low + n + 1
}

// First returns where the first game starts at or after from. If there is none, it
// returns size, where r ends. The first game in the file starts at start.
func First(r io.ReaderAt, start, from, size int64) (int64, error) {
	if from <= start {
		return start, nil
	}
	for back := int64(firstBack); from < size; back *= 8 {
		low := max(start, from-back-int64(longest))
		window := make([]byte, max(0, from-back-low))
		if _, err := r.ReadAt(window, low); err != nil {
			return 0, err
		}
		at := outside(window, len(window), low == start)
		if at < 0 {
			continue
		}
		known := low == start && at == 0
		s := NewScanner(io.NewSectionReader(r, low+int64(at), size-low-int64(at)), low+int64(at))
		if !known {
			s.state = lost
		}
		found, ok, err := s.first(from, known)
		if ok || err != nil {
			return found, err
		}
	}
	return size, nil
}

// first returns where the first game starts at or after an offset, or where the stream ends.
// If the state is not certain there, ok is false.
func (s *Scanner) first(from int64, known bool) (offset int64, ok bool, err error) {
	for {
		before := known
		kind := s.resolve(&known)
		if kind == More {
			if err := s.fill(); err != nil {
				return 0, false, err
			}
			continue
		}
		at := s.Offset()
		switch {
		case kind == End:
			return s.offset + int64(len(s.text)), before, nil
		case !before && at > from: // a game may have started in between
			return 0, false, nil
		case kind == Game && at >= from:
			return at, true, nil
		}
	}
}
