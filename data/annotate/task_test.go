package annotate

import (
	"strings"
	"testing"

	"github.com/koggestone/koggestone/data/records"
)

// Fields and columns that the output format leaves out are not computed, unless --where names
// them.
func TestPlaces(t *testing.T) {
	const game = "[Event \"a\"]\n\n1. e4 *\n"
	for _, test := range []struct{ format, where, want string }{
		{"csv", "", "fen ply move result white_elo black_elo eval | legal_moves in_check |"},
		{"arrows", "", "fen ply move result white_elo black_elo eval | legal_moves in_check |"},
		{"fen", "", "fen | |"},
		{"fen", "in_check and ply > 2", "fen ply | | in_check"},
		{"csv", "white == 'a' and game > 2", "fen ply move result white_elo black_elo eval white game | legal_moves in_check |"},
		{"viri", "phase > 2 and white_elo > 2", "ply move result white_elo eval | | phase"},
		{"marlin", "", "result eval | |"},
		{"bullet", "", "result eval | |"},
	} {
		in, err := records.Open("-", strings.NewReader(game), records.InputOptions{})
		if err != nil {
			t.Fatal(err)
		}
		task := Task{Columns: "legal_moves,in_check", Format: test.format, Where: test.where}
		o, err := task.Options([]*records.Input{in})
		if err != nil {
			t.Fatal(err)
		}
		var words []string
		if o.Schema.FEN != o.Request.FEN {
			t.Errorf("%s: FEN %v in the schema, %v in the request", test.format, o.Schema.FEN, o.Request.FEN)
		}
		if o.Schema.FEN {
			words = append(words, "fen")
		}
		for _, f := range o.Schema.Fields {
			words = append(words, f.Name)
		}
		words = append(words, "|")
		for _, c := range o.Schema.Columns {
			words = append(words, c.Name)
		}
		words = append(words, "|")
		for _, c := range o.Schema.Unwritten {
			words = append(words, c.Name)
		}
		if got := strings.Join(words, " "); got != test.want {
			t.Errorf("%s where %q: %s, want %s", test.format, test.where, got, test.want)
		}
	}
}

// Only games have positions to leave out by their number.
func TestEvery(t *testing.T) {
	const game, line = "[Event \"a\"]\n\n1. e4 *\n", "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n"
	for _, test := range []struct {
		text  string
		every int
		want  string
	}{
		{game, -1, "--every: expected a number above 0, found -1"},
		{game, 2, ""},
		{line, 1, ""},
		{line, 2, "--every: expected games, found standard input in the format fen"},
	} {
		in, err := records.Open("-", strings.NewReader(test.text), records.InputOptions{})
		if err != nil {
			t.Fatal(err)
		}
		task := Task{Columns: "-", Format: "csv", Every: test.every}
		got := ""
		if _, err := task.Options([]*records.Input{in}); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("every %d: error %q, want %q", test.every, got, test.want)
		}
	}
}
