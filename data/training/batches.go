package training

import (
	"fmt"
	"io"
	"math/bits"
	"os"
	"sync"
	"sync/atomic"
)

// A Batch is what a network reads for Size positions. White[i*r:(i+1)*r], where r is
// FeatureSet.MaxActive, contains the active features of position i as White sees it, and Black
// as Black sees it. The rest of each row is filled with -1.
//
// Floats contains IsWhite, Outcome and Score, one after the other, and Ints contains White,
// Black and PieceCount, so you can copy each to a device in one transfer.
type Batch struct {
	Size int // number of positions

	IsWhite []float32 // 1 if White is to move, else 0
	Outcome []float32 // for the side to move: 1 is a win, 0.5 a draw, 0 a loss
	Score   []float32 // for the side to move, in the units of the file

	White, Black []int32 // active features
	PieceCount   []int32 // pieces on the board, including pawns and kings

	ActiveWhite, ActiveBlack int // how many features White and Black contain, without the -1

	Floats []float32
	Ints   []int32
}

// An Allocator provides the memory of batches. Free receives slices that New has returned. Several
// goroutines can call both.
type Allocator struct {
	New  func(floats, ints int) ([]float32, []int32, error)
	Free func([]float32, []int32)
}

// newGo allocates the memory of a batch from Go.
func newGo(floats, ints int) ([]float32, []int32, error) {
	return make([]float32, floats), make([]int32, ints), nil
}

// BatchOptions are the options of NewBatches.
type BatchOptions struct {
	Size    int // positions in a batch; the last batch of a stream can have fewer
	Workers int // goroutines that read and fill; at least 1
	Ahead   int // how many batches are filled before Next asks for them; 0 means 2

	Memory Allocator // memory of batches; the zero value allocates from Go

	// OnRows, if not nil, is called by the workers after they have filled rows of b from entries,
	// starting at row first. It can store more labels for these rows, but must not keep entries.
	OnRows func(b *Batch, first int, entries []Entry)
}

// rowsAtOnce is how many entries a worker reads and fills at once. They fit in a first-level
// cache.
const rowsAtOnce = 256

// MaxBatchSize is the largest size of a batch.
const MaxBatchSize = 1 << 24

// Batches makes batches from a stream's entries. Each worker reads a few hundred entries, reserves rows
// in the batch that is being filled, and fills them. All workers fill the same batch, so the memory
// does not depend on how many there are.
//
// With one worker the rows are in the stream's order. With several workers, the order of blocks of
// rows depends on the workers' speed, so it differs from run to run.
type Batches struct {
	stream   *Stream
	features *FeatureSet
	o        BatchOptions

	mu      sync.Mutex
	changed sync.Cond     // signals that a batch was completed, taken or recycled, or that the stream ended
	pending []*rows       // batches that are being filled or are full, oldest first
	free    []*Batch      // recycled batches
	running int           // number of running workers
	closed  bool          // whether b is closed
	failed  error         // the error of a worker that reserved rows but did not fill them
	err     error         // the first error of a worker
	done    chan struct{} // closed when the workers have ended
}

// rows is a batch where some rows have not been filled yet.
type rows struct {
	*Batch
	reserved, filled int
	white, black     atomic.Int64
}

// NewBatches starts workers that make batches from the entries in s. Call Close to end
// the workers.
func NewBatches(s *Stream, f *FeatureSet, o BatchOptions) (*Batches, error) {
	if o.Size < 1 || o.Size > MaxBatchSize {
		return nil, fmt.Errorf("training: batch size: expected 1 to %d, found %d", MaxBatchSize, o.Size)
	}
	if o.Workers < 1 {
		return nil, fmt.Errorf("training: workers: expected at least 1, found %d", o.Workers)
	}
	if o.Ahead < 0 {
		return nil, fmt.Errorf("training: batches ahead: expected at least 0, found %d", o.Ahead)
	}
	if o.Ahead == 0 {
		o.Ahead = 2
	}
	if o.Memory.New == nil {
		o.Memory.New = newGo
	}
	if o.Memory.Free == nil {
		o.Memory.Free = func([]float32, []int32) {}
	}
	b := &Batches{stream: s, features: f, o: o, running: o.Workers, done: make(chan struct{})}
	b.changed.L = &b.mu
	for range o.Workers {
		go b.work()
	}
	return b, nil
}

