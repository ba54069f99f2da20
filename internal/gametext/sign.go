package gametext

import (
	"bytes"
	"unicode/utf8"
)

// signsEnd returns the end of the signs at the start of text, and whether they are more than dashes. Dashes alone
// are a null move, a part of a move or an error.
func signsEnd(text []byte) (end int, more bool) {
	for end < len(text) {
		c, n := charAt(text[end:])
		if !isSign(c) {
			break
		}
		more = more || !isDash(c) && !isSelector(c)
		end += n
	}
	return end, more && string(text[:end]) != "<>"
}

// isMark reports whether signs only say check, mate, good or bad, so that they belong to the text of a move.
func isMark(text []byte) bool { return len(bytes.Trim(text, "+#!?")) == 0 }

// isSignWord reports whether a word is a sign, such as N for a novelty.
func isSignWord(word []byte) bool {
	switch string(word) {
	case "N", "TN", "D", "RR", "X", "ch", "dis", "disch", "dbl", "dblch", "check", "mate", "checkmate":
		return true
	}
	return false
}

// leadingSigns returns the length of the signs that begin a word and can be skipped: all of the word, or the part
// before a move, a number or a result.
func leadingSigns(word []byte) int {
	end, more := signsEnd(word)
	switch {
	case !more:
		return 0
	case end == len(word):
		return end
	}
	rest := word[end:]
	if _, n := resultAt(rest); n == len(rest) {
		return end
	}
	if isDigit(rest[0]) && isASCII(word[:end]) { // a score such as +0.35
		return 0
	}
	if c, _ := charAt(rest); c < utf8.RuneSelf && classes[c] != letter && !isDigit(byte(c)) {
		return 0
	}
	return end
}

func isASCII(text []byte) bool {
	return !bytes.ContainsFunc(text, func(c rune) bool { return c >= utf8.RuneSelf })
}

// moveEnd returns where the move at the start of a word ends, and where the rest of the word begins. The signs between the
// two are skipped, as in e4+=, Nf3±, Qh5mate, e4!N, Bd6±Nb5 and Nf6?!5.d3. At the end of the word, marks that SAN allows stay
// with the move. next is the byte after the word, or 0.
func moveEnd(word []byte, next byte) (end, rest int) {
	for at := 2; at < len(word); {
		c, n := charAt(word[at:])
		if !isSign(c) {
			at += n
			continue
		}
		length, more := signsEnd(word[at:])
		run, after := word[at:at+length], word[at+length:]
		body := bodyEnd(word[:at])
		switch {
		case !more, body == 0, isDash(c) && !bytes.ContainsAny(run, "+/>"):
		case len(after) == 0:
			if body == at && isMark(run) {
				return len(word), len(word)
			}
			return body, len(word)
		case bytes.IndexByte([]byte("=/"), run[length-1]) >= 0 && bytes.IndexByte([]byte("QRBNKqrbnk"), after[0]) >= 0: // a promotion
		case isDigit(after[0]):
			// 5.d3 may follow, or a result, but in e4+0.35 a score does.
			_, n := resultAt(after)
			isMoveNumber := next == '.' && isNumber(after) && after[0] != '0' && (!isASCII(run) || bytes.IndexByte([]byte("!?#"), run[length-1]) >= 0)
			if n == len(after) || isMoveNumber {
				return body, at + length
			}
		default:
			return body, at + length
		}
		at += length
	}
	if end = bodyEnd(word); end == 0 {
		end = len(word)
	}
	return end, len(word)
}

// bodyEnd returns where a move ends before a sign made of letters, as in Nf3N and Qh5mate. It returns 0 if the text does not look like
// a move.
func bodyEnd(word []byte) int {
	if isMove(word) {
		return len(word)
	}
	if bytes.IndexByte([]byte("NDRXhke"), word[len(word)-1]) < 0 {
		return 0
	}
	for _, sign := range []string{"TN", "N", "RR", "D", "X", "dblch", "disch", "ch", "mate"} {
		body, ok := bytes.CutSuffix(word, []byte(sign))
		if ok && isMove(body) && (!isPromotion(body) || sign != "N" && sign != "D") {
			return len(body)
		}
	}
	return 0
}

// isMove reports whether a text ends like a move: with a square, a piece to promote to, or castling.
func isMove(text []byte) bool {
	if len(text) < 2 {
		return false
	}
	before, last := text[len(text)-2], text[len(text)-1]
	switch {
	case '1' <= last && last <= '8':
		return 'a' <= before && before <= 'h' || 'A' <= before && before <= 'H'
	case bytes.IndexByte([]byte("QRBNqrbn"), last) >= 0:
		return ('a' <= text[0] && text[0] <= 'h' || text[0] == 'P') && (before == '=' || before == '1' || before == '8' || before == '/')
	}
	return (last == 'O' || last == '0' || last == 'o') && len(text) >= len("O-O") && text[0]|0x20 == last|0x20
}

// isPromotion reports whether a letter after a text would be the piece to promote to.
func isPromotion(text []byte) bool {
	last := text[len(text)-1]
	return ('a' <= text[0] && text[0] <= 'h' || text[0] == 'P') && (last == '1' || last == '8')
}

// isTarget reports whether a text begins like the target of a move without its piece, as after N in N f3.
func isTarget(text []byte) bool {
	if len(text) < 2 {
		return false
	}
	return 'a' <= text[0] && text[0] <= 'h' || text[0] == 'x' || '1' <= text[0] && text[0] <= '8' && classes[text[1]] == letter
}
