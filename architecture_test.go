package koggestone

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

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
