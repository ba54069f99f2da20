// Package quote quotes input in error messages.
package quote

import "strconv"

// At most limit bytes of a text are shown.
const limit = 64

// Short returns text as a string literal in ASCII. If text is longer than 64 bytes, it
// quotes the first 64 and adds the length: "aaa"... (60000 bytes).
func Short(text string) string {
	if len(text) <= limit {
		return strconv.QuoteToASCII(text)
	}
	return strconv.QuoteToASCII(text[:limit]) + "... (" + strconv.Itoa(len(text)) + " bytes)"
}
