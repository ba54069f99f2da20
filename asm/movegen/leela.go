package movegen

import (
	"fmt"
	"maps"
	"math/bits"
	"slices"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/internal/squares"
)

// leelaWords is how many words a mask has.
const leelaWords = 30

// Leela emits the kernel that computes Leela's masks of a block on AVX-512, 30 words for each position. A
// word is one square of all positions: bit i belongs to position i. A register contains the squares of a
// rank. Therefore the kernel can order moves by moving words, and has to transpose bits only once:
//
//	for each rank r and direction d, with targets x of all pieces:
//		source = own[r]
//		for n in 1..7, t = r + n ranks:
//			moves[r, t, files] = source & x[t] moved back by n files
//			source &^= own[t] moved back by n files           // a piece in between
//	for each rank r, eight moves (t, files) at a time, in the order of targets:
//		transpose: the moves of each square
//		store the moves that stay on the board, square after square
//	transpose the bits: 64 moves of each position
func Leela() {
	v := emit.AVX512
	v.Kernel("leela"+v.Name, fmt.Sprintf("func(dst, sets, rare *uint64, ranks *[%d]uint64)", len(layout.MoveRanks{})), fmt.Sprintf("leela%s sets %d words starting at dst[%d*i] to the moves of position i at ranks, for 0 <= i < %d. It sets bit i of rare if the position may have other moves. It uses the %d words at sets as scratch space.",
		v.Name, leelaWords, leelaWords, v.Bytes, layout.MaskRoom))
	l := &leelaMasks{ranks: ranksParam(v, "ranks"), dst: v.Param("dst"), zero: v.Broadcast(0)}
	l.room = v.RoomAt(emit.AlignedPointer("sets", 64), layout.MaskRoom/8-1)
	l.room.Extend()
	v.StoreBits(v.Load(l.ranks.at(layout.RankRest, layout.RankRare)), emit.Pointer("rare"))
	l.loadSquares()
	words := make([]Mem, leelaWords*64/8+1)
	for i := range words {
		words[i] = l.room.Slot()
	}
	l.labels = emit.Address(words[0])
	count := GP32()
	for n := 1; n < 8; n++ {
		l.firstWords[n] = K()
		MOVL(U32(1<<n-1), count)
		KMOVW(count, l.firstWords[n])
	}
	label := 0
	for r := range 8 {
		label = l.rank(r, label)
	}
	l.promotions(label)
	l.storeMasks()
	v.Finish()
}

// leelaMasks emits a block's masks. Leela's move numbers are called labels here: each label has a word, whose bit i is set if position i
// has the move.
type leelaMasks struct {
	ranks                      moveRanks
	dst                        reg.Register
	room                       *emit.Room
	zero                       emit.Vec
	targets                    [8]emit.RankSlots // by direction
	knights, leaps, own, pawns emit.RankSlots
	labels                     reg.GPVirtual        // address of the word of label 0
	firstWords                 [8]reg.OpmaskVirtual // masks of the first n words of a register
}

// loadSquares loads the sets of the block, and turns them from ranks of all positions into words of squares.
func (l *leelaMasks) loadSquares() {
	v := l.ranks.v
	matrix, spread := v.Broadcast(emit.BitMatrix(bits.Reverse8)), spreadLanes()
	turned := func(x [8]emit.Vec) (s emit.RankSlots) {
		for r := range x {
			if x[r] != nil {
				s[r] = l.room.Keep(permuted(emit.Affine(matrix, x[r]), spread))
			}
		}
		return s
	}
	for d := range l.targets {
		l.targets[d] = turned(maskTargets(l.ranks, koggestone.Direction(d), false))
	}
	l.knights, l.leaps, l.own = turned(l.ranks.load(layout.RankKnights)), turned(l.ranks.load(layout.RankTargets)), turned(l.ranks.load(layout.RankOwn))
	var pawns [8]emit.Vec
	for way := range 3 {
		pawns[way] = v.Load(l.ranks.at(layout.RankPawns+way, 5))
	}
	l.pawns = turned(pawns)
}

// from moves squares by the given number of files to the west, or to the east if it is negative, so that targets are on the
// files that pieces come from.
func (l *leelaMasks) from(squares Mem, files int) emit.Vec {
	x, low, high := ZMM(), Op(squares), l.zero
	switch {
	case files == 0:
		return l.ranks.v.Load(squares)
	case files < 0:
		low, high, files = l.zero, l.ranks.v.Load(squares), files+8
	}
	VALIGNQ(U8(files), low, high, x)
	return x
}

