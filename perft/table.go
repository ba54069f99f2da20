package perft

import (
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/koggestone/koggestone/quad"
)

// An entry is a position and how many ways lead to it from the root. All positions in a
// table have the same side to move.
type entry struct {
	board quad.Board
	ways  Uint128
}

// A table contains the current ply and collects the next one, with each position stored
// once. The pieces of the side that has just moved select the shard, as groupOf explains.
// Several goroutines can add to a table. Different boards are never merged, because whole
// boards are compared.
type table struct {
	shards [1 << shardBits]shard
	odd    bool // index and order of the shards have changed places
}

const shardBits = 6

// A shard numbers its entries as they arrive, and finds them through a hash index with open
// addressing.
//
//	index, by hash    blocks, by number
//	· 3 · 1 2 · · ·   [1 2 3]
type shard struct {
	mu     sync.Mutex
	index  index
	blocks []block
	n      int
	full   bool // there is no memory for more entries

	current  []block // blocks of the current ply
	nCurrent int
	order    index        // numbers of the entries of the current ply, sorted by group
	segments atomic.Int32 // number of unfinished segments of the current ply
}

const (
	tagMask    = 0xff << 24
	maxEntries = 1<<24 - 1 // largest number of entries in a shard
)

// hash hashes b. It multiplies pairs of words and combines the halves of the products, like Wang
// Yi's wyhash (2019). A collision only costs time.
func hash(b *quad.Board) uint64 {
	hi1, lo1 := bits.Mul64(b.G0^0xa0761d6478bd642f, b.G1^0xe7037ed1a0b428db)
	hi2, lo2 := bits.Mul64(b.G2^0x8ebc6af09c88c6e3, b.GB^0x589965cc75374cc3)
	hi, lo := bits.Mul64(hi1^lo1^0x1d8e4e27c47d124f, hi2^lo2^0xeb44accab455d165)
	return hi ^ lo
}

// groupOf hashes side's pieces on b. Two positions in a ply are in the same group if the side
// that has just moved has the same pieces in both. Unless a move captures, it does not change
// the opponent's pieces, so nearly all equal positions in the next ply have parents in the same
// group.
func groupOf(b *quad.Board, side quad.Color) uint64 {
	own := b.GB ^ (uint64(side&1) - 1)
	hi1, lo1 := bits.Mul64(b.G0&own^0xa0761d6478bd642f, b.G1&own^0xe7037ed1a0b428db)
	hi, lo := bits.Mul64(hi1^lo1^0x1d8e4e27c47d124f, b.G2&own^0x8ebc6af09c88c6e3)
	return hi ^ lo
}

// shardOf returns the shard of the group with hash g.
func shardOf(g uint64) int { return int(g % (1 << shardBits)) }

// An outcome is the result of adding an entry.
type outcome uint8

const (
	added   outcome = iota
	refused         // there is no memory left
	tooMany         // the sum of the ways has more than 128 bits
)

// add adds e, a position after side has moved, to its shard.
func (t *table) add(e *entry, side quad.Color, mem *memory) outcome {
	return t.shards[shardOf(groupOf(&e.board, side))].add(e, hash(&e.board), mem)
}

// add adds e.ways to the ways to e.board; h is the board's hash. If the outcome is not added, nothing
// has changed.
func (s *shard) add(e *entry, h uint64, mem *memory) outcome {
	if s.n >= s.index.size/4*3 && !s.full {
		s.full = !s.growIndex(mem)
	}
	if s.index.size == 0 {
		return refused
	}
	tag := uint32(h>>32) & tagMask
	i := s.index.find(h)
	for ; *s.index.slot(i) != 0; i = s.index.after(i) {
		x := *s.index.slot(i)
		if x&tagMask != tag {
			continue
		}
		b, k := s.at(int(x&^tagMask) - 1)
		if b.boards[k] != e.board {
			continue
		}
		sum, ok := b.ways(k).add(e.ways)
		switch {
		case !ok:
			return tooMany
		case !b.setWays(k, sum, mem):
			return refused
		}
		return added
	}
	if s.full {
		return refused
	}
	if s.n == len(s.blocks)*blockLen {
		b := mem.getBlock()
		if b.entries == nil {
			s.full = true
			return refused
		}
		s.blocks = append(s.blocks, b)
	}
	b, k := s.at(s.n)
	if !b.setWays(k, e.ways, mem) {
		return refused
	}
	b.boards[k] = e.board
	s.n++
	*s.index.slot(i) = tag | uint32(s.n)
	return added
}

// prefetch loads the memory that add will read for boards with these hashes into the cache. Its
// reads overlap, because they do not depend on each other, but the reads of add wait for the
// branches between them. The sum has no meaning, but the caller must use it, because the compiler
// would otherwise remove the reads.
func (s *shard) prefetch(hashes []uint64) (sum uint64) {
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
			sum += b.boards[k].G0 + uint64(b.lower[k])
		}
	}
	return sum
}

// at returns the block of entry i, and the entry's place in it.
func (s *shard) at(i int) (*block, int) { return &s.blocks[i/blockLen], i % blockLen }

