// Package fen splits a FEN into fields, and reads the fields that can be read without a board.
package fen

import "math"

// IsBlank reports whether c separates fields.
func IsBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// Next returns where the first field at or after from starts and where it ends. If there is no such
// field, both are len(text).
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

// Descriptions of valid fields, for error messages.
const (
	SideExpected  = "w or b"
	ClockExpected = "a number from 0 to 65535"
)

// Black reports whether the side to move in a field is Black, and whether the field is valid.
func Black(field string) (black, ok bool) { return field == "b", field == "b" || field == "w" }

// Clock returns the number in a field, and whether the field is a number.
func Clock(field string) (n uint16, ok bool) {
	total := 0
	for _, c := range []byte(field) {
		if total = total*10 + int(c-'0'); c < '0' || c > '9' || total > math.MaxUint16 {
			return 0, false
		}
	}
	return uint16(total), field != ""
}
