// Package gametext splits portable game notation (PGN) into tokens, and finds where games start.
//
// A game starts at the first tag or move after a result, at the first tag after a move, or at
// the move number 1 after a move and a blank line. A tag section without moves ends if its first
// tag name is repeated after a blank line. Comments, escapes, variations and quoted values are
// tokens of their own, so a tag in a comment does not start a game. [Lexer] implements this
// rule. [Last] and [First] use it to find starts in the middle of a text.
package gametext

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// Longest is how many bytes a comment, tag, line comment or word can have. A comment that
// does not end within this length is an error, and so is a longer tag. If a tag or a line
// comment is longer, the rest of its line is skipped.
const Longest = 1 << 16

var longest = Longest // tests set it

// A Kind is the kind of a token.
type Kind uint8

// The kinds of tokens.
const (
	End     Kind = iota // the end of the text
	More                // the token is incomplete at the end of the text
	Game                // a new game starts here; the token follows
	Tag                 // a tag pair
	Move                // a word of the main line, probably a move
	Comment             // a comment in the main line, from { to } or from ; to the end of the line
	Result              // the result that ends a game
	Bad                 // text that is not a token; Problem is the reason
)

// A state describes the tokens of a game so far.
type state uint8

const (
	empty state = iota // no token yet
	tags
	moves
	over // a result
	lost // skip to the next line that begins with a tag
)

// A Lexer splits a text into tokens. Its zero value has no text.
type Lexer struct {
	text  []byte
	at    int // the offset of the next token, or of blanks before it
	final bool
	// lineStart says whether a line starts at offset 0.
	lineStart bool

	state       state
	depth       int    // how many variations are open
	open        int    // the offset of the outermost open parenthesis, if it is in the text
	newlines    int    // how many line ends the blanks before the next token have
	blankLine   bool   // whether a blank line follows the last tag or move
	plies       int    // how many moves the game has had so far, legal or not
	numbered    bool   // whether the number of a move is the last token
	bothLose    bool   // whether a tag says that both players lost, so that 0-0 at the end is a result
	before      int    // an offset before the last move, with only blanks and a number between
	wasBlank    bool   // blankLine at that offset
	wasSigns    int64  // Signs at that offset
	wasNumbered bool   // numbered at that offset
	first       uint64 // the key of the first tag in a tag section, or 0 if it is not known
	fast        bool   // tokens may be too long
	inLine      bool   // skip to the end of the line
	doubt       bool   // in state lost, the text would mean something else in another state

	// Start and Stop are the offsets where the token begins and ends.
	Start, Stop int
	// In a tag, NameStart and NameStop delimit the name, and ValueStart and ValueStop the value
	// between the quotation marks. WellFormed says whether there is a value, and TooLong whether the tag
	// is longer than Longest.
	NameStart, NameStop, ValueStart, ValueStop int
	WellFormed, TooLong                        bool
	Problem                                    string
	Outcome                                    Outcome // of the token Result
	// Signs and Variations count what has been skipped: numeric glyphs and signs such as += or !?, and outermost
	// variations.
	Signs, Variations int64
}

// Reset makes l read whole games. The token Move can then be longer than the word.
func (l *Lexer) Reset(text []byte) {
	*l = Lexer{text: text, final: true, lineStart: true, fast: true}
}

// Rest returns the offset after the tokens that have been read.
func (l *Lexer) Rest() int { return l.at }

// Text returns the token.
func (l *Lexer) Text() []byte { return l.text[l.Start:l.Stop] }

// How a token can begin.
const (
	other = iota
	blank
	digit
	letter
)

var classes = func() (t [256]uint8) {
	for c := range t {
		switch {
		case c <= ' ' || c == '.':
			t[c] = blank
		case isDigit(byte(c)):
			t[c] = digit
		case 'a' <= c|0x20 && c|0x20 <= 'z':
			t[c] = letter
		}
	}
	return t
}()

// endsWord marks the ASCII characters that end a word. Other blanks do too.
var endsWord = func() (t [256]bool) {
	for c := range byte(' ' + 1) {
		t[c] = true
	}
	for _, c := range []byte("{}();.[$*") {
		t[c] = true
	}
	return t
}()

func isDigit(c byte) bool { return c-'0' <= 9 }

func isName(c byte) bool { return classes[c] == letter || isDigit(c) || c == '_' }

