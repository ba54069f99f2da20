package signature

import "testing"

func TestOf(t *testing.T) {
	for head, want := range map[string]string{
		"\xff\xfe1\x00": "UTF-16", "\xfe\xff\x001": "UTF-16", "\xfd7zXZ\x00\x00\x04": "data compressed by xz",
		"PK\x03\x04\x14": "a zip archive", "7z\xbc\xaf\x27\x1c\x00": "a 7z archive", "\x04\x22\x4d\x18d": "data compressed by lz4",
		"PAR1\x15": "Parquet", "BINP\x00\x01": "Stockfish's .binpack",
		"": "", "PAR": "", "PK": "", "\x1f\x8b\x08\x00": "", "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n": "", "[Event \"x\"]\n": "",
	} {
		f, known := Of([]byte(head))
		if f.Name != want || known != (want != "") {
			t.Errorf("%q: %q, %v, want %q", head, f.Name, known, want)
		}
		if known && (f.Format == "") == (f.Convert == "") {
			t.Errorf("%q: format %q, convert %q, want one of them", head, f.Format, f.Convert)
		}
	}
	for _, f := range files {
		if len(f.start) > Longest {
			t.Errorf("%s: %d bytes, more than Longest", f.Name, len(f.start))
		}
	}
}
