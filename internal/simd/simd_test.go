package simd

import (
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

func TestPaths(t *testing.T) {
	ps := Paths()
	if ps[0] != Generic || ps[len(ps)-1] != Active() || !slices.IsSorted(ps) {
		t.Errorf("Paths() = %v, want all from generic to %s", ps, Active())
	}
	for _, p := range All() {
		if can := slices.Contains(ps, p); can != (WhyNot(p) == "") {
			t.Errorf("Paths() = %v, but WhyNot(%s) = %q", ps, p, WhyNot(p))
		}
		for _, f := range Needs(p) {
			if !f.Has && slices.Contains(ps, p) {
				t.Errorf("path %s can run, but needs %s", p, f.Name)
			}
		}
	}
}

func TestString(t *testing.T) {
	for p, want := range map[Path]string{Generic: "generic", NEON: "neon", AVX2: "avx2", AVX512: "avx512", 4: "Path(4)"} {
		if got := p.String(); got != want {
			t.Errorf("Path(%d).String() = %q, want %q", uint8(p), got, want)
		}
	}
}

func TestForce(t *testing.T) {
	before := Active()
	for _, p := range Paths() {
		restore := Force(p)
		if Active() != p {
			t.Errorf("after Force(%s) path %s runs", p, Active())
		}
		restore()
		if Active() != before {
			t.Errorf("after restoring, path %s runs, want %s", Active(), before)
		}
	}
	defer func() {
		if got, want := recover(), "simd: this CPU cannot run path Path(4)"; got != want {
			t.Errorf("Force(4) panics with %v, want %q", got, want)
		}
		if Active() != before {
			t.Errorf("after a panic, path %s runs, want %s", Active(), before)
		}
	}()
	Force(AVX512 + 1)
}

// TestGODEBUG runs this test again with CPU features disabled by GODEBUG, and checks the
// selected path.
func TestGODEBUG(t *testing.T) {
	const child = "SIMD_TEST_PRINT_PATH"
	if os.Getenv(child) != "" {
		os.Stdout.WriteString("path " + Active().String() + "\n")
		return
	}
	if testing.Short() {
		t.Skip("starts processes")
	}
	if len(compiled) > 0 && compiled[0] != AVX2 {
		t.Skip("the paths of amd64")
	}
	for _, test := range []struct {
		godebug string
		atMost  Path
	}{
		{"", AVX512},
		{"cpu.avx512f=off", AVX2},
		{"cpu.avx512vbmi2=off", AVX2},
		{"cpu.avx512f=off,cpu.avx2=off", Generic},
		{"cpu.avx2=off", Generic},
		{"cpu.bmi2=off", Generic},
	} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestGODEBUG$", "-test.v")
		cmd.Env = append(os.Environ(), child+"=1", "GODEBUG="+os.Getenv("GODEBUG")+","+test.godebug)
		out, err := cmd.CombinedOutput()
		if err != nil && !errors.As(err, new(*exec.ExitError)) {
			t.Skipf("cannot start this test again (in an emulator?): %v", err)
		}
		want := "path " + min(test.atMost, paths[len(paths)-1]).String() + "\n"
		if err != nil || !strings.Contains(string(out), want) {
			t.Errorf("GODEBUG=%s: %v, %q, want %q", test.godebug, err, out, want)
		}
	}
}
