package main

import (
	"os"
	"strings"
	"testing"
)

func Example() {
	main()
	// Output: [48] 48 <nil>
}

// TestReadme compares the body of main with the lines of Go in the README.
func TestReadme(t *testing.T) {
	program, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(program), "func main() {\n")
	body, _, _ = strings.Cut(body, "\tfmt.")
	if code := "```go\n" + strings.ReplaceAll(body, "\t", "") + "```\n"; !strings.Contains(string(readme), code) {
		t.Errorf("README.md does not contain:\n%s", code)
	}
}
