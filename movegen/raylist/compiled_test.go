package raylist

import (
	"bytes"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// An instruction is a line of the compiler's listing.
type instruction struct {
	at       int
	op, args string
}

// jumps reports whether i is a conditional jump.
func (i instruction) jumps() bool { return i.op[0] == 'J' && i.op != "JMP" }

// listing returns the instructions of a function of this package as the compiler
// prints them with -S.
func listing(t *testing.T, output []byte, function string) (code []instruction) {
	t.Helper()
	inside := false
	for line := range bytes.Lines(output) {
		text := strings.TrimRight(string(line), "\n")
		if !strings.HasPrefix(text, "\t") {
			inside = strings.Contains(text, "/raylist."+function+" STEXT")
			continue
		}
		// offset in hexadecimal, offset, (file:line) TAB instruction TAB arguments
		fields := strings.Split(text, "\t")
		if !inside || len(fields) < 3 {
			continue
		}
		offsets := strings.Fields(fields[1])
		at, err := strconv.Atoi(offsets[1])
		if err != nil {
			t.Fatalf("%q: no offset", text)
		}
		code = append(code, instruction{at, fields[2], strings.Join(fields[3:], " ")})
	}
	if len(code) == 0 {
		t.Fatalf("no listing of %s", function)
	}
	return code
}

// TestCompiledLoop holds the compiled loop to one conditional jump, backwards,
// and no call: no bounds check and nothing that depends on the board but through
// the masks.
func TestCompiledLoop(t *testing.T) {
	if testing.Short() || runtime.GOARCH != "amd64" {
		t.Skip("needs the compiler for amd64, and a second or two")
	}
	output, err := exec.Command("go", "build", "-gcflags=-S", ".").CombinedOutput()
	if err != nil {
		t.Skipf("go build: %v", err)
	}
	var jumps []instruction
	sets := 0
	for _, i := range listing(t, output, "generate") {
		switch {
		case i.jumps():
			jumps = append(jumps, i)
		case i.op == "CALL":
			t.Errorf("calls %s", i.args)
		case i.op == "SETEQ":
			sets++
		}
	}
	if len(jumps) != 1 || sets != 1 {
		t.Fatalf("%d conditional jumps and %d SETEQ, want one of each: %v", len(jumps), sets, jumps)
	}
	if target, err := strconv.Atoi(jumps[0].args); err != nil || target >= jumps[0].at {
		t.Errorf("%v does not jump back", jumps[0])
	}
	// The plain test from the king must look different, or this test sees nothing.
	branches := 0
	for _, i := range listing(t, output, "(*Position).attacked") {
		if i.jumps() {
			branches++
		}
	}
	if branches < 5 {
		t.Errorf("attacked has %d conditional jumps", branches)
	}
}
