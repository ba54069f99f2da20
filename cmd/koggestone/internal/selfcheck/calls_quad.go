package selfcheck

import (
	"reflect"

	"github.com/koggestone/koggestone/quad"
)

// quadSets computes the sets of package quad from what the pieces see, by the names of their fields: the attacks of the pieces
// of by, and the other sets for the side us.
var quadSets = map[string]func(v *quad.Vision, by, us quad.Color) uint64{
	"ByPawn":        func(v *quad.Vision, by, _ quad.Color) uint64 { return v.AttacksBy(by, quad.Pawn) },
	"ByKnight":      func(v *quad.Vision, by, _ quad.Color) uint64 { return v.AttacksBy(by, quad.Knight) },
	"ByBishop":      func(v *quad.Vision, by, _ quad.Color) uint64 { return v.AttacksBy(by, quad.Bishop) },
	"ByRook":        func(v *quad.Vision, by, _ quad.Color) uint64 { return v.AttacksBy(by, quad.Rook) },
	"ByQueen":       func(v *quad.Vision, by, _ quad.Color) uint64 { return v.AttacksBy(by, quad.Queen) },
	"ByKing":        func(v *quad.Vision, by, _ quad.Color) uint64 { return v.AttacksBy(by, quad.King) },
	"Attacked":      func(v *quad.Vision, by, _ quad.Color) uint64 { return v.Attacks(by) },
	"AttackedTwice": func(v *quad.Vision, by, _ quad.Color) uint64 { return v.AttackedTwice(by) },
	"Danger":        func(v *quad.Vision, _, us quad.Color) uint64 { return v.Danger(us) },
	"Checkers":      func(v *quad.Vision, _, us quad.Color) uint64 { return v.Checkers(us) },
	"CheckMask":     func(v *quad.Vision, _, us quad.Color) uint64 { return v.CheckMask(us) },
	"Pinned":        func(v *quad.Vision, _, us quad.Color) uint64 { return v.Pinned(us) },
	"Pinners":       func(v *quad.Vision, _, us quad.Color) uint64 { return v.Pinners(us) },
	"PawnChecks":    func(v *quad.Vision, _, us quad.Color) uint64 { return v.CheckSquares(us, quad.Pawn) },
	"KnightChecks":  func(v *quad.Vision, _, us quad.Color) uint64 { return v.CheckSquares(us, quad.Knight) },
	"BishopChecks":  func(v *quad.Vision, _, us quad.Color) uint64 { return v.CheckSquares(us, quad.Bishop) },
	"RookChecks":    func(v *quad.Vision, _, us quad.Color) uint64 { return v.CheckSquares(us, quad.Rook) },
	"Discoverers":   func(v *quad.Vision, _, us quad.Color) uint64 { return v.Discoverers(us) },
}

// quadSet returns a struct with the sets of quadSets that it has fields for.
func quadSet[T any](v *quad.Vision, by, us quad.Color) (t T) {
	fields := reflect.ValueOf(&t).Elem()
	for k := range fields.NumField() {
		fields.Field(k).SetUint(quadSets[fields.Type().Field(k).Name](v, by, us))
	}
	return t
}

func wantThreats(in *Input, i int) any {
	us := in.boards().all[i].Side
	return quadSet[quad.Threats](&in.visions()[i], us.Other(), us)
}

func wantBothThreats(in *Input, i int) any {
	v := &in.visions()[i]
	return quad.BothThreats{quadSet[quad.SideThreats](v, quad.White, quad.White), quadSet[quad.SideThreats](v, quad.Black, quad.Black)}
}

func wantLegality(in *Input, i int) any {
	b, us := in.boards().all[i].Board, in.boards().all[i].Side
	// Legality uses the king on the lowest square, so the other kings become pawns here.
	kings := b.Pieces(us, quad.King)
	b.G2 &^= kings & (kings - 1)
	v := walkVision(b)
	return quadSet[quad.Legality](&v, us.Other(), us)
}

func wantByKind(in *Input, i int) any {
	b, us := in.boards().all[i].Board, in.boards().all[i].Side
	kings := b.Pieces(us.Other(), quad.King) // sliders see through the king that they attack
	v := walkVision(quad.Board{G0: b.G0 &^ kings, G1: b.G1 &^ kings, G2: b.G2 &^ kings, GB: b.GB &^ kings})
	return quadSet[quad.AttacksByKind](&v, us, us)
}

func wantVision(in *Input, i int) any {
	var words [8][4]uint64
	for d, b := range in.visions()[i].Rays {
		words[d] = b.Planes()
	}
	return words
}

// setsOf binds a method that computes the sets for a board and a side.
func setsOf[T comparable](set func(dst *T, b quad.Board, us quad.Color)) func(in *Input) calls {
	return into(func(in *Input, dst []T, lo, hi int) {
		all := in.boards().all
		for i := lo; i < hi; i++ {
			set(&dst[i], all[i].Board, all[i].Side)
		}
	})
}

// quadCalls returns the functions of package quad.
func quadCalls() (all []Call) {
	row := func(name string, n int, bind func(in *Input) calls, want func(in *Input, i int) any) {
		all = append(all, Call{Package: "quad", Name: name, Oracle: "ray walks", N: n, Batch: n == BatchSize, input: boards, bind: bind, want: want})
	}
	row("Vision", loopSize, setsOf(func(v *quad.Vision, b quad.Board, _ quad.Color) { v.Set(b) }), func(in *Input, i int) any { return in.visions()[i] })
	row("Threats", loopSize, setsOf((*quad.Threats).Set), wantThreats)
	row("Legality", loopSize, setsOf((*quad.Legality).Set), wantLegality)
	row("AttacksByKind", loopSize, setsOf((*quad.AttacksByKind).Set), wantByKind)
	row("BothThreats", loopSize, setsOf(func(t *quad.BothThreats, b quad.Board, _ quad.Color) { t.Set(b) }), wantBothThreats)
	row("VisionBatch", BatchSize, columns(func(dst *[8][4][]uint64, in *Input, lo, hi int) {
		quad.VisionBatch(dst, in.boards().batch.Slice(lo, hi).Boards())
	}), wantVision)
	row("ThreatsBatch", BatchSize, func(in *Input) calls {
		columns := quad.NewThreatsColumns(in.n + room)
		return calls{run: func(lo, hi int) {
			quad.ThreatsBatch(columns.Slice(lo, hi), in.boards().batch.Slice(lo, hi).Boards(), in.boards().batch.Sides()[lo:hi])
		}, result: func(i int) any { return columns.At(i) }}
	}, wantThreats)
	for c := quad.White; c <= quad.Black; c++ {
		row("AttacksBatch "+c.String(), BatchSize, batch(func(dst []uint64, in *Input, lo, hi int) {
			quad.AttacksBatch(dst, in.boards().batch.Slice(lo, hi).Boards(), c)
		}), func(in *Input, i int) any { return in.visions()[i].Attacks(c) })
	}
	return all
}
