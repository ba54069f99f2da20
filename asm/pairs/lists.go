package pairs

import (
	"fmt"
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone/asm/emit"
)

// bitLists returns a table that lists the set bits of every byte, lowest first, in one word.
func bitLists() Mem {
	table := make([]uint64, 256)
	for x := range table {
		for m, shift := x, 0; m != 0; m, shift = m&(m-1), shift+8 {
			table[x] |= uint64(bits.TrailingZeros(uint(m))) << shift
		}
	}
	return emit.Table("bitLists", table)
}

// bytes16 returns sixteen bytes of memory, each b.
func bytes16(b uint8) Mem {
	x := 0x0101010101010101 * uint64(b)
	return emit.Table(fmt.Sprintf("bytes%d", b), []uint64{x, x})
}

// A lister lists the squares of a set as bytes, together with a byte of data for each square.
type lister struct {
	work  reg.GPVirtual
	lists reg.GPVirtual // the address of bitLists
	n     reg.GPVirtual
}

func newLister(work reg.GPVirtual) *lister {
	l := &lister{work, GP64(), GP64()}
	LEAQ(bitLists(), l.lists)
	XORL(l.n.As32(), l.n.As32())
	return l
}

// rank lists the squares on one rank of the set at workAt("All"), and the bytes of data for them.
func (l *lister) rank(rank, data int) {
	set, squares, bytes := GP64(), XMM(), XMM()
	MOVBLZX(Mem{Base: l.work, Disp: workAt("All") + rank}, set.As32())
	VMOVQ(Mem{Base: l.lists, Index: set, Scale: 8}, squares)
	VMOVQ(Mem{Base: l.work, Disp: data + 8*rank}, bytes)
	VPSHUFB(squares, bytes, bytes)
	VMOVQ(bytes, Mem{Base: l.work, Index: l.n, Scale: 1, Disp: workBytes})
	if rank > 0 {
		VPADDB(bytes16(uint8(8*rank)), squares, squares)
	}
	VMOVQ(squares, Mem{Base: l.work, Index: l.n, Scale: 1, Disp: workAt("Lists")})
	POPCNTL(set.As32(), set.As32())
	ADDL(set.As32(), l.n.As32())
}

// spreadBits returns the constants that turn bits into bytes: a shuffle, and the bit for each byte.
func spreadBits() (spread, bits emit.Vec) {
	bits, spread = YMM(), YMM()
	VPBROADCASTQ(emit.Word(0x8040201008040201), bits)
	VMOVDQU(emit.Table("eightfold", []uint64{0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303}), spread)
	return spread, bits
}

// masks expands four bytes in memory into a byte for each bit.
func masks(four Mem, spread, bits emit.Vec) emit.Vec {
	x := YMM()
	VPBROADCASTD(four, x)
	VPSHUFB(spread, x, x)
	VPAND(bits, x, x)
	VPCMPEQB(bits, x, x)
	return x
}

// setCodes stores the quad code of every square of the planes.
func setCodes(planes, codes Mem) {
	spread, bits := spreadBits()
	for half := range 2 {
		x := YMM()
		v2.Clear(x)
		for plane := 3; plane >= 0; plane-- {
			m := masks(planes.Offset(8*plane+4*half), spread, bits)
			VPADDB(x, x, x)
			VPSUBB(m, x, x)
		}
		VMOVDQU(x, codes.Offset(32*half))
	}
}

// storeSixteen adds first to sixteen 16-bit words and stores them as 32-bit numbers.
func storeSixteen(words, first emit.Vec, dst Mem) {
	for half := range 2 {
		x := YMM()
		if half == 0 {
			VPMOVZXWD(words.AsX(), x)
		} else {
			high := XMM()
			VEXTRACTI128(U8(1), words, high)
			VPMOVZXWD(high, x)
		}
		VPADDD(first, x, x)
		VMOVDQU(x, dst.Offset(32*half))
	}
}

func broadcastByte(m Mem) reg.VecVirtual {
	x := XMM()
	VPBROADCASTB(m, x)
	return x
}

