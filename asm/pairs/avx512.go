package pairs

import (
	"strconv"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// On AVX-512 a board is one register of 64 bytes. VPERMB permutes the squares around a
// square into the order of its rays. Each ray is a lane with the nearest square highest, so
// counting leading zeros finds the nearest pieces on all eight rays at once, and a shift
// moves code and square to the top. Then the sixteen places around the square are words in
// half a register. Masks and VPCOMPRESSW turn them into lists.

// A finder contains the constants and addresses of a kernel.
type finder struct {
	tables        reg.GPVirtual
	gather        emit.Vec // bytes 0 and 7 of each ray, twice
	ways, oneStep emit.Vec // how all places are reached, and only the places one step away
	empty         emit.Vec // PairTables.Empty in every 32-bit word
	changed       emit.Vec // PairChanged in every byte; only deltas uses it

	later []func() // these emit rare code at the end
}

func newFinder() *finder {
	f := &finder{tables: emit.Argument("tables")}
	f.gather = emit.AVX512.Load(emit.BytesOf("gather", 64, func(i int) int {
		if i < 32 {
			return 8*(i/2%8) + 7*(i/16)
		}
		return 0
	}))
	f.ways, f.oneStep = YMM(), YMM()
	VMOVDQU(waysTable("ways", false), f.ways)
	VMOVDQU(waysTable("oneStepWays", true), f.oneStep)
	f.empty = YMM()
	VPBROADCASTD(f.table(tableAt("Empty")), f.empty)
	return f
}

func (f *finder) table(offset int) Mem { return Mem{Base: f.tables, Disp: offset} }

// broadcast16 returns a register with the same 16 bytes of memory in each quarter.
func broadcast16(m Mem) emit.Vec {
	r := ZMM()
	VBROADCASTI32X4(m, r)
	return r
}

// A view contains the pieces around a square.
type view struct {
	sq     reg.GPVirtual
	rays   emit.Vec // the data of each square, 64 bytes
	zeros  emit.Vec // how far to shift each ray: eight times the number of squares before the nearest piece
	kept   emit.Vec // the codes of the places, in high bytes
	codes  emit.Vec // the same without flags
	pieces emit.Vec // words of the places: square and code at the bits of a pair's attacker
}

func (f *finder) view(sq reg.GPVirtual, board emit.Vec) *view {
	v := &view{sq: sq, rays: ZMM(), zeros: ZMM(), codes: YMM(), pieces: YMM()}
	at, squares, on := GP64(), ZMM(), K()
	MOVQ(sq, at)
	SHLQ(U8(6), at)
	VMOVDQU64(f.table(tableAt("Squares")).Idx(at, 1), squares)
	VPMOVB2M(squares, on)
	VPERMB_Z(board, squares, on, v.rays)
	pieces, codes, nearest := ZMM(), ZMM(), ZMM()
	VPANDQ_BCST(emit.Table("steps", []uint64{0x8080808080808000}), v.rays, pieces)
	VPLZCNTQ(pieces, v.zeros)
	VPSLLVQ(v.zeros, v.rays, codes)
	VPSLLVQ(v.zeros, squares, nearest)
	Comment("Byte 7 of a ray is the nearest piece's, byte 0 the jump's.")
	jump := emit.Table("jump", []uint64{0xff})
	VPTERNLOGQ_BCST(U8(emit.TA&^emit.TC|emit.TB&emit.TC), jump, v.rays, codes)
	VPTERNLOGQ_BCST(U8(emit.TA&^emit.TC|emit.TB&emit.TC), jump, squares, nearest)
	VPERMB(codes, f.gather, codes)
	VPERMB(nearest, f.gather, nearest)
	v.kept = codes.AsY().(emit.Vec)
	VPANDD_BCST(emit.Table("codeBits", []uint64{codeBits}), v.kept, v.codes)
	VPSLLW(U8(layout.PairAttacker-8), v.codes, v.pieces)
	VPTERNLOGD_BCST(U8(emit.TA|emit.TB&emit.TC), emit.Table("squareBits", []uint64{squareBits}), nearest.AsY(), v.pieces)
	return v
}

// reached returns how each place of v can be reached.
func (f *finder) reached(v *view) emit.Vec {
	adjacent, ways := K(), YMM()
	Comment("The highest byte of a ray is the first step.")
	VPMOVQ2M(v.rays, adjacent)
	KSHIFTLW(U8(8), adjacent, adjacent)
	VMOVDQA64(f.ways, ways)
	VMOVDQU16(f.oneStep, adjacent, ways)
	return ways
}

// chosen returns the places that a table's row selects.
func (f *finder) chosen(v *view, ways emit.Vec, row reg.GPVirtual, table int) reg.Register {
	r, k := YMM(), K()
	VBROADCASTI128(f.table(table).Idx(row, 1), r)
	VPSHUFB(v.codes, r, r)
	VPTESTMW(ways, r, k)
	return k
}

// fixed returns, in every 32-bit word, the common bits of the pairs where the piece on the
// square is the attacker. Its code is XORed with the code of an empty square.
func (f *finder) fixed(v *view, row reg.GPVirtual) emit.Vec {
	one, all := GP64(), YMM()
	MOVQ(row, one)
	SHLQ(U8(layout.PairAttacker-4), one)
	XORQ(v.sq, one)
	VPBROADCASTD(one.As32(), all)
	return all
}

// count returns how many pairs are chosen.
func count(chosen reg.Register) reg.GPVirtual {
	n := GP64()
	KMOVW(chosen, n.As32())
	POPCNTL(n.As32(), n.As32())
	return n
}

// xor3 sets a to a ^ b ^ PairTables.Empty.
func (f *finder) xor3(a, b reg.Register) {
	VPTERNLOGD(U8(emit.TA^emit.TB^emit.TC), f.empty, b, a)
}

// A find is a set of pairs that have been found; put adds the selected pairs to a list.
// Everything is loaded before the first put, because a load waits for earlier stores to
// unknown addresses.
type find struct {
	chosen reg.Register
	n      reg.GPVirtual
	label  string // of attackers
	put    func(l *list)
}

// victims finds the pairs where the piece on the square is the attacker. The piece is
// given by its row in the tables.
func (f *finder) victims(v *view, ways emit.Vec, row reg.GPVirtual, fixed emit.Vec) *find {
	chosen := f.chosen(v, ways, row, tableAt("Reaches"))
	x := &find{chosen: chosen, n: count(chosen)}
	x.put = func(l *list) {
		pairs := YMM()
		VPCOMPRESSW_Z(v.pieces, x.chosen, pairs)
		VPMOVZXWD(pairs.AsX(), pairs)
		VPSLLD(U8(layout.PairTo), pairs, pairs)
		f.xor3(pairs, fixed)
		VMOVDQU(pairs, l.end())
		ADDQ(x.n, l.n)
	}
	return x
}

// attackers finds the pairs where the piece on the square is the victim: up to sixteen,
// but usually at most eight.
func (f *finder) attackers(v *view, ways emit.Vec, row reg.GPVirtual, fixed emit.Vec, label string) *find {
	chosen := f.chosen(v, ways, row, tableAt("Reached"))
	x := &find{chosen: chosen, n: count(chosen), label: label}
	x.put = func(l *list) {
		label := x.label
		words, pairs, turned := YMM(), YMM(), YMM()
		VPSLLD(U8(layout.PairTo), fixed, turned)
		VPCOMPRESSW_Z(v.pieces, x.chosen, words)
		VPMOVZXWD(words.AsX(), pairs)
		f.xor3(pairs, turned)
		VMOVDQU(pairs, l.end())
		CMPL(x.n.As32(), U8(8))
		JA(LabelRef(label + "More"))
		Label(label + "End")
		ADDQ(x.n, l.n)
		f.later = append(f.later, func() {
			Label(label + "More")
			more := XMM()
			VEXTRACTI128(U8(1), words, more)
			VPMOVZXWD(more, pairs)
			f.xor3(pairs, turned)
			VMOVDQU(pairs, l.end().Offset(32))
			JMP(LabelRef(label + "End"))
		})
	}
	return x
}

// direct finds the pairs with the piece on the square, its victims first.
func (f *finder) direct(v *view, ways emit.Vec, row reg.GPVirtual, label string) [2]*find {
	fixed := f.fixed(v, row)
	return [2]*find{f.victims(v, ways, row, fixed), f.attackers(v, ways, row, fixed, label)}
}

// over finds the pairs of sliders that see each other across the square, which is empty, along
// rays where neither the line nor its pieces change.
func (f *finder) over(v *view, live reg.Register) *find {
	Comment("Pairs over the square: what the slider may see, and the opposite piece, as bits.")
	codes, sees, straight, seen := XMM(), YMM(), YMM(), XMM()
	VEXTRACTI128(U8(1), v.codes, codes)
	VPSRLW_Z(U8(8), codes, live, codes)
	VPERMW(f.table(tableAt("Victims")), codes.AsY(), sees)
	VPERMW(f.table(tableLines), codes.AsY(), straight)
	VPTERNLOGD_BCST(U8(emit.TA&^emit.TC|emit.TB&emit.TC), emit.Table("oddWords", []uint64{0xffff0000}), straight.AsX(), sees.AsX())
	VMOVDQU(wordTable("one", func(int) uint16 { return 1 }), seen)
	VPSLLVW(codes, seen, seen)
	VPSHUFD(U8(0x4e), seen, seen)
	chosen := K()
	VPTESTMW(seen, sees.AsX(), chosen)
	x := &find{chosen: chosen, n: count(chosen)}
	x.put = func(l *list) {
		near, pairs, victims := XMM(), YMM(), YMM()
		VEXTRACTI128(U8(1), v.pieces, near)
		VPMOVZXWD(near, pairs)
		VPSHUFD(U8(0x4e), near, near)
		VPMOVZXWD(near, victims)
		VPSLLD(U8(layout.PairTo), victims, victims)
		f.xor3(pairs, victims)
		VPCOMPRESSD_Z(pairs, x.chosen, victims)
		VMOVDQU(victims, l.end())
		ADDQ(x.n, l.n)
	}
	return x
}

// without returns the rays where no square up to the nearest piece has the flag.
func (f *finder) without(v *view, flag uint64) reg.Register {
	seen, k := ZMM(), K()
	VPSRLVQ(v.zeros, emit.AVX512.Broadcast(0x0001010101010101*flag), seen)
	VPTERNLOGQ_BCST(U8(^emit.TA&emit.TB&emit.TC), repeated("flag"+strconv.Itoa(int(flag)), flag), v.rays, seen)
	VPTESTNMQ(seen, seen, k)
	return k
}

// loadBoard loads the data of each square from a mailbox.
func (f *finder) loadBoard(mailbox Mem) emit.Vec {
	codes, board := ZMM(), ZMM()
	VMOVDQU64(mailbox, codes)
	VBROADCASTI32X4(f.table(tableAt("Board")), board)
	VPSHUFB(codes, board, board)
	return board
}

func bit(sq reg.GPVirtual) reg.Register {
	b, k := GP64(), K()
	XORL(b.As32(), b.As32())
	BTSQ(sq, b)
	KMOVQ(b, k)
	return k
}

// only returns a mask that selects the byte of a square.
func only(sq reg.GPVirtual) emit.Vec {
	window := make([]uint8, 128)
	window[63] = 0xff
	at, r := GP64(), ZMM()
	LEAQ(emit.ByteTable("window", window).Offset(63), at)
	SUBQ(sq, at)
	VMOVDQU64(Mem{Base: at}, r)
	return r
}

func deltas512() {
	emit.Kernel("deltasAVX512", "func(deltas, tables *uint64, before *[64]uint8, change uint64)")
	Doc("deltasAVX512 sets deltas to the pairs that change removes from the board before and adds.",
		"It works like deltasGeneric. It writes at most layout.PairRoom pairs past the last.")
	f := newFinder()
	f.changed = emit.AVX512.Broadcast(0x0101010101010101 * layout.PairChanged)
	deltas := emit.Pointer("deltas")
	removed, added := newList(deltas.Offset(deltasAt("Pairs"))), newList(deltas.Offset(deltasAt("Pairs")+changeBytes))
	mailbox := emit.Pointer("before")
	change := emit.Argument("change")

	m := newMove(f.tables, mailbox, change)
	from, to, mover, placed, captured := m.from, m.to, m.mover, m.placed, m.captured
	board := f.loadBoard(mailbox)
	Comment("The square that it leaves, on the board before: to is marked.")
	marked := only(to)
	emit.Tern(emit.TA&emit.TC|emit.TB, marked, board, f.changed)
	v := f.view(from, marked)
	left := f.direct(v, f.reached(v), mover, "mover")
	uncovered := f.over(v, f.without(v, layout.PairChanged))

	Comment("The square where it arrives, on the board after: from is marked, and empty.")
	marked = only(from)
	emit.Tern(emit.TA&emit.TC|^emit.TA&emit.TB, marked, board, f.changed)
	v = f.view(to, marked)
	live, ways := f.without(v, layout.PairChanged), f.reached(v)
	arrived := f.direct(v, ways, placed, "placed")
	TESTL(captured.As32(), captured.As32())
	JNZ(LabelRef("capture"))
	covered := f.over(v, live)

	Comment("Lists.")
	putAll := func() {
		left[0].put(removed)
		left[1].put(removed)
		uncovered.put(added)
		arrived[0].put(added)
		arrived[1].put(added)
	}
	putAll()
	covered.put(removed)
	JMP(LabelRef("end"))

	Label("capture")
	Comment("What stood there saw no piece beyond from.")
	near := GP64()
	KMOVB(live, near.As32())
	SHLL(U8(8), near.As32())
	ORL(U32(0xff), near.As32())
	k := K()
	KMOVW(near.As32(), k)
	VMOVDQU16_Z(v.codes, k, v.codes)
	gone := f.direct(v, ways, captured, "captured")
	left[1].label, arrived[1].label = "moverOfCapture", "placedByCapture"
	putAll()
	gone[0].put(removed)
	gone[1].put(removed)

	Label("end")
	for i, l := range []*list{removed, added} {
		MOVQ(l.n, deltas.Offset(deltasAt("N")+8*i))
	}
	emit.Finish()
	f.emitLater()

	Label("any")
	f.anyChange(mailbox, change, removed, added)
}

// testNone sets k to the words that have none of the flags in the high byte.
func testNone(x reg.Register, flags uint64, k reg.Register) {
	all := YMM()
	VPBROADCASTD(emit.Table("high"+strconv.Itoa(int(flags)), []uint64{0x0100_0100 * flags}), all)
	if x.Size() == 16 {
		VPTESTNMW(all.AsX(), x, k)
	} else {
		VPTESTNMW(all, x, k)
	}
}

// emitLater emits rare code at the end of the function.
func (f *finder) emitLater() {
	for _, emit := range f.later {
		emit()
	}
	f.later = nil
}

// anyChange emits all other updates: castling, en passant, and arbitrary bits.
func (f *finder) anyChange(mailbox Mem, change reg.GPVirtual, removed, added *list) {
	TESTQ(change, change)
	JZ(LabelRef("end"))
	lists, boards := [2]*list{removed, added}, [2]emit.Vec{ZMM(), ZMM()}
	VMOVDQU64(mailbox, boards[0])
	VMOVDQA64(boards[0], boards[1])
	rest := emit.Register(change)
	Label("apply")
	sq := square(rest)
	SHRQ(U8(8), rest)
	VPBROADCASTB(rest.As32(), bit(sq), boards[1])
	SHRQ(U8(8), rest)
	JNZ(LabelRef("apply"))
	frame := AllocLocal(2 * 64)
	kept := broadcast16(f.table(tableAt("Board")))
	for i := range boards {
		VPSHUFB(boards[i], kept, boards[i])
		VMOVDQU64(boards[i], frame.Offset(64*i))
	}
	differ := K()
	VPCMPUB(U8(4), boards[0], boards[1], differ)
	KMOVQ(differ, rest)
	for i := range boards {
		VPADDB(f.changed, boards[i], differ, boards[i])
	}

	Label("square")
	sq = square(change)
	BTRQ(sq, rest)
	JCC(LabelRef("next"))
	for i, board := range boards {
		name := [2]string{"Before", "After"}[i]
		Comment(name + ".")
		v := f.view(sq, board)
		row, k := GP64(), K()
		MOVBLZX(frame.Offset(64*i).Idx(sq, 1), row.As32())
		SHLB(U8(4), row.As8())
		JZ(LabelRef("over" + name))
		testNone(v.kept, layout.PairDone, k)
		VMOVDQU16_Z(v.codes, k, v.codes)
		ways := f.reached(v)
		for _, found := range f.direct(v, ways, row, "any"+name) {
			found.put(lists[i])
		}
		JMP(LabelRef("end" + name))
		Label("over" + name)
		free := f.without(v, layout.PairDone)
		near := XMM()
		VEXTRACTI128(U8(1), v.kept, near)
		testNone(near, layout.PairDone|layout.PairChanged, k)
		KANDB(free, k, k)
		f.over(v, k).put(lists[i])
		Label("end" + name)
	}
	Comment("Done: PairDone is twice PairChanged.")
	here := bit(sq)
	for i := range boards {
		VPADDB(f.changed, boards[i], here, boards[i])
	}
	Label("next")
	SHRQ(U8(16), change)
	JNZ(LabelRef("square"))
	JMP(LabelRef("end"))
	f.emitLater()
}

func refresh512() {
	for _, r := range []struct{ name, board, doc string }{
		{"refresh", "board *[64]uint8", "board, an engine's mailbox"},
		{"refreshBoard", "board *[4]uint64", "board, four planes"},
	} {
		emit.Kernel(r.name+"AVX512", "func(list, tables *uint64, "+r.board+")")
		Doc(r.name+"AVX512 sets list to the pairs of "+r.doc+".",
			"It works like refreshGeneric. It writes at most layout.PairRoom pairs past the last.")
		f := newFinder()
		memory, in := emit.Pointer("list"), emit.Pointer("board")
		l := newList(memory.Offset(listAt("Pairs")))
		var board emit.Vec
		if r.name == "refresh" {
			board = f.loadBoard(in)
		} else {
			board = f.unpack(in)
		}
		frame := AllocLocal(64)
		VMOVDQU64(board, frame)
		pieces, rest := K(), GP64()
		VPMOVB2M(board, pieces)
		KMOVQ(pieces, rest)
		TESTQ(rest, rest)
		JZ(LabelRef("end"))
		Label("piece")
		sq, row := GP64(), GP64()
		TZCNTQ(rest, sq)
		v := f.view(sq, board)
		MOVBLZX(frame.Idx(sq, 1), row.As32())
		SHLB(U8(4), row.As8())
		f.victims(v, f.reached(v), row, f.fixed(v, row)).put(l)
		BLSRQ(rest, rest)
		JNZ(LabelRef("piece"))
		Label("end")
		MOVQ(l.n, memory.Offset(listAt("N")))
		emit.Finish()
	}
}

// unpack computes the data of each square from four planes.
func (f *finder) unpack(planes Mem) emit.Vec {
	board := ZMM()
	Comment("A bit a plane.")
	for p := range 4 {
		plane := K()
		KMOVQ(planes.Offset(8*p), plane)
		bit := emit.AVX512.Broadcast(0x0101010101010101 << p)
		if p == 0 {
			VMOVDQU8_Z(bit, plane, board)
		} else {
			VPADDB(bit, board, plane, board)
		}
	}
	VPSHUFB(board, broadcast16(f.table(tableAt("Quad"))), board)
	return board
}
