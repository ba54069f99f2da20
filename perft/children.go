package perft

import (
	"math/bits"
	"unsafe"

	"github.com/koggestone/koggestone/quad"
)

// A childSet holds the positions after the moves of parents, each once, with the number
// of ways to it. It has room for the children of most groups, and stays in the caches.
//
//	index, by hash    children, by number
//	. 3 . 1 2 . . .   - 1 2 3
type childSet struct {
	children []setEntry // element 0 is not used
	n        int        // the number of the last child
	index    []uint32
	mask     uint64 // slots of the index in use, minus 1
	touched  uint64 // keeps reads alive that bring memory into the caches
}

// A setEntry is a position and the number of ways to it, if that has 64 bits.
type setEntry struct {
	board quad.Board
	ways  uint64
}

const (
	// numberBits is the number of bits of a child's number in a slot of the index. The
	// others are a tag, the upper bits of a hash.
	numberBits = 18
	numberMask = 1<<numberBits - 1

	countingLen = 1 << 13 // the least length of a set for counting
	storingLen  = 1 << 11 // the length of a set for storing if there is none for counting
	maxSetLen   = 1 << (numberBits - 1)
	leastSlots  = 1 << 15

	// addLen is the largest number of boards that are added at once.
	addLen = 64
)

// setBytes is the size of a set for n children.
func setBytes(n int) int64 { return int64(n) * int64(unsafe.Sizeof(setEntry{})+2*4) }

// newChildSet returns a set for n children, which is a power of two.
func newChildSet(n int) *childSet {
	s := &childSet{children: make([]setEntry, n), index: make([]uint32, 2*n)}
	s.reset()
	return s
}

// reset empties s.
func (s *childSet) reset() {
	s.n = 0
	s.setSlots(min(leastSlots, len(s.index)))
}

// setSlots clears the first n slots of the index, and uses only those.
func (s *childSet) setSlots(n int) {
	clear(s.index[:n])
	s.mask = uint64(n - 1)
}

// hasRoom reports whether addLen children can be added.
func (s *childSet) hasRoom() bool { return s.n+addLen < len(s.children) }

// add adds boards, given by their planes, and the ways to each of them. There must be room,
// and at most addLen boards.
func (s *childSet) add(planes *[4][]uint64, ways []uint64) {
	m := len(ways)
	g0, g1, g2, gb := planes[0][:m], planes[1][:m], planes[2][:m], planes[3][:m]
	if 2*(s.n+addLen) > int(s.mask) {
		s.growIndex()
	}
	// These loops have no branches that depend on the boards, so that many reads overlap.
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
		others[nOthers] = i // equal to one before it, or in its way
		nOthers++
	}
	for _, i := range others[:nOthers] {
		s.addOne(setEntry{quad.Board{G0: g0[i], G1: g1[i], G2: g2[i], GB: gb[i]}, ways[i]}, hashes[i&(addLen-1)])
	}
}

// append appends c. It may be in the set already if its ways would have more than 64 bits.
func (s *childSet) append(c setEntry) {
	s.n++
	s.children[s.n] = c
}

// addOne adds c, whose board has hash h.
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

// setLen returns the length of a set for a worker with so much memory: an eighth of it, up
// to maxSetLen, or 0 if that is less than countingLen.
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
