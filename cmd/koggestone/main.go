// Command koggestone computes, shows and checks attacks on chess boards, and counts
// legal moves.
//
//	koggestone attacks --fen FEN | FILE | -    attacks of every colour and type of slider
//	koggestone trace --fen FEN -d north        one fill, step by step
//	koggestone pairs --fen FEN --move MOVE     pieces that attack or defend others, and what a move changes
//	koggestone perft --depth 6                 leaves of the tree of legal moves
//	koggestone perft --plan 4 --blocks 100     the same in blocks, on many machines
//	koggestone count FILE | -                  legal moves of every position of a stream
//	koggestone annotate FILE --columns LIST    facts about every position of files, as columns
//	koggestone stats FILE                      what the positions of files are like
//	koggestone epd FILE                        the counts of a suite of positions
//	koggestone uci                             for perft checkers
//	koggestone network --n 8 --trace q5        a parallel-prefix network
//	koggestone verify                          every function and path against an oracle
//	koggestone verify --moves                  two move generators against one another
//	koggestone verify --counts                 counts of batches against lists and single counts
//	koggestone bench                           time of every function and path
//	koggestone info                            which path runs here, and why
//
// It exits with 0 if all is well, 1 if verify, bench or epd found a difference, and 2,
// with one line on standard error, if an input or an argument is bad.
package main

import (
	"maps"
	"os"

	"github.com/alecthomas/kong"
	kongcompletion "github.com/jotaen/kong-completion"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/attacks"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/check"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/count"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/data"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/trace"
)

// commands is the command line: a field for each family of commands.
type commands struct {
	Attacks attacks.Commands `embed:""`
	Trace   trace.Commands   `embed:""`
	Count   count.Commands   `embed:""`
	Data    data.Commands    `embed:""`
	Check   check.Commands   `embed:""`

	Version    versionCmd                `cmd:"" help:"Print the version."`
	Help       helpCmd                   `cmd:"" help:"Print the help of a command."`
	Completion kongcompletion.Completion `cmd:"" help:"Print the command that enables completion in a shell: bash, zsh or fish."`

	PrintVersion kong.VersionFlag `name:"version" help:"Print the version."`
}

// program returns the command.
func program() cli.Program {
	c := new(commands)
	vars := c.Attacks.Vars()
	maps.Copy(vars, c.Data.Vars())
	vars["version"] = versionLine()
	return cli.Program{Commands: c, Vars: vars}
}

func main() { os.Exit(program().Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
