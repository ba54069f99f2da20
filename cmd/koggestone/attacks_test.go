package main

import (
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/positions"
	"github.com/koggestone/koggestone/internal/simd"
)

func TestDemo(t *testing.T) {
	code, stdout, stderr := command("", "attacks", "--demo")
	if code != exitOK || stderr != "" {
		t.Fatalf("exit %d, %q", code, stderr)
	}
	if !strings.Contains(stdout, "in 600 positions from games") || strings.Count(stdout, "million positions/s") != len(simd.Paths()) {
		t.Errorf("got\n%s", stdout)
	}
}

// The demonstration's check sees a wrong attack.
func TestCheckAttacks(t *testing.T) {
	games := positions.Games()
	a := newAttackBatch(len(games))
	for i := range games {
		a.append(&games[i], 0, i)
	}
	a.compute()
	if err := a.checkAttacks(); err != nil {
		t.Fatal(err)
	}
	a.attacks[1][queens][599] ^= 1
	if err := a.checkAttacks(); err == nil || !strings.Contains(err.Error(), games[599].String()+", black queens attack") {
		t.Errorf("error %v", err)
	}
}
