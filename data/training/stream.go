// Package training reads training data for neural networks, which are positions of games
// with moves, scores and results, and makes batches of network inputs.
//
//	stream, err := training.Open(files, training.Options{Cyclic: true, Workers: 4, Shuffle: 1 << 20})
//	features, err := training.ParseFeatures("Full_Threats+PP_3Wide+HalfKAv2_hm")
//	batches, err := training.NewBatches(stream, features, training.BatchOptions{Size: 16384, Workers: 4})
//	b, err := batches.Next()
//	... // b.White, b.Black, b.Score, b.Outcome
//	batches.Recycle(b)
package training

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"sync"

	"github.com/koggestone/koggestone/internal/formats"
	"github.com/koggestone/koggestone/movegen"
)

// Options configures a [Stream]. The zero Options reads each file once, in order.
type Options struct {
	// Workers is how many goroutines read and decode; 0 means 1. Each reads two .binpack chunks side
	// by side, unless it is the only worker and Shuffle is 0, or there are too few chunks.
	Workers int
	// Cyclic starts again after the last entry. The stream then ends only if the files
	// contain no positions.
	Cyclic bool
	// Rank and WorldSize divide the chunks in all files among the processes of a distributed
	// job: process Rank out of WorldSize reads every WorldSize-th chunk. A WorldSize of 0 means
	// 1. If a cyclic stream has fewer chunks than there are processes, several processes read
	// the same chunk.
	Rank, WorldSize int
	// Shuffle is how many entries wait in memory, with 48 bytes each, to be selected at random.
	// Chunks are then also read in random order. While the first entries fill the memory, one
	// entry in four is passed on. 0 keeps the order of the files if there is one worker.
	Shuffle int
	// Seed determines the order of the entries and, with one worker, which entries a filter
	// keeps. With several workers the order also depends on their speed.
	Seed   uint64
	Filter Filter
	Format string // a name from [Formats], or "" to select formats by the files' extensions
	// OnProblem, if not nil, is called for each of the Problems in [Stats] as soon as Open or a worker
	// finds it.
	OnProblem func(error)
}

// A Stream reads entries from files.
type Stream struct {
	options  Options
	selector *selector // nil keeps everything
	files    []file
	closing  chan struct{} // closed by Close
	full     chan []Entry  // closed when all workers have ended
	free     chan []Entry
	workers  sync.WaitGroup

	next    sync.Mutex // guards current
	current []Entry    // entries that Next returns next
	block   []Entry    // memory of current

	mu      sync.Mutex // guards the rest
	stats   Stats
	chunks  []chunk
	order   []int32 // chunks of this rank, in the order of reading
	at      int     // index of the next chunk in order
	random  *rand.Rand
	taken   int64   // how many chunks workers have taken
	reading []int64 // the numbers of the chunks that are being read, in rising order
	last    int64   // the number of the last chunk that had positions
	err     error
	closed  bool
}

// A file is open only while a chunk of it is read, because a stream can have more files than a process may
// open.
type file struct {
	path   string
	info   os.FileInfo
	size   int64
	format *format
}

// open opens the file. It returns an error if another file has taken its name since [Open].
func (f *file) open() (*os.File, error) {
	opened, err := os.Open(f.path)
	if err != nil {
		return nil, err
	}
	if info, err := opened.Stat(); err != nil || !os.SameFile(info, f.info) {
		opened.Close()
		return nil, errors.Join(err, errors.New("the file was replaced while the stream read it"))
	}
	return opened, nil
}

// blockSize is how many entries workers pass on together.
const blockSize = 1024

// mostWorkers is how many workers a stream can have.
const mostWorkers = 1 << 14

var errNoPositions = errors.New("expected positions in the files, found none")

// ErrCorrupt is wrapped by the error of a [Stream] that has skipped corrupt chunks or records.
var ErrCorrupt = errors.New("corrupt data")

