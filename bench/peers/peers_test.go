package peers

import (
	"os"
	"strings"
	"testing"
)

// The peers return the published counts of three positions with castling, en passant and
// promotions.
func TestPerft(t *testing.T) {
	for _, p := range All() {
		for _, c := range []struct {
			fen   string
			nodes []uint64
		}{
			{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", []uint64{20, 400, 8902}},
			{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", []uint64{48, 2039, 97862}},
			{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", []uint64{6, 264, 9467}},
		} {
			for i, want := range c.nodes {
				if got, err := p.Perft(c.fen, i+1); got != want || err != nil {
					t.Errorf("%s: %s, depth %d: %d, %v, want %d", p.Name, c.fen, i+1, got, err, want)
				}
			}
			if _, err := p.Perft(c.fen, 0); err == nil {
				t.Errorf("%s: no error of depth 0", p.Name)
			}
		}
		if _, err := p.Perft("nonsense", 1); err == nil {
			t.Errorf("%s: no error of nonsense", p.Name)
		}
	}
}

// The names have the versions of go.mod.
func TestVersions(t *testing.T) {
	mod, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range All() {
		_, version, _ := strings.Cut(p.Name, "-")
		if !strings.Contains(string(mod), p.Module+" "+version+"\n") {
			t.Errorf("%s: go.mod has no %s %s", p.Name, p.Module, version)
		}
	}
}
