package asmlint

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// generated returns the assembly files of this module with the given suffix. It fails if there are
// none.
func generated(t *testing.T, suffix string) (files []string) {
	t.Helper()
	const root = "../.."
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			_, err := os.Stat(filepath.Join(path, "go.mod"))
			if path != root && (err == nil || entry.Name() == "testdata" || entry.Name()[0] == '.') {
				return filepath.SkipDir
			}
		} else if strings.HasSuffix(path, suffix) {
			files = append(files, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatalf("no *%s in the module", suffix)
	}
	return files
}

// TestGeneratedARM64 lints all generated assembly for arm64.
func TestGeneratedARM64(t *testing.T) {
	for _, path := range generated(t, "_arm64.s") {
		functions := parseFile(t, path)
		if len(functions) == 0 {
			t.Errorf("%s: no function", path)
		}
		for _, f := range functions {
			if !strings.HasSuffix(f.Name, "NEON") {
				t.Errorf("%s: line %d: %s: the name does not end in a path", path, f.Line, f.Name)
			}
			for _, problem := range f.CheckARM64() {
				t.Errorf("%s: %s", path, problem)
			}
		}
	}
}
