package data

import (
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/clitest"
	"github.com/koggestone/koggestone/data/annotate"
	"github.com/koggestone/koggestone/data/annotate/task"
	"github.com/koggestone/koggestone/data/records"
	"github.com/koggestone/koggestone/internal/corpus"
)

var kills = flag.Int("annotate.kills", 20, "how often TestAnnotateKilled kills annotate")

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
		data, err := os.ReadFile(path)
		files[path[len(dir):]] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// A run that is killed at any moment and resumed writes the same bytes as one run, in each
// format that supports --resume.
func TestAnnotateKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("emulators cannot run the test as the command")
	}
	dir := t.TempDir()
	text := manyFENs(100_000)
	plain, compressed := filepath.Join(dir, "a.fen"), filepath.Join(dir, "b.fen.zst")
	z, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	pack, err := os.ReadFile("../../../../data/records/testdata/positions.binpack")
	if err != nil {
		t.Fatal(err)
	}
	table, chains := filepath.Join(dir, "c.parquet"), filepath.Join(dir, "d.binpack")
	for path, data := range map[string][]byte{
		plain: []byte(text), compressed: z.EncodeAll([]byte(text), nil), chains: bytes.Repeat(pack, 600),
	} {
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if code, _, stderr := command("", "annotate", plain, "--columns", "-", "--out", table); code != cli.ExitOK {
		t.Fatal(stderr)
	}
	inputs := [][]string{{plain, compressed}, {table, table, "--shard", "1/3"}, {chains, "--shard", "1/2"}}
	r := rand.New(rand.NewPCG(1, 2))
	done, resumed := 0, 0
	for n := 0; done < *kills; n++ {
		format := resumable[n%len(resumable)]
		folder := filepath.Join(dir, fmt.Sprint("run", n))
		if err := os.Mkdir(folder, 0o777); err != nil {
			t.Fatal(err)
		}
		out := filepath.Join(folder, "out")
		args := slices.Concat([]string{"annotate"}, inputs[n%len(inputs)], []string{"--columns", "in_check,checkers,legality", "--format", format, "--out", out,
			"--rejects", filepath.Join(folder, "rejects")})
		if n/len(resumable)%2 == 1 {
			args = append(args, "--unique", "--where", "legal_moves > 20")
		}
		process := func(args ...string) (*exec.Cmd, *bytes.Buffer) {
			cmd := exec.Command(os.Args[0], args...)
			cmd.Env = append(os.Environ(), clitest.AsCommand+"=1", noteAlways+"=1")
			var errs bytes.Buffer
			cmd.Stderr = &errs
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			return cmd, &errs
		}
		start := time.Now()
		cmd, errs := process(args...)
		if err := cmd.Wait(); err != nil {
			t.Fatalf("%v, %s", err, errs)
		}
		took := time.Since(start)
		want := outputOf(t, folder)
		if err := errors.Join(os.RemoveAll(folder), os.Mkdir(folder, 0o777)); err != nil {
			t.Fatal(err)
		}
		for killed := 0; ; {
			if notes, err := os.ReadFile(out + ".resume"); err == nil && bytes.Count(notes, []byte("\n")) > 1 {
				resumed++
			}
			cmd, errs := process(append(slices.Clone(args), "--resume")...)
			if killed < 4 {
				time.Sleep(time.Duration(r.Float64() * float64(took)))
				cmd.Process.Kill()
				killed++
			}
			err := cmd.Wait()
			var exit *exec.ExitError
			if errors.As(err, &exit) && exit.ExitCode() < 0 {
				done++
				continue
			}
			if err != nil {
				t.Fatalf("%q: %v, %s", args, err, errs.String())
			}
			break
		}
		got := outputOf(t, folder)
		for name, data := range want {
			if got[name] != data {
				t.Errorf("%q, killed and gone on with: %s has %d bytes, want %d", args, name, len(got[name]), len(data))
			}
		}
		if len(got) != len(want) {
			t.Errorf("%q: %d files, want %d", args, len(got), len(want))
		}
		if err := os.RemoveAll(folder); err != nil {
			t.Fatal(err)
		}
	}
	if resumed == 0 {
		t.Error("no run went on with another")
	}
	t.Logf("%d kills, %d runs that went on", done, resumed)
}

