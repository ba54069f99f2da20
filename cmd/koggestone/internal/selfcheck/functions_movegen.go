package selfcheck

import (
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/policy"
)

// movegenFunctions returns the functions that count legal moves, and the attacks of the
// sliders of one side to compare their times. The counts must equal the lengths of lists, and
// the counts of two plies must equal the sums over all moves played. [VerifyCounts] checks
// them on more positions.
func movegenFunctions() []Function {
	const pkg = "movegen"
	sliders := SliderAttacksBatch()
	sliders.Package, sliders.Name = pkg, "slider attacks"
	listed := func(o *oracle, i, _ int) uint64 { return uint64(len(o.in.positions[i].AppendLegalMoves(nil))) }
	var list []movegen.Move
	replies := func(o *oracle, i, _ int) (n uint64) {
		p := &o.in.positions[i]
		for _, m := range p.AppendLegalMoves(nil) {
			child := p.Play(m)
			list = child.AppendLegalMoves(list[:0])
			n += uint64(len(list))
		}
		return n
	}
	return []Function{
		sliders,
		{
			Package: pkg, Name: "CountLegalBatch", Batch: true, result: words, asserted: true, want: listed,
			run: func(w work) { movegen.CountLegalBatch(w.out.counts[w.lo:w.hi], w.in.counted) },
			unpack: func(w work) {
				for i := w.lo; i < w.hi; i++ {
					w.out.words[i] = uint64(w.out.counts[i])
				}
			},
		}, {
			Package: pkg, Name: "CountTwoPlyBatch", Batch: true, result: words, slow: true, asserted: true, want: replies,
			run: func(w work) { movegen.CountTwoPlyBatch(w.out.leaves[w.lo:w.hi], w.in.counted.Slice(w.lo, w.hi)) },
			unpack: func(w work) {
				for i := w.lo; i < w.hi; i++ {
					w.out.words[i] = uint64(w.out.leaves[i])
				}
			},
		}, {
			Package: pkg, Name: "CountLegal", OnePath: true, result: words, asserted: true, want: listed,
			run: func(w work) {
				for i := w.lo; i < w.hi; i++ {
					w.out.words[i] = uint64(w.in.positions[i].CountLegal())
				}
			},
		}, {
			Package: pkg, Name: "AppendLegalMoves", result: words, asserted: true, want: listed,
			run: func(w work) {
				for i := w.lo; i < w.hi; i++ {
					list = w.in.positions[i].AppendLegalMoves(list[:0])
					w.out.words[i] = uint64(len(list))
				}
			},
		},
	}
}

// moveFunctions returns the batches that generate and play moves. A word is a hash of the
// result of a batch for one position. It must equal the hash of the results of functions of
// one position.
func moveFunctions() []Function {
	const pkg = "movegen"
	var lists, taken movegen.MoveLists // of all legal moves, or of a call; of captures
	var dst, children movegen.Batch
	var moves []movegen.Move
	var k []uint16
	targets := movegen.NewLegalTargetsColumns(BatchSize)

	// batch returns a function whose run is call, of the first w.hi positions.
	batch := func(name, variant string, call func(b *movegen.Batch), word func(i int) uint64, want func(p *movegen.Position, i int) uint64) Function {
		return Function{
			Package: pkg, Name: name, Variant: variant, Batch: true, result: words, slow: true, asserted: true,
			want: func(o *oracle, i, _ int) uint64 { return want(&o.in.positions[i], i) },
			run:  func(w work) { call(w.in.counted.Slice(w.lo, w.hi)) },
			unpack: func(w work) {
				for i := w.lo; i < w.hi; i++ {
					w.out.words[i] = word(i)
				}
			},
		}
	}
	sumOfList := func(list []movegen.Move) (sum uint64) {
		for _, m := range list {
			sum += mix(uint64(m))
		}
		return sum
	}
	sumOfChildren := func(p *movegen.Position, list []movegen.Move) (sum uint64) {
		for _, m := range list {
			child := p.Play(m)
			sum += sumOfPosition(&child)
		}
		return sum
	}
	captures := func(p *movegen.Position) []movegen.Move {
		var n movegen.Node
		n.Set(p)
		return n.Append(nil, movegen.Captures)
	}
	number := func(i int) int { return i % 37 } // beyond the last move of some positions
	chosen := func(p *movegen.Position, i int) (m movegen.Move) {
		var one movegen.Batch
		one.Append(*p)
		var list movegen.MoveLists
		movegen.AppendLegalMovesBatch(&list, &one)
		if all := list.At(0); number(i) < len(all) {
			m = all[number(i)]
		}
		return m
	}
	choose := func(b *movegen.Batch) {
		if len(moves) == b.Len() {
			return
		}
		moves, k = make([]movegen.Move, b.Len()), make([]uint16, b.Len())
		for i := range k {
			k[i] = uint16(number(i))
		}
		movegen.SelectMoveBatch(moves, b, k)
	}
	childrenOf := func(l *movegen.MoveLists) func(i int) uint64 {
		return func(i int) uint64 { return sumOfBatch(&children, int(l.Offsets[i]), int(l.Offsets[i+1])) }
	}
	allChildren := batch("AppendChildrenBatch", "",
		func(b *movegen.Batch) { children.Reset(); movegen.AppendChildrenBatch(&children, b) },
		childrenOf(&lists),
		func(p *movegen.Position, _ int) uint64 { return sumOfChildren(p, p.AppendLegalMoves(nil)) })
	unpack := allChildren.unpack
	allChildren.unpack = func(w work) { // the lists have the numbers of children
		lists.Reset()
		movegen.AppendLegalMovesBatch(&lists, w.in.counted.Slice(w.lo, w.hi))
		unpack(w)
	}
	status := make([]movegen.Status, BatchSize)
	return []Function{
		batch("StatusBatch", "",
			func(b *movegen.Batch) { movegen.StatusBatch(status[:b.Len()], b) },
			func(i int) uint64 { return uint64(status[i]) },
			func(p *movegen.Position, _ int) uint64 { return uint64(statusOf(p)) }),
		batch("LegalTargetsBatch", "",
			func(b *movegen.Batch) { movegen.LegalTargetsBatch(targets.Slice(0, b.Len()), b) },
			func(i int) uint64 { t := targets.At(i); return sumOfTargets(&t) },
			func(p *movegen.Position, _ int) uint64 { t := p.LegalTargets(); return sumOfTargets(&t) }),
		batch("AppendLegalMovesBatch", "",
			func(b *movegen.Batch) { lists.Reset(); movegen.AppendLegalMovesBatch(&lists, b) },
			func(i int) uint64 { return sumOfList(lists.At(i)) },
			func(p *movegen.Position, _ int) uint64 { return sumOfList(p.AppendLegalMoves(nil)) }),
		batch("AppendMovesBatch", "Captures",
			func(b *movegen.Batch) { lists.Reset(); movegen.AppendMovesBatch(&lists, b, movegen.Captures) },
			func(i int) uint64 { return sumOfList(lists.At(i)) },
			func(p *movegen.Position, _ int) uint64 { return sumOfList(captures(p)) }),
		batch("SelectMoveBatch", "",
			func(b *movegen.Batch) { choose(b); movegen.SelectMoveBatch(moves, b, k) },
			func(i int) uint64 { return uint64(moves[i]) },
			func(p *movegen.Position, i int) uint64 { return uint64(chosen(p, i)) }),
		batch("PlayBatch", "",
			func(b *movegen.Batch) { choose(b); movegen.PlayBatch(&dst, b, moves) },
			func(i int) uint64 { p := dst.At(i); return sumOfPosition(&p) },
			func(p *movegen.Position, i int) uint64 {
				if m := chosen(p, i); m != 0 {
					child := p.Play(m)
					return sumOfPosition(&child)
				}
				return sumOfPosition(p)
			}),
		batch("AppendPlayedBatch", "",
			func(b *movegen.Batch) {
				if taken.Len() != b.Len() {
					taken.Reset()
					movegen.AppendMovesBatch(&taken, b, movegen.Captures)
				}
				children.Reset()
				movegen.AppendPlayedBatch(&children, b, &taken)
			},
			childrenOf(&taken),
			func(p *movegen.Position, _ int) uint64 { return sumOfChildren(p, captures(p)) }),
		allChildren,
		maskFunction(policy.AlphaZero),
		maskFunction(policy.Leela),
	}
}

