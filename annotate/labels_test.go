package annotate

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/decimal"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/annotate/internal/registry"
	"github.com/koggestone/koggestone/internal/binpacktest"
	"github.com/koggestone/koggestone/internal/formats"
	"github.com/koggestone/koggestone/movegen"
)

// convert annotates a file, or a text if path is -, and returns the output, the rejects and the notes.
func convert(task Task, path, text string, change ...func(*Options)) (out string, rejects, notes []string, err error) {
	in, err := registry.Open(path, strings.NewReader(text), task.inputOptions())
	if err != nil {
		return "", nil, nil, err
	}
	if task.Columns == "" {
		task.Columns = "-"
	}
	task.Workers = 2
	o, err := task.Options([]*records.Input{in})
	if err != nil {
		return "", nil, nil, err
	}
	notes = o.Notes
	o.Reject = func(r Rejected) { rejects = append(rejects, fmt.Sprintf("%s: %v", r.Place(), r.Err)) }
	o.Note = func(r Rejected) { notes = append(notes, fmt.Sprintf("%s: %v", r.Place(), r.Err)) }
	for _, f := range change {
		f(o)
	}
	var buf bytes.Buffer
	w, err := task.Write(o, &buf)
	if err != nil {
		return "", nil, nil, err
	}
	ranges, err := records.Plan([]*records.Input{in}, 0, 1)
	if err == nil {
		_, err = Run([]*records.Input{in}, ranges, *o, w)
	}
	if closeErr := w.Close(); err == nil {
		err = closeErr
	}
	return buf.String(), rejects, notes, err
}

// labelsOf converts a file to marlinformat and returns the scores and results of its rows.
func labelsOf(t *testing.T, task Task, path, text string) (labels string, rejects, notes []string) {
	t.Helper()
	task.Format = "marlin"
	out, rejects, notes, err := convert(task, path, text)
	if err != nil {
		t.Errorf("%s %.40q: %v", path, text, err)
		return "", nil, nil
	}
	rows, _, _, err := convert(Task{Format: "csv", From: "marlin", NoFEN: true}, "-", out)
	if err != nil {
		t.Fatal(err)
	}
	_, rows, _ = strings.Cut(rows, "\n")
	return strings.Join(strings.Fields(rows), " "), rejects, notes
}

// Tables that DuckDB 1.5.6 and pandas 1.5.3 wrote become training data. A decimal number, a float
// and a whole number are the same, and names may be in upper case.
func TestTablesOfOthers(t *testing.T) {
	const want = "1250,1.0 -7,0.5 30,0.0"
	for file, notes := range map[string]string{
		"duckdb_decimal.parquet":    "",
		"duckdb_wide.parquet":       "",
		"duckdb_cp.parquet":         "the field cp contains the scores, in hundredths of a pawn; not in the output: tag, list (a list or a group), groups (a list or a group), id (binary data of fixed length)",
		"duckdb_evaluation.parquet": "the field evaluation contains the scores, in pawns",
		"duckdb_float.parquet":      "",
		"duckdb_hugeint.parquet":    "",
		"duckdb.csv":                "",
		"duckdb.ndjson":             "",
		"pandas_index.csv":          `not in the output: ""`,
		"pandas.tsv":                "",
		"pandas.ndjson":             "",
		"pandas_upper.csv.gz":       "",
	} {
		got, rejects, found := labelsOf(t, Task{}, filepath.Join("testdata", file), "")
		if got != want || strings.Join(found, "; ") != notes {
			t.Errorf("%s: %s, notes %q, want %s, %q", file, got, found, want, notes)
		}
		if strings.HasPrefix(file, "pandas") != (len(rejects) == 1) || len(rejects) > 1 { // a row without a score
			t.Errorf("%s: rejects %q", file, rejects)
		}
	}
	for _, format := range []string{"csv", "ndjson"} {
		for file, want := range map[string]string{
			"duckdb_decimal.parquet": "12.5 1.0 -0.07 0.5 0.3 0.0",
			"duckdb_wide.parquet":    "12.5000 1.000 -0.0700 0.500 0.3000 0.000",
			"duckdb_float.parquet":   "1250.0 1.0 -7.0 0.5 30.0 0.0",
		} {
			out, _, notes, err := convert(Task{Format: format, NoFEN: true}, filepath.Join("testdata", file), "")
			if format == "csv" {
				_, out, _ = strings.Cut(out, "\n")
			}
			out = strings.NewReplacer(`{"eval":`, "", `{"EVAL":`, "", `{"Score":`, "", `"result":`, "", `"Result":`, "", `"`, "", "}", "", ",", " ", "\n", " ").Replace(out)
			if err != nil || strings.TrimSpace(out) != want || notes != nil {
				t.Errorf("%s to %s: %q, %q, %v, want %s", file, format, out, notes, err, want)
			}
		}
	}
}

