// Package boardtest helps to test functions of words. It makes random words, builds
// sets from a rule, and checks the boards that are drawn in examples and documentation.
package boardtest

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"
)

// Words returns n words that depend only on the seed. Some are sparse, some dense, and some
// all zeros or all ones.
func Words(seed uint64, n int) []uint64 {
	r := rand.New(rand.NewPCG(seed, 1))
	ws := make([]uint64, n)
	for i := range ws {
		w := r.Uint64()
		switch i % 8 {
		case 0, 1:
			w &= r.Uint64() & r.Uint64()
		case 2, 3:
			w |= r.Uint64() | r.Uint64()
		case 4:
			w = -(w & 1)
		}
		ws[i] = w
	}
	return ws
}

// Words16 yields all words of 16 bits, or with -short every thirteenth.
func Words16() iter.Seq[uint64] {
	step := uint64(1)
	if testing.Short() {
		step = 13
	}
	return func(yield func(uint64) bool) {
		for w := uint64(0); w < 1<<16 && yield(w); w += step {
		}
	}
}

// Collect returns the word with bit i set if is(i).
func Collect(is func(i int) bool) (w uint64) {
	for i := range 64 {
		if is(i) {
			w |= 1 << i
		}
	}
	return w
}

// Has reports whether bit i of w is set. Bits outside the word are not set.
func Has(w uint64, i int) bool { return i >= 0 && i < 64 && w>>i&1 != 0 }

// Equal ends the test unless got equals want. The format describes the call.
func Equal(t *testing.T, got, want uint64, format string, args ...any) {
	t.Helper()
	if got != want {
		t.Errorf(format, args...)
		t.Fatalf("got %#016x, want %#016x", got, want)
	}
}

// Parse returns the set drawn in rows, rank 8 first. Every character except "." and "·" is a square
// in the set.
func Parse(rows ...string) (b uint64) {
	for i, row := range rows {
		for f, square := range strings.Fields(row) {
			if square != "." && square != "·" {
				b |= 1 << (8*(7-i) + f)
			}
		}
	}
	return b
}

// Show prints boards side by side, rank 8 first, with their names above. The arguments are
// a name and a board, repeated.
func Show(boards ...any) {
	var names string
	var rows [8]string
	for i := 0; i < len(boards); i += 2 {
		names += fmt.Sprintf("%-18s", boards[i])
		for r := range 8 {
			var squares []string
			for f := range 8 {
				square := "."
				if boards[i+1].(uint64)>>(8*r+f)&1 != 0 {
					square = "1"
				}
				squares = append(squares, square)
			}
			rows[r] += strings.Join(squares, " ") + "   "
		}
	}
	fmt.Println(strings.TrimRight(names, " "))
	for r := 7; r >= 0; r-- {
		fmt.Println(strings.TrimRight(rows[r], " "))
	}
}

// heading matches the line above a drawn board b and its image.
var heading = regexp.MustCompile(`^//\tb +(\w+)\(b\)$`)

// Pictures checks the boards drawn in the comments of a source file: the named function
// must map the left board to the right board. Each function must be drawn once.
func Pictures(t *testing.T, file string, functions map[string]func(uint64) uint64) {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(source), "\n")
	seen := 0
	for i, line := range lines {
		m := heading.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		f := functions[m[1]]
		if f == nil {
			t.Errorf("%s:%d: a picture of %s, which is not tested", file, i+1, m[1])
			continue
		}
		var left, right [8]string
		for r := range 8 {
			squares := strings.Fields(strings.TrimPrefix(lines[i+1+r], "//"))
			if len(squares) != 16 {
				t.Fatalf("%s:%d: %d squares, want 16", file, i+2+r, len(squares))
			}
			left[r], right[r] = strings.Join(squares[:8], " "), strings.Join(squares[8:], " ")
		}
		Equal(t, f(Parse(left[:]...)), Parse(right[:]...), "%s:%d: the picture of %s", file, i+1, m[1])
		seen++
	}
	if seen != len(functions) {
		t.Errorf("%s: %d pictures, want %d", file, seen, len(functions))
	}
}
