// Command koggestone-annotate computes facts about the positions in files, as columns.
//
//	koggestone-annotate FILE --columns LIST
//	koggestone-annotate --list                    the columns and the formats
//	koggestone-annotate --completion SHELL        code that enables completion in a shell
//
// The command koggestone annotate runs this program with the same arguments.
//
// The exit code is 0 on success and 2 if an input or an argument is bad. For a bad input, one line on standard error says
// where it is and what was expected.
package main

import (
	"os"

	"github.com/koggestone/koggestone/annotate"
	"github.com/koggestone/koggestone/internal/cli"
)

// A command is the command line of the program.
type command struct {
	annotateCmd
	Completion string `alone:"" values:"shells" placeholder:"SHELL" help:"Print the code for completion in a shell: bash, zsh or fish."`
	cli.Common
}

// Run annotates files, or prints the code for completion.
func (c *command) Run(s *cli.Streams) error {
	if c.Completion != "" {
		return s.WriteCompletion(name, c.Completion)
	}
	return c.annotateCmd.Run(s)
}

// WritesRows reports whether the rows go to standard output.
func (c *command) WritesRows() bool { return c.Completion == "" && c.annotateCmd.WritesRows() }

const name = "koggestone-annotate"

func program() cli.Program {
	vars := map[string]func() string{"shells": func() string { return "bash, zsh, fish" }}
	for _, name := range []string{"input_formats", "formats"} {
		vars[name] = func() string { return annotate.HelpVars()[name] }
	}
	return cli.Program{
		Single: &cli.Single{Name: name, Help: "Compute facts about positions in files, as columns.", Command: new(command)},
		Vars:   vars,
	}
}

func main() {
	cli.RemoveFilesOnSignal()
	os.Exit(program().Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
