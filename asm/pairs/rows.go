package pairs

import (
	"fmt"
	"unsafe"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/squares"
)

var (
	orderAt = emit.Offsets[layout.FeatureOrder]()
	placeAt = emit.Offsets[layout.FeaturePlace]()
	lineAt  = emit.Offsets[layout.SquareLines]()
	workAt  = emit.Offsets[layout.RowWork]()

	order    layout.FeatureOrder
	orderRow = int(unsafe.Sizeof(order.Places[0]))

	rowWork     layout.RowWork
	workSide    = int(unsafe.Sizeof(rowWork.Features[0]))
	workBytes   = workAt("Lists") + len(rowWork.Lists[0])
	workEarlier = workAt("Pairs") + len(rowWork.Pairs[0])
)

// A rowWriter contains the registers of appendThreats.
type rowWriter struct {
	work         reg.GPVirtual
	white, black reg.GPVirtual // where the next features for White and Black go

	// The attacker of a pair, as each side sees it: see layout.FeatureOrder. The low half of a word
	// is White's view and the high half Black's.
	attacks [2]reg.GPVirtual // its attacks on an empty board
	begin   reg.GPVirtual    // its first feature numbers within its kind
	base    reg.GPVirtual    // the address of a table: the first feature by victim
}

func (w *rowWriter) at(offset int) Mem { return Mem{Base: w.work, Disp: offset} }

// next returns where a side's next feature goes to.
func (w *rowWriter) next(side int) reg.GPVirtual {
	r := emit.Register(w.at(workAt("N") + 8*side))
	LEAQ(Mem{Base: w.work, Index: r, Scale: 4, Disp: workAt("Features") + side*workSide}, r)
	return r
}

// setN stores how many features a side has, given the place for its next feature.
func (w *rowWriter) setN(side int, next reg.GPVirtual) {
	first := emit.Address(w.at(workAt("Features") + side*workSide))
	SUBQ(first, next)
	SHRQ(U8(2), next)
	MOVQ(next, w.at(workAt("N")+8*side))
}

// appendThreats emits the kernel that finds and numbers a board's pairs. The board's codes and
// sets are computed in vectors, but the rest is scalar: sliders attack by subtraction
// (hyperbola quintessence), and a pair's number is a bit count, so that all tables fit in the
// first-level cache. The first two victims of each piece are written without a branch, even if
// they do not exist.
func appendThreats() {
	emit.Kernel("appendThreatsAVX2", "func(order, work *uint64)")
	Doc("appendThreatsAVX2 adds the features of the pairs of the board in work, a layout.RowWork.",
		"It works like rowWriter.threats.")
	w := &rowWriter{work: emit.Argument("work")}
	w.setBoard()
	w.white = w.next(0)
	var laterEnd reg.GPVirtual
	for side := range 2 {
		if side == 0 {
			w.black = emit.Address(w.at(workAt("Later")))
		} else {
			laterEnd = GP64()
			MOVQ(w.black, w.at(workAt("LaterEnd")))
			w.black = w.next(1)
		}
		own := emit.Register(w.at(workAt("Planes") + 24))
		if side == 0 {
			ANDNQ(w.at(workAt("All")), own, own)
		} else {
			ANDQ(w.at(workAt("All")), own)
		}
		MOVQ(own, w.at(workAt("Own")))
		w.pawns(side)
		for kind := layout.OrderKnight; kind <= layout.OrderQueen; kind++ {
			w.pieces(side, kind)
		}
	}
	Comment("The features of White's attackers for Black.")
	later := GP64()
	MOVQ(w.at(workAt("LaterEnd")), laterEnd)
	LEAQ(w.at(workAt("Later")), later)
	SUBQ(later, laterEnd)
	ADDQ(w.black, laterEnd)
	at := emit.Register(w.black)
	Label("later")
	x := emit.AVX2.Load(Mem{Base: later})
	VMOVDQU(x, Mem{Base: at})
	ADDQ(U8(32), later)
	ADDQ(U8(32), at)
	CMPQ(at, laterEnd)
	JB(LabelRef("later"))
	w.setN(0, w.white)
	w.setN(1, laterEnd)
	emit.Finish()
}

