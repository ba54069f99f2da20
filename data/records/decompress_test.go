package records

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// TestDecompress reads data with parts that the usual programs do not write at their start and end.
func TestDecompress(t *testing.T) {
	const text = "8/8/8/4k3/8/8/4K3/8 w - -\n"
	encoder, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	frame := string(encoder.EncodeAll([]byte(text), nil))
	skippable := func(first byte, content string) string {
		return string(binary.LittleEndian.AppendUint32([]byte{first, 0x2a, 0x4d, 0x18}, uint32(len(content)))) + content
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, text)
	z.Close()
	member := b.String()
	for _, c := range []struct{ name, data, want, err string }{
		{"zstd", frame, text, ""},
		{"pzstd", skippable(0x50, "\x10\x00\x00\x00") + frame, text, ""},
		{"the last skippable frame", skippable(0x5f, "") + frame, text, ""},
		{"skippable frames between", skippable(0x52, strings.Repeat("x", 1000)) + frame + skippable(0x53, "y") + frame, text + text, ""},
		{"only a skippable frame", skippable(0x50, "x"), "", ""},
		{"no skippable frame", "\x60\x2a\x4d\x18", "\x60\x2a\x4d\x18", ""},
		{"three bytes", "\x28\xb5\x2f", "\x28\xb5\x2f", ""},
		{"a frame that ends early", frame[:len(frame)-6], "", "the data end early"},
		{"a skippable frame that ends early", skippable(0x50, "xyz")[:10], "", "the data end early"},
		{"bytes after zstd", frame + "more", "", "magic number mismatch"},
		{"gzip", member, text, ""},
		{"members", member + member + member, text + text + text, ""},
		{"padding", member + strings.Repeat("\x00", 5000), text, ""},
		{"bytes after gzip", member + "more", "", "expected the end of the gzip data or more of them, found other bytes after them"},
		{"one byte after gzip", member + "m", "", "found other bytes"},
		{"bytes after padding", member + "\x00\x00more", "", "found other bytes"},
		{"the start of a member", member + member[:5], "", "the data end early"},
		{"the magic of a member", member + member[:2], "", "the data end early"},
		{"gzip that ends early", member[:len(member)-1], "", "the data end early"},
	} {
		var got []byte
		r, err := Decompress(strings.NewReader(c.data))
		if err == nil {
			got, err = io.ReadAll(r)
			r.Close()
		}
		switch {
		case c.err == "" && (err != nil || string(got) != c.want):
			t.Errorf("%s: %q, %v, want %q", c.name, got, err, c.want)
		case c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)):
			t.Errorf("%s: %v, want %q", c.name, err, c.err)
		}
	}
}
