package selfcheck

import "github.com/koggestone/koggestone/quad"

// The oracles in this file make sets from what the pieces see, which ray walks find.

// byKind returns the attacks of c's pieces, seen by v.
func byKind(v *quad.Vision, c quad.Color) quad.AttacksByKind {
	return quad.AttacksByKind{
		ByPawn: v.AttacksBy(c, quad.Pawn), ByKnight: v.AttacksBy(c, quad.Knight), ByBishop: v.AttacksBy(c, quad.Bishop),
		ByRook: v.AttacksBy(c, quad.Rook), ByQueen: v.AttacksBy(c, quad.Queen), ByKing: v.AttacksBy(c, quad.King),
		Attacked: v.Attacks(c),
	}
}

func wantThreats(in *Input, i int) any {
	v, us := &in.visions()[i], in.boards().us[i]
	k := byKind(v, us.Other())
	return quad.Threats{
		ByPawn: k.ByPawn, ByKnight: k.ByKnight, ByBishop: k.ByBishop, ByRook: k.ByRook, ByQueen: k.ByQueen, ByKing: k.ByKing,
		Attacked: k.Attacked, Danger: v.Danger(us),
		Checkers: v.Checkers(us), CheckMask: v.CheckMask(us), Pinned: v.Pinned(us), Pinners: v.Pinners(us),
		PawnChecks: v.CheckSquares(us, quad.Pawn), KnightChecks: v.CheckSquares(us, quad.Knight),
		BishopChecks: v.CheckSquares(us, quad.Bishop), RookChecks: v.CheckSquares(us, quad.Rook),
		Discoverers: v.Discoverers(us),
	}
}

func wantBothThreats(in *Input, i int) any {
	var both quad.BothThreats
	v := &in.visions()[i]
	for c := quad.White; c <= quad.Black; c++ {
		k := byKind(v, c)
		both[c] = quad.SideThreats{
			ByPawn: k.ByPawn, ByKnight: k.ByKnight, ByBishop: k.ByBishop, ByRook: k.ByRook, ByQueen: k.ByQueen, ByKing: k.ByKing,
			Attacked: k.Attacked, AttackedTwice: v.AttackedTwice(c),
			Checkers: v.Checkers(c), Pinned: v.Pinned(c), Pinners: v.Pinners(c), Discoverers: v.Discoverers(c),
		}
	}
	return both
}

func wantLegality(in *Input, i int) any {
	v, us := &in.visions()[i], in.boards().us[i]
	if kings := v.Board.Pieces(us, quad.King); kings&(kings-1) != 0 {
		// Legality uses the king on the lowest square, so the other kings become pawns
		// here.
		b := v.Board
		b.G2 &^= kings & (kings - 1)
		one := walkVision(b)
		v = &one
	}
	return quad.Legality{Checkers: v.Checkers(us), CheckMask: v.CheckMask(us), Pinned: v.Pinned(us), Pinners: v.Pinners(us), Danger: v.Danger(us)}
}

func wantByKind(in *Input, i int) any {
	v, c := &in.visions()[i], in.boards().us[i]
	if kings := v.Board.Pieces(c.Other(), quad.King); kings != 0 { // sliders see through the king that they attack
		b := v.Board
		b.G0, b.G1, b.G2, b.GB = b.G0&^kings, b.G1&^kings, b.G2&^kings, b.GB&^kings
		without := walkVision(b)
		v = &without
	}
	return byKind(v, c)
}

// setsOf binds a method that computes the sets for a board and a side.
func setsOf[T comparable](set func(dst *T, b quad.Board, us quad.Color)) func(in *Input) calls {
	return into(func(in *Input, dst []T, lo, hi int) {
		b := in.boards()
		for i := lo; i < hi; i++ {
			set(&dst[i], b.all[i], b.us[i])
		}
	})
}

// threats binds ThreatsBatch.
func threats(in *Input) calls {
	columns := quad.NewThreatsColumns(in.n + room)
	return calls{run: func(lo, hi int) {
		quad.ThreatsBatch(columns.Slice(lo, hi), in.boards().batch.Slice(lo, hi), in.boards().us[lo:hi])
	}, result: func(i int) any { return columns.At(i) }}
}

func wantVision(in *Input, i int) any {
	var words [8][4]uint64
	for d, b := range in.visions()[i].Rays {
		words[d] = b.Planes()
	}
	return words
}

// quadCalls returns the functions of package quad.
func quadCalls() []Call {
	call := func(name string, n int, bind func(in *Input) calls, want func(in *Input, i int) any) Call {
		return Call{Package: "quad", Name: name, Oracle: "ray walks", N: n, Batch: n == BatchSize, input: boards, bind: bind, want: want}
	}
	all := []Call{
		call("Vision", loopSize, setsOf(func(v *quad.Vision, b quad.Board, _ quad.Color) { v.Set(b) }), func(in *Input, i int) any { return in.visions()[i] }),
		call("Threats", loopSize, setsOf((*quad.Threats).Set), wantThreats),
		call("Legality", loopSize, setsOf((*quad.Legality).Set), wantLegality),
		call("AttacksByKind", loopSize, setsOf((*quad.AttacksByKind).Set), wantByKind),
		call("BothThreats", loopSize, setsOf(func(t *quad.BothThreats, b quad.Board, _ quad.Color) { t.Set(b) }), wantBothThreats),
		call("VisionBatch", BatchSize, columns(func(dst *[8][4][]uint64, in *Input, lo, hi int) {
			quad.VisionBatch(dst, in.boards().batch.Slice(lo, hi))
		}), wantVision),
		call("ThreatsBatch", BatchSize, threats, wantThreats),
	}
	for c := quad.White; c <= quad.Black; c++ {
		all = append(all, call("AttacksBatch "+c.String(), BatchSize, batch(func(dst []uint64, in *Input, lo, hi int) {
			quad.AttacksBatch(dst, in.boards().batch.Slice(lo, hi), c)
		}), func(in *Input, i int) any { return in.visions()[i].Attacks(c) }))
	}
	return all
}