// Open opens training data: Stockfish's .binpack and .bin, viriformat (.viri, .vf), marlinformat (.marlin) and
// bulletformat (.bullet). It reads the header of each .binpack chunk, in up to 32 parts of a large file at once,
// and the first position of each file. It returns an error if a file has no position, or if a .binpack does not
// begin like one. The files are opened again for each chunk, so that a stream can have more files than a process
// may open.
//
// Corrupt chunks and records are skipped; then the stream ends with [ErrCorrupt] instead of io.EOF. If the end of
// a .binpack is missing, the complete positions in its last chunk are returned.
//
// Marlinformat and viriformat store a full-move number, which determines the ply. Positions in marlinformat have
// no move. Positions in bulletformat have neither a move nor a ply, so filters by ply do not apply to them. If an
// entry has no move, its Move is 0.
func Open(files []string, o Options) (*Stream, error) {
	o.Workers, o.WorldSize = max(o.Workers, 1), max(o.WorldSize, 1)
	if o.Rank < 0 || o.Rank >= o.WorldSize {
		return nil, fmt.Errorf("training: rank: expected 0 to %d, found %d", o.WorldSize-1, o.Rank)
	}
	if o.Workers > mostWorkers {
		return nil, fmt.Errorf("training: expected at most %d workers, found %d", mostWorkers, o.Workers)
	}
	if int64(o.Shuffle) > 1<<32 {
		return nil, fmt.Errorf("training: expected a shuffle buffer of at most %d entries, found %d", int64(1)<<32, o.Shuffle)
	}
	if len(files) == 0 {
		return nil, errors.New("training: expected files, found none")
	}
	s := &Stream{
		options: o,
		closing: make(chan struct{}),
		full:    make(chan []Entry, 2*o.Workers),
		free:    make(chan []Entry, 4*o.Workers),
		random:  rand.New(rand.NewPCG(o.Seed, uint64(o.Rank)<<32|1<<31)),
	}
	if o.Filter.Active() {
		s.selector = newSelector(o.Filter)
	}
	if err := s.open(files); err != nil {
		return nil, fmt.Errorf("training: %w", err)
	}
	s.shuffle()
	s.workers.Add(o.Workers)
	for k := range o.Workers {
		go newWorker(s, k).run()
	}
	go func() {
		s.workers.Wait()
		close(s.full)
	}()
	return s, nil
}

// open opens the files and lists their chunks.
func (s *Stream) open(paths []string) error {
	for _, path := range paths {
		format, err := formatOf(path, s.options.Format)
		if err != nil {
			return err
		}
		info, err := os.Stat(path) // before it is opened, because opening a pipe waits for a writer
		if err != nil {
			return err
		}
		if !info.Mode().IsRegular() {
			return fmt.Errorf("%s: expected a file, found a directory, a pipe or a device", path)
		}
		s.files = append(s.files, file{path: path, info: info, format: format, size: info.Size()})
	}
	return s.index()
}

// index lists the chunks of the files, several files at once.
func (s *Stream) index() error {
	type result struct {
		chunks []chunk
		stats  Stats
		err    error
	}
	results := make([]result, len(s.files))
	var wait sync.WaitGroup
	slots := make(chan struct{}, 2*runtime.GOMAXPROCS(0))
	for k := range s.files {
		slots <- struct{}{}
		wait.Go(func() {
			defer func() { <-slots }()
			f, r := &s.files[k], &results[k]
			opened, err := f.open()
			if err != nil {
				r.err = err
				return
			}
			defer opened.Close()
			if r.chunks, r.err = f.format.index(nil, opened, f.size, &r.stats); r.err == nil && !s.hasPosition(k, r.chunks) {
				r.err = errors.New("expected positions, found none")
			}
		})
	}
	wait.Wait()
	for k, r := range results {
		if r.err != nil {
			return fmt.Errorf("%s: %w", s.files[k].path, r.err)
		}
		for i, err := range r.stats.Problems {
			r.stats.Problems[i] = fmt.Errorf("%s: %w", s.files[k].path, err)
		}
		s.report(&r.stats)
		for _, c := range r.chunks {
			c.file = int32(k)
			s.chunks = append(s.chunks, c)
		}
	}
	for k := s.options.Rank; k < len(s.chunks); k += s.options.WorldSize {
		s.order = append(s.order, int32(k))
	}
	if len(s.order) == 0 && s.options.Cyclic {
		s.order = append(s.order, int32(s.options.Rank%len(s.chunks)))
	}
	return nil
}

