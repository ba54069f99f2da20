package ordered

import (
	"runtime"
	"sync/atomic"
	"testing"
)

// Blocks are returned in order, processed once, and no more of them exist than were given.
func TestBlocks(t *testing.T) {
	type block struct{ in, out int }
	for _, workers := range []int{1, 2, 7} {
		blocks := make([]*block, workers+2)
		given := map[*block]bool{}
		for i := range blocks {
			blocks[i] = new(block)
			given[blocks[i]] = true
		}
		var started atomic.Int32
		read := func(take func() (*block, bool), send func(*block)) {
			for i := range 1000 {
				b, ok := take()
				if !ok {
					t.Error("take: the loop has not ended")
					return
				}
				b.in = i
				send(b)
			}
		}
		worker := func() func(*block) {
			started.Add(1)
			return func(b *block) {
				for range b.in % 5 {
					runtime.Gosched()
				}
				b.out = 2*b.in + 1
			}
		}
		n := 0
		for b := range Blocks(blocks, workers, read, worker) {
			if b.in != n || b.out != 2*n+1 || !given[b] {
				t.Fatalf("%d workers: block %d: %+v", workers, n, *b)
			}
			n++
		}
		if n != 1000 || started.Load() < 1 || started.Load() > int32(workers) {
			t.Errorf("%d workers: %d blocks, %d goroutines", workers, n, started.Load())
		}
	}
}

// When the loop ends early, take returns false and read ends.
func TestBlocksEnd(t *testing.T) {
	over := make(chan int)
	read := func(take func() (*int, bool), send func(*int)) {
		sent := 0
		for {
			b, ok := take()
			if !ok {
				over <- sent
				return
			}
			*b = sent
			sent++
			send(b)
		}
	}
	worker := func() func(*int) { return func(*int) {} }
	for b := range Blocks([]*int{new(int), new(int), new(int)}, 2, read, worker) {
		if *b == 10 {
			break
		}
	}
	if sent := <-over; sent < 11 || sent > 13 {
		t.Errorf("%d blocks were sent, want 11 to 13", sent)
	}
}
