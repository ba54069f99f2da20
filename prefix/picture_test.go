package prefix

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestPictures checks the boards drawn in the documentation: the functions of one
// board must turn the left one into the right one. Signs other than . count as
// squares of the set.
func TestPictures(t *testing.T) {
	functions := map[string]func(uint64) uint64{"FileFill": FileFill}
	for _, c := range turns {
		functions[c.name] = c.turn
	}
	heading := regexp.MustCompile(`^//\tb +(\w+)\(b\)$`)
	seen := 0
	for _, file := range []string{"board.go", "fill.go"} {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(source), "\n")
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
			var boards [2]uint64
			for r := range 8 {
				squares := strings.Fields(strings.TrimPrefix(lines[i+8-r], "//"))
				if len(squares) != 16 {
					t.Fatalf("%s:%d: %d squares, want 16", file, i+9-r, len(squares))
				}
				for j, square := range squares {
					if square != "." {
						boards[j/8] |= 1 << (8*r + j%8)
					}
				}
			}
			equal(t, boards[1], f(boards[0]), "%s:%d: the picture of %s", file, i+1, m[1])
			seen++
		}
	}
	if seen != len(functions) {
		t.Errorf("%d pictures, want %d", seen, len(functions))
	}
}
