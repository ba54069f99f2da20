package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/annotate"
	"github.com/koggestone/koggestone/annotate/internal/registry"
	"github.com/koggestone/koggestone/data/columns"
	"github.com/koggestone/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/cli/clitest"
	"github.com/koggestone/koggestone/internal/corpus"
)

// command runs a command on the given standard input.
func run(stdin string, args ...string) (code int, stdout, stderr string) {
	return clitest.Run(program(), stdin, args...)
}

var exact = flag.Bool("exact", false, "run slow tests whole")

func TestMain(m *testing.M) { clitest.Main(m, program()) }

// manyFENs returns lines of positions with scores, with duplicates, malformed lines, and
// scores that training formats cannot contain.
func manyFENs(n int) string {
	var b strings.Builder
	for i := 0; i < n; {
		for fen := range corpus.Games().FENs() {
			fmt.Fprintf(&b, "%s %d %d | %d | 0.5\n", fen, i*7919%100, 1+i%5000, i*7919%33000)
			if i++; i%1000 == 999 {
				fmt.Fprintf(&b, "line %d holds none\n", i)
			}
		}
	}
	return b.String()
}

// outputOf returns the files that a run of annotate wrote, by name.
func outputOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if info, err := os.Stat(path); err == nil && info.IsDir() { // a link
			return nil
		}
		data, err := os.ReadFile(path)
		files[path[len(dir):]] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

const annotated = "fen,legal_moves,in_check,captures,checkmate,stalemate\n" +
	clitest.Castled + ",43,0,5,0,0\n" +
	"8/6p1/8/8/3R4/6R1/8/k6K b - - 0 1,5,0,0,0,0\n"

func TestAnnotate(t *testing.T) {
	dir := t.TempDir()
	in := filepath.Join(dir, "in.fen")
	if err := os.WriteFile(in, []byte(clitest.TwoFENs), 0o666); err != nil {
		t.Fatal(err)
	}
	const list = "legal_moves,in_check,captures,checkmate,stalemate"
	code, stdout, stderr := run("", in, "--columns", list, "--format", "csv")
	if code != cli.ExitOK || stdout != annotated || !strings.Contains(stderr, "rows: 2 of 2 positions") || strings.Contains(stderr, "filtered") {
		t.Errorf("exit %d, %q, %q, want %q", code, stdout, stderr, annotated)
	}
	code, stdout, _ = run(clitest.TwoFENs, "-", "--columns", list)
	if code != cli.ExitOK || stdout != annotated {
		t.Errorf("standard input: exit %d, %q", code, stdout)
	}
	code, stdout, _ = run(clitest.TwoFENs, "-", "--columns", "-", "--canonical", "--format", "fen")
	if want := clitest.Castled + " 0 1\n8/6p1/8/8/3R4/6R1/8/k6K b - - 0 1\n"; code != cli.ExitOK || stdout != want {
		t.Errorf("canonical: exit %d, %q, want %q", code, stdout, want)
	}

	// Output files, with --report and --rejects.
	out, report, rejects := filepath.Join(dir, "out.parquet"), filepath.Join(dir, "report"), filepath.Join(dir, "rejects")
	code, stdout, stderr = run("no\n"+clitest.TwoFENs, "-", "--out", out, "--report", report, "--rejects", rejects)
	if code != cli.ExitOK || stdout != "" || !strings.Contains(stderr, "line 1: FEN") {
		t.Errorf("exit %d, %q, %q", code, stdout, stderr)
	}
	if data, err := os.ReadFile(out); err != nil || !bytes.HasPrefix(data, []byte("PAR1")) || !bytes.HasSuffix(data, []byte("PAR1")) {
		t.Errorf("%d bytes of Parquet, %v", len(data), err)
	}
	var r annotate.Report
	if data, err := os.ReadFile(report); err != nil || json.Unmarshal(data, &r) != nil || r.Rows != 2 || r.Rejected != 1 {
		t.Errorf("report %s, %v", data, err)
	}
	if data, err := os.ReadFile(rejects); err != nil || !strings.HasPrefix(string(data), "standard input\tline 1\tFEN: ") || !strings.HasSuffix(string(data), "\t\"no\"\n") {
		t.Errorf("rejects %q, %v", data, err)
	}
}

