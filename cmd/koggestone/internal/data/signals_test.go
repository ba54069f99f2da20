//go:build !js

package data

import (
	"bytes"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"syscall"
	"testing"
	"time"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/clitest"
)

// After a signal, a run leaves no files. After an interrupt, it says what it has not written.
func TestAnnotateSignals(t *testing.T) {
	if testing.Short() {
		t.Skip("emulators cannot run the test as the command")
	}
	for _, sent := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if signal.Ignored(sent) {
			continue // ignored under nohup; the command inherits that
		}
		stopped := false
		for try := 0; try < 10 && !stopped; try++ { // on a busy machine a run may end before the signal
			stopped = stopAnnotate(t, sent)
		}
		if !stopped {
			t.Errorf("%v: the run was not stopped", sent)
		}
	}
}

// stopAnnotate sends a signal to a run of annotate that has a temporary file, and reports
// whether the run did not end by itself.
func stopAnnotate(t *testing.T, sent os.Signal) bool {
	t.Helper()
	dir := t.TempDir()
	args := []string{"annotate", filepath.Join(dir, "in.fen"), "--out", filepath.Join(dir, "out.csv")}
	if err := os.WriteFile(args[1], []byte(manyFENs(400_000)), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), clitest.AsCommand+"=1")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	temporary := filepath.Join(dir, ".koggestone-*")
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if found, _ := filepath.Glob(temporary); found != nil {
			break
		}
	}
	if err := cmd.Process.Signal(sent); err != nil {
		t.Fatal(err)
	}
	err := cmd.Wait()
	if left, _ := filepath.Glob(temporary); left != nil {
		t.Errorf("%v: %v are left", sent, left)
	}
	if lost := regexp.MustCompile(`koggestone: interrupted after [0-9.]+ s: .*out.csv was not written\n$`); err != nil && lost.MatchString(errs.String()) != (sent == os.Interrupt) {
		t.Errorf("%v: %q", sent, errs.String())
	}
	return err != nil
}
