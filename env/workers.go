package env

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/koggestone/koggestone/movegen"
)

// A worker processes blockLen games together. Their data stay in the first two cache
// levels.
const blockLen = 256

// A Subset is some of the games of an Env. It has the methods of Env that play, observe and mask games, and they only
// work on these games. Where their documentation says game i, it means game i of the subset.
type Subset struct{ selection }

// A selection has the methods that Env and Subset share: an Env embeds the selection of all its games.
type selection struct {
	e     *Env
	games []int // nil for all games
}

// Subset returns games as a subset, in the given order, or all games if the slice is nil. It keeps the slice, so you must
// not change it while you use the subset. Subset panics if an index is out of range or occurs twice.
func (e *Env) Subset(games []int) Subset {
	if games == nil {
		return Subset{e.selection}
	}
	e.checkIndices("Subset", games)
	if k := e.twice(games, games); k >= 0 {
		panic(fmt.Sprintf("env: Subset: games[%d] = %d occurs twice", k, games[k]))
	}
	for len(e.parts) < (len(games)+blockLen-1)/blockLen {
		e.parts = append(e.parts, movegen.NewBatch(movegen.WithClocks))
	}
	return Subset{selection{e, games}}
}

// twice returns the first k > 0 where first[:k] contains second[k], or -1.
func (e *Env) twice(first, second []int) int {
	if e.marks == nil {
		e.marks = make([]bool, e.Len())
	}
	found := -1
	for k, i := range first {
		if e.marks[second[k]] {
			found = k
			break
		}
		e.marks[i] = true
	}
	for _, i := range first {
		e.marks[i] = false
	}
	return found
}

// Len returns the number of games.
func (s selection) Len() int {
	if s.games == nil {
		return len(s.e.counts)
	}
	return len(s.games)
}

// index returns the index in the Env of game k of the subset.
func (s selection) index(k int) int {
	if s.games == nil {
		return k
	}
	return s.games[k]
}

// part returns the positions in games lo to hi-1, which are in one block. If the subset is all games, the result shares
// memory with the Env. Otherwise the next call for the block overwrites it.
func (s selection) part(lo, hi int) *movegen.Batch {
	if s.games == nil {
		return s.e.blocks[lo/blockLen]
	}
	part := s.e.parts[lo/blockLen]
	part.Reset()
	for _, i := range s.games[lo:hi] {
		part.Append(s.e.games.At(i))
	}
	return part
}

// each splits the games into blocks lo to hi-1 and calls do for each block, on up to Workers goroutines. With
// one goroutine it does not allocate, because do receives its argument explicitly and need not be a closure.
func each[A any](s selection, argument A, do func(s selection, lo, hi int, argument A)) {
	if s.e.workers > 1 && s.Len() > blockLen {
		eachParallel(s, argument, do)
		return
	}
	for lo := 0; lo < s.Len(); lo += blockLen {
		do(s, lo, min(lo+blockLen, s.Len()), argument)
	}
}

//go:noinline
func eachParallel[A any](s selection, argument A, do func(s selection, lo, hi int, argument A)) {
	var next atomic.Int64
	var running sync.WaitGroup
	for range s.e.workers {
		running.Go(func() {
			for {
				lo := int(next.Add(blockLen)) - blockLen
				if lo >= s.Len() {
					return
				}
				do(s, lo, min(lo+blockLen, s.Len()), argument)
			}
		})
	}
	running.Wait()
}
