package machine

import (
	"strings"
	"testing"
)

func TestCPU(t *testing.T) {
	if name := CPU(); name == "" || strings.TrimSpace(name) != name || strings.Contains(name, "\n") {
		t.Errorf("%q", name)
	}
}

// How fast the core is, is not the test's business.
func TestHertz(t *testing.T) {
	if hertz := Hertz(); !(hertz > 0) {
		t.Errorf("%v", hertz)
	}
}