const (
	labelFEN   = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
	labelStart = `{"fen":"` + labelFEN + `",`
)

// No name, type or place of a score makes it 0 in silence.
func TestLabels(t *testing.T) {
	const row = labelFEN + ","
	for _, test := range []struct {
		text, want string
		task       Task
		notes      string
	}{
		{"fen,Score,Result\n" + row + "12,1.0\n", "12,1.0", Task{}, ""},
		{"fen,SCORE,RESULT\n" + row + "10.0,1\n", "10,1.0", Task{}, ""},
		{"fen,score,result\n" + row + "-1e2,5e-1\n", "-100,0.5", Task{}, ""},
		{"fen,Eval,result\n" + row + "0.12,1.00\n", "12,1.0", Task{}, ""},
		{"fen,eval,result\n" + row + "#-3,0\n", "-32767,0.0", Task{}, ""},
		{"fen,score,result\n" + row + "#+3,0\n", "32767,0.0", Task{}, ""},
		{"fen,CP,result\n" + row + "+12,½-½\n", "12,0.5", Task{}, "the field CP contains the scores, in hundredths of a pawn"},
		{"fen,Evaluation,result\n" + row + "0.12,1-0\n", "12,1.0", Task{}, "the field Evaluation contains the scores, in pawns"},
		{"fen,evaluation,result\n" + row + "#2,1-0\n", "32767,1.0", Task{}, "the field evaluation contains the scores, in pawns"},
		{"fen,eval,evaluation,cp,score,result\n" + row + "0.1,0.2,30,40,1.0\n", "40,1.0", Task{}, "not in the output: eval, evaluation, cp"},
		{"fen,eval,evaluation,cp,result\n" + row + "0.1,0.2,30,1.0\n", "30,1.0", Task{}, "the field cp contains the scores, in hundredths of a pawn; not in the output: eval, evaluation"},
		{"fen,SCORE,score,result\n" + row + "1,2,1.0\n", "2,1.0", Task{}, "not in the output: SCORE"},
		{"fen,eval,score,result\n" + row + "0.1,7,1.0\n", "10,1.0", Task{Carry: "eval,result"}, ""},
		{"fen,eval,score,result\n" + row + "0.1,7,1.0\n", "10,1.0", Task{Carry: "EVAL,Result"}, ""},
		{"fen,eval,score,result\n" + row + "0.1,7,1.0\n", "7,1.0", Task{Where: "eval > 0"}, "not in the output: eval"},
		{"fen,other,result\n" + row + "7,1.0\n", "0,1.0", Task{NoLabels: true}, "every score is 0, because no field contains one; rows without a value of the field result get a draw; not in the output: other"},
		{"fen,score\n" + row + "7\n", "7,0.5", Task{NoLabels: true}, "every result is a draw, because no field contains one; rows without a value of the field score get a score of 0"},
		{"fen,score,result\n" + row + ",\n", "0,0.5", Task{NoLabels: true}, "rows without a value of the field score get a score of 0; rows without a value of the field result get a draw"},
		{labelFEN + "\n", "0,0.5", Task{NoLabels: true}, "every score is 0, because no field contains one; every result is a draw, because no field contains one"},
		{labelFEN + " | 10.0 | 1.00\n", "10,1.0", Task{}, ""},
		{labelStart + "\"score\":10.0,\"result\":1}\n", "10,1.0", Task{}, ""},
		{labelStart + "\"score\":\"77\",\"result\":\"1-0\"}\n", "77,1.0", Task{}, ""},
		{labelFEN + " | 7 | 1.0\n", "7,1.0", Task{Columns: "phase"}, "not in the output: the columns of Task.Columns, because the format marlin contains none"},
	} {
		got, rejects, notes := labelsOf(t, test.task, "-", test.text)
		if got != test.want || rejects != nil || strings.Join(notes, "; ") != test.notes {
			t.Errorf("%q with %+v: %s, rejects %q, notes %q, want %s, %q", test.text, test.task, got, rejects, notes, test.want, test.notes)
		}
	}
}

