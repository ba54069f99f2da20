package rivals

import (
	"math/bits"
	"math/rand/v2"
)

// A magic maps the blockers in mask, which are all that matter to a slider on one square, to a
// number of few bits: multiplied by factor they gather in the highest bits.
// Lasse Hansen published the method in 2006.
type magic struct {
	mask, factor uint64
	answers      []uint64 // by blockers * factor >> (64 - bits)
}

// findMagic tries factors until one maps the blockers of a slider on square sq to numbers
// that differ if the attacked squares differ, with one bit for each square of a blocker.
func findMagic(rng *rand.Rand, sq int, directions [4]int) magic {
	var m magic
	for _, d := range directions {
		for ray := raysFrom[sq][d]; ray != 0; ray &= ray - 1 {
			// The last square of a ray is attacked whether it is occupied or not.
			if s := bits.TrailingZeros64(ray); raysFrom[s][d] != 0 {
				m.mask |= 1 << s
			}
		}
	}
	size := bits.OnesCount64(m.mask)
	var blockers, answers []uint64
	for sub, more := uint64(0), true; more; more = sub != 0 {
		answer := uint64(0)
		for _, d := range directions {
			answer |= walk(sq, d, sub)
		}
		blockers, answers = append(blockers, sub), append(answers, answer)
		sub = (sub - m.mask) & m.mask // the next subset
	}
	m.answers = make([]uint64, 1<<size)
	for {
		m.factor = rng.Uint64() & rng.Uint64() & rng.Uint64()
		// A product with few bits in its highest byte spreads the blockers too little.
		if bits.OnesCount64(m.mask*m.factor>>56) >= 6 && m.fill(blockers, answers, 64-size) {
			return m
		}
	}
}

// fill reports whether the factor keeps different answers apart, and if so leaves
// them in m.answers.
func (m *magic) fill(blockers, answers []uint64, shift int) bool {
	clear(m.answers)
	for i, b := range blockers {
		slot := &m.answers[b*m.factor>>shift]
		if *slot != 0 && *slot != answers[i] {
			return false
		}
		*slot = answers[i]
	}
	return true
}
