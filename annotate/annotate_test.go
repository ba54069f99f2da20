package annotate

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/annotate/internal/registry"
	"github.com/koggestone/koggestone/data/columns"
	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/movegen"
)

// newOptions returns options for text inputs and the given columns.
func newOptions(t *testing.T, in *records.Input, list string) Options {
	t.Helper()
	cols, err := columns.Parse(list)
	if err != nil {
		t.Fatal(err)
	}
	s := &records.Schema{FEN: true, Columns: cols}
	for k, f := range in.Format.Fields() {
		s.Fields, s.Carried = append(s.Fields, f), append(s.Carried, k)
	}
	return Options{schema: s, request: records.Request{FEN: true}, workers: 3, blockSize: 1 << 16}
}

func openText(t *testing.T, text string) *records.Input {
	t.Helper()
	in, err := registry.Open("-", strings.NewReader(text), records.InputOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func newWriter(format string, s *records.Schema, out io.Writer) (*Writer, error) {
	return (&Task{Format: format}).Write(&Options{schema: s}, out)
}

// runCSV annotates ranges of in.
func runCSV(in *records.Input, ranges []records.Range, o Options) (string, Report, error) {
	var out bytes.Buffer
	w, err := newWriter("csv", o.schema, &out)
	if err != nil {
		return "", Report{}, err
	}
	report, err := Run([]*records.Input{in}, ranges, o, w)
	if closeErr := w.Close(); err == nil {
		err = closeErr
	}
	return out.String(), report, err
}

func whole(t *testing.T, in *records.Input) []records.Range {
	t.Helper()
	ranges, err := records.Plan([]*records.Input{in}, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	return ranges
}

// manyLines returns n lines of FENs with a comment and a blank line among them, and their CSV
// with two columns.
func manyLines(t *testing.T, n int) (text, want string) {
	t.Helper()
	var in, out strings.Builder
	out.WriteString("fen,legal_moves,in_check\n")
	for i := 0; i < n; {
		for fen := range corpus.Games().FENs() {
			fen = fmt.Sprint(fen, " ", i*7919%100, " ", 1+i*i%65521)
			p, err := movegen.ParseFEN(fen)
			if err != nil {
				t.Fatal(err)
			}
			check := 0
			if p.InCheck() {
				check = 1
			}
			fmt.Fprintf(&in, "%s\n", fen)
			fmt.Fprintf(&out, "%s,%d,%d\n", fen, p.CountLegal(), check)
			if i++; i%100 == 0 {
				in.WriteString("# a comment\n\r\n")
			}
		}
	}
	return in.String(), out.String()
}

// The rows are in order for any number of workers.
func TestRun(t *testing.T) {
	text, want := manyLines(t, 20000)
	for _, workers := range []int{1, 2, 7} {
		in := openText(t, text)
		o := newOptions(t, in, "legal_moves,in_check")
		o.workers = workers
		got, report, err := runCSV(in, whole(t, in), o)
		if err != nil || got != want {
			t.Errorf("%d workers: %d bytes, %v, want %d", workers, len(got), err, len(want))
		}
		if n := int64(strings.Count(want, "\n") - 1); report.Rows != n || report.Positions != n || report.Bytes != int64(len(text)) || report.Rejected != 0 {
			t.Errorf("report %+v, want %d rows of %d bytes", report, n, len(text))
		}
	}
}

// The output and the report do not depend on the number of rows that are written together.
func TestBlockRows(t *testing.T) {
	lines, _ := manyLines(t, 1000)
	lines = strings.Replace(lines, "\n", "\nno position\n", 1) + "no position\n" + lines
	game := "[Event \"a\"]\n[Result \"1-0\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. e4 e5 4. Kd5 1-0\n\n"
	for name, text := range map[string]string{"lines": lines, "games": strings.Repeat(game, 300)} {
		for _, strict := range []bool{false, true} {
			var want string
			for _, rows := range []int{0, 1, 3, 100} {
				in := openText(t, text)
				o := newOptions(t, in, "legal_moves,in_check")
				o.blockRows, o.strict = rows, strict
				o.Unique = NewUnique(1 << 20)
				var err error
				if o.filter, err = newFilter("legal_moves > 3", o.schema); err != nil {
					t.Fatal(err)
				}
				var rejects strings.Builder
				o.Reject = func(r Rejected) { fmt.Fprintf(&rejects, "%v %q\n", &r, r.Text) }
				out, report, err := runCSV(in, whole(t, in), o)
				report.Seconds = 0
				if n := map[string]int64{"lines": 1, "games": 6}[name]; strict && report.Rows != n {
					t.Errorf("%s, %d rows together: %d rows before the first reject, want %d", name, rows, report.Rows, n)
				}
				if report.Bytes = 0; strict {
					report = Report{Rows: report.Rows} // the rows before the record are counted in blocks
				}
				got := fmt.Sprint(out, report, rejects.String(), err)
				if want == "" {
					want = got
				}
				if got != want || strict != (err != nil) {
					t.Errorf("%s, %d rows together, strict %v: %d bytes, report %+v, error %v", name, rows, strict, len(out), report, err)
				}
			}
		}
	}
}

// Viriformat has the same games for all blocks of rows and of text, from the format itself and from CSV.
func TestJoinGames(t *testing.T) {
	var pgn strings.Builder
	for i := range 300 {
		fmt.Fprintf(&pgn, "[Event \"%d\"]\n[Result \"1-0\"]\n\n{ [%%eval 0.1] } 1. Nf3 { [%%eval %d.5] } Nf6 { [%%eval 0.2] } 2. Ng1 { [%%eval 0.1] } Ng8 { [%%eval 0.1] } 3. e4 { [%%eval -0.5] } e5 1-0\n\n", i, i%9)
	}
	convert := func(text, from, to string, rows, blockSize int, where string) string {
		in, err := registry.Open("-", strings.NewReader(text), records.InputOptions{Format: from})
		if err != nil {
			t.Fatal(err)
		}
		task := Task{Columns: "-", Format: to, Workers: 3, Where: where}
		o, err := task.Options([]*records.Input{in})
		if err != nil {
			t.Fatal(err)
		}
		o.blockRows, o.blockSize = rows, blockSize
		var out bytes.Buffer
		w, err := task.Write(o, &out)
		if err != nil {
			t.Fatal(err)
		}
		_, err = Run([]*records.Input{in}, whole(t, in), *o, w)
		if closeErr := w.Close(); err != nil || closeErr != nil {
			t.Fatal(err, closeErr)
		}
		return out.String()
	}
	viri := convert(pgn.String(), "pgn", "viri", 0, 1<<16, "")
	if want := 300 * (32 + 6*4 + 4); len(viri) != want {
		t.Fatalf("%d bytes of viriformat, want %d", len(viri), want)
	}
	csv := convert(viri, "viri", "csv", 0, 1<<16, "")
	for _, rows := range []int{0, 1, 2, 3, 5, 7, 100} {
		if got := convert(viri, "viri", "viri", rows, 1<<16, ""); got != viri {
			t.Errorf("%d rows together: %d bytes, want %d", rows, len(got), len(viri))
		}
		if got := convert(csv, "csv", "viri", rows, 1<<16, ""); got != viri {
			t.Errorf("%d rows together from CSV: %d bytes, want %d", rows, len(got), len(viri))
		}
	}
	// Where rows were left out or rejected, games are cut at the same places.
	bad := strings.ReplaceAll(csv, ",2,f3g1,20,", ",2,f3g1,x,")
	const where = "ply != 1 or score > 400"
	for text, where := range map[string]string{csv: where, bad: ""} {
		want := convert(text, "csv", "viri", 0, 1<<16, where)
		if len(want) <= len(viri) {
			t.Fatalf("%d bytes where rows are left out, want more than %d", len(want), len(viri))
		}
		for _, rows := range []int{1, 2, 3, 5, 7, 100} {
			if got := convert(text, "csv", "viri", rows, 1<<16, where); got != want {
				t.Errorf("%d rows together, some left out: %d bytes, want %d", rows, len(got), len(want))
			}
		}
	}
}

// With Strict, writing ends at the first row that the format cannot contain.
func TestStrictUnfit(t *testing.T) {
	const good, illegal = "4k3/8/8/8/8/8/8/4K2R w K - 0 1 | 40 | 1.0\n", "4k3/8/8/8/8/8/8/K3R3 w - - 0 1 | 40 | 1.0\n"
	for _, rows := range []int{0, 1, 2, 3} {
		in := openText(t, good+good+illegal+good+good)
		o := newOptions(t, in, "legal_moves")
		o.schema.Columns, o.blockRows, o.strict = nil, rows, true
		var out bytes.Buffer
		w, err := newWriter("marlin", o.schema, &out)
		if err != nil {
			t.Fatal(err)
		}
		report, err := Run([]*records.Input{in}, whole(t, in), o, w)
		var rejected *Rejected
		if !errors.As(err, &rejected) || rejected.Line != 3 || report.Rows != 2 || out.Len() != 2*32 {
			t.Errorf("%d rows together: %v, %+v, %d bytes, want two rows and line 3", rows, err, report, out.Len())
		}
	} // A block of rows ends a game with a row that cannot be written.
	for _, rows := range []int{0, 1, 2} {
		in := openText(t, "1. e4 { [%eval 0.3] } e5 2. f4 { [%eval 0.3] } 1-0\n")
		o := newOptions(t, in, "legal_moves")
		o.schema.Columns, o.blockRows, o.strict = nil, rows, true
		var out bytes.Buffer
		w, err := newWriter("marlin", o.schema, &out)
		if err != nil {
			t.Fatal(err)
		}
		report, err := Run([]*records.Input{in}, whole(t, in), o, w)
		var rejected *Rejected
		if !errors.As(err, &rejected) || report.Rows != 0 || out.Len() != 0 {
			t.Errorf("%d rows of a game together: %v, %+v, %d bytes, want none", rows, err, report, out.Len())
		}
	}
}

// Every count of a report is added.
func TestAddReports(t *testing.T) {
	var one, sum Report
	v := reflect.ValueOf(&one).Elem()
	for k := range v.NumField() {
		switch f := v.Field(k); {
		case f.CanInt():
			f.SetInt(int64(k + 1))
		case f.CanFloat():
			f.SetFloat(float64(k + 1))
		default:
			f.Set(reflect.ValueOf(map[string]int64{"signs": int64(k + 1), "other": 1}))
		}
	}
	sum.Add(one)
	if !reflect.DeepEqual(sum, one) {
		t.Errorf("%+v, want %+v", sum, one)
	}
	before := sum
	if sum.Add(one); sum.Skipped["other"] != 2 || before.Skipped["other"] != 1 || sum.Rows != 2*one.Rows {
		t.Errorf("twice %+v is %+v, once %+v", one, sum, before)
	}
}

// inShards annotates a file in n shards and returns their rows and the sum of their reports.
func inShards(t *testing.T, path, format, list string, n int) (rows string, total Report) {
	t.Helper()
	for i := range n {
		in, err := registry.Open(path, nil, records.InputOptions{Format: format})
		if err != nil {
			t.Fatal(err)
		}
		ranges, err := records.Plan([]*records.Input{in}, i, n)
		if err != nil {
			t.Fatal(err)
		}
		part, report, err := runCSV(in, ranges, newOptions(t, in, list))
		if err != nil {
			t.Fatal(err)
		}
		_, part, _ = strings.Cut(part, "\n")
		rows += part
		total.Add(report)
	}
	return rows, total
}

// The concatenated shards of a file are the file, for every number of shards. Games and records
// of 32 bytes are in one shard. The number of a game does not depend on the shard.
func TestShards(t *testing.T) {
	text, want := manyLines(t, 3000)
	_, want, _ = strings.Cut(want, "\n")
	var games strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&games, "[Event \"%d\"]\n[Result \"1-0\"]\n\n1. e4 { [Event ] } e5 2. Nf3 (2. f4) Nc6 1-0\n\n", i*i)
	}
	const start = "\xff\xff\x00\x00\x00\x00\xff\xff\x16\x42\x25\x61\x00\x00\x00\x00\x88\x88\x88\x88\x9e\xca\xad\xe9\x40\x00\x01\x00\x00\x00\x02\x00"
	for _, file := range []struct {
		format, text string
		shards       []int
		rows         int64
	}{
		{"fen", text, []int{1, 2, 3, 7, 50, 977}, int64(strings.Count(want, "\n"))},
		{"pgn", games.String(), []int{1, 2, 7, 300}, 10000},
		{"marlin", strings.Repeat(start, 5000), []int{1, 3, 7}, 5000},
		{"viri", strings.Repeat(start+"\x0c\x07\x0a\x00\x00\x00\x00\x00", 5000), []int{1, 3, 7}, 10000},
	} {
		path := filepath.Join(t.TempDir(), "a")
		if err := os.WriteFile(path, []byte(file.text), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, n := range file.shards {
			got, total := inShards(t, path, file.format, "legal_moves,in_check", n)
			if total.Rows != file.rows || total.Rejected != 0 {
				t.Errorf("%s in %d shards: %+v, want %d rows", file.format, n, total, file.rows)
			}
			if n == 1 && file.format != "fen" {
				want = got
			}
			if got != want {
				t.Errorf("%s in %d shards: %d bytes, want %d", file.format, n, len(got), len(want))
			}
		}
	}
}

// Records without a position are counted and reported in order; the others are written.
func TestRejects(t *testing.T) {
	good := "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n"
	text := "nonsense\n" + strings.Repeat(good, 5000) + "4k3/8/8/8/8/8/8/4K2R x K - 0 1\n" +
		strings.Repeat("a", 70000) + "\n" + strings.Repeat("b", 1<<20) + "\n" + good
	in := openText(t, text)
	o := newOptions(t, in, "legal_moves")
	var lines []string
	o.Reject = func(r Rejected) { lines = append(lines, r.Error()) }
	got, report, err := runCSV(in, whole(t, in), o)
	if err != nil || report.Rows != 5001 || report.Rejected != 4 || strings.Count(got, "\n") != 5002 {
		t.Errorf("report %+v, %v", report, err)
	}
	for i, want := range []string{"standard input: line 1: FEN: piece placement", "standard input: line 5002: FEN: side to move",
		"line 5003: expected a record of at most 65536 bytes", "line 5004: expected a record of at most 65536 bytes"} {
		if i >= len(lines) || !strings.Contains(lines[i], want) {
			t.Errorf("reject %d is not %q: %q", i, want, lines)
		}
	}

	in = openText(t, good+good+"nonsense\n"+good)
	o = newOptions(t, in, "legal_moves")
	o.strict = true
	got, _, err = runCSV(in, whole(t, in), o)
	var rejected *Rejected
	if !errors.As(err, &rejected) || rejected.Line != 3 || strings.Count(got, "\n") != 3 {
		t.Errorf("strict: %q, %v, want two rows and line 3", got, err)
	}
}

// Every parsed position is a row. The column legality describes its defects.
func TestLegality(t *testing.T) {
	for _, test := range []struct{ fen, want string }{
		{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "legal"},
		{"8/8/8/8/8/8/8/8 w - -", "white kings"},
		{"8/8/8/8/8/8/8/K6K w - - 0 1", "white kings"},
		{"8/8/8/8/8/8/8/K7 w - - 0 1", "black kings"},
		{"4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "pawn on end rank"},
		{"4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "castling"},
		{"4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "castling"},
		{"4k3/8/8/8/8/8/8/4K2R w Hh - 0 1", "castling"},
		{"4k3/8/8/8/8/8/8/4K2R w - e4 0 1", "en passant"},
		{"4k3/8/8/8/8/8/8/4K2R w - e6 0 1", "legal"},
		{"4k3/8/8/8/8/8/8/K3R3 w - - 0 1", "opponent in check"},
		{"4k2r/8/8/8/8/8/8/K3R3 w k - 0 1", "opponent in check"},
		{"4k3/8/8/8/8/8/8/K3R3 w Q - 0 1", "castling"},
		{"4k3/8/8/8/8/8/8/K3R3 w - - 70000 1", ""},
		{"4k3/8/8/8/8/8/8/K3R3 w Z - 0 1", ""},
		{"4k3/8/8/8/8/8/8/K3R3 w - 0 1", ""},
		{"4k3/8/8/8/8/8/8/K3R3 w - - 0 1 7", ""},
	} {
		in := openText(t, test.fen+"\n")
		got, report, err := runCSV(in, whole(t, in), newOptions(t, in, "legality"))
		want := "fen,legality\n"
		if test.want != "" {
			want += test.fen + "," + test.want + "\n"
		}
		if err != nil || got != want || (report.Rejected == 1) != (test.want == "") {
			t.Errorf("%s: %q, %v, want %q", test.fen, got, err, want)
		}
	}
}

// Compressed files are decompressed. A truncated one is an error after its rows.
func TestCompressed(t *testing.T) {
	text, want := manyLines(t, 20000)
	dir := t.TempDir()
	var zst, gz bytes.Buffer
	z, _ := zstd.NewWriter(&zst)
	g := gzip.NewWriter(&gz)
	for _, w := range []io.WriteCloser{z, g} {
		if _, err := io.WriteString(w, text); err != nil {
			t.Fatal(err)
		}
		w.Close()
	}
	for name, data := range map[string][]byte{"a.fen.zst": zst.Bytes(), "a.gz": gz.Bytes(), "b.fen": gz.Bytes()} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		in, err := registry.Open(path, nil, records.InputOptions{})
		if err != nil {
			t.Fatal(err)
		}
		got, _, err := runCSV(in, whole(t, in), newOptions(t, in, "legal_moves,in_check"))
		if err != nil || got != want {
			t.Errorf("%s: %d bytes, %v, want %d", name, len(got), err, len(want))
		}
		if err := os.WriteFile(path, data[:len(data)*2/3], 0o666); err != nil {
			t.Fatal(err)
		}
		if in, err = registry.Open(path, nil, records.InputOptions{}); err != nil {
			t.Fatal(err)
		}
		got, report, err := runCSV(in, whole(t, in), newOptions(t, in, "legal_moves,in_check"))
		if err == nil || !strings.Contains(err.Error(), "cut off") {
			t.Errorf("%s cut off: %v", name, err)
		}
		if !strings.HasPrefix(want, got) || report.Rows == 0 {
			t.Errorf("%s cut off: %d rows, which are not the first", name, report.Rows)
		}
	}
}

func TestFilter(t *testing.T) {
	text := "4k3/8/8/8/8/8/8/4K2R w K - 0 1 | 40 | 1.0\n" +
		"4k3/8/8/8/8/8/8/4K2R w - - 0 1 | -1600 | [0.5]\n" +
		"4k3/8/8/8/8/8/4r3/4K3 w - - 0 1 | 12 | 0-1\n"
	for _, test := range []struct {
		where string
		rows  int64
	}{
		{"true", 3}, {"not in_check and abs(score) < 1500", 1}, {"in_check", 1}, {"result == 0.5", 1},
		{"popcount(checkers) == 1", 1}, {"legal_moves > 13 && phase == 2", 2}, {"legality == 'legal'", 3},
		{"popcount(bitboards[5]) == 1", 3}, {"result * score > 0", 1}, {"fen contains 'w K -'", 1},
	} {
		if strconv.IntSize < 64 && strings.Contains(test.where, "popcount") {
			continue // an error, which TestUnsigned checks
		}
		in := openText(t, text)
		o := newOptions(t, in, "legal_moves")
		o.schema.Unwritten = columnsNamed(test.where, o.schema.Columns)
		var err error
		if o.filter, err = newFilter(test.where, o.schema); err != nil {
			t.Errorf("%s: %v", test.where, err)
			continue
		}
		got, report, err := runCSV(in, whole(t, in), o)
		if err != nil || report.Rows != test.rows || report.Filtered != 3-test.rows || int64(strings.Count(got, "\n")) != 1+test.rows {
			t.Errorf("%s: %+v, %v, want %d rows", test.where, report, err, test.rows)
		}
	}
}

// Invalid expressions and endless loops are errors before anything is
// read.
func TestBadFilters(t *testing.T) {
	in := openText(t, "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n")
	o := newOptions(t, in, "legal_moves")
	for _, where := range []string{"", "legal_moves", "nonsense > 1", "legal_moves >", "in_check + 1",
		"(in_check ? checkers : 1) > 0", "(in_check ? 1 : checkers) > 0", "-checkers != 0", "max(1, checkers) == 1", "all(1..9, true)",
		"map(1..1000000000, #) == []", "len(1..1000000000) > 0", "1..3 == [1]", "let a = fen + fen; let b = a + a; len(b) > 0", strings.Repeat("(", 20000), strings.Repeat("not ", 9000) + "true"} {
		o.schema.Unwritten = columnsNamed(where, o.schema.Columns)
		if _, err := newFilter(where, o.schema); err == nil {
			t.Errorf("%.60s: no error", where)
		}
	}
	filter, err := newFilter("int(fen) > 0", o.schema)
	if err != nil {
		t.Fatal(err)
	}
	o.filter = filter
	if _, _, err := runCSV(in, whole(t, in), o); err == nil || !strings.Contains(err.Error(), ": line 1: Task.Where: ") {
		t.Errorf("a text as a number: %v, want its input and line", err)
	}
}

// A comparison with a field that has no value in a row names the field, and says what to write.
func TestMissingValue(t *testing.T) {
	const row = "4k3/8/8/8/8/8/8/4K2R w K - 0 1,"
	for _, tt := range []struct{ where, want string }{
		{"white_elo > 2000", "the field white_elo has no value in this row: write (white_elo ?? 0) > 2000"},
		{"legal_moves > 0 and 2000 < white_elo", "the field white_elo has no value in this row: write 2000 < (white_elo ?? 0)"},
		{"black_elo >= white_elo", "the field white_elo has no value in this row: write (black_elo ?? 0) >= (white_elo ?? 0)"},
		{"white_elo >= black_elo - 100", "the field white_elo has no value in this row: write (white_elo ?? 0) >= black_elo - 100"},
		{`white_elo < "b"`, `the field white_elo has no value in this row: write (white_elo ?? "") < "b"`},
		{"white_elo == nil or black_elo > 5", ""},
		{"(white_elo ?? 0) > 2000", ""},
		{"white_elo == 2000", ""},
	} {
		in := openText(t, "fen,white_elo,black_elo\n"+row+",1500\n")
		o := newOptions(t, in, "legal_moves")
		o.schema.Unwritten = columnsNamed(tt.where, o.schema.Columns)
		var err error
		if o.filter, err = newFilter(tt.where, o.schema); err != nil {
			t.Fatal(err)
		}
		_, _, err = runCSV(in, whole(t, in), o)
		if tt.want == "" {
			if err != nil {
				t.Errorf("%s: %v", tt.where, err)
			}
		} else if err == nil || !strings.HasSuffix(err.Error(), ": "+tt.want) {
			t.Errorf("%s: %v, want %s", tt.where, err, tt.want)
		}
	}
}

// Values of fields in an expression: JSON may escape any character, and NaN is no value.
func TestFieldValues(t *testing.T) {
	for text, want := range map[string]any{
		`"1\/2-1\/2"`: "1/2-1/2", `"\ud83d\ude00"`: "😀", `"a\"b"`: `a"b`, `1\/2`: `1\/2`, `"open`: `"open`,
		"NaN": nil, "nan": nil, "": nil, "null": nil, "7": 7, "1e1": 10.0, "1-0": "1-0", "#-3": "#-3",
	} {
		if got := fieldValue([]byte(text)); got != want {
			t.Errorf("%s: %#v, want %#v", text, got, want)
		}
	}
}

// A seed selects a sample that does not depend on the division into shards.
func TestSample(t *testing.T) {
	text, _ := manyLines(t, 5000)
	rows := map[uint64]string{}
	for _, seed := range []uint64{1, 2, 1} {
		in := openText(t, text)
		o := newOptions(t, in, "legal_moves")
		o.request.Share, o.request.Seed = 1<<62, seed
		got, report, err := runCSV(in, whole(t, in), o)
		if err != nil || report.Rows < 1000 || report.Rows > 1500 || report.Rows+report.Unsampled < 5000 {
			t.Errorf("%+v, %v, want a quarter of 5400 rows", report, err)
		}
		if before, ok := rows[seed]; ok && before != got {
			t.Error("the same seed gave another sample")
		}
		rows[seed] = got
	}
	if rows[1] == rows[2] {
		t.Error("two seeds gave one sample")
	}
}

func TestUnique(t *testing.T) {
	text, _ := manyLines(t, 5000) // 600 positions, repeated
	for _, workers := range []int{1, 4} {
		in := openText(t, text)
		o := newOptions(t, in, "legal_moves")
		o.workers, o.Unique = workers, NewUnique(1<<20)
		got, report, err := runCSV(in, whole(t, in), o)
		if err != nil || report.Rows != 600 || report.Duplicates != report.Positions-600 || report.Forgotten != 0 {
			t.Errorf("%+v, %v, want 600 rows", report, err)
		}
		if _, want := manyLines(t, 1); strings.Count(got, "\n") != strings.Count(want, "\n") {
			t.Error("other rows than the first 600")
		}
	}
	in := openText(t, "8/8/8/8/8/8/8/8 w - -\n8/8/8/8/8/8/8/8 w - -\n8/8/8/8/8/8/8/8 b - -\n")
	o := newOptions(t, in, "legal_moves")
	o.Unique = NewUnique(0)
	if _, report, err := runCSV(in, whole(t, in), o); err != nil || report.Rows != 2 {
		t.Errorf("empty boards: %+v, %v, want 2 rows", report, err)
	}
	// Positions that do not fit into the memory are written but not remembered.
	for _, test := range []struct {
		memory        int64
		positions     int
		least, atMost int
	}{{0, 5000, 512, 1024}, {4 << 20, 200_000, 4 << 20 / uniqueEntryBytes * 7 / 16, 4 << 20 / uniqueEntryBytes * 2 / 3}, {math.MaxInt64, 100_000, 100_000, 100_000}} {
		u := NewUnique(test.memory)
		var known []int
		add := func(i int) (isNew, remembered bool) {
			p := movegen.Start()
			p.Board.GB = uint64(i) << 20
			return u.add(&p)
		}
		for i := range test.positions {
			isNew, remembered := add(i)
			if !isNew {
				t.Fatal("a new position is not new")
			}
			if remembered {
				known = append(known, i)
			}
		}
		if len(known) < test.least || len(known) > test.atMost {
			t.Errorf("%d of %d positions are remembered in %d bytes, want %d to %d", len(known), test.positions, test.memory, test.least, test.atMost)
		}
		for _, i := range known {
			if isNew, _ := add(i); isNew {
				t.Fatalf("position %d is not remembered", i)
			}
		}
	}
}

// failing is a Writer that fails at the n-th Write.
type failing struct{ n int }

func (f *failing) Encode(*records.Table, any) (any, error) { return nil, nil }
func (f *failing) Close() error                            { return nil }
func (f *failing) Write(any) error {
	if f.n--; f.n < 0 {
		return errors.New("no space")
	}
	return nil
}

func TestFailingWriter(t *testing.T) {
	text, _ := manyLines(t, 20000)
	in := openText(t, text)
	o := newOptions(t, in, "legal_moves")
	if _, err := Run([]*records.Input{in}, whole(t, in), o, &Writer{&failing{3}}); err == nil || err.Error() != "no space" {
		t.Errorf("%v, want no space", err)
	}
}

// Sets are compared as a whole. Other operators, for which the bit of h8 would be a sign, are errors.
func TestSets(t *testing.T) {
	if strconv.IntSize < 64 {
		_, err := newFilter("checkers != 0", &records.Schema{Unwritten: columnsNamed("checkers", nil)})
		if err == nil || err.Error() != "checkers has 64 bits, expected columns of at most 32 on this system" {
			t.Errorf("checkers != 0: %v", err)
		}
		return
	}
	const text = "4k2r/8/8/8/8/8/8/7K w - - 0 1 | 3 | 0.5\n" // a check from h8
	for where, want := range map[string]bool{
		"checkers == 0": false, "checkers != 0": true, "checkers == pinned": false, "bitboards[9] != 0": true, "popcount(checkers) == 1": true,
		"checkers in [checkers, 0]": true, "(in_check ? checkers : pinned) != 0": true, "not (checkers == 0) and score > 2": true, "len(bitboards) == 12": true,
	} {
		in := openText(t, text)
		o := newOptions(t, in, "legal_moves")
		o.schema.Unwritten = columnsNamed(where, o.schema.Columns)
		var err error
		if o.filter, err = newFilter(where, o.schema); err != nil {
			t.Errorf("%s: %v", where, err)
			continue
		}
		if _, report, err := runCSV(in, whole(t, in), o); err != nil || report.Rows == 1 != want {
			t.Errorf("%s: %d rows, %v, want %v", where, report.Rows, err, want)
		}
	}
	for _, where := range []string{
		"checkers > 0", "0 < checkers", "checkers % 10 == 8", "checkers + 1 == 1", "-checkers == 0", "abs(checkers) == 0", "max(checkers, 0) == 0",
		"bitboards[9] >= 1", "(in_check ? checkers : 0) > 0", "(checkers) / 2 == 1", "key ** 2 == 1", "float(key) == 1.0",
	} {
		if _, err := newFilter(where, &records.Schema{Unwritten: columnsNamed(where, nil)}); err != errSet {
			t.Errorf("%s: %v, want %v", where, err, errSet)
		}
	}
}
