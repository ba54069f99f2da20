// Command lists is the program of the README: the legal moves of a batch of positions.
package main

import (
	"fmt"

	"github.com/koggestone/koggestone/movegen"
)

func main() {
	var positions movegen.Batch // any number of positions
	err := positions.AppendFEN("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -")
	counts := make([]uint16, positions.Len())
	movegen.CountLegalBatch(counts, &positions) // one call for all positions
	var moves movegen.MoveLists
	movegen.AppendLegalMovesBatch(&moves, &positions) // moves.At(0) are the 48 moves of the first
	fmt.Println(counts, len(moves.At(0)), err)
}
