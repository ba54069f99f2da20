package perft

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"

	"github.com/koggestone/koggestone/internal/quote"
)

// Uint128 is a 128-bit node count, because chess has more nodes at depth 14 than 64 bits can
// represent.
type Uint128 struct{ Hi, Lo uint64 }

// Add returns n + k, modulo 2 to the 128.
func (n Uint128) Add(k Uint128) Uint128 {
	sum, _ := n.add(k)
	return sum
}

// add returns n + k modulo 2 to the 128, and reports whether the sum fits in 128 bits.
func (n Uint128) add(k Uint128) (sum Uint128, ok bool) {
	lo, carry := bits.Add64(n.Lo, k.Lo, 0)
	hi, carry := bits.Add64(n.Hi, k.Hi, carry)
	return Uint128{hi, lo}, carry == 0
}

// times returns n * k modulo 2 to the 128, and reports whether the product fits in 128 bits.
func (n Uint128) times(k uint64) (product Uint128, ok bool) {
	hi, lo := bits.Mul64(n.Lo, k)
	over, upper := bits.Mul64(n.Hi, k)
	hi, carry := bits.Add64(hi, upper, 0)
	return Uint128{hi, lo}, over|carry == 0
}

// Cmp returns -1 if n < k, 0 if n == k, and +1 if n > k.
func (n Uint128) Cmp(k Uint128) int {
	switch {
	case n == k:
		return 0
	case n.Hi < k.Hi || n.Hi == k.Hi && n.Lo < k.Lo:
		return -1
	}
	return 1
}

// Uint64 returns n, and reports whether it fits in 64 bits. If it does not, the result is n modulo 2 to
// the 64.
func (n Uint128) Uint64() (uint64, bool) { return n.Lo, n.Hi == 0 }

// Float64 returns n rounded to a floating-point number. You can use it for rates.
func (n Uint128) Float64() float64 { return float64(n.Hi)*(1<<64) + float64(n.Lo) }

// String returns n in decimal.
func (n Uint128) String() string {
	if n.Hi == 0 {
		return strconv.FormatUint(n.Lo, 10)
	}
	const most = 1e19 // the largest power of ten below 2 to the 64
	upper, rest := bits.Div64(n.Hi%most, n.Lo, most)
	return Uint128{n.Hi / most, upper}.String() + fmt.Sprintf("%019d", rest)
}

// MarshalJSON returns n as a JSON number. The error is always nil.
func (n Uint128) MarshalJSON() ([]byte, error) { return []byte(n.String()), nil }

// ParseUint128 parses a decimal number, which must consist only of digits.
func ParseUint128(text string) (n Uint128, err error) {
	fits := text != ""
	for i := 0; i < len(text) && fits; i++ {
		digit := text[i] - '0'
		fits = digit <= 9
		if fits {
			n, fits = n.times(10)
		}
		if fits {
			n, fits = n.add(Uint128{Lo: uint64(digit)})
		}
	}
	if !fits {
		return Uint128{}, errors.New("expected a decimal number of nodes below 2 to the 128, found " + quote.Short(text))
	}
	return n, nil
}