// If a run cannot be resumed, the error contains the reason, and the files do not change.
func TestAnnotateResumeRefused(t *testing.T) {
	defer func(every time.Duration) { resumeEvery = every }(resumeEvery)
	resumeEvery = 0
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.fen"), filepath.Join(dir, "out.csv")
	text := manyFENs(20_000)
	write := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(in, text)
	run := func(args ...string) (int, string) {
		code, _, stderr := command("", append(append([]string{"annotate", in}, args...), "--out", out, "--resume")...)
		return code, stderr
	}
	// A run that stops within its second file.
	cut := filepath.Join(dir, "cut.gz")
	var stored bytes.Buffer
	z, err := gzip.NewWriterLevel(&stored, gzip.NoCompression)
	if err == nil {
		_, err = io.WriteString(z, text)
	}
	if err = errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	write(cut, stored.String()[:len(text)/2])
	stop := func() {
		t.Helper()
		if code, stderr := run(cut, "--from", "scored"); code != cli.ExitBadInput || !strings.Contains(stderr, "cut off") || !strings.Contains(stderr, "--resume resumes") {
			t.Fatalf("exit %d, %s", code, stderr)
		}
	}
	stop()
	before := outputOf(t, dir)
	if before["/out.csv.resume"] == "" || before["/out.csv.partial"] == "" || before["/out.csv"] != "" {
		t.Fatalf("files %q", slices.Sorted(maps.Keys(before)))
	}
	for _, test := range []struct {
		want string
		args []string
	}{
		{"another --columns", []string{cut, "--from", "scored", "--columns", "phase"}},
		{"another --where", []string{cut, "--from", "scored", "--where", "in_check"}},
		{"another --format", []string{cut, "--from", "scored", "--format", "ndjson"}},
		{"another --rejects", []string{cut, "--from", "scored", "--rejects", filepath.Join(dir, "rejects")}},
		{"found 1", []string{"--from", "scored"}},
		{"expected the inputs of the run", []string{in, "--from", "scored"}},
	} {
		code, stderr := run(test.args...)
		if code != cli.ExitBadInput || !strings.Contains(stderr, test.want) || !strings.Contains(stderr, "remove "+out+".resume") {
			t.Errorf("%q: exit %d, %s", test.args, code, stderr)
		}
	}
	for name, data := range outputOf(t, dir) {
		if data != before[name] {
			t.Errorf("%s has changed", name)
		}
	}
	write(in, text[:len(text)-1])
	if code, stderr := run(cut, "--from", "scored"); code != cli.ExitBadInput || !strings.Contains(stderr, "it has changed") {
		t.Errorf("another input: exit %d, %s", code, stderr)
	}
	// Files that are missing or shorter.
	for _, test := range []struct {
		want   string
		broken func() error
	}{
		{"shorter", func() error { return os.Truncate(out+".partial", 10) }},
		{"expected the file", func() error { return os.Remove(out + ".partial") }},
		{"another file", func() error { return os.WriteFile(out+".resume", []byte("mine"), 0o666) }},
	} {
		if err := os.Remove(out + ".resume"); err != nil {
			t.Fatal(err)
		}
		stop()
		if err := test.broken(); err != nil {
			t.Fatal(err)
		}
		if code, stderr := run(cut, "--from", "scored"); code != cli.ExitBadInput || !strings.Contains(stderr, test.want) {
			t.Errorf("exit %d, %s, want %q", code, stderr, test.want)
		}
	}
	if data, err := os.ReadFile(out + ".resume"); err != nil || string(data) != "mine" {
		t.Errorf("a file of another is %q, %v", data, err)
	}
	for _, test := range []struct {
		want string
		args []string
	}{
		{"--resume: expected --out", []string{"annotate", in, "--resume"}},
		{"--resume: expected --out and a file, found", []string{"annotate", in, "--resume", "--out", os.DevNull}},
		{"a stream", []string{"annotate", "-", "--resume", "--out", filepath.Join(dir, "new.csv")}},
	} {
		if code, _, stderr := command(text, test.args...); code != cli.ExitBadInput || !strings.Contains(stderr, test.want) {
			t.Errorf("%q: exit %d, %s", test.args, code, stderr)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "new*")); left != nil {
		t.Errorf("%q are left", left)
	}
}

// If a run ended before its files were committed, the next run commits them.
func TestAnnotateResumeComplete(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.fen"), filepath.Join(dir, "out")
	if err := os.WriteFile(in, []byte(clitest.TwoFENs), 0o666); err != nil {
		t.Fatal(err)
	}
	c := &annotateCmd{Files: []string{in}, Task: task.Task{Columns: "phase,checkers", Format: "npy", Compression: "zstd"}, UniqueMemory: "192MiB", Out: out, Resume: true}
	s := &cli.Streams{Stdout: &bytes.Buffer{}, Err: &bytes.Buffer{}}
	inputs, err := openInputs(s, c.Files, records.InputOptions{})
	if err != nil {
		t.Fatal(err)
	}
	format, err := c.OutputFormat()
	if err != nil {
		t.Fatal(err)
	}
	resume, err := c.openResume(&plan{inputs: inputs, format: format})
	if err != nil {
		t.Fatal(err)
	}
	resume.out = new(output)
	if err := os.Mkdir(out, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"phase.npy", "checkers.npy"} {
		f, err := resume.create(filepath.Join(out, name), s.Stdout)
		if err == nil {
			_, err = f.Write([]byte(name))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	// The process ends after it has committed one of the files.
	report := annotate.Report{Positions: 2, Rows: 2}
	err = errors.Join(resume.noteComplete(report, nil), resume.files[0].Commit(), resume.journal.Close())
	resume.files[1].Leave()
	if err != nil {
		t.Fatal(err)
	}
	code, _, stderr := command("", "annotate", in, "--columns", "phase,checkers", "--format", "npy", "--out", out, "--resume")
	if code != cli.ExitOK || !strings.Contains(stderr, "rows: 2 of 2") {
		t.Errorf("exit %d, %s", code, stderr)
	}
	files := outputOf(t, out)
	if len(files) != 2 || files["/phase.npy"] != "phase.npy" || files["/checkers.npy"] != "checkers.npy" {
		t.Errorf("files %q", files)
	}
	if _, err := os.Stat(out + ".resume"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the journal is not gone: %v", err)
	}
}
