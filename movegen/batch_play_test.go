package movegen

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/koggestone/koggestone/internal/guard"
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

// allData are all that a batch may have.
const allData = WithClocks | WithKeys

// withData returns the positions of b in a batch with data, with clocks of all kinds.
func withData(b *Batch, data BatchData, rng *rand.Rand) *Batch {
	c := NewBatch(data)
	for i := range b.Len() {
		p := b.At(i)
		p.HalfMoves, p.FullMoves = uint16(rng.IntN(200)), uint16(rng.IntN(300))
		switch rng.IntN(20) {
		case 0:
			p.HalfMoves, p.FullMoves = math.MaxUint16, math.MaxUint16
		case 1:
			p.HalfMoves, p.FullMoves = math.MaxUint16-1, math.MaxUint16-1
		}
		c.Append(p)
	}
	return c
}

// randomMoves returns a legal move for each position, or the zero Move where there is none,
// and sometimes elsewhere. Rare moves are more frequent than in games.
func randomMoves(b *Batch, rng *rand.Rand) []Move {
	moves := make([]Move, b.Len())
	var buf [512]Move
	for i := range moves {
		all := b.At(i).AppendLegalMoves(buf[:0])
		if len(all) == 0 || rng.IntN(30) == 0 {
			continue
		}
		moves[i] = all[rng.IntN(len(all))]
		if special := slices.DeleteFunc(all, func(m Move) bool { return m < doublePush }); len(special) > 0 && rng.IntN(2) == 0 {
			moves[i] = special[rng.IntN(len(special))]
		}
	}
	return moves
}

// samePlayed checks that position j of b is position p after m.
func samePlayed(t *testing.T, b *Batch, j int, p Position, m Move) {
	t.Helper()
	want := p
	if m != 0 {
		want = p.Play(m)
	}
	if b.data&WithClocks == 0 {
		want.HalfMoves, want.FullMoves = 0, 1
	}
	if got := b.At(j); got != want {
		t.Fatalf("%s after %v:\n got %s %+v\nwant %s %+v", p.FEN(), m, got.FEN(), got, want.FEN(), want)
	}
	if b.data&WithKeys != 0 && b.keys[j] != want.Key() {
		t.Fatalf("%s after %v: key %#x, want %#x", p.FEN(), m, b.keys[j], want.Key())
	}
}

// PlayBatch does what Play does, on every path, with all data, in place and not.
func TestPlayBatch(t *testing.T) {
	rng := rand.New(rand.NewPCG(201, 202))
	n, kinds := 0, map[string]int{}
	gameBatches(t, func(games *Batch) {
		src := withData(games, allData, rng)
		moves := randomMoves(src, rng)
		for _, m := range moves {
			kinds[kindOf(m)]++
		}
		n += len(moves)
		pathtest.Each(t, func(t *testing.T, _ simd.Path) {
			for data := range allData + 1 {
				dst := NewBatch(data)
				PlayBatch(dst, src, moves)
				for i, m := range moves {
					samePlayed(t, dst, i, src.At(i), m)
				}
				before := withoutData(copyOf(src), allData&^data)
				PlayBatch(before, before, moves)
				sameBatch(t, before, dst)
			}
			// Columns that the source lacks.
			dst := NewBatch(allData)
			PlayBatch(dst, games, moves)
			for i, m := range moves {
				samePlayed(t, dst, i, games.At(i), m)
			}
		})
	})
	t.Logf("%d moves: %v", n, kinds)
	for _, kind := range []string{"none", "ordinary", "double", "en passant", "castling", "promotion"} {
		if kinds[kind] == 0 {
			t.Errorf("no move of the kind %s", kind)
		}
	}
}

