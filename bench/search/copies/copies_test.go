package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// The copies are current.
func TestCopies(t *testing.T) {
	files, err := copies("../../../examples/engine")
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range files {
		if got, err := os.ReadFile(filepath.Join("..", path)); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what go generate writes (%v): run go generate in bench/search", path, err)
		}
	}
}