// setBoard computes the codes of all squares, the piece sets, and the victims for each kind.
func (w *rowWriter) setBoard() {
	var g [3]emit.Vec
	for i := range g {
		g[i] = v2.BroadcastAt(w.at(workAt("Planes") + 8*i))
	}
	both := v2.Or(g[0], g[1])
	all := v2.Or(both, g[2])
	VMOVQ(all.AsX(), w.at(workAt("All")))
	g01 := v2.And(g[0], g[1])
	sets := [6]emit.Vec{
		v2.NotAnd(v2.Or(g[0], g[2]), g[1]), v2.NotAnd(both, g[2]), v2.NotAnd(g[2], g01),
		v2.NotAnd(g[1], g[0]), v2.And(g01, g[2]), v2.NotAnd(g[0], v2.And(g[1], g[2])),
	}
	var targets [2]emit.Vec
	tables := w.tables()
	for v, set := range sets {
		VMOVQ(set.AsX(), w.at(workAt("Sets")+8*v))
		for half := range targets {
			v2.Join(&targets[half], v2.And(set, Mem{Base: tables, Disp: orderAt("Victims") + 64*v + 32*half}))
		}
	}
	for half, x := range targets {
		VMOVDQU(x, w.at(workAt("Targets")+32*half))
	}
	setCodes(w.at(workAt("Planes")), w.at(workAt("Codes")))
}

// attacker loads the attacker on a square. A pawn's kind is different for White and for Black.
func (w *rowWriter) attacker(from reg.GPVirtual, kinds [2]int) {
	w.attacks = [2]reg.GPVirtual{GP64(), GP64()}
	w.begin, w.base = GP64(), GP64()
	tables := w.tables()
	for side := 1; side >= 0; side-- {
		at := GP64()
		MOVQ(w.at(workAt("Turns")+8*side), at)
		XORQ(from, at)
		SHLQ(U8(4), at)
		row := Mem{Base: tables, Index: at, Scale: 1, Disp: orderAt("Places") + orderRow*kinds[side]}
		MOVQ(row, w.attacks[side])
		if side == 1 {
			MOVQ(row.Offset(placeAt("Begin")), w.begin)
			SHLQ(U8(32), w.begin)
		} else {
			ADDQ(row.Offset(placeAt("Begin")), w.begin)
		}
	}
	MOVBLZX(Mem{Base: w.work, Index: from, Scale: 1, Disp: workAt("Codes")}, w.base.As32())
	SHLL(U8(7), w.base.As32())
	ADDQ(tables, w.base)
}

// number returns a side's feature for the attacker and the victim on a square: sum, which is base plus
// begin, plus the number of lower squares that the attacker attacks.
func (w *rowWriter) number(side int, to reg.GPVirtual, sum reg.GPVirtual) reg.GPVirtual {
	x := emit.Register(w.at(workAt("Turns") + 8*side))
	XORQ(to, x)
	BZHIQ(x, w.attacks[side], x)
	POPCNTQ(x, x)
	ADDL(sum.As32(), x.As32())
	return x
}

// storeBoth stores the features of the attacker and the victim on a square for White and for Black.
func (w *rowWriter) storeBoth(to reg.GPVirtual, white, black Mem) {
	sum := GP64()
	MOVBLZX(Mem{Base: w.work, Index: to, Scale: 1, Disp: workAt("Codes")}, sum.As32())
	MOVQ(Mem{Base: w.base, Index: sum, Scale: 8, Disp: orderAt("Base")}, sum)
	ADDQ(w.begin, sum)
	MOVL(w.number(0, to, sum).As32(), white)
	SHRQ(U8(32), sum)
	MOVL(w.number(1, to, sum).As32(), black)
}

// lowest returns the lowest square of a set, 64 if it is empty, and removes it.
func lowest(set reg.GPVirtual) reg.GPVirtual {
	sq := GP64()
	TZCNTQ(set, sq)
	BLSRQ(set, set)
	return sq
}

