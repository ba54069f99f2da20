package main

import (
	"fmt"

	"github.com/alecthomas/kong"
)

// examples are command lines for the help of each command, as a shell takes them.
var examples = map[string][]string{
	"attacks": {
		"koggestone attacks --fen startpos",
		"koggestone attacks --fen '4k3/8/8/8/7b/8/4rP2/4K3 w' --show checkers,pinned,danger --svg threats.svg",
		"koggestone attacks positions.fen --json",
	},
	"trace": {
		"koggestone trace",
		"koggestone trace --fen 8/5p2/8/8/8/3Q4/2p5/8 --direction all",
		"koggestone trace --svg fill.svg --animate",
		"koggestone trace --html page.html",
		"koggestone trace --add 11,6",
	},
	"pairs": {
		"koggestone pairs --fen startpos",
		"koggestone pairs --fen startpos --move e2e4 --indices sfnnv16",
	},
	"perft": {
		"koggestone perft --depth 6",
		"koggestone perft --depth 4 --divide --fen 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'",
		"koggestone perft --depth 7 --merge",
		"koggestone perft --depth 7 --plan 3 --blocks 4 > plan",
		"koggestone perft --run plan --block 0 > result.0",
		"koggestone perft --merge-results result.*",
	},
	"count": {
		"koggestone count positions.fen --total",
		"koggestone count --echo - < positions.fen",
	},
	"annotate": {
		"koggestone annotate --list",
		"koggestone annotate games.pgn --columns king,phase --out king.parquet",
		"koggestone annotate positions.fen --where 'not in_check and captures == 0' --format fen",
	},
	"stats": {
		"koggestone stats games.pgn",
		"koggestone stats positions.fen --html stats.html",
	},
	"epd": {
		"koggestone epd suite.epd --max-nodes 10000000",
	},
	"network": {
		"koggestone network --trace q5",
		"koggestone network --fen startpos --file d",
		"koggestone network --n 16 --network brent-kung --svg network.svg",
	},
	"verify": {
		"koggestone verify --positions 5000",
		"koggestone verify --moves --positions 100000",
	},
	"bench": {
		"koggestone bench --quick --only SliderAttacks",
	},
}

// helpWithExamples writes the help of a command and its examples.
func helpWithExamples(o kong.HelpOptions, ctx *kong.Context) error {
	if err := kong.DefaultHelpPrinter(o, ctx); err != nil {
		return err
	}
	node := ctx.Selected()
	if node == nil || len(examples[node.Name]) == 0 {
		return nil
	}
	fmt.Fprintln(ctx.Stdout, "\nExamples")
	for _, e := range examples[node.Name] {
		fmt.Fprintln(ctx.Stdout, "  "+e)
	}
	return nil
}