// Next goes to the next token and returns its kind. After Reset, a token Move that is not a
// move can be longer than the word: Word shortens it.
func (l *Lexer) Next() Kind {
	if l.state != moves || l.depth != 0 || !l.fast {
		return l.next()
	}
	// Most tokens are short words that begin with a letter and end with a blank.
	text, at := l.text, l.at
	for at < len(text) {
		switch c := text[at]; classes[c] {
		case blank:
			at++
			continue
		case digit: // the number of a move
			k := at + 1
			for k < len(text) && isDigit(text[k]) {
				k++
			}
			if k == len(text) || text[k] != '.' || c <= '1' && k == at+1 { // 1 may begin a game, 0.5 a result
				return l.next()
			}
			at = k + 1
			continue
		case letter:
			rest := text[at:]
			if len(rest) < 8 {
				return l.next()
			}
			// This sets the highest bit of the first byte that is at most a blank, and of no byte
			// before it.
			const ones = 0x0101010101010101
			word := binary.LittleEndian.Uint64(rest)
			blanks := (word - '!'*ones) &^ word & (ones << 7)
			n := bits.TrailingZeros64(blanks) / 8
			if blanks == 0 || rest[n] > ' ' {
				return l.next()
			}
			l.moved(l.at, l.numbered)
			if c := rest[n-1]; c == '!' || c == '?' {
				l.Signs++
			}
			l.Start, l.Stop, l.at = at, at+n, at+n
			return Move
		}
		return l.next()
	}
	return l.next()
}

// Word shortens the token Move to the word at its start, and reports whether this could be
// a move.
func (l *Lexer) Word() bool {
	l.plies--
	l.at, l.blankLine, l.Signs, l.numbered = l.before, l.wasBlank, l.wasSigns, l.wasNumbered
	for l.at < l.Start {
		if classes[l.text[l.at]] == blank {
			l.blanks()
		} else { // the number of the move
			l.newlines, l.numbered = 0, true
			l.at++
		}
	}
	l.newlines = 0
	return l.token() == Move
}

// moved counts a move. Word goes back to an offset before it.
func (l *Lexer) moved(before int, numbered bool) {
	l.plies++
	l.before, l.wasBlank, l.wasSigns, l.wasNumbered = before, l.blankLine, l.Signs, numbered
	l.newlines, l.blankLine, l.numbered = 0, false, false
}

func (l *Lexer) wordEnd(start int) int {
	text := l.within(start)
	if text[0] == '*' {
		return start + 1
	}
	end := 1
	if text[0] >= utf8.RuneSelf {
		_, end = charAt(text)
	}
	for end < len(text) && !endsWord[text[end]] {
		if text[end] < utf8.RuneSelf {
			end++
			continue
		}
		c, n := charAt(text[end:])
		if isBlank(c) {
			break
		}
		end += n
	}
	return start + end
}

// isEnPassantMark reports whether e.p starts at an offset.
func (l *Lexer) isEnPassantMark(at int) bool {
	rest := l.text[at:]
	return len(rest) >= 3 && string(rest[:3]) == "e.p" && (len(rest) == 3 || endsWord[rest[3]])
}

// next is Next for all tokens.
func (l *Lexer) next() Kind {
	if l.inLine {
		l.skipLine()
	}
	for l.at < len(l.text) {
		c := l.text[l.at]
		if classes[c] == blank || c >= utf8.RuneSelf && blankLength(l.within(l.at)) > 0 {
			l.blanks()
			continue
		}
		if c >= utf8.RuneSelf && len(l.text)-l.at < longestBlank && l.cut(l.at) {
			return More
		}
		l.newlines = 0
		var kind Kind
		switch {
		case c == '{':
			kind = l.comment()
		case c == ';' || c == '%' && (l.isLineStart(l.at) || l.state == empty || l.state == over):
			kind = l.lineComment()
		case c == '[':
			kind = l.bracket()
		case l.state == lost:
			l.doubt = l.doubt || c == '%'
			kind = l.skipWord()
		case l.state == over:
			return l.startGame()
		case c == '(':
			if l.depth == 0 {
				l.open = l.at
				l.Variations++
			}
			l.depth++
			l.state = moves
			l.at++
			continue
		case c == ')':
			l.state = moves
			if l.depth == 0 {
				return l.bad(l.at, l.at+1, "expected ( before ), found none")
			}
			l.depth--
			l.at++
			continue
		case l.depth > 0:
			kind = l.skipWord()
		default:
			kind = l.token()
		}
		if kind != End {
			return kind
		}
	}
	switch {
	case !l.final:
		return More
	case l.depth > 0:
		l.depth = 0
		return l.unclosed()
	}
	l.Start, l.Stop = l.at, l.at
	return End
}

