package raylist

import "testing"

// TestStats compares the counts by kind with published ones, those of positions 1 to
// 4 on the Chess Programming Wiki's page Perft Results.
func TestStats(t *testing.T) {
	t.Parallel()
	const (
		start    = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
		kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
		endgame  = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
		unequal  = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"
	)
	for _, tt := range []struct {
		fen   string
		depth int
		nodes uint64
		want  Stats
	}{
		{start, 0, 1, Stats{}},
		{start, 4, 197281, Stats{1576, 0, 0, 0, 469, 0, 0, 8}},
		{start, 5, 4865609, Stats{82719, 258, 0, 0, 27351, 6, 0, 347}},
		{kiwipete, 3, 97862, Stats{17102, 45, 3162, 0, 993, 0, 0, 1}},
		{kiwipete, 4, 4085603, Stats{757163, 1929, 128013, 15172, 25523, 42, 6, 43}},
		{endgame, 4, 43238, Stats{3348, 123, 0, 0, 1680, 106, 0, 17}},
		{endgame, 5, 674624, Stats{52051, 1165, 0, 0, 52950, 1292, 3, 0}},
		{unequal, 3, 9467, Stats{1021, 4, 0, 120, 38, 2, 0, 22}},
		{unequal, 4, 422333, Stats{131393, 0, 7795, 60032, 15492, 19, 0, 5}},
	} {
		if testing.Short() && tt.nodes > 5e5 {
			continue
		}
		p, _ := parse(t, tt.fen)
		if nodes, got := p.Stats(tt.depth); nodes != tt.nodes || got != tt.want {
			t.Errorf("%s: depth %d:\ngot  %d, %+v\nwant %d, %+v", tt.fen, tt.depth, nodes, got, tt.nodes, tt.want)
		}
	}
}
