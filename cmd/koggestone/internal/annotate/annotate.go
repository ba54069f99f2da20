// Package annotate implements the command annotate, which runs the program koggestone-annotate. That program is in a
// module of its own, because it needs large libraries.
package annotate

import "github.com/koggestone/koggestone/internal/cli"

// Commands are the commands of this package.
type Commands struct {
	Annotate annotateCmd `cmd:"" passthrough:"" help:"Compute facts about positions in files, as columns."`
}

// External is the program.
var External = cli.External{Name: "annotate", Package: "github.com/koggestone/koggestone/annotate/cmd/koggestone-annotate"}

type annotateCmd struct {
	Args []string `arg:"" optional:"" help:"Flags and files: see koggestone annotate --help."`
}

// Run runs the program.
func (c *annotateCmd) Run(s *cli.Streams) error { return External.Run(s, c.Args) }
