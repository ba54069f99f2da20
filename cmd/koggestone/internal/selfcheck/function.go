// Package selfcheck lists the functions of the library in one table, with an oracle for
// each. It checks them on random boards and games, and measures them.
package selfcheck

import (
	"fmt"
	"slices"

	"github.com/koggestone/koggestone"
)

// A Function is a function of the library.
type Function struct {
	Package string // "koggestone"
	Name    string // "AttacksBatch"
	Variant string // "East", if a function has several entries in the table
	// Named marks the eight functions that are named after the directions, "NorthFill".
	// The entry of the same name without it is the function that accepts a direction.
	Named   bool
	Batch   bool
	OnePath bool // plain Go on every path

	result  layout
	inPlace int  // dst may be any of the first inPlace arguments
	untimed bool // not worth timing
	slow    bool // timed on fewer positions
	// asserted reports whether a Timer compares results with want, which then reads only
	// the input of its oracle. Otherwise a Timer compares paths with one another.
	asserted bool
	run      func(w work)
	// unpack, if not nil, copies the results of run to the words of result.
	unpack func(w work)
	// want returns word slot of the correct result for position i.
	want func(o *oracle, i, slot int) uint64
	// source returns Go statements that set got to the word at a site.
	source func(in *input, at site) string
	// applies reports whether want is valid for position i; nil means always.
	applies func(in *input, i int) bool
}

// Title returns the name within the package: "AttacksBatch East", "8 named Fill".
func (f *Function) Title() string {
	title := f.Name
	if f.Named {
		title = "8 named " + title
	}
	if f.Variant != "" {
		title += " " + f.Variant
	}
	return title
}

// String returns the title, with the package if it is not the root package.
func (f *Function) String() string {
	if f.Package == rootPackage {
		return f.Title()
	}
	return f.Package + "." + f.Title()
}

const rootPackage = "koggestone"

// A layout is the part of an output that a function writes.
type layout struct {
	slots int // words for each position
	// title names a slot in a message.
	title func(slot int) string
	// word returns the address of word slot of position i.
	word func(o *output, i, slot int) *uint64
}

// The layouts. Slot d belongs to direction d, slot 4*d+g to direction d and generator or
// plane g. The slots of threats are in the order of threatSets.
var (
	words       = layout{1, untitled, func(o *output, i, _ int) *uint64 { return &o.words[i] }}
	rays        = layout{8, directionTitle, func(o *output, i, slot int) *uint64 { return &o.rays[i][slot] }}
	multi       = layout{32, generatorTitle, func(o *output, i, slot int) *uint64 { return &o.multi[i][slot/4][slot%4] }}
	visions     = layout{32, generatorTitle, func(o *output, i, slot int) *uint64 { return plane(&o.visions[i].Rays[slot/4], slot%4) }}
	threats     = layout{len(threatSets), threatTitle, func(o *output, i, slot int) *uint64 { return threatSets[slot].of(&o.threats[i]) }}
	legalities  = layout{len(legalitySets), legalityTitle, func(o *output, i, slot int) *uint64 { return legalitySets[slot].of(&o.legalities[i]) }}
	byKinds     = layout{len(byKindSets), byKindTitle, func(o *output, i, slot int) *uint64 { return byKindSets[slot].of(&o.byKinds[i]) }}
	bothThreats = layout{2 * len(sideThreatSets), sideThreatTitle, func(o *output, i, slot int) *uint64 {
		c, set := sideThreatOf(slot)
		return set.of(&o.bothThreats[i][c])
	}}
	rayColumns   = layout{8, directionTitle, func(o *output, i, slot int) *uint64 { return &o.rayColumns[slot][i] }}
	multiColumns = layout{32, generatorTitle, func(o *output, i, slot int) *uint64 { return &o.multiColumns[slot/4][slot%4][i] }}
	threatColumn = layout{len(threatSets), threatTitle, func(o *output, i, slot int) *uint64 {
		return &(*threatSets[slot].column(o.threatColumns))[i]
	}}
)

func untitled(int) string { return "" }
func directionTitle(slot int) string {
	return fmt.Sprintf(", direction %v", koggestone.Direction(slot))
}
func generatorTitle(slot int) string {
	return fmt.Sprintf("%s, generator %d", directionTitle(slot/4), slot%4)
}
func threatTitle(slot int) string { return ", " + threatSets[slot].name }
func byKindTitle(slot int) string { return ", " + byKindSets[slot].name }
func sideThreatTitle(slot int) string {
	c, set := sideThreatOf(slot)
	return fmt.Sprintf(", %v %s", c, set.name)
}
func legalityTitle(slot int) string { return ", " + legalitySets[slot].name }

// A site is one word that a function returned.
type site struct {
	i, slot int   // the position in the input, and the word of its result
	alias   alias // of a call in place
	past    bool  // the word lies past the end of dst
}

// Functions returns all functions that are checked word by word. First are those of the root
// package: of one position, batches, and the plain Go functions of each direction. The
// functions of quad, pairs and prefix follow.
func Functions() []Function {
	return slices.Concat(rootFunctions(), directionFunctions(), stepFunctions(), quadFunctions(), pairFunctions(), prefixFunctions())
}

// Timed returns the functions that are worth timing: most of [Functions], and those of
// packages movegen, policy and pairs that work on positions of games.
func Timed() []Function {
	return slices.Concat(slices.DeleteFunc(Functions(), func(f Function) bool { return f.untimed }), movegenFunctions(), moveFunctions(), inputFunctions())
}

// literal returns a word as Go source.
func literal(v uint64) string { return fmt.Sprintf("%#016x", v) }

// repeated returns Go source of a slice of n words v.
func repeated(v uint64) string { return "slices.Repeat([]uint64{" + literal(v) + "}, n)" }

// makeDst returns Go source of a dst of n words, followed by words that show writes past the
// end.
func (at site) makeDst() string {
	if at.past {
		return fmt.Sprintf("slices.Repeat([]uint64{%s}, n+%d)[:n]", literal(canary), room)
	}
	return "make([]uint64, n)"
}

// index returns the Go source that selects word i of a dst.
func (at site) index() string {
	if at.past {
		return fmt.Sprintf("[:n+%d][i]", room)
	}
	return "[i]"
}
