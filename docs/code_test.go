package docs

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/koggestone/koggestone"
)

// programs complete the functions of method.md to programs. They read lines of sliders, empty
// squares and a direction, and write the attacks.
var programs = []struct {
	language, file string
	command        []string // compiles the file to out
	before, after  string
}{
	{"go", "main.go", []string{"go", "build", "-o", "out", "main.go"},
		"package main\nimport (\n\"fmt\"\n\"math/bits\"\n)\n",
		"func main() {\nvar s, e uint64\nvar d int\nfor {\nif n, _ := fmt.Scanf(\"%x %x %d\\n\", &s, &e, &d); n < 3 { return }\nfmt.Printf(\"%x\\n\", attacks(s, e, d))\nif d == 7 { fmt.Printf(\"%x\\n\", all(s, s<<1, e)); fmt.Printf(\"%x\\n\", rank(s, e)) }\n}\n}\n" +
			"func rank(s, e uint64) (n uint64) {\nvar a, b [8][64]uint8\nfor r := range 8 { a[r][63], b[r][63] = uint8(s>>(8*r)), uint8(e>>(8*r)) }\nfor r, row := range north(a, b) { n |= uint64(row[63]) << (8*r) }\nreturn n\n}\n"},
	{"c", "main.c", []string{"cc", "-std=c99", "-Wall", "-Werror", "-o", "out", "main.c"},
		"#include <inttypes.h>\n#include <stdint.h>\n#include <stdio.h>\n",
		"int main(void) {\nuint64_t s, e;\nint d;\nwhile (scanf(\"%\" SCNx64 \" %\" SCNx64 \" %d\", &s, &e, &d) == 3) printf(\"%\" PRIx64 \"\\n\", attacks(s, e, d));\nreturn 0;\n}\n"},
}

// The complete function of method.md compiles in each language and gives the library's results. In Go, so do the loop
// over the directions and the fill from rank to rank.
func TestCode(t *testing.T) {
	method, err := os.ReadFile("method.md")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("index.html")
	if err != nil {
		t.Fatal(err)
	}
	var input, want, wantGo strings.Builder
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 4000 {
		sliders, empty, d := r.Uint64()&r.Uint64()&r.Uint64(), r.Uint64()|r.Uint64(), koggestone.Direction(i%8)
		fmt.Fprintf(&input, "%x %x %d\n", sliders, empty, d)
		fmt.Fprintf(&want, "%x\n", koggestone.Attacks(sliders, empty, d))
		fmt.Fprintf(&wantGo, "%x\n", koggestone.Attacks(sliders, empty, d))
		if d == koggestone.North {
			fmt.Fprintf(&wantGo, "%x\n%x\n", koggestone.SliderAttacks(sliders, sliders<<1, empty), koggestone.NorthAttacks(sliders, empty))
		}
	}
	for _, p := range programs {
		t.Run(p.language, func(t *testing.T) {
			blocks := regexp.MustCompile("(?s)```"+p.language+"\n(.*?)```").FindAllSubmatch(method, -1)
			wanted, most := want.String(), 1
			if p.language == "go" {
				wanted, most = wantGo.String(), 3
			}
			if len(blocks) != most {
				t.Fatalf("%d blocks", len(blocks))
			}
			code := string(blocks[0][1])
			if _, body, _ := strings.Cut(code, "attacks("); strings.Count(body, "\n") > 12 {
				t.Errorf("the function has more than twelve lines:\n%s", code)
			}
			rest := ""
			for _, more := range blocks[1:] {
				rest += string(more[1])
			}
			escaped := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(code)
			if !bytes.Contains(page, []byte(escaped)) {
				t.Error("index.html does not show the function: run make docs")
			}
			if _, err := exec.LookPath(p.command[0]); err != nil {
				t.Skipf("no compiler: %v", err)
			}
			folder := t.TempDir()
			if err := os.WriteFile(filepath.Join(folder, p.file), []byte(p.before+code+rest+p.after), 0o644); err != nil {
				t.Fatal(err)
			}
			compile := exec.Command(p.command[0], p.command[1:]...)
			compile.Dir, compile.Env = folder, append(os.Environ(), "GOWORK=off", "GOFLAGS=")
			if output, err := compile.CombinedOutput(); err != nil {
				t.Fatalf("%v: %v\n%s", p.command, err, output)
			}
			program := exec.Command(filepath.Join(folder, "out"))
			program.Stdin = strings.NewReader(input.String())
			output, err := program.Output()
			if err != nil {
				t.Fatal(err)
			}
			if string(output) != wanted {
				t.Errorf("the results differ from the library's")
			}
		})
	}
}
