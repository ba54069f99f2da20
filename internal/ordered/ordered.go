// Package ordered processes the blocks of a stream on several goroutines and returns them
// in order.
package ordered

import "iter"

// A job is a block on its way through the workers.
type job[B any] struct {
	block B
	done  chan struct{} // receives when the block is processed
}

// Blocks returns processed blocks in the order that read has sent them, so a block waits for all
// blocks before it.
//
// The given blocks are reused, so that the memory does not depend on the stream's length. A block is
// valid until the next one is returned. Blocks starts the given number of goroutines. Each calls
// worker once, and then calls the function that worker returned for each block that it processes.
//
// read runs in its own goroutine. It calls take for an unused block, fills it, and sends it, until the
// stream ends. It may send each block that it has taken once. If take returns false, the loop over the
// blocks has ended, and read must return. The end of the loop does not wait for read, because read may
// be waiting for input.
func Blocks[B any](blocks []B, workers int, read func(take func() (B, bool), send func(B)), worker func() func(B)) iter.Seq[B] {
	return func(yield func(B) bool) {
		free := make(chan B, len(blocks))
		for _, b := range blocks {
			free <- b
		}
		work := make(chan *job[B], len(blocks))
		inOrder := make(chan *job[B], len(blocks))
		stop := make(chan struct{})
		defer close(stop)
		for range workers {
			go func() {
				process := worker()
				for j := range work {
					process(j.block)
					j.done <- struct{}{}
				}
			}()
		}
		go func() {
			defer close(work)
			defer close(inOrder)
			read(func() (b B, ok bool) {
				select {
				case b = <-free:
					return b, true
				case <-stop:
					return b, false
				}
			}, func(b B) {
				j := &job[B]{b, make(chan struct{}, 1)}
				work <- j
				inOrder <- j
			})
		}()
		for j := range inOrder {
			<-j.done
			if !yield(j.block) {
				return
			}
			free <- j.block
		}
	}
}
