package training

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
)

// A position is a row of a batch.
type position struct {
	isWhite, outcome, score float32
	pieces                  int32
	features                string // both rows, sorted
}

// rowsOf returns the rows of a batch, and checks its arrays.
func rowsOf(t testing.TB, f *FeatureSet, b *Batch) (list []position) {
	t.Helper()
	n, row := b.Size, f.MaxActive()
	if len(b.Floats) < 3*n || len(b.Ints) < 2*n*row+n || &b.Floats[n] != &b.Outcome[0] || &b.Floats[2*n] != &b.Score[0] ||
		&b.Ints[n*row] != &b.Black[0] || &b.Ints[2*n*row] != &b.PieceCount[0] || &b.Floats[0] != &b.IsWhite[0] || &b.Ints[0] != &b.White[0] {
		t.Fatal("the arrays are not next to each other")
	}
	for _, length := range []int{len(b.IsWhite), len(b.Outcome), len(b.Score), len(b.PieceCount), len(b.White) / row, len(b.Black) / row} {
		if length != n {
			t.Fatalf("an array of %d positions in a batch of %d", length, n)
		}
	}
	active := [2]int{}
	for i := range n {
		p := position{isWhite: b.IsWhite[i], outcome: b.Outcome[i], score: b.Score[i], pieces: b.PieceCount[i]}
		for side, all := range [2][]int32{b.White, b.Black} {
			features := slices.Clone(all[i*row : (i+1)*row])
			slices.Sort(features)
			k, _ := slices.BinarySearch(features, 0)
			active[side] += row - k
			p.features += fmt.Sprint(features[k:])
		}
		list = append(list, p)
	}
	if active != [2]int{b.ActiveWhite, b.ActiveBlack} {
		t.Fatalf("%v active features, the batch has %d and %d", active, b.ActiveWhite, b.ActiveBlack)
	}
	return list
}