// A field that training formats need and do not find is an error that names the fields of the file.
func TestMissingLabels(t *testing.T) {
	const needs = "expected a field score, cp, eval or evaluation, in upper or lower case, found "
	for _, test := range []struct {
		path, text, want string
		task             Task
	}{
		{"-", "fen,Points,result\n" + labelFEN + ",1,1.0\n", needs + "Points, result (Schema.NoLabels writes a score of 0)", Task{}},
		{"-", labelFEN + "\n", needs + "none (Schema.NoLabels writes a score of 0)", Task{}},
		{"-", labelStart + "\"result\":1}\n", needs + "result (Schema.NoLabels", Task{}},
		{"-", "fen,score,won\n" + labelFEN + ",1,1.0\n", "expected a field result, in upper or lower case, found score, won (Schema.NoLabels writes a draw)", Task{}},
		{"-", labelFEN + " | 7 | 1.0\n", "Task.Carry: standard input: to the format marlin: " + needs + "result (Schema.NoLabels", Task{Carry: "result"}},
		{"-", labelFEN + " | 7 | 1.0\n", "found score (Schema.NoLabels writes a draw)", Task{Carry: "score"}},
		{"-", labelFEN + " | 7 | 1.0\n", `Task.Carry: expected names of fields of the input, score, result, found "eval"`, Task{Carry: "eval"}},
		{"-", "fen,SCORE,Score,result\n" + labelFEN + ",1,1,1.0\n", "expected one field score, found SCORE and Score", Task{}},
		{"-", "fen,SCORE,Score,result\n" + labelFEN + ",1,1,1.0\n", "expected one field score, found SCORE and Score", Task{Carry: "score,result"}},
		{"testdata/duckdb_cp.parquet", "", "expected a field ply, in upper or lower case, found cp, result, tag, and not read: list (a list or a group), groups (a list or a group), id (binary data of fixed length)", Task{Format: "viri"}},
		{"testdata/duckdb_cp.parquet", "", `found "id"; not read: list (a list or a group), groups (a list or a group), id (binary`, Task{Carry: "id"}},
		{"-", labelFEN + " | 7 | 1.0\n", "Task.NoLabels: expected the format viri, marlin or bullet, found csv", Task{Format: "csv", NoLabels: true}},
	} {
		if test.task.Format == "" {
			test.task.Format = "marlin"
		}
		_, _, _, err := convert(test.task, test.path, test.text)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %q with %+v: %v, want %q", test.path, test.text, test.task, err, test.want)
		}
	}
	// Values that are not scores or results are rejected, with the name of their field.
	for text, want := range map[string]string{
		"fen,cp,result\n" + labelFEN + ",0.5,1.0\n":                                  `line 2: cp: expected a whole number, found "0.5"`,
		"fen,cp,result\n" + labelFEN + ",Inf,1.0\n":                                  `line 2: cp: expected a whole number, found "Inf"`,
		"fen,cp,result\n" + labelFEN + ",1e300,1.0\n":                                `line 2: cp: expected a whole number, found "1e300"`,
		"fen,score,result\n" + labelFEN + ",#x,1.0\n":                                `line 2: score: expected pawns from -327.67 to 327.67 or # and moves to mate, found "#x"`,
		"fen,Score,Result\n" + labelFEN + ",1,2.0\n":                                 `line 2: Result: expected 1.0, 0.5 or 0.0, found "2.0"`,
		"fen,score,result\n" + labelFEN + ",1,0x1p-1\n":                              `line 2: result: expected 1.0, 0.5 or 0.0, found "0x1p-1"`,
		"fen,Evaluation,result\n" + labelFEN + ",35,1.0\n":                           `line 2: Evaluation: expected pawns with a decimal point`,
		"fen,eval,result\n" + labelFEN + ",400,1.0\n":                                `line 2: eval: expected pawns from`,
		labelStart + "\"score\":null,\"result\":1}\n":                                `line 1: score: expected a whole number, found nothing (Schema.NoLabels writes a score of 0)`,
		labelStart + "\"score\":10.5,\"result\":1}\n":                                `line 1: score: expected a whole number, found "10.5"`,
		labelStart + "\"result\":1}\n" + labelStart + "\"result\":1,\"score\":77}\n": `line 1: score: expected a whole number, found nothing (Schema.NoLabels writes a score of 0)`,
	} {
		_, rejects, _ := labelsOf(t, Task{}, "-", text)
		if len(rejects) != 1 || !strings.HasPrefix(rejects[0], want) {
			t.Errorf("%q: rejects %q, want %q", text, rejects, want)
		}
	}
}

