package movegen

import (
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
)

// BenchmarkMove reports the ns a move of what an engine asks about each move of a
// position, and about the position after it, which has just been written.
func BenchmarkMove(b *testing.B) {
	all := positions(b, corpus.Games())[:256]
	lists := make([][]Move, len(all))
	moves := 0
	for i, p := range all {
		lists[i] = p.AppendLegalMoves(nil)
		moves += len(lists[i])
	}
	var sink uint64
	bit := func(x bool) {
		if x {
			sink++
		}
	}
	for _, f := range []struct {
		name string
		loop func()
	}{
		{"IsLegal", func() {
			for i := range all {
				for _, m := range lists[i] {
					bit(all[i].IsLegal(m))
				}
			}
		}},
		{"GivesCheck", func() {
			for i := range all {
				for _, m := range lists[i] {
					bit(all[i].GivesCheck(m))
				}
			}
		}},
		{"IsCapture", func() {
			for i := range all {
				for _, m := range lists[i] {
					bit(all[i].IsCapture(m))
				}
			}
		}},
		{"SEE", func() {
			for i := range all {
				for _, m := range lists[i] {
					bit(all[i].SEEAtLeast(m, 0, nil))
				}
			}
		}},
		{"Play", func() {
			for i := range all {
				for _, m := range lists[i] {
					child := all[i].Play(m)
					sink += child.Board.G0
				}
			}
		}},
		{"PlayInto", func() {
			var child Position
			for i := range all {
				for _, m := range lists[i] {
					all[i].PlayInto(&child, m)
					sink += child.Board.G0
				}
			}
		}},
		{"PlayInto+InCheck", func() {
			var child Position
			for i := range all {
				for _, m := range lists[i] {
					all[i].PlayInto(&child, m)
					bit(child.InCheck())
				}
			}
		}},
		{"Play+CountLegal", func() {
			for i := range all {
				for _, m := range lists[i] {
					child := all[i].Play(m)
					sink += uint64(child.CountLegal())
				}
			}
		}},
		{"PlayInto+CountLegal", func() {
			var child Position
			for i := range all {
				for _, m := range lists[i] {
					all[i].PlayInto(&child, m)
					sink += uint64(child.CountLegal())
				}
			}
		}},
	} {
		b.Run("function="+f.name, func(b *testing.B) {
			for b.Loop() {
				f.loop()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(moves), "ns/move")
		})
	}
	_ = sink
}
