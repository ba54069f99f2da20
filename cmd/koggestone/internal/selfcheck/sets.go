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

// A threatSet is a set of [quad.Threats].
type threatSet struct {
	name   string
	of     func(t *quad.Threats) *uint64
	column func(c *quad.ThreatsColumns) *[]uint64
	// want finds the set for us to move from the vision of the pieces.
	want func(v *quad.Vision, us quad.Color) uint64
}

// theirs finds the attacks of the opponent's pieces of kind k, and checks finds the squares
// from which a piece of kind k gives check.
func theirs(k quad.Kind) func(*quad.Vision, quad.Color) uint64 {
	return func(v *quad.Vision, us quad.Color) uint64 { return attacksBy(k)(v, us.Other()) }
}

func checks(k quad.Kind) func(*quad.Vision, quad.Color) uint64 {
	return func(v *quad.Vision, us quad.Color) uint64 { return v.CheckSquares(us, k) }
}

// threatSets are all of them, in the order of the struct.
var threatSets = [...]threatSet{
	{"ByPawn", func(t *quad.Threats) *uint64 { return &t.ByPawn }, func(c *quad.ThreatsColumns) *[]uint64 { return &c.ByPawn }, theirs(quad.Pawn)},
	{"ByKnight", func(t *quad.Threats) *uint64 { return &t.ByKnight }, func(c *quad.ThreatsColumns) *[]uint64 { return &c.ByKnight }, theirs(quad.Knight)},
	{"ByBishop", func(t *quad.Threats) *uint64 { return &t.ByBishop }, func(c *quad.ThreatsColumns) *[]uint64 { return &c.ByBishop }, theirs(quad.Bishop)},
	{"ByRook", func(t *quad.Threats) *uint64 { return &t.ByRook }, func(c *quad.ThreatsColumns) *[]uint64 { return &c.ByRook }, theirs(quad.Rook)},
	{"ByQueen", func(t *quad.Threats) *uint64 { return &t.ByQueen }, func(c *quad.ThreatsColumns) *[]uint64 { return &c.ByQueen }, theirs(quad.Queen)},
	{"ByKing", func(t *quad.Threats) *uint64 { return &t.ByKing }, func(c *quad.ThreatsColumns) *[]uint64 { return &c.ByKing }, theirs(quad.King)},
	{"Attacked", func(t *quad.Threats) *uint64 { return &t.Attacked }, func(c *quad.ThreatsColumns) *[]uint64 { return &c.Attacked },
		func(v *quad.Vision, us quad.Color) uint64 { return v.Attacks(us.Other()) }},
	{"Danger", func(t *quad.Threats) *uint64 { return &t.Danger }, func(c *quad.ThreatsColumns) *[]uint64 { return &c.Danger }, (*quad.Vision).Danger},
	{"Checkers", func(t *quad.Threats) *uint64 { return &t.Checkers }, func(c *quad.ThreatsColumns) *[]uint64 { return &c.Checkers }, (*quad.Vision).Checkers},
	{"CheckMask", func(t *quad.Threats) *uint64 { return &t.CheckMask }, func(c *quad.ThreatsColumns) *[]uint64 { return &c.CheckMask }, (*quad.Vision).CheckMask},
	{"Pinned", func(t *quad.Threats) *uint64 { return &t.Pinned }, func(c *quad.ThreatsColumns) *[]uint64 { return &c.Pinned }, (*quad.Vision).Pinned},
	{"Pinners", func(t *quad.Threats) *uint64 { return &t.Pinners }, func(c *quad.ThreatsColumns) *[]uint64 { return &c.Pinners }, (*quad.Vision).Pinners},
	{"PawnChecks", func(t *quad.Threats) *uint64 { return &t.PawnChecks }, func(c *quad.ThreatsColumns) *[]uint64 { return &c.PawnChecks }, checks(quad.Pawn)},
	{"KnightChecks", func(t *quad.Threats) *uint64 { return &t.KnightChecks }, func(c *quad.ThreatsColumns) *[]uint64 { return &c.KnightChecks }, checks(quad.Knight)},
	{"BishopChecks", func(t *quad.Threats) *uint64 { return &t.BishopChecks }, func(c *quad.ThreatsColumns) *[]uint64 { return &c.BishopChecks }, checks(quad.Bishop)},
	{"RookChecks", func(t *quad.Threats) *uint64 { return &t.RookChecks }, func(c *quad.ThreatsColumns) *[]uint64 { return &c.RookChecks }, checks(quad.Rook)},
	{"Discoverers", func(t *quad.Threats) *uint64 { return &t.Discoverers }, func(c *quad.ThreatsColumns) *[]uint64 { return &c.Discoverers }, (*quad.Vision).Discoverers},
}

// sliceThreats returns positions lo to hi of c.
func sliceThreats(c *quad.ThreatsColumns, lo, hi int) *quad.ThreatsColumns {
	part := new(quad.ThreatsColumns)
	for _, s := range threatSets {
		*s.column(part) = (*s.column(c))[lo:hi:hi]
	}
	return part
}
