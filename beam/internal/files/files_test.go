package files

import (
	"os"
	"path/filepath"
	"testing"

	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
)

// A file is complete or absent, and no temporary file remains.
func TestFile(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	name := filepath.Join(dir, "a")
	if data, err := Read(ctx, name); data != nil || err != nil {
		t.Errorf("a file that is not there holds %q, %v", data, err)
	}
	if names, err := List(ctx, filepath.Join(dir, "*")); err == nil {
		t.Errorf("an empty folder holds %q", names)
	}
	f, err := Create(ctx, name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("lost"); err != nil {
		t.Fatal(err)
	}
	if data, err := Read(ctx, name); data != nil || err != nil {
		t.Errorf("a file that is not whole holds %q, %v", data, err)
	}
	f.Discard()
	for _, text := range []string{"first", "second", ""} {
		if err := Write(ctx, name, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if data, err := Read(ctx, name); data == nil || string(data) != text || err != nil {
			t.Errorf("the file holds %q, %v, want %q", data, err, text)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "b"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := Write(ctx, filepath.Join(dir, "b"), []byte("x")); err == nil {
		t.Error("a folder was written over")
	}
	names, err := List(ctx, filepath.Join(dir, "*"))
	if err != nil || len(names) != 2 || names[0] != name {
		t.Errorf("files %q, %v", names, err)
	}
}
