package main

import (
	"fmt"
	"runtime"

	"github.com/alecthomas/kong"
	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
)

// versionLine returns the version of this program and the system that it runs on.
func versionLine() string {
	version, revision := cli.Version()
	if revision != "" {
		version += ", revision " + revision
	}
	return fmt.Sprintf("koggestone %s, %s, %s/%s, path %s", version, runtime.Version(), runtime.GOOS, runtime.GOARCH, koggestone.Implementation())
}

type versionCmd struct{}

// Run prints the version.
func (*versionCmd) Run(s *cli.Streams) error {
	_, err := fmt.Fprintln(s.Out, versionLine())
	return err
}

type helpCmd struct {
	Command []string `arg:"" optional:"" help:"The command. Default: the list of commands."`
}

// Run prints the help of a command.
func (c *helpCmd) Run(k *kong.Kong) error {
	ctx, err := kong.Trace(k, c.Command)
	if err != nil {
		return err
	}
	if ctx.Error != nil {
		return fmt.Errorf("help: %w", ctx.Error)
	}
	return ctx.PrintUsage(false)
}
