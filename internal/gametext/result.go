package gametext

import (
	"bytes"
	"strings"
)

// An Outcome is what a result says.
type Outcome uint8

// The outcomes.
const (
	NoResult Outcome = iota // the text is not a result
	Unknown                 // the text says that there is no result: *
	WhiteWins
	BlackWins
	Draw
	BothLose       // 0-0
	WhiteByForfeit // +:- or 1-0F; Black did not play
	BlackByForfeit
	BothForfeit
)

// String returns the outcome as PGN writes it.
func (o Outcome) String() string {
	return [...]string{"", "*", "1-0", "0-1", "1/2-1/2", "0-0", "+:-", "-:+", "-:-"}[o]
}

// Halves returns twice White's points, and whether the outcome is a label: a game that was played and won or
// drawn.
func (o Outcome) Halves() (n int, ok bool) {
	switch o {
	case WhiteWins:
		return 2, true
	case BlackWins:
		return 0, true
	case Draw:
		return 1, true
	}
	return 0, false
}

// Contradicts reports whether two results cannot both be right. A forfeit and a win of the same player can be.
func (o Outcome) Contradicts(other Outcome) bool {
	return o > Unknown && other > Unknown && o.played() != other.played()
}

// played returns the outcome, but with wins in place of forfeits.
func (o Outcome) played() Outcome {
	switch o {
	case WhiteByForfeit:
		return WhiteWins
	case BlackByForfeit:
		return BlackWins
	case BothForfeit:
		return BothLose
	}
	return o
}

// byForfeit returns the outcome if a player did not play.
func (o Outcome) byForfeit() Outcome {
	switch o {
	case WhiteWins:
		return WhiteByForfeit
	case BlackWins:
		return BlackByForfeit
	case BothLose:
		return BothForfeit
	}
	return NoResult
}

// special are results without numbers, and White's points alone, which only a tag can have.
var special = map[string]Outcome{
	"": Unknown, "*": Unknown, "?": Unknown,
	"1": WhiteWins, "1.0": WhiteWins, "0": BlackWins, "0.0": BlackWins, "0.5": Draw, ".5": Draw, "1/2": Draw, "½": Draw, "=": Draw, "=:=": Draw, "=-=": Draw,
	"+:-": WhiteByForfeit, "+/-": WhiteByForfeit, "+--": WhiteByForfeit, "+-": WhiteByForfeit,
	"-:+": BlackByForfeit, "-/+": BlackByForfeit, "--+": BlackByForfeit, "-+": BlackByForfeit,
	"-:-": BothForfeit, "-/-": BothForfeit, "---": BothForfeit,
}

// ParseResult returns the outcome in a tag's value.
func ParseResult(value []byte) Outcome {
	text := withoutBlanks(value)
	if o, ok := special[text]; ok {
		return o
	}
	o, n := points([]byte(text))
	switch rest := strings.Trim(text[n:], "()."); {
	case o == NoResult || rest == "":
		return o
	case isForfeit(rest):
		return o.byForfeit()
	}
	return NoResult
}

// isForfeit reports whether the text after a result says that a player did not play.
func isForfeit(text string) bool {
	switch strings.ToLower(text) {
	case "f", "ff", "wf", "bf", "fft", "wo", "w/o", "forfeit":
		return true
	}
	return false
}

// points returns the outcome at the start of text, given as the points of both players, and its length. Blanks may
// surround the hyphen or colon between them.
func points(text []byte) (o Outcome, n int) {
	white, whiteDecimal, n := side(text)
	if n == 0 {
		return NoResult, 0
	}
	at := skipSpace(text, n)
	if at == len(text) {
		return NoResult, 0
	}
	separator, length := charAt(text[at:])
	if separator != ':' && !isDash(separator) {
		return NoResult, 0
	}
	at = skipSpace(text, at+length)
	black, blackDecimal, n := side(text[at:])
	switch {
	case n == 0 || whiteDecimal != blackDecimal: // 1.0-0 is a number and castling
		return NoResult, 0
	case white == 2 && black == 0:
		o = WhiteWins
	case white == 0 && black == 2:
		o = BlackWins
	case white == 1 && black == 1:
		o = Draw
	case white == 0 && black == 0:
		o = BothLose
	default:
		return NoResult, 0
	}
	return o, at + n
}

// side returns twice a player's points at the start of text, whether they have a decimal point or comma, and
// their length, which is 0 if there are none.
func side(text []byte) (halves int, decimal bool, n int) {
	if len(text) == 0 {
		return 0, false, 0
	}
	if c, n := charAt(text); c == '½' {
		return 1, false, n
	}
	if bytes.HasPrefix(text, []byte("1/2")) {
		return 1, false, len("1/2")
	}
	fraction := len(text) >= 3 && (text[1] == '.' || text[1] == ',') && (len(text) == 3 || !isDigit(text[3]))
	switch {
	case bytes.HasPrefix(text, []byte(".5")):
		return 1, true, len(".5")
	case fraction && text[0] == '0' && text[2] == '5':
		return 1, true, len("0.5")
	case fraction && text[0] <= '1' && isDigit(text[0]) && text[2] == '0':
		return 2 * int(text[0]-'0'), true, len("1.0")
	case text[0] == '0' || text[0] == '1':
		return 2 * int(text[0]-'0'), false, 1
	}
	return 0, false, 0
}

// skipSpace returns the offset after the blanks at an offset. A dot is not a blank here.
func skipSpace(text []byte, at int) int {
	for at < len(text) {
		n := blankLength(text[at:])
		if text[at] <= ' ' {
			n = 1
		}
		if n == 0 {
			break
		}
		at += n
	}
	return at
}

// longestResult is how many bytes a result in the moves can have, with blanks in it.
const longestResult = 32

// resultAt returns the result at the start of text, which is a token, and its length. Text that only a tag can
// mean as a result, such as +/-, is none.
func resultAt(text []byte) (o Outcome, n int) {
	text = text[:min(len(text), longestResult)]
	switch c, _ := charAt(text); {
	case c == '*':
		return Unknown, 1
	case c == '+' || c == '=' || isDash(c):
		word := text[:symbolsEnd(text)]
		switch o := special[withoutBlanks(word)]; {
		case bytes.IndexByte(word, ':') >= 0, o == BothForfeit && bytes.IndexByte(word, '/') >= 0:
			return o, len(word)
		}
		return NoResult, 0
	case c != '0' && c != '1' && c != '½':
		return NoResult, 0
	}
	if o, n = points(text); n == 0 {
		if halves, decimal, length := side(text); halves == 1 && !decimal {
			o, n = Draw, length
		}
	}
	end := n
	for end < len(text) && classes[text[end]] == letter {
		end++
	}
	switch {
	case o == NoResult:
		return NoResult, 0
	case end > n && isForfeit(string(text[n:end])):
		o = o.byForfeit()
	case end > n:
		return NoResult, 0
	}
	if end < len(text) && !endsWord[text[end]] && blankLength(text[end:]) == 0 || end+1 < len(text) && text[end] == '.' && isDigit(text[end+1]) {
		return NoResult, 0
	}
	return o, end
}

// symbolsEnd returns the end of the characters +, -, /, : and = at the start of text.
func symbolsEnd(text []byte) int {
	at := 0
	for at < len(text) {
		c, n := charAt(text[at:])
		if !isDash(c) && !strings.ContainsRune("+/:=", c) {
			break
		}
		at += n
	}
	return at
}
