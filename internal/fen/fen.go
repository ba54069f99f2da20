// Package fen splits FEN into fields.
package fen

// IsBlank reports whether c separates fields.
func IsBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// Next returns where the first field of text at or after an offset starts and ends. At the end of
// the text both are its length.
func Next(text string, from int) (start, end int) {
	start = from
	for start < len(text) && IsBlank(text[start]) {
		start++
	}
	end = start
	for end < len(text) && !IsBlank(text[end]) {
		end++
	}
	return start, end
}