// growIndex doubles the index. It returns false if there is not enough memory, or if entries would
// need numbers of more than 24 bits.
func (s *shard) growIndex(mem *memory) bool {
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

// advance makes the next ply the current one, and returns how many positions it has. The caller must
// already have freed the current ply's blocks.
func (t *table) advance() (n int) {
	for i := range t.shards {
		s := &t.shards[i]
		n += s.n
		s.current, s.blocks = s.blocks, s.current[:0]
		s.order, s.index = s.index, s.order
		s.nCurrent, s.n = s.n, 0
		s.index.size = 0
		s.full = false
	}
	t.odd = !t.odd
	return n
}

// moveIndexes swaps the index memory of shards i and j. Both must be empty.
func (t *table) moveIndexes(i, j int) {
	a, b := &t.shards[i], &t.shards[j]
	a.index, b.index = b.index, a.index
	a.order, b.order = b.order, a.order
}

// free frees the blocks of the current ply.
func (t *table) free(mem *memory) {
	for i := range t.shards {
		t.shards[i].freeCurrent(mem)
	}
}

// freeCurrent frees the blocks of the current ply.
func (s *shard) freeCurrent(mem *memory) {
	for _, b := range s.current {
		mem.putBlock(b)
	}
	s.current = s.current[:0]
}

// currentAt returns the block that contains entry i in the current ply, and its place
// there.
func (s *shard) currentAt(i int) (*block, int) { return &s.current[i/blockLen], i % blockLen }

// groupBits is the largest number of bits that group sorts by. In practice a shard has fewer
// groups.
const groupBits = 14

// group sorts the current ply by groups after side has moved, and writes the entry numbers to the
// index's memory. It is a counting sort, so entries in a group stay in the order of arrival. all
// is scratch memory for it.
func (s *shard) group(side quad.Color, all *[1 << groupBits]uint32) {
	width := min(groupBits, bits.Len(uint(s.nCurrent))+1) // few counts for few entries
	counts := all[:1<<width]
	clear(counts)
	bucket := func(i int) uint64 {
		b, k := s.currentAt(i)
		return groupOf(&b.boards[k], side) >> (64 - width)
	}
	for i := range s.nCurrent {
		counts[bucket(i)]++
	}
	sum := uint32(0)
	for i, n := range counts {
		counts[i] = sum
		sum += n
	}
	for i := range s.nCurrent {
		x := bucket(i)
		*s.order.slot(int(counts[x])) = uint32(i)
		counts[x]++
	}
	// Now counts contains the ends of the groups, which is where the next groups begin.
	if s.nCurrent > 0 {
		*s.order.slot(0) |= beginsGroup
	}
	for _, i := range counts {
		if i > 0 && int(i) < s.nCurrent {
			*s.order.slot(int(i)) |= beginsGroup
		}
	}
}

// beginsGroup is a flag that marks the first entry in a group.
const beginsGroup = 1 << 31

// sorted returns the number of entry i in group order.
func (s *shard) sorted(i int) int { return int(*s.order.slot(i) &^ beginsGroup) }

// prefetchCurrent loads entries lo to hi-1, in group order, into the cache, because they
// are scattered over all blocks of the shard. The caller must use the sum, as for
// prefetch.
func (s *shard) prefetchCurrent(lo, hi int) (sum uint64) {
	for i := lo; i < hi; i++ {
		b, k := s.currentAt(s.sorted(i))
		sum += b.boards[k].G0 + uint64(b.lower[k])
	}
	return sum
}

// beginsGroup reports whether entry i in group order is the first in its group.
func (s *shard) beginsGroup(i int) bool { return *s.order.slot(i)&beginsGroup != 0 }

// An index is an array of slots, and its length is a power of two. It consists of pieces, each as
// long as all pieces before it together, and grows in place by adding a piece. This way it never
// leaves an old array to the garbage collector, and all plies use the same pieces.
//
//	slots   0 1 2 3   4 5 6 7   8 9 a b c d e f
//	piece   0         1         2
type index struct {
	size   int // number of slots in use; a slot is 0 if it is free, and otherwise tag<<24 | number, starting at 1
	pieces [][]uint32
}

const firstPiece = 512

func (x *index) slot(i int) *uint32 {
	piece := x.pieces[bits.Len(uint(i)/firstPiece)]
	return &piece[i&(len(piece)-1)]
}

// find returns the slot where the search for a board with hash h begins.
func (x *index) find(h uint64) int { return int(h>>shardBits) & (x.size - 1) }

// after returns the slot after i. The first slot follows the last slot.
func (x *index) after(i int) int { return (i + 1) & (x.size - 1) }

// double doubles the number of slots, or sets it to firstPiece if there are none, and frees all slots.
// If there is not enough memory, it returns false and changes nothing.
func (x *index) double(mem *memory) bool {
	size, k := firstPiece, 0
	if x.size > 0 {
		size, k = 2*x.size, bits.Len(uint(x.size)/firstPiece)
	}
	if k == len(x.pieces) {
		n := max(x.size, firstPiece)
		piece := mem.words(n)
		if piece == nil {
			return false
		}
		x.pieces = append(x.pieces, piece)
	}
	for _, piece := range x.pieces[:k+1] {
		clear(piece)
	}
	x.size = size
	return true
}
