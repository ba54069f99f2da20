package prefix

import (
	"math/rand/v2"
	"testing"

	"github.com/koggestone/koggestone"
)

// The definitions of spans and pawns, square by square over files and ranks.
// ahead(a, b) tells whether rank b is before rank a for a side.

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

// turned calls a function of white and black with black's pawns first.
func turned(f func(white, black uint64) uint64) func(own, other uint64) uint64 {
	return func(own, other uint64) uint64 { return f(other, own) }
}

var bothSides = []side{
	{"White", func(from, to int) bool { return to > from }, 1,
		WhiteFrontSpans, WhiteRearSpans, WhiteAttackFrontSpans, WhiteEastAttackFrontSpans, WhiteWestAttackFrontSpans,
		WhiteAttackRearSpans, WhitePassedPawns, WhiteBackwardPawns, WhiteCandidatePawns, WhiteHalfOpenFiles},
	{"Black", func(from, to int) bool { return to < from }, -1,
		BlackFrontSpans, BlackRearSpans, BlackAttackFrontSpans, BlackEastAttackFrontSpans, BlackWestAttackFrontSpans,
		BlackAttackRearSpans, turned(BlackPassedPawns), turned(BlackBackwardPawns), turned(BlackCandidatePawns), turned(BlackHalfOpenFiles)},
}

// count returns how many squares of b satisfy is(file, rank).
func count(b uint64, is func(f, r int) bool) (n int) {
	for sq := range 64 {
		if has(b, sq) && is(sq%8, sq/8) {
			n++
		}
	}
	return n
}

// where returns the squares that satisfy is(file, rank).
func where(is func(f, r int) bool) uint64 {
	return collect(func(i int) bool { return is(i%8, i/8) })
}

func beside(f, g int) bool { return f-g == 1 || g-f == 1 }

func checkPawns(t *testing.T, own, other uint64) {
	t.Helper()
	on := func(b uint64) func(f, r int) bool {
		return func(f, r int) bool { return f >= 0 && f < 8 && r >= 0 && r < 8 && has(b, 8*r+f) }
	}
	for _, s := range bothSides {
		behind := func(from, to int) bool { return s.ahead(to, from) }
		// exists tells whether own has a pawn whose file and rank, seen from the
		// square, satisfy the two relations.
		exists := func(b uint64, file func(f, g int) bool, rank func(pawn, square int) bool) uint64 {
			return where(func(f, r int) bool {
				return count(b, func(g, q int) bool { return file(f, g) && rank(q, r) }) > 0
			})
		}
		same := func(f, g int) bool { return f == g }
		equal(t, s.front(own), exists(own, same, s.ahead), "%sFrontSpans(%#x)", s.name, own)
		equal(t, s.rear(own), exists(own, same, behind), "%sRearSpans(%#x)", s.name, own)
		equal(t, s.attack(own), exists(own, beside, s.ahead), "%sAttackFrontSpans(%#x)", s.name, own)
		equal(t, s.attackBy(own), exists(own, beside, behind), "%sAttackRearSpans(%#x)", s.name, own)
		equal(t, s.east(own), exists(own, func(f, g int) bool { return f == g+1 }, s.ahead), "%sEastAttackFrontSpans(%#x)", s.name, own)
		equal(t, s.west(own), exists(own, func(f, g int) bool { return f == g-1 }, s.ahead), "%sWestAttackFrontSpans(%#x)", s.name, own)

		passed := func(f, r int) bool {
			return count(other, func(g, q int) bool { return (f == g || beside(f, g)) && s.ahead(r, q) }) == 0
		}
		equal(t, s.passed(own, other), own&where(passed), "%sPassedPawns(%#x, %#x)", s.name, own, other)

		backward := func(f, r int) bool {
			stop := r + s.forward
			if stop < 0 || stop > 7 {
				return false
			}
			hit := on(other)(f-1, stop+s.forward) || on(other)(f+1, stop+s.forward)
			held := count(own, func(g, q int) bool { return beside(f, g) && s.ahead(q, stop) }) > 0
			return hit && !held
		}
		equal(t, s.backward(own, other), own&where(backward), "%sBackwardPawns(%#x, %#x)", s.name, own, other)

		candidate := func(f, r int) bool {
			blocked := count(own|other, func(g, q int) bool { return f == g && s.ahead(r, q) })
			sentries := count(other, func(g, q int) bool { return beside(f, g) && s.ahead(r, q) })
			helpers := count(own, func(g, q int) bool { return beside(f, g) && !s.ahead(r, q) })
			return blocked == 0 && sentries > 0 && helpers >= sentries
		}
		equal(t, s.cand(own, other), own&where(candidate), "%sCandidatePawns(%#x, %#x)", s.name, own, other)

		half := func(f, _ int) bool {
			return count(own, func(g, _ int) bool { return f == g }) == 0 && count(other, func(g, _ int) bool { return f == g }) > 0
		}
		equal(t, s.half(own, other), where(half), "%sHalfOpenFiles(%#x, %#x)", s.name, own, other)
	}
	fileOf := func(b uint64) uint64 {
		return where(func(f, _ int) bool { return count(b, func(g, _ int) bool { return f == g }) > 0 })
	}
	equal(t, FileFill(own), fileOf(own), "FileFill(%#x)", own)
	equal(t, OpenFiles(own, other), ^fileOf(own|other), "OpenFiles(%#x, %#x)", own, other)
	equal(t, NorthFill(own), own|WhiteFrontSpans(own), "NorthFill(%#x)", own)
	equal(t, SouthFill(own), own|WhiteRearSpans(own), "SouthFill(%#x)", own)
	isolated := func(f, _ int) bool { return count(own, func(g, _ int) bool { return beside(f, g) }) == 0 }
	equal(t, IsolatedPawns(own), own&where(isolated), "IsolatedPawns(%#x)", own)
	doubled := func(f, _ int) bool { return count(own, func(g, _ int) bool { return f == g }) > 1 }
	equal(t, DoubledPawns(own), own&where(doubled), "DoubledPawns(%#x)", own)
}