// The output does not depend on the number of workers, in any format.
func TestAnnotateWorkers(t *testing.T) {
	var positions strings.Builder
	for range 20 {
		for fen := range corpus.Games().FENs() {
			positions.WriteString(fen + " | 12 | 0.5\n")
		}
	}
	games := strings.Repeat("[Event \"a\"]\n[Result \"1-0\"]\n\n{ [%eval 0.3] } 1. e4 { [%eval 0.25] } e5 { [%eval -0.5] } 2. Nf3 1-0\n\n", 5000)
	dir := t.TempDir()
	for _, f := range registry.OutputFormats() {
		format := f.Name
		text := positions.String()
		if format == "viri" {
			text = games
		}
		var first []byte
		for _, workers := range []string{"1", "3", "16"} {
			out := filepath.Join(dir, "out")
			if code, _, stderr := run(text, "-", "--format", format, "--out", out, "--workers", workers, "--columns", "moves,king"); code != cli.ExitOK {
				t.Fatal(stderr)
			}
			data, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = data
			}
			if !bytes.Equal(data, first) {
				t.Errorf("%s: %s workers write something else than one", format, workers)
			}
			if err := os.RemoveAll(filepath.Join(dir, "out")); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestAnnotateBadInput(t *testing.T) {
	dir := t.TempDir()
	kept := filepath.Join(dir, "kept.csv")
	if err := os.WriteFile(kept, []byte("kept"), 0o666); err != nil {
		t.Fatal(err)
	}
	_, game, stderr := run("1. e4 e5 1-0\n", "-", "--from", "pgn", "--format", "viri", "--no-labels")
	if !strings.Contains(stderr, "rows: 3 of 3 positions") {
		t.Errorf("a game without evaluations: %s", stderr)
	}
	for _, test := range []struct {
		stdin, want string
		args        []string
	}{
		{"", "expected a file of positions", nil},
		{"", "standard input: expected positions, found none", []string{"-"}},
		{"4k3/8/8/8/8/8/8/4K3 w - -", "expected the name of a file or - for standard input, found an empty name", []string{""}},
		{"\x00\xff\n\x01", "standard input: expected text, found binary data", []string{"-"}},
		{"\x00\xff\n\x01", "standard input: no line is a FEN; is this the right file? First: line 1: ", []string{"-", "--from", "fen"}},
		{"\x28\xb5\x2f\xfdgarbage", "standard input: ", []string{"-"}},
		{"\x1f\x8b\x08\xffgarbage", "standard input: gzip, after 0 decompressed bytes: ", []string{"-"}},
		{clitest.TwoFENs, "no such file", []string{filepath.Join(dir, "missing")}},
		{clitest.TwoFENs, "expected a file, found a folder", []string{dir}},
		{clitest.TwoFENs, `--columns: expected the name of a column or of a group of columns, such as legal_moves, found "legal_move"`, []string{"-", "--columns", "legal_move"}},
		{"fen,score\n4k3/8/8/8/8/8/8/4K3 w - -,1\n", "; score is a field of the input, which --carry selects", []string{"-", "--columns", "score"}},
		{clitest.TwoFENs, "--where: unknown name legalmoves; did you mean legal_moves?", []string{"-", "--where", "legalmoves > 20"}},
		{clitest.TwoFENs, "--where: unknown name foo; fields of the input: none; --list shows the columns", []string{"-", "--where", "popcount(foo) > 1"}},
		{"fen,score\n" + clitest.Castled + ",1\n", "--where: unknown name rating; fields of the input: score; --list", []string{"-", "--where", "rating > 1"}},
		{"fen,score\n" + clitest.Castled + ",1\n", "--where: unknown name score: --carry leaves out this field", []string{"-", "--where", "score > 1", "--carry", "-"}},
		{clitest.TwoFENs, `unexpected token Operator("=") (1:13); write == to compare`, []string{"-", "--where", "legal_moves = 20"}},
		{clitest.TwoFENs, "missing.csv: no such file or directory; did you mean --out missing.csv?", []string{"-", "missing.csv"}},
		{clitest.TwoFENs, "--format: expected one of csv", []string{"-", "--format", "xls"}},
		{clitest.TwoFENs, "--from: expected one of fen", []string{"-", "--from", "xls"}},
		{clitest.TwoFENs, "--sample: expected a share", []string{"-", "--sample", "2"}},
		{clitest.TwoFENs, "--shard: expected I/N", []string{"-", "--shard", "3/3"}},
		{clitest.TwoFENs, "--shard: expected I/N", []string{"-", "--shard", "1/3/zzz"}},
		{clitest.TwoFENs, "--shard: expected I/N", []string{"-", "--shard", "0/2junk"}},
		{clitest.TwoFENs, "--sample: expected a share above 0", []string{"-", "--sample", "0"}},
		{clitest.TwoFENs, "--sample: expected a share above 0", []string{"-", "--sample", "some"}},
		{clitest.TwoFENs, "a stream", []string{"-", "--shard", "0/3"}},
		{clitest.TwoFENs, "--where: ", []string{"-", "--where", "legal_moves +"}},
		{clitest.TwoFENs, "--where: expected an expression without loops", []string{"-", "--where", "all(1..1000, # > 0)"}},
		{clitest.TwoFENs, "--unique-memory: ", []string{"-", "--unique", "--unique-memory", "much"}},
		{clitest.TwoFENs, "--carry: ", []string{"-", "--carry", "rating"}},
		{clitest.TwoFENs, "--report: expected a file, found -", []string{"-", "--report", "-"}},
		{clitest.TwoFENs, "--rejects: expected a file, found -", []string{"-", "--rejects", "-"}},
		{"fen,legal_moves\n" + clitest.Castled + ",1\n", `standard input: field "legal_moves" has the name of a column: add --carry - (copy no fields), or choose other columns by --columns`, []string{"-"}},
		{"fen,FEN,fen\n" + clitest.Castled + ",1,2\n", `standard input: field "fen" has the name of another part of the output: choose the fields by --carry`, []string{"-"}},
		{"fen,score,score\n" + clitest.Castled + ",1,2\n", `standard input: field "score" has the name of another field: rename one of them, or choose other fields by --carry`, []string{"-"}},
		{"fen,score,score,result\n" + clitest.Castled + ",1,2,1\n", "to the format marlin: expected one field score, found score and score", []string{"-", "--format", "marlin"}},
		{"fen,Score,SCORE,result\n" + clitest.Castled + ",1,2,1\n", "to the format marlin: expected one field score, found Score and SCORE", []string{"-", "--format", "marlin"}},
		{clitest.TwoFENs, "expected columns, fields or the FEN to write, found none", []string{"-", "--columns", "-", "--no-fen", "--format", "ndjson"}},
		{`{"fen":"8/8/8/4k3/8/8/4K3/8 w - -","score":1,"score":2}` + "\n", "standard input: line 1: field score: expected one value, found several", []string{"-"}},
		{`{"fen":"8/8/8/4k3/8/8/4K3/8 w - -","fen":"8/8/8/4k3/8/8/4K3/8 w - -"}` + "\n", "standard input: line 1: field fen: expected one value, found several", []string{"-"}},
		{game, "standard input: byte 0: --where: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1: ", []string{"-", "--from", "viri", "--where", "int(fen) > 0"}},
		{clitest.TwoFENs + "bad\n", "standard input: line 5: FEN", []string{"-", "--strict", "--out", filepath.Join(dir, "strict.csv")}},
	} {
		code, _, stderr := run(test.stdin, append([]string(nil), test.args...)...)
		if code != cli.ExitBadInput || !strings.Contains(stderr, test.want) || strings.Count(stderr, "\n") > 3 {
			t.Errorf("%q: exit %d, %q, want %q", test.args, code, stderr, test.want)
		}
	}
	// After an error the old output is unchanged.
	cut := "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x4b"
	if code, _, _ := run(cut, "-", "--out", kept); code != cli.ExitBadInput {
		t.Error("no error for data cut off")
	}
	if data, err := os.ReadFile(kept); string(data) != "kept" || err != nil {
		t.Errorf("%q, %v, want what was there before", data, err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".koggestone-*")); left != nil {
		t.Errorf("%v are left", left)
	}
}

// It is an error if two outputs are one file, or an output is an input. No file changes.
func TestAnnotateCollisions(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range map[string]string{"in.fen": clitest.TwoFENs, "kept": "kept"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, link := range [][2]string{{"in.fen", "link.fen"}, {"kept", "kept.link"}} {
		if err := os.Symlink(link[0], link[1]); err != nil {
			t.Skip(err)
		}
	}
	if err := os.Link("in.fen", "hard.fen"); err != nil {
		t.Skip(err)
	}
	for _, args := range []string{
		"--out z --report z", "--out z --rejects z", "--out z --rejects ./z", "--out - --rejects z --report z", "--rejects in.fen", "--report in.fen",
		"--rejects link.fen", "--report hard.fen", "--out in.fen", "--out ./in.fen", "--out link.fen", "--out hard.fen", "--out kept --report kept.link",
	} {
		code, stdout, stderr := run("", append([]string{"in.fen"}, strings.Fields(args)...)...)
		if code != cli.ExitBadInput || stdout != "" || !isCollision(stderr) {
			t.Errorf("%s: exit %d, %q", args, code, stderr)
		}
	}
	files := outputOf(t, dir)
	if len(files) != 5 || files["/in.fen"] != clitest.TwoFENs || files["/kept"] != "kept" {
		t.Errorf("files %q", files)
	}
	if code, _, stderr := run("", "in.fen", "--out", "/dev/null", "--rejects", "/dev/null"); code != cli.ExitOK {
		t.Errorf("exit %d, %q", code, stderr)
	}
}

// isCollision reports whether a message is about an output that is another file of the run.
func isCollision(message string) bool {
	return strings.Contains(message, ": expected a file of its own, found ") || strings.HasSuffix(message, " is also an input; write to another file\n")
}

// Without a row, a bad file causes one line on standard error, and no header.
func TestAnnotateWrongFile(t *testing.T) {
	for stdin, want := range map[string]string{
		"bad\n":                               "standard input: line 1: FEN: ",
		strings.Repeat("This is text.\n", 30): "standard input: no line is a FEN; is this the right file? First: line 1: FEN: ",
		"fen,x\nbad,1\nbad,2\n":               "standard input: no record is a position; is this the right file? First: line 2: FEN: ",
	} {
		code, stdout, stderr := run(stdin, "-")
		if code != cli.ExitBadInput || stdout != "" || !strings.HasPrefix(stderr, "koggestone: "+want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%.20q: exit %d, %q, %q", stdin, code, stdout, stderr)
		}
	}
	code, stdout, stderr := run(clitest.TwoFENs+strings.Repeat("bad\n", 30), "-", "--where", "legal_moves > 999", "--columns", "king")
	if code != cli.ExitOK || !strings.HasPrefix(stdout, "fen,") || strings.Count(stdout, "\n") != 1 || strings.Count(stderr, "\n") != 22 {
		t.Errorf("no row: exit %d, %q, %q", code, stdout, stderr)
	}
}

func namesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// Standard input and output are files as well, which no output may share.
func TestAnnotateStreams(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, test := range []struct {
		stdin, stdout, args string
		code                int
	}{
		{"in.fen", "", "- --rejects in.fen --out o", cli.ExitBadInput},
		{"in.fen", "", "- --report in.fen --out o", cli.ExitBadInput},
		{"in.fen", "", "- --report link.fen --out o", cli.ExitBadInput},
		{"in.fen", "in.fen", "-", cli.ExitBadInput},
		{"", "in.fen", "in.fen", cli.ExitBadInput},
		{"", "in.fen", "in.fen --out in.fen", cli.ExitBadInput},
		{"", "out", "in.fen --rejects out", cli.ExitBadInput},
		{"", "out", "in.fen --report out", cli.ExitBadInput},
		{"in.fen", "out", "- --rejects r", cli.ExitOK},
		{"in.fen", "", "- --out in.fen --columns - --format fen", cli.ExitBadInput},
	} {
		for name, text := range map[string]string{"in.fen": clitest.TwoFENs, "out": "", "link.fen": ""} {
			os.Remove(name)
			if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		os.Remove("link.fen")
		if err := os.Link("in.fen", "link.fen"); err != nil {
			t.Skip(err)
		}
		var stdin io.Reader = strings.NewReader("")
		if test.stdin != "" {
			f, err := os.Open(test.stdin)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			stdin = f
		}
		var stdout io.Writer = io.Discard
		if test.stdout != "" {
			f, err := os.OpenFile(test.stdout, os.O_WRONLY|os.O_APPEND, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			stdout = f
		}
		var stderr strings.Builder
		code := program().Run(append([]string(nil), strings.Fields(test.args)...), stdin, stdout, &stderr)
		if code != test.code || code != cli.ExitOK && !isCollision(stderr.String()) {
			t.Errorf("%+v: exit %d, %s", test, code, stderr.String())
		}
		if data, err := os.ReadFile("in.fen"); code != cli.ExitOK && (err != nil || string(data) != clitest.TwoFENs) {
			t.Errorf("%+v: the input is %q, %v", test, data, err)
		}
	}
}

// Names of files may contain any bytes.
func TestAnnotateNames(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.WriteFile("i\xfe.fen", []byte(clitest.TwoFENs), 0o666); err != nil {
		t.Skip(err)
	}
	names := []string{"i\xfe.fen", "j\xfe.json", "o\xfe.csv", "r\xff"}
	if code, _, stderr := run("", names[0], "--report", names[1], "--out="+names[2], "--rejects", names[3]); code != cli.ExitOK {
		t.Errorf("exit %d, %s", code, stderr)
	}
	if got := namesIn(t, dir); !slices.Equal(got, names) {
		t.Errorf("files %q, want %q", got, names)
	}
}

// Texts of NDJSON are texts on the way to formats for training. A run that rejects every
// record is an error.
func TestAnnotateRejectedAll(t *testing.T) {
	dir := t.TempDir()
	const scores = "4k3/8/8/8/8/8/8/4K2R w K - 0 1 | 40000 | 1.0\n4k3/8/8/8/8/8/8/4K2R w K - 0 1 | 40 | 1.0\n" // one is too large
	if code, _, stderr := run(scores, "-", "--format", "marlin", "--out", filepath.Join(dir, "one")); code != cli.ExitOK || !strings.Contains(stderr, "rows: 1 of 2 positions") {
		t.Errorf("exit %d, %s", code, stderr)
	}
	rows, games := filepath.Join(dir, "r.ndjson"), filepath.Join(dir, "r.viri")
	if code, _, stderr := run("[Event \"a\"]\n[Result \"1-0\"]\n\n{ [%eval 0.3] } 1. e4 { [%eval 0.3] } e5 { [%eval 0.2] } 2. Nf3 { [%eval 0.1] } 1-0\n", "-", "--from", "pgn", "--out", rows, "--columns", "-"); code != cli.ExitOK {
		t.Fatal(stderr)
	}
	code, _, stderr := run("", rows, "--out", games)
	if code != cli.ExitOK || !strings.Contains(stderr, "rows: 4 of 4") {
		t.Errorf("exit %d, %s", code, stderr)
	}
	code, stdout, stderr := run("", games, "--columns", "-", "--format", "csv")
	if code != cli.ExitOK || !strings.Contains(stdout, ",e2e4,") {
		t.Errorf("exit %d, %q, %s", code, stdout, stderr)
	}
	none := filepath.Join(dir, "none")
	code, _, stderr = run("fen,result,score\n"+clitest.Castled+",unknown,3\n", "-", "--format", "marlin", "--out", none)
	if code != cli.ExitBadInput || !strings.Contains(stderr, "all records are rejected; standard input: line 2: result: expected 1.0, 0.5 or 0.0, found \"unknown\"") {
		t.Errorf("exit %d, %s", code, stderr)
	}
	if _, err := os.Stat(none); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an output is there: %v", err)
	}
}

func TestAnnotateWriteErrors(t *testing.T) {
	var errs bytes.Buffer
	if code := program().Run([]string{"-"}, strings.NewReader(corpus.Games().Text), &clitest.ErrWriter{Err: errors.New("no space")}, &errs); code != cli.ExitBadInput {
		t.Errorf("exit %d, %s", code, errs.String())
	}
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full here")
	}
	for _, format := range []string{"csv", "parquet"} {
		code, _, stderr := run(corpus.Games().Text, "-", "--format", format, "--out", "/dev/full")
		if code != cli.ExitBadInput || !strings.Contains(stderr, "cannot write /dev/full: no space left") {
			t.Errorf("%s: exit %d, %q", format, code, stderr)
		}
	}
	for _, flag := range []string{"--report", "--rejects"} {
		out := filepath.Join(t.TempDir(), "out.csv")
		if err := os.WriteFile(out, []byte("old"), 0o666); err != nil {
			t.Fatal(err)
		}
		code, _, stderr := run(clitest.TwoFENs+"bad\n", "-", "--out", out, flag, "/dev/full")
		data, _ := os.ReadFile(out)
		if code != cli.ExitBadInput || !strings.Contains(stderr, "cannot write /dev/full") || string(data) != "old" {
			t.Errorf("%s: exit %d, %q, %q", flag, code, stderr, data)
		}
		if files, _ := os.ReadDir(filepath.Dir(out)); len(files) != 1 {
			t.Errorf("%s leaves %v", flag, files)
		}
	}
}

// The extension of the output selects its format, and an unknown extension is an error.
func TestAnnotateExtensions(t *testing.T) {
	dir := t.TempDir()
	for _, ext := range []string{".tsv", ".binpack", ".bin", ".pgn", ".json", ".ipc", ".npz", ".csv.gz", ".parquet.gz", ".unknown"} {
		out := filepath.Join(dir, "out"+ext)
		code, _, stderr := run(clitest.TwoFENs, "-", "--out", out)
		if _, err := os.Stat(out); code != cli.ExitBadInput || !strings.Contains(stderr, "expected an extension of .csv, .ndjson") || err == nil {
			t.Errorf("%s: exit %d, %q", ext, code, stderr)
		}
		if code, _, stderr = run(clitest.TwoFENs, "-", "--format", "csv", "--out", out); code != cli.ExitOK {
			t.Errorf("%s with --format: exit %d, %q", ext, code, stderr)
		}
	}
	input := "fen,ply,move,score,result\n" + clitest.Castled + ",0,,0,1.0\n"
	for ext, size := range map[string]int64{"viriformat": 36, "vf": 36, "VIRI": 36, "marlinformat": 32, "bulletformat": 32} {
		out := filepath.Join(dir, "out."+ext)
		code, _, stderr := run(input, "-", "--out", out)
		if info, err := os.Stat(out); code != cli.ExitOK || err != nil || info.Size() != size {
			t.Errorf("%s: exit %d, %q, %v", ext, code, stderr, err)
		}
	}
	if code, _, stderr := run(clitest.TwoFENs, "-", "--compression", "snappy"); code != cli.ExitBadInput || !strings.Contains(stderr, "csv, which has no compression") {
		t.Errorf("compression of csv: exit %d, %q", code, stderr)
	}
}

// Each rejected record is one line of --rejects, whatever the name of its file is.
func TestAnnotateRejectLines(t *testing.T) {
	dir := t.TempDir()
	in, rejects := filepath.Join(dir, "a\tb\n.fen"), filepath.Join(dir, "rejects")
	if err := os.WriteFile(in, []byte(clitest.TwoFENs+"bad\n"), 0o666); err != nil {
		t.Skip(err)
	}
	code, _, stderr := run("", in, "--rejects", rejects)
	data, err := os.ReadFile(rejects)
	if code != cli.ExitOK || err != nil || strings.Count(string(data), "\n") != 1 || strings.Count(string(data), "\t") != 3 {
		t.Errorf("exit %d, %q, %v, %q", code, stderr, err, data)
	}
}

// --stats and --report count what games have that is not read, and notes name lost values, with any number of workers.
func TestAnnotateStats(t *testing.T) {
	report := filepath.Join(t.TempDir(), "report.json")
	game := "[Result \"1-0\"]\n\n1. e4 {[%eval 35,18] [%clk 59]} e5 ± (1... c5) 2. d4 0-1\n\n"
	games := strings.Repeat(game, 3000)
	const note = "koggestone: note: standard input: line "
	var first string
	for _, workers := range []string{"1", "3"} {
		code, _, stderr := run(games, "-", "--from", "pgn", "--columns", "-", "--no-fen", "--carry", "eval,clock,result", "--stats", "--report", report, "--workers", workers)
		for _, want := range []string{
			note + "3: clocks that cannot be read: 3000, the first is \"[%clk 59]\"\n",
			note + "3: tags Result that contradict the end of the moves; the tags are used: 3000, the first is \"0-1\"\n",
			note + "3: evaluations without a decimal point, read as hundredths of a pawn; --eval-unit pawns reads them as pawns: 3000, the first is \"[%eval 35,18]\"\n",
			"\nkoggestone: stats: clocks_unreadable: 3000\nkoggestone: stats: evals_in_hundredths: 3000\nkoggestone: stats: results_contradicted: 3000\nkoggestone: stats: signs: 3000\nkoggestone: stats: variations: 3000\n",
		} {
			if code != cli.ExitOK || !strings.Contains(stderr, want) || strings.Count(stderr, "note: ") != 3 {
				t.Errorf("exit %d, %s, want %s", code, stderr, want)
			}
		}
		var r annotate.Report
		if data, err := os.ReadFile(report); err != nil || json.Unmarshal(data, &r) != nil || r.Skipped["clocks_unreadable"] != 3000 || len(r.Skipped) != 5 {
			t.Errorf("%+v, %v", r, err)
		}
		if first == "" {
			first, _, _ = strings.Cut(stderr, "rows: ")
		}
		if !strings.HasPrefix(stderr, first) {
			t.Errorf("notes of %s workers differ: %s, want %s", workers, stderr, first)
		}
	}
	// Many notes about games do not hide the one about all games.
	_, _, stderr := run(strings.Repeat("[Result]\n\n1. e4 {[%eval 35]} 1-0\n\n", 30), "-", "--from", "pgn")
	if strings.Count(stderr, "note: ") != 21 || !strings.Contains(stderr, "hundredths of a pawn; --eval-unit pawns reads them as pawns: 30, the first") {
		t.Error(stderr)
	}
	_, stdout, stderr := run(game, "-", "--from", "pgn", "--columns", "-", "--no-fen", "--carry", "eval", "--eval-unit", "pawns")
	if stdout != "eval\n\n35.0\n\n\n" || strings.Contains(stderr, "note") || strings.Contains(stderr, "stats") {
		t.Errorf("%q, %s", stdout, stderr)
	}
	for _, args := range [][]string{{"--eval-unit", "cp"}, {"--eval-unit", "pawns", "--from", "fen"}} {
		if code, _, stderr := run("4k3/8/8/8/8/8/8/4K3 w - -\n", append([]string{"-"}, args...)...); code != cli.ExitBadInput || !strings.Contains(stderr, "--eval-unit") {
			t.Errorf("%q: exit %d, %s", args, code, stderr)
		}
	}
}

// The help names every format. --list and the documentation name every column and format, and the guide every flag.
func TestAnnotateDocs(t *testing.T) {
	_, help, _ := run("", "--help")
	_, list, _ := run("", "--list")
	page := func(name string) string {
		text, err := os.ReadFile("../../../docs/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	guide, table, formats := page("annotate.md"), page("columns.md"), page("formats.md")
	words := strings.Join(strings.Fields(help), " ")
	check := func(name string) {
		if !strings.Contains(words, name) || !strings.Contains(list, name) || !strings.Contains(formats, "\n| `"+name+"` | ") {
			t.Errorf("format %s is not everywhere", name)
		}
	}
	for _, f := range registry.InputFormats() {
		check(f.Name)
	}
	for _, f := range registry.OutputFormats() {
		check(f.Name)
	}
	// A row with braces describes several columns, with general words in place of sides and kinds of pieces.
	var general []string
	for _, row := range regexp.MustCompile("(?m)^\\| `\\w*\\{.*").FindAllString(table, -1) {
		name, doc, _ := strings.Cut(strings.TrimPrefix(row, "| `"), "` | ")
		names := []string{""}
		for part := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '{' || r == '}' }) {
			var longer []string
			for _, start := range names {
				for end := range strings.SplitSeq(part, ",") {
					longer = append(longer, start+end)
				}
			}
			names = longer
		}
		for _, name := range names {
			general = append(general, "| `"+name+"` | "+doc)
		}
	}
	described := func(c *columns.Column) bool {
		kinds := regexp.MustCompile("(white|black)'s (pawns|knights|bishops|rooks|queens|kings)").ReplaceAllString(c.Doc, "the pieces of this side and kind")
		sides := regexp.MustCompile("(white|black)'s").ReplaceAllString(c.Doc, "this side's")
		sides = regexp.MustCompile("that (white|black) attacks").ReplaceAllString(sides, "that the other side attacks")
		return strings.Contains(table, "| `"+c.Name+"` | "+c.Doc+" |") || slices.ContainsFunc(general, func(row string) bool {
			return strings.HasPrefix(row, "| `"+c.Name+"` | "+kinds+" |") || strings.HasPrefix(row, "| `"+c.Name+"` | "+sides+" |")
		})
	}
	for _, c := range columns.All() {
		if !strings.Contains(list, c.Name) || !described(c) {
			t.Errorf("column %s is not in --list, or otherwise in the documentation", c.Name)
		}
	}

	flags := func(text, pattern string) (names []string) {
		for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
			names = append(names, match[1])
		}
		slices.Sort(names)
		return names
	}
	var documented []string
	for _, row := range regexp.MustCompile("(?m)^\\| `--[^|]*").FindAllString(guide, -1) {
		documented = append(documented, flags(row, "`--([a-z-]+)")...)
	}
	slices.Sort(documented)
	if known := flags(help, `(?m)^  +(?:-h, )?--([a-z-]+)`); len(known) < 20 || !slices.Equal(known, documented) {
		t.Errorf("the flags are %q, and in the documentation %q", known, documented)
	}
}