// pawns emits the loops over the victims of a side's pawns, one for each direction of capture.
func (w *rowWriter) pawns(side int) {
	type step struct {
		mask uint64
		by   int
	}
	const east, west = squares.NotFileH, squares.NotFileA // pawns that can capture to the east, and to the west
	steps := [2][2]step{{{east, 9}, {west, 7}}, {{west, -9}, {east, -7}}}[side]
	kinds := [2]int{layout.OrderPawn, layout.OrderEnemyPawn}
	if side == 1 {
		kinds = [2]int{kinds[1], kinds[0]}
	}
	for i, s := range steps {
		label := fmt.Sprintf("pawns%d%d", side, i)
		victims := emit.Register(U64(s.mask &^ (squares.Rank1 | squares.Rank8)))
		ANDQ(w.at(workAt("Sets")), victims)
		ANDQ(w.at(workAt("Own")), victims)
		if s.by > 0 {
			SHLQ(U8(s.by), victims)
		} else {
			SHRQ(U8(-s.by), victims)
		}
		ANDQ(w.at(workAt("Targets")), victims)
		each(label, victims, func(to reg.GPVirtual) {
			from := GP64()
			LEAQ(Mem{Base: to, Disp: -s.by}, from)
			w.attacker(from, kinds)
			w.storeBoth(to, Mem{Base: w.white}, Mem{Base: w.black})
			ADDQ(U8(4), w.white)
			ADDQ(U8(4), w.black)
		})
	}
}

// each emits a loop over the squares of a set and empties the set. The CPU's flags must say whether the
// set is empty.
func each(label string, set reg.GPVirtual, body func(sq reg.GPVirtual)) {
	JZ(LabelRef(label + "end"))
	Label(label)
	body(lowest(set))
	TESTQ(set, set)
	JNZ(LabelRef(label))
	Label(label + "end")
}

// pieces emits the loop over a side's pieces of a kind.
func (w *rowWriter) pieces(side, kind int) {
	label := fmt.Sprintf("%s%d", [...]string{1: "knights", 2: "bishops", 3: "rooks", 4: "queens"}[kind], side)
	set := emit.Register(w.at(workAt("Sets") + 8*kind))
	ANDQ(w.at(workAt("Own")), set)
	each(label, set, func(from reg.GPVirtual) {
		victims := w.victims(kind, from)
		ANDQ(w.at(workAt("Targets")+8*kind), victims)
		w.attacker(from, [2]int{kind, kind})
		same := emit.Register(w.at(workAt("Sets") + 8*kind))
		ANDQ(victims, same)
		JNZ(LabelRef(label + "same"))
		w.otherKinds(label, victims)
		TESTQ(set, set)
		JNZ(LabelRef(label))
		JMP(LabelRef(label + "end"))
		Label(label + "same")
		w.sameKind(label, from, victims, same)
	})
}

// otherKinds emits the features of victims that are not of the attacker's kind. It emits two
// without a branch, even if they do not exist, and then the others in a loop.
func (w *rowWriter) otherKinds(label string, victims reg.GPVirtual) {
	n := GP64()
	POPCNTQ(victims, n)
	for i := range 2 {
		w.storeBoth(lowest(victims), Mem{Base: w.white, Disp: 4 * i}, Mem{Base: w.black, Disp: 4 * i})
	}
	LEAQ(Mem{Base: w.white, Index: n, Scale: 4}, w.white)
	LEAQ(Mem{Base: w.black, Index: n, Scale: 4}, w.black)
	TESTQ(victims, victims)
	JZ(LabelRef(label + "next"))
	POPCNTQ(victims, n)
	NEGQ(n)
	Label(label + "more")
	w.storeBoth(lowest(victims), Mem{Base: w.white, Index: n, Scale: 4}, Mem{Base: w.black, Index: n, Scale: 4})
	INCQ(n)
	JNZ(LabelRef(label + "more"))
	Label(label + "next")
}

