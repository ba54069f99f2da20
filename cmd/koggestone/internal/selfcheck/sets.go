package selfcheck

import "github.com/koggestone/koggestone/quad"

// legalitySets are the sets of [quad.Legality] in the order of the struct, and functions that
// find them from the vision of the pieces.
var legalitySets = [...]struct {
	name string
	of   func(l *quad.Legality) *uint64
	want func(v *quad.Vision, us quad.Color) uint64
}{
	{"Checkers", func(l *quad.Legality) *uint64 { return &l.Checkers }, (*quad.Vision).Checkers},
	{"CheckMask", func(l *quad.Legality) *uint64 { return &l.CheckMask }, (*quad.Vision).CheckMask},
	{"Pinned", func(l *quad.Legality) *uint64 { return &l.Pinned }, (*quad.Vision).Pinned},
	{"Pinners", func(l *quad.Legality) *uint64 { return &l.Pinners }, (*quad.Vision).Pinners},
	{"Danger", func(l *quad.Legality) *uint64 { return &l.Danger }, (*quad.Vision).Danger},
}

// byKindSets are the sets of [quad.AttacksByKind] in the order of the struct, and functions
// that find them from the vision of the pieces.
var byKindSets = [...]struct {
	name string
	of   func(a *quad.AttacksByKind) *uint64
	want func(v *quad.Vision, c quad.Color) uint64
}{
	{"ByPawn", func(a *quad.AttacksByKind) *uint64 { return &a.ByPawn }, attacksBy(quad.Pawn)},
	{"ByKnight", func(a *quad.AttacksByKind) *uint64 { return &a.ByKnight }, attacksBy(quad.Knight)},
	{"ByBishop", func(a *quad.AttacksByKind) *uint64 { return &a.ByBishop }, attacksBy(quad.Bishop)},
	{"ByRook", func(a *quad.AttacksByKind) *uint64 { return &a.ByRook }, attacksBy(quad.Rook)},
	{"ByQueen", func(a *quad.AttacksByKind) *uint64 { return &a.ByQueen }, attacksBy(quad.Queen)},
	{"ByKing", func(a *quad.AttacksByKind) *uint64 { return &a.ByKing }, attacksBy(quad.King)},
	{"Attacked", func(a *quad.AttacksByKind) *uint64 { return &a.Attacked }, (*quad.Vision).Attacks},
}

// A sideThreatSet is a set of [quad.SideThreats], and a function that finds it from the vision
// of the pieces.
type sideThreatSet struct {
	name string
	of   func(t *quad.SideThreats) *uint64
	want func(v *quad.Vision, c quad.Color) uint64
}

// sideThreatSets are those sets in the order of the struct.
var sideThreatSets = [...]sideThreatSet{
	{"ByPawn", func(t *quad.SideThreats) *uint64 { return &t.ByPawn }, attacksBy(quad.Pawn)},
	{"ByKnight", func(t *quad.SideThreats) *uint64 { return &t.ByKnight }, attacksBy(quad.Knight)},
	{"ByBishop", func(t *quad.SideThreats) *uint64 { return &t.ByBishop }, attacksBy(quad.Bishop)},
	{"ByRook", func(t *quad.SideThreats) *uint64 { return &t.ByRook }, attacksBy(quad.Rook)},
	{"ByQueen", func(t *quad.SideThreats) *uint64 { return &t.ByQueen }, attacksBy(quad.Queen)},
	{"ByKing", func(t *quad.SideThreats) *uint64 { return &t.ByKing }, attacksBy(quad.King)},
	{"Attacked", func(t *quad.SideThreats) *uint64 { return &t.Attacked }, (*quad.Vision).Attacks},
	{"AttackedTwice", func(t *quad.SideThreats) *uint64 { return &t.AttackedTwice }, (*quad.Vision).AttackedTwice},
	{"Checkers", func(t *quad.SideThreats) *uint64 { return &t.Checkers }, (*quad.Vision).Checkers},
	{"Pinned", func(t *quad.SideThreats) *uint64 { return &t.Pinned }, (*quad.Vision).Pinned},
	{"Pinners", func(t *quad.SideThreats) *uint64 { return &t.Pinners }, (*quad.Vision).Pinners},
	{"Discoverers", func(t *quad.SideThreats) *uint64 { return &t.Discoverers }, (*quad.Vision).Discoverers},
}

// sideThreatOf returns the side and the set of a slot.
func sideThreatOf(slot int) (quad.Color, *sideThreatSet) {
	return quad.Color(slot / len(sideThreatSets)), &sideThreatSets[slot%len(sideThreatSets)]
}

func attacksBy(k quad.Kind) func(*quad.Vision, quad.Color) uint64 {
	return func(v *quad.Vision, c quad.Color) uint64 { return v.AttacksBy(c, k) }
}
