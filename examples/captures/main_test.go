package main

import (
	"os"
	"strings"
	"testing"
)

func Example() {
	main()
	// Output: e4d5 pawn
}

// TestReadme compares the program with the Go of the README.
func TestReadme(t *testing.T) {
	program, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, code, _ := strings.Cut(string(program), "\n") // without the comment
	if !strings.Contains(string(readme), "```go\n"+code+"```\n") {
		t.Errorf("README.md does not contain:\n%s", code)
	}
}