// hasPosition reports whether a position can be read from the chunks of file k.
func (s *Stream) hasPosition(k int, chunks []chunk) bool {
	w := worker{stream: s, probes: true}
	for _, c := range chunks {
		c.file = int32(k)
		format := s.files[k].format
		if format.decode == nil {
			c.size = min(c.size, 64) // a chunk is as good as its first position, which has 32 bytes
		}
		data := w.load(&c, &w.buf)
		switch {
		case data == nil:
		case format.decode != nil:
			format.decode(&w, data, c)
		default:
			var first formats.Chains
			if first.Reset(data[:len(data)+formats.Padding], len(data), true); first.Next() && first.Position.Validate() == nil {
				w.stats.Read++
			}
		}
		if w.stats.Read > 0 {
			return true
		}
	}
	return false
}

// shuffle puts the chunks in random order if the options require it.
func (s *Stream) shuffle() {
	if s.options.Shuffle > 0 {
		s.random.Shuffle(len(s.order), func(i, j int) { s.order[i], s.order[j] = s.order[j], s.order[i] })
	}
}

// take returns the next chunk to read and its number, counted from 1.
func (s *Stream) take() (c chunk, n int64, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.err != nil {
		return c, 0, false
	}
	if s.at == len(s.order) {
		if !s.options.Cyclic {
			return c, 0, false
		}
		s.at = 0
		s.shuffle()
	}
	c = s.chunks[s.order[s.at]]
	s.at++
	s.taken++
	s.reading = append(s.reading, s.taken)
	return c, s.taken, true
}

// done ends the reading of chunk n; positions says whether it had any. A cyclic stream with c
// chunks ends after 2c chunks in a row without positions, because these include every chunk, in
// whatever order.
func (s *Stream) done(n int64, positions bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if positions {
		s.last = max(s.last, n)
	}
	k := slices.Index(s.reading, n)
	s.reading = slices.Delete(s.reading, k, k+1)
	first := s.taken + 1 // the first chunk that has not been read to its end
	if len(s.reading) > 0 {
		first = s.reading[0]
	}
	if s.options.Cyclic && first-s.last > 2*int64(len(s.order)) {
		s.err = errNoPositions
	}
}

// fail ends the stream with an error.
func (s *Stream) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = err
	}
}

// report adds the statistics of a worker.
func (s *Stream) report(stats *Stats) {
	s.mu.Lock()
	known := len(s.stats.Problems)
	s.stats.add(stats)
	problems := s.stats.Problems[known:]
	s.mu.Unlock()
	*stats = Stats{}
	if s.options.OnProblem != nil {
		for _, err := range problems {
			s.options.OnProblem(err)
		}
	}
}

// Next sets dst[:n] to the next n entries. n is less than len(dst) only at the end of the stream. There, if n is 0, the
// error is io.EOF, or the result of [Stream.Err] if that is not nil. After Close it is os.ErrClosed. Several goroutines can
// call Next; each entry is returned once.
func (s *Stream) Next(dst []Entry) (n int, err error) {
	s.next.Lock()
	defer s.next.Unlock()
	select {
	case <-s.closing:
		return 0, errClosed
	default:
	}
	for n < len(dst) {
		if len(s.current) == 0 {
			if err := s.advance(); err != nil {
				if n > 0 && err != errClosed {
					return n, nil
				}
				return 0, err
			}
		}
		k := copy(dst[n:], s.current)
		s.current = s.current[k:]
		n += k
	}
	return n, nil
}

// advance waits for more entries.
func (s *Stream) advance() error {
	if s.block != nil {
		select {
		case s.free <- s.block[:0]:
		default:
		}
		s.block = nil
	}
	select {
	case <-s.closing:
		return errClosed
	case block, ok := <-s.full:
		if ok {
			s.block, s.current = block, block
			return nil
		}
	}
	s.mu.Lock()
	closed := s.closed
	s.mu.Unlock()
	if closed {
		return errClosed
	}
	return cmp.Or(s.Err(), io.EOF)
}

