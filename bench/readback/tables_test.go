//go:build cgo && duckdb

package readback

import (
	"context"
	"database/sql/driver"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/marcboeker/go-duckdb"
)

// A tables is a folder for tables of other programs, with the command that reads them.
type tables struct {
	t            *testing.T
	dir, command string
	fens         []string
	scores       []int
	results      []string
}

func newTables(t *testing.T) *tables {
	x := &tables{t: t, dir: t.TempDir()}
	x.command = filepath.Join(x.dir, "koggestone")
	x.run("go", "build", "-C", "../..", "-o", x.dir, "./cmd/koggestone", "./annotate/cmd/koggestone-annotate")
	r := rand.New(rand.NewPCG(48, 2))
	var text strings.Builder
	text.WriteString("fen,score,result\n")
	for len(x.fens) < 20_000 {
		for fen := range corpus.Games().FENs() {
			fen = fmt.Sprintf("%s %d %d", fen, r.IntN(100), 1+r.IntN(200))
			score, result := r.IntN(60_000)-30_000, []string{"1.0", "0.5", "0.0"}[r.IntN(3)]
			x.fens, x.scores, x.results = append(x.fens, fen), append(x.scores, score), append(x.results, result)
			fmt.Fprintf(&text, "%s,%d,%s\n", fen, score, result)
		}
	}
	if err := os.WriteFile(filepath.Join(x.dir, "in.csv"), []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	return x
}

func (x *tables) run(name string, args ...string) string {
	x.t.Helper()
	text, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		x.t.Fatalf("%s %q: %v\n%s", name, args, err, text)
	}
	return string(text)
}

// check converts a table to marlinformat and compares its rows with the table's, except for rows
// that are missing there.
func (x *tables) check(file string, missing func(i int) bool, notes ...string) {
	x.t.Helper()
	boards, rows := filepath.Join(x.dir, "out.marlin"), filepath.Join(x.dir, "rows.csv")
	said := x.run(x.command, "annotate", filepath.Join(x.dir, file), "--out", boards)
	for _, note := range notes {
		if !strings.Contains(said, note) {
			x.t.Errorf("%s: %q, want %q", file, said, note)
		}
	}
	x.run(x.command, "annotate", boards, "--columns", "-", "--out", rows)
	got, err := os.ReadFile(rows)
	if err != nil {
		x.t.Fatal(err)
	}
	var want strings.Builder
	want.WriteString("fen,score,result\n")
	for i, fen := range x.fens {
		if missing == nil || !missing(i) {
			fmt.Fprintf(&want, "%s,%d,%s\n", fen, x.scores[i], x.results[i])
		}
	}
	if string(got) == want.String() {
		return
	}
	left, right := strings.Split(string(got), "\n"), strings.Split(want.String(), "\n")
	for i := range min(len(left), len(right)) {
		if left[i] != right[i] {
			x.t.Errorf("%s: row %d is %s, want %s", file, i, left[i], right[i])
			return
		}
	}
	x.t.Errorf("%s: %d lines, want %d", file, len(left), len(right))
}

