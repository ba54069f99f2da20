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
		{"another order of parameters than in Go", "policy/policy_amd64.s", "// func alphaZeroAVX2(dst *uint64, sets", "// func alphaZeroAVX2(sets *uint64, dst", "but Go files declare"},
		{"a file that is not built", "env/env_amd64.s", "//go:build gc && !purego", "//go:build gc && purego", "expected a file that is built for amd64"},
		{"a file that is not built for newer CPUs", "env/env_amd64.s", "//go:build gc && !purego", "//go:build gc && !purego && !amd64.v3", "expected a file that is built for amd64"},
		{"a file that is not built for newer CPUs of arm64", "koggestone_arm64.s", "//go:build gc && !purego", "//go:build gc && !purego && !arm64.v8.2", "expected a file that is built for arm64"},
		{"an exempt kernel that does not exist", "pairs/pairs_amd64.s", "storeRowsAVX2", "accumulatePlain", "has no kernel storeRowsAVX2"},
	} {
		root := t.TempDir()
		err := filepath.WalkDir("..", func(at string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(at, "64.s") && !strings.Contains(at, "_stubs_") || strings.Contains(at, "testdata") {
				return err
			}
			raw, err := os.ReadFile(at)
			if err != nil {
				return err
			}
			name, _ := filepath.Rel("..", at)
			text := string(raw)
			stubs := strings.Replace(test.file, "_amd64.s", "_stubs_amd64.go", 1)
			if name = filepath.ToSlash(name); name == test.file && strings.HasPrefix(test.old, "//") {
				text = strings.Replace(text, test.old, test.new, 1)
			} else if name == test.file || name == stubs {
				for _, s := range []string{"TEXT ·%(", "// func %(", "\nfunc %("} {
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
		if _, err := list(root, "", false); test.expected == "" && err != nil || test.expected != "" && (err == nil || !strings.Contains(err.Error(), test.expected)) {
			t.Errorf("%s: expected an error with %q, found %v", test.name, test.expected, err)
		}
	}
	for name, expected := range map[string]string{"x.s": "expected assembly in files", "x.syso": "expected assembly in files", "x.go": "go:linkname", "testdata/x.go": "testdata"} {
		root := t.TempDir()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), []byte("package x\n\n//go:linkname a b.c\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := list(root, "", false); err == nil || !strings.Contains(err.Error(), expected) {
			t.Errorf("%s: expected an error with %q, found %v", name, expected, err)
		}
	}
	if _, err := list(t.TempDir(), "", false); err == nil {
		t.Error("a folder without kernels: expected an error")
	}
}