// errClosed is the error of Next after Close.
var errClosed = fmt.Errorf("training: %w", os.ErrClosed)

// work reads entries and fills rows until the stream ends.
func (b *Batches) work() {
	err := b.fill()
	b.mu.Lock()
	defer b.mu.Unlock()
	if err != nil && err != io.EOF && b.err == nil {
		b.err = err
	}
	if b.running--; b.running == 0 {
		close(b.done)
	}
	b.changed.Broadcast()
}

// fill is the loop of work. If there is a panic, it returns it as an error.
func (b *Batches) fill() (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = fmt.Errorf("training: internal error: %v", value)
			b.mu.Lock()
			defer b.mu.Unlock()
			b.failed = err
			b.changed.Broadcast()
		}
	}()
	entries := make([]Entry, min(rowsAtOnce, b.o.Size))
	for {
		n, err := b.stream.Next(entries)
		if n == 0 && err == nil {
			err = io.ErrNoProgress
		}
		for rest := entries[:n]; len(rest) > 0; {
			r, first, n, err := b.reserve(len(rest))
			if err != nil {
				return err
			}
			r.fill(b.features, first, rest[:n])
			if b.o.OnRows != nil {
				b.o.OnRows(r.Batch, first, rest[:n])
			}
			b.complete(r, n)
			rest = rest[n:]
		}
		if err != nil {
			return err
		}
	}
}

// reserve returns up to want rows that no other worker fills. While enough batches are full, it
// waits.
func (b *Batches) reserve(want int) (r *rows, first, n int, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for {
		if b.closed {
			return nil, 0, 0, errClosed
		}
		if b.failed != nil {
			return nil, 0, 0, b.failed
		}
		if len(b.pending) > 0 {
			if r = b.pending[len(b.pending)-1]; r.reserved < b.o.Size {
				break
			}
		}
		if len(b.pending) <= b.o.Ahead {
			if r, err = b.add(); err != nil {
				return nil, 0, 0, err
			}
			break
		}
		b.changed.Wait()
	}
	first, n = r.reserved, min(want, b.o.Size-r.reserved)
	r.reserved += n
	return r, first, n, nil
}

// add appends an empty batch to the pending ones.
func (b *Batches) add() (*rows, error) {
	var batch *Batch
	if n := len(b.free); n > 0 {
		batch, b.free = b.free[n-1], b.free[:n-1]
	} else {
		size, row := b.o.Size, b.features.MaxActive()
		floats, ints, err := b.o.Memory.New(3*size, 2*size*row+size)
		if err != nil {
			return nil, err
		}
		batch = &Batch{Floats: floats, Ints: ints}
	}
	batch.divide(b.o.Size, b.features.MaxActive())
	r := &rows{Batch: batch}
	b.pending = append(b.pending, r)
	return r, nil
}

// divide sets the size of b, and slices its arrays from Floats and Ints.
func (b *Batch) divide(size, row int) {
	b.Size = size
	b.IsWhite, b.Outcome, b.Score = b.Floats[:size], b.Floats[size:2*size], b.Floats[2*size:3*size]
	b.White, b.Black, b.PieceCount = b.Ints[:size*row], b.Ints[size*row:2*size*row], b.Ints[2*size*row:2*size*row+size]
}

func (r *rows) fill(f *FeatureSet, first int, entries []Entry) {
	row, last := f.MaxActive(), first+len(entries)
	white, black := f.fill(r.White[first*row:last*row], r.Black[first*row:last*row], entries, len(r.White) >= streamSize)
	r.white.Add(int64(white))
	r.black.Add(int64(black))
	r.fillLabels(first, entries)
}

