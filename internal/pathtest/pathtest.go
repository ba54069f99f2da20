// Package pathtest runs tests and benchmarks once for every path of this CPU, as
// "path=generic", "path=neon", "path=avx2" and "path=avx512".
package pathtest

import (
	"fmt"
	"os"
	"testing"

	"github.com/koggestone/koggestone/internal/simd"
)

// Env names an environment variable that contains the path that must be selected.
// Without it, a missing CPU feature would silently skip a path's tests.
const Env = "KOGGESTONE_TEST_REQUIRE"

// Main runs a package's tests and returns the exit status. It fails if [Env] names
// another path than the selected one. Every package with kernels calls it from TestMain.
func Main(m *testing.M) int {
	if err := required(os.Getenv(Env)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

// required returns an error unless name is empty or the name of the selected path.
func required(name string) error {
	if name == "" || name == simd.Active().String() {
		return nil
	}
	for _, p := range simd.All() {
		if p.String() != name {
			continue
		}
		why := simd.WhyNot(p)
		if why == "" {
			why = "this CPU has a better one"
		}
		return fmt.Errorf("%s=%s: path %s was selected: %s", Env, name, simd.Active(), why)
	}
	return fmt.Errorf("%s: expected generic, neon, avx2 or avx512, found %s", Env, name)
}

// Each runs f once for every path, as a subtest that forces the path. The subtests must not
// be parallel.
func Each(t *testing.T, f func(t *testing.T, p simd.Path)) {
	t.Helper()
	for _, p := range simd.Paths() {
		t.Run("path="+p.String(), func(t *testing.T) {
			defer simd.Force(p)()
			f(t, p)
		})
	}
}

// EachB runs f once for every path, as a sub-benchmark that forces the path.
func EachB(b *testing.B, f func(b *testing.B, p simd.Path)) {
	b.Helper()
	for _, p := range simd.Paths() {
		b.Run("path="+p.String(), func(b *testing.B) {
			defer simd.Force(p)()
			f(b, p)
		})
	}
}

// On runs f with path p forced.
func On(p simd.Path, f func()) {
	defer simd.Force(p)()
	f()
}
