package training

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestManyFiles reads more files than a process may open.
func TestManyFiles(t *testing.T) {
	data, err := os.ReadFile(testdata + "bin")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var files []string
	for k := range 300 {
		files = append(files, filepath.Join(dir, fmt.Sprintf("%d.bin", k)))
		if err := os.WriteFile(files[k], data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	one, _ := readAll(t, Options{}, files[0])
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	defer syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit)
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: 100, Max: limit.Max}); err != nil {
		t.Fatal(err)
	}
	if all, _ := readAll(t, Options{Workers: 8}, files...); len(all) != len(files)*len(one) {
		t.Errorf("%d entries of %d files, want %d", len(all), len(files), len(files)*len(one))
	}
}

// TestPipe opens a pipe that nobody writes.
func TestPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.bin")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open([]string{path}, Options{}); err == nil || !strings.Contains(err.Error(), path+": expected a file, found a directory, a pipe or a device") {
		t.Errorf("a pipe: %v", err)
	}
}

// TestReplacedFile replaces a file while a stream reads it.
func TestReplacedFile(t *testing.T) {
	data, err := os.ReadFile(testdata + "bin")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "a.bin")
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := Open([]string{path}, Options{Cyclic: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	other := path + ".new"
	if err := os.WriteFile(other, data, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(other, path); err != nil {
		t.Fatal(err)
	}
	entries := make([]Entry, 1000)
	for range 10_000 {
		if _, err = s.Next(entries); err != nil {
			break
		}
	}
	if err == nil || err == io.EOF {
		t.Errorf("%v, want an error", err)
	}
	if problems := s.Stats().Problems; len(problems) == 0 || !strings.Contains(problems[0].Error(), path+": byte 0: the file was replaced") {
		t.Errorf("problems %v", problems)
	}
}
