package perft

import (
	"errors"
	"math/bits"
)

// Nodes is a number of nodes of 128 bits. The game tree of chess to depth 14 has more nodes
// than 64 bits hold.
type Nodes struct{ Hi, Lo uint64 }

// Add returns n + k, modulo 2 to the 128.
func (n Nodes) Add(k Nodes) Nodes {
	sum, _ := n.add(k)
	return sum
}

// add returns n + k modulo 2 to the 128, and whether the sum has 128 bits at most.
func (n Nodes) add(k Nodes) (sum Nodes, ok bool) {
	lo, carry := bits.Add64(n.Lo, k.Lo, 0)
	hi, carry := bits.Add64(n.Hi, k.Hi, carry)
	return Nodes{hi, lo}, carry == 0
}

// times returns n * k modulo 2 to the 128, and whether the product has 128 bits at
// most.
func (n Nodes) times(k uint64) (product Nodes, ok bool) {
	hi, lo := bits.Mul64(n.Lo, k)
	over, upper := bits.Mul64(n.Hi, k)
	hi, carry := bits.Add64(hi, upper, 0)
	return Nodes{hi, lo}, over|carry == 0
}

// Cmp returns -1 if n < k, 0 if n == k, and +1 if n > k.
func (n Nodes) Cmp(k Nodes) int {
	switch {
	case n == k:
		return 0
	case n.Hi < k.Hi || n.Hi == k.Hi && n.Lo < k.Lo:
		return -1
	}
	return 1
}

// Float64 returns n as a floating-point number, rounded, for rates.
func (n Nodes) Float64() float64 { return float64(n.Hi)*(1<<64) + float64(n.Lo) }

// String returns n in decimal.
func (n Nodes) String() string {
	var digits [39]byte // 2 to the 128 has 39
	i := len(digits)
	for {
		var digit uint64
		n, digit = n.divmod10()
		i--
		digits[i] = '0' + byte(digit)
		if n == (Nodes{}) {
			return string(digits[i:])
		}
	}
}

func (n Nodes) divmod10() (Nodes, uint64) {
	hi, rest := bits.Div64(0, n.Hi, 10)
	lo, rest := bits.Div64(rest, n.Lo, 10)
	return Nodes{hi, lo}, rest
}

// MarshalText returns n in decimal. The error is always nil.
func (n Nodes) MarshalText() ([]byte, error) { return []byte(n.String()), nil }

// UnmarshalText sets n to the number that text holds in decimal, as [ParseNodes]
// reads it.
func (n *Nodes) UnmarshalText(text []byte) error {
	parsed, err := ParseNodes(string(text))
	if err == nil {
		*n = parsed
	}
	return err
}

// MarshalJSON returns n as a JSON number. The error is always nil.
func (n Nodes) MarshalJSON() ([]byte, error) { return []byte(n.String()), nil }

// UnmarshalJSON sets n to a JSON number, or to a string as keys of objects are, that
// [ParseNodes] reads. As usual, it does nothing for null.
func (n *Nodes) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		return nil
	}
	if k := len(text) - 1; k > 0 && text[0] == '"' && text[k] == '"' {
		text = text[1:k]
	}
	return n.UnmarshalText(text)
}

var errNodes = errors.New("expected a number of nodes, decimal, below 2 to the 128")

// ParseNodes returns the number that text holds in decimal: digits, and nothing else.
func ParseNodes(text string) (Nodes, error) {
	if text == "" {
		return Nodes{}, errNodes
	}
	var n Nodes
	for _, c := range []byte(text) {
		if c < '0' || c > '9' {
			return Nodes{}, errNodes
		}
		over, hi := bits.Mul64(n.Hi, 10)
		carry, lo := bits.Mul64(n.Lo, 10)
		lo, c1 := bits.Add64(lo, uint64(c-'0'), 0)
		hi, c2 := bits.Add64(hi, carry, c1)
		if over|c2 != 0 {
			return Nodes{}, errNodes
		}
		n = Nodes{hi, lo}
	}
	return n, nil
}
