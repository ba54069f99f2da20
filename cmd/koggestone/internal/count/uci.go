package count

import (
	"context"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/uci"
	"github.com/koggestone/koggestone/perft"
)

type uciCmd struct {
	Workers cli.Workers `placeholder:"W" help:"Number of threads. Default: one for each CPU."`
}

// Run answers the commands of standard input.
func (c *uciCmd) Run(s *cli.Streams) error {
	return uci.Run(context.Background(), s.In, s.Out, perft.Options{Workers: c.Workers.Number()})
}
