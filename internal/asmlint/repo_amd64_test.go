//go:build gc && !purego

package asmlint

import (
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/simd"
)

// suffixes maps the end of a function's name to the path that calls it.
var suffixes = map[string]simd.Path{"AVX2": simd.AVX2, "AVX512": simd.AVX512}

// guarded returns the extensions that the guard of a function covers: the extensions of the
// path in its name and of all paths below it.
func guarded(name string) (extensions []string, ok bool) {
	for suffix, path := range suffixes {
		if !strings.HasSuffix(name, suffix) {
			continue
		}
		for p := simd.Generic; p <= path; p++ {
			for _, f := range simd.Needs(p) {
				extensions = append(extensions, f.Name)
			}
		}
		return extensions, true
	}
	return nil, false
}

// TestGenerated lints all generated assembly of the module.
func TestGenerated(t *testing.T) {
	for _, path := range generated(t, "_amd64.s") {
		functions := parseFile(t, path)
		if len(functions) == 0 {
			t.Errorf("%s: no function", path)
		}
		for _, f := range functions {
			extensions, ok := guarded(f.Name)
			if !ok {
				t.Errorf("%s: line %d: %s: the name does not end in a path", path, f.Line, f.Name)
				continue
			}
			for _, problem := range f.Check(extensions) {
				t.Errorf("%s: %s", path, problem)
			}
		}
	}
}
