//go:build cgo && duckdb

package readback

import (
	"bytes"
	"context"
	"database/sql/driver"
	"encoding/binary"
	"encoding/csv"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/data/columns"
	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/marcboeker/go-duckdb"
)

// scored are positions of games with a score and a result, and some that are not legal.
func scored() string {
	var b strings.Builder
	results := []string{"1.0", "0.5", "0.0"}
	for i := 0; i < 30_000; {
		for fen := range corpus.Games().FENs() {
			fmt.Fprintf(&b, "%s %d %d | %d | %s\n", fen, i%100, 1+i%200, i*7919%60000-30000, results[i%3])
			if i++; i%100 == 0 {
				b.WriteString("8/8/8/4k3/8/8/8/8 w - - 0 1 | 0 | 0.5\n")
			}
		}
	}
	return b.String()
}

// DuckDB reads the same rows from Parquet as the CSV file has, and the metadata describe the
// columns.
func TestReadBack(t *testing.T) {
	dir := t.TempDir()
	command, in := filepath.Join(dir, "koggestone"), filepath.Join(dir, "in.txt")
	run := func(name string, args ...string) {
		t.Helper()
		if text, err := exec.Command(name, args...).CombinedOutput(); err != nil {
			t.Fatalf("%s %q: %v\n%s", name, args, err, text)
		}
	}
	run("go", "build", "-C", "../..", "-o", dir, "./cmd/koggestone", "./annotate/cmd/koggestone-annotate")
	if err := os.WriteFile(in, []byte(scored()), 0o666); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range columns.All() {
		names = append(names, c.Name)
	}
	for _, out := range []string{"out.csv", "out.parquet"} {
		run(command, "annotate", in, "--columns", strings.Join(names, ","), "--out", filepath.Join(dir, out))
	}
	text, err := os.Open(filepath.Join(dir, "out.csv"))
	if err != nil {
		t.Fatal(err)
	}
	want, err := csv.NewReader(text).ReadAll()
	if err != nil || len(want) < 30_000 {
		t.Fatalf("%d rows, %v", len(want), err)
	}

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
	t.Run("parquet", func(t *testing.T) {
		path := filepath.Join(dir, "out.parquet")
		compare(t, query(t, conn, "SELECT * FROM read_parquet('"+path+"')"), want)
		docs := map[string]string{}
		rows := query(t, conn, "SELECT decode(key), decode(value) FROM parquet_kv_metadata('"+path+"')")
		for values := make([]driver.Value, 2); rows.Next(values) == nil; {
			docs[values[0].(string)] = values[1].(string)
		}
		for _, c := range columns.All() {
			if !strings.HasPrefix(docs["koggestone."+c.Name], c.Doc) {
				t.Errorf("%s is documented as %q", c.Name, docs["koggestone."+c.Name])
			}
		}
	})
	for _, name := range []string{"annotate.md", "start.md"} {
		page, err := os.ReadFile("../../docs/" + name)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(name, func(t *testing.T) { pageQueries(t, conn, command, page) })
	}
}

// pageQueries runs the queries of a page on the table that the page makes before them, and compares the results with the
// text below each.
func pageQueries(t *testing.T, conn driver.Conn, command string, page []byte) {
	arguments := regexp.MustCompile(`(?m)^\$ koggestone (annotate (?:examples/)?games\.pgn (?:[^\n]*\\\n)*[^\n]* --out games\.parquet)$`).FindAllSubmatch(page, -1)
	queries := regexp.MustCompile("(?s)```sql\n(.*?)```\n\n```text\n(.*?)```").FindAllSubmatch(page, -1)
	if len(arguments) == 0 || len(queries) == 0 {
		t.Fatalf("%d commands and %d queries in the documentation", len(arguments), len(queries))
	}
	games, err := filepath.Abs("../../examples/games.pgn")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	line := string(bytes.ReplaceAll(arguments[len(arguments)-1][1], []byte("\\\n"), nil))
	args := strings.Fields(line)
	args[1] = games
	if text, err := exec.Command(command, args...).CombinedOutput(); err != nil {
		t.Fatalf("%q: %v\n%s", args, err, text)
	}
	for _, q := range queries {
		rows := query(t, conn, string(q[1]))
		got := strings.Join(rows.Columns(), ",") + "\n"
		for values := make([]driver.Value, len(rows.Columns())); rows.Next(values) == nil; {
			var fields []string
			for _, v := range values {
				fields = append(fields, fmt.Sprint(v))
			}
			got += strings.Join(fields, ",") + "\n"
		}
		if got != string(q[2]) {
			t.Errorf("%s\nprints\n%swant\n%s", q[1], got, q[2])
		}
	}
}

func query(t *testing.T, conn driver.Conn, text string) driver.Rows {
	t.Helper()
	rows, err := conn.(driver.QueryerContext).QueryContext(context.Background(), text, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { rows.Close() })
	return rows
}

// compare compares rows with records of CSV, names first.
func compare(t *testing.T, rows driver.Rows, want [][]string) {
	t.Helper()
	if !slices.Equal(rows.Columns(), want[0]) {
		t.Fatalf("columns %v, want %v", rows.Columns(), want[0])
	}
	values := make([]driver.Value, len(want[0]))
	for n, record := range want[1:] {
		if err := rows.Next(values); err != nil {
			t.Fatalf("row %d: %v", n, err)
		}
		for k, value := range values {
			if got := textOf(value); got != record[k] {
				t.Fatalf("%s of row %d is %s, want %s", want[0][k], n, got, record[k])
			}
		}
	}
	if rows.Next(values) == nil {
		t.Errorf("more than %d rows", len(want)-1)
	}
}

// textOf returns a value in the form of CSV.
func textOf(value any) string {
	var words []string
	switch v := value.(type) {
	case bool:
		return map[bool]string{false: "0", true: "1"}[v]
	case float64:
		return strconv.FormatFloat(v, 'f', 1, 64)
	case []byte:
		for ; len(v) >= 8; v = v[8:] {
			words = append(words, strconv.FormatUint(binary.LittleEndian.Uint64(v), 10))
		}
		return strings.Join(words, " ")
	case []any:
		for _, word := range v {
			words = append(words, fmt.Sprint(word))
		}
		return strings.Join(words, " ")
	}
	return fmt.Sprint(value)
}
