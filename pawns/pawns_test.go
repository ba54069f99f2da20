package pawns

import (
	"math/rand/v2"
	"testing"

	"github.com/koggestone/koggestone/internal/boardtest"
)

// The definitions of spans and pawns, square by square over files and ranks. ahead(a, b)
// reports whether rank b is in front of rank a for a side.

type side struct {
	name     string
	ahead    func(from, to int) bool
	forward  int
	front    func(pawns uint64) uint64
	rear     func(pawns uint64) uint64
	attack   func(pawns uint64) uint64
	east     func(pawns uint64) uint64
	west     func(pawns uint64) uint64
	attackBy func(squares uint64) uint64
	passed   func(own, other uint64) uint64
	backward func(own, other uint64) uint64
	cand     func(own, other uint64) uint64
	half     func(own, other uint64) uint64
}

// turned calls a function of white and black pawns with the black pawns first.
func turned(f func(white, black uint64) uint64) func(own, other uint64) uint64 {
	return func(own, other uint64) uint64 { return f(other, own) }
}

var bothSides = []side{
	{"White", func(from, to int) bool { return to > from }, 1,
		WhiteFrontSpans, WhiteRearSpans, WhiteAttackFrontSpans, WhiteEastAttackFrontSpans, WhiteWestAttackFrontSpans,
		WhiteAttackRearSpans, WhitePassed, WhiteBackward, WhiteCandidates, WhiteHalfOpenFiles},
	{"Black", func(from, to int) bool { return to < from }, -1,
		BlackFrontSpans, BlackRearSpans, BlackAttackFrontSpans, BlackEastAttackFrontSpans, BlackWestAttackFrontSpans,
		BlackAttackRearSpans, turned(BlackPassed), turned(BlackBackward), turned(BlackCandidates), turned(BlackHalfOpenFiles)},
}

// count returns how many squares of b satisfy is(file, rank).
func count(b uint64, is func(f, r int) bool) (n int) {
	for sq := range 64 {
		if boardtest.Has(b, sq) && is(sq%8, sq/8) {
			n++
		}
	}
	return n
}

// where returns the squares that satisfy is(file, rank).
func where(is func(f, r int) bool) uint64 {
	return boardtest.Collect(func(i int) bool { return is(i%8, i/8) })
}

func beside(f, g int) bool { return f-g == 1 || g-f == 1 }

func checkPawns(t *testing.T, own, other uint64) {
	t.Helper()
	on := func(b uint64) func(f, r int) bool {
		return func(f, r int) bool { return f >= 0 && f < 8 && r >= 0 && r < 8 && boardtest.Has(b, 8*r+f) }
	}
	for _, s := range bothSides {
		behind := func(from, to int) bool { return s.ahead(to, from) }
		// exists reports whether own has a pawn with the given relations between its file
		// and rank and the file and rank of the square.
		exists := func(b uint64, file func(f, g int) bool, rank func(pawn, square int) bool) uint64 {
			return where(func(f, r int) bool {
				return count(b, func(g, q int) bool { return file(f, g) && rank(q, r) }) > 0
			})
		}
		same := func(f, g int) bool { return f == g }
		boardtest.Equal(t, s.front(own), exists(own, same, s.ahead), "%sFrontSpans(%#x)", s.name, own)
		boardtest.Equal(t, s.rear(own), exists(own, same, behind), "%sRearSpans(%#x)", s.name, own)
		boardtest.Equal(t, s.attack(own), exists(own, beside, s.ahead), "%sAttackFrontSpans(%#x)", s.name, own)
		boardtest.Equal(t, s.attackBy(own), exists(own, beside, behind), "%sAttackRearSpans(%#x)", s.name, own)
		boardtest.Equal(t, s.east(own), exists(own, func(f, g int) bool { return f == g+1 }, s.ahead), "%sEastAttackFrontSpans(%#x)", s.name, own)
		boardtest.Equal(t, s.west(own), exists(own, func(f, g int) bool { return f == g-1 }, s.ahead), "%sWestAttackFrontSpans(%#x)", s.name, own)

		passed := func(f, r int) bool {
			return count(other, func(g, q int) bool { return (f == g || beside(f, g)) && s.ahead(r, q) }) == 0
		}
		boardtest.Equal(t, s.passed(own, other), own&where(passed), "%sPassed(%#x, %#x)", s.name, own, other)

		backward := func(f, r int) bool {
			stop := r + s.forward
			if stop < 0 || stop > 7 {
				return false
			}
			hit := on(other)(f-1, stop+s.forward) || on(other)(f+1, stop+s.forward)
			held := count(own, func(g, q int) bool { return beside(f, g) && s.ahead(q, stop) }) > 0
			return hit && !held
		}
		boardtest.Equal(t, s.backward(own, other), own&where(backward), "%sBackward(%#x, %#x)", s.name, own, other)

		candidate := func(f, r int) bool {
			blocked := count(own|other, func(g, q int) bool { return f == g && s.ahead(r, q) })
			sentries := count(other, func(g, q int) bool { return beside(f, g) && s.ahead(r, q) })
			helpers := count(own, func(g, q int) bool { return beside(f, g) && !s.ahead(r, q) })
			return blocked == 0 && sentries > 0 && helpers >= sentries
		}
		boardtest.Equal(t, s.cand(own, other), own&where(candidate), "%sCandidates(%#x, %#x)", s.name, own, other)

		half := func(f, _ int) bool {
			return count(own, func(g, _ int) bool { return f == g }) == 0 && count(other, func(g, _ int) bool { return f == g }) > 0
		}
		boardtest.Equal(t, s.half(own, other), where(half), "%sHalfOpenFiles(%#x, %#x)", s.name, own, other)
	}
	fileOf := func(b uint64) uint64 {
		return where(func(f, _ int) bool { return count(b, func(g, _ int) bool { return f == g }) > 0 })
	}
	boardtest.Equal(t, FileFill(own), fileOf(own), "FileFill(%#x)", own)
	boardtest.Equal(t, OpenFiles(own, other), ^fileOf(own|other), "OpenFiles(%#x, %#x)", own, other)
	isolated := func(f, _ int) bool { return count(own, func(g, _ int) bool { return beside(f, g) }) == 0 }
	boardtest.Equal(t, Isolated(own), own&where(isolated), "Isolated(%#x)", own)
	doubled := func(f, _ int) bool { return count(own, func(g, _ int) bool { return f == g }) > 1 }
	boardtest.Equal(t, Doubled(own), own&where(doubled), "Doubled(%#x)", own)
}

func TestPawns(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 1))
	ws := boardtest.Words(13, 40)
	for i := range 150 {
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
		checkPawns(t, white, black&^white)
	}
}

func TestPictures(t *testing.T) {
	boardtest.Pictures(t, "pawns.go", map[string]func(uint64) uint64{"FileFill": FileFill})
}

func FuzzPawns(f *testing.F) {
	f.Add(uint64(0x818100), uint64(0x81810000000000))  // edge files
	f.Add(uint64(0x815020000), uint64(0x402a14000000)) // levers
	f.Add(uint64(0xff), uint64(0xff00000000000000))    // pawns on rank 1 and 8
	f.Add(uint64(0xff00), uint64(0xff000000000000))    // start position
	f.Fuzz(checkPawns)
}
