// Command koggestone-beam counts trees and annotates positions on Apache Beam, for work
// that is too large for one machine.
//
//	koggestone-beam perft --depth 9                                          on Prism, in this process
//	koggestone-beam perft --depth 9 --runner flink --endpoint localhost:8099  on a cluster
//	koggestone-beam annotate 'gs://bucket/*.pgn.zst' --out gs://bucket/out.parquet
//
// Beam's flags, such as --runner and --endpoint, can be mixed with the command's flags.
// README.md lists Beam's flags for each runner.
//
// It exits with 0 on success. If an input or an argument is bad, or the pipeline fails,
// it writes one line to standard error and exits with 2.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/koggestone/koggestone/annotate"

	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3"
)

// Exit codes.
const (
	exitOK       = 0
	exitBadInput = 2
)

// cli is the command line, without the flags of Beam.
type cli struct {
	Perft    perftCmd    `cmd:"" help:"Count the leaves of the tree of legal moves."`
	Annotate annotateCmd `cmd:"" help:"Write facts about every position of files as columns."`
}

// streams are the outputs of a command.
type streams struct {
	out *bufio.Writer
	err io.Writer
}

func main() {
	// If a runner starts a worker, all arguments are flags, and the first is --worker.
	if len(os.Args) > 1 && strings.HasPrefix(strings.TrimLeft(os.Args[1], "-"), "worker=") {
		flag.Parse()
		beam.Init() // works until the runner ends it
	}
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run runs the command with the given arguments and returns its exit code.
func run(args []string, stdout, stderr io.Writer) int {
	s := &streams{out: bufio.NewWriterSize(stdout, 1<<16), err: stderr}
	err := parseAndRun(args, s)
	if flushErr := s.out.Flush(); err == nil {
		err = flushErr
	}
	if err != nil {
		fmt.Fprintln(stderr, "koggestone-beam:", strings.Join(strings.Fields(err.Error()), " "))
		return exitBadInput
	}
	return exitOK
}

func parseAndRun(args []string, s *streams) error {
	var c cli
	helped := false
	parser, err := kong.New(&c,
		kong.Name("koggestone-beam"),
		kong.Description("Counts deep trees of legal moves and annotates many positions on Apache Beam. Flags of Beam, such as --runner, --endpoint and --environment_type, may be mixed with those below; README.md lists the flags that each runner needs."),
		kong.Writers(s.out, s.err),
		kong.Exit(func(int) { helped = true }), // --help asks to exit, but tests must continue
		kong.Vars(annotate.HelpVars()),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
	)
	if err != nil {
		return err
	}
	own, beams := splitFlags(args)
	ctx, err := parser.Parse(own)
	if helped {
		return nil
	}
	if err != nil {
		return err
	}
	flag.CommandLine.Init("koggestone-beam", flag.ContinueOnError)
	flag.CommandLine.SetOutput(io.Discard)
	if err := flag.CommandLine.Parse(beams); err != nil {
		return err
	}
	if flag.NArg() > 0 {
		return fmt.Errorf("expected a flag of Beam, found %s", flag.Arg(0))
	}
	if !beam.Initialized() {
		log.LogLevel = "warn"
		beam.Init()
	}
	return ctx.Run(s)
}

// splitFlags separates the flags of Beam from the other arguments.
func splitFlags(args []string) (own, beams []string) {
	for i := 0; i < len(args); i++ {
		name, _, hasValue := strings.Cut(strings.TrimLeft(args[i], "-"), "=")
		f := flag.Lookup(name)
		if f == nil || !strings.HasPrefix(args[i], "-") {
			own = append(own, args[i])
			continue
		}
		beams = append(beams, args[i])
		if b, ok := f.Value.(interface{ IsBoolFlag() bool }); !hasValue && i+1 < len(args) && !(ok && b.IsBoolFlag()) {
			i++
			beams = append(beams, args[i])
		}
	}
	return own, beams
}

// temporary creates a folder for temporary files. Call remove to delete it. Beam creates a
// file there for each pipeline's workers, but does not remove it.
func temporary() (dir string, remove func(), err error) {
	name := "TMPDIR"
	if runtime.GOOS == "windows" {
		name = "TMP"
	}
	if dir, err = os.MkdirTemp("", "koggestone-beam-"); err != nil {
		return "", nil, err
	}
	before, set := os.LookupEnv(name)
	os.Setenv(name, dir)
	return dir, func() {
		if set {
			os.Setenv(name, before)
		} else {
			os.Unsetenv(name)
		}
		os.RemoveAll(dir)
	}, nil
}

// errPipeline is the error of a failed pipeline.
var errPipeline = errors.New("the pipeline failed")
