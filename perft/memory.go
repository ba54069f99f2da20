package perft

import (
	"sync"
	"unsafe"

	"github.com/koggestone/koggestone/quad"
)

// A memory is how many bytes may still be taken, and blocks to use again. Nothing
// that was taken is given to the garbage collector before the count ends: while it
// lies uncollected it would be memory that the limit knows nothing of.
type memory struct {
	mu   sync.Mutex
	left int64
	free []block
}

// blockLen is the number of entries of a block.
const blockLen = 512

// A block is a piece of the memory of a shard. Of the ways to a position it has
// the lower 32 bits, and the upper as soon as one position needs them.
type block struct {
	*entries
	upper *[blockLen]uint32 // nil as long as all are 0
}

type entries struct {
	boards [blockLen]quad.Board
	lower  [blockLen]uint32
}

// slabLen is the number of blocks that are allocated at once: 9 pages of 8 KiB of
// the allocator, of which nothing is lost.
const slabLen = 4

const (
	// blockOverhead is, of a block, its places in the lists of a shard for two plies
	// and in the list of free blocks, lists that double included, and what the
	// runtime keeps to know of a slab.
	blockOverhead = 6*int(unsafe.Sizeof(block{})) + 64
	slabBytes     = slabLen * (int(unsafe.Sizeof(entries{})) + blockOverhead)
)

// take takes n bytes, or returns false if there are fewer left.
func (m *memory) take(n int) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.takeLocked(n)
}

func (m *memory) takeLocked(n int) bool {
	if m.left < int64(n) {
		return false
	}
	m.left -= int64(n)
	return true
}

// block returns a block, or the zero block if there is no memory for one.
func (m *memory) block() block {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.free) == 0 {
		if !m.takeLocked(slabBytes) {
			return block{}
		}
		slab := new([slabLen]entries)
		for i := range slab {
			m.free = append(m.free, block{entries: &slab[i]})
		}
	}
	k := len(m.free) - 1
	b := m.free[k]
	m.free = m.free[:k]
	return b
}

// give gives back b, to be used again.
func (m *memory) give(b block) {
	m.mu.Lock()
	m.free = append(m.free, b)
	m.mu.Unlock()
}

// ways returns the ways to entry i.
func (b *block) ways(i int) uint64 {
	n := uint64(b.lower[i])
	if b.upper != nil {
		n |= uint64(b.upper[i]) << 32
	}
	return n
}

// setWays sets the ways to entry i, or returns false if there is no memory for so
// large a number.
func (b *block) setWays(i int, n uint64, mem *memory) bool {
	if n>>32 != 0 && b.upper == nil {
		if !mem.take(int(unsafe.Sizeof(*b.upper))) {
			return false
		}
		b.upper = new([blockLen]uint32)
	}
	if b.upper != nil {
		b.upper[i] = uint32(n >> 32)
	}
	b.lower[i] = uint32(n)
	return true
}
