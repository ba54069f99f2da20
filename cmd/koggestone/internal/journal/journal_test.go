package journal

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

type line struct {
	Journal string `json:"journal,omitempty"`
	N       int    `json:"n"`
}

// open opens a journal and returns its lines as one text.
func open(t *testing.T, path string) (*Journal, string) {
	t.Helper()
	j, lines, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for _, l := range lines {
		text += string(l)
	}
	return j, text
}

// If the last line is truncated anywhere, the lines before it remain, and new lines follow
// them.
func TestTorn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j")
	j, text := open(t, path)
	if text != "" {
		t.Errorf("a new journal holds %s", text)
	}
	for n := range 3 {
		name := ""
		if n == 0 {
			name = "test"
		}
		if err := j.Append(line{name, n}); err != nil {
			t.Fatal(err)
		}
	}
	j.Close()
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(whole) + 1 {
		if err := os.WriteFile(path, whole[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		j, text := open(t, path)
		kept := string(whole[:strings.LastIndexByte("\n"+string(whole[:n]), '\n')])
		want := ""
		for l := range strings.Lines(kept) {
			want += l[:len(l)-1-checksumLength]
		}
		if text != want {
			t.Fatalf("%d bytes hold %s, want %s", n, text, want)
		}
		if err := j.Append(line{"test", 9}); err != nil {
			t.Fatal(err)
		}
		j.Close()
		if got, err := os.ReadFile(path); err != nil || string(got) != kept+`{"journal":"test","n":9}`+checksum([]byte(`{"journal":"test","n":9}`))+"\n" {
			t.Fatalf("%d bytes and a line are %q, %v", n, got, err)
		}
	}
}

// The first damaged line and all lines after it are dropped. A damaged first line of the file
// is an error.
func TestDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j")
	j, _ := open(t, path)
	for _, l := range []line{{"test", 10}, {"", 21}, {"", 32}} {
		if err := j.Append(l); err != nil {
			t.Fatal(err)
		}
	}
	j.Close()
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, bytes.Replace(whole, []byte("21"), []byte("29"), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	j, text := open(t, path)
	if j.Close(); text != `{"journal":"test","n":10}` {
		t.Errorf("values %s", text)
	}
	if err := os.WriteFile(path, bytes.Replace(whole, []byte("10"), []byte("19"), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Open(path); err == nil || !strings.Contains(err.Error(), "line 1: damaged") {
		t.Errorf("error %v", err)
	}
}

// Other files are not changed, and only one process can open a journal.
func TestRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j")
	for _, text := range []string{"x", "1.\n2.\n", `{"other":1}`, "\n"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := Open(path); err == nil || !strings.Contains(err.Error(), "another file") {
			t.Errorf("%q: error %v", text, err)
		}
		if got, _ := os.ReadFile(path); string(got) != text {
			t.Errorf("%q became %q", text, got)
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	j, _ := open(t, path)
	if runtime.GOOS == "linux" {
		if _, _, err := Open(path); err == nil || !strings.Contains(err.Error(), "another process") {
			t.Errorf("opened twice: %v", err)
		}
	}
	if err := j.Remove(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("the journal is not gone: %v", err)
	}
}
