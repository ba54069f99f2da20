package outfile

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// check fails the test unless file holds want and the folder of path no other files
// than those named.
func check(t *testing.T, file, want string, files ...string) {
	t.Helper()
	got, err := os.ReadFile(file)
	if err != nil || string(got) != want {
		t.Errorf("%s holds %q, %v, want %q", file, got, err, want)
	}
	entries, err := os.ReadDir(filepath.Dir(file))
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if err != nil || !slices.Equal(names, files) {
		t.Errorf("files %v, %v, want %v", names, err, files)
	}
}

func mustWrite(t *testing.T, path, data string) {
	t.Helper()
	if err := Write(path, io.Discard, []byte(data)); err != nil {
		t.Error(err)
	}
}

func put(t *testing.T, path string, perm fs.FileMode) {
	t.Helper()
	if err := os.WriteFile(path, []byte("old and long"), perm); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, perm); err != nil {
		t.Fatal(err)
	}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a")
	mustWrite(t, file, "new")
	check(t, file, "new", "a")
	mustWrite(t, file, "newer")
	check(t, file, "newer", "a")
	// A path relative to the folder.
	t.Chdir(dir)
	mustWrite(t, "b", "")
	check(t, filepath.Join(dir, "b"), "", "a", "b")
}

func TestErrors(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{
		"", dir, filepath.Join(dir, "none", "a"), filepath.Join(dir, "none") + "/", filepath.Join(dir, "a\x00b"),
		filepath.Join(dir, strings.Repeat("x", 300)),
	} {
		err := Write(path, io.Discard, []byte("new"))
		if err == nil || !strings.HasPrefix(err.Error(), "cannot write "+path+": ") || strings.Contains(err.Error(), ".koggestone-") {
			t.Errorf("%q: error %v", path, err)
		}
	}
	if files, err := os.ReadDir(dir); len(files) > 0 {
		t.Errorf("files left behind: %v, %v", files, err)
	}
}

// All names of the file of standard output write to standard output.
func TestStdout(t *testing.T) {
	file := filepath.Join(t.TempDir(), "out")
	stdout, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer stdout.Close()
	for _, step := range []func() error{
		func() error { _, err := stdout.WriteString("before "); return err },
		func() error { return Write(file, stdout, []byte("data ")) },
		func() error { _, err := stdout.WriteString("behind"); return err },
	} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	check(t, file, "before data behind", "out")
}

// A reader sees either all old data or all new data.
func TestReplaceIsAtomic(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a")
	old, long := strings.Repeat("old", 100_000), strings.Repeat("newer", 100_000)
	mustWrite(t, file, old)
	done := make(chan error)
	go func() {
		for range 50 {
			if err := errors.Join(Write(file, io.Discard, []byte(long)), Write(file, io.Discard, []byte(old))); err != nil {
				done <- err
				return
			}
		}
		done <- nil
	}()
	for {
		select {
		case err := <-done:
			if err != nil && !errors.Is(err, fs.ErrPermission) { // Windows locks a file that is read
				t.Error(err)
			}
			return
		default:
		}
		if got, err := os.ReadFile(file); err == nil && !bytes.Equal(got, []byte(old)) && !bytes.Equal(got, []byte(long)) {
			t.Fatalf("%d bytes that are neither the old nor the new", len(got))
		}
	}
}
