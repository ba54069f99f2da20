package pawns

import (
	"math/rand/v2"
	"testing"

	"github.com/koggestone/koggestone/internal/boardtest"
)

// Module prove proves all functions of this package, except the two that count pawns, for all inputs.

// candidates returns the candidates of own by their definition. ahead reports whether rank q is in front of rank r.
func candidates(own, other uint64, ahead func(q, r int) bool) uint64 {
	return own & boardtest.Collect(func(sq int) bool {
		blocked, sentries, helpers := 0, 0, 0
		for i := range 64 {
			file, front := i%8-sq%8, ahead(i/8, sq/8)
			beside := file == 1 || file == -1
			switch {
			case file == 0 && front && boardtest.Has(own|other, i):
				blocked++
			case beside && front && boardtest.Has(other, i):
				sentries++
			case beside && !front && boardtest.Has(own, i):
				helpers++
			}
		}
		return blocked == 0 && sentries > 0 && helpers >= sentries
	})
}

func TestCandidates(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 1))
	ws := boardtest.Words(13, 40)
	for i := range 300 {
		// Up to eight pawns for each side on ranks 2 to 7, and every eighth time arbitrary
		// sets.
		var white, black uint64
		for range 8 {
			white |= 1 << (8 + r.IntN(48))
			black |= 1 << (8 + r.IntN(48))
		}
		if i%8 == 0 {
			white, black = ws[i%40], ws[(i+7)%40]
		}
		black &^= white
		boardtest.Equal(t, WhiteCandidates(white, black), candidates(white, black, func(q, r int) bool { return q > r }), "WhiteCandidates(%#x, %#x)", white, black)
		boardtest.Equal(t, BlackCandidates(white, black), candidates(black, white, func(q, r int) bool { return q < r }), "BlackCandidates(%#x, %#x)", white, black)
	}
}

func TestPictures(t *testing.T) {
	boardtest.Pictures(t, "pawns.go", map[string]func(uint64) uint64{"FileFill": FileFill, "WhiteAttacks": WhiteAttacks})
}
