package raylist

import (
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/listing"
)

// jumps reports whether i is a conditional jump.
func jumps(i listing.Instruction) bool { return strings.HasPrefix(i.Op, "J") && i.Op != "JMP" }

// TestCompiledLoop checks that the compiled loop has one conditional jump, backwards, and
// no call. So there is no bounds check, and the board affects only the masks.
func TestCompiledLoop(t *testing.T) {
	if testing.Short() || runtime.GOARCH != "amd64" {
		t.Skip("needs the compiler for amd64, and a second or two")
	}
	functions := listing.Package(t, "amd64")
	var found []listing.Instruction
	sets := 0
	for _, i := range functions["generate"] {
		switch {
		case jumps(i):
			found = append(found, i)
		case i.Op == "CALL":
			t.Errorf("calls %s", i.Args)
		case i.Op == "SETEQ":
			sets++
		}
	}
	if len(found) != 1 || sets != 1 {
		t.Fatalf("%d conditional jumps and %d SETEQ, want one of each: %v", len(found), sets, found)
	}
	if target, err := strconv.Atoi(found[0].Args); err != nil || target >= found[0].At {
		t.Errorf("%v does not jump back", found[0])
	}
	// The plain test from the king must look different, or this test sees nothing.
	branches := 0
	for _, i := range functions["(*Position).attacked"] {
		if jumps(i) {
			branches++
		}
	}
	if branches < 5 {
		t.Errorf("attacked has %d conditional jumps", branches)
	}
}
