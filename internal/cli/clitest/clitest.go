// Package clitest runs commands in tests.
package clitest

import (
	"bytes"
	"flag"
	"os"
	"os/signal"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/koggestone/koggestone/internal/cli"
)

var update = flag.Bool("update", false, "write the golden files of testdata")

// Run runs a program on the given standard input.
func Run(p cli.Program, stdin string, args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = p.Run(args, strings.NewReader(stdin), &out, &errs)
	return code, out.String(), errs.String()
}

// AsCommand is an environment variable that makes a test binary run as the command, within limits,
// because its TestMain calls Main. If the value is "status", it prints the kernel's status of the
// process after its messages.
const AsCommand = "KOGGESTONE_TEST_AS_COMMAND"

// Main is the TestMain of a package that tests p as a process.
func Main(m *testing.M, p cli.Program) {
	if as := os.Getenv(AsCommand); as != "" {
		limitProcess()
		cli.RemoveFilesOnSignal()
		code := p.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
		if as == "status" {
			status, _ := os.ReadFile("/proc/self/status")
			os.Stderr.Write(status)
		}
		os.Exit(code)
	}
	os.Exit(m.Run())
}

// Interrupt calls run while this process gets an interrupt every 50 ms.
func Interrupt(t *testing.T, run func()) {
	t.Helper()
	self, err := os.FindProcess(os.Getpid())
	guard := make(chan os.Signal, 1)
	signal.Notify(guard, os.Interrupt) // so that an early or late signal does not end the test
	defer signal.Stop(guard)
	if err != nil || self.Signal(os.Interrupt) != nil {
		t.Skip("a process cannot interrupt itself here")
	}
	done, ended := make(chan struct{}), make(chan struct{})
	defer func() {
		close(done)
		<-ended // no signal comes after the guard
	}()
	go func() {
		defer close(ended)
		for {
			select {
			case <-done:
				return
			case <-time.After(50 * time.Millisecond):
				self.Signal(os.Interrupt)
			}
		}
	}()
	run()
}

// times matches the parts of the output that differ from run to run.
var times = regexp.MustCompile(`("seconds":[0-9.e-]+|: [0-9.]+ s(, [0-9.]+ million nodes/s)?)`)

// WithoutTimes returns a command's output without the times that were measured.
func WithoutTimes(output string) string { return times.ReplaceAllString(output, "TIME") }

// A GoldenTest is a command line with a known output: a section of testdata/golden.txt, or a
// picture in a file with a name that ends in .svg.
type GoldenTest = struct {
	Name, Stdin string
	Args        []string
}

// Golden compares the outputs of command lines with the known ones.
func Golden(t *testing.T, p func() cli.Program, tests []GoldenTest) {
	const file = "testdata/golden.txt"
	t.Setenv("COLUMNS", "")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	sections := map[string]string{}
	for section := range strings.SplitSeq("\n"+string(text), "\n-- ") {
		if name, output, ok := strings.Cut(section, " --\n"); ok {
			sections[name] = strings.TrimSuffix(output, "\n") + "\n"
		}
	}
	var updated strings.Builder
	for _, c := range tests {
		t.Run(path.Base(c.Name), func(t *testing.T) {
			code, got, stderr := Run(p(), c.Stdin, c.Args...)
			if code != cli.ExitOK || stderr != "" {
				t.Fatalf("exit %d, standard error %q", code, stderr)
			}
			got = WithoutTimes(got)
			picture := filepath.Join("testdata", c.Name)
			if !strings.HasSuffix(c.Name, ".svg") {
				if name := "-- " + c.Name + " --\n"; !strings.Contains(updated.String(), name) {
					updated.WriteString(name + got)
				}
				if got != sections[c.Name] && !*update {
					t.Errorf("differs from %s in %s; got\n%s", c.Name, file, got)
				}
				return
			}
			if *update {
				if err := os.WriteFile(picture, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(picture)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("differs from %s; got\n%s", picture, got)
			}
		})
	}
	if *update && !t.Failed() {
		if err := os.WriteFile(file, []byte(updated.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// A BadInputTest is a command line that ends with exit code 2.
type BadInputTest = struct {
	Name, Stdin, Want string // Want is a part of the line on standard error
	Args              []string
}

// BadInput checks that command lines end with exit 2 and one line on standard error.
func BadInput(t *testing.T, p func() cli.Program, tests []BadInputTest) {
	for _, c := range tests {
		t.Run(c.Name, func(t *testing.T) {
			code, _, stderr := Run(p(), c.Stdin, c.Args...)
			if code != cli.ExitBadInput {
				t.Errorf("exit %d, want %d", code, cli.ExitBadInput)
			}
			if !strings.HasPrefix(stderr, "koggestone: ") || !strings.Contains(stderr, c.Want) || strings.Count(stderr, "\n") != 1 {
				t.Errorf("standard error %q, want one line with %q", stderr, c.Want)
			}
		})
	}
}

// An ErrWriter fails with Err after N bytes.
type ErrWriter struct {
	N   int
	Err error
}

func (w *ErrWriter) Write(p []byte) (int, error) {
	if len(p) > w.N {
		return 0, w.Err
	}
	w.N -= len(p)
	return len(p), nil
}

// Positions for tests.
const (
	Kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
	Castled  = "r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - -"
	TwoFENs  = "# two positions\n\n" + Castled + "\n8/6p1/8/8/3R4/6R1/8/k6K b - - 0 1\n"
)