// appendPieces emits the kernel that numbers pieces on squares. It makes lists of squares and
// codes, and then computes sixteen numbers at once.
func appendPieces() {
	emit.Kernel("appendPiecesAVX2", "func(work *uint64)")
	Doc("appendPiecesAVX2 adds the features of the pieces in work, a layout.RowWork.",
		"It works like rowWriter.pieces.")
	w := &rowWriter{work: emit.Argument("work")}
	setCodes(w.at(workAt("Planes")), w.at(workAt("Codes")))
	l := newLister(w.work)
	for rank := range 8 {
		l.rank(rank, workAt("Codes"))
	}
	var turns [2]reg.VecVirtual
	var first, tables [2]emit.Vec
	var rows [2]reg.GPVirtual
	for side := range 2 {
		turns[side] = broadcastByte(w.at(workAt("Turns") + 8*side))
		first[side], tables[side] = YMM(), XMM()
		VPBROADCASTD(w.at(workAt("First")+8*side), first[side])
		VMOVDQU(emit.ByteTable(fmt.Sprintf("pieceOrder%d", side), pieceOrder(side)), tables[side])
		rows[side] = w.next(side)
		ADDQ(l.n, w.at(workAt("N")+8*side))
	}
	i := emit.Zero()
	Label("sixteen")
	squares, codes := XMM(), XMM()
	VMOVDQU(w.at(workAt("Lists")).Idx(i, 1), squares)
	VMOVDQU(w.at(workBytes).Idx(i, 1), codes)
	for side := range 2 {
		kind, sq := XMM(), XMM()
		VPSHUFB(codes, tables[side], kind)
		VPXOR(turns[side], squares, sq)
		words, x := YMM(), YMM()
		VPMOVZXBW(kind, words)
		VPSLLW(U8(6), words, words)
		VPMOVZXBW(sq, x)
		VPADDW(x, words, words)
		storeSixteen(words, first[side], Mem{Base: rows[side]})
		ADDQ(U8(64), rows[side])
	}
	ADDQ(U8(16), i)
	CMPQ(i, l.n)
	JB(LabelRef("sixteen"))
	emit.Finish()
}

// pieceOrder returns the place of each quad code in a side's order of pieces.
func pieceOrder(side int) []uint8 {
	order := [16]uint8{2: 0, 4: 2, 3: 4, 1: 6, 5: 6, 7: 8, 6: 10}
	for code := range 8 {
		order[code+8] = order[code] + uint8(1-side)
		order[code] += uint8(side)
	}
	return order[:]
}