// longestBlank is how many bytes a blank has at most.
const longestBlank = len("\ufeff")

// blanks skips blanks and counts their lines.
func (l *Lexer) blanks() {
	text, at := l.text, l.at
	for at < len(text) {
		if classes[text[at]] != blank {
			n := blankLength(l.within(at))
			if n == 0 {
				break
			}
			at += n
			continue
		}
		if text[at] == '\n' || text[at] == '\r' && at+1 < len(text) && text[at+1] != '\n' {
			l.newlines++
		}
		at++
	}
	l.at = at
	l.blankLine = l.blankLine || l.newlines > 1
}

// bad sets the token to invalid text.
func (l *Lexer) bad(start, stop int, problem string) Kind {
	l.Start, l.Stop, l.at, l.Problem = start, stop, stop, problem
	return Bad
}

// unclosed sets the token to the start of a variation that does not end.
func (l *Lexer) unclosed() Kind {
	at := l.at
	l.bad(l.open, l.open, "expected ) after (, found none")
	l.at = at
	return Bad
}

// startGame makes the next token the first of a game.
func (l *Lexer) startGame() Kind {
	l.state, l.depth, l.first, l.plies, l.numbered, l.bothLose = empty, 0, 0, 0, false, false
	l.Start, l.Stop = l.at, l.at
	return Game
}

const byteOrderMark = "\ufeff"

// isLineStart reports whether a line starts at an offset. A byte order mark can come before it, where files were joined.
func (l *Lexer) isLineStart(at int) bool {
	at -= marks(l.text[:at])
	if at == 0 {
		return l.lineStart
	}
	return isLineEnd(l.text[at-1])
}

// marks returns the length of the byte order marks at the end of text.
func marks(text []byte) int {
	n := len(text)
	for bytes.HasSuffix(text[:n], []byte(byteOrderMark)) {
		n -= len(byteOrderMark)
	}
	return len(text) - n
}

func isLineEnd(c byte) bool { return c == '\n' || c == '\r' }

// within returns the text from an offset up to the largest length of a token.
func (l *Lexer) within(at int) []byte {
	return l.text[at:min(len(l.text), at+longest)]
}

// cut reports whether a token that starts at an offset and reaches the end of the text may be
// incomplete.
func (l *Lexer) cut(at int) bool { return !l.final && len(l.text)-at < longest }

// comment reads from { to }. If a comment is skipped, it returns End.
//
// If a comment has no }, the rest of the game is skipped. The same holds if a comment has a
// second { after a line that begins with a tag, because that { belongs to a later game.
func (l *Lexer) comment() Kind {
	start := l.at
	text := l.within(start)
	n := bytes.IndexByte(text, '}')
	if n < 0 && l.cut(start) {
		return More
	}
	if n < 0 || hasTag(text[:n]) {
		if l.state == lost {
			l.at++
			return End
		}
		if l.state == over { // it is not part of the finished game
			return l.startGame()
		}
		l.state, l.depth = lost, 0
		return l.bad(start, start+1, "expected } after {, found none")
	}
	l.Start, l.Stop, l.at = start, start+n+1, start+n+1
	if l.state == lost || l.depth > 0 {
		return End
	}
	return Comment
}

// hasTag reports whether a comment contains a line that begins with a tag, and { after it.
func hasTag(comment []byte) bool {
	last := bytes.LastIndexByte(comment, '{')
	for at := 1; at < last; at++ {
		n := bytes.IndexByte(comment[at:last], '[')
		if n < 0 {
			return false
		}
		at += n
		if before := at - marks(comment[:at]); before > 0 && isLineEnd(comment[before-1]) && isTag(comment[at:]) {
			return true
		}
	}
	return false
}

// isTag reports whether text begins with [, a name and a quotation mark.
func isTag(text []byte) bool {
	at := skipBlanks(text, 1)
	start := at
	for at < len(text) && isName(text[at]) {
		at++
	}
	if at == start {
		return false
	}
	at = skipBlanks(text, at)
	return at < len(text) && text[at] == '"'
}

