// Package count implements the commands that count legal moves: perft, count, epd and uci.
package count

import (
	"context"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/uci"
	"github.com/koggestone/koggestone/perft"
)

// Commands are the commands of this package.
type Commands struct {
	Perft perftCmd `cmd:"" help:"Count the leaf nodes of the tree of legal moves."`
	Count countCmd `cmd:"" help:"Count the legal moves of each position in a file or stream."`
	EPD   epdCmd   `cmd:"" name:"epd" help:"Check the node counts of a test suite."`
	UCI   uciCmd   `cmd:"" name:"uci" help:"Run as a UCI engine that only counts, for perft checkers."`
}

type uciCmd struct {
	Workers cli.Workers `placeholder:"W" help:"Number of threads. Default: one for each CPU."`
}

// Help returns the commands that the engine answers.
func (*uciCmd) Help() string {
	return "It answers position, go perft N, d, stop and quit. A count of more than four plies ends at stop, quit or the end of the input."
}

// Run answers the commands of standard input.
func (c *uciCmd) Run(s *cli.Streams) error {
	return uci.Run(context.Background(), s.In, s.Out, perft.Options{Workers: c.Workers.Number()})
}
