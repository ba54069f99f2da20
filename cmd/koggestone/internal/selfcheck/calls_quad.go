package selfcheck

import "github.com/koggestone/koggestone/quad"

// The oracles of this file make sets from the vision of the pieces, which ray walks find.

func wantThreats(in *Input, i int) quad.Threats {
	v, us := &in.visions[i], in.us[i]
	them := us.Other()
	return quad.Threats{
		ByPawn: v.AttacksBy(them, quad.Pawn), ByKnight: v.AttacksBy(them, quad.Knight), ByBishop: v.AttacksBy(them, quad.Bishop),
		ByRook: v.AttacksBy(them, quad.Rook), ByQueen: v.AttacksBy(them, quad.Queen), ByKing: v.AttacksBy(them, quad.King),
		Attacked: v.Attacks(them), Danger: v.Danger(us),
		Checkers: v.Checkers(us), CheckMask: v.CheckMask(us), Pinned: v.Pinned(us), Pinners: v.Pinners(us),
		PawnChecks: v.CheckSquares(us, quad.Pawn), KnightChecks: v.CheckSquares(us, quad.Knight),
		BishopChecks: v.CheckSquares(us, quad.Bishop), RookChecks: v.CheckSquares(us, quad.Rook),
		Discoverers: v.Discoverers(us),
	}
}

func wantBothThreats(in *Input, i int) (both quad.BothThreats) {
	v := &in.visions[i]
	for _, c := range []quad.Color{quad.White, quad.Black} {
		both[c] = quad.SideThreats{
			ByPawn: v.AttacksBy(c, quad.Pawn), ByKnight: v.AttacksBy(c, quad.Knight), ByBishop: v.AttacksBy(c, quad.Bishop),
			ByRook: v.AttacksBy(c, quad.Rook), ByQueen: v.AttacksBy(c, quad.Queen), ByKing: v.AttacksBy(c, quad.King),
			Attacked: v.Attacks(c), AttackedTwice: v.AttackedTwice(c),
			Checkers: v.Checkers(c), Pinned: v.Pinned(c), Pinners: v.Pinners(c), Discoverers: v.Discoverers(c),
		}
	}
	return both
}

func wantLegality(in *Input, i int) quad.Legality {
	v, us := &in.visions[i], in.us[i]
	if kings := v.Board.Pieces(us, quad.King); kings&(kings-1) != 0 {
		// Legality uses the king on the lowest square. The others become pawns here.
		b := v.Board
		b.G2 &^= kings & (kings - 1)
		one := walkVision(b)
		v = &one
	}
	return quad.Legality{Checkers: v.Checkers(us), CheckMask: v.CheckMask(us), Pinned: v.Pinned(us), Pinners: v.Pinners(us), Danger: v.Danger(us)}
}

func wantByKind(in *Input, i int) quad.AttacksByKind {
	v, c := &in.visions[i], in.us[i]
	if kings := v.Board.Pieces(c.Other(), quad.King); kings != 0 { // sliders see through the king that they attack
		b := v.Board
		b.G0, b.G1, b.G2, b.GB = b.G0&^kings, b.G1&^kings, b.G2&^kings, b.GB&^kings
		without := walkVision(b)
		v = &without
	}
	return quad.AttacksByKind{
		ByPawn: v.AttacksBy(c, quad.Pawn), ByKnight: v.AttacksBy(c, quad.Knight), ByBishop: v.AttacksBy(c, quad.Bishop),
		ByRook: v.AttacksBy(c, quad.Rook), ByQueen: v.AttacksBy(c, quad.Queen), ByKing: v.AttacksBy(c, quad.King),
		Attacked: v.Attacks(c),
	}
}

// quadCalls returns the functions of package quad.
func quadCalls() []Call {
	name := func(s string, n int) Call {
		return Call{Package: "quad", Name: s, Oracle: "ray walks", N: n, input: boards}
	}
	threats, vision := name("ThreatsBatch", BatchSize), name("VisionBatch", BatchSize)
	threats.Batch, vision.Batch = true, true
	all := []Call{
		one(name("Vision", loopSize), func(in *Input, dst []quad.Vision, lo, hi int) {
			for i := lo; i < hi; i++ {
				dst[i].Set(in.boards[i])
			}
		}, func(in *Input, i int) quad.Vision { return in.visions[i] }),
		one(name("Threats", loopSize), func(in *Input, dst []quad.Threats, lo, hi int) {
			for i := lo; i < hi; i++ {
				dst[i].Set(in.boards[i], in.us[i])
			}
		}, wantThreats),
		one(name("Legality", loopSize), func(in *Input, dst []quad.Legality, lo, hi int) {
			for i := lo; i < hi; i++ {
				dst[i].Set(in.boards[i], in.us[i])
			}
		}, wantLegality),
		one(name("AttacksByKind", loopSize), func(in *Input, dst []quad.AttacksByKind, lo, hi int) {
			for i := lo; i < hi; i++ {
				dst[i].Set(in.boards[i], in.us[i])
			}
		}, wantByKind),
		one(name("BothThreats", loopSize), func(in *Input, dst []quad.BothThreats, lo, hi int) {
			for i := lo; i < hi; i++ {
				dst[i].Set(in.boards[i])
			}
		}, wantBothThreats),
		row(vision, multiColumns(func(dst *[8][4][]uint64, in *Input, lo, hi int) {
			quad.VisionBatch(dst, in.columns.Slice(lo, hi))
		}), func(in *Input, i int) (words [8][4]uint64) {
			for d, b := range in.visions[i].Rays {
				words[d] = b.Planes()
			}
			return words
		}),
		row(threats, func(in *Input) bound[quad.Threats] {
			columns := quad.NewThreatsColumns(in.n + room)
			return bound[quad.Threats]{run: func(lo, hi int) {
				quad.ThreatsBatch(columns.Slice(lo, hi), in.columns.Slice(lo, hi), in.us[lo:hi])
			}, result: columns.At}
		}, wantThreats),
	}
	for _, c := range []quad.Color{quad.White, quad.Black} {
		all = append(all, batch(name("AttacksBatch "+c.String(), BatchSize), func(dst []uint64, in *Input, lo, hi int) {
			quad.AttacksBatch(dst, in.columns.Slice(lo, hi), c)
		}, func(in *Input, i int) uint64 { return in.visions[i].Attacks(c) }))
	}
	return all
}