// maskFunction returns MaskBatch of an encoding.
func maskFunction(e policy.Encoding) Function {
	mask := make([]uint64, e.Words()*BatchSize)
	return Function{
		Package: "policy", Name: "MaskBatch", Variant: e.String(), Batch: true, result: words, slow: true, asserted: true,
		want: func(o *oracle, i, _ int) (sum uint64) {
			p := &o.in.positions[i]
			for _, m := range p.AppendLegalMoves(nil) {
				sum += mix(uint64(e.Index(p, m)))
			}
			return sum
		},
		run: func(w work) { e.MaskBatch(mask[w.lo*e.Words():w.hi*e.Words()], w.in.counted.Slice(w.lo, w.hi)) },
		unpack: func(w work) {
			for i := w.lo; i < w.hi; i++ {
				sum := uint64(0)
				for bit := range 64 * e.Words() {
					if mask[i*e.Words()+bit/64]>>(bit%64)&1 != 0 {
						sum += mix(uint64(bit))
					}
				}
				w.out.words[i] = sum
			}
		},
	}
}

// statusOf returns the status of p without the bits of its clocks.
func statusOf(p *movegen.Position) (s movegen.Status) {
	var n movegen.Node
	n.Set(p)
	stuck := len(p.AppendLegalMoves(nil)) == 0
	switch {
	case n.InCheck() && stuck:
		s = movegen.StatusCheck | movegen.StatusCheckmate
	case n.InCheck():
		s = movegen.StatusCheck
	case stuck:
		s = movegen.StatusStalemate
	}
	if p.HasInsufficientMaterial() {
		s |= movegen.StatusInsufficientMaterial
	}
	return s
}

// mix returns a hash of x. Sums of such hashes are equal for the same words in any order,
// and almost surely differ for other words.
func mix(x uint64) uint64 {
	x = (x + 1) * 0x9e3779b97f4a7c15
	x = (x ^ x>>29) * 0xbf58476d1ce4e5b9
	return x ^ x>>32
}

// sumOfPosition returns a word of the board and the side to move of p.
func sumOfPosition(p *movegen.Position) uint64 {
	sum := uint64(p.Side)
	for _, plane := range p.Board.Planes() {
		sum = mix(sum ^ plane)
	}
	return sum
}

// sumOfBatch returns the sum over the positions of b from low to high-1.
func sumOfBatch(b *movegen.Batch, low, high int) (sum uint64) {
	for i := low; i < high; i++ {
		p := b.At(i)
		sum += sumOfPosition(&p)
	}
	return sum
}

// sumOfTargets returns a word of the sets of t.
func sumOfTargets(t *movegen.LegalTargets) (sum uint64) {
	for d := range t.Sliders {
		sum = mix(sum ^ t.Sliders[d])
		sum = mix(sum ^ t.Knights[d])
	}
	for _, set := range [...]uint64{t.King, t.PawnPush, t.PawnDouble, t.PawnEast, t.PawnWest, t.Castling, t.EnPassant} {
		sum = mix(sum ^ set)
	}
	return sum
}