// fillLabels sets everything in a batch except for the features.
func (b *Batch) fillLabels(first int, entries []Entry) {
	n := len(entries)
	isWhite, outcome, score, count := b.IsWhite[first:][:n], b.Outcome[first:][:n], b.Score[first:][:n], b.PieceCount[first:][:n]
	for i := range entries {
		e := &entries[i]
		isWhite[i] = float32(1 - e.Position.Side)
		outcome[i] = (float32(e.Result) + 1) / 2
		score[i] = float32(e.Score)
		count[i] = int32(bits.OnesCount64(e.Position.Board.Occupied()))
	}
}

// complete adds n to the filled rows of r.
func (b *Batches) complete(r *rows, n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if r.filled += n; r.filled == b.o.Size {
		b.changed.Broadcast()
	}
}

// Next waits for the next batch and returns it. Batches come in the order that workers started to
// fill them. After the last batch the error is io.EOF, or the error that ended the stream. Several
// goroutines can call Next.
//
// The batch belongs to the caller, which can also change it, until it calls Recycle.
func (b *Batches) Next() (*Batch, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for {
		if b.closed {
			return nil, errClosed
		}
		if len(b.pending) > 0 {
			r := b.pending[0]
			if r.filled == b.o.Size {
				return b.take(), nil
			}
			if b.running == 0 && r.filled > 0 && r.filled == r.reserved {
				r.shorten(r.filled, b.features.MaxActive())
				return b.take(), nil
			}
		}
		if b.running == 0 {
			if b.err != nil {
				return nil, b.err
			}
			return nil, io.EOF
		}
		b.changed.Wait()
	}
}

// take removes the oldest pending batch and returns it.
func (b *Batches) take() *Batch {
	r := b.pending[0]
	b.pending = append(b.pending[:0], b.pending[1:]...)
	r.ActiveWhite, r.ActiveBlack = int(r.white.Load()), int(r.black.Load())
	b.changed.Broadcast()
	return r.Batch
}

// shorten keeps the first size positions in b, and moves its arrays together.
func (b *Batch) shorten(size, row int) {
	old := *b
	b.divide(size, row)
	for _, a := range [][2][]float32{{b.Outcome, old.Outcome}, {b.Score, old.Score}} {
		copy(a[0], a[1])
	}
	for _, a := range [][2][]int32{{b.Black, old.Black}, {b.PieceCount, old.PieceCount}} {
		copy(a[0], a[1])
	}
}

// Recycle returns a batch from Next to b, so that a later batch can use its memory. If b has enough
// unused memory or is closed, Recycle frees the memory instead.
func (b *Batches) Recycle(batch *Batch) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed || b.running == 0 || len(b.free) > b.o.Ahead {
		b.release(batch)
		return
	}
	b.free = append(b.free, batch)
}

// release frees the memory of a batch.
func (b *Batches) release(batch *Batch) {
	b.o.Memory.Free(batch.Floats, batch.Ints)
	*batch = Batch{}
}

// Close ends the workers and frees the memory of all batches that Next has not returned; Recycle frees the
// others. Close also closes the stream. You can call it more than once, and while others wait in Next.
func (b *Batches) Close() error {
	b.mu.Lock()
	b.closed = true
	b.changed.Broadcast()
	b.mu.Unlock()
	err := b.stream.Close()
	<-b.done
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, r := range b.pending {
		b.release(r.Batch)
	}
	for _, batch := range b.free {
		b.release(batch)
	}
	b.pending, b.free = nil, nil
	return err
}

// Batch returns a batch of entries, with memory from m, or from Go if m is the zero value. The
// caller has to free the memory.
func (f *FeatureSet) Batch(entries []Entry, m Allocator) (*Batch, error) {
	if m.New == nil {
		m.New = newGo
	}
	size, row := len(entries), f.MaxActive()
	floats, ints, err := m.New(3*size, 2*size*row+size)
	if err != nil {
		return nil, err
	}
	r := &rows{Batch: &Batch{Floats: floats, Ints: ints}}
	r.divide(size, row)
	r.fill(f, 0, entries)
	r.ActiveWhite, r.ActiveBlack = int(r.white.Load()), int(r.black.Load())
	return r.Batch, nil
}
