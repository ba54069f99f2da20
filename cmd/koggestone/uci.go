package main

import (
	"context"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/uci"
	"github.com/koggestone/koggestone/perft"
)

type uciCmd struct {
	Workers workers `placeholder:"W" help:"How many threads count. Default: one for each CPU."`
}

// Run answers the commands of standard input.
func (c *uciCmd) Run(s *streams) error {
	return uci.Run(context.Background(), s.in, s.out, perft.Options{Workers: c.Workers.number()})
}