func mustParse(t testing.TB, names string) *FeatureSet {
	t.Helper()
	f, err := ParseFeatures(names)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// readBatches returns the rows of all batches of a file, and their sizes.
func readBatches(t testing.TB, f *FeatureSet, so Options, o BatchOptions, files ...string) (list []position, sizes []int) {
	t.Helper()
	s, err := Open(files, so)
	if err != nil {
		t.Fatal(err)
	}
	b, err := NewBatches(s, f, o)
	if err != nil {
		t.Fatal(err)
	}
	for {
		batch, err := b.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, rowsOf(t, f, batch)...)
		sizes = append(sizes, batch.Size)
		b.Recycle(batch)
	}
	if _, err := b.Next(); err != io.EOF {
		t.Errorf("%v after the end", err)
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	if _, err := b.Next(); !errors.Is(err, os.ErrClosed) {
		t.Errorf("%v after Close", err)
	}
	return list, sizes
}

// Batches of any size by any number of workers contain the positions of the stream, in its order
// if there is one worker.
func TestBatches(t *testing.T) {
	f := mustParse(t, "PP_3Wide+HalfKAv2_hm")
	entries, _ := readAll(t, Options{}, testdata+"binpack")
	whole, err := f.Batch(entries, Allocator{})
	if err != nil {
		t.Fatal(err)
	}
	want := rowsOf(t, f, whole)
	for i, e := range entries {
		w := want[i]
		if w.isWhite != float32(1-e.Position.Side) || w.outcome != [3]float32{0, 0.5, 1}[e.Result+1] || w.score != float32(e.Score) || w.pieces < 2 {
			t.Fatalf("%+v of %+v", w, e)
		}
	}
	sorted := slices.Clone(want)
	compare := func(a, b position) int { return slices.Compare([]byte(fmt.Sprint(a)), []byte(fmt.Sprint(b))) }
	slices.SortFunc(sorted, compare)
	for _, size := range []int{1, 7, 100, len(entries), len(entries) + 1, 3000} {
		for _, workers := range []int{1, 3} {
			var labelled atomic.Int64
			got, sizes := readBatches(t, f, Options{Workers: workers}, BatchOptions{Size: size, Workers: workers, OnRows: func(b *Batch, first int, entries []Entry) {
				for i := range entries {
					if b.Score[first+i] != float32(entries[i].Score) {
						t.Errorf("OnRows: score %v of row %d, expected %d", b.Score[first+i], first+i, entries[i].Score)
					}
					labelled.Add(1)
				}
			}}, testdata+"binpack")
			for i, n := range sizes {
				if n != size && (i < len(sizes)-1 || n != len(entries)%size) {
					t.Errorf("size %d: batches of %d", size, sizes)
				}
			}
			if labelled.Load() != int64(len(entries)) {
				t.Errorf("OnRows received %d entries", labelled.Load())
			}
			expected := want
			if workers > 1 {
				expected = sorted
				slices.SortFunc(got, compare)
			}
			if !slices.Equal(got, expected) {
				t.Errorf("size %d, %d workers: other positions", size, workers)
			}
		}
	}
}

// A cyclic stream never ends. Batches that are not recycled stay as they are, all memory is freed once,
// and what a caller writes into a batch does not appear in later ones.
func TestBatchMemory(t *testing.T) {
	f := mustParse(t, "PP_3Wide+HalfKAv2_hm")
	entries, _ := readAll(t, Options{}, testdata+"binpack")
	whole, err := f.Batch(entries, Allocator{})
	if err != nil {
		t.Fatal(err)
	}
	known := map[position]bool{}
	for _, p := range rowsOf(t, f, whole) {
		known[p] = true
	}
	var mu sync.Mutex
	live := map[*int32]bool{}
	memory := Allocator{
		New: func(floats, ints int) ([]float32, []int32, error) {
			mu.Lock()
			defer mu.Unlock()
			a, b := make([]float32, floats), make([]int32, ints)
			live[&b[0]] = true
			return a, b, nil
		},
		Free: func(a []float32, b []int32) {
			mu.Lock()
			defer mu.Unlock()
			if !live[&b[0]] {
				t.Error("memory is freed twice")
			}
			delete(live, &b[0])
		},
	}
	s, err := Open([]string{testdata + "binpack"}, Options{Cyclic: true, Workers: 2, Shuffle: 100})
	if err != nil {
		t.Fatal(err)
	}
	b, err := NewBatches(s, f, BatchOptions{Size: 50, Workers: 2, Memory: memory})
	if err != nil {
		t.Fatal(err)
	}
	var kept []*Batch
	var rows [][]position
	for i := range 200 {
		batch, err := b.Next()
		if err != nil {
			t.Fatal(err)
		}
		if i%40 == 0 {
			kept, rows = append(kept, batch), append(rows, rowsOf(t, f, batch))
			continue
		}
		for _, p := range rowsOf(t, f, batch) {
			if !known[p] {
				t.Fatalf("batch %d: a position that is not in the file: %+v", i, p)
			}
		}
		for k := range batch.Ints {
			batch.Ints[k] = int32(k)
		}
		for k := range batch.Floats {
			batch.Floats[k] = float32(k)
		}
		b.Recycle(batch)
	}
	mu.Lock() // workers allocate
	if n := len(live); n > len(kept)+8 {
		t.Errorf("memory of %d batches is in use", n)
	}
	mu.Unlock()
	for i, batch := range kept {
		if !slices.Equal(rowsOf(t, f, batch), rows[i]) {
			t.Error("a batch has changed")
		}
	}
	b.Recycle(kept[0])
	b.Close()
	b.Close()
	for i, batch := range kept[1:] { // after Close
		if !slices.Equal(rowsOf(t, f, batch), rows[i+1]) {
			t.Error("a batch has changed")
		}
		b.Recycle(batch)
	}
	if len(live) != 0 {
		t.Errorf("memory of %d batches is not freed", len(live))
	}
}

// While Ahead + 1 batches are full, Recycle keeps the memory of as many batches and frees the rest.
func TestRecycleBound(t *testing.T) {
	f := mustParse(t, "HalfKAv2_hm")
	for _, ahead := range []int{1, 2, 5} {
		var freed atomic.Int64
		s, err := Open([]string{testdata + "binpack"}, Options{Cyclic: true})
		if err != nil {
			t.Fatal(err)
		}
		b, err := NewBatches(s, f, BatchOptions{Size: 3, Workers: 1, Ahead: ahead, Memory: Allocator{
			New:  newGo,
			Free: func([]float32, []int32) { freed.Add(1) },
		}})
		if err != nil {
			t.Fatal(err)
		}
		kept := make([]*Batch, 9)
		for i := range kept {
			if kept[i], err = b.Next(); err != nil {
				t.Fatal(err)
			}
		}
		full := func() bool { // the worker waits
			b.mu.Lock()
			defer b.mu.Unlock()
			return len(b.pending) == ahead+1 && b.pending[ahead].filled == 3
		}
		for !full() {
			runtime.Gosched()
		}
		for i, batch := range kept {
			b.Recycle(batch)
			if want := max(0, i-ahead); freed.Load() != int64(want) {
				t.Errorf("%d ahead: %d batches are free after Recycle of %d, expected %d", ahead, freed.Load(), i+1, want)
			}
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
		if want := int64(len(kept) + ahead + 1); freed.Load() != want {
			t.Errorf("%d ahead: %d batches are free after Close, expected %d", ahead, freed.Load(), want)
		}
	}
}

// Close ends a Next that waits, and workers that wait for room.
func TestCloseBatches(t *testing.T) {
	f := mustParse(t, "HalfKAv2_hm")
	for range 50 {
		s, err := Open([]string{testdata + "binpack"}, Options{Cyclic: true, Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		b, err := NewBatches(s, f, BatchOptions{Size: 1000, Workers: 3, Ahead: 1})
		if err != nil {
			t.Fatal(err)
		}
		var wait sync.WaitGroup
		for range 2 {
			wait.Go(func() {
				for {
					batch, err := b.Next()
					if err != nil {
						if !errors.Is(err, os.ErrClosed) {
							t.Error(err)
						}
						return
					}
					b.Recycle(batch)
				}
			})
		}
		b.Close()
		wait.Wait()
	}
}

// Errors of options, memory and bugs are returned.
func TestBatchErrors(t *testing.T) {
	f := mustParse(t, "HalfKAv2_hm")
	open := func() *Stream {
		s, err := Open([]string{testdata + "binpack"}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s
	}
	for _, o := range []BatchOptions{{}, {Size: 1}, {Workers: 1}, {Size: MaxBatchSize + 1, Workers: 1}, {Size: 1, Workers: 1, Ahead: -1}} {
		if _, err := NewBatches(open(), f, o); err == nil {
			t.Errorf("%+v: no error", o)
		}
	}
	full := errors.New("no memory")
	for name, o := range map[string]BatchOptions{
		"training: internal error: a bug": {OnRows: func(*Batch, int, []Entry) { panic("a bug") }},
		"no memory":                       {Memory: Allocator{New: func(int, int) ([]float32, []int32, error) { return nil, nil, full }, Free: func([]float32, []int32) {}}},
	} {
		o.Size, o.Workers = 10, 2
		b, err := NewBatches(open(), f, o)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.Next(); err == nil || err.Error() != name {
			t.Errorf("error %v, expected %s", err, name)
		}
		b.Close()
	}
	// The other workers do not wait for the rows of a failed worker.
	var calls atomic.Int32
	s, err := Open([]string{testdata + "binpack"}, Options{Cyclic: true})
	if err != nil {
		t.Fatal(err)
	}
	b, err := NewBatches(s, f, BatchOptions{Size: 1000, Workers: 3, OnRows: func(*Batch, int, []Entry) {
		if calls.Add(1) == 20 {
			panic("a bug")
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for err == nil {
		var batch *Batch
		if batch, err = b.Next(); err == nil {
			b.Recycle(batch)
		}
	}
	if want := "training: internal error: a bug"; err.Error() != want {
		t.Errorf("error %v, expected %s", err, want)
	}
	// A batch with rows that a failed worker did not fill is not returned.
	if s, err = Open([]string{testdata + "binpack"}, Options{Cyclic: true}); err != nil {
		t.Fatal(err)
	}
	b, err = NewBatches(s, f, BatchOptions{Size: 1000, Workers: 1, OnRows: func(_ *Batch, first int, _ []Entry) {
		if first > 0 {
			panic("a bug")
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if batch, err := b.Next(); batch != nil || err == nil {
		t.Errorf("batch %v, error %v, expected no batch and an error", batch, err)
	}
	if _, err := f.Batch(make([]Entry, 1), Allocator{New: func(int, int) ([]float32, []int32, error) { return nil, nil, full }}); err != full {
		t.Errorf("error %v, expected %v", err, full)
	}
}