// Goroutines that play disjoint slices of one batch at the same time do what one call does. They write neighbouring
// bytes of the same words.
func TestPlaySlices(t *testing.T) {
	rng := rand.New(rand.NewPCG(221, 222))
	gameBatches(t, func(games *Batch) {
		src := withData(games, allData, rng)
		moves := randomMoves(src, rng)
		pathtest.Each(t, func(t *testing.T, _ simd.Path) {
			want, got := copyOf(src), copyOf(src)
			PlayBatch(want, want, moves)
			var workers sync.WaitGroup
			for low := 0; low < got.Len(); {
				high := min(got.Len(), low+1+rng.IntN(40))
				part, own := got.Slice(low, high), moves[low:high]
				workers.Go(func() { PlayBatch(part, part, own) })
				low = high
			}
			workers.Wait()
			sameBatch(t, got, want)
		})
	})
}

func kindOf(m Move) string {
	switch {
	case m == 0:
		return "none"
	case m.IsDoublePush():
		return "double"
	case m.IsEnPassant():
		return "en passant"
	case m.IsCastling():
		return "castling"
	case m.IsPromotion():
		return "promotion"
	}
	return "ordinary"
}

// copyOf returns a copy of b that shares no memory.
func copyOf(b *Batch) *Batch {
	c := NewBatch(b.data)
	c.resize(0, b.Len(), 0)
	for p := range c.planes {
		copy(c.planes[p], b.planes[p])
	}
	copy(c.sides, b.sides)
	copy(c.clocks, b.clocks)
	copy(c.keys, b.keys)
	return c
}

// withoutData removes data of b, and returns it.
func withoutData(b *Batch, data BatchData) *Batch {
	b.data &^= data
	if data&WithClocks != 0 {
		b.clocks = nil
	}
	if data&WithKeys != 0 {
		b.keys = nil
	}
	return b
}

// sameBatch checks that two batches hold the same.
func sameBatch(t *testing.T, got, want *Batch) {
	t.Helper()
	for p := range want.planes {
		if !slices.Equal(got.planes[p], want.planes[p]) {
			t.Fatalf("plane %d differs", p)
		}
	}
	if !slices.Equal(got.sides, want.sides) || !slices.Equal(got.clocks, want.clocks) || !slices.Equal(got.keys, want.keys) {
		t.Fatal("sides, clocks or keys differ")
	}
}

// PlayListsBatch does what Play does, on every path, with all data.
func TestPlayListsBatch(t *testing.T) {
	rng := rand.New(rand.NewPCG(203, 204))
	children := 0
	gameBatches(t, func(games *Batch) {
		parents := withData(games.Slice(0, min(games.Len(), 2000)), allData, rng)
		var lists MoveLists
		AppendMovesBatch(&lists, parents, Selection(1+rng.IntN(int(AllMoves))))
		children += len(lists.Moves)
		pathtest.Each(t, func(t *testing.T, _ simd.Path) {
			for data := range allData + 1 {
				dst := NewBatch(data)
				dst.Append(parents.At(0))
				PlayListsBatch(dst, parents, &lists)
				if got, want := dst.Len(), 1+len(lists.Moves); got != want {
					t.Fatalf("%d positions, want %d", got, want)
				}
				for i := range parents.Len() {
					p := parents.At(i)
					for j := lists.Offsets[i]; j < lists.Offsets[i+1]; j++ {
						samePlayed(t, dst, 1+int(j), p, lists.Moves[j])
					}
				}
			}
			in := copyOf(parents)
			PlayListsBatch(in, in, &lists)
			dst := copyOf(parents)
			PlayListsBatch(dst, parents, &lists)
			sameBatch(t, in, dst)
		})
	})
	t.Logf("%d children", children)
}

// On boards that are no chess, and for any bits as moves, nothing outside of the batches is
// written, and for the moves of the lists all paths agree.
func TestPlayNonsense(t *testing.T) {
	rng := rand.New(rand.NewPCG(205, 206))
	src := withData(nonsenseBatch(t, rng, count(3000)), allData, rng)
	var lists MoveLists
	AppendLegalMovesBatch(&lists, src)
	some := make([]Move, src.Len())
	for i := range some {
		if l := lists.At(i); len(l) > 0 {
			some[i] = l[rng.IntN(len(l))]
		}
	}
	played, children := NewBatch(allData), NewBatch(allData)
	pathtest.On(simd.Generic, func() {
		PlayBatch(played, src, some)
		PlayListsBatch(children, src, &lists)
	})
	any := make([]Move, src.Len())
	anyLists := MoveLists{Offsets: lists.Offsets}
	for i := range any {
		any[i] = Move(rng.Uint32())
	}
	for range lists.Moves {
		anyLists.Moves = append(anyLists.Moves, Move(rng.Uint32()))
	}
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		dst := NewBatch(allData)
		PlayBatch(dst, src, some)
		sameBatch(t, dst, played)
		dst.Reset()
		PlayListsBatch(dst, src, &lists)
		sameBatch(t, dst, children)
		PlayBatch(dst, src, any)
		dst.Reset()
		PlayListsBatch(dst, src, &anyLists)
	})
}