// Decimal numbers as Arrow's libraries write them, in binary data of fixed length with a dictionary, are
// read with all their digits. Their rows are rejected by their number.
func TestDecimals(t *testing.T) {
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "fen", Type: arrow.BinaryTypes.String},
		{Name: "score", Type: &arrow.Decimal128Type{Precision: 4, Scale: 1}, Nullable: true},
		{Name: "result", Type: &arrow.Decimal128Type{Precision: 2, Scale: 1}},
		{Name: "id", Type: &arrow.Decimal128Type{Precision: 9}},
		{Name: "long", Type: &arrow.Decimal128Type{Precision: 38, Scale: 20}},
		{Name: "longer", Type: &arrow.Decimal256Type{Precision: 76, Scale: 76}},
	}, nil)
	path := filepath.Join(t.TempDir(), "a.parquet")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w, err := pqarrow.NewFileWriter(schema, f, parquet.NewWriterProperties(parquet.WithDictionaryDefault(true)), pqarrow.DefaultWriterProps())
	if err != nil {
		t.Fatal(err)
	}
	text128 := func(text string, precision, scale int32) decimal.Decimal128 {
		n, err := decimal.Decimal128FromString(text, precision, scale)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	const longest = "0.1234567890123456789012345678901234567890123456789012345678901234567890123456"
	for i, score := range []string{"12.0", "-999.0", "", "3.5", "0.0"} {
		b.Field(0).(*array.StringBuilder).Append(labelFEN)
		if score == "" {
			b.Field(1).AppendNull()
		} else {
			b.Field(1).(*array.Decimal128Builder).Append(text128(score, 4, 1))
		}
		b.Field(2).(*array.Decimal128Builder).Append(text128([]string{"0.0", "0.5", "1.0"}[i%3], 2, 1))
		b.Field(3).(*array.Decimal128Builder).Append(text128([]string{"-7", "123456789"}[i%2], 9, 0))
		b.Field(4).(*array.Decimal128Builder).Append(text128([]string{"-123456789012345678.00000000000000000001", "0.5", "-0.00000000000000000001"}[i%3], 38, 20))
		longer, err := decimal.Decimal256FromString([]string{"", "-"}[i%2]+longest, 76, 76)
		if err != nil {
			t.Fatal(err)
		}
		b.Field(5).(*array.Decimal256Builder).Append(longer)
	}
	if err := w.Write(b.NewRecordBatch()); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	got, rejects, _ := labelsOf(t, Task{}, path, "")
	if want := "12,0.0 -999,0.5 0,0.5"; got != want {
		t.Errorf("labels %s, want %s", got, want)
	}
	if want := []string{`row 3: score: expected a whole number, found nothing (Schema.NoLabels writes a score of 0)`, `row 4: score: expected a whole number, found "3.5"`}; !reflect.DeepEqual(rejects, want) {
		t.Errorf("rejects %q, want %q", rejects, want)
	}
	const wantCSV = "score,result,id,long,longer\n" +
		"12.0,0.0,-7,-123456789012345678.00000000000000000001," + longest + "\n" +
		"-999.0,0.5,123456789,0.50000000000000000000,-" + longest + "\n" +
		",1.0,-7,-0.00000000000000000001," + longest + "\n" +
		"3.5,0.0,123456789,-123456789012345678.00000000000000000001,-" + longest + "\n" +
		"0.0,0.5,-7,0.50000000000000000000," + longest + "\n"
	if csv, _, notes, err := convert(Task{Format: "csv", NoFEN: true}, path, ""); csv != wantCSV || notes != nil || err != nil {
		t.Errorf("%q, %q, %v, want %q", csv, notes, err, wantCSV)
	}
}