func TestPawns(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 1))
	ws := words(13, 40)
	for i := range 150 {
		// Up to eight pawns a side on ranks 2 to 7, and every eighth time nonsense.
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

// TestSpansMeet checks that the attack rear span is the converse of the attack
// front span.
func TestSpansMeet(t *testing.T) {
	for a := range 64 {
		for b := range 64 {
			if has(WhiteAttackFrontSpans(1<<a), b) != has(WhiteAttackRearSpans(1<<b), a) {
				t.Errorf("white: front from %d holds %d and rear from there does not lead back", a, b)
			}
			if has(BlackAttackFrontSpans(1<<a), b) != has(BlackAttackRearSpans(1<<b), a) {
				t.Errorf("black: front from %d holds %d and rear from there does not lead back", a, b)
			}
		}
	}
}

// TestColours checks that black's functions are white's on the flipped board.
func TestColours(t *testing.T) {
	ws, bs := words(14, 2000), words(15, 2000)
	for i, w := range ws {
		b := bs[i]
		fw, fb := FlipVertical(w), FlipVertical(b)
		equal(t, BlackPassedPawns(w, b), FlipVertical(WhitePassedPawns(fb, fw)), "BlackPassedPawns(%#x, %#x)", w, b)
		equal(t, BlackBackwardPawns(w, b), FlipVertical(WhiteBackwardPawns(fb, fw)), "BlackBackwardPawns(%#x, %#x)", w, b)
		equal(t, BlackCandidatePawns(w, b), FlipVertical(WhiteCandidatePawns(fb, fw)), "BlackCandidatePawns(%#x, %#x)", w, b)
		equal(t, WhiteFrontSpans(w), koggestone.NorthStep(koggestone.NorthFill(w)), "WhiteFrontSpans(%#x)", w)
	}
}

func FuzzPawns(f *testing.F) {
	f.Fuzz(checkPawns)
}
