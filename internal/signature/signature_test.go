package signature

import "testing"

func TestOf(t *testing.T) {
	for head, want := range map[string]string{
		"\xff\xfe1\x00": "UTF-16", "\xfe\xff\x001": "UTF-16", "\xfd7zXZ\x00\x00\x04": "data compressed by xz",
		"PK\x03\x04\x14": "a zip archive", "7z\xbc\xaf\x27\x1c\x00": "a 7z archive", "\x04\x22\x4d\x18d": "data compressed by lz4",
		"PAR1\x15": "Parquet", "BINP\x00\x01": "Stockfish's .binpack",
		"Rar!\x1a\x07\x00": "a rar archive", "ARROW1\x00\x00": "an Arrow file", "%PDF-1.4": "a PDF document", "{\\rtf1": "a document in Rich Text Format", "\x93NUMPY\x01": "an array of NumPy",
		"fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1\nmove e1e2\nscore 0\n": "Stockfish's .plain", "\ufeff\r\nfen 4k3/8/8/8/8/8/8/4K3 w - - 0 1\r\nmove e1e2\r\n": "Stockfish's .plain",
		"fen,score\n4k3/8/8/8/8/8/8/4K3 w - -,1\n": "", "fen \nmove ": "", "fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n4k3": "",
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
