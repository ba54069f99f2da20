package main

import (
	"os"
	"strings"
	"testing"
)

func Example() {
	main()
	// Output:
	// rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 has 20 legal moves
	// r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 has 48 legal moves
}

// TestReadme compares the program with the one in the README.
func TestReadme(t *testing.T) {
	program, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, code, _ := strings.Cut(string(program), "\n") // without the package's comment
	if !strings.Contains(string(readme), "```go\n"+code+"```\n") {
		t.Errorf("README.md does not contain the program:\n%s", code)
	}
}
