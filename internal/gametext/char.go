package gametext

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// charAt returns the first character of text, which must not be empty, and its length. A byte that is not
// UTF-8 is a character of Windows-1252, of which Latin-1 is a part.
func charAt(text []byte) (c rune, n int) {
	if c, n = rune(text[0]), 1; c < utf8.RuneSelf {
		return c, n
	}
	if c, n = utf8.DecodeRune(text); c != utf8.RuneError || n > 1 {
		return c, n
	}
	switch c = rune(text[0]); c {
	case 0x85:
		return '…', 1
	case 0x86:
		return '†', 1
	case 0x87:
		return '‡', 1
	case 0x96, 0x97:
		return '–', 1
	}
	return c, 1
}

// isBlank reports whether a character that is not ASCII is a blank: white space, a character without a width
// such as a byte order mark, or an ellipsis, which is as good as dots.
func isBlank(c rune) bool {
	switch {
	case 0x2000 <= c && c <= 0x200f, 0x2028 <= c && c <= 0x202f, 0x205f <= c && c <= 0x206f:
		return true
	}
	switch c {
	case 0x85, 0xa0, 0xad, 0x1680, 0x180e, '‥', '…', 0x3000, 0xfeff:
		return true
	}
	return false
}

// blankLength returns the length of the blank at the start of text if it is not ASCII, and otherwise 0.
func blankLength(text []byte) int {
	if len(text) == 0 || text[0] < utf8.RuneSelf {
		return 0
	}
	if c, n := charAt(text); isBlank(c) {
		return n
	}
	return 0
}

// TrimBlanks returns text without the blanks around it. A dot is not a blank here.
func TrimBlanks(text []byte) []byte {
	for len(text) > 0 && text[0] <= ' ' {
		text = text[1:]
	}
	for len(text) > 0 && text[len(text)-1] <= ' ' {
		text = text[:len(text)-1]
	}
	if len(text) == 0 || text[0] < utf8.RuneSelf && text[len(text)-1] < utf8.RuneSelf {
		return text
	}
	return bytes.TrimFunc(text, func(c rune) bool { return c <= ' ' || c >= utf8.RuneSelf && c != '…' && isBlank(c) })
}

// withoutBlanks returns text without any blanks, and with hyphens in place of dashes.
func withoutBlanks(text []byte) string {
	var plain []byte
	for len(text) > 0 {
		c, n := charAt(text)
		text = text[n:]
		switch {
		case c <= ' ' || c >= utf8.RuneSelf && isBlank(c):
		case isDash(c):
			plain = append(plain, '-')
		default:
			plain = utf8.AppendRune(plain, c)
		}
	}
	return string(plain)
}

// isDash reports whether a character is a hyphen, a dash or a minus sign.
func isDash(c rune) bool {
	return c == '-' || 0x2010 <= c && c <= 0x2015 || c == '−' || c == '﹣' || c == '－'
}

// letters returns the letter for a figurine such as ♘, or "" for a pawn, and whether c is a figurine.
func letters(c rune) (letter string, ok bool) {
	if c < '♔' || c > '♟' {
		return "", false
	}
	return [...]string{"K", "Q", "R", "B", "N", ""}[(c-'♔')%6], true
}

// plain returns a move in ASCII: with hyphens in place of dashes, letters in place of figurines, and x in
// place of a multiplication sign.
func plain(word []byte) string {
	if !bytes.ContainsFunc(word, func(c rune) bool { return c >= utf8.RuneSelf }) {
		return string(word)
	}
	var text []byte
	for len(word) > 0 {
		c, n := charAt(word)
		switch letter, isFigurine := letters(c); {
		case isFigurine:
			text = append(text, letter...)
		case isDash(c):
			text = append(text, '-')
		case c == '×':
			text = append(text, 'x')
		case isSelector(c):
		default:
			text = append(text, word[:n]...)
		}
		word = word[n:]
	}
	return string(text)
}

// isSelector reports whether c selects the form of the character before it, for example a picture in colour.
func isSelector(c rune) bool { return 0xfe00 <= c && c <= 0xfe0f }

// isSign reports whether c is a part of a sign such as +=, ± or !?. Dashes are.
func isSign(c rune) bool {
	if c < utf8.RuneSelf {
		return signs[c]
	}
	switch c {
	case '×': // a capture
		return false
	case 'Δ', '†', '‡', '‖', '‼', '⁇', '⁈', '⁉', '¡', '¿': // which are not among Unicode's symbols
		return true
	}
	if _, isFigurine := letters(c); isFigurine {
		return false
	}
	return isDash(c) || isSelector(c) || unicode.IsSymbol(c)
}

// signs marks the ASCII characters of signs.
var signs = func() (t [utf8.RuneSelf]bool) {
	for _, c := range "!?+-=/~#<>^|_&" {
		t[c] = true
	}
	return t
}()