// Rows that training formats reject are reported by their number in the file, whatever the row groups, the
// blocks and the rows that were left out.
func TestRejectedRows(t *testing.T) {
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "fen", Type: arrow.BinaryTypes.String},
		{Name: "eval", Type: arrow.PrimitiveTypes.Float64, Nullable: true},
		{Name: "result", Type: arrow.PrimitiveTypes.Float64},
	}, nil)
	path := filepath.Join(t.TempDir(), "a.parquet")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w, err := pqarrow.NewFileWriter(schema, f, nil, pqarrow.DefaultWriterProps())
	if err != nil {
		t.Fatal(err)
	}
	var want, wantNotes []string
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	for row := 1; row <= 3000; row++ {
		fen, eval := labelFEN, 0.25
		switch {
		case row%13 == 0:
			fen = "nonsense"
			want = append(want, fmt.Sprintf("row %d: FEN", row))
		case row%29 == 0:
			eval = []float64{400, 1001, math.Inf(1), math.NaN()}[row%4]
			want = append(want, fmt.Sprintf("row %d: eval", row))
		case row%31 == 0:
			fen = "4k3/8/8/8/8/8/8/4K2R w Q - 0 1"
			wantNotes = append(wantNotes, fmt.Sprintf("row %d: impossible castling rights, left out", row))
		}
		b.Field(0).(*array.StringBuilder).Append(fen)
		b.Field(1).(*array.Float64Builder).Append(eval)
		b.Field(2).(*array.Float64Builder).Append(1)
		if row%700 == 0 || row == 3000 {
			if err := w.Write(b.NewRecordBatch()); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	places := func(problems []string) (list []string) {
		for _, text := range problems {
			place, problem, _ := strings.Cut(text, ": ")
			what, _, _ := strings.Cut(problem, ":")
			list = append(list, place+": "+what)
		}
		return list
	}
	for _, rows := range []int{0, 1, 7, 1000} {
		_, rejects, notes, err := convert(Task{Format: "marlin"}, path, "", func(o *Options) { o.blockRows = rows })
		if got := places(rejects); !slices.Equal(got, want) || !slices.Equal(places(notes), wantNotes) || err != nil {
			t.Errorf("%d rows together: %d rejects %.3q, %d notes, %v, want %d %.3q, %d", rows, len(got), got, len(notes), err, len(want), want, len(wantNotes))
		}
	}
	_, rejects, _, err := convert(Task{Format: "marlin", Sample: 0.5, Seed: 4}, path, "")
	got := places(rejects)
	for _, reject := range got {
		if !slices.Contains(want, reject) {
			t.Errorf("a sample rejects %q", reject)
		}
	}
	if len(got) < len(want)/3 || len(got) > len(want)*2/3 || err != nil {
		t.Errorf("a sample rejects %d of %d, %v", len(got), len(want), err)
	}
}

// Positions of .binpack that training formats reject are reported by their number, with their FEN.
func TestRejectedPositions(t *testing.T) {
	r := rand.New(rand.NewPCG(48, 3))
	var data []byte
	var want, fens []string
	for n := 1; n < 40_000; {
		game := binpacktest.Game(r, movegen.Start(), 100)
		for i := range game {
			if game[i].Score = int16(r.IntN(1000)); r.IntN(500) == 0 {
				game[i].Score = formats.NoScore
				want = append(want, fmt.Sprintf("row %d: score: expected a whole number, found nothing (Schema.NoLabels writes a score of 0)", n))
				fens = append(fens, game[i].Position.FEN())
			}
			n++
		}
		data = binpacktest.AppendChunk(data, binpacktest.AppendChain(nil, game))
	}
	var found []string
	_, rejects, _, err := convert(Task{Format: "bullet"}, "-", string(data), func(o *Options) {
		add := o.Reject
		o.Reject = func(r Rejected) {
			add(r)
			found = append(found, string(r.Text))
		}
	})
	if !slices.Equal(rejects, want) || !slices.Equal(found, fens) || err != nil {
		t.Errorf("%d rejects %.3q, %.3q, %v, want %d %.3q, %.3q", len(rejects), rejects, found, err, len(want), want, fens)
	}
}

// Objects may have fields that the first object lacks. A field that no object at the start of the file has
// is named once, or with Strict ends the run.
func TestLaterFields(t *testing.T) {
	got, _, _, err := convert(Task{Format: "csv", NoFEN: true}, "-", labelStart+"\"a\":1}\n"+labelStart+"\"b\":2,\"a\":3}\n# a comment\n{\"c\":null,\"FEN\":0,\"fen\":\""+labelFEN+"\"}\n")
	if want := "a,b,c,FEN\n1,,,\n3,2,,\n,,,0\n"; got != want || err != nil {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	text := strings.Repeat(labelStart+"\"score\":1,\"result\":0.5}\n", 20000)
	late := text + strings.Repeat(labelStart+"\"x\":1,\"result\":0,\"mate\":2}\n", 10000)
	const note = "line 20001: field x is left out, here and in later objects: no object in the first 65536 bytes has it; " +
		"line 20001: field mate is left out, here and in later objects: no object in the first 65536 bytes has it"
	for _, test := range []struct {
		task          Task
		notes, failed string
	}{
		{Task{Format: "csv"}, note, ""},
		{Task{Format: "csv", Strict: true}, "", "line 20001: field x: expected a field that an object in the first 65536 bytes has"},
		{Task{Format: "csv", Carry: "result", Strict: true}, "", ""},
		{Task{Format: "viri", Strict: true, Carry: "result"}, "", "expected a field ply"},
		{Task{Format: "fen", Strict: true}, "not in the output: score, result; " + note, ""},
	} {
		_, _, notes, err := convert(test.task, "-", late)
		if strings.Join(notes, "; ") != test.notes || (err == nil) != (test.failed == "") || err != nil && !strings.Contains(err.Error(), test.failed) {
			t.Errorf("%+v: notes %q, %v, want %q, %q", test.task, notes, err, test.notes, test.failed)
		}
	}
	// The number of notes is bounded.
	var many strings.Builder
	many.WriteString(text)
	for i := range 3000 {
		fmt.Fprintf(&many, "%s\"field%d\":1}\n", labelStart, i)
	}
	if _, _, notes, err := convert(Task{Format: "csv"}, "-", many.String()); len(notes) == 0 || len(notes) > mostUnknown || err != nil {
		t.Errorf("%d notes, %v", len(notes), err)
	}
}

// TestLongestLines reads lines of 65,536 bytes, and rejects longer ones.
func TestLongestLines(t *testing.T) {
	const fen, longest = "8/8/8/4k3/8/8/4K3/8 w - -", 1 << 16
	pad := func(before, after string, size int) string {
		return before + strings.Repeat("x", size-len(before)-len(after)) + after
	}
	for _, end := range []string{"\n", "\r\n", " \n", ""} {
		for _, test := range []struct{ head, before, after string }{
			{"", fen + " id ", ";"}, {"fen,note\n", fen + ",", ""}, {"{\"fen\":\"" + fen + "\",\"a\":\"\"}\n", "{\"fen\":\"" + fen + "\",\"a\":\"", "\"}"},
		} {
			text := test.head + fen + "\n"
			switch {
			case test.head != "" && test.head[0] == 'f':
				text = test.head + fen + ",y\n"
			case test.head != "":
				text = test.head
			}
			out, rejects, _, err := convert(Task{Format: "fen"}, "-", text+pad(test.before, test.after, longest)+end)
			if err != nil || strings.Count(out, "\n") != 2 || rejects != nil {
				t.Errorf("%.60q, line of %d bytes and %q: %d rows, %.200q, %v", text, longest, end, strings.Count(out, "\n"), rejects, err)
			}
			out, rejects, _, err = convert(Task{Format: "fen"}, "-", text+pad(test.before, test.after, longest+1)+end)
			if err != nil || strings.Count(out, "\n") != 1 || len(rejects) != 1 || !strings.Contains(rejects[0], "expected a ") {
				t.Errorf("%.60q, line of %d bytes and %q: %d rows, %.200q, %v", text, longest+1, end, strings.Count(out, "\n"), rejects, err)
			}
		}
	}
}

// Bytes that are not UTF-8 become U+FFFD in formats that have only UTF-8, with a note. CSV keeps them.
func TestNotUTF8(t *testing.T) {
	const text = "fen,name\n8/8/8/4k3/8/8/4K3/8 w - -,J\xe4rvi\n8/8/8/4k3/8/8/4K3/8 b - -,J\u00e4rvi\n"
	const note = `line 2: field "name": expected UTF-8, found other bytes, which become '�'`
	for format, want := range map[string]string{"csv": "J\xe4rvi", "ndjson": "J�rvi", "parquet": "J�rvi", "arrow": "J�rvi", "arrows": "J�rvi"} {
		task := Task{Format: format}
		if format == "parquet" {
			task.Compression = "none"
		}
		out, rejects, notes, err := convert(task, "-", text)
		noted := format != "csv"
		if err != nil || rejects != nil || !strings.Contains(out, want) || (len(notes) == 1) != noted || noted && notes[0] != note {
			t.Errorf("%s: notes %q, %q, %v, want %q in the output and %v", format, notes, rejects, err, want, noted)
		}
	}
}

// Files of a run have the same fields. The fields of the first file of NDJSON are the fields of all.
func TestFieldsOfFiles(t *testing.T) {
	open := func(texts ...string) (inputs []*records.Input) {
		for k, text := range texts {
			path := filepath.Join(t.TempDir(), fmt.Sprint(k))
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			in, err := registry.Open(path, nil, records.InputOptions{})
			if err != nil {
				t.Fatal(err)
			}
			inputs = append(inputs, in)
		}
		return inputs
	}
	task := Task{Format: "csv", Columns: "-", NoFEN: true, Workers: 1}
	inputs := open("{\"fen\":\""+labelFEN+"\",\"a\":1,\"b\":2}\n", "{\"b\":3,\"Fen\":\""+labelFEN+"\",\"c\":4}\n")
	o, err := task.Options(inputs)
	if err != nil {
		t.Fatal(err)
	}
	var notes []string
	o.Note = func(r Rejected) { notes = append(notes, r.Err.Error()) }
	ranges, err := records.Plan(inputs, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w, err := task.Write(o, &out)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Run(inputs, ranges, *o, w); err != nil || out.String() != "a,b\n1,2\n,3\n" || len(notes) != 1 || !strings.HasPrefix(notes[0], "field c is left out") {
		t.Errorf("%q, notes %q, %v", out.String(), notes, err)
	}
	_, err = task.Options(open("fen,a,b\n"+labelFEN+",1,2\n", "fen,b,a\n"+labelFEN+",1,2\n"))
	if err == nil || !strings.Contains(err.Error(), "in the same order and of the same types, a, b; found b, a") {
		t.Errorf("fields in another order: %v", err)
	}
}
