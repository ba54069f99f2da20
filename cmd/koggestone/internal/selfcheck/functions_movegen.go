package selfcheck

import "github.com/koggestone/koggestone/movegen"

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
