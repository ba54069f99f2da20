package annotate

import (
	"math"
	"math/bits"

	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// Unique remembers positions. Instead of hashes it stores board, castling rights,
// en-passant target and side to move, so that no collision can lose a position.
type Unique struct {
	entries []uniqueEntry
	held    int
	most    int // maximum number of entries
}

// A uniqueEntry is a position in the table. The zero entry is free. The lowest bit of more is
// the side to move.
type uniqueEntry struct {
	board quad.Board
	more  uint64
}

const uniqueEntryBytes = 40

// firstEntries is how many entries a Unique has at least.
const firstEntries = 1024

// NewUnique returns an empty Unique, which can grow up to the given memory in bytes.
func NewUnique(memory int64) *Unique {
	return &Unique{entries: make([]uniqueEntry, firstEntries), most: int(min(max(memory/uniqueEntryBytes, firstEntries), math.MaxInt/uniqueEntryBytes/4))}
}

// grow allocates a larger table. It reports whether the memory limit allows the old and the
// new table together.
func (u *Unique) grow() bool {
	n := min(2*len(u.entries), u.most-len(u.entries))
	if n < len(u.entries)+len(u.entries)/8 {
		return false
	}
	old := u.entries
	u.entries = make([]uniqueEntry, n)
	for i := range old {
		if old[i] != (uniqueEntry{}) {
			u.entries[u.find(&old[i])] = old[i]
		}
	}
	return true
}

// find returns the index of e, or of the free entry where it belongs.
func (u *Unique) find(e *uniqueEntry) int {
	high, _ := bits.Mul64(hash(e), uint64(len(u.entries)))
	at := int(high)
	for u.entries[at] != *e && u.entries[at] != (uniqueEntry{}) {
		if at++; at == len(u.entries) {
			at = 0
		}
	}
	return at
}

// keep removes the rows in t that repeat an earlier position. It returns how many it
// removed, and how many new positions it could not remember.
func (u *Unique) keep(t *records.Table) (before, forgotten int64) {
	kept := t.Rows[:0]
	for _, i := range t.Rows {
		p := t.Block.Batch.At(int(i))
		isNew, remembered := u.add(&p)
		if !isNew {
			before++
		}
		if isNew {
			kept = append(kept, i)
		}
		if !remembered {
			forgotten++
		}
	}
	t.Rows = kept
	return before, forgotten
}

// add adds p, and reports whether p is new and whether u now contains it.
func (u *Unique) add(p *movegen.Position) (isNew, remembered bool) {
	e := uniqueEntry{p.Board, uint64(p.Side)}
	if e == (uniqueEntry{}) {
		e.more = 2 // the empty board with White to move, because zeros mark free entries
	}
	at := u.find(&e)
	if u.entries[at] == e {
		return false, true
	}
	if u.held >= len(u.entries)/8*7 {
		if !u.grow() {
			return true, false
		}
		at = u.find(&e)
	}
	u.entries[at] = e
	u.held++
	return true, true
}

// hash returns a number that depends on all bits of e.
func hash(e *uniqueEntry) uint64 {
	const k = 0x9e3779b97f4a7c15
	h := e.more
	for _, word := range e.board.Planes() {
		high, low := bits.Mul64(h^word^k, 0xd6e8feb86659fd93)
		h = high ^ low
	}
	return h
}
