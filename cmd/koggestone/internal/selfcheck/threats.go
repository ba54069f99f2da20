package selfcheck

import "github.com/koggestone/koggestone/quad"

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
