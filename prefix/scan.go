package prefix

import "strconv"

// Scan sets dst[i] to the inclusive prefix of src at i: src[0] to src[i], joined by op in the
// network's grouping. op must be associative, but need not be commutative, because its first
// argument is the earlier operand and every network preserves the order. The receiver of
// [GP.Compose] is the later operand, so a Scan of GPs is:
//
//	Scan(dst, src, func(earlier, later GP) GP { return later.Compose(earlier) }, KoggeStone(len(src)))
//
// Scan calls op once for every operator in the network, one after the other. It
// demonstrates networks, but is not faster than a loop. dst may be src, or overlap it. Scan
// panics before it writes anything if the length of dst or src is not network.Lines().
func Scan[T any](dst, src []T, op func(earlier, later T) T, network Network) {
	if len(dst) != network.lines || len(src) != network.lines {
		panic("prefix: Scan: expected len(dst) = len(src) = " + strconv.Itoa(network.lines) + ", the lines of the network, found " +
			strconv.Itoa(len(dst)) + " and " + strconv.Itoa(len(src)))
	}
	copy(dst, src)
	for _, level := range network.levels {
		// Because From < To, an operator that runs from the last to the first never
		// reads what its level has written.
		for i := len(level) - 1; i >= 0; i-- {
			node := level[i]
			dst[node.To] = op(dst[node.From], dst[node.To])
		}
	}
}

// A GP contains 64 pairs <g,p> of a generate and a propagate signal, one for each bit, as
// in carry-lookahead adders and fills. In a fill, a square generates if it has a slider,
// and propagates if it is empty. In an adder, a digit generates if both operands have a 1,
// and propagates if exactly one has. Peter Kogge and Harold Stone (1973), Richard Brent and
// H. T. Kung (1982).
type GP struct{ G, P uint64 }

// Compose returns later # earlier, the joined signals of two adjacent segments:
//
//	<g,p> # <g',p'>  =  <g | p & g',  p & p'>
//
// The receiver is the later segment: the more significant one in an adder, or the one
// further along in a fill. The result also generates if the earlier segment generates and
// the later one propagates. Steffan Westcott writes the terms in the other order, earlier
// first.
//
// The operator is associative, so you can join segments in any grouping. It is not
// commutative, so their order matters:
//
//	<1,0> # <0,0> = <1,0>    <0,0> # <1,0> = <0,0>
//
// <0,1> is the identity.
func (later GP) Compose(earlier GP) GP {
	return GP{later.G | later.P&earlier.G, later.P & earlier.P}
}

// ScanUp returns the prefixes of x along the word, from bit 0 upwards: bit i of both
// signals belongs to x(i) # x(i-1) # ... # x(0).
//
// A fill needs only g, so it can shift zeros into p, as p &= p << k does: a segment at the edge
// has no earlier segment. But ScanUp also returns p, so it shifts in ones, which do not change
// p.
//
// If g = a & b and p = a ^ b, the result's G contains the carries of a + b:
//
//	a + b = p ^ ScanUp().G << 1
func (x GP) ScanUp() GP {
	for k := 1; k < 64; k *= 2 {
		x = x.Compose(GP{x.G << k, x.P<<k | (1<<k - 1)})
	}
	return x
}

// ScanNorth joins the signals along the eight files, from rank 1 northwards. G becomes
// [koggestone.NorthOccluded] of x.G over x.P. P keeps a square if it and all squares south
// of it on the same file propagate.
//
//	G                 P                 ScanNorth().G     ScanNorth().P
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · 1 · · · ·   1 1 1 · 1 1 · 1
//	· · · · · · · ·   1 1 1 1 1 1 · 1   · · · 1 · · · ·   1 1 1 · 1 1 · 1
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · 1 · · 1 ·   1 1 1 · 1 1 · 1
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · 1 · · 1 ·   1 1 1 · 1 1 · 1
//	· · · 1 · · · ·   1 1 1 · 1 1 1 1   · · · 1 · · 1 ·   1 1 1 · 1 1 · 1
//	· · · · · · 1 ·   1 1 1 1 1 1 · 1   · · · · · · 1 ·   1 1 1 1 1 1 · 1
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·   1 1 1 1 1 1 1 1
//	· · · · · · · ·   1 1 1 1 1 1 1 1   · · · · · · · ·   1 1 1 1 1 1 1 1
func (x GP) ScanNorth() GP {
	x = x.Compose(GP{x.G << 8, x.P<<8 | 0xff})
	x = x.Compose(GP{x.G << 16, x.P<<16 | 0xffff})
	return x.Compose(GP{x.G << 32, x.P<<32 | 0xffffffff})
}
