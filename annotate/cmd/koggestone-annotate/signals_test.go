//go:build !js

package main

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

	"github.com/koggestone/koggestone/internal/cli/clitest"
)

// After a signal, a run leaves no files. After an interrupt, the last line says what was not written.
func TestAnnotateSignals(t *testing.T) {
	if testing.Short() {
		t.Skip("emulators cannot run the test as the command")
	}
	for _, sent := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(sent) { // ignored under nohup; the command inherits that
			stopAnnotate(t, sent)
		}
	}
}

// stopAnnotate sends a signal to a run of annotate that has a temporary file. Its input does not end, so the
// run cannot end by itself.
func stopAnnotate(t *testing.T, sent os.Signal) {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0], "-", "--out", filepath.Join(dir, "out.csv"))
	cmd.Env = append(os.Environ(), clitest.AsCommand+"=1")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		for block := []byte(manyFENs(4000)); err == nil; { // until the process has ended
			_, err = in.Write(block)
		}
		ended <- cmd.Wait()
	}()
	temporary := filepath.Join(dir, ".koggestone-*")
	for found := []string(nil); found == nil; found, _ = filepath.Glob(temporary) {
		select {
		case err := <-ended:
			t.Fatalf("%v: the run ended by itself: %v, %q", sent, err, errs.String())
		case <-time.After(5 * time.Millisecond):
		}
	}
	if err := cmd.Process.Signal(sent); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err == nil || cmd.ProcessState.ExitCode() != -1 {
		t.Errorf("%v: %v, want an end by the signal", sent, cmd.ProcessState)
	}
	if left, _ := filepath.Glob(temporary); left != nil {
		t.Errorf("%v: %v are left", sent, left)
	}
	if lost := regexp.MustCompile(`koggestone: interrupted after [0-9.]+ s: .*out.csv was not written\n$`); lost.MatchString(errs.String()) != (sent == os.Interrupt) {
		t.Errorf("%v: %q", sent, errs.String())
	}
}
