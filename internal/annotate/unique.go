package annotate

import (
	"math/bits"

	"github.com/koggestone/koggestone/internal/records"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// Unique holds positions: board, castling rights, en-passant target and side to move, all
// of them, not hashes.
type Unique struct {
	// Count only counts what came before, and leaves nothing out.
	Count bool

	entries []uniqueEntry
	held    int
}

// A uniqueEntry is a position; one without pieces is free. The side to move is the lowest
// bit of more.
type uniqueEntry struct {
	board quad.Board
	more  uint64
}

const uniqueEntryBytes = 40

// NewUnique returns a Unique within a number of bytes of memory.
func NewUnique(memory int64) *Unique {
	n := max(memory/uniqueEntryBytes, 1024)
	return &Unique{entries: make([]uniqueEntry, 1<<(bits.Len64(uint64(n))-1))}
}

// keep leaves those rows of t whose positions did not come before. It returns how many
// came before, and how many others it has no room to remember.
func (u *Unique) keep(t *records.Table) (before, forgotten int64) {
	kept := t.Rows[:0]
	for _, i := range t.Rows {
		p := t.Block.Batch.At(int(i))
		isNew, remembered := u.add(&p)
		if !isNew {
			before++
		}
		if isNew || u.Count {
			kept = append(kept, i)
		}
		if !remembered {
			forgotten++
		}
	}
	t.Rows = kept
	return before, forgotten
}

// add reports whether p is new, and whether it is remembered from now on.
func (u *Unique) add(p *movegen.Position) (isNew, remembered bool) {
	e := uniqueEntry{p.Board, uint64(p.Side)}
	if e == (uniqueEntry{}) {
		e.more = 2 // the empty board with White to move; zeros mark what is free
	}
	mask := uint64(len(u.entries) - 1)
	full := u.held >= len(u.entries)/8*7
	for at := hash(&e) & mask; ; at = (at + 1) & mask {
		switch u.entries[at] {
		case e:
			return false, true
		case uniqueEntry{}:
			if full {
				return true, false
			}
			u.entries[at] = e
			u.held++
			return true, true
		}
	}
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