// Err returns the error that ended the stream early. Otherwise, if corrupt chunks or records have been skipped so
// far, it returns an error that wraps [ErrCorrupt]. You can call it at any time.
func (s *Stream) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.err != nil:
		return fmt.Errorf("training: %w", s.err)
	case len(s.stats.Problems) > 0:
		return fmt.Errorf("training: %w: %d chunks or records were skipped, the first: %w", ErrCorrupt, s.stats.corruptions(), s.stats.Problems[0])
	}
	return nil
}

// Stats returns what has been read so far.
func (s *Stream) Stats() Stats {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stats.clone()
}

// Close ends the workers. Waiting calls of Next return os.ErrClosed.
func (s *Stream) Close() error {
	s.mu.Lock()
	closed := s.closed
	s.closed = true
	s.mu.Unlock()
	if !closed {
		close(s.closing)
	}
	for range s.full { // until the workers have ended
	}
	return nil
}

// A worker reads chunks and decodes them.
type worker struct {
	stream *Stream
	sieve  *sieve // nil keeps everything
	noPly  *sieve // the sieve for positions without a ply
	filter *sieve // sieve or noPly, for formats other than .binpack
	random *rand.PCG
	group  *formats.Group
	lanes  []lane
	node   movegen.Node
	entry  Entry
	stats  Stats
	read   int64 // how many positions have been reported
	buf    []byte
	block  []Entry
	pool   []Entry // entries that wait to be selected at random
	most   int     // the largest number of entries in the pool
	probes bool    // whether to stop at the first position
}

// A lane is a .binpack chunk that a worker reads beside others.
type lane struct {
	*formats.Lane
	sieve *sieve // nil keeps everything
	chunk chunk
	n     int64 // number of the chunk
	read  int   // how many positions of the chunk are already in the Stats
	buf   []byte
	open  bool
}

func newWorker(s *Stream, k int) *worker {
	o := &s.options
	w := &worker{stream: s, random: rand.NewPCG(o.Seed, uint64(o.Rank)<<32|uint64(k)), group: formats.NewGroup()}
	w.most = max(o.Shuffle, 0) / o.Workers
	if k < max(o.Shuffle, 0)%o.Workers {
		w.most++
	}
	if s.selector != nil {
		w.sieve = newSieve(s.selector, w.random)
		selector := *s.selector
		selector.MinPly, selector.softKept = 0, nil
		w.noPly = newSieve(&selector, w.random)
	}
	// Several lanes change the order of the entries, and leave fewer chunks to other workers.
	lanes := 1
	if (o.Workers > 1 || o.Shuffle > 0) && (o.Cyclic || len(s.order) >= formats.Lanes*o.Workers) {
		lanes = formats.Lanes
	}
	for k := range lanes {
		l := lane{Lane: w.group.Lane(k)}
		if l.Gated = s.selector != nil; l.Gated {
			l.sieve = newSieve(s.selector, w.random)
			l.Gate = l.sieve.Gate
			for i := range l.Gaps {
				l.Gaps[i] = uint64(l.sieve.gap())
			}
		}
		w.lanes = append(w.lanes, l)
	}
	return w
}

// run reads chunks until there are no more or the stream has been closed. A panic ends the stream with an error.
func (w *worker) run() {
	defer w.stream.workers.Done()
	defer func() {
		if value := recover(); value != nil {
			w.stream.fail(fmt.Errorf("internal error: %v", value))
		}
	}()
	for {
		open, ok := w.fill()
		if !ok {
			return
		}
		if !open {
			break
		}
		w.group.Turn()
		for k := range w.lanes {
			if l := &w.lanes[k]; l.open && !w.pass(l) {
				return
			}
		}
	}
	w.drain()
	w.report()
}

