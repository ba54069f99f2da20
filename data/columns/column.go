// Package columns computes facts about many positions at once. A column is one fact, with
// one or more values for each position. Only the requested columns are computed, where
// possible by the batch kernels of packages movegen and quad. If several columns need the
// same value, for example the number of legal moves, it is computed only once.
//
//	c := columns.NewComputer()
//	c.Set(&batch, nil)
//	legal, _ := columns.ByName("legal_moves")
//	var data columns.Data
//	legal.AppendTo(&data, c)
//
// Every column accepts any boards. Columns about single moves, or about material that moves
// win, are 0 if the position is not legal. All other columns follow their definition on any
// board. Sets of squares have a1 as bit 0, b1 as bit 1, h8 as bit 63, whichever side is to
// move.
package columns

import (
	"fmt"
	"slices"
	"strings"

	"github.com/koggestone/koggestone/internal/quote"
)

// A Kind is the type of a column's values.
type Kind uint8

// The kinds.
const (
	Bool   Kind = iota // 0 or 1, in Data.Bytes
	Byte               // 0 to 255, in Data.Bytes
	Enum               // an index of Column.Values, in Data.Bytes
	Count              // 0 to 65535, in Data.Counts
	Number             // any 64 bits, in Data.Words
	Set                // squares of the board, in Data.Words
)

// String returns the type as files name it: bool, uint8, uint16, uint64, text.
func (k Kind) String() string {
	return [...]string{"bool", "uint8", "text", "uint16", "uint64", "uint64"}[k]
}

// A Column is one fact about a position.
type Column struct {
	Name   string
	Group  string
	Kind   Kind
	Width  int      // number of values for each position
	Unit   string   // unit of the values: "moves", "squares", "pieces", ...
	Doc    string   // description as a phrase
	Values []string // names of the values of an Enum

	fill func(c *Computer, d *Data, at int)
}

// Size returns how many bytes a position takes in a [Data].
func (col *Column) Size() int {
	switch col.Kind {
	case Bool, Byte, Enum:
		return col.Width
	case Count:
		return 2 * col.Width
	}
	return 8 * col.Width
}

// Data holds a column's values: Width values for each position, in the slice for the
// column's kind. The other two slices are empty.
type Data struct {
	Bytes  []uint8
	Counts []uint16
	Words  []uint64
}

// Reset empties d, but keeps its memory.
func (d *Data) Reset() { d.Bytes, d.Counts, d.Words = d.Bytes[:0], d.Counts[:0], d.Words[:0] }

// AppendTo appends the column's values for the positions in c to d.
func (col *Column) AppendTo(d *Data, c *Computer) {
	n := c.Len() * col.Width
	at := 0
	switch col.Kind {
	case Bool, Byte, Enum:
		at, d.Bytes = len(d.Bytes), grown(d.Bytes, n)
	case Count:
		at, d.Counts = len(d.Counts), grown(d.Counts, n)
	default:
		at, d.Words = len(d.Words), grown(d.Words, n)
	}
	col.fill(c, d, at)
}

// grown returns s with n more elements that have arbitrary values.
func grown[T any](s []T, n int) []T { return slices.Grow(s, n)[:len(s)+n] }

// All returns all columns, group by group. The caller must not change them.
func All() []*Column { return all }

// ByName returns the column with the given name, and whether there is one.
func ByName(name string) (*Column, bool) {
	c, ok := byName[name]
	return c, ok
}

var (
	all    = table()
	byName = index(all)
)

func index(all []*Column) map[string]*Column {
	m := make(map[string]*Column, len(all))
	for _, c := range all {
		if m[c.Name] != nil {
			panic("columns: " + c.Name + " twice")
		}
		m[c.Name] = c
	}
	return m
}

// Parse returns the columns for a list of names and groups, separated by commas, such as
// "legal_moves,in_check" or "king,phase". If you name a column twice, it is returned once,
// in the first place. An unknown name is an error.
func Parse(list string) ([]*Column, error) {
	var found []*Column
	seen := map[*Column]bool{}
	add := func(c *Column) {
		if !seen[c] {
			seen[c] = true
			found = append(found, c)
		}
	}
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		if c, ok := ByName(name); ok {
			add(c)
			continue
		}
		any := false
		for _, c := range all {
			if c.Group == name {
				add(c)
				any = true
			}
		}
		if !any {
			return nil, fmt.Errorf("expected the name of a column or of a group of columns%s, found %q", hint(name), name)
		}
	}
	return found, nil
}

// hint names the column or group that a misspelt name resembles. If there is none, it names the column that shares the
// longest prefix with name, if this prefix has at least three letters.
func hint(name string) string {
	var names []string
	for _, c := range all {
		names = append(names, c.Name, c.Group)
	}
	if near := quote.Closest(name, names); near != "" {
		return ", such as " + near
	}
	best, length := "", 2
	for _, c := range all {
		n := 0
		for n < len(name) && n < len(c.Name) && name[n] == c.Name[n] {
			n++
		}
		if n > length {
			best, length = c.Name, n
		}
	}
	if best == "" {
		return ""
	}
	return ", such as " + best
}
