// Package quote quotes for error messages what was read.
package quote

import "strconv"

// limit is how many bytes of a text are shown.
const limit = 64

// Short returns text as a string literal in ASCII. Of a text longer than 64 bytes
// it quotes the first 64 and tells how long the whole is: "aaa"... (60000 bytes).
func Short(text string) string {
	if len(text) <= limit {
		return strconv.QuoteToASCII(text)
	}
	return strconv.QuoteToASCII(text[:limit]) + "... (" + strconv.Itoa(len(text)) + " bytes)"
}
