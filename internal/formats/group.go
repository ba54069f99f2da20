package formats

import (
	"math"
	"unsafe"

	"github.com/koggestone/koggestone/internal/movechain"
)

// Lanes is how many chunks a [Group] reads at the same time.
const Lanes = 2

const (
	// MostFound is how many positions a [Group] can find in a chunk in one turn.
	MostFound = 256
	// longestTurn is how many positions a turn reads from a chunk at most. Turns are short because
	// assembly cannot be preempted.
	longestTurn = 1024
)

// A Group reads several .binpack chunks at the same time with package movechain's kernel. In a
// chain each move waits for the bits of the move before, so reading a single chunk leaves most of
// the processor idle. Without the kernel, [Chains] reads one chunk after the other.
//
// The positions found in a chunk do not depend on the other chunks or on the kernel.
type Group struct {
	states [Lanes][movechain.Words]uint64 // arguments of the kernel
	lanes  [Lanes]Lane
}

// A Lane is a place for a chunk in a [Group].
type Lane struct {
	// Chains reads the chunk. Its Row can be out of date.
	Chains Chains
	// Gated reports whether Gate drops positions.
	Gated bool
	Gate  Gate
	// Gaps contains the value of Gate.Gap after each position that a turn finds. The caller
	// has to replace the values that a turn has used.
	Gaps [MostFound]uint64
	// Found contains the positions that passed the gate in the last turn.
	Found []Found

	active bool
	last   int  // number of the last position that the turn may read
	loaded bool // whether the position is in the kernel's state, not in Chains
	plies  int  // how many moves the kernel may play
	skips  skips
	rows   [MostFound]Found
	before struct { // values at the start of the turn
		chains Chains
		gate   Gate
	}
}

// A Found is a position that passed a gate, with its number in the chunk, counted from 1.
type Found struct {
	Row
	N int64
}

// NewGroup returns a group without chunks.
//
//go:noinline
func NewGroup() *Group { return new(Group) } // in the heap, because states contain addresses

// Lane returns a lane.
func (g *Group) Lane(k int) *Lane { return &g.lanes[k] }

// Active reports whether l has a chunk.
func (l *Lane) Active() bool { return l.active }

// Start starts to read a chunk of size bytes at the start of buf, which must contain at
// least [Padding] more bytes.
func (l *Lane) Start(buf []byte, size int) {
	l.Chains.Reset(buf, size, false)
	l.active, l.loaded = true, false
}

// Stop stops reading the chunk after position n, which the last turn has read. Chains, Gate and Found
// return to this position. If the last turn started at n, Found becomes empty.
func (l *Lane) Stop(n int) {
	l.Chains, l.Gate, l.Found, l.last = l.before.chains, l.before.gate, l.rows[:0], n
	l.read()
	l.active = false
}

// read reads the positions of a turn without the kernel.
func (l *Lane) read() {
	c := &l.Chains
	for len(l.Found) < MostFound && c.N < l.last && c.Next() {
		l.see()
	}
}

// see adds the current position to Found if it passes the gate.
func (l *Lane) see() {
	if c := &l.Chains; l.Gated {
		if !l.Gate.Passes(c.Score, c.Ply, c.Result) {
			return
		}
		l.Gate.Gap = int(l.Gaps[len(l.Found)])
	}
	l.Found = append(l.Found, Found{l.Chains.Row, int64(l.Chains.N)})
}

// Turn reads up to 1,024 positions in each chunk. It stops earlier at the end of the chunk, or when
// [MostFound] positions have passed the gate. At the end of its chunk a lane becomes inactive. If
// the chunk ended early, Chains.Fault says why.
func (g *Group) Turn() {
	walks := movechain.Available()
	for k := range g.lanes {
		l, s := &g.lanes[k], &g.states[k]
		l.Found = l.rows[:0]
		if !l.active {
			continue
		}
		if l.loaded {
			l.Chains.store(s)
		}
		l.last = l.Chains.N + longestTurn
		l.before.chains, l.before.gate = l.Chains, l.Gate
		l.loaded = l.loaded && walks
	}
	if walks {
		g.walk()
	}
	for k := range g.lanes {
		if l := &g.lanes[k]; l.active {
			if !walks {
				l.read()
			}
			l.active = !l.Chains.Ended()
		}
	}
}

