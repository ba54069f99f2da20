package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/apache/arrow-go/v18/parquet/metadata"
	"github.com/klauspost/compress/zstd"
	"github.com/koggestone/koggestone/annotate/internal/registry"
	"github.com/koggestone/koggestone/data/columns"
	"github.com/koggestone/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/cli/clitest"
)

// The limits of the resident memory of annotate in KiB: with up to eight workers, and with more.
const (
	mostResident  = 400 << 10
	mostByWorkers = 512 << 10
)

// bounded runs the command as a process. It fails the test if the process uses too much
// memory or its exit code is neither 0 nor 2.
func bounded(t *testing.T, stdin io.Reader, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	return boundedBy(t, mostResident, stdin, args...)
}

func boundedBy(t *testing.T, most int, stdin io.Reader, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), clitest.AsCommand+"=status")
	cmd.Stdin = stdin
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	code = cmd.ProcessState.ExitCode()
	stderr, status, _ := strings.Cut(errs.String(), "Name:")
	_, peak, found := strings.Cut(status, "VmHWM:")
	if !found || code != cli.ExitOK && code != cli.ExitBadInput {
		t.Fatalf("%.300q: exit %d, %.1000s", args, code, stderr)
	}
	kib, err := strconv.Atoi(strings.Fields(peak)[0])
	if err != nil || kib > most && !clitest.IsInstrumented() {
		t.Errorf("%.300q: %d KiB resident, %v, want at most %d", args, kib, err, most)
	}
	t.Logf("%.300q: %d KiB resident", args, kib)
	return code, out.String(), stderr
}

// repeated is an endless reader of a text.
type repeated struct {
	text string
	left int
}