// fill starts chunks in free lanes, and decodes chunks of formats other than .binpack. It reports whether
// there is a chunk in a lane. If the stream has been closed, ok is false.
func (w *worker) fill() (open, ok bool) {
	for k := range w.lanes {
		l := &w.lanes[k]
		for !l.open && w.apart() {
			c, n, more := w.stream.take()
			if !more {
				break
			}
			before := w.positions()
			format := w.stream.files[c.file].format
			if format.decode == nil {
				if data := w.load(&c, &l.buf); data != nil {
					l.chunk, l.n, l.read, l.open = c, n, 0, true
					l.Start(data[:len(data)+formats.Padding], len(data))
				}
			} else if data := w.load(&c, &w.buf); data != nil && !format.decode(w, data, c) {
				return false, false
			}
			if !l.open {
				w.done(n, w.positions() > before)
				if slices.ContainsFunc(w.lanes, func(l lane) bool { return l.open }) { // the other lane continues
					break
				}
			}
		}
		open = open || l.open
	}
	return open, true
}

// positions returns the number of positions that w has read.
func (w *worker) positions() int64 { return w.read + w.stats.Read }

// done ends the reading of chunk n.
func (w *worker) done(n int64, positions bool) {
	w.report()
	w.stream.done(n, positions)
}

// apart reports whether a quarter of each open chunk has been read, so that two lanes with the
// same chunk are at different positions.
func (w *worker) apart() bool {
	for k := range w.lanes {
		if l := &w.lanes[k]; l.open && l.Chains.Offset() < int(l.chunk.size)/4 {
			return false
		}
	}
	return true
}

// pass passes on what the last turn has found in a .binpack chunk. It returns false when the stream
// has been closed.
//
// Not every move has been checked ([formats.Chains]). Therefore, if the side not to move is in check, the
// position is not passed on, and it ends the chunk.
func (w *worker) pass(l *lane) bool {
	read := func(n int) { // the first n positions of the chunk
		w.stats.Read += int64(n - l.read)
		l.read = n
	}
	for i := range l.Found {
		e := (*Entry)(&l.Found[i].Row)
		if l.sieve != nil && (!l.sieve.byScore(e.Score, e.Ply, e.Result) || !l.sieve.rest(e)) {
			continue
		}
		if formats.InCheck(&e.Position.Board, e.Position.Side.Other()) {
			l.Stop(int(l.Found[i].N) - 1)
			w.problem(l.chunk, formats.BadMove.String(), fmt.Errorf("position %d of the chunk: %w", l.Chains.N+1, formats.Faults[formats.BadMove]))
			break
		}
		read(int(l.Found[i].N)) // before keep, which can report
		if !w.keep(e) {
			return false
		}
	}
	if l.sieve != nil {
		for i := range l.Found {
			l.Gaps[i] = uint64(l.sieve.gap())
		}
		g := &l.Gate
		w.stats.Dropped.add(&Dropped{NoScore: g.NoScore, EarlyPly: g.Early, Random: g.Random})
		g.NoScore, g.Early, g.Random = 0, 0, 0
	}
	read(l.Chains.N)
	if l.Active() {
		return true
	}
	if fault := l.Chains.Fault; fault != formats.None && !l.chunk.cut {
		w.problem(l.chunk, fault.String(), fmt.Errorf("position %d of the chunk: %w", l.Chains.N+1, formats.Faults[fault]))
	}
	w.done(l.n, l.Chains.N > 0)
	l.open = false
	return true
}

// report adds the statistics of w to the stream's.
func (w *worker) report() {
	add := func(v *sieve) {
		if v != nil {
			d := v.take()
			w.stats.Dropped.add(&d)
		}
	}
	add(w.sieve)
	add(w.noPly)
	for _, l := range w.lanes {
		add(l.sieve)
	}
	w.read += w.stats.Read
	w.stream.report(&w.stats)
}

// problem counts a corrupt chunk or record.
func (w *worker) problem(c chunk, reason string, err error) {
	w.stats.problem(reason, fmt.Errorf("%s: byte %d: %w", w.stream.files[c.file].path, c.offset, err))
}

