package prefix

import "strconv"

// Scan sets dst[i] to the inclusive prefix of src at i: op of src[0] to src[i],
// joined in the order and grouping of the network. op takes the earlier operand
// first and must be associative; it need not be commutative, as every network
// keeps the order. For [GP], whose Compose takes the later operand first:
//
//	Scan(dst, src, func(earlier, later GP) GP { return later.Compose(earlier) }, KoggeStone(len(src)))
//
// Scan calls op once for every operator of the network, one after the other: it
// shows what a network computes, and does not make it faster. dst may be src, or
// overlap it. Lengths of dst and src other than network.Lines() panic before
// anything is written.
func Scan[T any](dst, src []T, op func(earlier, later T) T, network Network) {
	if len(dst) != network.lines || len(src) != network.lines {
		panic("prefix: Scan: len(dst) = " + strconv.Itoa(len(dst)) + ", len(src) = " + strconv.Itoa(len(src)) +
			", network has " + strconv.Itoa(network.lines) + " lines")
	}
	copy(dst, src)
	for _, level := range network.levels {
		// From < To: going down, no operator reads what its level has written.
		for i := len(level) - 1; i >= 0; i-- {
			node := level[i]
			dst[node.To] = op(dst[node.From], dst[node.To])
		}
	}
}
