package koggestone

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// This file checks what the go command reports about the packages: their imports, and the
// code that the compiler generates for the pure-Go functions.

// TestImports checks the packages against ARCHITECTURE.md: each library package is in the
// table and imports only packages in rows above it, the standard library and
// golang.org/x/sys.
func TestImports(t *testing.T) {
	const module = "github.com/koggestone/koggestone"
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]int{} // by import path
	for i, m := range regexp.MustCompile("(?m)^\\| `([\\w/]+)`").FindAllSubmatch(text, -1) {
		name := module + "/" + string(m[1])
		if string(m[1]) == "koggestone" {
			name = module
		}
		rows[name] = i + 1
	}
	output, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...").Output()
	if err != nil {
		t.Skipf("go list: %v", err)
	}
	libraries := 0
	for line := range strings.Lines(string(output)) {
		fields := strings.Fields(line)
		name, imports := fields[0], fields[1:]
		inside := strings.TrimPrefix(name, module+"/")
		top, _, _ := strings.Cut(inside, "/")
		library := top != "cmd" && top != "examples" && top != "internal" && !strings.Contains(inside, "/internal/")
		row := rows[name]
		switch {
		case library && row == 0:
			t.Errorf("%s is not in the table of ARCHITECTURE.md", name)
		case row == 0:
			continue
		case library:
			libraries++
		}
		for _, other := range imports {
			first, _, _ := strings.Cut(other, "/")
			ours := other == module || strings.HasPrefix(other, module+"/")
			switch {
			case ours && row != 0 && rows[other] > row:
				t.Errorf("%s imports %s, which is below it in ARCHITECTURE.md", name, other)
			case ours && library && rows[other] == 0:
				t.Errorf("%s imports %s, which is not in ARCHITECTURE.md", name, other)
			case library && !ours && strings.Contains(first, ".") && !strings.HasPrefix(other, "golang.org/x/sys/"):
				t.Errorf("%s imports %s", name, other)
			}
		}
	}
	if libraries < 8 {
		t.Errorf("%d library packages, expected at least 8", libraries)
	}
}

// TestInlining checks that the compiler inlines the functions that the documentation says
// it inlines.
func TestInlining(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the package")
	}
	out, err := exec.Command("go", "build", "-gcflags=-m", ".").CombinedOutput()
	if err != nil {
		t.Skipf("cannot compile the package here: %v\n%s", err, out)
	}
	can := map[string]bool{}
	for _, m := range regexp.MustCompile(`can inline (\S+)`).FindAllSubmatch(out, -1) {
		can[string(m[1])] = true
	}
	want := []string{"Fill", "RookAttacks", "BishopAttacks", "QueenAttacks", "SliderAttacks",
		"MirrorFiles", "FlipRanks", "ReverseSquares",
		"Direction.Opposite", "Direction.Shift"}
	for _, d := range eight {
		for _, kind := range []string{"Step", "Fill", "Occluded", "Attacks"} {
			want = append(want, d.String()+kind)
		}
	}
	for _, name := range want {
		if !can[name] {
			t.Errorf("%s is not inlined", name)
		}
	}
}

// TestMasks counts the ANDs in the compiled code of the pure-Go functions. The compiler
// tends to move a mask from the propagator to every step that uses it, see inner.
func TestMasks(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the package")
	}
	// A fill has three ANDs for its steps and two for the chain of propagators, which two
	// opposite directions share. One mask serves all directions that change the file.
	want := map[string]int{
		"NorthOccluded": 5, "NorthAttacks": 5, "SouthOccluded": 5, "SouthAttacks": 5,
		"EastOccluded": 4, "EastAttacks": 3, // by a carry
		"rookAttacksGeneric":   8 + 2 + 6 + 1,     // files, East, West
		"bishopAttacksGeneric": 8 + 8 + 1 + 2,     // two axes, and the masks for the squares they reach
		"sliderAttacksGeneric": 16 + 17 + 1,       // the two above, with one mask for the three directions to the west
		"rayAttacksGeneric":    17 + 16 + 4,       // the two above, with a mask for each direction
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
