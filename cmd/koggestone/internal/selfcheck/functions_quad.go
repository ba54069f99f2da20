package selfcheck

import (
	"fmt"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/quad"
)

// quadFunctions returns the functions of package quad that have more than one path.
func quadFunctions() []Function {
	const pkg = "quad"
	all := []Function{{
		Package: pkg, Name: "Vision", result: visions, want: wantVision,
		run: func(w work) {
			for i := w.lo; i < w.hi; i++ {
				w.out.visions[i].Set(w.in.boards[i])
			}
		},
		source: func(in *input, at site) string {
			return fmt.Sprintf("got := %s.Vision().Rays[koggestone.%v].%s",
				boardLiteral(in.boards[at.i]), koggestone.Direction(at.slot/4), [...]string{"G0", "G1", "G2", "GB"}[at.slot%4])
		},
	}, {
		Package: pkg, Name: "Threats", result: threats, want: wantThreat,
		run: func(w work) {
			for i := w.lo; i < w.hi; i++ {
				w.out.threats[i].Set(w.in.boards[i], w.in.us[i])
			}
		},
		source: func(in *input, at site) string {
			return fmt.Sprintf("got := %s.Threats(%d).%s", boardLiteral(in.boards[at.i]), in.us[at.i], threatSets[at.slot].name)
		},
	}, {
		Package: pkg, Name: "Legality", result: legalities, want: wantLegality,
		run: func(w work) {
			for i := w.lo; i < w.hi; i++ {
				w.out.legalities[i].Set(w.in.boards[i], w.in.us[i])
			}
		},
		source: func(in *input, at site) string {
			return fmt.Sprintf("got := %s.Legality(%d).%s", boardLiteral(in.boards[at.i]), in.us[at.i], legalitySets[at.slot].name)
		},
	}, {
		Package: pkg, Name: "AttacksByKind", result: byKinds, want: wantByKind,
		run: func(w work) {
			for i := w.lo; i < w.hi; i++ {
				w.out.byKinds[i].Set(w.in.boards[i], w.in.us[i])
			}
		},
		source: func(in *input, at site) string {
			return fmt.Sprintf("got := %s.AttacksByKind(%d).%s", boardLiteral(in.boards[at.i]), in.us[at.i], byKindSets[at.slot].name)
		},
	}, {
		Package: pkg, Name: "BothThreats", result: bothThreats, want: wantBothThreats,
		run: func(w work) {
			for i := w.lo; i < w.hi; i++ {
				w.out.bothThreats[i].Set(w.in.boards[i])
			}
		},
		source: func(in *input, at site) string {
			c, set := sideThreatOf(at.slot)
			return fmt.Sprintf("got := %s.BothThreats()[%d].%s", boardLiteral(in.boards[at.i]), c, set.name)
		},
	}, {
		Package: pkg, Name: "VisionBatch", Batch: true, result: multiColumns, want: wantVision,
		run: func(w work) {
			dst := w.multiDst()
			quad.VisionBatch(&dst, w.in.batch.Slice(w.lo, w.hi))
		},
		source: func(in *input, at site) string {
			return fmt.Sprintf(`%s
	%s
	quad.VisionBatch(&dst, b)
	got := dst[koggestone.%v][%d]%s`, batchLiteral(in, at.i), at.makeMultiDst(), koggestone.Direction(at.slot/4), at.slot%4, at.index())
		},
	}, {
		Package: pkg, Name: "ThreatsBatch", Batch: true, result: threatColumn, want: wantThreat,
		run: func(w work) {
			dst := sliceThreats(w.out.threatColumns, w.lo, w.hi)
			quad.ThreatsBatch(dst, w.in.batch.Slice(w.lo, w.hi), w.in.us[w.lo:w.hi])
		},
		source: func(in *input, at site) string {
			set := threatSets[at.slot].name
			room := ""
			if at.past {
				room = fmt.Sprintf("\n\tdst.%s = %s", set, at.makeDst())
			}
			return fmt.Sprintf(`%s
	us := slices.Repeat([]quad.Color{%d}, n)
	dst := quad.NewThreatsColumns(n)%s
	quad.ThreatsBatch(dst, b, us)
	got := dst.%s%s`, batchLiteral(in, at.i), in.us[at.i], room, set, at.index())
		},
	}}
	for _, c := range []quad.Color{quad.White, quad.Black} {
		all = append(all, Function{
			Package: pkg, Name: "AttacksBatch", Variant: c.String(), Batch: true, result: words,
			want: func(o *oracle, i, _ int) uint64 { return o.visions[i].Attacks(c) },
			run: func(w work) {
				quad.AttacksBatch(w.out.words[w.lo:w.hi], w.in.batch.Slice(w.lo, w.hi), c)
			},
			source: func(in *input, at site) string {
				return fmt.Sprintf(`%s
	dst := %s
	quad.AttacksBatch(dst, b, %d)
	got := dst%s`, batchLiteral(in, at.i), at.makeDst(), c, at.index())
			},
		})
	}
	return all
}

// boardLiteral returns b as Go source.
func boardLiteral(b quad.Board) string {
	return fmt.Sprintf("quad.Board{G0: %s, G1: %s, G2: %s, GB: %s}", literal(b.G0), literal(b.G1), literal(b.G2), literal(b.GB))
}

// batchLiteral returns Go source that sets b to a batch of n boards i.
func batchLiteral(in *input, i int) string {
	return fmt.Sprintf("b := quad.BatchOf(slices.Repeat([]quad.Board{%s}, n)...)", boardLiteral(in.boards[i]))
}

// plane returns the address of plane p of b.
func plane(b *quad.Board, p int) *uint64 { return [...]*uint64{&b.G0, &b.G1, &b.G2, &b.GB}[p] }
