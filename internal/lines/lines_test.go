package lines

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// read returns all lines of text, with errors as text. It checks that a reader of single bytes
// returns the same lines.
func read(t *testing.T, next func(*Reader) ([]byte, error), text string, longest int) []string {
	t.Helper()
	var all [2][]string
	for k, in := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text))} {
		r := NewReader(in, longest)
		for {
			line, err := next(r)
			if err == io.EOF {
				break
			}
			if err != nil {
				var bad *Error
				if !errors.As(err, &bad) || bad.Line != r.Line() {
					t.Fatalf("line %d: error %v", r.Line(), err)
				}
				line = []byte(err.Error())
			}
			all[k] = append(all[k], string(line))
		}
	}
	if !slices.Equal(all[0], all[1]) {
		t.Errorf("by the byte %q, at once %q", all[1], all[0])
	}
	return all[0]
}

func TestNext(t *testing.T) {
	long := "line %d: expected at most 20 bytes, found more"
	twenty := strings.Repeat("x", 20)
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"\n", []string{""}},
		{"a\nb", []string{"a", "b"}},
		{"a\r\n\r\nb\r", []string{"a", "", "b"}},
		{"a\r\r\nb \r \n", []string{"a\r", "b \r "}},
		{"a\rb\nc", []string{"line 1: expected lines that end in LF or CR LF, found CR alone: tr '\\r' '\\n' converts them", "c"}},
		{"\ufeffa\n\ufeffb\n", []string{"a", "\ufeffb"}},
		{twenty, []string{twenty}},
		{twenty + "\n", []string{twenty}},
		{twenty + "\r\n" + twenty + "\r\n", []string{twenty, twenty}},
		{twenty + "x", []string{strings.Replace(long, "%d", "1", 1)}},
		{"a\n" + twenty + "x\nb", []string{"a", strings.Replace(long, "%d", "2", 1), "b"}},
		{"a\n" + strings.Repeat(twenty, 9) + "\r\nb", []string{"a", strings.Replace(long, "%d", "2", 1), "b"}},
	} {
		if got := read(t, (*Reader).Next, c.text, 20); !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

func TestNextRecord(t *testing.T) {
	text := "\ufeff# first\n\n \t\n  # second\r\n \ta b \r\n#" + strings.Repeat("x", 30) + "\nc"
	want := []string{"a b", "line 6: expected at most 20 bytes, found more", "c"}
	if got := read(t, (*Reader).NextRecord, text, 20); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestReaderFails(t *testing.T) {
	torn := errors.New("torn")
	for _, before := range []string{"", "a", strings.Repeat("x", 30)} {
		r := NewReader(io.MultiReader(strings.NewReader("\n"+before), iotest.ErrReader(torn)), 20)
		if line, err := r.Next(); len(line) != 0 || err != nil || r.Line() != 1 {
			t.Errorf("line 1 is %q, %v", line, err)
		}
		if _, err := r.Next(); err != torn {
			t.Errorf("after %q: error %v, want that of the reader", before, err)
		}
	}
}

func TestBuffered(t *testing.T) {
	r := NewReader(strings.NewReader("a\nb"), 20)
	for _, want := range []bool{true, false} {
		if _, err := r.Next(); err != nil || r.Buffered() != want {
			t.Errorf("line %d: %v, buffered %v", r.Line(), err, r.Buffered())
		}
	}
}

// An input without line ends, such as a device, is an error and not read for ever.
func TestEndless(t *testing.T) {
	r := NewReader(zeros{}, 20)
	var malformed *Error
	if _, err := r.Next(); err == nil || errors.As(err, &malformed) || !strings.HasPrefix(err.Error(), "line 1: expected the end of a line within ") {
		t.Errorf("error %v", err)
	}
}

// zeros is an endless input.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