// load reads a chunk into buf, with space for padding, and returns its bytes. If there is a problem,
// it returns nil.
func (w *worker) load(c *chunk, buf *[]byte) []byte {
	f := &w.stream.files[c.file]
	opened, err := f.open()
	if err != nil {
		w.problem(*c, "a read error", err)
		return nil
	}
	defer opened.Close()
	if f.format.bounds != nil {
		if *c, err = f.format.bounds(opened, *c, f.size); err != nil {
			w.problem(*c, "a read error", err)
			return nil
		}
	}
	if need := int(c.size) + formats.Padding; cap(*buf) < need {
		*buf = make([]byte, need+need/8)
	}
	data := (*buf)[:c.size]
	n, err := opened.ReadAt(data, c.offset)
	w.stats.Bytes += int64(n)
	if n < len(data) {
		if errors.Is(err, io.EOF) {
			w.problem(*c, "a chunk that is cut off", fmt.Errorf("expected a chunk of %d bytes, found %d", len(data), n))
		} else {
			w.problem(*c, "a read error", err)
		}
		return nil
	}
	clear((*buf)[c.size : int(c.size)+formats.Padding])
	w.stats.Chunks++
	w.filter = w.sieve
	if f.format.noPly {
		w.filter = w.noPly
	}
	return data
}

// offer passes an entry on if the filter keeps it. It returns false when the stream has been closed.
func (w *worker) offer(e *Entry) bool {
	if w.probes {
		return false
	}
	if w.filter != nil && !w.filter.keeps(e) {
		return true
	}
	return w.keep(e)
}

// keep passes an entry on. It returns false when the stream has been closed.
func (w *worker) keep(e *Entry) bool {
	w.stats.Kept++
	w.add(e)
	if len(w.block) < blockSize {
		return true
	}
	w.exchange()
	return w.flush()
}

// exchange swaps the block's entries with random entries in the pool. The swaps do not depend on each other, so the
// processor can read several entries from memory at once. While the pool grows, it keeps three of four entries.
func (w *worker) exchange() {
	if w.most == 0 {
		return
	}
	if free := w.most - len(w.pool); free > 0 {
		if w.pool == nil {
			w.pool = make([]Entry, 0, w.most)
		}
		n := len(w.block)
		more := min(n-n/4, free)
		w.pool = append(w.pool, w.block[n-more:]...)
		w.block = w.block[:n-more]
	}
	for i := range w.block {
		e, other := &w.block[i], &w.pool[w.below(len(w.pool))]
		*e, *other = *other, *e
	}
}

// below returns a random number below n, which is at most 1<<32.
func (w *worker) below(n int) int { return int(w.random.Uint64() >> 32 * uint64(n) >> 32) }

func (w *worker) add(e *Entry) {
	if w.block == nil {
		select {
		case w.block = <-w.stream.free:
		default:
			w.block = make([]Entry, 0, blockSize)
		}
	}
	w.block = append(w.block, *e)
}

// flush passes the block on. It returns false when the stream has been closed.
func (w *worker) flush() bool {
	if len(w.block) == 0 {
		return true
	}
	w.report()
	select {
	case w.stream.full <- w.block:
		w.block = nil
		return true
	case <-w.stream.closing:
		return false
	}
}

// drain passes on the entries that are waiting, in random order if the pool is used.
func (w *worker) drain() {
	if w.most > 0 {
		w.pool = append(w.pool, w.block...)
		w.block = w.block[:0]
	}
	for n := len(w.pool); n > 0; n-- {
		k := w.below(n)
		w.add(&w.pool[k])
		w.pool[k] = w.pool[n-1]
		if len(w.block) == blockSize && !w.flush() {
			return
		}
	}
	w.flush()
}

// An Entry is a position of a game, together with what a network can learn from it.
type Entry struct {
	Position movegen.Position
	Move     movegen.Move // the move that was played in the position, or the best move; castling is king takes rook
	Score    int16        // score for the side to move, in the units of the file
	Ply      uint16       // since the start of the game
	Result   int8         // for the side to move: 1 is a win, 0 a draw, -1 a loss
}