// Tables that DuckDB writes in all types of numbers become training data with the same labels.
func TestTablesOfDuckDB(t *testing.T) {
	x := newTables(t)
	connector, err := duckdb.NewConnector("", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer connector.Close()
	conn, err := connector.Connect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	execute := func(text string) {
		t.Helper()
		if _, err := conn.(driver.ExecerContext).ExecContext(context.Background(), text, nil); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	execute("SET threads = 1") // keeps the order of the rows
	execute("CREATE TABLE t AS SELECT *, row_number() OVER () - 1 AS i FROM read_csv('" + filepath.Join(x.dir, "in.csv") + "', types = {'score': 'INTEGER', 'result': 'DECIMAL(2,1)'})")
	write := func(file, columns string) {
		t.Helper()
		options := map[string]string{".parquet": "FORMAT parquet, ROW_GROUP_SIZE 3000", ".csv": "FORMAT csv, HEADER", ".ndjson": "FORMAT json"}[filepath.Ext(file)]
		execute("COPY (SELECT " + columns + " FROM t ORDER BY i) TO '" + filepath.Join(x.dir, file) + "' (" + options + ")")
	}
	for n, columns := range []string{
		"fen, score, result",
		"fen AS FEN, score AS Score, result AS RESULT",
		"fen, score::SMALLINT AS cp, result::DOUBLE AS result",
		"fen, score::DOUBLE AS score, result::FLOAT AS Result",
		"fen, score::HUGEINT AS score, result::DECIMAL(4,2) AS result",
		"fen, score::DECIMAL(5,0) AS score, result::DECIMAL(18,3) AS result",
		"fen, score::DECIMAL(9,2) AS score, result::DECIMAL(38,1) AS result",
		"fen, score::DECIMAL(38,3) AS score, result",
		"fen, score::VARCHAR AS score, result::VARCHAR AS result",
		"fen, (score / 100)::DECIMAL(5,2) AS eval, result",
		"fen, (score / 100)::DOUBLE AS Eval, result",
		"fen, (score / 100)::DECIMAL(30,4) AS evaluation, result",
	} {
		for _, extension := range []string{".parquet", ".csv", ".ndjson"} {
			file := fmt.Sprint("t", n, extension)
			write(file, columns)
			x.check(file, nil, "rows: ")
		}
	}
	write("null.parquet", "fen, CASE WHEN i % 10 > 0 THEN score END AS score, result")
	x.check("null.parquet", func(i int) bool { return i%10 == 0 }, "row 1: score: ", "rejected: ")
	write("more.parquet", "fen, score, result, i, [1, 2] AS list, {'a': i} AS pair, uuid() AS id, i::HUGEINT AS large")
	x.check("more.parquet", nil, "note: not in the output: i, large, list (a list or a group), pair (a list or a group), id (binary data of fixed length)")
	// Decimal numbers keep all digits.
	write("digits.parquet", "fen, (i * 1234567891234567.89)::DECIMAL(38,10) AS a, (i - 9000)::DECIMAL(12,3) / 8 AS b, (-i)::DECIMAL(18,0) AS c, (i / 100)::DECIMAL(15,2) AS d")
	x.run(x.command, "annotate", filepath.Join(x.dir, "digits.parquet"), "--columns", "-", "--out", filepath.Join(x.dir, "digits.csv"))
	different := query(t, conn, `SELECT count(*) FROM (SELECT *, row_number() OVER () AS n FROM read_parquet('`+filepath.Join(x.dir, "digits.parquet")+`')) x
		JOIN (SELECT *, row_number() OVER () AS n FROM read_csv('`+filepath.Join(x.dir, "digits.csv")+`', all_varchar = true)) y USING (n)
		WHERE x.a::VARCHAR = y.a AND x.b = y.b::DOUBLE AND x.c = y.c::BIGINT AND x.d = y.d::DECIMAL(15,2) AND x.fen = y.fen`)
	values := make([]driver.Value, 1)
	if err := different.Next(values); err != nil || values[0] != int64(len(x.fens)) {
		t.Errorf("%v rows of decimal numbers are the same, %v, want %d", values, err, len(x.fens))
	}
}

// Tables that pandas writes become training data with the same labels. If scores are missing, whole
// numbers are floats in pandas.
func TestTablesOfPandas(t *testing.T) {
	python := ""
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(name, "-c", "import pandas").Run() == nil {
			python = name
			break
		}
	}
	if python == "" {
		t.Skip("no Python with pandas")
	}
	x := newTables(t)
	t.Chdir(x.dir)
	x.run(python, "-c", `
import pandas
d = pandas.read_csv("in.csv")
d.to_csv("whole.csv", index=False)
d.to_csv("index.csv.gz")
d.rename(columns=str.upper).to_csv("upper.tsv", index=False, sep="\t")
d.to_json("whole.ndjson", orient="records", lines=True)
e = d.copy()
e["eval"] = e.pop("score") / 100
e.to_csv("eval.csv", index=False)
e.to_json("eval.ndjson.bz2", orient="records", lines=True)
d.loc[::10, "score"] = None
d.to_csv("some.csv", index=False)
d.to_json("some.ndjson.gz", orient="records", lines=True)
d["score"] = d.score.astype("Int64")
d.to_csv("nullable.csv", index=False)
`)
	for _, file := range []string{"whole.csv", "upper.tsv", "whole.ndjson", "eval.csv", "eval.ndjson.bz2"} {
		x.check(file, nil, "rows: 20")
	}
	x.check("index.csv.gz", nil, `note: not in the output: ""`)
	missing := func(i int) bool { return i%10 == 0 }
	for _, file := range []string{"some.csv", "some.ndjson.gz", "nullable.csv"} {
		x.check(file, missing, "rejected: ")
	}
}
