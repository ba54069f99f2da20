package koggestone

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// own is the path of the repository's modules.
const own = "github.com/koggestone/koggestone"

// required are the modules that each module that users install may require. Modules of the repository begin with a slash.
var required = map[string][]string{
	".":              {"golang.org/x/sys"},
	"internal/cli":   {"/", "github.com/alecthomas/kong", "github.com/klauspost/compress", "golang.org/x/sys", "golang.org/x/term"},
	"data":           {"/"},
	"annotate":       {"/", "/data", "/internal/cli", "github.com/apache/arrow-go/v18", "github.com/apache/thrift", "github.com/expr-lang/expr", "github.com/klauspost/compress", "golang.org/x/sys"},
	"cmd/koggestone": {"/", "/internal/cli", "github.com/alecthomas/kong", "github.com/klauspost/compress", "golang.org/x/sys"},
	"clib":           {"/", "/data"},
}

// heavy matches the modules that only annotate needs: Arrow, Parquet, thrift, gRPC, expressions.
var heavy = regexp.MustCompile("arrow|parquet|thrift|grpc|expr-lang")

// TestModules checks what the modules require, and that what is light stays so.
func TestModules(t *testing.T) {
	for dir, want := range required {
		text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSpace(strings.TrimPrefix(line, "require "))
			fields := strings.Fields(line)
			switch {
			case strings.HasPrefix(line, "replace"):
				t.Errorf("%s/go.mod: %s, which users of the module would not see", dir, line)
			case len(fields) >= 2 && strings.HasPrefix(fields[1], "v") && !strings.HasSuffix(line, "// indirect"):
				path := fields[0]
				if path == own || strings.HasPrefix(path, own+"/") {
					path = "/" + strings.TrimPrefix(strings.TrimPrefix(path, own), "/")
				}
				if !slices.Contains(want, path) {
					t.Errorf("%s/go.mod requires %s, which is not in the list of this test", dir, fields[0])
				}
			}
		}
		if dir == "annotate" {
			continue
		}
		for _, name := range []string{"go.mod", "go.sum"} {
			text, _ := os.ReadFile(filepath.Join(dir, name)) // a module without dependencies has no go.sum
			if found := heavy.FindString(string(text)); found != "" {
				t.Errorf("%s/%s names %s", dir, name, found)
			}
		}
	}
}

// TestLight checks that the command and the packages for files compile none of the libraries of annotate.
func TestLight(t *testing.T) {
	for _, pattern := range []string{"./cmd/koggestone", "./data/..."} {
		output, err := exec.Command("go", "list", "-deps", pattern).Output()
		if err != nil {
			t.Skipf("go list: %v", err)
		}
		for path := range strings.FieldsSeq(string(output)) {
			if heavy.MatchString(path) || strings.HasPrefix(path, own+"/annotate") {
				t.Errorf("%s depends on %s", pattern, path)
			}
		}
	}
}
