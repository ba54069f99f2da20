package prefix

import "strconv"

// Scan sets dst[i] to the inclusive prefix of src at i: src[0] to src[i], joined by op in
// the grouping of the network. op must be associative, but need not be commutative: its
// first argument is the earlier operand, and every network preserves the order. For [GP],
// whose Compose has the later operand as receiver:
//
//	Scan(dst, src, func(earlier, later GP) GP { return later.Compose(earlier) }, KoggeStone(len(src)))
//
// Scan calls op once for every operator of the network, one after the other. It
// demonstrates networks, and is not faster than a loop. dst may be src, or overlap it. Scan
// panics before it writes anything if the length of dst or src is not network.Lines().
func Scan[T any](dst, src []T, op func(earlier, later T) T, network Network) {
	if len(dst) != network.lines || len(src) != network.lines {
		panic("prefix: Scan: len(dst) = " + strconv.Itoa(len(dst)) + ", len(src) = " + strconv.Itoa(len(src)) +
			", network has " + strconv.Itoa(network.lines) + " lines")
	}
	copy(dst, src)
	for _, level := range network.levels {
		// Because From < To, no operator from the last to the first reads what its level
		// has written.
		for i := len(level) - 1; i >= 0; i-- {
			node := level[i]
			dst[node.To] = op(dst[node.From], dst[node.To])
		}
	}
}