// skipBlanks returns the offset of the first byte at or after an offset that is not a blank.
func skipBlanks(text []byte, at int) int {
	for at < len(text) {
		if text[at] == ' ' || text[at] == '\t' {
			at++
		} else if n := blankLength(text[at:]); n > 0 {
			at += n
		} else {
			break
		}
	}
	return at
}

// lineEnd returns the end of the line that contains at, or -1 if the text ends before.
func (l *Lexer) lineEnd(at int) int {
	text := l.within(at)
	n := bytes.IndexByte(text, '\n')
	if n < 0 {
		if l.cut(at) {
			return -1
		}
		n = len(text)
	}
	return at + n
}

// lineComment reads a comment that ends with the line, or an escaped line.
func (l *Lexer) lineComment() Kind {
	start := l.at
	end := l.lineEnd(start)
	if end < 0 {
		return More
	}
	if n := bytes.IndexByte(l.text[start:end], '\r'); n >= 0 {
		end = start + n
	}
	l.Start, l.Stop, l.at = start, end, end
	if end-start == longest {
		l.skipLine()
	}
	if l.state == lost || l.depth > 0 || l.text[start] == '%' {
		return End
	}
	return Comment
}

// skipLine goes to the end of the line. If the line continues beyond the text, the next call of
// Next skips the rest.
func (l *Lexer) skipLine() {
	n := bytes.IndexByte(l.text[l.at:], '\n')
	if l.inLine = n < 0 && !l.final; n < 0 {
		n = len(l.text) - l.at
	}
	l.at += n
}

// bracket reads a tag, or a word that begins with [.
func (l *Lexer) bracket() Kind {
	start := l.at
	end := l.lineEnd(start)
	if end < 0 {
		return More
	}
	line := l.text[start:end]
	switch {
	case l.depth > 0 || l.state == lost:
		if !l.isLineStart(start) || !isTag(line) {
			l.doubt = true
			return l.skipWord()
		}
		wasOpen := l.depth > 0
		l.state, l.depth = moves, 0
		if wasOpen {
			return l.unclosed()
		}
		return l.startGame()
	case l.state == over:
		return l.startGame()
	case l.state == empty && !isName(line[min(skipBlanks(line, 1), len(line)-1)]):
		return l.token()
	case l.state == moves:
		if isTag(line) || l.isLineStart(start) && isName(line[min(skipBlanks(line, 1), len(line)-1)]) {
			return l.startGame()
		}
		return l.token()
	}
	return l.tag(line)
}

func (l *Lexer) tag(line []byte) Kind {
	start := l.at
	name := skipBlanks(line, 1)
	n := name
	for n < len(line) && isName(line[n]) {
		n++
	}
	if l.state == empty || l.blankLine {
		key := keyOf(line[name:n])
		if l.state == tags && key == l.first {
			return l.startGame()
		}
		if l.state == empty {
			l.first = key
		}
	}
	l.state, l.blankLine = tags, false
	l.Start, l.NameStart, l.NameStop = start, start+name, start+n
	value := skipBlanks(line, n) + 1
	stop, next := -1, len(line)
	if n > name && value <= len(line) && line[value-1] == '"' {
		stop, next = valueEnd(line, value)
	}
	l.TooLong = next == longest
	l.WellFormed = stop >= 0 && !l.TooLong
	l.ValueStart, l.ValueStop = start+value, start+stop
	if !l.WellFormed {
		l.ValueStart, l.ValueStop = start+n, start+n
	}
	l.Stop, l.at = start+next, start+next
	if l.TooLong {
		l.skipLine()
	}
	return Tag
}

// keyOf hashes a tag's name, ignoring case.
func keyOf(name []byte) uint64 {
	key := uint64(1469598103934665603) // FNV-1a
	for _, c := range name {
		key = (key ^ uint64(c|0x20)) * 1099511628211
	}
	return key | 1 // because 0 means no name
}

// valueEnd returns the offset of the quotation mark that ends a value, and the offset after the
// bracket that follows. Quotation marks inside the value need no backslash, because the value ends
// at the first quotation mark before a bracket, or else at the last one on the line. If there is
// no quotation mark, the result is -1.
func valueEnd(line []byte, value int) (stop, next int) {
	for at := value; ; at++ {
		n := bytes.IndexByte(line[at:], '"')
		if n < 0 {
			break
		}
		at += n
		k := skipBlanks(line, at+1)
		if k < len(line) && line[k] == ']' && !isEscaped(line[value:at]) {
			return at, k + 1
		}
	}
	stop = value + bytes.LastIndexByte(line[value:], '"')
	if stop < value {
		return -1, len(line)
	}
	return stop, len(line)
}

