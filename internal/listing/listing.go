// Package listing reads the assembly listings of the Go compiler, so that tests can check
// compiled code: no branch in a loop, no mask applied twice.
package listing

import (
	"bytes"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// An Instruction is one line of a listing.
type Instruction struct {
	At       int // its offset in the function
	Op, Args string
}

// Package compiles the package in the working directory for a GOARCH and returns the code
// of its functions by name: "NorthFill", "(*Position).attacked". It skips the test if there
// is no compiler.
func Package(t *testing.T, arch string) map[string][]Instruction {
	t.Helper()
	cmd := exec.Command("go", "build", "-gcflags=-S", ".")
	cmd.Env = append(os.Environ(), "GOARCH="+arch)
	output, err := cmd.CombinedOutput()
	if err != nil {
		t.Skipf("go build: %v", err)
	}
	functions := map[string][]Instruction{}
	name := ""
	for line := range bytes.Lines(output) {
		text := strings.TrimRight(string(line), "\n")
		if !strings.HasPrefix(text, "\t") {
			// example.org/path/package.name STEXT ...
			symbol, _, found := strings.Cut(text[strings.LastIndexByte(text, '/')+1:], " STEXT")
			_, name, _ = strings.Cut(symbol, ".")
			if !found {
				name = ""
			}
			continue
		}
		// offset in hexadecimal, offset, (file:line) TAB instruction TAB arguments
		fields := strings.Split(text, "\t")
		if name == "" || len(fields) < 3 {
			continue
		}
		offsets := strings.Fields(fields[1])
		if len(offsets) < 2 {
			continue
		}
		at, err := strconv.Atoi(offsets[1])
		if err != nil {
			t.Fatalf("%q: no offset", text)
		}
		functions[name] = append(functions[name], Instruction{at, fields[2], strings.Join(fields[3:], " ")})
	}
	return functions
}
