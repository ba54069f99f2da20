package quad

import (
	"strconv"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad/internal/mailbox"
)

// Benchmarks use 512 boards of games, 16 KB, so that branch predictors cannot learn them.
// Each first compares the results of its path with those of generic.

const benchBoards = 512

func benchmarkBoards(b *testing.B) (boards []Board, us []Color) {
	cells, black, err := mailbox.Suite(corpus.Games())
	if err != nil {
		b.Fatal(err)
	}
	for i := range benchBoards {
		boards = append(boards, fromCells(&cells[i]))
		us = append(us, side(black[i]))
	}
	return boards, us
}

func BenchmarkVision(b *testing.B) {
	boards, _ := benchmarkBoards(b)
	for _, board := range boards {
		samePaths(b, board, 0)
	}
	pathtest.EachB(b, func(b *testing.B, _ simd.Path) {
		var v Vision
		for i := 0; b.Loop(); i++ {
			v.Set(boards[i%benchBoards])
		}
	})
}

// An engine stores its pieces as engines do: a set for each kind and one for each side.
type engine struct {
	kinds [6]uint64 // pawns, knights, bishops, rooks, queens, kings
	sides [2]uint64 // white, black
	us    Color
}

func engineOf(b Board, us Color) engine {
	return engine{
		[6]uint64{b.Pawns(), b.Knights(), b.Bishops(), b.Rooks(), b.Queens(), b.Kings()},
		[2]uint64{b.White(), b.Black()}, us,
	}
}

// board is inlined, boardByCall never is.
func (e *engine) board() Board {
	k := &e.kinds
	return Pack(k[0], k[1], k[2], k[3], k[4], k[5], e.sides[Black])
}

//go:noinline
func (e *engine) boardByCall() Board { return e.board() }

// node contains the lines of the documentation, and uses some of the sets.
//
//go:noinline
func (e *engine) node() uint64 {
	k := &e.kinds
	board := Pack(k[0], k[1], k[2], k[3], k[4], k[5], e.sides[Black])
	var t Threats
	t.Set(board, e.us)
	return t.Checkers + t.Pinned + t.Danger
}

// BenchmarkThreats reports the ns of one call where the board comes from various sources.
// Each is a loop over boards in a function of its own: in the body of b.Loop a compiler may
// inline nothing. The module bench compares them with the usual loop over pieces.
func BenchmarkThreats(b *testing.B) {
	boards, us := benchmarkBoards(b)
	engines := make([]engine, benchBoards)
	for i, board := range boards {
		samePaths(b, board, 0)
		engines[i] = engineOf(board, us[i])
	}
	var t Threats
	for _, from := range []struct {
		name string
		loop func()
	}{
		{"ready", func() {
			for i := range boards {
				t.Set(boards[i], us[i])
			}
		}},
		{"pack", func() {
			var sum uint64
			for i := range engines {
				sum += engines[i].node()
			}
			t.Danger = sum
		}},
		{"helper", func() {
			for i := range engines {
				t.Set(engines[i].board(), engines[i].us)
			}
		}},
		{"call", func() {
			for i := range engines {
				t.Set(engines[i].boardByCall(), engines[i].us)
			}
		}},
		{"bitboards", func() {
			for i := range engines {
				k := &engines[i].kinds
				bb := Bitboards{Pawns: k[0], Knights: k[1], Bishops: k[2], Rooks: k[3], Queens: k[4], Kings: k[5],
					White: engines[i].sides[White], Black: engines[i].sides[Black]}
				t.Set(bb.Board(), engines[i].us)
			}
		}},
		{"value", func() {
			var sum uint64
			for i := range engines {
				threats := engines[i].board().Threats(engines[i].us)
				sum += threats.Pinned + threats.Danger
			}
			t.Danger = sum
		}},
	} {
		b.Run("from="+from.name, func(b *testing.B) {
			pathtest.EachB(b, func(b *testing.B, _ simd.Path) {
				for b.Loop() {
					from.loop()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/benchBoards, "ns/position")
			})
		})
	}
}

