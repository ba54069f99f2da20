package quad

import (
	"math/bits"
	"strconv"
)

// SquareName returns the name of square sq, "a1" for 0, "h8" for 63.
func SquareName(sq int) string {
	if uint(sq) > 63 {
		return "square " + strconv.Itoa(sq)
	}
	return string([]byte{'a' + byte(sq&7), '1' + byte(sq>>3)})
}

// ParseSquare returns the square with the given name, and whether there is one:
// a letter a to h and a digit 1 to 8.
func ParseSquare(name string) (sq int, ok bool) {
	if len(name) != 2 || name[0] < 'a' || name[0] > 'h' || name[1] < '1' || name[1] > '8' {
		return 0, false
	}
	return int(name[1]-'1')*8 + int(name[0]-'a'), true
}

// squareNames returns the names of the squares of set, a1 first: "a1, h1".
func squareNames(set uint64) string {
	var names []byte
	for ; set != 0; set &= set - 1 {
		if names != nil {
			names = append(names, ", "...)
		}
		names = append(names, SquareName(bits.TrailingZeros64(set))...)
	}
	return string(names)
}
