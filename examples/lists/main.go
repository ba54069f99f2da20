// Command lists is the program of the README: legal moves of several positions in one call.
package main

import (
	"fmt"
	"log"

	"github.com/koggestone/koggestone/movegen"
)

func main() {
	var positions movegen.Batch // any number of positions
	for _, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	} {
		if err := positions.AppendFEN(fen); err != nil {
			log.Fatal(err)
		}
	}
	var moves movegen.MoveLists
	movegen.AppendLegalMovesBatch(&moves, &positions) // one call for all positions
	for i := range positions.Len() {
		fmt.Println(positions.At(i).FEN(), "has", len(moves.At(i)), "legal moves")
	}
}
