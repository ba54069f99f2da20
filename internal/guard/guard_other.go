//go:build !unix

package guard

import "testing"

// Faults reports whether access outside a buffer faults.
const Faults = false

const (
	canaries = 64
	canary   = 0xc0ffee_c0ffee_5a
)

// alloc returns n words between canaries, which it checks when the test ends.
func alloc(t testing.TB, n int) []uint64 {
	all := make([]uint64, canaries+n+canaries)
	before, after := all[:canaries], all[canaries+n:]
	for i := range canaries {
		before[i], after[i] = canary, canary
	}
	t.Cleanup(func() {
		for i := range canaries {
			if before[i] != canary {
				t.Errorf("guard: word %d of a buffer of %d words was written", i-canaries, n)
			}
			if after[i] != canary {
				t.Errorf("guard: word %d of a buffer of %d words was written", n+i, n)
			}
		}
	})
	return all[canaries : canaries+n : canaries+n]
}

// ForbidFrom skips the test, because this system cannot make memory inaccessible.
func (b *Buffer) ForbidFrom(t testing.TB, from int) {
	t.Helper()
	t.Skip("guard: memory cannot be forbidden on this system")
}
