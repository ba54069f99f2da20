package inlined

import (
	"os"
	"path/filepath"
	"testing"
)

// TestFolder reads the header of the repository from a folder that has another header.
func TestFolder(t *testing.T) {
	compilers := Compilers()
	if len(compilers) == 0 {
		t.Skip("neither clang nor gcc is installed")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile(Name, []byte("#error another header\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(root, compilers[0]); err != nil {
		t.Error(err)
	}
}
