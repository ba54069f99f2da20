package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestList lists kernels of a copy of the assembly in which something has changed.
func TestList(t *testing.T) {
	for _, test := range []struct{ name, file, old, new, expected string }{
		{"no change", "", "", "", ""},
		{"another name, which is the name of an exempt kernel elsewhere", "env/env_amd64.s", "setHistoryAVX2", "refreshAVX2", "refreshAVX2 of env/env_amd64.s is not proved"},
		{"a new kernel with the name of an exempt kernel of the other path", "movegen/batch_lists_amd64.s", "rowsAVX2", "rowMovesAVX512", "rowMovesAVX512 of movegen/batch_lists_amd64.s is not proved"},
		{"an exempt kernel that does not exist", "pairs/pairs_amd64.s", "deltasAVX512", "accumulateAVX512", "has no kernel deltasAVX512"},
	} {
		root := t.TempDir()
		err := filepath.WalkDir("..", func(at string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(at, "64.s") || strings.Contains(at, "testdata") {
				return err
			}
			raw, err := os.ReadFile(at)
			if err != nil {
				return err
			}
			name, _ := filepath.Rel("..", at)
			text := string(raw)
			if filepath.ToSlash(name) == test.file {
				for _, s := range []string{"TEXT ·%(", "// func %("} {
					text = strings.ReplaceAll(text, strings.Replace(s, "%", test.old, 1), strings.Replace(s, "%", test.new, 1))
				}
			}
			if err := os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o777); err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(root, name), []byte(text), 0o666)
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := list(root, ""); test.expected == "" && err != nil || test.expected != "" && (err == nil || !strings.Contains(err.Error(), test.expected)) {
			t.Errorf("%s: expected an error with %q, found %v", test.name, test.expected, err)
		}
	}
	if _, err := list(t.TempDir(), ""); err == nil {
		t.Error("a folder without kernels: expected an error")
	}
}
