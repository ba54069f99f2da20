package main

import (
	"context"
	"fmt"

	"github.com/koggestone/koggestone/internal/uci"
	"github.com/koggestone/koggestone/perft"
)

type uciCmd struct {
	Workers int `placeholder:"W" help:"How many threads count. Default: one for each CPU."`
}

// Run answers the commands of standard input.
func (c *uciCmd) Run(s *streams) error {
	if c.Workers < 0 {
		return fmt.Errorf("--workers: expected 0 or more, found %d", c.Workers)
	}
	return uci.Run(context.Background(), s.in, s.out, perft.Options{Workers: c.Workers})
}
