package positions

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
	"github.com/koggestone/koggestone/annotate"
	"github.com/koggestone/koggestone/internal/corpus"
)

func TestMain(m *testing.M) { os.Exit(ptest.MainRetWithDefault(m, "prism")) }

// manyPositions returns lines, most of them with a position.
func manyPositions(n int) string {
	var b strings.Builder
	for i := 0; i < n; {
		for fen := range corpus.Games().FENs() {
			fmt.Fprintf(&b, "%s %d %d\n", fen, i%100, 1+i)
			if i++; i%777 == 0 {
				b.WriteString("none\n")
			}
		}
	}
	return b.String()
}

// direct returns the output of package annotate without a pipeline.
func direct(t *testing.T, j *Job, paths []string) (string, annotate.Report) {
	t.Helper()
	var inputs []*annotate.Input
	for _, path := range paths {
		in, err := j.Task.Open(path, nil)
		if err != nil {
			t.Fatal(err)
		}
		inputs = append(inputs, in)
	}
	options, err := j.Task.Options(inputs)
	if err != nil {
		t.Fatal(err)
	}
	ranges, err := annotate.Plan(inputs, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w, err := j.Task.Write(options, &out)
	if err != nil {
		t.Fatal(err)
	}
	report, err := annotate.Run(inputs, ranges, *options, w)
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return out.String(), report
}

func newTask(format string) annotate.Task {
	return annotate.Task{Columns: "legal_moves,phase,checkers", Where: "legal_moves > 5", Sample: 0.9, Seed: 3, Format: format, Workers: 2}
}

// run runs a job on the runner.
func run(t *testing.T, j *Job, patterns ...string) {
	t.Helper()
	if err := j.Expand(t.Context(), patterns); err != nil {
		t.Fatal(err)
	}
	shares, err := j.Plan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	p, s := beam.NewPipelineWithRoot()
	j.Build(s, shares)
	ptest.RunAndValidate(t, p)
}

// The concatenated shards of the pipeline equal the output of one run. The sum of their reports
// equals its report.
func TestJob(t *testing.T) {
	dir := t.TempDir()
	text := manyPositions(6000)
	var paths []string
	for name, data := range map[string]string{"a.fen": text, "b.fen": text[:1<<17]} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	paths[0], paths[1] = filepath.Join(dir, "a.fen"), filepath.Join(dir, "b.fen")
	j := &Job{Task: newTask("csv"), Shares: 64, Out: filepath.Join(dir, "out.csv"), Report: filepath.Join(dir, "report")}
	want, wantReport := direct(t, j, paths)
	run(t, j, filepath.Join(dir, "*.fen"))
	header := want[:strings.IndexByte(want, '\n')+1]
	got := header
	for i := range 64 {
		data, err := os.ReadFile(j.OutName(i))
		if err != nil || !strings.HasPrefix(string(data), header) {
			t.Fatalf("shard %d: %.100q, %v", i, data, err)
		}
		got += string(data)[len(header):]
	}
	if got != want {
		t.Errorf("%d bytes in 64 shards, want %d", len(got), len(want))
	}
	var report annotate.Report
	data, err := os.ReadFile(j.Report)
	if err == nil {
		err = json.Unmarshal(data, &report)
	}
	report.Seconds, wantReport.Seconds = 0, 0
	if err != nil || !reflect.DeepEqual(report, wantReport) {
		t.Errorf("report %s, %v, want %+v", data, err, wantReport)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*.tmp")); left != nil {
		t.Errorf("%v are left", left)
	}
}

// A share that runs twice or is retried writes the same file. A share that fails writes
// none.
func TestShareAgain(t *testing.T) {
	dir := t.TempDir()
	in := filepath.Join(dir, "a.fen")
	if err := os.WriteFile(in, []byte(manyPositions(2000)), 0o666); err != nil {
		t.Fatal(err)
	}
	j := &Job{Task: newTask("parquet"), Inputs: []string{in}, Shares: 3, Out: filepath.Join(dir, "out.parquet")}
	shares, err := j.Plan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := j.Run(cancelled, shares[1]); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "out*")); files != nil {
		t.Errorf("a share that failed left %v", files)
	}
	var first []byte
	for range 2 {
		if _, err := j.Run(t.Context(), shares[1]); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(j.OutName(1))
		if err != nil || first != nil && !bytes.Equal(data, first) {
			t.Errorf("run again the share has %d bytes, %v, want %d", len(data), err, len(first))
		}
		first = data
	}
}

