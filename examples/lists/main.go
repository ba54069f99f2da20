// Command lists is the program of the README: the legal moves of a batch of positions.
package main

import (
	"fmt"

	"github.com/koggestone/koggestone/movegen"
)

const fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"

func main() {
	// Go: one call for many positions
	var b movegen.Batch
	err := b.AppendFEN(fen)
	counts := make([]uint16, b.Len())
	movegen.CountLegalBatch(counts, &b)
	var m movegen.MoveLists // a list each
	movegen.AppendLegalMovesBatch(&m, &b)
	fmt.Println(counts, len(m.At(0)), err)
}
