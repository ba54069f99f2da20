package env

import (
	"sync"
	"sync/atomic"
)

// blockLen is the number of games that a worker processes together. The data of a block
// stay in the first two levels of the cache.
const blockLen = 256

// each calls do for blocks of games lo to hi-1, on the goroutines that the options allow. With one goroutine it
// does not allocate, because do receives its argument explicitly instead of being a closure.
func each[A any](e *Env, argument A, do func(e *Env, lo, hi int, argument A)) {
	if e.workers > 1 {
		eachParallel(e, argument, do)
		return
	}
	for lo := 0; lo < e.Len(); lo += blockLen {
		do(e, lo, min(lo+blockLen, e.Len()), argument)
	}
}

func eachParallel[A any](e *Env, argument A, do func(e *Env, lo, hi int, argument A)) {
	var next atomic.Int64
	var running sync.WaitGroup
	for range e.workers {
		running.Go(func() {
			for {
				lo := int(next.Add(blockLen)) - blockLen
				if lo >= e.Len() {
					return
				}
				do(e, lo, min(lo+blockLen, e.Len()), argument)
			}
		})
	}
	running.Wait()
}
