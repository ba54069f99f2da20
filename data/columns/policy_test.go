package columns

import (
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/mailbox"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// leelaNames returns the names of Leela's moves: moves of a queen or a knight from each square,
// then promotions. Package policy compares its own list with lc0's.
func leelaNames() (names []string) {
	for from := range 64 {
		for to := range 64 {
			file, rank := to&7-from&7, to>>3-from>>3
			if from != to && (file == 0 || rank == 0 || file*file == rank*rank || file*file+rank*rank == 5) {
				names = append(names, quad.SquareName(from)+quad.SquareName(to))
			}
		}
	}
	for from := 48; from < 56; from++ {
		for to := max(56, from+7); to <= min(63, from+9); to++ {
			for _, piece := range "qrb" {
				names = append(names, quad.SquareName(from)+quad.SquareName(to)+string(piece))
			}
		}
	}
	return names
}

// turned returns a square as the side to move sees it.
func (m *slow) turned(sq int) int {
	return sq ^ 56*m.Side
}

// uci calls f with the squares of each legal move, castling as king takes rook, and with
// the letter of what a pawn becomes or 0.
func (m *slow) uci(f func(from, to int, promotion byte)) {
	for _, move := range m.Legal() {
		f(move.From, move.To, "\x00\x00\x00bnr q"[move.Promote])
	}
}

// slowAlphaZero finds the plane of each move by its distance in files and ranks.
func (m *slow) slowAlphaZero(turned bool) []uint64 {
	mask := make([]uint64, 73)
	m.uci(func(from, to int, promotion byte) {
		if m.Kind(from) == mailbox.King && m.Is(to, m.Side) && from&7 == 4 && (to&7 == 0 || to&7 == 7) {
			to = from - 2 + to&7/7*4
		}
		if turned {
			from, to = m.turned(from), m.turned(to)
		}
		way := [2]int{to&7 - from&7, to>>3 - from>>3}
		far := max(way[0], -way[0], way[1], -way[1])
		jump := slices.Index([][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}, way)
		under := strings.IndexByte("nbr", promotion)
		switch {
		case under >= 0:
			mask[64+3*(way[0]+1)+under] |= 1 << from
		case jump >= 0:
			mask[56+jump] |= 1 << from
		default:
			compass := [][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}
			mask[7*slices.Index(compass, [2]int{way[0] / far, way[1] / far})+far-1] |= 1 << from
		}
	})
	return mask
}

// slowLeela finds each move in the list by its name.
func (m *slow) slowLeela() []uint64 {
	mask, names := make([]uint64, 30), leelaNames()
	m.uci(func(from, to int, promotion byte) {
		name := quad.SquareName(m.turned(from)) + quad.SquareName(m.turned(to))
		if promotion != 0 && promotion != 'n' {
			name += string(promotion)
		}
		n := slices.Index(names, name)
		mask[n/64] |= 1 << (n % 64)
	})
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
			policy, _ := ByName(name)
			for range b.N {
				column.Reset()
				c.Set(batch, nil)
				policy.AppendTo(&column, c)
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
