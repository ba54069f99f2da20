package annotate

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/annotate/internal/registry"
)

// Fields and columns that the output format leaves out are not computed, unless Where names
// them. Fields are in the order of Carry.
func TestPlaces(t *testing.T) {
	const game = "[Event \"a\"]\n\n1. e4 *\n"
	for _, test := range []struct{ format, carry, where, want string }{
		{"csv", "", "", "fen ply move result white_elo black_elo eval | legal_moves in_check |"},
		{"arrows", "", "", "fen ply move result white_elo black_elo eval | legal_moves in_check |"},
		{"csv", "game,EVAL,ply,game,-,eval", "", "fen game eval ply | legal_moves in_check |"},
		{"csv", "-", "", "fen | legal_moves in_check |"},
		{"fen", "", "", "fen | |"},
		{"fen", "", "in_check and ply > 2", "fen ply | | in_check"},
		{"csv", "", "white == 'a' and game > 2", "fen ply move result white_elo black_elo eval white game | legal_moves in_check |"},
		{"viri", "", "phase > 2 and white_elo > 2", "ply move result white_elo eval | | phase"},
		{"viri", "eval,result,move,ply", "", "eval result move ply | |"},
		{"marlin", "", "", "result eval | |"},
		{"bullet", "", "", "result eval | |"},
	} {
		in, err := registry.Open("-", strings.NewReader(game), records.InputOptions{})
		if err != nil {
			t.Fatal(err)
		}
		task := Task{Columns: "legal_moves,in_check", Format: test.format, Carry: test.carry, Where: test.where}
		o, err := task.Options([]*records.Input{in})
		if err != nil {
			t.Fatal(err)
		}
		var words []string
		if o.schema.FEN != o.request.FEN {
			t.Errorf("%s: FEN %v in the schema, %v in the request", test.format, o.schema.FEN, o.request.FEN)
		}
		if o.schema.FEN {
			words = append(words, "fen")
		}
		for _, f := range o.schema.Fields {
			words = append(words, f.Name)
		}
		words = append(words, "|")
		for _, c := range o.schema.Columns {
			words = append(words, c.Name)
		}
		words = append(words, "|")
		for _, c := range o.schema.Unwritten {
			words = append(words, c.Name)
		}
		if got := strings.Join(words, " "); got != test.want {
			t.Errorf("%s, fields %q, where %q: %s, want %s", test.format, test.carry, test.where, got, test.want)
		}
	}
}

// Only games have positions to leave out by their number.
func TestEvery(t *testing.T) {
	const game, line = "[Event \"a\"]\n\n1. e4 *\n", "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n"
	for _, test := range []struct {
		text  string
		every Number
		want  string
	}{
		{game, 2, ""},
		{line, 1, ""},
		{line, 2, "Task.Every: expected games, found standard input in the format fen"},
	} {
		in, err := registry.Open("-", strings.NewReader(test.text), records.InputOptions{})
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

// Numbers and shares of flags are within their ranges, and a task for another machine keeps them.
func TestTaskNumbers(t *testing.T) {
	for text, want := range map[string]Number{"": 0, "1": 1, "2147483647": math.MaxInt32, "0": -1, "-1": -1, "2147483648": -1, "x": -1, "1.0": -1} {
		var n Number
		if err := n.UnmarshalText([]byte(text)); (err != nil) != (want < 0) || err == nil && n != want {
			t.Errorf("%q: %d, %v", text, n, err)
		}
	}
	for text, want := range map[string]Share{"": 0, "1": 1, "0.25": 0.25, "1e-9": 1e-9, "0": -1, "-1": -1, "1.0001": -1, "NaN": -1, "x": -1} {
		var s Share
		if err := s.UnmarshalText([]byte(text)); (err != nil) != (want < 0) || err == nil && s != want {
			t.Errorf("%q: %v, %v", text, s, err)
		}
	}
	for share, want := range map[Share]uint64{0: 0, 1: 0, 0.5: 1 << 63, 1e-300: 1} {
		if got := share.fraction(); got != want {
			t.Errorf("share %v: %d, want %d", share, got, want)
		}
	}
	for _, task := range []Task{{}, {Every: 3, MaxFields: 70, Sample: 0.3}} {
		data, err := json.Marshal(task)
		var got Task
		if err == nil {
			err = json.Unmarshal(data, &got)
		}
		if err != nil || got != task {
			t.Errorf("%+v, %v, want %+v", got, err, task)
		}
	}
}

// TestBlocksInFlight checks that the blocks of a run stay within their memory for any number of workers, and that
// nevertheless each worker has one if the rows of the format need no groups.
func TestBlocksInFlight(t *testing.T) {
	for _, workers := range []int{1, 2, 8, 64, 1000} {
		for _, row := range []int{262, 2000, 3500, 100_000, 1 << 23} {
			for _, record := range []int{1, 32, 70} {
				for _, grouped := range []bool{false, true} {
					o := Options{workers: workers, schema: new(records.Schema)}
					o.setBlocks(row, record, &records.OutputFormat{Grouped: grouped})
					n := len((&pipeline{Options: o}).jobs())
					name := fmt.Sprintf("%d workers, rows of %d bytes, records of %d, grouped %v", workers, row, record, grouped)
					if rows := min(o.blockRows, max(1, o.blockSize/record)); o.blockBytes < row*rows+o.blockSize {
						t.Errorf("%s: %d bytes for a block of %d rows", name, o.blockBytes, rows)
					}
					if n*o.blockBytes > bytesInFlight && n > leastJobs || n < min(2*workers+2, leastJobs) {
						t.Errorf("%s: %d blocks of %d bytes", name, n, o.blockBytes)
					}
					if !grouped && row <= 3500 && workers <= 64 && n < workers {
						t.Errorf("%s: only %d blocks of %d bytes", name, n, o.blockBytes)
					}
					if want := max(1, min(60_000, 1<<24/row)); grouped && o.blockRows != want {
						t.Errorf("%s: groups of %d rows, want %d for any number of workers", name, o.blockRows, want)
					}
				}
			}
		}
	}
}
