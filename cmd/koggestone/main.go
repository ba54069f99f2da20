// Command koggestone computes attacks on chess boards, shows how they are computed, and
// counts legal moves.
//
//	koggestone attacks --fen FEN               attacks of sliders, and other sets
//	koggestone pairs --fen FEN --move MOVE     pieces that attack or defend others, and how a move changes them
//	koggestone trace --fen FEN -d north        one fill, step by step
//	koggestone network --n 8 --trace q5        a parallel-prefix network
//	koggestone perft --depth 6                 leaf nodes of the tree of legal moves
//	koggestone count FILE | -                  legal moves of each position
//	koggestone epd FILE                        check the counts of a test suite
//	koggestone uci                             a UCI engine for perft checkers
//	koggestone annotate FILE --columns LIST    facts about the positions in files, as columns: runs koggestone-annotate
//	koggestone verify                          compare every function and path with an oracle
//	koggestone bench                           measure every function and path
//	koggestone info                            the path that is used, and why
//	koggestone completion SHELL                code that enables completion in a shell
//
// The exit code is 0 on success, 1 if verify, bench or epd found a difference, and 2 if an input or an
// argument is bad. For a bad input, one line on standard error says where it is and what was expected.
package main

import (
	"os"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/annotate"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/attacks"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/check"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/count"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/trace"
	"github.com/koggestone/koggestone/internal/cli"
)

// completions is the family of the command that other families do not contain.
type completions struct {
	Completion cli.CompletionCmd `cmd:"" help:"Print the code for completion in a shell."`
}

func program() cli.Program {
	a := new(attacks.Commands)
	vars := a.Vars()
	vars["directions"], vars["shells"] = cli.DirectionNames, func() string { return "bash, zsh, fish" }
	return cli.Program{
		Families: []any{a, new(trace.Commands), new(count.Commands), new(annotate.Commands), new(check.Commands), new(completions)},
		External: []cli.External{annotate.External},
		Vars:     vars,
	}
}

func main() {
	cli.RemoveFilesOnSignal()
	os.Exit(program().Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
