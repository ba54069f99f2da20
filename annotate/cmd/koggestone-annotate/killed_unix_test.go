//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/koggestone/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/cli/clitest"
)

// A run that is killed at any moment changes no file of the user and leaves each output as it
// was or whole. Each format of output is new or replaces a file.
func TestAnnotateKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("emulators cannot run the test as the command")
	}
	kills, lines := 10, 3000
	if *exact {
		kills, lines = 300, 20_000
	}
	r := rand.New(rand.NewPCG(uint64(kills), 1))
	formats := []string{"csv", "parquet", "arrow", "arrows", "marlin", "fen"}
	input := manyFENs(lines)
	killed := 0
	for n := range kills {
		format := formats[n%len(formats)]
		dir := t.TempDir()
		user := map[string]string{"mine.partial": "mine", "out.partial": "mine", ".koggestone-mine": "mine", "other": "mine"}
		if n/len(formats)%2 == 1 {
			user["out"] = "old"
		}
		for name, text := range user {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		args := []string{"-", "--format", format, "--out", "out", "--rejects", "rejects", "--report", "report", "--columns", "king", "--from", "scored", "--workers", "2"}
		want := wholeOutput(t, input, args)
		cmd := exec.Command(os.Args[0], args...)
		cmd.Env = append(os.Environ(), clitest.AsCommand+"=1")
		cmd.Dir = dir
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		// Two thirds of the runs wait for more input, so they cannot end before they are killed.
		waits, part := n%3 > 0, len(input)
		if waits {
			part = r.IntN(part)
		}
		go func() {
			io.WriteString(in, input[:part])
			if !waits {
				in.Close()
			}
		}()
		time.Sleep(time.Duration(r.Int64N(int64(wholeTime * 11 / 10))))
		cmd.Process.Kill()
		var exit *exec.ExitError
		if err := cmd.Wait(); errors.As(err, &exit) && exit.ExitCode() == -1 {
			killed++
		} else if err != nil || waits {
			t.Fatalf("%v after %d of %d bytes", cmd.ProcessState, part, len(input))
		}
		after := time.Since(start)
		for name, text := range outputOf(t, dir) {
			name = strings.TrimPrefix(name, "/")
			switch {
			case strings.HasPrefix(name, ".koggestone-") && user[name] == "": // left behind
			case text != user[name] && text != want[name] && name != "report":
				t.Fatalf("%s killed after %v: %s has %d bytes, neither the old nor the whole data", format, after, name, len(text))
			}
		}
	}
	t.Logf("%d of %d runs were killed before their end", killed, kills)
}

// wholeTime is the time of the last run of wholeOutput.
var wholeTime time.Duration

var wholeOutputs = map[string]map[string]string{}

// wholeOutput returns the outputs of a run that is not killed, by name.
func wholeOutput(t *testing.T, input string, args []string) map[string]string {
	t.Helper()
	key := fmt.Sprint(args)
	if wholeOutputs[key] != nil {
		return wholeOutputs[key]
	}
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), clitest.AsCommand+"=1")
	cmd.Dir = dir
	var errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), io.Discard, &errs
	start := time.Now()
	if err := cmd.Run(); err != nil || cmd.ProcessState.ExitCode() != cli.ExitOK {
		t.Fatalf("%v: %v, %s", args, err, errs.String())
	}
	wholeTime = time.Since(start)
	files := map[string]string{}
	for name, text := range outputOf(t, dir) {
		files[strings.TrimPrefix(name, "/")] = text
	}
	wholeOutputs[key] = files
	return files
}
