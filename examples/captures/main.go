// Command captures is the README's program: it prints the captures that lose no material.
package main

import "fmt"
import "github.com/koggestone/koggestone/movegen"

func main() {
	pos, err := movegen.ParseFEN("4k3/8/4p3/3p4/4P3/8/8/3RK3 w - - 0 1")
	if err != nil {
		panic(err)
	}
	var node movegen.Node
	node.Set(&pos)
	for _, m := range node.AppendPieceMoves(nil, movegen.Captures) {
		if node.SEEAtLeast(m, 0, nil) {
			fmt.Println(m.Move(), m.Captured())
		}
	}
}
