package selfcheck

import "github.com/koggestone/koggestone/quad"

// legalitySets are the sets of [quad.Legality] by name, in the order of the struct, with
// what the pieces see of them.
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

// byKindSets are the sets of [quad.ByKind] by name, in the order of the struct, with what
// the pieces see of them.
var byKindSets = [...]struct {
	name string
	of   func(a *quad.ByKind) *uint64
	want func(v *quad.Vision, c quad.Color) uint64
}{
	{"Pawn", func(a *quad.ByKind) *uint64 { return &a.Pawn }, attacksBy(quad.Pawn)},
	{"Knight", func(a *quad.ByKind) *uint64 { return &a.Knight }, attacksBy(quad.Knight)},
	{"Bishop", func(a *quad.ByKind) *uint64 { return &a.Bishop }, attacksBy(quad.Bishop)},
	{"Rook", func(a *quad.ByKind) *uint64 { return &a.Rook }, attacksBy(quad.Rook)},
	{"Queen", func(a *quad.ByKind) *uint64 { return &a.Queen }, attacksBy(quad.Queen)},
	{"King", func(a *quad.ByKind) *uint64 { return &a.King }, attacksBy(quad.King)},
	{"All", func(a *quad.ByKind) *uint64 { return &a.All }, (*quad.Vision).Attacks},
}

// A sideThreatSet is one of [quad.SideThreats], with what the pieces see of it.
type sideThreatSet struct {
	name string
	of   func(t *quad.SideThreats) *uint64
	want func(v *quad.Vision, c quad.Color) uint64
}

// sideThreatSets are those sets in the order of the struct.
var sideThreatSets = [...]sideThreatSet{
	{"Pawn", func(t *quad.SideThreats) *uint64 { return &t.Pawn }, attacksBy(quad.Pawn)},
	{"Knight", func(t *quad.SideThreats) *uint64 { return &t.Knight }, attacksBy(quad.Knight)},
	{"Bishop", func(t *quad.SideThreats) *uint64 { return &t.Bishop }, attacksBy(quad.Bishop)},
	{"Rook", func(t *quad.SideThreats) *uint64 { return &t.Rook }, attacksBy(quad.Rook)},
	{"Queen", func(t *quad.SideThreats) *uint64 { return &t.Queen }, attacksBy(quad.Queen)},
	{"King", func(t *quad.SideThreats) *uint64 { return &t.King }, attacksBy(quad.King)},
	{"All", func(t *quad.SideThreats) *uint64 { return &t.All }, (*quad.Vision).Attacks},
	{"Twice", func(t *quad.SideThreats) *uint64 { return &t.Twice }, (*quad.Vision).AttackedTwice},
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
