package decompress

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// TestOpen reads data with parts that the usual programs do not write at their start and end.
func TestOpen(t *testing.T) {
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
	const bzip = "\x42\x5a\x68\x39\x31\x41\x59\x26\x53\x59\x41\x45\x19\x92\x00\x00\x0b\x5d\x80\x00\x10\x40\x02\x8c\x40\x00\x08\x00\x08\x00\x80\x20\x00\x21\x29\xa8\xd3\x32\x84\x00\xc3\x84\xdb\x11\x88\x49\xc7\x54\xe1\xbf\x17\x72\x45\x38\x50\x90\x41\x45\x19\x92" // made by Python's bz2
	damaged := func(data string, at int) string { return data[:at] + string([]byte{data[at] ^ 1}) + data[at+1:] }
	squeezed := func(data string) string {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		io.WriteString(z, data)
		z.Close()
		return b.String()
	}
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
		{"bytes after zstd", frame + "more", "", "found other bytes after them"},
		{"gzip", member, text, ""},
		{"members", member + member + member, text + text + text, ""},
		{"padding", member + strings.Repeat("\x00", 5000), text, ""},
		{"bytes after gzip", member + "more", "", "expected the end of the data or more of them, found other bytes after them"},
		{"one byte after gzip", member + "m", "", "found other bytes"},
		{"bytes after padding", member + "\x00\x00more", "", "found other bytes"},
		{"the start of a member", member + member[:5], "", "the data end early"},
		{"the magic of a member", member + member[:2], "", "the data end early"},
		{"gzip that ends early", member[:len(member)-1], "", "gzip, after 26 decompressed bytes: the data end early: the file is cut off"},
		{"a header of gzip that ends early", member[:5], "", "gzip, after 0 decompressed bytes: the data end early"},
		{"damaged gzip", damaged(member, 12), "", "gzip, after "},
		{"a wrong checksum of gzip", damaged(member, len(member)-6), "", "gzip, after 26 decompressed bytes: the checksum is wrong: the file is damaged"},
		{"a wrong checksum of zstd", damaged(frame, len(frame)-1), "", "zstd, after 26 decompressed bytes: the checksum is wrong: the file is damaged"},
		{"damaged zstd", frame[:6] + "\xff\xff\xff\xff", "", "zstd, after 0 decompressed bytes: "},
		{"a large window", "\x28\xb5\x2f\xfd\x00\xa8\x01\x00\x00", "", "zstd, after 0 decompressed bytes: expected a window of at most 128 MiB"},
		{"bzip2", bzip, text, ""},
		{"members of bzip2", bzip + bzip, text + text, ""},
		{"padding of bzip2", bzip + strings.Repeat("\x00", 5000), text, ""},
		{"padding of a byte", bzip + "\x00", text, ""},
		{"padding after members", bzip + bzip + "\x00\x00\x00", text + text, ""},
		{"bytes after bzip2", bzip + "more", "", "bzip2, after 26 decompressed bytes: expected the end of the data or more of them, found other bytes after them"},
		{"a byte after bzip2", bzip + "m", "", "the data end early"},
		{"bytes after padding of bzip2", bzip + "\x00\x00\x00more", "", "found other bytes"},
		{"a byte after a zero", bzip + "\x00m", "", "found other bytes"},
		{"zeros in place of the end of bzip2", bzip[:len(bzip)-3] + "\x00\x00\x00\x00\x00", "", "the checksum is wrong"},
		{"the start of a member of bzip2", bzip + bzip[:5], "", "the data end early"},
		{"bzip2 that ends early", bzip[:len(bzip)-3], "", "bzip2, after 26 decompressed bytes: the data end early: the file is cut off"},
		{"damaged bzip2", damaged(bzip, 12), "", "bzip2, after 26 decompressed bytes: the checksum is wrong: the file is damaged"},
		{"a wrong magic of bzip2", damaged(bzip, 5), "", "bzip2, after 0 decompressed bytes: bad magic value found: the file is damaged"},
		{"no level of bzip2", "BZh0", "BZh0", ""},
		{"no method of gzip", "\x1f\x8b\x07abcd", "\x1f\x8b\x07abcd", ""},
		{"gzip in gzip", squeezed(member), "", "expected data that are compressed once, found gzip data within gzip data"},
		{"zstd in gzip", squeezed(frame), "", "found zstd data within gzip data"},
		{"bzip2 in gzip", squeezed(bzip), "", "found bzip2 data within gzip data"},
	} {
		var got []byte
		r, _, err := Open(strings.NewReader(c.data))
		if err == nil {
			got, err = io.ReadAll(r)
			if n, again := r.Read(make([]byte, 1)); n != 0 || again == nil || err == nil && again != io.EOF {
				t.Errorf("%s: after the end %d bytes, %v", c.name, n, again)
			}
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

// A countedFile is a File that sums up what Open counts.
type countedFile struct {
	*os.File
	n int64
}

func (f *countedFile) Count(n int64)              { f.n += n }
func (f *countedFile) Stat() (fs.FileInfo, error) { return f.File.Stat() }

// A zip archive with one file is read, if it is a file. Other archives are refused with the reason.
func TestZip(t *testing.T) {
	text := strings.Repeat("8/8/8/4k3/8/8/4K3/8 w - -\n", 20000)
	archive := func(method uint16, names ...string) string {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for _, name := range names {
			w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: method})
			if err == nil && !strings.HasSuffix(name, "/") {
				_, err = io.WriteString(w, text)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		z.Close()
		return b.String()
	}
	one := archive(zip.Deflate, "a.epd")
	locked := []byte(one)
	locked[strings.Index(one, "PK\x01\x02")+8] |= 1
	damaged := []byte(one)
	damaged[200] ^= 0xff
	for _, c := range []struct{ name, data, err string }{
		{"deflate", one, ""},
		{"store", archive(zip.Store, "a.epd"), ""},
		{"a folder and attributes of macOS", archive(zip.Deflate, "books/", "books/a.epd", "__MACOSX/books/._a.epd", "books/.DS_Store"), ""},
		{"two files", archive(zip.Deflate, "a.epd", "b.epd"), `expected a zip archive with one file, found 2: "a.epd", "b.epd"; extract one with unzip -p`},
		{"six files", archive(zip.Store, "a", "b", "c", "d", "e", "f"), `found 6: "a", "b", "c", "d", "e" and others; extract`},
		{"no file", archive(zip.Deflate, "books/"), "found none in it"},
		{"a password", string(locked), "without a password"},
		{"cut off", one[:len(one)-30], "zip: the directory at the end is missing: the file is cut off"},
		{"damaged", string(damaged), "zip, after "},
	} {
		path := filepath.Join(t.TempDir(), "a.zip")
		if err := os.WriteFile(path, []byte(c.data), 0o666); err != nil {
			t.Fatal(err)
		}
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		counted := &countedFile{File: file}
		var got []byte
		r, compressed, err := Open(counted)
		if err == nil {
			got, err = io.ReadAll(r)
			r.Close()
		}
		switch {
		case c.err == "" && (err != nil || string(got) != text || !compressed || counted.n != int64(len(c.data))):
			t.Errorf("%s: %d bytes, %d counted of %d, %v", c.name, len(got), counted.n, len(c.data), err)
		case c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)):
			t.Errorf("%s: %v, want %q", c.name, err, c.err)
		}
	}
	if r, compressed, err := Open(strings.NewReader(one)); err != nil || compressed {
		t.Errorf("a stream: %v, %v", compressed, err)
	} else if got, err := io.ReadAll(r); err != nil || string(got) != one {
		t.Errorf("a stream: %v", err)
	}
}
