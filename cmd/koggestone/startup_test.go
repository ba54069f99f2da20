package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

// TestStartup checks that no package of ours makes tables or test data when the command starts, because every command
// would pay for them.
func TestStartup(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the command")
	}
	program := filepath.Join(t.TempDir(), "koggestone.exe")
	build := exec.Command("go", "build", "-o", program, ".")
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	cmd := exec.Command(program, "--version")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	trace, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, trace)
	}
	// The largest are the tables of policy, 32 KiB.
	const mostBytes, mostAllocs = 40_000, 300
	packages := 0
	for _, m := range regexp.MustCompile(`init github.com/koggestone/(\S+) @.* (\d+) bytes, (\d+) allocs`).FindAllStringSubmatch(string(trace), -1) {
		packages++
		bytes, _ := strconv.Atoi(m[2])
		allocs, _ := strconv.Atoi(m[3])
		if bytes > mostBytes || allocs > mostAllocs {
			t.Errorf("package %s allocates %d bytes in %d pieces when the program starts, want at most %d and %d", m[1], bytes, allocs, mostBytes, mostAllocs)
		}
	}
	if packages < 5 {
		t.Errorf("%d packages of ours in the trace, want at least 5: %s", packages, trace)
	}
}