// sameKind emits the features of victims when some of them, the set same, are of the attacker's kind.
// Of two such pieces that attack each other, only the piece on the higher square, as the side sees it,
// has a feature as attacker.
func (w *rowWriter) sameKind(label string, from, victims, same reg.GPVirtual) {
	Comment("Victims of the same kind: only those on lower squares of a view have a feature.")
	for view, row := range [...]reg.GPVirtual{w.white, w.black} {
		rest := GP64()
		tables := w.tables()
		ADDQ(w.at(workAt("Lower")+8*view), tables)
		MOVQ(Mem{Base: tables, Index: from, Scale: 8}, rest)
		ANDNQ(same, rest, rest)
		ANDNQ(victims, rest, rest)
		each(fmt.Sprintf("%ssame%d", label, view), rest, func(to reg.GPVirtual) {
			sum, begin := GP64(), GP64()
			MOVBLZX(Mem{Base: w.work, Index: to, Scale: 1, Disp: workAt("Codes")}, sum.As32())
			MOVL(Mem{Base: w.base, Index: sum, Scale: 8, Disp: orderAt("Base") + 4*view}, sum.As32())
			MOVQ(w.begin, begin)
			if view == 1 {
				SHRQ(U8(32), begin)
			}
			ADDL(begin.As32(), sum.As32())
			MOVL(w.number(view, to, sum).As32(), Mem{Base: row})
			ADDQ(U8(4), row)
		})
	}
}

// victims emits the set of squares that a piece attacks.
func (w *rowWriter) victims(kind int, from reg.GPVirtual) reg.GPVirtual {
	tables, at, set := w.tables(), GP64(), GP64()
	MOVQ(from, at)
	if kind == layout.OrderKnight {
		SHLQ(U8(4), at)
		MOVQ(Mem{Base: tables, Index: at, Scale: 1, Disp: orderAt("Places") + orderRow*kind}, set)
		return set
	}
	SHLQ(U8(5), at)
	ADDQ(tables, at)
	square, reversed := GP64(), GP64()
	MOVQ(Mem{Base: at, Disp: orderAt("Lines") + lineAt("Square")}, square)
	MOVQ(square, reversed)
	BSWAPQ(reversed)
	ADDQ(square, square)
	ADDQ(reversed, reversed)
	first := true
	line := func(offset int) {
		o, back := GP64(), GP64()
		MOVQ(w.at(workAt("All")), o)
		ANDQ(Mem{Base: at, Disp: orderAt("Lines") + offset}, o)
		MOVQ(o, back)
		BSWAPQ(back)
		SUBQ(square, o)
		SUBQ(reversed, back)
		BSWAPQ(back)
		XORQ(back, o)
		ANDQ(Mem{Base: at, Disp: orderAt("Lines") + offset}, o)
		if first {
			MOVQ(o, set)
		} else {
			ORQ(o, set)
		}
		first = false
	}
	if kind != layout.OrderRook {
		line(lineAt("Diagonal"))
		line(lineAt("Antidiagonal"))
	}
	if kind != layout.OrderBishop {
		line(lineAt("File"))
		Comment("The rank, by its pieces on files b to g.")
		rank, file, attacks := GP64(), GP64(), GP64()
		MOVQ(from, rank)
		ANDL(U8(56), rank.As32())
		MOVQ(from, file)
		ANDL(U8(7), file.As32())
		SHLL(U8(6), file.As32())
		ADDQ(tables, file)
		SHRXQ(rank, w.at(workAt("All")), attacks)
		SHRQ(U8(1), attacks)
		ANDL(U8(63), attacks.As32())
		MOVBLZX(Mem{Base: file, Index: attacks, Scale: 1, Disp: orderAt("Ranks")}, attacks.As32())
		SHLXQ(rank, attacks, attacks)
		ORQ(attacks, set)
	}
	return set
}

// tables loads the tables' address again for each use, because all registers are in use.
func (w *rowWriter) tables() reg.GPVirtual {
	return emit.Register(emit.WordParam("order"))
}