// walk reads the positions of a turn with the kernel.
func (g *Group) walk() {
	enter := func(k int) int {
		if l := &g.lanes[k]; l.active && l.enter(&g.states[k]) {
			return k
		}
		return -1
	}
	// The kernel reads in these two lanes, or in one lane if the other is below 0. Only the lane in
	// state may be in the middle of a move.
	state, fresh := enter(0), enter(1)
	for {
		if state < 0 {
			state, fresh = fresh, state
		}
		if state < 0 {
			return
		}
		var other *[movechain.Words]uint64
		if fresh >= 0 {
			other = &g.states[fresh]
		}
		at := movechain.Walk(other, &g.states[state], (*[movechain.Size / 8]uint64)(unsafe.Pointer(tables))) - uintptr(unsafe.Pointer(&g.states))
		k := int(at / unsafe.Sizeof(g.states[0]))
		g.lanes[k].leave(&g.states[k])
		if k == state {
			state = fresh
		}
		fresh = enter(k)
	}
}

// enter reads positions with Chains until the kernel can play the next move, and prepares the kernel's
// state. If the turn ends before, it returns false.
func (l *Lane) enter(s *[movechain.Words]uint64) bool {
	c := &l.Chains
	for len(l.Found) < MostFound && c.N < l.last && !c.Ended() {
		plies := min(c.plies, l.last-c.N, math.MaxUint16-int(c.Ply))
		if plies == 0 && l.loaded {
			c.store(s)
			l.loaded = false
		}
		if !l.loaded {
			if plies == 0 || !c.walks() {
				if c.Next() {
					l.see()
				}
				continue
			}
			if !c.mayPlay() {
				return false
			}
			c.load(s)
			l.loaded = true
		}
		l.plies, l.skips = plies, skips{}
		won, noScore := false, 1<<20
		if l.Gated {
			won, noScore, l.skips = c.Result != 0, NoScore, l.Gate.skips(int(c.Ply)+1)
		}
		s[movechain.Plies], s[movechain.Skip], s[movechain.Gap] = uint64(plies), uint64(l.skips.skip), uint64(l.skips.gap)
		s[movechain.Last], s[movechain.NoScore] = uint64(l.Gate.LastScore), uint64(noScore)
		s[movechain.NoScores], s[movechain.NoEarly] = 0, 0
		s[movechain.Won], s[movechain.Large] = bit(won), bit(won && large(l.Gate.LastScore))
		rows := uint64(uintptr(unsafe.Pointer(&l.rows)))
		s[movechain.Rows] = rows + uint64(len(l.Found))*movechain.RowSize
		s[movechain.RowsEnd] = rows + MostFound*movechain.RowSize
		s[movechain.Gaps] = uint64(uintptr(unsafe.Pointer(&l.Gaps[len(l.Found)])))
		s[movechain.LastPly] = uint64(int(c.Ply) + plies)
		s[movechain.LastFull] = uint64(2*int(c.Position.FullMoves) + int(c.Position.Side) + plies)
		s[movechain.LastRow] = uint64(c.N + plies)
		return true
	}
	return false
}

// bit returns 1 for true.
func bit(is bool) uint64 {
	if is {
		return 1
	}
	return 0
}

// leave updates l after the kernel has run.
func (l *Lane) leave(s *[movechain.Words]uint64) {
	c, g := &l.Chains, &l.Gate
	n := l.plies - int(s[movechain.Plies])
	c.advance(n)
	found := int(s[movechain.Rows]-uint64(uintptr(unsafe.Pointer(&l.rows)))) / movechain.RowSize
	if l.Gated {
		k := &l.skips
		k.skip, k.gap = int(s[movechain.Skip]), int(s[movechain.Gap])
		k.noScores, k.noEarly = int(s[movechain.NoScores]), int(s[movechain.NoEarly])
		g.skipped(k, n-(found-len(l.Found)))
		g.LastPly, g.LastScore = int(c.Ply), int(int64(s[movechain.Last]))
	}
	l.Found = l.rows[:found]
	switch s[movechain.Fault] {
	case movechain.BadMove:
		c.Fault = BadMove
	case movechain.BadEnd:
		c.Fault = BadEnd
	default:
		if c.at = int(s[movechain.At]); c.plies == 0 {
			c.at = (c.at + 7) &^ 7
		}
		continues := len(l.Found) < MostFound && c.N < l.last && c.Ply < math.MaxUint16
		if s[movechain.Special] != 0 && (s[movechain.Type] != castling<<12 || !continues || !castles(s)) {
			c.store(s)
			l.loaded = false
		}
		if c.plies == 0 {
			l.loaded = false
		}
	}
}
