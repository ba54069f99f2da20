package prefix

// A GP is 64 pairs <g,p> of a generate and a propagate signal, one in each bit,
// as they stand at the heart of carry-lookahead adders and of fills: a stretch
// of the line generates (a slider starts, a carry arises) or it propagates (the
// squares are empty, both digits would pass a carry on). Peter Kogge and Harold
// Stone (1973), Richard Brent and H. T. Kung (1982).
type GP struct{ G, P uint64 }

// Compose returns later # earlier, the pairs of two neighbouring stretches taken
// together:
//
//	<g,p> # <g',p'>  =  <g | p & g',  p & p'>
//
// The receiver is the later stretch, further along the line (the more
// significant one in an adder), earlier the one before it: what earlier generated
// comes out if later propagates it. The operator is associative, so that the
// stretches of a line may be joined in any grouping; it is not commutative, so
// that they must stay in order:
//
//	<1,0> # <0,0> = <1,0>    <0,0> # <1,0> = <0,0>
//
// <0,1> is the identity.
func (later GP) Compose(earlier GP) GP {
	return GP{later.G | later.P&earlier.G, later.P & earlier.P}
}

// ScanUp returns the prefixes of x along the word, from bit 0 upwards: bit i of
// the result is x(i) # x(i-1) # ... # x(0). Both signals are returned.
//
// A fill that wants only g may shift zeros into p, as p &= p << k does: a stretch
// that begins at the edge has nothing before it to propagate. To get p as well,
// ones must be shifted in, which is what propagates from beyond the edge.
//
// With g = a & b and p = a ^ b, g of the result are the carries of a + b:
//
//	a + b = p ^ ScanUp().G << 1
func (x GP) ScanUp() GP {
	for k := 1; k < 64; k *= 2 {
		x = x.Compose(GP{x.G << k, x.P<<k | (1<<k - 1)})
	}
	return x
}

// ScanNorth returns the prefixes of x along the eight files, from rank 1
// northwards, as [GP.ScanUp] does along the word. G of the result is the occluded
// fill north of koggestone, and P holds the squares that propagate together with
// all squares south of them on their file.
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
