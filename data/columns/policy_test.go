package columns

import (
	"slices"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/mailbox"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/policy"
)

// turned returns a square as the side to move sees it.
func (m *slow) turned(sq int) int {
	return sq ^ 56*m.Side
}

// slowAlphaZero finds the plane of each move by its distance in files and ranks.
func (m *slow) slowAlphaZero(turned bool) []uint64 {
	mask := make([]uint64, 73)
	for _, move := range m.Legal() {
		from, to := move.From, move.To
		if m.Castles(move) && from&7 == 4 && (to&7 == 0 || to&7 == 7) {
			to = from - 2 + to&7/7*4
		}
		if turned {
			from, to = m.turned(from), m.turned(to)
		}
		way := [2]int{to&7 - from&7, to>>3 - from>>3}
		far := max(way[0], -way[0], way[1], -way[1])
		jump := slices.Index([][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}, way)
		under := slices.Index([]int{mailbox.Knight, mailbox.Bishop, mailbox.Rook}, move.Promote)
		switch {
		case under >= 0:
			mask[64+3*(way[0]+1)+under] |= 1 << from
		case jump >= 0:
			mask[56+jump] |= 1 << from
		default:
			compass := [][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}
			mask[7*slices.Index(compass, [2]int{way[0] / far, way[1] / far})+far-1] |= 1 << from
		}
	}
	return mask
}

// slowLeela sets the bit of each legal move, which package policy numbers.
func (m *slow) slowLeela() []uint64 {
	mask := make([]uint64, 30)
	for _, move := range m.p.AppendLegalMoves(nil) {
		n := policy.Leela.Index(&m.p, move)
		mask[n/64] |= 1 << (n % 64)
	}
	return mask
}

// A mask has a bit for each legal move.
func BenchmarkPolicy(b *testing.B) {
	batch, n := new(movegen.Batch), 0
	for fen := range corpus.Games().FENs() {
		if p, err := movegen.ParseFEN(fen); err == nil && batch.Len() < MaxBatch {
			batch.Append(p)
			n += p.CountLegal()
		}
	}
	for _, name := range []string{"policy_alphazero", "policy_alphazero_us", "policy_leela_us"} {
		b.Run("column="+name, func(b *testing.B) {
			c, column := NewComputer(), Data{}
			masks, _ := ByName(name)
			for range b.N {
				column.Reset()
				c.Set(batch, nil)
				masks.AppendTo(&column, c)
			}
			bits := 0
			for _, word := range column.Words {
				bits += count(word)
			}
			if bits != n {
				b.Fatalf("%d bits, want %d", bits, n)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*batch.Len()), "ns/position")
		})
	}
}
