// Package env emits the kernels for package env: planes for the last positions, and bits as bytes
// and floats.
package env

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/asm/emit"
)

// Kernels emits the kernels of package env.
func Kernels() {
	history()
	emit.Kernel("fenceAVX2", "func()")
	Doc("fenceAVX2 makes what was written around the caches visible to other threads.")
	MFENCE() // avo treats SFENCE as an extension of its own
	RET()
	for _, v := range []*emit.ISA{emit.AVX2, emit.AVX512} {
		expand(v, "expandBytes", "uint8", 1)
		expand(v, "expandFloats", "float32", 4)
	}
}

// expand emits a kernel that writes one into the lane of each 1 bit, and 0 into the lane of each
// 0 bit.
//
//	AVX-512: x := one, under the bits of the word as a mask
//	AVX2:    x := the word in every lane; bytes: the byte with the bit of each lane
//	         x := x&bit == bit ? one : 0
func expand(v *emit.ISA, name, element string, size int) {
	name += v.Name
	emit.Kernel(name, "func(dst *"+element+", src *uint64, n int, one, stream uint64)")
	Doc(fmt.Sprintf("%s sets dst[64*i+s] to one if bit s of src[i] is 1 for 0 <= i < n, otherwise to 0. The argument contains one in each lane. n is at least 1. If stream is not 0, it writes around the caches; dst must then be divisible by %d if stream is 1, and by 16 if it is 2.", name, v.Bytes))
	dst, src, n := emit.Argument("dst"), emit.Argument("src"), emit.Argument("n")
	lanes := v.Bytes / size
	ones := v.BroadcastParam("one")
	var order emit.Vec
	bits := map[int]emit.Vec{} // by the number of the lowest bit in a word of 32 bits
	if !v.Wide() {
		table := func(name string, f func(i int) int) emit.Vec { return v.Load(emit.BytesOf(name, 32, f)) }
		if size == 1 {
			order = table("bytesofbits", func(i int) int { return i / 8 })
			bits[0] = table("bitofbytes", func(i int) int { return 1 << (i % 8) })
		} else {
			for first := 0; first < 32; first += lanes {
				bits[first] = table(fmt.Sprintf("bitofwords%d", first), func(i int) int { return 1 << (first + i/4) >> (8 * (i % 4)) & 0xff })
			}
		}
	}
	stream := emit.Argument("stream")
	CMPQ(stream, U8(1))
	JEQ(LabelRef("stream"))
	JA(LabelRef("parts"))
	for _, store := range []struct {
		label string
		f     func(x emit.Vec, m Mem)
	}{{"word", func(x emit.Vec, m Mem) { v.Store(x, m) }}, {"stream", func(x emit.Vec, m Mem) { VMOVNTDQ(x, m) }}, {"parts", func(x emit.Vec, m Mem) {
		VMOVNTDQ(x.AsX(), m)
		for at := 16; at < v.Bytes; at += 16 {
			part := XMM()
			if v.Wide() {
				VEXTRACTI32X4(U8(at/16), x, part)
			} else {
				VEXTRACTI128(U8(1), x, part)
			}
			VMOVNTDQ(part, m.Offset(at))
		}
	}}} {
		Label(store.label)
		for at := 0; at < 64; at += lanes {
			from, x := Mem{Base: src, Disp: at / 8}, v.Vec()
			switch {
			case v.Wide() && size == 1:
				mask := K()
				KMOVQ(from, mask)
				VMOVDQU8_Z(ones, mask, x)
			case v.Wide():
				mask := K()
				KMOVW(from, mask)
				VMOVDQU32_Z(ones, mask, x)
			case size == 1:
				VPBROADCASTD(from, x)
				VPSHUFB(order, x, x)
				VPAND(bits[0], x, x)
				VPCMPEQB(bits[0], x, x)
				VPAND(ones, x, x)
			default:
				bit := bits[at%32]
				VPBROADCASTD(Mem{Base: src, Disp: at / 32 * 4}, x)
				VPAND(bit, x, x)
				VPCMPEQD(bit, x, x)
				VPAND(ones, x, x)
			}
			store.f(x, Mem{Base: dst, Disp: at * size})
		}
		ADDQ(I32(64*size), dst)
		ADDQ(U8(8), src)
		DECQ(n)
		JNZ(LabelRef(store.label))
		emit.Finish()
	}
}

