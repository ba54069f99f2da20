// Package env emits the kernel of package env: the planes of the last positions.
package env

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/asm/emit"
)

// Kernels emits the kernels of package env.
func Kernels() { history() }

// history emits the kernel that divides boards into pieces by kind and colour. The avx512
// path uses it as well: a game has too little work for wider registers.
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
	// The bits of g0, g1 and g2 in the codes of pawns, knights, bishops and rooks, inverted;
	// for rooks g2 may be any bit.
	minor0 := words("minor0", all, all, 0, 0)
	minor1 := words("minor1", 0, all, 0, all)
	minor2 := words("minor2", all, 0, all, 0)
	any2 := words("any2", 0, 0, 0, all)
	major0 := words("major0", 0, all, 0, all) // of queens and kings
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
