package perft

import (
	"math/bits"
	"sync"

	"github.com/koggestone/koggestone/quad"
)

// An entry is a position, of which all in a table have the same side to move, and
// the number of ways that lead to it from the root.
type entry struct {
	board quad.Board
	ways  uint64
}

// A table holds the positions of one ply, each once, and those of the ply before
// until they are taken. It is cut into shards by hash, so that several goroutines
// may add to it; boards are compared whole, so that two are never taken for one.
type table struct {
	shards [1 << shardBits]shard

	block, shard int // where next goes on
}

const shardBits = 6

// A shard finds its entries, which are numbered as they came, by an index with
// open addressing.
//
//	index, by hash    blocks, by number
//	. 3 . 1 2 . . .   [1 2 3]
type shard struct {
	mu     sync.Mutex
	index  index
	blocks []block
	n      int
	full   bool // there is no memory for more

	before  []block // of the ply before
	nBefore int
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

// shardOf returns the shard of a board with hash h.
func shardOf(h uint64) int { return int(h % (1 << shardBits)) }

// add adds e to its shard.
func (t *table) add(e *entry, mem *memory) bool {
	h := hash(&e.board)
	return t.shards[shardOf(h)].add(e, h, mem)
}

// add adds ways to the position e.board, whose hash is h. It returns false, and
// leaves the shard as it was, if there is no memory left for that, or if the sum
// has more than 64 bits.
func (s *shard) add(e *entry, h uint64, mem *memory) bool {
	if s.n >= s.index.size/4*3 && !s.full {
		s.full = !s.grow(mem)
	}
	if s.index.size == 0 {
		return false
	}
	tag := uint32(h>>32) & tagMask
	i := s.index.find(h)
	for ; *s.index.slot(i) != 0; i = s.index.after(i) {
		x := *s.index.slot(i)
		if x&tagMask != tag {
			continue
		}
		b, k := s.at(int(x&^tagMask) - 1)
		if b.boards[k] == e.board {
			sum, carry := bits.Add64(b.ways(k), e.ways, 0)
			return carry == 0 && b.setWays(k, sum, mem)
		}
	}
	if s.full {
		return false
	}
	if s.n == len(s.blocks)*blockLen {
		b := mem.block()
		if b.entries == nil {
			s.full = true
			return false
		}
		s.blocks = append(s.blocks, b)
	}
	b, k := s.at(s.n)
	if !b.setWays(k, e.ways, mem) {
		return false
	}
	b.boards[k] = e.board
	s.n++
	*s.index.slot(i) = tag | uint32(s.n)
	return true
}

// read reads the memory in which add will look for boards with these hashes, for
// all at once: none of these reads waits for another, as those of add do for the
// branches between them. What it returns means nothing.
func (s *shard) read(hashes []uint64) (sum uint64) {
	if s.index.size == 0 {
		return 0
	}
	var found [mailLen]uint32
	for i, h := range hashes {
		found[i] = *s.index.slot(s.index.find(h))
	}
	for i, h := range hashes {
		if x := found[i]; x != 0 && x&tagMask == uint32(h>>32)&tagMask {
			b, k := s.at(int(x&^tagMask) - 1)
			sum += b.boards[k][0] + uint64(b.lower[k])
		}
	}
	return sum
}

// at returns the block of entry i, and its number there.
func (s *shard) at(i int) (*block, int) { return &s.blocks[i/blockLen], i % blockLen }

// grow doubles the index, or returns false if there is no memory, or no number,
// for that.
func (s *shard) grow(mem *memory) bool {
	if 2*s.index.size/4*3 > maxEntries || !s.index.double(mem) {
		return false
	}
	for n := range s.n {
		b, k := s.at(n)
		h := hash(&b.boards[k])
		i := s.index.find(h)
		for *s.index.slot(i) != 0 {
			i = s.index.after(i)
		}
		*s.index.slot(i) = uint32(h>>32)&tagMask | uint32(n+1)
	}
	return true
}

// turn makes the positions of the table those of the ply before, of which none
// may be left, and returns how many there are.
func (t *table) turn() (n int) {
	for i := range t.shards {
		s := &t.shards[i]
		n += s.n
		s.before, s.blocks = s.blocks, s.before[:0]
		s.nBefore, s.n = s.n, 0
		s.index.size = 0
		s.full = false
	}
	t.block, t.shard = 0, 0
	return n
}

// A run is the used entries of a block.
type run struct {
	block
	n int
}

// runs returns how many runs the ply before has.
func (t *table) runs() (n int) {
	for i := range t.shards {
		n += len(t.shards[i].before)
	}
	return n
}

// next returns the next run of the ply before, of which there must be one. Positions
// that came at about the same time are near one another.
func (t *table) next() run {
	for {
		s := &t.shards[t.shard]
		i := t.block
		if t.shard++; t.shard == len(t.shards) {
			t.shard = 0
			t.block++
		}
		if i < len(s.before) {
			return run{s.before[i], min(blockLen, s.nBefore-i*blockLen)}
		}
	}
}

// An index is a power of two of slots, in pieces, each as long as all before it
// together. So it grows in place: no array is ever left to the garbage collector
// beside a larger one, and the pieces serve one ply after the other.
//
//	slots   0 1 2 3   4 5 6 7   8 9 a b c d e f
//	piece   0         1         2
type index struct {
	size   int // slots in use; a slot is tag<<24 | number, from 1, or 0 if free
	pieces [][]uint32
}

const firstPiece = 512

// slot returns slot i.
func (x *index) slot(i int) *uint32 {
	piece := x.pieces[bits.Len(uint(i)/firstPiece)]
	return &piece[i&(len(piece)-1)]
}

// find returns the slot from which on a board with hash h is looked for.
func (x *index) find(h uint64) int { return int(h>>shardBits) & (x.size - 1) }

// after returns the slot after i, around the end.
func (x *index) after(i int) int { return (i + 1) & (x.size - 1) }

// double makes twice as many slots, at least the first piece, and frees all. It
// returns false, and changes nothing, if there is no memory.
func (x *index) double(mem *memory) bool {
	size, k := firstPiece, 0
	if x.size > 0 {
		size, k = 2*x.size, bits.Len(uint(x.size)/firstPiece)
	}
	if k == len(x.pieces) {
		n := max(x.size, firstPiece)
		if !mem.take(4 * n) {
			return false
		}
		x.pieces = append(x.pieces, make([]uint32, n))
	}
	for _, piece := range x.pieces[:k+1] {
		clear(piece)
	}
	x.size = size
	return true
}
