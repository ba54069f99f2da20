package perft

import (
	"math/bits"
	"unsafe"

	"github.com/koggestone/koggestone/quad"
)

// A childSet merges the positions after the parents' moves: it stores each position once, with
// the number of ways that lead to it. It is large enough for the children of most groups, but
// small enough to stay in the caches.
//
//	index, by hash    children, by number
//	· 3 · 1 2 · · ·   - 1 2 3
type childSet struct {
	children []setEntry // element 0 is not used
	n        int        // number of children; also the index of the last child
	index    []uint32
	mask     uint64 // number of slots in use, minus 1
	touched  uint64 // sum of prefetched words, so that the compiler does not remove the reads
}

// A setEntry is a position and the number of ways to it, which has at most 64 bits.
type setEntry struct {
	board quad.Board
	ways  uint64
}

const (
	// The lowest numberBits in a slot are the child's number. The other bits are a tag,
	// the upper bits of the hash.
	numberBits = 18
	numberMask = 1<<numberBits - 1

	countingLen = 1 << 13 // a shorter set would not save time in counting
	storingLen  = 1 << 11 // the set's length if memory allows none for counting, because storing always needs a set
	maxSetLen   = 1 << (numberBits - 1)
	leastSlots  = 1 << 15

	// addLen is the largest number of boards that are added at once.
	addLen = 64
)

// setBytes returns the size of a set for n children in bytes.
func setBytes(n int) int64 { return int64(n) * int64(unsafe.Sizeof(setEntry{})+2*4) }

// newChildSet returns a set for n children. n must be a power of two.
func newChildSet(n int) *childSet {
	s := &childSet{children: make([]setEntry, n), index: make([]uint32, 2*n)}
	s.reset()
	return s
}

func (s *childSet) reset() {
	s.n = 0
	s.setSlots(min(leastSlots, len(s.index)))
}

// setSlots clears the first n slots of the index, and restricts the index to them.
func (s *childSet) setSlots(n int) {
	clear(s.index[:n])
	s.mask = uint64(n - 1)
}

// hasRoom reports whether addLen children can be added.
func (s *childSet) hasRoom() bool { return s.n+addLen < len(s.children) }

// add adds boards, given as planes, and the number of ways to each. There can be at most
// addLen boards, and the set must have room for them.
func (s *childSet) add(planes *[4][]uint64, ways []uint64) {
	m := len(ways)
	g0, g1, g2, gb := planes[0][:m], planes[1][:m], planes[2][:m], planes[3][:m]
	if 2*(s.n+addLen) > int(s.mask) {
		s.growIndex()
	}
	// The branches of these two loops do not depend on the boards. Therefore many reads overlap,
	// instead of waiting for mispredicted branches.
	var hashes [addLen]uint64
	var slots [addLen]uint32
	for i := range g0 {
		h := hash(&quad.Board{G0: g0[i], G1: g1[i], G2: g2[i], GB: gb[i]})
		hashes[i&(addLen-1)] = h
		slots[i&(addLen-1)] = s.index[h&s.mask]
	}
	var found, fresh, others [2 * addLen]uint8
	nFound, nFresh, nOthers := 0, 0, 0
	touched := s.touched
	for i := range g0 {
		x := slots[i&(addLen-1)]
		touched += s.children[x&numberMask].ways
		same, free := 0, 0
		if x>>numberBits == uint32(hashes[i&(addLen-1)]>>(32+numberBits)) {
			same = 1
		}
		if x == 0 {
			free = 1
		}
		same &^= free
		found[nFound&(addLen-1)] = uint8(i)
		nFound += same
		fresh[nFresh&(addLen-1)] = uint8(i)
		nFresh += free
		others[nOthers&(addLen-1)] = uint8(i)
		nOthers += 1 - same - free
	}
	s.touched = touched
	for _, i := range found[:nFound] {
		c := &s.children[slots[i&(addLen-1)]&numberMask]
		if (c.board.G0^g0[i])|(c.board.G1^g1[i])|(c.board.G2^g2[i])|(c.board.GB^gb[i]) != 0 {
			others[nOthers] = i
			nOthers++
			continue
		}
		sum, carry := bits.Add64(c.ways, ways[i], 0)
		if carry != 0 {
			s.append(setEntry{c.board, ways[i]})
			continue
		}
		c.ways = sum
	}
	for _, i := range fresh[:nFresh] {
		h := hashes[i&(addLen-1)]
		if slot := &s.index[h&s.mask]; *slot == 0 {
			s.append(setEntry{quad.Board{G0: g0[i], G1: g1[i], G2: g2[i], GB: gb[i]}, ways[i]})
			*slot = uint32(h>>(32+numberBits))<<numberBits | uint32(s.n)
			continue
		}
		others[nOthers] = i // an earlier board in this call has taken the slot
		nOthers++
	}
	for _, i := range others[:nOthers] {
		s.addOne(setEntry{quad.Board{G0: g0[i], G1: g1[i], G2: g2[i], GB: gb[i]}, ways[i]}, hashes[i&(addLen-1)])
	}
}

// append appends c. The board may already be in the set, because a sum of ways that exceeds 64 bits
// needs a second entry.
func (s *childSet) append(c setEntry) {
	s.n++
	s.children[s.n] = c
}

// addOne adds c. h is the hash of its board.
func (s *childSet) addOne(c setEntry, h uint64) {
	tag := uint32(h>>(32+numberBits)) << numberBits
	for i := h & s.mask; ; i = (i + 1) & s.mask {
		x := s.index[i]
		if x == 0 {
			s.append(c)
			s.index[i] = tag | uint32(s.n)
			return
		}
		if x&^numberMask != tag {
			continue
		}
		if old := &s.children[x&numberMask]; old.board == c.board {
			sum, carry := bits.Add64(old.ways, c.ways, 0)
			if carry != 0 {
				s.append(c)
			} else {
				old.ways = sum
			}
			return
		}
	}
}

// growIndex doubles the number of slots in use.
func (s *childSet) growIndex() {
	s.setSlots(2 * int(s.mask+1))
	for n := 1; n <= s.n; n++ {
		h := hash(&s.children[n].board)
		i := h & s.mask
		for s.index[i] != 0 {
			i = (i + 1) & s.mask
		}
		s.index[i] = uint32(h>>(32+numberBits))<<numberBits | uint32(n)
	}
}

// setLen returns how long a worker's set can be if the worker may use the given memory. A set takes at
// most an eighth of it. The length is 0 if that is too little for countingLen children.
func setLen(memory int64) int {
	n := maxSetLen
	for n >= countingLen && setBytes(n) > memory/8 {
		n /= 2
	}
	if n < countingLen {
		return 0
	}
	return n
}
