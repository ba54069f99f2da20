package perft

import (
	"math/bits"
	"sync"
	"unsafe"

	"github.com/koggestone/koggestone/quad"
)

// An entry is a position, of which all in a table have the same side to move, and
// the number of ways that lead to it from the root.
type entry struct {
	board quad.Board
	ways  uint64
}

// A block is a piece of the memory of a shard.
type block [256]entry

// A table holds the positions of one ply, each once. It is cut into shards by
// hash, so that several goroutines may add to it; boards are compared whole, so
// that two are never taken for one.
type table [1 << shardBits]shard

const shardBits = 6

// A shard finds its entries, which are numbered as they came, by an index with
// open addressing.
//
//	index, by hash    blocks, by number
//	. 3 . 1 2 . . .   [1 2 3]
type shard struct {
	mu     sync.Mutex
	index  []uint32 // tag<<24 | number, from 1; 0 is free. A power of two of these.
	blocks []*block
	n      int
	full   bool // there is no memory for more
}

const (
	tagMask    = 0xff << 24
	maxEntries = 1<<24 - 1 // of a shard
)

// hash returns a hash of b: products of two words, the upper half folded into
// the lower (after Wang Yi's wyhash, 2019). Where boards collide, only time is
// lost.
func hash(b *quad.Board) uint64 {
	hi1, lo1 := bits.Mul64(b[0]^0xa0761d6478bd642f, b[1]^0xe7037ed1a0b428db)
	hi2, lo2 := bits.Mul64(b[2]^0x8ebc6af09c88c6e3, b[3]^0x589965cc75374cc3)
	hi, lo := bits.Mul64(hi1^lo1^0x1d8e4e27c47d124f, hi2^lo2^0xeb44accab455d165)
	return hi ^ lo
}

// add adds ways to the position e.board, whose hash is h. It returns false, and
// leaves the shard as it was, if there is no memory left for a new position, or
// if the sum has more than 64 bits.
func (s *shard) add(e *entry, h uint64, mem *memory) bool {
	if s.n >= len(s.index)/4*3 && !s.full {
		s.full = !s.grow(mem)
	}
	if len(s.index) == 0 {
		return false
	}
	tag := uint32(h>>32) & tagMask
	slot := s.find(h)
	for ; s.index[slot] != 0; slot = (slot + 1) & (len(s.index) - 1) {
		x := s.index[slot]
		if x&tagMask != tag {
			continue
		}
		old := s.at(int(x&^tagMask) - 1)
		if old.board == e.board {
			sum, carry := bits.Add64(old.ways, e.ways, 0)
			if carry != 0 {
				return false
			}
			old.ways = sum
			return true
		}
	}
	if s.full {
		return false
	}
	if s.n == len(s.blocks)*len(block{}) {
		b := mem.block()
		if b == nil {
			s.full = true
			return false
		}
		s.blocks = append(s.blocks, b)
	}
	*s.at(s.n) = *e
	s.n++
	s.index[slot] = tag | uint32(s.n)
	return true
}

// find returns the slot from which on a board with hash h is looked for.
func (s *shard) find(h uint64) int { return int(h>>shardBits) & (len(s.index) - 1) }

func (s *shard) at(i int) *entry { return &s.blocks[i/len(block{})][i%len(block{})] }

// grow doubles the index, or returns false if there is no memory, or no number,
// for that.
func (s *shard) grow(mem *memory) bool {
	size := max(2*len(s.index), 512)
	if size/4*3 > maxEntries || !mem.take(4*size) {
		return false
	}
	mem.give(4 * len(s.index))
	s.index = make([]uint32, size)
	for i := range s.n {
		h := hash(&s.at(i).board)
		slot := s.find(h)
		for s.index[slot] != 0 {
			slot = (slot + 1) & (size - 1)
		}
		s.index[slot] = uint32(h>>32)&tagMask | uint32(i+1)
	}
	return true
}

// A run is the used entries of a block.
type run struct {
	block *block
	n     int
}

// runs returns all entries, for positions that came at about the same time to be
// near one another, and gives the indexes back.
func (t *table) runs(mem *memory) (all []run, n int) {
	for i := 0; ; i++ {
		before := len(all)
		for s := range t {
			if b := t[s].blocks; i < len(b) {
				all = append(all, run{b[i], min(len(block{}), t[s].n-i*len(block{}))})
			}
		}
		if len(all) == before {
			break
		}
	}
	for s := range t {
		n += t[s].n
		mem.give(4 * len(t[s].index))
		t[s] = shard{}
	}
	return all, n
}

// A memory is how many bytes may still be taken, and blocks to use again.
type memory struct {
	mu   sync.Mutex
	left int64
	free []*block
}

// take takes n bytes, or returns false if there are fewer left, blocks to use
// again included.
func (m *memory) take(n int) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	for m.left < int64(n) {
		k := len(m.free) - 1
		if k < 0 {
			return false
		}
		m.free[k] = nil
		m.free = m.free[:k]
		m.left += int64(unsafe.Sizeof(block{}))
	}
	m.left -= int64(n)
	return true
}

// give gives back n bytes.
func (m *memory) give(n int) {
	m.mu.Lock()
	m.left += int64(n)
	m.mu.Unlock()
}

// block returns a block, or nil if there is no memory for one.
func (m *memory) block() *block {
	m.mu.Lock()
	if k := len(m.free) - 1; k >= 0 {
		b := m.free[k]
		m.free = m.free[:k]
		m.mu.Unlock()
		return b
	}
	m.mu.Unlock()
	if !m.take(int(unsafe.Sizeof(block{}))) {
		return nil
	}
	return new(block)
}

// giveBlock gives back b, to be used again.
func (m *memory) giveBlock(b *block) {
	m.mu.Lock()
	m.free = append(m.free, b)
	m.mu.Unlock()
}