// appendPawns emits the kernel that numbers pawn pairs. For each pawn it lists the earlier pawns
// that are near enough, and then it computes sixteen numbers at once.
func appendPawns() {
	emit.Kernel("appendPawnsAVX2", "func(work *uint64)")
	Doc("appendPawnsAVX2 adds the features of the pawns in work, a layout.RowWork.",
		"It works like rowWriter.pawnPairs.")
	w := &rowWriter{work: emit.Argument("work")}
	all := emit.Register(w.at(workAt("Pawns")))
	ORQ(w.at(workAt("Pawns")+8), all)
	MOVQ(all, w.at(workAt("All")))
	spread, bits := spreadBits()
	for half := range 2 {
		VMOVDQU(masks(w.at(workAt("Pawns")+8+4*half), spread, bits), w.at(workAt("Blacks")+32*half))
	}
	l := newLister(w.work)
	for rank := 1; rank < 7; rank++ {
		l.rank(rank, workAt("Blacks"))
	}

	Comment("The numbers of the pawns for each side.")
	squares, black, files := XMM(), XMM(), XMM()
	VMOVDQU(w.at(workAt("Lists")), squares)
	VMOVDQU(w.at(workBytes), black)
	VPAND(bytes16(7), squares, files)
	var ids [2]reg.VecVirtual
	for side := range ids {
		ids[side] = XMM()
		enemy := XMM()
		VMOVDQU(bytes16(48), enemy)
		if side == 0 {
			VPAND(enemy, black, enemy)
		} else {
			VPANDN(enemy, black, enemy)
		}
		VPXOR(broadcastByte(w.at(workAt("Turns")+8*side)), squares, ids[side])
		VPADDB(enemy, ids[side], ids[side])
		VPSUBB(bytes16(8), ids[side], ids[side])
	}

	Comment("For each pawn, first the white ones, the earlier ones on its files.")
	blacks, whites, pairs, firstPairs := GP64(), GP64(), GP64(), GP64()
	VPMOVMSKB(black, blacks.As32())
	BZHIL(l.n.As32(), blacks.As32(), blacks.As32())
	MOVL(I32(-1), whites.As32())
	BZHIL(l.n.As32(), whites.As32(), whites.As32())
	XORL(blacks.As32(), whites.As32())
	two := XMM()
	VMOVDQU(bytes16(2), two)
	XORL(pairs.As32(), pairs.As32())
	for side, pawns := range [...]reg.GPVirtual{whites, blacks} {
		label := fmt.Sprintf("pawn%d", side)
		TESTL(pawns.As32(), pawns.As32())
		JZ(LabelRef(label + "end"))
		Label(label)
		i, near := lowest(pawns), GP64()
		file, second := XMM(), XMM()
		VPBROADCASTB(w.at(workAt("Lists")).Idx(i, 1), file)
		VPAND(bytes16(7), file, file)
		VPSUBB(files, file, file)
		VPABSB(file, file)
		VPCMPGTB(file, two, file)
		VPMOVMSKB(file, near.As32())
		BZHIL(i.As32(), near.As32(), near.As32())
		VMOVD(i.As32(), second)
		VPBROADCASTB(second, second)
		VMOVDQU(second, w.at(workAt("Pairs")).Idx(pairs, 1))
		for half := range 2 {
			set, list := GP64(), XMM()
			if half == 0 {
				MOVBLZX(near.As8(), set.As32())
			} else {
				SHRL(U8(8), near.As32())
				MOVL(near.As32(), set.As32())
			}
			VMOVQ(Mem{Base: l.lists, Index: set, Scale: 8}, list)
			if half == 1 {
				VPADDB(bytes16(8), list, list)
			}
			VMOVQ(list, w.at(workEarlier).Idx(pairs, 1))
			POPCNTL(set.As32(), set.As32())
			ADDL(set.As32(), pairs.As32())
		}
		TESTL(pawns.As32(), pawns.As32())
		JNZ(LabelRef(label))
		Label(label + "end")
		if side == 0 {
			MOVL(pairs.As32(), firstPairs.As32())
		}
	}

	Comment("The features: for Black, those of the black pawns come first.")
	first, zero := YMM(), GP64()
	VPBROADCASTD(w.at(workAt("First")), first)
	XORL(zero.As32(), zero.As32())
	number := func(label string, dst, from, to reg.GPVirtual, ids reg.VecVirtual) {
		i := emit.Register(from)
		CMPQ(i, to)
		JAE(LabelRef(label + "end"))
		Label(label)
		a, b := XMM(), XMM()
		VPSHUFB(w.at(workAt("Pairs")).Idx(i, 1), ids, a)
		VPSHUFB(w.at(workEarlier).Idx(i, 1), ids, b)
		high, low := XMM(), XMM()
		VPMAXUB(a, b, high)
		VPMINUB(a, b, low)
		words, less, lows := YMM(), YMM(), YMM()
		VPMOVZXBW(high, words)
		VPADDW(constant2("minusOneWords", ^uint64(0)), words, less)
		VPMULLW(less, words, words)
		VPSRLW(U8(1), words, words)
		VPMOVZXBW(low, lows)
		VPADDW(lows, words, words)
		storeSixteen(words, first, Mem{Base: dst})
		ADDQ(U8(64), dst)
		ADDQ(U8(16), i)
		CMPQ(i, to)
		JB(LabelRef(label))
		Label(label + "end")
	}
	number("white", w.next(0), zero, pairs, ids[0])
	number("black", w.next(1), firstPairs, pairs, ids[1])
	later := w.next(1)
	LEAQ(Mem{Base: later, Index: pairs, Scale: 4}, later)
	SHLQ(U8(2), firstPairs)
	SUBQ(firstPairs, later)
	SHRQ(U8(2), firstPairs)
	number("later", later, zero, firstPairs, ids[1])
	ADDQ(pairs, w.at(workAt("N")))
	ADDQ(pairs, w.at(workAt("N")+8))
	emit.Finish()
}