// history emits the kernel that divides boards into pieces by kind and colour. The avx512
// path also uses it, because a game has too little work for wider registers.
//
//	for k from 0 to n-1:
//		g := board (ply-k)%8 of history, in every lane, ranks mirrored for Black
//		minor := pawns, knights, bishops, rooks, one in each lane
//		major := queens, king, queens, king
//		own := gB for Black, ^gB for White
//		dst := minor&own, major&own (two lanes), minor&^own, major&^own (two lanes)
func history() {
	v := emit.AVX2
	const all = ^uint64(0)
	emit.Kernel("setHistoryAVX2", "func(dst *uint64, history *uint64, ply uint64, n int, black uint64, white uint64, group int)")
	Doc("setHistoryAVX2 sets 12 words, group bytes apart, for each of the positions (ply-k)%8 of history, 0 <= k < n: the planes of setPieces. black is 1 and white is 0 if Black is to move, otherwise black is 0 and white has all bits set. n is at least 1.")
	words := func(name string, x ...uint64) emit.Vec { return v.Load(emit.Table(name, x)) }
	// The bits of g0, g1 and g2 in pawns, knights, bishops and rooks, inverted. For rooks,
	// g2 can be either.
	minor0 := words("minor0", all, all, 0, 0)
	minor1 := words("minor1", 0, all, 0, all)
	minor2 := words("minor2", all, 0, all, 0)
	any2 := words("any2", 0, 0, 0, all)
	major0 := words("major0", 0, all, 0, all) // for queens and kings
	theirs := words("theirs", 0, 0, all, all)
	var orders []uint8
	for black := range 2 {
		for i := range 32 {
			orders = append(orders, uint8(i%16^7*black))
		}
	}
	dst, boards := emit.Argument("dst"), emit.Argument("history")
	ply, n, group := emit.Argument("ply"), emit.Argument("n"), emit.Argument("group")
	table, at := GP64(), GP64()
	LEAQ(emit.ByteTable("rankorders", orders), table)
	Load(Param("black"), at)
	SHLQ(U8(5), at)
	order := v.Load(Mem{Base: table, Index: at, Scale: 1})
	white := v.BroadcastParam("white")

	Label("position")
	MOVQ(ply, at)
	ANDQ(U8(7), at)
	SHLQ(U8(5), at)
	var g [4]emit.Vec
	for p := range g {
		g[p] = v.BroadcastAt(Mem{Base: boards, Index: at, Scale: 1, Disp: 8 * p})
		VPSHUFB(order, g[p], g[p])
	}
	minor := v.And(v.And(v.Xor(g[0], minor0), v.Xor(g[1], minor1)), v.Or(v.Xor(g[2], minor2), any2))
	major := v.And(v.And(v.Xor(g[0], major0), g[1]), g[2])
	own := v.Xor(g[3], white)
	major = v.And(major, v.Xor(own, theirs))
	v.Store(v.And(minor, own), Mem{Base: dst})
	VMOVDQU(major.AsX(), Mem{Base: dst, Disp: 8 * 4})
	v.Store(v.NotAnd(own, minor), Mem{Base: dst, Disp: 8 * 6})
	VEXTRACTI128(U8(1), major, Mem{Base: dst, Disp: 8 * 10})
	ADDQ(group, dst)
	DECQ(ply)
	DECQ(n)
	JNZ(LabelRef("position"))
	emit.Finish()
}