// TestPlayBatchBounds plays at every length around registers and chunks, with all data at
// the end and at the start of memory.
func TestPlayBatchBounds(t *testing.T) {
	const most = playChunk + 40
	rng := rand.New(rand.NewPCG(207, 208))
	all := withData(nonsenseBatch(t, rng, most), allData, rng)
	any := make([]Move, most)
	for i := range any {
		any[i] = Move(rng.Uint32())
	}
	lengths := []int{playChunk - 1, playChunk, playChunk + 1, most}
	for n := range 70 {
		lengths = append(lengths, n)
	}
	newColumns := func() func(n int, atEnd bool) *Batch {
		var words [5]*guard.Buffer
		for k := range words {
			words[k] = guard.New(t, most)
		}
		sides, clocks := guard.New(t, most/8+1), guard.New(t, most/2+1)
		return func(n int, atEnd bool) *Batch {
			of, bytes, halves := (*guard.Buffer).AtStart, guard.SmallAtStart[uint8], guard.SmallAtStart[uint32]
			if atEnd {
				of, bytes, halves = (*guard.Buffer).AtEnd, guard.SmallAtEnd[uint8], guard.SmallAtEnd[uint32]
			}
			b := NewBatch(allData)
			for p := range b.planes {
				b.planes[p] = of(words[p], n)
			}
			b.sides, b.keys = bytes(sides, n), of(words[4], n)
			b.clocks = unsafe.Slice((*Clocks)(unsafe.Pointer(unsafe.SliceData(halves(clocks, n)))), n)
			return b
		}
	}
	from, to, moves := newColumns(), newColumns(), guard.New(t, most/4+1)
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		for _, n := range lengths {
			for _, atEnd := range []bool{true, false} {
				place := guard.SmallAtStart[Move]
				if atEnd {
					place = guard.SmallAtEnd[Move]
				}
				src, dst, m := from(n, atEnd), to(n, atEnd), place(moves, n)
				part := all.Slice(0, n)
				for p := range src.planes {
					copy(src.planes[p], part.planes[p])
				}
				copy(src.sides, part.sides)
				copy(src.clocks, part.clocks)
				copy(src.keys, part.keys)
				copy(m, any)
				PlayBatch(dst, src, m)
				sameBatch(t, src, part)
				PlayBatch(src, src, m)
				sameBatch(t, src, dst)
			}
		}
	})
}