// storeRows emits the kernel that writes a board's rows: features, and then -1 up to the end. If stream
// is true, it writes past the caches in whole cache lines.
func storeRows() {
	emit.Kernel("storeRowsAVX2", "func(white, black *int32, work *uint64, length int, stream bool)")
	Doc("storeRowsAVX2 sets the rows to the features in work, a layout.RowWork, and the rest of them to -1. It writes",
		"sixteen elements to the features past the last one. With stream the rows start at multiples of 64 bytes.")
	w := &rowWriter{work: emit.Argument("work")}
	length := emit.Argument("length")
	stream := GP32()
	Load(Param("stream"), stream.As8())
	ones, full := YMM(), GP64()
	VPBROADCASTQ(emit.Word(^uint64(0)), ones)
	MOVQ(length, full)
	ANDQ(I8(-16), full)
	// The -1 are stored before the rows are loaded, because a load that overlaps them waits for all
	// earlier stores.
	var features, n [2]reg.GPVirtual
	for side := range n {
		features[side], n[side] = GP64(), GP64()
		MOVQ(w.at(workAt("N")+8*side), n[side])
		CMPQ(n[side], length)
		CMOVQHI(length, n[side])
		LEAQ(w.at(workAt("Features")+side*workSide), features[side])
		for half := range 2 {
			VMOVDQU(ones, Mem{Base: features[side], Index: n[side], Scale: 4, Disp: 32 * half})
		}
	}
	for side, name := range []string{"white", "black"} {
		row, features, n, i, copied := emit.Argument(name), features[side], n[side], GP64(), GP64()
		Comment("Lines with features, then other whole lines, then single elements.")
		LEAQ(Mem{Base: n, Disp: 15}, copied)
		ANDQ(I8(-16), copied)
		CMPQ(copied, full)
		CMOVQHI(full, copied)
		XORL(i.As32(), i.As32())
		at := func(base reg.GPVirtual, half int) Mem { return Mem{Base: base, Index: i, Scale: 4, Disp: 32 * half} }
		loop := func(label string, end reg.GPVirtual, body func()) {
			label = name + label
			CMPQ(i, end)
			JAE(LabelRef(label + "end"))
			Label(label)
			body()
			CMPQ(i, end)
			JB(LabelRef(label))
			Label(label + "end")
		}
		lines := func(label string, store func(x, m Op)) {
			loop(label+"copy", copied, func() {
				for half := range 2 {
					x := emit.AVX2.Load(at(features, half))
					store(x, at(row, half))
				}
				ADDQ(U8(16), i)
			})
			loop(label+"pad", full, func() {
				store(ones, at(row, 0))
				store(ones, at(row, 1))
				ADDQ(U8(16), i)
			})
		}
		TESTB(stream.As8(), stream.As8())
		JZ(LabelRef(name + "cached"))
		lines("streamed", func(x, m Op) { VMOVNTDQ(x, m) })
		JMP(LabelRef(name + "tail"))
		Label(name + "cached")
		lines("cached", func(x, m Op) { VMOVDQU(x, m) })
		Label(name + "tail")
		loop("one", length, func() {
			x, none := GP64(), GP64()
			MOVL(at(features, 0), x.As32())
			MOVL(I32(-1), none.As32())
			CMPQ(i, n)
			CMOVLCC(none.As32(), x.As32())
			MOVL(x.As32(), at(row, 0))
			INCQ(i)
		})
	}
	emit.Finish()
}

// storeFence emits the kernel that makes streamed rows visible to all processors.
func storeFence() {
	emit.Kernel("storeFenceAVX2", "func()")
	Doc("storeFenceAVX2 makes streamed rows visible before what is written later.")
	MFENCE()
	RET()
}
