package prefix

import "strconv"

// Scan sets dst[i] to the inclusive prefix of src at i: src[0] to src[i], joined by op
// in the grouping of the network. op must be associative. It need not be commutative:
// it takes the earlier operand first, and every network keeps the order. For [GP],
// whose Compose has the later operand as receiver:
//
//	Scan(dst, src, func(earlier, later GP) GP { return later.Compose(earlier) }, KoggeStone(len(src)))
//
// Scan calls op once for every operator of the network, one after the other. It shows
// what a network computes, and is no faster than a loop. dst may be src, or overlap it.
// Scan panics, before anything is written, if the length of dst or src is not
// network.Lines().
func Scan[T any](dst, src []T, op func(earlier, later T) T, network Network) {
	if len(dst) != network.lines || len(src) != network.lines {
		panic("prefix: Scan: len(dst) = " + strconv.Itoa(len(dst)) + ", len(src) = " + strconv.Itoa(len(src)) +
			", network has " + strconv.Itoa(network.lines) + " lines")
	}
	copy(dst, src)
	for _, level := range network.levels {
		// From < To: from the last to the first, no operator reads what its level has written.
		for i := len(level) - 1; i >= 0; i-- {
			node := level[i]
			dst[node.To] = op(dst[node.From], dst[node.To])
		}
	}
}
