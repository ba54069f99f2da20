package quad

import "github.com/koggestone/koggestone"

// XRays returns the squares that sliders of colour c would attack beyond their first
// blocker if it were not there, up to and including the next piece. Only blockers in
// through count. With through = v.Board.ByColor(c) these are the x-rays through own pieces,
// with v.Board.Occupied() those through first blockers of either colour.
//
//	R . o . . o .  ->  . . . 1 1 1 .
//
// The vision has the blockers. The squares behind them take eight more fills, one for each
// direction.
func (v *Vision) XRays(c Color, through uint64) uint64 {
	return v.xrays(through, func(d koggestone.Direction) uint64 { return v.SliderAttacks(d, c) })
}

// XRaysBy returns the squares of [Vision.XRays] for sliders of kind k only. For a kind that
// does not slide the set is empty. It panics if k is not a kind.
func (v *Vision) XRaysBy(c Color, k Kind, through uint64) uint64 {
	k.check()
	return v.xrays(through, func(d koggestone.Direction) uint64 {
		return v.slidesOf(d, k) & (v.Rays[d].GB ^ ^c.mask())
	})
}

func (v *Vision) xrays(through uint64, attacks func(koggestone.Direction) uint64) (beyond uint64) {
	empty := v.Board.Empty()
	through &^= empty
	for _, d := range directions {
		beyond |= koggestone.Attacks(attacks(d)&through, empty, d)
	}
	return beyond
}

// Batteries returns the sliders of colour c in batteries. A battery is two sliders on a
// line along which both move, with no piece between them, such as doubled rooks, or a queen
// and a bishop on a diagonal.
//
//	. . Q . R . .  ->  . . 1 . 1 . .
func (v *Vision) Batteries(c Color) uint64 {
	var batteries uint64
	for _, d := range directions {
		batteries |= v.SliderAttacks(d, c) & movers(v.Board, d)
	}
	return batteries & v.Board.ByColor(c)
}
