package pairs

import (
	"unsafe"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

var (
	featureDeltasAt = emit.Offsets[layout.FeatureDeltas]()
	featureListAt   = emit.Offsets[layout.FeatureList]()

	featureDeltas layout.FeatureDeltas
	deltasSide    = int(unsafe.Sizeof(featureDeltas.Features[0]))
	deltasOf      = int(unsafe.Sizeof(featureDeltas.Features[0][0]))

	featureList layout.FeatureList
	featureSide = int(unsafe.Sizeof(featureList.Features[0]))
)

// numbers emits the kernels that number features. Each pair takes three look-ups of words,
// for both sides together. The kernels are scalar, with one loop for removed pairs and one
// for added pairs. On Zen 5 that takes 14 ns for each move, or 9 ns if the branch
// predictors know the numbers of pairs. Alternatives, with the same lists:
//
//	eight pairs in parallel by gathers, two instead of three, no branch to miss   28 ns
//	deltas and numbers in one kernel, pairs loaded right after they are stored  20 ns
//	four pairs loaded before the first feature is stored                        19 ns
//	one loop of a removed and an added pair each                                16 ns
//	rows of half the size, widened by PDEP                                      15 ns
//	the next two pairs loaded before a feature is stored                        14 ns
func numbers() {
	open := func(kernel, what string) (n *numberer, dst, list Mem) {
		emit.Kernel(kernel+"AVX2", "func(dst, first *uint64, to *uint32, rows, "+what+" *uint64)")
		Doc(kernel+"AVX2 sets dst to the features of the pairs of "+what+".",
			"It works like "+kernel+"Generic. It writes at most one feature of a side past the last.")
		n = &numberer{emit.Pointer("first"), emit.Pointer("to"), emit.Pointer("rows")}
		return n, emit.Pointer("dst"), emit.Pointer(what)
	}

	n, dst, deltas := open("numberDeltas", "deltas")
	for i, name := range [...]string{"removed", "added"} {
		Comment("Pairs that are " + name + ".")
		sides := [2]*list{newList(dst.Offset(i * deltasOf)), newList(dst.Offset(deltasSide + i*deltasOf))}
		n.all(name, deltas.Offset(deltasAt("Pairs")+i*changeBytes), deltas.Offset(deltasAt("N")+8*i), sides)
		for side, l := range sides {
			MOVQ(l.n, dst.Offset(featureDeltasAt("N")+16*side+8*i))
		}
	}
	RET()

	n, dst, pairs := open("numberList", "list")
	sides := [2]*list{newList(dst), newList(dst.Offset(featureSide))}
	n.all("pairs", pairs.Offset(listAt("Pairs")), pairs.Offset(listAt("N")), sides)
	for side, l := range sides {
		MOVQ(l.n, dst.Offset(featureListAt("N")+8*side))
	}
	RET()
}

// A numberer contains the addresses of the tables.
type numberer struct{ first, to, rows Mem }

// all emits the numbers of pairs for White's and Black's lists.
func (f *numberer) all(label string, pairs, n Mem, sides [2]*list) {
	at, end := emit.Address(pairs), emit.Register(n)
	LEAQ(Mem{Base: at, Index: end, Scale: 4}, end)
	CMPQ(at, end)
	JE(LabelRef(label + "End"))
	Label(label)
	f.one(Mem{Base: at}, sides)
	ADDQ(U8(4), at)
	CMPQ(at, end)
	JNE(LabelRef(label))
	Label(label + "End")
}

func (f *numberer) one(at Mem, sides [2]*list) {
	pair, pieces, x, white := GP64(), GP64(), GP64(), GP64()
	MOVL(at, pair.As32())
	MOVL(pair.As32(), pieces.As32())
	SHRL(U8(layout.PairAttacker), pieces.As32())
	XORL(f.to.Idx(pieces, 4), pair.As32())
	MOVQ(f.first.Idx(pieces, 8), x)
	ADDQ(f.rows.Idx(pair, 8), x)
	MOVL(x.As32(), white.As32())
	put := func(x reg.GPVirtual, l *list) {
		MOVL(x.As32(), l.end())
		SBBQ(I8(-1), l.n)
	}
	SHRL(U8(layout.FeatureBits), white.As32())
	put(white, sides[0])
	SHRQ(U8(32+layout.FeatureBits), x)
	put(x, sides[1])
}
