package main

import (
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/lines"
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
	src := attackSource{name: "games", reader: lines.NewReader(corpus.Games().Reader(), lines.Longest)}
	a := newAttackBatch(600)
	src.fill(a)
	if err := a.checkAttacks(); err != nil {
		t.Fatal(err)
	}
	a.attacks[1][queens][599] ^= 1
	if err := a.checkAttacks(); err == nil || !strings.Contains(err.Error(), placement(a.boards[599])+", black queens attack") {
		t.Errorf("error %v", err)
	}
}

// attacks and trace read the placements that perft reads.
func TestOneParser(t *testing.T) {
	const fen = " 3k4/44/8/1111p111/8/8/8/4K3\tw  - -"
	for _, args := range [][]string{
		{"attacks", "--fen", fen}, {"trace", "--direction", "north", "--fen", fen}, {"perft", "--depth", "1", "--fen", fen},
	} {
		if code, stdout, stderr := command("", args...); code != exitOK {
			t.Errorf("%v: exit %d, %q, %q", args, code, stdout, stderr)
		}
	}
}

// startpos is the start position wherever a FEN is.
func TestStartpos(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	for _, args := range [][]string{{"attacks"}, {"trace", "-d", "all"}, {"perft", "--depth", "2", "--divide", "--json"}} {
		_, want, _ := command("", append(args, "--fen", start)...)
		code, got, stderr := command("", append(args, "--fen=startpos")...)
		want, got = times.ReplaceAllString(want, "TIME"), times.ReplaceAllString(got, "TIME")
		if code != exitOK || got != want || stderr != "" {
			t.Errorf("%v: exit %d, %q, %q", args, code, got, stderr)
		}
	}
}
