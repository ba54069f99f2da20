package perft

import (
	"math"
	"sync"
	"unsafe"

	"github.com/koggestone/koggestone/quad"
)

// A memory counts the bytes that are left, and keeps freed blocks to use them again. It drops
// nothing before the count ends, because garbage that has not been collected yet would exceed the
// limit.
type memory struct {
	mu       sync.Mutex
	left     int64
	free     []block
	region   []byte   // mapped memory for the next slabs
	mappings [][]byte // all mapped memory, because the garbage collector does not free it
}

// blockLen is how many entries a block has.
const blockLen = 512

// A block is a piece of a shard's memory. For each position it stores the lower 32 bits of the ways.
// It stores the upper 96 bits only if at least one position needs them.
type block struct {
	*entries
	upper *[blockLen]upperWays // nil as long as all are 0
}

// upperWays contains bits 32 to 127 of a count, lowest first.
type upperWays [3]uint32

type entries struct {
	boards [blockLen]quad.Board
	lower  [blockLen]uint32
}

// slabLen blocks are allocated together. They fill exactly nine pages of 8 KiB in Go's
// allocator.
const slabLen = 4

const (
	// blockOverhead is the memory that a block needs elsewhere: an element in the shard's
	// lists for two plies, an element in the free list, and what the runtime stores about
	// its slab. The elements count twice, because lists double when they grow.
	blockOverhead = 6*int(unsafe.Sizeof(block{})) + 64
	// entryBytes is about how much memory a position takes, including its slots in the index.
	entryBytes = 45
	slabBytes  = slabLen * (int(unsafe.Sizeof(entries{})) + blockOverhead)
)

const (
	// hugePage is the usual size of a huge page.
	hugePage = 2 << 20
	// Memory is mapped in regions, which are cut into slabs. If less memory is left than a
	// region, slabs are allocated on the Go heap.
	regionBytes = 16 * hugePage
)

// room returns about how many positions fit in the memory that is left.
func (m *memory) room() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	free := m.left + int64(len(m.region)) + int64(len(m.free))*int64(unsafe.Sizeof(entries{}))
	return int(min(free/entryBytes, math.MaxInt))
}

// reserve subtracts n bytes from the memory that is left. If fewer are left, it returns
// false.
func (m *memory) reserve(n int) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.reserveLocked(n)
}

func (m *memory) reserveLocked(n int) bool {
	if m.left < int64(n) {
		return false
	}
	m.left -= int64(n)
	return true
}

// getBlock returns a block, or the zero block if there is no memory for one.
func (m *memory) getBlock() block {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.free) == 0 {
		slab := m.newSlab()
		if slab == nil {
			return block{}
		}
		for i := range slab {
			m.free = append(m.free, block{entries: &slab[i]})
		}
	}
	k := len(m.free) - 1
	b := m.free[k]
	m.free = m.free[:k]
	return b
}

// newSlab returns memory for slabLen blocks, or nil if there is none.
func (m *memory) newSlab() *[slabLen]entries {
	const size = int(unsafe.Sizeof([slabLen]entries{}))
	if len(m.region) < size && m.left >= 2*regionBytes {
		if pages := m.mapLocked(regionBytes, regionBytes/size*slabLen*blockOverhead); pages != nil {
			m.region = pages
		}
	}
	if len(m.region) >= size {
		slab := (*[slabLen]entries)(unsafe.Pointer(&m.region[0]))
		m.region = m.region[size:]
		return slab
	}
	if !m.reserveLocked(slabBytes) {
		return nil
	}
	return new([slabLen]entries)
}

// mapLocked reserves n+more bytes and maps n. It returns nil if there is not enough memory.
// n must be a multiple of hugePage.
func (m *memory) mapLocked(n, more int) []byte {
	if !m.reserveLocked(n + more) {
		return nil
	}
	pages, mapping := mapPages(n)
	if pages == nil {
		m.left += int64(n + more)
		return nil
	}
	m.mappings = append(m.mappings, mapping)
	return pages
}

// words returns n zero words, or nil if there is no memory for them. If they fill whole huge pages,
// they are in mapped memory.
func (m *memory) words(n int) []uint32 {
	m.mu.Lock()
	defer m.mu.Unlock()
	if 4*n%hugePage == 0 {
		if pages := m.mapLocked(4*n, 0); pages != nil {
			return unsafe.Slice((*uint32)(unsafe.Pointer(&pages[0])), n)
		}
	}
	if !m.reserveLocked(4 * n) {
		return nil
	}
	return make([]uint32, n)
}

// unmap frees mapped memory. Blocks and words must not be used afterwards.
func (m *memory) unmap() {
	for _, mapping := range m.mappings {
		unmapPages(mapping)
	}
	m.mappings, m.free, m.region = nil, nil, nil
}

// putBlock frees b, so that getBlock can return it again.
func (m *memory) putBlock(b block) {
	m.mu.Lock()
	m.free = append(m.free, b)
	m.mu.Unlock()
}

func (b *block) ways(i int) Uint128 {
	n := Uint128{Lo: uint64(b.lower[i])}
	if b.upper != nil {
		u := &b.upper[i]
		n.Lo |= uint64(u[0]) << 32
		n.Hi = uint64(u[1]) | uint64(u[2])<<32
	}
	return n
}

// setWays sets the number of ways to entry i. It returns false if there is no memory
// for the upper bits.
func (b *block) setWays(i int, n Uint128, mem *memory) bool {
	if b.upper == nil && (n.Hi != 0 || n.Lo>>32 != 0) {
		if !mem.reserve(int(unsafe.Sizeof(*b.upper))) {
			return false
		}
		b.upper = new([blockLen]upperWays)
	}
	if b.upper != nil {
		b.upper[i] = upperWays{uint32(n.Lo >> 32), uint32(n.Hi), uint32(n.Hi >> 32)}
	}
	b.lower[i] = uint32(n.Lo)
	return true
}
