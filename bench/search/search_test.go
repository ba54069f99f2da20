package search

import "testing"

// Both libraries lead the search through the same nodes.
func TestSameNodes(t *testing.T) {
	for _, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
		"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
		"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
	} {
		for depth := range 4 {
			nodes, score, err := Koggestone(fen, depth)
			if err != nil {
				t.Fatal(err)
			}
			theirs, theirScore, err := Brighamskarda(fen, depth)
			if err != nil {
				t.Fatal(err)
			}
			if nodes != theirs || score != theirScore {
				t.Errorf("%s depth %d: %d nodes, score %d; %d nodes, score %d", fen, depth, nodes, score, theirs, theirScore)
			}
		}
	}
	if _, _, err := Koggestone("8/8", 1); err == nil {
		t.Error("no error for a broken FEN")
	}
	if _, _, err := Brighamskarda("8/8", 1); err == nil {
		t.Error("no error for a broken FEN")
	}
}