// Files of another file system are read and written as streams.
func TestOtherFileSystem(t *testing.T) {
	text := manyPositions(2000)
	memfs.Write("memfs://in/a.fen", []byte(text))
	memfs.Write("memfs://in/b.fen", []byte(text[:1<<15]))
	dir := t.TempDir()
	var paths []string
	for i, data := range []string{text, text[:1<<15]} {
		path := filepath.Join(dir, fmt.Sprint(i))
		if err := os.WriteFile(path, []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	j := &Job{Task: newTask("ndjson"), Inputs: []string{"memfs://in/a.fen", "memfs://in/b.fen"}, Shares: 5, Out: "memfs://out/x.ndjson"}
	want, wantReport := direct(t, j, paths)
	shares, err := j.Plan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got, read := "", int64(0)
	for _, share := range shares {
		report, err := j.Run(t.Context(), share)
		if err != nil {
			t.Fatal(err)
		}
		read += report.Bytes
		got += readAll(t, j.OutName(share.Index))
	}
	if got != want {
		t.Errorf("%d bytes, want %d", len(got), len(want))
	}
	if read != wantReport.Bytes {
		t.Errorf("%d bytes read, want %d", read, wantReport.Bytes)
	}
}

func readAll(t *testing.T, name string) string {
	t.Helper()
	fs, err := filesystem.New(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	in, err := fs.OpenRead(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestBadJobs(t *testing.T) {
	dir := t.TempDir()
	in := filepath.Join(dir, "a.fen")
	if err := os.WriteFile(in, []byte(manyPositions(10)), 0o666); err != nil {
		t.Fatal(err)
	}
	var tables []string
	for k, names := range []string{"fen,score,result", "fen,result,score"} {
		tables = append(tables, filepath.Join(dir, fmt.Sprint(k, ".csv")))
		if err := os.WriteFile(tables[k], []byte(names+"\n4k3/8/8/8/8/8/8/4K3 w - - 0 1,1,1\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	noted := &Job{Task: newTask("bullet"), Inputs: tables[:1], Shares: 2, Out: filepath.Join(dir, "out.bullet")}
	if _, err := noted.Plan(t.Context()); err != nil || len(noted.Notes) != 1 || !strings.Contains(noted.Notes[0], "Task.Columns") {
		t.Errorf("notes %q, %v", noted.Notes, err)
	}
	for want, change := range map[string]func(j *Job){
		"shards: expected 1 to":  func(j *Job) { j.Shares = 0 },
		"Task.Columns: ":         func(j *Job) { j.Task.Columns = "legal" },
		"Task.Format: expected":  func(j *Job) { j.Task.Format = "npy" },
		"Task.Where: ":           func(j *Job) { j.Task.Where = "legal_moves" },
		"no such file":           func(j *Job) { j.Inputs = []string{filepath.Join(dir, "missing")} },
		"in the same order":      func(j *Job) { j.Inputs = []string{tables[0], tables[1]} },
		"expected a field score": func(j *Job) { j.Task.Columns, j.Task.Where, j.Task.Format = "-", "", "marlin" },
		"not registered":         func(j *Job) { j.Inputs = []string{"ftp://a/b"} },
		"memfs://in/nothing: ":   func(j *Job) { j.Inputs = []string{"memfs://in/nothing"} },
	} {
		j := &Job{Task: newTask("csv"), Inputs: []string{in}, Shares: 2, Out: filepath.Join(dir, "out.csv")}
		change(j)
		if _, err := j.Plan(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	if err := new(Job).Expand(t.Context(), []string{filepath.Join(dir, "*.pgn")}); err == nil || !strings.Contains(err.Error(), "found none") {
		t.Errorf("a pattern without files: %v", err)
	}
}
