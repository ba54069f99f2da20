package gametext

import (
	"bytes"
	"strconv"
	"unsafe"
)

// A Command is a command in a comment, such as [%eval 0.35].
type Command struct {
	Name  []byte // without %
	Value []byte // without the blanks around it; line ends and tabs are blanks
	// WellFormed says whether there are a blank after the name and a bracket at the end.
	WellFormed  bool
	Start, Stop int // the offsets of the command in the comment
}

// Is reports whether the command has a name, in upper or lower case.
func (c *Command) Is(name string) bool {
	return len(c.Name) == len(name) && bytes.EqualFold(c.Name, []byte(name))
}

// NextCommand returns the first command in a comment at or after an offset.
func NextCommand(comment []byte, from int) (c Command, ok bool) {
	n := bytes.Index(comment[from:], []byte("[%"))
	if n < 0 {
		return c, false
	}
	c.Start = from + n
	name := skipBlanks(comment, c.Start+len("[%"))
	at := name
	for at < len(comment) && isName(comment[at]) {
		at++
	}
	c.Name = comment[name:at]
	value := comment[at:]
	stop := bytes.IndexByte(value, ']')
	if next := bytes.Index(value[:max(stop, 0)], []byte("[%")); next >= 0 {
		stop = -1
		value = value[:next]
	}
	switch {
	case stop >= 0:
		c.Stop = at + stop + 1
		value = value[:stop]
		c.WellFormed = len(value) == 0 || value[0] <= ' ' || blankLength(value) > 0
	default:
		if next := bytes.Index(value, []byte("[%")); next >= 0 {
			value = value[:next]
		}
		c.Stop = at + len(value)
	}
	c.Value = TrimBlanks(value)
	return c, true
}

// A Unit is the unit of an evaluation.
type Unit uint8

// The units.
const (
	NoUnit Unit = iota // the text is not an evaluation
	Pawns              // a number with a decimal point
	Whole              // a number without a decimal point, which is in pawns or hundredths of a pawn
	Mate               // the number of moves until mate; if it is 0, the player to move is mated
)

// ParseEval returns the number in the value of [%eval], and its unit. Mates are #3, -#3, #-3, M3 or mate 3. A depth may follow
// after a comma or a slash.
func ParseEval(value []byte) (x float64, u Unit) {
	number, depth, hasDepth := value, []byte(nil), false
	for n, c := range value {
		if c == ',' || c == '/' {
			number, depth, hasDepth = TrimBlanks(value[:n]), TrimBlanks(value[n+1:]), true
			break
		}
	}
	negative, signed, digits := cutSign(number)
	words := mateWords
	if len(digits) > 0 && (isDigit(digits[0]) || digits[0] == '.') {
		words = nil
	}
	for _, word := range words {
		if len(digits) >= len(word) && bytes.EqualFold(digits[:len(word)], []byte(word)) {
			inner, again, rest := cutSign(TrimBlanks(digits[len(word):]))
			if again && signed || bytes.IndexByte(rest, '.') >= 0 {
				return 0, NoUnit
			}
			negative, digits, u = negative || inner, rest, Mate
			break
		}
	}
	if len(digits) == 0 {
		return 0, NoUnit
	}
	pointed := false
	for _, c := range digits {
		if pointed = pointed || c == '.'; c != '.' && !isDigit(c) {
			return 0, NoUnit
		}
	}
	switch {
	case u == Mate:
	case pointed:
		u = Pawns
	case hasDepth && !isDepth(depth): // the comma may be a decimal point
		return 0, NoUnit
	default:
		u = Whole
	}
	x, err := strconv.ParseFloat(unsafe.String(unsafe.SliceData(digits), len(digits)), 64)
	if err != nil {
		return 0, NoUnit
	}
	if negative {
		x = -x
	}
	return x, u
}

// mateWords are what a mate begins with.
var mateWords = []string{"#", "mate in", "mate", "M"}

// cutSign returns whether a number has a minus sign, whether it has any sign, and the text after it.
func cutSign(text []byte) (negative, signed bool, rest []byte) {
	if len(text) == 0 || isDigit(text[0]) {
		return false, false, text
	}
	c, n := charAt(text)
	if negative = isDash(c); negative || c == '+' {
		return negative, true, text[n:]
	}
	return false, false, text
}

// isDepth reports whether text is a search depth.
func isDepth(text []byte) bool {
	return len(text) > 0 && len(text) <= 3 && isNumber(text) && (text[0] != '0' || len(text) == 1)
}

// ParseClock returns the seconds in the value of [%clk], and whether it is a time: hours, minutes and seconds such as 1:59:59.5, or
// minutes and seconds with a fraction. A comma can be the decimal point. Without a fraction, 1:30 may be hours and minutes.
func ParseClock(value []byte) (seconds float64, ok bool) {
	parts, whole, digits := 1, 0.0, 0 // whole is the number in the part
	for at, c := range value {
		switch {
		case isDigit(c):
			if digits++; digits > 12 {
				return 0, false
			}
			whole = 10*whole + float64(c-'0')
		case digits == 0:
			return 0, false
		case c == ':' && parts < 3:
			seconds, whole, digits = 60*(seconds+whole), 0, 0
			parts++
		case c == '.' || c == ',':
			fraction := value[at+1:]
			if parts == 1 || len(fraction) == 0 || len(fraction) > 12 || !isNumber(fraction) {
				return 0, false
			}
			// The shortest decimal number, as if the seconds were parsed with their fraction.
			text := append(append(append(make([]byte, 0, 32), value[at-digits:at]...), '.'), fraction...)
			x, err := strconv.ParseFloat(unsafe.String(unsafe.SliceData(text), len(text)), 64)
			return seconds + x, err == nil
		default:
			return 0, false
		}
	}
	return seconds + whole, parts == 3 && digits > 0
}

// IsScore reports whether a comment begins with the score of a playing engine, such as +0.31/14 0.4s or (+3.05), which is not read.
func IsScore(comment []byte) bool {
	text := TrimBlanks(comment)
	open := len(text) > 0 && text[0] == '('
	if open {
		text = TrimBlanks(text[1:])
	}
	sign := 0
	if len(text) > 0 && (text[0] == '+' || text[0] == '-') {
		sign = 1
	}
	at := sign
	if at < len(text) && (text[at] == 'M' || text[at] == '#') {
		at++
	}
	first := at
	for at < len(text) && (isDigit(text[at]) || text[at] == '.') {
		at++
	}
	if at == first || !isDigit(text[at-1]) {
		return false
	}
	if at+1 < len(text) && text[at] == '/' {
		return isDigit(text[at+1])
	}
	end := at == len(text) || text[at] <= ' ' || text[at] == ')'
	return end && (sign == 1 || open) && bytes.IndexByte(text[first:at], '.') >= 0
}
