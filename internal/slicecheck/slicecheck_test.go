package slicecheck

import (
	"strconv"
	"testing"
)

// message returns the value that f panics with, or "".
func message(f func()) (m string) {
	defer func() {
		if r := recover(); r != nil {
			m = r.(string)
		}
	}()
	f()
	return ""
}

func TestIn(t *testing.T) {
	buf := make([]uint64, 20)
	for _, c := range []struct {
		what    string
		in, dst []uint64
		want    string
	}{
		{"apart", buf[:8], buf[8:16], ""},
		{"the same", buf[:8], buf[:8], ""},
		{"empty", nil, buf[:0], ""},
		{"shorter", buf[:3], buf[8:12], "p: F: expected len(x) = len(dst) = 4, found 3"},
		{"one ahead", buf[1:9], buf[:8], "p: F: x overlaps dst, and is not dst itself"},
		{"last word", buf[:8], buf[7:15], "p: F: x overlaps dst, and is not dst itself"},
	} {
		if got := message(func() { In("p: F", "x", c.in, c.dst) }); got != c.want {
			t.Errorf("%s: panics with %q, want %q", c.what, got, c.want)
		}
	}
}

func TestApart(t *testing.T) {
	buf := make([]uint64, 64)
	name := func(what string) func(int) string {
		return func(i int) string { return what + "[" + strconv.Itoa(i) + "]" }
	}
	for _, c := range []struct {
		what    string
		dst, in [][]uint64
		want    string
	}{
		{"apart, unsorted", [][]uint64{buf[16:24], buf[:8], buf[8:16]}, [][]uint64{buf[24:32]}, ""},
		{"inputs may overlap", [][]uint64{buf[:8]}, [][]uint64{buf[8:16], buf[9:17]}, ""},
		{"all empty", [][]uint64{buf[:0], buf[:0]}, [][]uint64{nil}, ""},
		{"dst length", [][]uint64{buf[:8], buf[8:15]}, nil, "p: F: expected len(out[1]) = len(dst) = 8, found 7"},
		{"in length", [][]uint64{buf[:8]}, [][]uint64{buf[8:17]}, "p: F: expected len(in[0]) = len(dst) = 8, found 9"},
		{"two outputs", [][]uint64{buf[16:24], buf[:8], buf[7:15]}, nil, "p: F: out[2] overlaps out[1]"},
		{"an output is an input", [][]uint64{buf[16:24], buf[:8]}, [][]uint64{buf[32:40], buf[:8]}, "p: F: in[1] overlaps out[1]"},
	} {
		spans := func(ss [][]uint64) (out []Span) {
			for i, s := range ss {
				out = append(out, Of(s, i))
			}
			return out
		}
		got := message(func() { Apart("p: F", spans(c.dst), spans(c.in), name("out"), name("in")) })
		if got != c.want {
			t.Errorf("%s: panics with %q, want %q", c.what, got, c.want)
		}
	}
}
