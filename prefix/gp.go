package prefix

// A GP is 64 pairs <g,p> of a generate and a propagate signal, one pair a bit: the
// terms of carry-lookahead adders and of fills. A place generates where a slider
// stands or both digits are 1. It propagates where the square is empty or exactly one
// digit is 1. Peter Kogge and Harold Stone (1973), Richard Brent and H. T. Kung
// (1982).
type GP struct{ G, P uint64 }

// Compose returns later # earlier, the pairs of two neighbouring stretches taken
// together:
//
//	<g,p> # <g',p'>  =  <g | p & g',  p & p'>
//
// The receiver is the later stretch: the more significant one in an adder, the one
// further on in a fill. What the earlier one generated comes out if the later one
// propagates it. Steffan Westcott writes the terms in the other order, the earlier
// one first.
//
// The operator is associative, so that stretches may be joined in any grouping. It is
// not commutative, so that they must stay in order:
//
//	<1,0> # <0,0> = <1,0>    <0,0> # <1,0> = <0,0>
//
// <0,1> is the identity.
func (later GP) Compose(earlier GP) GP {
	return GP{later.G | later.P&earlier.G, later.P & earlier.P}
}

// ScanUp returns the prefixes of x along the word, from bit 0 upwards: bit i of both
// signals is that of x(i) # x(i-1) # ... # x(0).
//
// A fill needs only g and may shift zeros into p, as p &= p << k does: a stretch that
// begins at the edge has nothing before it to let through. ScanUp also returns p, and
// so shifts in ones, which leave it as it is.
//
// With g = a & b and p = a ^ b, G of the result holds the carries of a + b:
//
//	a + b = p ^ ScanUp().G << 1
func (x GP) ScanUp() GP {
	for k := 1; k < 64; k *= 2 {
		x = x.Compose(GP{x.G << k, x.P<<k | (1<<k - 1)})
	}
	return x
}

// ScanNorth returns the prefixes of x along the eight files, from rank 1 northwards.
// G of the result is [koggestone.NorthOccluded] of x.G over x.P. P holds the squares
// that propagate and have only such squares south of them on their file.
//
//	G                 P                 ScanNorth().G     ScanNorth().P
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . 1 . . . .   1 1 1 . 1 1 . 1
//	. . . . . . . .   1 1 1 1 1 1 . 1   . . . 1 . . . .   1 1 1 . 1 1 . 1
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . 1 . . 1 .   1 1 1 . 1 1 . 1
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . 1 . . 1 .   1 1 1 . 1 1 . 1
//	. . . 1 . . . .   1 1 1 . 1 1 1 1   . . . 1 . . 1 .   1 1 1 . 1 1 . 1
//	. . . . . . 1 .   1 1 1 1 1 1 . 1   . . . . . . 1 .   1 1 1 1 1 1 . 1
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .   1 1 1 1 1 1 1 1
//	. . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .   1 1 1 1 1 1 1 1
func (x GP) ScanNorth() GP {
	x = x.Compose(GP{x.G << 8, x.P<<8 | 0xff})
	x = x.Compose(GP{x.G << 16, x.P<<16 | 0xffff})
	return x.Compose(GP{x.G << 32, x.P<<32 | 0xffffffff})
}