func (r *repeated) Read(p []byte) (n int, err error) {
	for n+len(r.text) <= len(p) && r.left > 0 {
		n += copy(p[n:], r.text)
		r.left--
	}
	if n == 0 && r.left == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// manyTimes returns a reader of a repeated text of about the given length.
func manyTimes(text string, size int) io.Reader {
	for len(text) < 1<<10 {
		text += text
	}
	return &repeated{text, size / len(text)}
}

// A hostileTest is an input and its outcome.
type hostileTest struct {
	name  string
	stdin io.Reader
	want  string // a part of standard error
	rows  int    // -1 if the run fails
	args  []string
}

// Compression bombs, garbage and endless nesting are errors or rejected records, within the
// memory limit.
func TestHostileInput(t *testing.T) {
	if testing.Short() {
		t.Skip("emulators cannot run the test as the command")
	}
	const good = "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n"
	zeros := make([]byte, 16<<20)
	var member bytes.Buffer
	z := gzip.NewWriter(&member)
	z.Write(zeros)
	z.Close()
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	frame, blank := encoder.EncodeAll(zeros, nil), encoder.EncodeAll(bytes.Repeat([]byte("\n"), 16<<20), nil)
	garbage := make([]byte, 8<<20)
	r := rand.NewChaCha8([32]byte{17})
	r.Read(garbage)
	nested := func(depth int) string {
		return "[Event \"x\"]\n\n1. e4 " + strings.Repeat("(", depth) + strings.Repeat(")", depth) + " e5 *\n\n"
	}
	const gib = 1 << 30
	bombs := []hostileTest{
		{"a zstd bomb", bytes.NewReader(bytes.Repeat(frame, 70)), "expected the end of a record within", -1, []string{"--from", "fen"}},
		{"a line of 1 GB", io.MultiReader(strings.NewReader(good), manyTimes("x", gib+1<<28), strings.NewReader("\n")), "expected the end of a record within 1073741824 bytes", -1, nil},
		{"a gzip bomb", bytes.NewReader(bytes.Repeat(member.Bytes(), 70)), "expected the end of a record within", -1, []string{"--from", "fen"}},
		{"a zstd bomb of blank lines", bytes.NewReader(bytes.Repeat(blank, 30)), "expected positions, found none", -1, nil},
	}
	if !*exact {
		bombs = bombs[:1]
	}
	for _, test := range append(bombs, []hostileTest{
		{"a long line", io.MultiReader(strings.NewReader(good), manyTimes("x", 1<<26), strings.NewReader("\n"+good)), "line 2: expected a record of at most", 2, nil},
		{"a zstd window of 2 GiB", strings.NewReader("\x28\xb5\x2f\xfd\x00\xa8\x01\x00\x00"), "standard input: zstd, after 0 decompressed bytes: expected a window of at most 128 MiB, as zstd has without --long", -1, nil},
		{"garbage", bytes.NewReader(garbage), "found binary data", -1, nil},
		{"garbage as PGN", bytes.NewReader(garbage), "more records are rejected", -1, []string{"--from", "pgn"}},
		{"garbage as games", io.MultiReader(strings.NewReader("[Event \"\"]\n"), bytes.NewReader(garbage)), "found binary data", -1, nil},
		{"garbage as viriformat", bytes.NewReader(garbage), "byte ", -1, []string{"--from", "viri", "--strict"}},
		{"garbage as marlinformat", bytes.NewReader(garbage), "more records are rejected", -1, []string{"--from", "marlin"}},
		{"garbage as bulletformat", bytes.NewReader(garbage), "no record is a position", -1, []string{"--from", "bullet"}},
		{"variations a million deep", strings.NewReader(nested(1_000_000) + nested(3)), "expected a record of at most", 3, nil},
		{"variations deep in a game", strings.NewReader(nested(100_000)), "rows: 3", 3, nil},
		{"values of JSON nested deep", strings.NewReader("{\"fen\":\"" + good[:len(good)-1] + "\",\"a\":1}\n{\"fen\":1,\"a\":" + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + "}\n"),
			"line 2: expected a JSON object", 1, nil},
		{"many fields", strings.NewReader("fen" + strings.Repeat(",a", 30_000) + "\n" + good), "has the name of another field", -1, nil},
		{"an expression that grows", strings.NewReader(good), "without loops, ranges and variables", -1,
			[]string{"--where", "let a = fen + fen; let b = a + a; let c = b + b; let d = c + c; len(d) > 0"}},
		{"an expression without end", strings.NewReader(good), "without loops, ranges and variables", -1, []string{"--where", "all(1..1000000000, all(1..1000000000, # > 0))"}},
		{"a long expression", strings.NewReader(good), "at most 16384 bytes", -1, []string{"--where", "true" + strings.Repeat(" and true", 10_000)}},
		{"a deep expression", strings.NewReader(good), "rows: 1", 1, []string{"--where", strings.Repeat("(", 8000) + "true" + strings.Repeat(")", 8000)}},
		{"an expression of patterns", strings.NewReader(good), "--where: ", -1, []string{"--where", `fen matches "` + strings.Repeat("(a{1,1000}){1,1000}", 50) + `"`}},
	}...) {
		code, stdout, stderr := bounded(t, test.stdin, append([]string{"-"}, test.args...)...)
		rows := strings.Count(stdout, "\n") - 1
		if test.rows < 0 && code != cli.ExitBadInput && test.want != "more records are rejected" || test.rows >= 0 && (code != cli.ExitOK || rows != test.rows) || !strings.Contains(stderr, test.want) {
			t.Errorf("%s: exit %d, %d rows, %.1000q, want %d and %q", test.name, code, rows, stderr, test.rows, test.want)
		}
	}
}

// Parquet files with false metadata of row groups and pages.
func TestHostileParquet(t *testing.T) {
	if testing.Short() {
		t.Skip("emulators cannot run the test as the command")
	}
	dir := t.TempDir()
	path, forged := filepath.Join(dir, "a.parquet"), filepath.Join(dir, "b.parquet")
	if code, _, stderr := run(manyFENs(3000), "-", "--out", path); code != cli.ExitOK {
		t.Fatal(stderr)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	end := len(data) - 8 - int(binary.LittleEndian.Uint32(data[len(data)-8:]))
	for name, change := range map[string]func(m *metadata.FileMetaData){
		"many rows":      func(m *metadata.FileMetaData) { m.RowGroups[0].NumRows, m.NumRows = 1<<40, 1<<40 },
		"rows below 0":   func(m *metadata.FileMetaData) { m.RowGroups[0].NumRows = -1 },
		"many values":    func(m *metadata.FileMetaData) { m.RowGroups[0].Columns[0].MetaData.NumValues = 1 << 50 },
		"a large chunk":  func(m *metadata.FileMetaData) { m.RowGroups[0].Columns[0].MetaData.TotalCompressedSize = 1 << 50 },
		"a place behind": func(m *metadata.FileMetaData) { m.RowGroups[0].Columns[0].MetaData.DataPageOffset = 1 << 40 },
		"a place before": func(m *metadata.FileMetaData) { m.RowGroups[0].Columns[0].MetaData.DataPageOffset = -5 },
		"no columns":     func(m *metadata.FileMetaData) { m.RowGroups[0].Columns = nil },
		"no metadata":    func(m *metadata.FileMetaData) { m.RowGroups[0].Columns[0].MetaData = nil },
		"another type":   func(m *metadata.FileMetaData) { m.FileMetaData.Schema[1].Type = m.FileMetaData.Schema[2].Type },
		"children":       func(m *metadata.FileMetaData) { n := int32(1 << 30); m.FileMetaData.Schema[1].NumChildren = &n },
		"many groups": func(m *metadata.FileMetaData) {
			for range 30_000 {
				m.RowGroups = append(m.RowGroups, m.RowGroups[0])
			}
		},
	} {
		meta, err := metadata.NewFileMetaData(data[end:len(data)-8], nil)
		if err != nil {
			t.Fatal(err)
		}
		change(meta)
		text := bytes.NewBuffer(bytes.Clone(data[:end]))
		n, err := meta.WriteTo(text, nil)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(binary.LittleEndian.AppendUint32(nil, uint32(n)))
		text.WriteString("PAR1")
		if err := os.WriteFile(forged, text.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		code, _, stderr := bounded(t, strings.NewReader(""), forged, "--carry", "-", "--columns", "phase", "--out", filepath.Join(dir, "out.csv"))
		if code == cli.ExitOK && (name == "many groups" || strings.Contains(stderr, "rows: 3000 of 3000")) {
			continue // repeated rows, or metadata that the reader ignores
		}
		if code != cli.ExitBadInput || !strings.Contains(stderr, forged+": ") {
			t.Errorf("%s: exit %d, %s", name, code, stderr)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "out.csv.partial")); err == nil {
		t.Error("something is left")
	}
}

// Memory is bounded for rows of many fields that are short in the input.
func TestWideRows(t *testing.T) {
	if testing.Short() {
		t.Skip("emulators cannot run the test as the command")
	}
	// Without a bound the cells of CSV alone take 400 MiB.
	const fen = "{\"fen\":\"8/8/8/4k3/8/8/4K3/8 w - -\""
	var names strings.Builder
	for i := range 4000 {
		fmt.Fprintf(&names, ",\"%x\":1", i)
	}
	var text string
	for format, rows := range map[string]int{"csv": 12_000, "parquet": 3000, "arrow": 3000} {
		if *exact {
			rows = 60_000
		}
		text = fen + names.String() + "}\n" + strings.Repeat(fen+"}\n", rows)
		code, _, stderr := bounded(t, strings.NewReader(text), "-", "--columns", "-", "--workers", "2", "--format", format, "--out", "/dev/null")
		if code != cli.ExitOK || !strings.Contains(stderr, fmt.Sprintf("rows: %d of", rows+1)) {
			t.Errorf("%s: exit %d, %s", format, code, stderr)
		}
	}
	code, _, stderr := bounded(t, strings.NewReader(text), "-", "--max-fields", "3999")
	if code != cli.ExitBadInput || !strings.Contains(stderr, "--max-fields: expected at most 3999 fields, found") {
		t.Errorf("exit %d, %s", code, stderr)
	}
}

// Memory is bounded for many workers, which would have a block each.
func TestManyWorkers(t *testing.T) {
	if testing.Short() {
		t.Skip("emulators cannot run the test as the command")
	}
	var groups []string
	for _, c := range columns.All() {
		if !slices.Contains(groups, c.Group) {
			groups = append(groups, c.Group)
		}
	}
	all := strings.Join(groups, ",")
	text := manyFENs(200_000)
	for _, c := range []struct{ columns, format string }{
		{"policy", "parquet"}, {all, "arrow"}, {"policy", "csv"}, {"policy", "arrow"}, {all, "parquet"}, {all, "csv"}, {all, "ndjson"}, {"policy", "ndjson"}, {"legal_moves", "parquet"}, {"-", "fen"}, {"-", "marlin"},
	}[:map[bool]int{false: 3, true: 11}[*exact]] {
		code, _, stderr := boundedBy(t, mostByWorkers, strings.NewReader(text), "-", "--columns", c.columns, "--workers", "64", "--format", c.format, "--out", "/dev/null")
		if code != cli.ExitOK || !strings.Contains(stderr, "rows: ") {
			t.Errorf("%s as %s: exit %d, %s", c.columns, c.format, code, stderr)
		}
	}
	if !*exact {
		return
	}
	// Parquet is read in parts that workers decode ahead.
	t.Setenv("GOMAXPROCS", "64")
	table := filepath.Join(t.TempDir(), "all.parquet")
	if code, _, stderr := boundedBy(t, mostByWorkers, strings.NewReader(text), "-", "--columns", all, "--out", table); code != cli.ExitOK {
		t.Fatal(stderr)
	}
	for _, c := range []struct{ carry, columns, format string }{
		{"", "-", "ndjson"}, {"", "-", "csv"}, {"", "-", "parquet"}, {"", "-", "arrow"}, {"score,result", "policy", "parquet"}, {"score,result", all, "parquet"}, {"score,result", all, "ndjson"},
		{"score,result", all, "csv"}, {"score,result", all, "arrow"}, {"score,result", "policy", "csv"}, {"score,result", "-", "fen"}, {"score,result", "-", "marlin"},
	} {
		args := []string{table, "--columns", c.columns, "--workers", "64", "--format", c.format, "--out", "/dev/null"}
		if c.carry != "" {
			args = append(args, "--carry", c.carry)
		}
		if code, _, stderr := boundedBy(t, mostByWorkers, nil, args...); code != cli.ExitOK || !strings.Contains(stderr, "rows: ") {
			t.Errorf("%v: exit %d, %s", args, code, stderr)
		}
	}
}

// On a full disk the run ends with an error, and the old output is unchanged.
func TestFullDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("not in short tests")
	}
	dir := t.TempDir()
	disk := filepath.Join(dir, "disk")
	if err := os.Mkdir(disk, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("none", disk, "tmpfs", 0, "size=4m"); err != nil {
		t.Skip(err)
	}
	defer syscall.Unmount(disk, 0)
	in, out := filepath.Join(dir, "in.fen"), filepath.Join(disk, "out")
	if err := os.WriteFile(in, []byte(manyFENs(150_000)), 0o666); err != nil {
		t.Fatal(err)
	}
	// This file fills the disk, except for some space.
	if err := os.WriteFile(filepath.Join(disk, "other"), make([]byte, 3900<<10), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, f := range registry.OutputFormats() {
		format := f.Name
		if format == "viri" { // not from lines
			continue
		}
		if err := os.WriteFile(out, []byte("old"), 0o666); err != nil {
			t.Fatal(err)
		}
		code, _, stderr := run("", in, "--format", format, "--out", out)
		if code != cli.ExitBadInput || !strings.Contains(stderr, "no space left") {
			t.Errorf("%s: exit %d, %s", format, code, stderr)
		}
		if data, err := os.ReadFile(out); err != nil || string(data) != "old" {
			t.Errorf("%s: the output is %.100q, %v, want what it was", format, data, err)
		}
		if left, _ := filepath.Glob(filepath.Join(disk, ".koggestone*")); left != nil {
			t.Errorf("%s: %v are left", format, left)
		}
		if err := os.RemoveAll(out); err != nil {
			t.Fatal(err)
		}
	}
}
