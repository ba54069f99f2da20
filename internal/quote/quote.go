// Package quote quotes input in error messages.
package quote

import (
	"strconv"
	"unicode/utf8"
)

// At most limit bytes of a text are shown.
const limit = 64

// Short returns text as a string literal in ASCII. If text is longer than 64 bytes, it
// quotes the first 64, or up to three less so that no character is cut, and adds the length: "aaa"... (60000 bytes).
func Short(text string) string {
	if len(text) <= limit {
		return strconv.QuoteToASCII(text)
	}
	end := limit
	for end > limit-utf8.UTFMax && !utf8.RuneStart(text[end]) {
		end--
	}
	if !utf8.RuneStart(text[end]) { // it is not UTF-8
		end = limit
	}
	return strconv.QuoteToASCII(text[:end]) + "... (" + strconv.Itoa(len(text)) + " bytes)"
}
