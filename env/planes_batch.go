package env

import (
	"fmt"

	"github.com/koggestone/koggestone/movegen"
)

// ObserveBatch writes planes for any positions, in the same way as [Env.Observe], ObserveBytes and
// ObserveFloats do for games. It writes words, bytes or float32, depending on dst. In earlier, positions
// offsets[i] to offsets[i+1]-1 come before position i, oldest first. They fill the history planes, and
// repetitions are counted among them, but legal moves need not connect them. If offsets is empty, no
// position has a history.
//
// ObserveBatch panics if o has no planes, if dst does not have the length for positions.Len() games, or if an
// offset is out of range.
func ObserveBatch[T uint64 | uint8 | float32](dst []T, o Observation, positions, earlier *movegen.Batch, offsets []uint32) {
	n := o.Planes()
	if n == 0 {
		panic(fmt.Sprintf("env: ObserveBatch: expected an observation with planes, found %v", o))
	}
	var to observation
	each := 64 * n
	switch dst := any(dst).(type) {
	case []uint64:
		to.words, each = dst, n
	case []uint8:
		to.bytes, to.stream = dst, streams(dst)
	case []float32:
		to.floats, to.stream = dst, streams(dst)
	}
	if len(dst) != each*positions.Len() {
		panic(fmt.Sprintf("env: ObserveBatch: expected length %d, %d for each position, found %d", each*positions.Len(), each, len(dst)))
	}
	checkOffsets("ObserveBatch", positions.Len(), earlier, offsets)
	v := observed{history: new(history)}
	for i := range positions.Len() {
		lo, hi := 0, 0
		if len(offsets) > 0 {
			lo, hi = int(offsets[i]), int(offsets[i+1])
		}
		v.remember(positions.At(i), earlier, lo, hi, o)
		to.set(i, &v, o)
	}
	fence()
}

// ExpandPlanes expands packed planes to numbers in the layout of [Env.ObserveFloats]. It panics unless len(dst) is 64
// * len(words), and len(words) is a multiple of o.Planes().
func ExpandPlanes(dst []float32, o Observation, words []uint64) {
	n := o.Planes()
	if n == 0 || len(words)%n != 0 || len(dst) != 64*len(words) {
		panic(fmt.Sprintf("env: ExpandPlanes: expected groups of %d planes and 64 numbers for each plane, found %d planes and %d numbers", n, len(words), len(dst)))
	}
	to := observation{floats: dst, stream: streams(dst)}
	var room [alphaZeroPlanes]uint64
	for i := 0; n*i < len(words); i++ {
		to.spread(i, room[:copy(room[:n], words[n*i:])], o)
	}
	fence()
}

// remember fills v for position p, which comes after positions lo to hi-1 in earlier.
func (v *observed) remember(p movegen.Position, earlier *movegen.Batch, lo, hi int, o Observation) {
	v.side, v.clocks = p.Side, movegen.Clocks{HalfMoves: p.HalfMoves, FullMoves: p.FullMoves}
	v.board, v.repeats = p.Board, 0
	v.n = uint32(min(hi-lo, historyLen-1)) + 1
	v.ply = v.n - 1
	for k := range v.n {
		at := hi - int(k)
		if k > 0 {
			p = earlier.At(at)
		}
		v.history.put(v.ply-k, p.Board)
		repeats := uint64(0)
		for ; at > lo && repeats < 2; at-- {
			if q := earlier.At(at - 1); q.Board == p.Board && q.Side == p.Side {
				repeats++
			}
		}
		v.repeats |= repeats << (8 * k)
	}
	if target := p.Board.EnPassant(); o != AlphaZeroPlanes && v.n < historyLen && target != 0 {
		v.history.put(v.ply-v.n, beforeDoublePush(p.Board))
		v.n++
	}
}