// callLoops returns loops of each call for one position over an engine's bitboards, which are
// converted as in the documentation.
func callLoops(engines []engine) []callLoop {
	return []callLoop{
		{"legality", func() (sum uint64) {
			var l Legality
			for i := range engines {
				e := &engines[i]
				k := &e.kinds
				l.Set(Pack(k[0], k[1], k[2], k[3], k[4], k[5], e.sides[Black]), e.us)
				sum += l.Checkers + l.Pinned + l.Danger
			}
			return sum
		}},
		{"bykind", func() (sum uint64) {
			var a AttacksByKind
			for i := range engines {
				e := &engines[i]
				k := &e.kinds
				a.Set(Pack(k[0], k[1], k[2], k[3], k[4], k[5], e.sides[Black]), e.us.Other())
				sum += a.ByPawn + a.ByRook + a.Attacked
			}
			return sum
		}},
		{"both", func() (sum uint64) {
			var t BothThreats
			for i := range engines {
				e := &engines[i]
				k := &e.kinds
				t.Set(Pack(k[0], k[1], k[2], k[3], k[4], k[5], e.sides[Black]))
				sum += t[White].Pinned + t[Black].Pinners + t[White].AttackedTwice
			}
			return sum
		}},
		{"threats", func() (sum uint64) {
			var t Threats
			for i := range engines {
				e := &engines[i]
				k := &e.kinds
				t.Set(Pack(k[0], k[1], k[2], k[3], k[4], k[5], e.sides[Black]), e.us)
				sum += t.Checkers + t.Pinned + t.Danger
			}
			return sum
		}},
	}
}

type callLoop struct {
	name string
	loop func() uint64
}

// BenchmarkCalls reports the ns of each call for one position.
func BenchmarkCalls(b *testing.B) {
	boards, us := benchmarkBoards(b)
	engines := make([]engine, benchBoards)
	for i, board := range boards {
		engines[i] = engineOf(board, us[i])
	}
	var sink uint64
	for _, call := range callLoops(engines) {
		b.Run("sets="+call.name, func(b *testing.B) {
			pathtest.EachB(b, func(b *testing.B, _ simd.Path) {
				for b.Loop() {
					sink += call.loop()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/benchBoards, "ns/position")
			})
		})
	}
}

func BenchmarkSource(b *testing.B) {
	board, _ := fromFEN(b, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	s := board.Sources()
	for i := 0; b.Loop(); i++ {
		s.Source(directions[i%8], i/8%64)
	}
}

// BenchmarkBatch reports ns per position as ns/op divided by n.
func BenchmarkBatch(b *testing.B) {
	all, allUs := benchmarkBoards(b)
	const n = benchBoards
	batch, columns := BatchOf(all...), NewThreatsColumns(n)
	attacks := make([]uint64, n)
	var rays [8][4][]uint64
	for d := range rays {
		for p := range rays[d] {
			rays[d][p] = make([]uint64, n)
		}
	}
	for _, f := range []struct {
		name string
		call func()
	}{
		{"sets=vision", func() { VisionBatch(&rays, batch) }},
		{"sets=threats", func() { ThreatsBatch(columns, batch, allUs) }},
		{"sets=attacks", func() { AttacksBatch(attacks, batch, White) }},
	} {
		b.Run(f.name+"/n="+strconv.Itoa(n), func(b *testing.B) {
			pathtest.EachB(b, func(b *testing.B, _ simd.Path) {
				for b.Loop() {
					f.call()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/position")
			})
		})
	}
	for i, board := range all {
		v := board.Vision()
		if columns.At(i) != board.Threats(allUs[i]) || attacks[i] != v.Attacks(White) || rays[3][2][i] != v.Rays[3].G2 {
			b.Fatalf("board %d: the batch says something else\n%v", i, board)
		}
	}
}
