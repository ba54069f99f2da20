package registry

import (
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/annotate/internal/records"
)

// TestFormatErrors opens text that is almost in a format.
func TestFormatErrors(t *testing.T) {
	const fen = "8/8/8/4k3/8/8/4K3/8 w - -"
	const object = `{"fen":"` + fen + `","score":1}`
	for _, c := range []struct{ name, text, format, err string }{
		{"a", "[" + object + ",\n" + object + "]\n", "", "expected one JSON object to a line, found a JSON array"},
		{"a.json", "[\n  " + object + "\n]\n", "", "found a JSON array: convert it with jq -c '.[]'"},
		{"a.ndjson", "[]", "", "found a JSON array"},
		{"a", "[\n" + strings.Repeat("  "+object+",\n", 2000), "", "found a JSON array"},
		{"a", "{\n  \"fen\": \"" + fen + "\",\n  \"score\": 1\n}\n", "", "found an object of several lines: jq -c . converts it"},
		{"a.jsonl", "{\n  \"fen\": \"" + fen + "\"\n}\n", "", "found an object of several lines"},
		{"a", object + "\n" + object, "ndjson", ""},
		{"a", "[Event \"x\"]\n\n1. e4 *\n", "pgn", ""},
		{"a", "\"fen\";\"score\"\n\"" + fen + "\";\"7\"\n", "csv", ""},
		{"a.csv", "fen;score\n" + fen + ";7\n", "csv", ""},
		{"a", "\"fen\",\"a;b\"\n\"" + fen + "\",7\n", "csv", ""},
		{"a", "fen\tb;c\n" + fen + "\t7\n", "csv", ""},
	} {
		in, err := OpenStream(c.name, strings.NewReader(c.text), -1, records.InputOptions{})
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%.60q: %v, want %q", c.text, err, c.err)
			}
			continue
		}
		if err != nil || in.Format.Name() != c.format {
			t.Errorf("%.60q: %v, want the format %s", c.text, err, c.format)
			continue
		}
		ranges, err := records.Plan([]*records.Input{in}, 0, 1)
		if err != nil {
			t.Fatal(err)
		}
		d, err := records.Read(in, ranges[0])
		if err != nil {
			t.Fatal(err)
		}
		b := new(records.Block)
		if more, err := d.Next(b, 1<<16); !more || err != nil {
			t.Fatal(more, err)
		}
		b.Parse(in.Format, &records.Request{FEN: true})
		if b.Len() == 0 || len(b.Rejects) > 0 {
			t.Errorf("%.60q: %d rows, rejects %v", c.text, b.Len(), b.Rejects)
		}
		d.Close()
	}
}

// A first line with commas and tabs has commas.
func TestCommasBeforeTabs(t *testing.T) {
	rows, rejects := rowsOf(t, "fen,a\tb\n4k3/8/8/8/8/8/8/4K2R w K - 0 1,x\ty\n", "csv")
	if len(rows) != 1 || rejects != nil || rows[0] != "4k3/8/8/8/8/8/8/4K2R w K - 0 1,x\ty" {
		t.Errorf("%q, %q", rows, rejects)
	}
}

// Numbers of 64 bits keep their value, except the number that means a missing value.
func TestNumbers(t *testing.T) {
	const fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
	var text strings.Builder
	for _, score := range []string{"+3", "-0", "9223372036854775807", "-9223372036854775807", "-9223372036854775808"} {
		text.WriteString(fen + " | " + score + " | 1/2\n")
	}
	rows, rejects := rowsOf(t, text.String(), "scored")
	var want []string
	for _, score := range []string{"3", "0", "9223372036854775807", "-9223372036854775807"} {
		want = append(want, fen+","+score+",0.5")
	}
	if !slices.Equal(rows, want) || len(rejects) != 1 || !strings.Contains(rejects[0], "expected a whole number") {
		t.Errorf("rows %q, rejects %q", rows, rejects)
	}
}
