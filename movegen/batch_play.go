package movegen

import (
	"math/bits"
	"slices"
	"unsafe"

	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

//asm:kernels playBatch playBlocks playLists

// After playChunk positions the scheduler may run. Playing them takes a few
// microseconds.
const playChunk = 512

// PlayBatch plays moves[i], a legal move, in position i for all i, and sets dst to the
// resulting positions. It does not check that moves are legal. The zero Move leaves a
// position unchanged, including its side to move, clocks and key.
//
// dst may be src. Otherwise PlayBatch overwrites the contents of dst, and dst must not
// share memory with src. It allocates only if dst has no room.
//
// PlayBatch panics before it writes anything if moves and src have different lengths, or if
// dst and src overlap.
func PlayBatch(dst, src *Batch, moves []Move) {
	n := src.Len()
	if len(moves) != n {
		badLen("PlayBatch", "moves", len(moves), n)
	}
	if dst != src {
		dst.checkApart("PlayBatch: src", src, 0, n, true)
		dst.resize(0, n, 0)
	}
	for lo := 0; lo < n; lo += playChunk {
		playMovesChunk(dst, src, moves, lo, min(n, lo+playChunk))
	}
}

// checkApart panics if elements from to to-1 of b share memory with src. If aligned is true, each
// element may share its memory with the same element of src.
func (b *Batch) checkApart(name string, src *Batch, from, to int, aligned bool) {
	n := src.Len()
	for p, plane := range b.planes {
		checkApart(name, plane, src.planes[p], from, to, n, aligned)
	}
	checkApart(name, b.sides, src.sides, from, to, n, aligned)
	checkApart(name, b.clocks, src.clocks, from, to, n, aligned)
	checkApart(name, b.keys, src.keys, from, to, n, aligned)
}

func checkApart[T any](name string, dst, src []T, from, to, n int, aligned bool) {
	to = min(to, cap(dst)) // later elements will be in newly allocated memory
	size := unsafe.Sizeof(*new(T))
	a := uintptr(unsafe.Pointer(unsafe.SliceData(dst)))
	b := uintptr(unsafe.Pointer(unsafe.SliceData(src)))
	if aligned && a == b || from >= to || n == 0 || cap(src) == 0 {
		return
	}
	if a+uintptr(from)*size < b+uintptr(n)*size && b < a+uintptr(to)*size {
		panic("movegen: " + name + " overlaps dst, and is not dst itself")
	}
}

// resize keeps the first from positions and adds n positions with arbitrary contents, and
// room for more positions after them.
func (b *Batch) resize(from, n, more int) {
	for p, plane := range b.planes {
		b.planes[p] = growColumn(plane[:from], n+more, 1+p)[:from+n]
	}
	b.sides = growColumn(b.sides[:from], n+more, 5)[:from+n]
	if b.data&WithClocks != 0 {
		b.clocks = growColumn(b.clocks[:from], n+more, 6)[:from+n]
	}
	if b.data&WithKeys != 0 {
		b.keys = growColumn(b.keys[:from], n+more, 7)[:from+n]
	}
}

// growColumn returns column, which is column k of a batch, with room for n more elements. Large columns are
// often allocated at the start of a page, so that the same element of all columns would be in the same set of
// the first-level cache, which only has room for a few of them. Therefore each column starts nine cache lines
// after the one before.
func growColumn[T any](column []T, n, k int) []T {
	if cap(column)-len(column) >= n {
		return column
	}
	size, skip := max(len(column)+n, len(column)/4*5), 0
	if bytes := int(unsafe.Sizeof(*new(T))); size*bytes >= 4096 {
		skip = k * 9 * 64 / bytes
	}
	return append(slices.Grow([]T(nil), skip+size)[skip:skip], column...)
}

// playMovesChunk plays moves[i] on positions lo to hi-1. Kernels play whole registers of
// moves, and Go code plays the rest. A register has four (AVX2) or eight (AVX-512) moves, one in
// each lane. To compute a plane of the child, the kernels remove the move's two squares from the
// parent's plane, and add the target if the piece is in that plane. The NEON kernel plays blocks of
// moves and does not compute keys.
//
//go:noinline
func playMovesChunk(dst, src *Batch, moves []Move, lo, hi int) {
	if n := (hi - lo) &^ 7; n > 0 && simd.Active() >= simd.AVX2 && dst.data&^src.data == 0 {
		var others [playChunk]uint32
		p := playArgs(dst, src, lo, lo)
		p.Moves, p.Others, p.N = (*uint16)(&moves[lo]), &others[0], n
		p.DstSides = &dst.sides[lo]
		left, _ := playBatch(playWords(&p))
		for _, i := range others[:left] {
			dst.setPlayed(lo+int(i), src, lo+int(i), moves[lo+int(i)])
		}
		lo += n
	}
	if n := (hi - lo) &^ (layout.BlockNEON - 1); n > 0 && simd.Active() == simd.NEON && dst.data&(^src.data|WithKeys) == 0 {
		playMoveBlocks(dst, src, moves, lo, n)
		lo += n
	}
	playMovesGeneric(dst, src, moves, lo, hi)
}

// playMoveBlocks plays moves[i] on n positions starting at lo. n is a multiple of a block, up to playChunk.
func playMoveBlocks(dst, src *Batch, moves []Move, lo, n int) {
	var others [playChunk / 8]uint8
	var none [playChunk]Clocks // of batches without clocks
	from, to := &none[0], &none[0]
	if dst.data&WithClocks != 0 {
		from, to = &src.clocks[lo], &dst.clocks[lo]
	}
	s, black := src.pointers(lo)
	d, sides := dst.pointers(lo)
	playBlocks(&others[0], d[0], d[1], d[2], d[3], sides, (*uint32)(unsafe.Pointer(to)), s[0], s[1], s[2], s[3], black, (*uint32)(unsafe.Pointer(from)), (*uint16)(&moves[lo]), n)
	for k, set := range others[:n/8] {
		for ; set != 0; set &= set - 1 {
			i := lo + 8*k + bits.TrailingZeros8(set)
			dst.setPlayed(i, src, i, moves[i])
		}
	}
}

// playArgs returns the arguments for kernels that play on positions in src, starting at
// lo, and write positions to dst, starting at from.
func playArgs(dst, src *Batch, from, lo int) (p layout.Play) {
	for k := range p.Dst {
		p.Dst[k], p.Src[k] = &dst.planes[k][from], &src.planes[k][lo]
	}
	p.SrcSides = &src.sides[lo]
	if dst.data&WithClocks != 0 {
		p.DstClocks, p.SrcClocks = (*uint32)(unsafe.Pointer(&dst.clocks[from])), (*uint32)(unsafe.Pointer(&src.clocks[lo]))
	}
	if dst.data&WithKeys != 0 {
		p.DstKeys, p.SrcKeys = &dst.keys[from], &src.keys[lo]
		p.Numbers, p.SideKey = &keys[0][0], sideKey
	}
	return p
}

// playWords returns p as the kernels' argument. Only 64-bit systems have kernels. On
// others a Play is shorter than PlayWords, but nothing reads the words.
func playWords(p *layout.Play) *[layout.PlayWords]uint64 {
	return (*[layout.PlayWords]uint64)(unsafe.Pointer(p))
}

// playMovesGeneric plays moves[i] on positions lo to hi-1.
func playMovesGeneric(dst, src *Batch, moves []Move, lo, hi int) {
	if dst.data&^src.data != 0 {
		for i := lo; i < hi; i++ {
			dst.setPlayed(i, src, i, moves[i])
		}
		return
	}
	// These are the steps of setPlayed. All slices have one length, which saves bounds checks.
	moves = moves[lo:hi]
	n := len(moves)
	s, d := &src.planes, &dst.planes
	s0, s1, s2, sb, sides := s[quad.PlaneG0][lo:][:n], s[quad.PlaneG1][lo:][:n], s[quad.PlaneG2][lo:][:n], s[quad.PlaneGB][lo:][:n], src.sides[lo:][:n]
	d0, d1, d2, db, toSides := d[quad.PlaneG0][lo:][:n], d[quad.PlaneG1][lo:][:n], d[quad.PlaneG2][lo:][:n], d[quad.PlaneGB][lo:][:n], dst.sides[lo:][:n]
	var clocks, toClocks []Clocks
	var keys, toKeys []uint64
	if dst.data&WithClocks != 0 {
		clocks, toClocks = src.clocks[lo:][:n], dst.clocks[lo:][:n]
	}
	if dst.data&WithKeys != 0 {
		keys, toKeys = src.keys[lo:][:n], dst.keys[lo:][:n]
	}
	keyed := dst.data&WithKeys != 0
	for i, m := range moves {
		b, side := quad.Board{G0: s0[i], G1: s1[i], G2: s2[i], GB: sb[i]}, quad.Color(sides[i])
		var key uint64
		var quiet uint16
		switch {
		case m == 0, keyed && m >= enPassant:
			dst.setPlayed(lo+i, src, lo+i, m)
			continue
		case keyed:
			b, key, quiet = keyedAfter(b, m, side)
		default:
			var again uint64
			b, again = boardAfter(b, m, side)
			quiet = quietAfter(again)
		}
		d0[i], d1[i], d2[i], db[i], toSides[i] = b.G0, b.G1, b.G2, b.GB, uint8(side.Other())
		if i < len(clocks) {
			toClocks[i] = clocks[i].after(side, quiet)
		}
		if i < len(keys) {
			toKeys[i] = keys[i] ^ key
		}
	}
}

// after returns the clocks after a move of side: see keyedAfter.
func (c Clocks) after(side quad.Color, quiet uint16) Clocks {
	return Clocks{later(c.HalfMoves) & quiet, laterFull(c.FullMoves, side)}
}

// setPlayed plays m on position i in src and writes the result to position j, which may
// be the same position.
func (b *Batch) setPlayed(j int, src *Batch, i int, m Move) {
	var p Position
	p.Board.G0, p.Board.G1 = src.planes[quad.PlaneG0][i], src.planes[quad.PlaneG1][i] // a copy of a board would stall on store forwarding
	p.Board.G2, p.Board.GB = src.planes[quad.PlaneG2][i], src.planes[quad.PlaneGB][i]
	p.Side = quad.Color(src.sides[i])
	if b.data&WithClocks != 0 {
		c := src.clocksAt(i)
		p.HalfMoves, p.FullMoves = c.HalfMoves, c.FullMoves
	}
	if b.data&WithKeys != 0 {
		key := src.keyAt(i)
		if m != 0 {
			var c Change
			p.PlayChange(&p, m, &c)
			key ^= c.Key
		}
		b.keys[j] = key
	} else if m != 0 {
		p.PlayInto(&p, m)
	}
	b.planes[quad.PlaneG0][j], b.planes[quad.PlaneG1][j] = p.Board.G0, p.Board.G1
	b.planes[quad.PlaneG2][j], b.planes[quad.PlaneGB][j] = p.Board.G2, p.Board.GB
	b.sides[j] = uint8(p.Side)
	if b.data&WithClocks != 0 {
		b.clocks[j] = Clocks{p.HalfMoves, p.FullMoves}
	}
}

// After listsChunk positions with lists the scheduler may run. Playing them takes about
// 20 microseconds.
const listsChunk = 256

// PlayListsBatch plays every move in lists and appends the positions to dst. The moves in
// lists.At(i) must be legal in parent i. The new positions are in the order of the lists, so
// you can find the parent and the move of each child:
//
//	lists.Reset()
//	movegen.AppendMovesBatch(&lists, parents, movegen.Captures)
//	dst.Reset()
//	movegen.PlayListsBatch(dst, parents, &lists)
//	for i := range parents.Len() {
//		for j := lists.Offsets[i]; j < lists.Offsets[i+1]; j++ {
//			// Position j of dst follows from lists.Moves[j] on position i.
//		}
//	}
//
// dst may be parents; then the children follow the parents. Otherwise the two must not
// share memory. PlayListsBatch panics before it writes anything if they do, if lists and
// parents have different lengths, or if the offsets in lists decrease or exceed
// len(lists.Moves). It allocates only if dst has no room.
func PlayListsBatch(dst, parents *Batch, lists *MoveLists) {
	n := parents.Len() // before dst grows, because it may be parents
	if lists.Len() != n {
		badLen("PlayListsBatch", "lists", lists.Len(), n)
	}
	lists.check("PlayListsBatch")
	if n == 0 {
		return
	}
	if dst != parents {
		dst.checkApart("PlayListsBatch: parents", parents, dst.Len(), dst.Len()+int(lists.Offsets[n]-lists.Offsets[0])+layout.PlayAhead, false)
	}
	for lo := 0; lo < n; lo += listsChunk {
		hi := min(n, lo+listsChunk)
		l := &dst.room.lists
		l.Moves = append(l.Moves[:0], lists.Moves[lists.Offsets[lo]:lists.Offsets[hi]]...)
		l.Offsets = l.Offsets[:0]
		for _, offset := range lists.Offsets[lo : hi+1] {
			l.Offsets = append(l.Offsets, offset-lists.Offsets[lo])
		}
		playListsChunk(dst, parents, lo)
	}
}

// A playRoom is the scratch memory of a batch that children are added to.
type playRoom struct {
	lists   MoveLists
	others  []uint32
	parents []layout.PlayParent
}

// playListsChunk plays the lists in dst's room and appends the positions to dst. The first
// list is for position lo of parents.
//
//go:noinline
func playListsChunk(dst, parents *Batch, lo int) {
	l := &dst.room.lists
	from, n := dst.Len(), len(l.Moves)
	dst.resize(from, n, layout.PlayAhead)
	l.Moves = slices.Grow(l.Moves, layout.PlayAhead)
	dst.room.others = slices.Grow(dst.room.others[:0], n)[:n]
	i := 0
	for _, j := range playMoveLists(dst, parents, lo, from) {
		for l.Offsets[i+1] <= j {
			i++
		}
		dst.setPlayed(from+int(j), parents, lo+i, l.Moves[j])
	}
}

// playMoveLists plays the lists in dst's room on parents, starting at lo, and writes
// positions to dst, starting at from. It returns the numbers of the moves that the
// caller has to play.
func playMoveLists(dst, parents *Batch, lo, from int) (others []uint32) {
	l := &dst.room.lists
	if simd.Active() < simd.AVX2 || len(l.Moves) == 0 || dst.data&^parents.data != 0 {
		playListsGeneric(dst, parents, lo, from)
		return nil
	}
	dst.setPlayParents(parents, lo)
	p := playArgs(dst, parents, from, lo)
	p.Moves, p.Others, p.N = (*uint16)(&l.Moves[0]), &dst.room.others[0], len(l.Moves)
	p.DstSides, p.Parents = &dst.sides[from], &dst.room.parents[0]
	left, _ := playLists(playWords(&p))
	return dst.room.others[:left]
}

// setPlayParents fills the records in b's room from the positions, starting at lo, that have
// moves in the lists.
func (b *Batch) setPlayParents(parents *Batch, lo int) {
	offsets := b.room.lists.Offsets
	n := len(offsets) - 1
	records := slices.Grow(b.room.parents[:0], n)[:n]
	b.room.parents = records
	planes, sides := &parents.planes, parents.sides[lo:][:n]
	p0, p1, p2, pb := planes[quad.PlaneG0][lo:][:n], planes[quad.PlaneG1][lo:][:n], planes[quad.PlaneG2][lo:][:n], planes[quad.PlaneGB][lo:][:n]
	k := 0
	for i := range n {
		if offsets[i] == offsets[i+1] {
			continue
		}
		p := &records[k]
		k++
		g0, g1, g2, gb, black := p0[i], p1[i], p2[i], pb[i], -uint64(sides[i])
		occ := g0 | g1 | g2
		side := gb & occ
		them := side ^ black // and, for Black, the empty squares
		pawns := g1 &^ (g0 | g2)
		ours, theirs := pawns&^them, pawns&them
		beside := (theirs<<1 | theirs>>1) &^ occ & (ours<<16 | ours>>16) >> (24 + black&8)
		kinds := uint64(0xe000e000e000e000) // all except ordinary moves and double steps
		if uint8(beside) != 0 {
			kinds |= doublePush * 0x0001000100010001 // which may end beside an opponent's pawn
		}
		// A copy of a whole record would stall on store forwarding.
		p.Planes[0], p.Planes[1], p.Planes[2], p.Side = g0, g1, g2, side
		p.Black, p.Rights, p.End = black, g0&^(g1|g2|them), uint64(offsets[i+1])
		p.Kinds, p.Turn = kinds, (1+black)*0x0101010101010101
		if b.data != 0 {
			b.setPlayKey(p, parents, lo+i)
		}
	}
}

// setPlayKey sets clocks and keys in the record for position i.
func (b *Batch) setPlayKey(p *layout.PlayParent, parents *Batch, i int) {
	if b.data&WithClocks != 0 {
		c := &parents.clocks[i]
		p.Clocks = uint64(c.HalfMoves) | uint64(c.FullMoves)<<16
	}
	if b.data&WithKeys == 0 {
		return
	}
	p.Key, p.Lost = parents.keys[i], 0
	if target := parents.planes[quad.PlaneGB][i] ^ p.Side; target != 0 {
		p.Key ^= keys[quad.EnPassantTarget][bits.TrailingZeros64(target)]
	}
	color := quad.Piece(p.Black & 8)
	for rooks := p.Rights; rooks != 0; rooks &= rooks - 1 {
		sq := bits.TrailingZeros64(rooks)
		p.Lost ^= keys[color|quad.WhiteCastlingRook][sq] ^ keys[color|quad.WhiteRook][sq]
	}
}

// playListsGeneric plays the lists of dst's room.
func playListsGeneric(dst, parents *Batch, lo, from int) {
	l := &dst.room.lists
	for i := range l.Len() {
		moves := l.At(i)
		at := from + int(l.Offsets[i])
		fill(dst.sides[at:][:len(moves)], uint8(quad.Color(parents.sides[lo+i]).Other()))
		parent, side := parents.board(lo+i), quad.Color(parents.sides[lo+i])
		var to [4][]uint64
		for p, plane := range dst.planes {
			to[p] = plane[at:][:len(moves)]
		}
		if dst.data != 0 {
			dst.playKeyedList(&to, at, parents, lo+i, moves)
			continue
		}
		for j, m := range moves {
			child, _ := boardAfter(parent, m, side)
			to[quad.PlaneG0][j], to[quad.PlaneG1][j], to[quad.PlaneG2][j], to[quad.PlaneGB][j] = child.G0, child.G1, child.G2, child.GB
		}
	}
}

// playKeyedList plays moves on position i of parents and sets the planes to, the clocks and the keys
// of the positions starting at at. The sides are set.
func (b *Batch) playKeyedList(to *[4][]uint64, at int, parents *Batch, i int, moves []Move) {
	parent, side, clocks := parents.board(i), quad.Color(parents.sides[i]), parents.clocksAt(i)
	var toClocks []Clocks
	var toKeys []uint64
	if b.data&WithClocks != 0 {
		toClocks = b.clocks[at:][:len(moves)]
	}
	key := uint64(0)
	if b.data&WithKeys != 0 {
		toKeys, key = b.keys[at:][:len(moves)], parents.keyAt(i)
	}
	d0, d1, d2, db := to[quad.PlaneG0][:len(moves)], to[quad.PlaneG1][:len(moves)], to[quad.PlaneG2][:len(moves)], to[quad.PlaneGB][:len(moves)]
	for j, m := range moves {
		if m-1 >= enPassant-1 { // and the zero Move
			b.setPlayed(at+j, parents, i, m)
			continue
		}
		child, change, quiet := keyedAfter(parent, m, side)
		d0[j], d1[j], d2[j], db[j] = child.G0, child.G1, child.G2, child.GB
		if j < len(toKeys) {
			toKeys[j] = key ^ change
		}
		if j < len(toClocks) {
			toClocks[j] = clocks.after(side, quiet)
		}
	}
}

func fill(x []uint8, b uint8) {
	for len(x) > 0 {
		n := copy(x, manySides[b&1][:])
		x = x[n:]
	}
}
