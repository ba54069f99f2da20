package pathtest

import (
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/simd"
)

func TestRequired(t *testing.T) {
	best := simd.Active()
	for _, name := range []string{"", best.String()} {
		if err := required(name); err != nil {
			t.Errorf("required(%q) = %v, want nil", name, err)
		}
	}
	for _, p := range simd.All() {
		if p == best {
			continue
		}
		err := required(p.String())
		if err == nil || !strings.Contains(err.Error(), "path "+best.String()+" was selected: ") {
			t.Errorf("required(%q) = %v, want an error that names path %s", p, err, best)
		}
	}
	if err := required("avx3"); err == nil || !strings.Contains(err.Error(), "expected generic, neon, avx2 or avx512") {
		t.Errorf("required(%q) = %v, want an error that lists the paths", "avx3", err)
	}
}

func TestEach(t *testing.T) {
	before := simd.Active()
	var ran []simd.Path
	Each(t, func(t *testing.T, p simd.Path) {
		if simd.Active() != p {
			t.Errorf("path %s runs, want %s", simd.Active(), p)
		}
		if !strings.HasSuffix(t.Name(), "/path="+p.String()) {
			t.Errorf("the subtest of path %s is called %s", p, t.Name())
		}
		ran = append(ran, p)
	})
	if !slices.Equal(ran, simd.Paths()) {
		t.Errorf("ran %v, want %v", ran, simd.Paths())
	}
	if simd.Active() != before {
		t.Errorf("path %s runs afterwards, want %s", simd.Active(), before)
	}
}
