package prefix

import (
	"testing"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/boardtest"
)

// TestCompose compares # with its definition for all pairs of one bit, and checks that it is
// associative, has an identity and is not commutative.
func TestCompose(t *testing.T) {
	var pairs []GP
	for v := range uint64(4) {
		pairs = append(pairs, GP{v >> 1, v & 1})
	}
	commutes := true
	for _, a := range pairs {
		boardtest.Equal(t, a.Compose(GP{0, 1}).G, a.G, "%v # <0,1>", a)
		boardtest.Equal(t, a.Compose(GP{0, 1}).P, a.P, "%v # <0,1>", a)
		if (GP{0, 1}).Compose(a) != a {
			t.Errorf("<0,1> # %v is %v", a, GP{0, 1}.Compose(a))
		}
		for _, b := range pairs {
			want := GP{0, 0}
			if a.G == 1 || a.P == 1 && b.G == 1 {
				want.G = 1
			}
			if a.P == 1 && b.P == 1 {
				want.P = 1
			}
			if got := a.Compose(b); got != want {
				t.Errorf("%v # %v = %v, want %v", a, b, got, want)
			}
			commutes = commutes && a.Compose(b) == b.Compose(a)
			for _, c := range pairs {
				if l, r := a.Compose(b).Compose(c), a.Compose(b.Compose(c)); l != r {
					t.Errorf("(%v # %v) # %v = %v, but %v # (%v # %v) = %v", a, b, c, l, a, b, c, r)
				}
			}
		}
	}
	if commutes {
		t.Error("# commutes")
	}
}

func checkGP(t *testing.T, g, p uint64) {
	t.Helper()
	up := GP{g, p}.ScanUp()
	carry, all := false, true
	wantG := boardtest.Collect(func(i int) bool { carry = boardtest.Has(g, i) || boardtest.Has(p, i) && carry; return carry })
	wantP := boardtest.Collect(func(i int) bool { all = all && boardtest.Has(p, i); return all })
	boardtest.Equal(t, up.G, wantG, "G of GP{%#x, %#x}.ScanUp()", g, p)
	boardtest.Equal(t, up.P, wantP, "P of GP{%#x, %#x}.ScanUp()", g, p)

	north := GP{g, p}.ScanNorth()
	boardtest.Equal(t, north.G, koggestone.NorthOccluded(g, p), "G of GP{%#x, %#x}.ScanNorth()", g, p)
	wantP = boardtest.Collect(func(i int) bool {
		for ; i >= 0; i -= 8 {
			if !boardtest.Has(p, i) {
				return false
			}
		}
		return true
	})
	boardtest.Equal(t, north.P, wantP, "P of GP{%#x, %#x}.ScanNorth()", g, p)

	// An adder of 64 bits out of the same parts: g and p as numbers.
	sum := g ^ p ^ GP{g & p, g ^ p}.ScanUp().G<<1
	boardtest.Equal(t, sum, g+p, "sum of %#x and %#x from ScanUp", g, p)
}

func TestGP(t *testing.T) {
	for v := range boardtest.Words16() {
		checkGP(t, v>>8<<(v%57), v&0xff<<(v%57)|v<<17)
	}
	as, bs := boardtest.Words(16, 2000), boardtest.Words(17, 2000)
	for i := range as {
		checkGP(t, as[i], bs[i])
		checkGP(t, as[i]&bs[i], as[i]|bs[i])
	}
}

func FuzzGP(f *testing.F) {
	f.Add(uint64(0xffffffffffffffff), uint64(0x0)) // all generate
	f.Add(uint64(0x1), uint64(0xfffffffeffffffff)) // carry stopped half way
	f.Add(uint64(0x1), uint64(0xffffffffffffffff)) // carry through word
	f.Fuzz(checkGP)
}