// rank stores the moves of the pieces on rank r. Their labels start at label; it returns the next one.
func (l *leelaMasks) rank(r, label int) int {
	v := l.ranks.v
	moves := map[[2]int]Mem{} // by the rank of the target and the difference of files
	for d, targets := range l.targets {
		d := emit.Directions[d]
		ranks, files := d.Ranks(), d.Shift()-8*d.Ranks()
		source := v.Load(l.own[r])
		for n := 1; n < 8 && r+n*ranks >= 0 && r+n*ranks < 8; n++ {
			t, files := r+n*ranks, n*files
			moves[[2]int{t, files}] = l.room.Keep(v.And(source, l.from(targets[t], files)))
			source = v.NotAnd(l.from(l.own[t], files), source)
		}
	}
	for _, j := range squares.Jumps() {
		files := (j.Shift+20)%8 - 4
		if t := r + (j.Shift-files)/8; t >= 0 && t < 8 {
			moves[[2]int{t, files}] = l.room.Keep(v.And(l.from(l.leaps[t], files), l.knights[r]))
		}
	}
	keys := slices.SortedFunc(maps.Keys(moves), func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	var at, end [8]int
	for file := range 8 {
		at[file] = label
		for _, k := range keys {
			if to := file + k[1]; to >= 0 && to < 8 {
				label++
			}
		}
		end[file] = label
	}
	for part := range slices.Chunk(keys, 8) {
		var x [8]emit.Vec
		for i := range x {
			x[i] = l.zero
			if i < len(part) {
				x[i] = v.Load(moves[part[i]])
				l.room.Free(moves[part[i]])
			}
		}
		turnWords(&x)
		for file, y := range x {
			var fits []uint64
			name := "fits"
			for i, k := range part {
				if to := file + k[1]; to >= 0 && to < 8 {
					fits = append(fits, uint64(i))
					name += fmt.Sprint(i)
				}
			}
			n := len(fits)
			if n == 0 {
				continue
			}
			if fits[n-1] != uint64(n-1) {
				y = v.Pick(nil, VPERMQ, v.Load(emit.Table(name, append(fits, make([]uint64, 8-n)...))), y)
			}
			if m := l.label(at[file]); at[file]+8 > end[file] {
				VMOVDQU64(y, l.firstWords[n], m)
			} else {
				v.Store(y, m)
			}
			at[file] += n
		}
	}
	return label
}

// label returns the word of label i.
func (l *leelaMasks) label(i int) Mem { return Mem{Base: l.labels, Disp: 8 * i} }

// promotions stores the labels of promotions to a queen, a rook and a bishop, by the pawn's file
// and then from west to east. It also stores the labels that are not used.
func (l *leelaMasks) promotions(label int) {
	for file := range 8 {
		for way, pawns := range []Mem{l.pawns[2], l.pawns[0], l.pawns[1]} {
			if to := file + way - 1; to >= 0 && to < 8 {
				x := YMM()
				VPBROADCASTQ(pawns.Offset(8*to), x)
				VMOVDQU(x, l.label(label))
				label += 3
			}
		}
	}
	for ; label < 64*leelaWords; label += 8 {
		l.ranks.v.Store(l.zero, l.label(label))
	}
}

// storeMasks transposes the words of labels into the masks of the positions and stores these.
func (l *leelaMasks) storeMasks() {
	v := l.ranks.v
	matrix := v.Broadcast(emit.BitMatrix(func(x uint8) uint8 { return x }))
	order := v.Load(emit.BytesOf("labelbytes", 64, func(i int) int { return (7-i%8)*8 + i/8 }))
	at, left := emit.Register(l.labels), GP64()
	MOVQ(U32(leelaWords), left)
	Label("words")
	var x [8]emit.Vec
	for i := range x {
		x[i] = emit.Affine(matrix, permuted(v.Load(Mem{Base: at, Disp: 64 * i}), order))
	}
	v.Unslice(x, Mem{Base: at})
	ADDQ(I32(64*8), at)
	DECQ(left)
	JNE(LabelRef("words"))

	MOVQ(U32(8), left)
	Label("positions")
	for word := 0; word < leelaWords; word += 8 {
		for i := range x {
			x[i] = v.Load(l.label(64 * min(word+i, leelaWords-1)))
		}
		turnWords(&x)
		for i := range x {
			m := Mem{Base: l.dst, Disp: 8 * (leelaWords*i + word)}
			if n := leelaWords - word; n < 8 {
				VMOVDQU64(x[i], l.firstWords[n], m)
			} else {
				v.Store(x[i], m)
			}
		}
	}
	ADDQ(U8(64), l.labels)
	ADDQ(I32(8*8*leelaWords), l.dst)
	DECQ(left)
	JNE(LabelRef("positions"))
}