func TestPlayBatchContract(t *testing.T) {
	rng := rand.New(rand.NewPCG(209, 210))
	src := withData(nonsenseBatch(t, rng, 40), allData, rng)
	moves := make([]Move, 40)
	for i := range moves {
		moves[i] = Move(rng.Uint32())
	}
	var lists MoveLists
	AppendLegalMovesBatch(&lists, src)
	before := copyOf(src)
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		for _, c := range []struct {
			want string
			call func()
		}{
			{"PlayBatch: expected len(moves) = 40, the length of the batch, found 39", func() { PlayBatch(src, src, moves[:39]) }},
			{"PlayBatch: src overlaps dst, and is not dst itself", func() { PlayBatch(src.Slice(0, 20), src.Slice(1, 21), moves[:20]) }},
			{"PlayBatch: src overlaps dst, and is not dst itself", func() { PlayBatch(src.Slice(1, 21), src.Slice(0, 20), moves[:20]) }},
			{"PlayListsBatch: expected len(lists) = 39, the length of the batch, found 40", func() { PlayListsBatch(new(Batch), src.Slice(0, 39), &lists) }},
			{"PlayListsBatch: lists.Offsets[2]: expected at least 9, the offset before it, found 3", func() {
				PlayListsBatch(new(Batch), src.Slice(0, 2), &MoveLists{Moves: make([]Move, 9), Offsets: []uint32{0, 9, 3}})
			}},
			{"PlayListsBatch: the last of lists.Offsets: expected at most len(lists.Moves) = 9, found 10", func() {
				PlayListsBatch(new(Batch), src.Slice(0, 2), &MoveLists{Moves: make([]Move, 9), Offsets: []uint32{0, 3, 10}})
			}},
			{"PlayListsBatch: parents overlaps dst", func() {
				dst := *src
				dst.Reset()
				PlayListsBatch(&dst, src.Slice(3, 5), &MoveLists{Moves: lists.Moves, Offsets: lists.Offsets[3:6]})
			}},
			{"AppendChildrenBatch: parents overlaps dst", func() {
				dst := *src
				dst.Reset()
				AppendChildrenBatch(&dst, src.Slice(3, 5))
			}},
			// The same first element, in another Batch.
			{"PlayListsBatch: parents overlaps dst", func() {
				dst := *src
				dst.Reset()
				PlayListsBatch(&dst, src, &lists)
			}},
			{"PlayListsBatch: parents overlaps dst", func() {
				dst := *src
				dst.Reset()
				dst.Append(src.At(0))
				PlayListsBatch(&dst, src, &lists)
			}},
			{"AppendChildrenBatch: parents overlaps dst", func() {
				dst := *src
				dst.Reset()
				AppendChildrenBatch(&dst, src)
			}},
		} {
			if got, _ := panicOf(c.call).(string); !strings.HasPrefix(got, "movegen: "+c.want) {
				t.Errorf("panic %q, want %q", got, c.want)
			}
			sameBatch(t, src, before)
		}
		// Batches that are adjacent in memory do not overlap.
		for _, dst := range [...]int{0, 20} {
			adjacent, want := copyOf(src), NewBatch(allData)
			PlayBatch(want, src.Slice(20-dst, 40-dst), moves[20-dst:40-dst])
			PlayBatch(adjacent.Slice(dst, dst+20), adjacent.Slice(20-dst, 40-dst), moves[20-dst:40-dst])
			sameBatch(t, adjacent.Slice(dst, dst+20), want)
			sameBatch(t, adjacent.Slice(20-dst, 40-dst), src.Slice(20-dst, 40-dst))
		}
		PlayBatch(new(Batch), new(Batch), nil) // nothing to do
		PlayListsBatch(new(Batch), new(Batch), new(MoveLists))
		// The same positions by another Batch.
		a, b := copyOf(src), copyOf(src)
		PlayBatch(a.Slice(2, 30), a.Slice(2, 30), moves[:28])
		part := b.Slice(2, 30)
		PlayBatch(part, part, moves[:28])
		sameBatch(t, a, b)
		dst := NewBatch(allData)
		for range 2 {
			dst.Reset()
			PlayListsBatch(dst, src, &lists)
		}
		if n := testing.AllocsPerRun(10, func() {
			PlayBatch(a, src, moves)
			PlayBatch(a, a, moves)
			dst.Reset()
			PlayListsBatch(dst, src, &lists)
		}); n != 0 {
			t.Errorf("%v allocations", n)
		}
	})
}

