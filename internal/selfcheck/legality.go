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
