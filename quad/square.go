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
	return allSquares[2*sq : 2*sq+2]
}

// allSquares is the names of all squares.
const allSquares = "a1b1c1d1e1f1g1h1a2b2c2d2e2f2g2h2a3b3c3d3e3f3g3h3a4b4c4d4e4f4g4h4" +
	"a5b5c5d5e5f5g5h5a6b6c6d6e6f6g6h6a7b7c7d7e7f7g7h7a8b8c8d8e8f8g8h8"

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