// isEscaped reports whether text ends with an odd number of backslashes.
func isEscaped(text []byte) bool {
	n := len(text)
	for n > 0 && text[n-1] == '\\' {
		n--
	}
	return (len(text)-n)&1 != 0
}

// skipWord skips a word of a variation.
func (l *Lexer) skipWord() Kind {
	end := l.wordEnd(l.at)
	if end == len(l.text) && l.cut(l.at) {
		return More
	}
	l.at = end
	return End
}

// token reads a word of the main line. It returns End for numbers and signs.
func (l *Lexer) token() Kind {
	start := l.at
	end := l.wordEnd(start)
	if needed := l.lookahead(start, end); needed >= len(l.text) && l.cut(start) {
		return More
	}
	numbered := l.numbered
	l.numbered = false
	if o, n := resultAt(l.within(start)); n > 0 {
		isCastling := o == BothLose && !bytes.ContainsAny(l.text[start:start+n], ".,:")
		if isCastling && l.bothLose {
			ends, cut := l.endsGame(start + n)
			if cut {
				l.numbered = numbered
				return More
			}
			isCastling = !ends
		}
		if !isCastling {
			return l.result(start, start+n, o)
		}
	}
	word := l.text[start:end]
	if l.state == tags && l.plies == 0 {
		if o := special[withoutBlanks(word)]; (o == WhiteByForfeit || o == BlackByForfeit) && bytes.IndexByte(word, '/') >= 0 {
			return l.result(start, end, o) // +/- after a move is a sign
		}
	}
	if string(word) == "1" && l.blankLine && l.plies > 0 {
		// 1... after one move continues the game: 1. e4 {a comment} 1... e5
		if rest := l.text[end:]; l.plies > 1 || !bytes.HasPrefix(rest, []byte("..")) && !bytes.HasPrefix(rest, []byte("…")) {
			return l.startGame()
		}
	}
	l.state = moves
	if n := leadingSigns(word); n > 0 {
		l.Signs++
		l.numbered = numbered
		l.at = start + n
		return End
	}
	switch c := word[0]; {
	case isNumber(word) && string(word) != "0000":
		l.numbered = true
		l.at = end
		return End
	case c == '$':
		l.Signs++
		l.at = end
		return End
	case string(word) == `\` && l.isDollar(end):
		l.at = end
		return End
	case string(word) == "ep":
		l.at = end
		return End
	case string(word) == "e" && l.isEnPassantMark(start):
		l.at = start + len("e.p")
		return End
	case string(word) == "[]":
		l.Signs++
		l.at = end
		return End
	case isSignWord(bytes.TrimRight(word, "+#!?")):
		isSign, cut := l.isWordSign(word, end, numbered)
		if cut {
			l.numbered = numbered
			return More
		}
		if isSign {
			l.Signs++
			l.at = end
			return End
		}
	case c == '}', c == '[':
		return l.bad(start, end, "expected a move, found "+string(c))
	}
	l.moved(start, numbered)
	l.Start, l.Stop, l.at = start, end, end
	switch {
	case l.isEnPassantMark(end - 1): // exf6e.p.: the letter e belongs to the mark
		l.Stop--
		l.at = end + len(".p")
		return Move
	case word[len(word)-1] == '\\' && l.isDollar(end): // e4\$1
		l.Stop--
		return Move
	case len(word) > len("1-0"):
		if n := gluedResult(word); n > 0 {
			l.Stop -= n
			l.at = l.Stop
			word = l.text[start:l.Stop]
		}
	}
	next := byte(0)
	if l.at < len(l.text) {
		next = l.text[l.at]
	}
	moveEnd, rest := moveEnd(word, next)
	if l.Stop = start + moveEnd; rest > moveEnd || bytes.ContainsAny(word[moveEnd-1:moveEnd], "!?") {
		l.Signs++
	}
	if rest < len(word) {
		l.at = start + rest
	}
	return Move
}

// lookahead returns the offset of the last byte that matters for a token: a mark for en passant could follow a word, and a
// result can contain blanks.
func (l *Lexer) lookahead(start, end int) int {
	text := l.text[start:min(start+longestResult, len(l.text))]
	for at, c := range text {
		switch {
		case c >= utf8.RuneSelf, classes[c] == blank && at > 0, isDigit(c), bytes.IndexByte([]byte("+-/:=,"), c) >= 0:
		case classes[c] == letter && at > 0 && (isDigit(text[at-1]) || classes[text[at-1]] == letter): // 1-0ff
		default:
			return max(start+at, end+len(".p."))
		}
	}
	return max(start+longestResult, end+len(".p."))
}

// result sets the token to a result.
func (l *Lexer) result(start, stop int, o Outcome) Kind {
	l.Start, l.Stop, l.at, l.state, l.Outcome = start, stop, stop, over, o
	return Result
}

// isWordSign reports whether a word of letters is a sign, and not a piece that a blank separates from its target.
// cut says that this depends on more text.
func (l *Lexer) isWordSign(word []byte, end int, numbered bool) (is, cut bool) {
	switch {
	case l.plies == 0:
		return false, false
	case !numbered:
		return true, false
	case string(word) != "N" && string(word) != "D":
		return true, false
	}
	text := l.within(end)
	at := skipSpace(text, 0)
	if at+longestBlank >= len(text) && l.cut(end) {
		return false, true
	}
	return !isTarget(text[at:]), false
}

// endsGame reports whether no move follows an offset, but only blanks and comments until a tag, the end of the text, or
// the number 1 after a blank line. Then a result there and a move there have the same games after them. cut says that this
// depends on more text.
func (l *Lexer) endsGame(at int) (ends, cut bool) {
	start, newlines := at, 0
	text := l.within(start)
	for at = 0; at < len(text); {
		switch c := text[at]; {
		case classes[c] == blank:
			if c == '\n' || c == '\r' && at+1 < len(text) && text[at+1] != '\n' {
				newlines++
			}
			at++
			continue
		case blankLength(text[at:]) > 0:
			at += blankLength(text[at:])
			continue
		case c >= utf8.RuneSelf && len(text)-at < longestBlank && l.cut(start):
			return false, true
		case c == '{':
			n := bytes.IndexByte(text[at:], '}')
			if n < 0 || hasTag(text[at:at+n]) {
				return false, n < 0 && l.cut(start)
			}
			at += n + 1
		case c == ';', c == '%' && l.isLineStart(start+at):
			n := bytes.IndexByte(text[at:], '\n')
			if n < 0 {
				n = len(text) - at
			}
			at += n
		case c == '[':
			line, _, found := bytes.Cut(text[at:], newline)
			if !found && l.cut(start) {
				return false, true
			}
			return isTag(line) || l.isLineStart(start+at) && isName(line[min(skipBlanks(line, 1), len(line)-1)]), false
		case c == '1' && newlines > 1:
			return at+1 < len(text) && !isDigit(text[at+1]) && !bytes.HasPrefix(text[at+1:], []byte("..")), at+longestResult >= len(text) && l.cut(start)
		default:
			return false, false
		}
		newlines = 0
	}
	return l.final && start+len(text) == len(l.text), l.cut(start)
}

// isDollar reports whether a numeric glyph starts at an offset.
func (l *Lexer) isDollar(at int) bool { return at < len(l.text) && l.text[at] == '$' }

// gluedResult returns the length of the result at the end of a word if the word begins with
// a move, as in R8xg20-1, and otherwise 0.
func gluedResult(word []byte) int {
	if last := word[len(word)-1]; classes[word[0]] != letter && word[0] < utf8.RuneSelf || (last < '0' || last > '2') && last != "½"[1] {
		return 0
	}
	for at := len("e4"); at < len(word); at++ {
		if bytes.IndexByte([]byte("12345678+#!?QRBNO"), word[at-1]) < 0 || !isDigit(word[at]) && word[at] < utf8.RuneSelf {
			continue
		}
		if o, n := resultAt(word[at:]); n == len(word)-at && o != BothLose && word[at:][n-1] != '.' && isMove(bytes.TrimRight(word[:at], "+#!?")) {
			return n
		}
	}
	return 0
}

func isNumber(word []byte) bool {
	for _, c := range word {
		if !isDigit(c) {
			return false
		}
	}
	return true
}
