// Command engine is a small complete chess engine that shows how an engine uses
// koggestone: it speaks UCI and searches by alpha-beta.
//
//	engine         UCI on standard input and output
//	engine bench   searches known positions and prints nodes and a signature
//
// Package search contains the search, and uci.go the protocol.
package main

import (
	"fmt"
	"os"
)

func main() {
	switch {
	case len(os.Args) == 1:
		serve(os.Stdin, os.Stdout)
	case len(os.Args) == 2 && os.Args[1] == "bench":
		bench(os.Stdout, 12)
	default:
		fmt.Fprintln(os.Stderr, "engine: expected no argument, or bench")
		os.Exit(2)
	}
}
