package koggestone

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestMasks counts the ANDs in the compiled code of the pure-Go functions. The compiler
// tends to move a mask from the propagator to every step that uses it, see inner.
func TestMasks(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the package")
	}
	// A fill has three ANDs for its steps and two for the chain of propagators, which two
	// opposite directions share. One mask serves all that change the file.
	want := map[string]int{
		"NorthOccluded": 5, "NorthAttacks": 5, "SouthOccluded": 5, "SouthAttacks": 5,
		"EastOccluded": 4, "EastAttacks": 3, // by a carry
		"rookAttacksGeneric":   8 + 2 + 6 + 1,     // files, East, West
		"bishopAttacksGeneric": 8 + 8 + 1 + 2,     // two axes, and the masks of what they reach
		"sliderAttacksGeneric": 16 + 17 + 1,       // the same, with one mask for what goes west
		"rayAttacksGeneric":    17 + 16 + 4,       // the same, with a mask for every direction
		"occludedFillsGeneric": 3*5 + 4*5 + 4 + 2, // every direction by itself, two masks in all
	}
	for _, d := range []Direction{NorthEast, SouthEast, SouthWest, West, NorthWest} {
		want[d.String()+"Occluded"], want[d.String()+"Attacks"] = 6, 7
	}
	for _, arch := range []string{"amd64", "arm64"} {
		t.Run(arch, func(t *testing.T) {
			ands := countANDs(t, arch)
			for name, most := range want {
				if n := ands[name]; n == 0 || n > most {
					t.Errorf("%s has %d ANDs, want at most %d", name, n, most)
				}
			}
		})
	}
}

// countANDs compiles the package for a GOARCH and returns the number of ANDs by function. It skips the
// test if there is no compiler.
func countANDs(t *testing.T, arch string) map[string]int {
	cmd := exec.Command("go", "build", "-gcflags=-S", ".")
	cmd.Env = append(os.Environ(), "GOARCH="+arch)
	output, err := cmd.CombinedOutput()
	if err != nil {
		t.Skipf("go build: %v", err)
	}
	ands, name := map[string]int{}, ""
	for line := range bytes.Lines(output) {
		text := string(line)
		if !strings.HasPrefix(text, "\t") { // example.org/path/package.name STEXT ...
			symbol, _, found := strings.Cut(text[strings.LastIndexByte(text, '/')+1:], " STEXT")
			if _, name, _ = strings.Cut(symbol, "."); !found {
				name = ""
			}
			continue
		}
		// TAB offsets and line of the source TAB instruction TAB arguments
		fields := strings.Split(text, "\t")
		if name != "" && len(fields) > 2 && (strings.HasPrefix(fields[2], "AND") || strings.HasPrefix(fields[2], "BIC")) {
			ands[name]++
		}
	}
	return ands
}
