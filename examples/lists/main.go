// Command lists is the README's program: it prints the number of replies to each move.
package main

import "fmt"
import "github.com/koggestone/koggestone/movegen"

func main() {
	pos := movegen.Start()
	var children movegen.Batch
	for _, m := range pos.AppendLegalMoves(nil) {
		children.Append(pos.Play(m))
	}
	counts := make([]uint16, children.Len())
	movegen.CountLegalBatch(counts, &children)
	fmt.Println("replies to each move:", counts)
}
