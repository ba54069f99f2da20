package pairs

import (
	"slices"

	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// NEON looks up bytes in four registers at once (VTBL), which is a whole board: one
// instruction does that for the sixteen places around a square. The rays are bitboards as
// on AVX2, two in each register. VCNT counts the bits below the lowest bit of each ray in
// every byte, and additions of pairs sum the counts for all sixteen rays of two squares.
// Such additions also convert bytes to bits. Lists are made by shuffles selected by mask.

// The kernels' constants, by offset.
const (
	constDead     = 0            // by PairLine.Ray: all bits of that ray
	constBits     = 64 + 16*iota // 1 to 128, twice
	constWays                    // of places
	constOneStep                 // and of places one step away
	constBackward                // what makes squares of places, twice
	constVictims                 // 0 and 16 by turns: where half of VictimBytes has a slider's victims
	constSecond                  // 0, then 16: where the second of two pieces has its row
	constAny                     // how places are reached by whoever may have them in sight
	constSqueezes = constAny + 16
)

func constantsNEON() []uint8 {
	c := make([]uint8, constSqueezes)
	for i := range 8 {
		c[constDead+8*i+i] = 0xff
		for half := range 2 {
			j := 8*half + i
			c[constBits+j] = 1 << i
			if layout.Backward(i) {
				c[constBackward+j] = 63
			}
			c[constVictims+j] = uint8(i % 2 * 16)
			c[constSecond+j] = uint8(16 * half)
			c[constAny+j] = placeWays(i, false) | placeWays(8+i, true)
		}
	}
	for i := range 16 {
		c[constWays+i], c[constOneStep+i] = placeWays(i, false), placeWays(i, true)
	}
	return slices.Concat(c, squeezeBytes())
}

// A finderN is the addresses and registers of a kernel.
type finderN struct {
	tables    reg.Register
	jumps     reg.Register // PairTables.Jumps; the later tables are near
	constants reg.Register
	scratch   reg.Register
	low       reg.Register // PairTables.Empty of an attacker
	empty     emit.Vec     // its byte that holds the code, in all bytes
	bits      emit.Vec
	ways      [2]emit.Vec // of places, and of places one step away
	board     int         // the first of four reserved registers: the codes of 64 squares
}

var vn = emit.NEON

func at(base reg.Register, offset int) Mem { return Mem{Base: base, Disp: offset} }

// row returns memory at base + index<<shift + offset. It holds until the next row.
func (f *finderN) row(base, index reg.Register, shift, offset int) Mem {
	emit.Do("ADD %v<<%v, %v, %v", index, shift, base, f.scratch)
	return at(f.scratch, offset)
}

// address sets r to the address of a table. Go's assembler adds twelve bits in one
// instruction, as they are or shifted left by as many.
func (f *finderN) address(r reg.Register, table int) {
	emit.Do("ADD $%v, %v, %v", table&^0xfff, f.tables, r)
	emit.Do("ADD $%v, %v", table&0xfff, r)
}

func load(m Mem) emit.Vec { return emit.Let("FMOVQ %v, F%v", m) }

func loadPair(m Mem) (a, b emit.Vec) { return emit.LetPair("FLDPQ %v, (F%v, F%v)", m) }

// sums returns the sums of pairs of bytes, those of each two registers in one.
func sums(x ...emit.Vec) (y []emit.Vec) {
	for i := 0; i < len(x); i += 2 {
		y = append(y, emit.Let("VADDP V%v.B16, V%v.B16, V%v.B16", x[i+1], x[i]))
	}
	return y
}

// byteSums returns the sums of eight bytes, those of eight registers in one, or those of
// four, twice.
func byteSums(x ...emit.Vec) emit.Vec {
	for range 3 {
		if len(x) == 1 {
			x = append(x, x[0])
		}
		x = sums(x...)
	}
	return x[0]
}

// lowHalves and highHalves return the lower, or upper, halves of a and b.
func lowHalves(a, b emit.Vec) emit.Vec {
	return emit.Let("VZIP1 V%v.D2, V%v.D2, V%v.D2", b, a)
}

func highHalves(a, b emit.Vec) emit.Vec {
	return emit.Let("VZIP2 V%v.D2, V%v.D2, V%v.D2", b, a)
}

func newFinderN(tables reg.Register) *finderN {
	f := &finderN{tables: tables, jumps: emit.General(), low: emit.General(), scratch: emit.General()}
	f.constants = emit.Data("pairConstants", constantsNEON())
	f.bits = load(at(f.constants, constBits))
	emit.Do("ADD $%v, %v, %v", tableJumps, tables, f.jumps)
	f.address(f.scratch, tableEmpty)
	emit.Do("MOVHU %v, %v", at(f.scratch, 0), f.low)
	emit.Do("ADD $1, %v", f.scratch)
	f.empty = emit.Let("VLD1R (%v), [V%v.B16]", f.scratch)
	return f
}

// loadBoard sets the board to that of a mailbox, and returns the occupied squares, twice.
func (f *finderN) loadBoard(mailbox reg.Register) emit.Vec {
	var codes [4]emit.Vec
	codes[0], codes[1] = loadPair(at(mailbox, 0))
	codes[2], codes[3] = loadPair(at(mailbox, 32))
	for i := range codes {
		codes[i] = vn.And(codes[i], vn.Broadcast(0x8f8f8f8f8f8f8f8f))
	}
	return f.setBoard(codes, tableBoard)
}

// setBoard sets the board to the data of a table by code, and returns the occupied squares,
// twice.
func (f *finderN) setBoard(codes [4]emit.Vec, table int) emit.Vec {
	f.board = emit.Reserve(4)
	kept := vn.And(load(at(f.tables, table)), vn.Broadcast(0x0f0f0f0f0f0f0f0f))
	var pieces [4]emit.Vec
	for i := range codes {
		emit.Do("VTBL V%v.B16, [V%v.B16], V%v.B16", codes[i], kept, f.board+i)
		piece := emit.Let("VCMTST V%[1]v.B16, V%[1]v.B16, V%[2]v.B16", f.board+i)
		pieces[i] = vn.And(piece, f.bits)
	}
	return byteSums(pieces[:]...)
}

// tested returns the bits of the bytes in which a and b have one in common.
func (f *finderN) tested(a, b emit.Vec) emit.Vec {
	return vn.And(emit.Let("VCMTST V%v.B16, V%v.B16, V%v.B16", a, b), f.bits)
}

// lanes returns the occupied squares for the rays, two to a register: those to lower squares
// have their bits in reverse order.
func lanes(occupied emit.Vec) [4]emit.Vec {
	reverse := emit.Let("VREV64 V%v.B16, V%v.B16", emit.Let("VRBIT V%v.B16, V%v.B16", occupied))
	return [4]emit.Vec{occupied, lowHalves(occupied, reverse), reverse, lowHalves(reverse, occupied)}
}

// below counts the bits below the nearest piece of each ray around a square, in each of
// eight bytes.
func below(rays Mem, occupied [4]emit.Vec, ones emit.Vec) (count []emit.Vec) {
	var ray [4]emit.Vec
	ray[0], ray[1] = loadPair(rays)
	ray[2], ray[3] = loadPair(rays.Offset(32))
	for i, r := range ray {
		x := vn.And(r, occupied[i])
		less := emit.Let("VADD V%v.D2, V%v.D2, V%v.D2", ones, x)
		count = append(count, vn.PopcountBytes(vn.NotAnd(x, less)))
	}
	return count
}

// A viewN is the pieces around a square, by places.
type viewN struct {
	sq      reg.Register
	squares emit.Vec
	codes   emit.Vec
	ways    emit.Vec
	words   [2]emit.Vec // square and code as a pair has an attacker's: jumps, nearest pieces
}

// view loads the pieces on sixteen squares around one. If without is not nil, it has no
// piece, whatever the board contains.
func (f *finderN) view(sq reg.Register, squares, without emit.Vec) *viewN {
	v := &viewN{sq: sq, squares: squares, codes: emit.Looked(f.board, 4, squares)}
	if without != nil {
		v.codes = vn.NotAnd(vn.EqualBytes(squares, without), v.codes)
	}
	adjacent := vn.EqualBytes(load(f.row(f.tables, sq, 4, tableFirst)), squares)
	v.ways = vn.Select(adjacent, f.ways[1], f.ways[0])
	high := vn.Xor(emit.Let("VSHL $4, V%v.B16, V%v.B16", v.codes), f.empty)
	v.words = [2]emit.Vec{
		emit.Let("VZIP1 V%v.B16, V%v.B16, V%v.B16", high, squares),
		emit.Let("VZIP2 V%v.B16, V%v.B16, V%v.B16", high, squares),
	}
	return v
}

// direct finds the pairs of a piece on the square, given by its row in the tables: victims
// and attackers, as bits.
func (f *finderN) direct(v *viewN, row reg.Register, ways emit.Vec) []emit.Vec {
	emit.Do("ADD %v, %v, %v", row, f.tables, f.scratch)
	var found []emit.Vec
	for _, t := range [...]int{tableReaches, tableReached} {
		r := emit.Let("VTBL V%v.B16, [V%v.B16], V%v.B16", v.codes, load(at(f.scratch, t)))
		found = append(found, f.tested(r, ways))
	}
	return found
}

// over finds the pairs of sliders that see each other across a square, which is empty,
// along lines that are not dead: for two squares, as bits.
func (f *finderN) over(a, b *viewN, dead emit.Vec) emit.Vec {
	victims := emit.Reserve(4)
	for i := range 4 {
		emit.Do("FMOVQ %v, F%v", at(f.tables, tableBytes+16*i), victims+i)
	}
	near := highHalves(a.codes, b.codes)
	opposite := turned(near)
	slider := vn.Or(near, load(at(f.constants, constVictims)))
	low, high := emit.Looked(victims, 2, slider), emit.Looked(victims+2, 2, slider)
	eight := vn.Broadcast(0x0808080808080808)
	sees := vn.Select(emit.Let("VCMTST V%v.B16, V%v.B16, V%v.B16", eight, opposite), high, low)
	bit := emit.Let("VTBL V%v.B16, [V%v.B16], V%v.B16", opposite, f.bits)
	return vn.And(emit.Let("VCMTST V%v.B16, V%v.B16, V%v.B16", sees, bit), vn.NotAnd(dead, f.bits))
}

// turned returns the pieces on the opposite rays: it swaps the halves of words.
func turned(x emit.Vec) emit.Vec { return emit.Let("VREV64 V%v.S4, V%v.S4", x) }

// A putter makes lists from masks of eight places and their population counts.
type putter struct {
	f           *finderN
	masks, many [2]reg.Register
	byte        reg.Register
}

func (f *finderN) newPutter(bits emit.Vec) *putter {
	p := &putter{f: f, byte: emit.General()}
	count := vn.PopcountBytes(bits)
	for i := range p.masks {
		p.masks[i], p.many[i] = emit.General(), emit.General()
		emit.Do("VMOV V%v.D[%v], %v", bits, i, p.masks[i])
		emit.Do("VMOV V%v.D[%v], %v", count, i, p.many[i])
	}
	return p
}

// byteOf sets p.byte to byte i of two registers.
func (p *putter) byteOf(x [2]reg.Register, i int) {
	emit.Do("UBFX $%v, %v, $8, %v", i%8*8, x[i/8], p.byte)
}

// squeeze returns the shuffle of mask i.
func (p *putter) squeeze(i int) emit.Vec {
	p.byteOf(p.masks, i)
	return load(p.f.row(p.f.constants, p.byte, 4, constSqueezes))
}

func shuffle(words, by emit.Vec) emit.Vec {
	return emit.Let("VTBL V%v.B16, [V%v.B16], V%v.B16", by, words)
}

// put puts eight pairs at the end of a list, and moves it on by those of some masks.
func (p *putter) put(end reg.Register, low, high emit.Vec, masks ...int) {
	emit.Do("FSTPQ (F%v, F%v), %v", low, high, at(end, 0))
	for _, i := range masks {
		p.byteOf(p.many, i)
		emit.Do("ADD %v<<2, %v", p.byte, end)
	}
}

// wide returns words of 16 bits as words of 32, as of victims.
func wide(words emit.Vec) (low, high emit.Vec) {
	return emit.Let("VUSHLL $%v, V%v.H4, V%v.S4", layout.PairTo, words), emit.Let("VUSHLL2 $%v, V%v.H8, V%v.S4", layout.PairTo, words)
}

// plus returns words of 16 bits plus words of 32.
func plus(low, high, words emit.Vec) (emit.Vec, emit.Vec) {
	return emit.Let("VUADDW V%v.H4, V%v.S4, V%v.S4", words, low), emit.Let("VUADDW2 V%v.H8, V%v.S4, V%v.S4", words, high)
}

// direct returns what puts the pairs that direct found, whose masks are the four from i on:
// victims, of whose masks one is empty, then attackers.
func (p *putter) direct(v *viewN, row reg.Register, i int) func(end reg.Register) {
	var by [4]emit.Vec
	for k := range by {
		by[k] = p.squeeze(i + k)
	}
	emit.Do("EOR %v<<%v, %v, %v", row, layout.PairAttacker-4, p.f.low, p.byte)
	emit.Do("ORR %v, %v", v.sq, p.byte)
	this := emit.Let("VDUP %v, V%v.S4", p.byte)
	return func(end reg.Register) {
		low, high := wide(vn.Or(shuffle(v.words[0], by[0]), shuffle(v.words[1], by[1])))
		p.put(end, vn.Or(low, this), vn.Or(high, this), i, i+1)
		seen := emit.Let("VSHL $%v, V%v.S4, V%v.S4", layout.PairTo, this)
		for k := range 2 {
			low, high := plus(seen, seen, shuffle(v.words[k], by[2+k]))
			p.put(end, low, high, i+2+k)
		}
	}
}

// over returns what puts the pairs that over found, whose mask is i.
func (p *putter) over(v *viewN, i int) func(end reg.Register) {
	by := p.squeeze(i)
	return func(end reg.Register) {
		near := v.words[1]
		low, high := wide(shuffle(emit.Let("VEXT $8, V%[1]v.B16, V%[1]v.B16, V%[2]v.B16", near), by))
		low, high = plus(low, high, shuffle(near, by))
		p.put(end, low, high, i)
	}
}

// movesNEON emits the kernels of moves: one for those that capture, one for others.
func movesNEON() {
	for _, capture := range [...]bool{false, true} {
		name, captured, doc := "quietNEON", "", "to, which is empty"
		if capture {
			name, captured, doc = "captureNEON", ", captured", "to, the square of captured"
		}
		vn.Kernel(name, "func(deltas, tables *uint64, before *[64]uint8, from, to, mover, placed"+captured+" uint64) bool",
			name+" sets deltas to the pairs that a move removes from the board before and adds: mover leaves the square from, "+
				"and placed arrives on "+doc+". Pieces are given by their rows in PairTables. It returns "+
				"false, and deltas are of no use, if a piece is between the squares. It works like Rules.move, and writes at most "+
				"layout.PairRoom pairs past the last.")
		moveNEON(capture)
		vn.Finish()
	}
}

func moveNEON(capture bool) {
	deltas, tables, before := vn.Param("deltas"), vn.Param("tables"), vn.Param("before")
	from, to := vn.Param("from"), vn.Param("to")
	mover, placed := vn.Param("mover"), vn.Param("placed")
	f := newFinderN(tables)
	f.ways[0], f.ways[1] = loadPair(at(f.constants, constWays))

	// The rays around from, on the board before, and around to, on the board after.
	occupied := f.loadBoard(before)
	emit.Do("MOVD $1, %v", f.scratch)
	emit.Do("LSL %v, %v, %v", from, f.scratch, f.scratch)
	after := vn.NotAnd(emit.Let("VDUP %v, V%v.D2", f.scratch), occupied)
	line, near := emit.General(), emit.General()
	rays := near // for now
	emit.Do("ADD $%v, %v, %v", tableRays, tables, rays)
	ones := vn.Broadcast(^uint64(0))
	count := below(f.row(rays, from, 6, 0), lanes(occupied), ones)
	count = append(count, below(f.row(rays, to, 6, 0), lanes(after), ones)...)
	places := byteSums(count...)

	// There must be no piece between the two squares. No pair across them along their line
	// counts.
	emit.Do("ADD %v<<6, %v, %v", from, to, line)
	emit.Do("MOVHU %v, %v", f.row(f.jumps, line, 1, tableLines-tableJumps), line)
	emit.Do("VMOV V%v.D[0], %v", places, near)
	emit.Do("LSR %v, %v, %v", line, near, near)
	emit.Do("AND $255, %v", near)
	emit.Do("CMP %v>>8, %v", line, near)
	emit.Do("CSET HS, %v", near)
	emit.Do("AND $255, %v", line)
	emit.Do("ADD %v, %v, %v", line, f.constants, f.scratch)
	dead := emit.Let("VLD1R (%v), [V%v.D2]", f.scratch)

	nearest := vn.Xor(places, load(at(f.constants, constBackward)))
	jumps := emit.Let("FMOVD %v, F%v", f.row(f.jumps, from, 3, 0))
	leaves := f.view(from, lowHalves(jumps, nearest), nil)
	f.row(f.jumps, to, 3, 0)
	jumps = emit.Let("VLD1R (%v), [V%v.D2]", f.scratch)
	arrives := f.view(to, highHalves(jumps, nearest), emit.Let("VDUP %v, V%v.B16", from))

	found := append(f.direct(leaves, mover, leaves.ways), f.direct(arrives, placed, arrives.ways)...)
	// The captured piece saw no piece beyond from.
	var captured reg.Register
	if capture {
		captured = vn.Param("captured")
		ways := vn.NotAnd(lowHalves(vn.Broadcast(0), turned(dead)), arrives.ways)
		found = append(found, f.direct(arrives, captured, ways)...)
	}
	overAt := 2 * len(found)
	over := f.over(leaves, arrives, vn.Or(dead, turned(dead)))
	for len(found) < 8 {
		found = append(found, over)
	}
	p := f.newPutter(byteSums(found...))

	// Everything is loaded before the first store, because loads after stores to unknown
	// addresses wait for them.
	putLeft, putArrived := p.direct(leaves, mover, 0), p.direct(arrives, placed, 4)
	putUncovered := p.over(leaves, overAt)
	var putLast func(end reg.Register)
	if capture {
		putLast = p.direct(arrives, captured, 8)
	} else {
		putLast = p.over(arrives, overAt+1)
	}
	lists := [2]reg.Register{emit.General(), emit.General()}
	for i, end := range lists {
		emit.Do("ADD $%v, %v, %v", changePairs+i*changeBytes, deltas, end)
	}
	removed, added := lists[0], lists[1]
	putLeft(removed)
	putUncovered(added)
	putArrived(added)
	putLast(removed)
	for i, end := range lists {
		emit.Do("SUB %v, %v", deltas, end)
		emit.Do("SUB $%v, %v", changePairs+i*changeBytes, end)
		emit.Do("LSR $2, %v", end)
		emit.Do("MOVD %v, %v", end, at(deltas, changesN+8*i))
	}
	emit.StoreResult(near)
}
