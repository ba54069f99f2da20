package movegen

import (
	"strings"
	"testing"
)

// sanBench holds positions and a move of each in SAN.
func sanBench(tb testing.TB) (positions []Position, moves []string) {
	facts(sanFacts, func(c []string) {
		p := parse(tb, c[0])
		for fact := range strings.FieldsSeq(c[1]) {
			san, _, _ := strings.Cut(fact, ":")
			positions, moves = append(positions, p), append(moves, san)
		}
	})
	return positions, moves
}

// BenchmarkParseSAN parses every move of many positions.
func BenchmarkParseSAN(b *testing.B) {
	positions, moves := sanBench(b)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if _, err := positions[i].ParseSAN(moves[i]); err != nil {
			b.Fatal(err)
		}
		if i++; i == len(moves) {
			i = 0
		}
	}
}
