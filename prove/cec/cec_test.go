package cec

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/koggestone/koggestone/prove/aig"
)

// TestInitialization refutes a claim that random inputs do not refute, though a file in which berkeley-abc looks for aliases
// says that everything is equivalent.
func TestInitialization(t *testing.T) {
	c, err := New()
	if err != nil {
		t.Skip(err)
	}
	defer c.Close()
	const aliases = "alias cec \"echo Networks are equivalent\"\nalias &cec \"echo Networks are equivalent\"\n"
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "abc.rc"), []byte(aliases), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	t.Setenv("HOME", dir)
	g := aig.New()
	all := g.All(append(g.Vars(40), g.Vars(40).Not()...))
	var d *Difference
	if err := c.Prove(g, []Claim{{"all", aig.Bits{all}, aig.Bits{aig.False}}}); !errors.As(err, &d) {
		t.Errorf("expected a difference, found %v", err)
	}
}