// TestBatchDispatch proves that the code of the chosen path runs, because it faults on positions that it
// may not read or, if it plays lists, write.
func TestBatchDispatch(t *testing.T) {
	const n, room = 256, 256 + layout.PlayAhead
	buffer := guard.New(t, 4*room)
	all := buffer.AtStart(4 * room)
	b, dst := &Batch{sides: make([]uint8, n)}, new(Batch)
	for p := range b.planes {
		dst.planes[p] = all[p*room:][:0:room]
		b.planes[p] = dst.planes[p][:n]
	}
	src := new(Batch)
	for range n {
		src.Append(Start())
	}
	moves := make([]Move, n)
	lists := &MoveLists{Moves: make([]Move, n), Offsets: make([]uint32, n+1)}
	for i := range lists.Offsets {
		lists.Offsets[i] = uint32(i)
	}
	buffer.Forbid(t)
	pathtest.Each(t, func(t *testing.T, p simd.Path) {
		suffix := map[simd.Path]string{simd.NEON: "NEON", simd.AVX2: "AVX2", simd.AVX512: "AVX512"}[p]
		for name, f := range map[string]func(){
			"playBatch":    func() { PlayBatch(NewBatch(0), b, moves) },
			"playLists":    func() { dst.Reset(); PlayListsBatch(dst, src, lists) },
			"statusBlocks": func() { StatusBatch(make([]Status, n), b) },
		} {
			want := name + suffix
			switch {
			case suffix == "" || suffix == "NEON" && name == "playLists":
				want = map[string]string{"playBatch": "playMovesGeneric", "playLists": "playListsGeneric", "statusBlocks": "boardAt"}[name]
			case suffix == "NEON" && name == "playBatch":
				want = "playBlocksNEON"
			}
			if got := guard.FaultingFunction(f); got != want {
				t.Errorf("ran %q, want %q", got, want)
			}
		}
	})
}

// The first elements of the planes and the keys are in different sets of a cache with ways of one
// page each.
func TestColumnsApart(t *testing.T) {
	const n = 8192 // so large that each column starts at a page
	src, dst := NewBatch(allData), NewBatch(allData)
	for range n {
		src.Append(Start())
	}
	PlayBatch(dst, src, make([]Move, n))
	const page, line = 4096, 64
	var sets []uintptr
	for _, column := range append(dst.planes[:], dst.keys) {
		set := uintptr(unsafe.Pointer(&column[0])) % page / line
		if slices.Contains(sets, set) {
			t.Errorf("two columns start in set %d", set)
		}
		sets = append(sets, set)
	}
}

// A batch keeps its data through all calls.
func TestBatchColumns(t *testing.T) {
	b := NewBatch(allData)
	p := parse(t, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 7 19")
	b.Append(p)
	if err := b.AppendFEN("8/8/8/8/8/5k2/8/Q3K3 b - - 30 80"); err != nil {
		t.Fatal(err)
	}
	if b.At(0) != p || b.data != allData || b.Keys()[0] != p.Key() || b.Clocks()[1] != (Clocks{30, 80}) {
		t.Errorf("%+v, keys %#x, clocks %v", b.At(0), b.Keys(), b.Clocks())
	}
	part := b.Slice(1, 2)
	if got := part.At(0); got.HalfMoves != 30 || part.Keys()[0] != got.Key() {
		t.Errorf("%+v in a slice", got)
	}
	part.Append(p)
	if part.Len() != 2 || part.At(1) != p || b.Len() != 2 {
		t.Error("a slice is not appended to")
	}
	AppendChildrenBatch(b, b)
	for i := range b.Len() {
		q := b.At(i)
		if b.Keys()[i] != q.Key() {
			t.Errorf("%s: key %#x, want %#x", q.FEN(), b.Keys()[i], q.Key())
		}
	}
	if got := b.At(2); got.FullMoves != 19 || got.Side != quad.Black {
		t.Errorf("the first child is %s", got.FEN())
	}
	last, other := b.Len()-1, parse(t, "8/8/8/8/8/5k2/8/R3K3 b - - 55 90")
	b.Set(last, other)
	if b.At(last) != other || b.Keys()[last] != other.Key() || b.Clocks()[last] != (Clocks{55, 90}) {
		t.Errorf("%+v after Set", b.At(last))
	}
	if panicOf(func() { b.Set(b.Len(), p) }) == nil {
		t.Error("no panic for a position out of range")
	}
	if b.Reset(); b.Len() != 0 || len(b.Keys()) != 0 || len(b.Clocks()) != 0 || b.data != allData {
		t.Error("not empty after Reset, or without data")
	}
	var plain Batch
	plain.Append(p)
	if plain.Keys() != nil || plain.Clocks() != nil || plain.At(0).FullMoves != 1 {
		t.Error("data that were not asked for")
	}
}
