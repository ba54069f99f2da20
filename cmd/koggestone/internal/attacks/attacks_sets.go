package attacks

import (
	"fmt"
	"slices"
	"strings"

	"github.com/koggestone/koggestone/internal/quote"
	"github.com/koggestone/koggestone/quad"
)

// A namedSet is a set of package quad that attacks can show. Some sets exist for each colour, and
// others only for the side to move.
type namedSet struct {
	name string
	each func(v *quad.Vision, c quad.Color) uint64 // nil for a set of the side to move
	us   func(t *quad.Threats) uint64
}

// by returns a function that computes the attacks of pieces of kind k.
func by(k quad.Kind) func(*quad.Vision, quad.Color) uint64 {
	return func(v *quad.Vision, c quad.Color) uint64 { return v.AttacksBy(c, k) }
}

// lesser returns a function that returns the attacks of pieces worth less than kind k.
func lesser(k quad.Kind) func(*quad.Vision, quad.Color) uint64 {
	return func(v *quad.Vision, c quad.Color) uint64 { return v.LesserAttacks(c, k) }
}

// reach returns the squares that c's pieces can reach in one move.
func reach(v *quad.Vision, c quad.Color) (squares uint64) {
	for _, k := range [...]quad.Kind{quad.Pawn, quad.Knight, quad.Bishop, quad.Rook, quad.Queen, quad.King} {
		squares |= v.Reach(c, k)
	}
	return squares
}

// namedSets lists all sets: first the sets that each colour has, then the sets for the
// side to move.
var namedSets = []namedSet{
	{name: "attacks", each: (*quad.Vision).Attacks},
	{name: "pawns", each: by(quad.Pawn)},
	{name: "knights", each: by(quad.Knight)},
	{name: "bishops", each: by(quad.Bishop)},
	{name: "rooks", each: by(quad.Rook)},
	{name: "queens", each: by(quad.Queen)},
	{name: "kings", each: by(quad.King)},
	{name: "twice", each: (*quad.Vision).AttackedTwice},
	{name: "defended", each: (*quad.Vision).Defended},
	{name: "hanging", each: (*quad.Vision).Hanging},
	{name: "batteries", each: (*quad.Vision).Batteries},
	{name: "xrays", each: func(v *quad.Vision, c quad.Color) uint64 { return v.XRays(c, v.Board.Occupied()) }},
	{name: "xrays-own", each: func(v *quad.Vision, c quad.Color) uint64 { return v.XRays(c, v.Board.ByColor(c)) }},
	{name: "reach", each: reach},
	{name: "lesser-minor", each: lesser(quad.Knight)},
	{name: "lesser-rook", each: lesser(quad.Rook)},
	{name: "lesser-queen", each: lesser(quad.Queen)},
	{name: "checkers", us: func(t *quad.Threats) uint64 { return t.Checkers }},
	{name: "checkmask", us: func(t *quad.Threats) uint64 { return t.CheckMask }},
	{name: "danger", us: func(t *quad.Threats) uint64 { return t.Danger }},
	{name: "pinned", us: func(t *quad.Threats) uint64 { return t.Pinned }},
	{name: "pinners", us: func(t *quad.Threats) uint64 { return t.Pinners }},
	{name: "discoverers", us: func(t *quad.Threats) uint64 { return t.Discoverers }},
	{name: "pawn-checks", us: func(t *quad.Threats) uint64 { return t.PawnChecks }},
	{name: "knight-checks", us: func(t *quad.Threats) uint64 { return t.KnightChecks }},
	{name: "bishop-checks", us: func(t *quad.Threats) uint64 { return t.BishopChecks }},
	{name: "rook-checks", us: func(t *quad.Threats) uint64 { return t.RookChecks }},
	{name: "queen-checks", us: (*quad.Threats).QueenChecks},
}

// setNames names the sets for the side to move if us is true, otherwise the sets that each colour
// has.
func setNames(us bool) string {
	var names []string
	for i := range namedSets {
		if s := &namedSets[i]; (s.us != nil) == us {
			names = append(names, s.name)
		}
	}
	return strings.Join(names, ", ")
}

// chooseSets returns the sets with the given names, in the order of the names. The groups threats and all
// name several sets. If a set is named twice, for example by a group, it is returned once.
func chooseSets(names []string) (chosen []*namedSet, err error) {
	for _, name := range names {
		known := false
		for i := range namedSets {
			if s := &namedSets[i]; name == s.name || name == "all" || name == "threats" && s.us != nil {
				known = true
				if !slices.Contains(chosen, s) {
					chosen = append(chosen, s)
				}
			}
		}
		if !known {
			all := setNames(false) + ", " + setNames(true) + ", threats, all"
			if near := quote.Closest(name, strings.Split(all, ", ")); near != "" {
				return nil, fmt.Errorf("--show: unknown set %s; did you mean %s?", name, near)
			}
			return nil, fmt.Errorf("--show: expected a set, %s, found %q", all, name)
		}
	}
	return chosen, nil
}

// An analysis is a position with its vision and threats.
type analysis struct {
	us      quad.Color
	vision  quad.Vision
	threats quad.Threats
}

// analyse analyses b with us to move. It leaves out castling and en passant.
func analyse(b quad.Board, us quad.Color) *analysis {
	w := &analysis{us: us}
	w.vision.Set(b)
	w.threats.Set(b, us)
	return w
}

// A titledSet is a set and its name, such as "white pinned".
type titledSet struct {
	title string
	set   uint64
}

// titled returns the set s for White and Black, or for the side to move.
func (w *analysis) titled(s *namedSet) []titledSet {
	if s.us != nil {
		return []titledSet{{s.name, s.us(&w.threats)}}
	}
	return []titledSet{
		{"white " + s.name, s.each(&w.vision, quad.White)},
		{"black " + s.name, s.each(&w.vision, quad.Black)},
	}
}

// attackers counts, for each square, how many of c's pieces attack it.
func (w *analysis) attackers(c quad.Color) (n [64]int) {
	counts := w.vision.AttackCounts(c)
	for sq := range n {
		n[sq] = counts.At(sq)
	}
	return n
}
