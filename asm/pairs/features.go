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
	features        layout.FeatureDeltas
	featuresN       = int(unsafe.Offsetof(features.N))
	featuresSide    = int(unsafe.Sizeof(features.Features[0]))
	featuresList    = int(unsafe.Sizeof(features.Features[0][0]))
	firstFeatureAt  = int(unsafe.Offsetof(layout.FirstFeature{}.First))
	firstPlaceAt    = int(unsafe.Offsetof(layout.FirstFeature{}.Place))
	firstFeatureLog = uint8(3) // of the size of a FirstFeature
)

// numberDeltas emits the numbers of features: two lookups for each pair and side. Gathers
// would make as many loads, and lists are short; so it is scalar, and serves both
// paths.
func numberDeltas() {
	if unsafe.Sizeof(layout.FirstFeature{}) != 1<<firstFeatureLog {
		panic("pairs: the size of a FirstFeature")
	}
	emit.Kernel("numberDeltasAVX2", "func(dst *uint64, places *uint32, deltas, white, black *uint64)")
	Doc("numberDeltasAVX2 sets dst to the features of the pairs of deltas.",
		"It works like numberDeltasGeneric. It writes at most one feature past the last.")
	dst, places, deltas := emit.Pointer("dst"), emit.Pointer("places"), emit.Pointer("deltas")
	firsts := [2]Mem{emit.Pointer("white"), emit.Pointer("black")}
	for i, name := range [2]string{"removed", "added"} {
		Comment("Pairs that are " + name + ".")
		n, at := GP64(), GP64()
		MOVQ(deltas.Offset(changesN+8*i), n)
		LEAQ(deltas.Offset(changePairs+i*changeBytes), at)
		var numbers [2]*list
		for side := range numbers {
			numbers[side] = newList(dst.Offset(side*featuresSide + i*featuresList))
		}
		LEAQ(Mem{Base: at, Index: n, Scale: 4}, n)
		CMPQ(at, n)
		JE(LabelRef(name + "End"))
		Label(name)
		pair, pieces := GP64(), GP64()
		MOVL(Mem{Base: at}, pair.As32())
		ADDQ(U8(4), at)
		MOVL(pair.As32(), pieces.As32())
		ANDL(U32(1<<layout.PairAttacker-1), pair.As32())
		SHRL(U8(layout.PairAttacker), pieces.As32())
		for side, first := range firsts {
			numberPair(pair, pieces, first, places, numbers[side])
		}
		CMPQ(at, n)
		JNE(LabelRef(name))
		Label(name + "End")
		for side, l := range numbers {
			MOVQ(l.n, dst.Offset(featuresN+16*side+8*i))
		}
	}
	RET()
}

// numberPair adds the feature of a pair, if it has one.
func numberPair(pair, pieces reg.GPVirtual, first, places Mem, l *list) {
	at := func(field int) Mem { return first.Offset(field).Idx(pieces, 1<<firstFeatureLog) }
	place, x := GP64(), GP64()
	MOVL(pair.As32(), place.As32())
	XORL(at(firstPlaceAt), place.As32())
	MOVL(places.Idx(place, 4), x.As32())
	ADDL(at(firstFeatureAt), x.As32())
	Comment("The bit that is shifted out last tells that there is none.")
	SHRL(U8(layout.FeatureBits), x.As32())
	MOVL(x.As32(), l.end())
	SBBQ(I8(-1), l.n)
}
