package kernels

import (
	"fmt"
	"slices"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/machine"
)

func init() {
	const file = "pairs/pairs_amd64.s"
	register(file, func(c *Case) error { return c.accumulate(16) }, "accumulate")
	register(file, func(c *Case) error { return c.accumulate(8) }, "accumulateInt8")
}

// accumulate proves that the kernel sets dst to src plus the added rows of weights minus the removed rows, for all weights
// of the given size, any table of at least a row, any number of rows in both lists, and any numbers of rows. If a row is
// outside of the table, the kernel must return false and write nothing. It tries several widths, so that both loops over
// parts of a row run from zero to several times.
func (c *Case) accumulate(size int) error {
	widths := []int64{32, 96, 128, 352}
	c.bound("widths are %v", widths)
	for _, width := range widths {
		for lists := range 9 { // no row, one, or at least two
			if width == 352 && lists%4 != 0 { // equal lengths
				continue
			}
			s := &sums{Case: c, size: size, width: width}
			if err := s.prove(lists%3, lists/3); err != nil {
				return fmt.Errorf("width %d, %d added and %d removed: %w", width, lists%3, lists/3, err)
			}
		}
	}
	return nil
}

// sums is the proof for a width. Element i of dst passes through stages: the element of src, plus the added rows, minus
// the removed rows. A loop over rows begins with its second row. By induction, its result is the sum with all
// rows if an iteration adds a row to any value.
type sums struct {
	*Case
	size         int
	width        int64
	m            *machine.Machine
	src, weights *machine.Region
	lists        [2]*machine.Region    // added, removed
	some, many   [2]bool               // whether a list has rows, and whether it has a loop
	stage        [2]map[int64]aig.Bits // elements after the loop over a list
	element      map[string]int64      // elements by their values before the current loop
	indexed      string                // the current loop
}

func (s *sums) prove(added, removed int) error {
	s.G = aig.New()
	m := s.Machine()
	s.m = m
	args := m.Memory("s", 72, machine.Input, -1)
	region := func(at int64, name string, bytes machine.Num, kind machine.Kind) *machine.Region {
		r := m.NewRegion(name, bytes, kind, -1)
		m.SetPointer(args, at, r.Pointer(machine.Int(0)))
		return r
	}
	region(0, "dst", machine.Int(2*s.width), machine.Output)
	s.src = region(8, "src", machine.Int(2*s.width), machine.Input)
	total := m.NewSym("weights").Times(1).Plus(s.width) // the last row may be cut off
	s.weights = region(16, "weights", total.Mul(int64(s.size/8)), machine.Input)
	m.SetPointer(args, 24, total)
	m.SetPointer(args, 32, machine.Int(s.width))
	for i, n := range []int{added, removed} {
		count := machine.Int(int64(n))
		if n == 2 {
			count = m.NewSym("more").Times(1).Plus(2)
			s.many[i] = true
		}
		s.some[i] = n > 0
		s.lists[i] = region(40+16*int64(i), []string{"added", "removed"}[i], count.Mul(4), machine.Input)
		s.lists[i].Numbers = true
		m.SetPointer(args, 48+16*int64(i), count)
		s.stage[i] = map[int64]aig.Bits{}
	}
	m.Sum = s.loop
	m.Block = func(writes []machine.Write) error {
		for _, w := range writes {
			at, ok := w.Offset.Const()
			want := s.after(1, at/2)
			if !ok || want == nil || fmt.Sprint(w.Value) != fmt.Sprint(want[at%2*8:at%2*8+8]) {
				return fmt.Errorf("element %d differs from its definition", at/2)
			}
		}
		return nil
	}
	m.Returned = func(outside bool) error {
		want := aig.True
		if outside {
			want = aig.False
		}
		if got := m.Result("ret"); !slices.Equal(got, aig.Bits{want}.Extend(8)) {
			return fmt.Errorf("the result is %v", got)
		}
		return nil
	}
	return s.Run(m)
}

// weight returns an element of the row whose number is at an offset of a list.
func (s *sums) weight(list int, at machine.Num, i int64) aig.Bits {
	row := s.m.Number(s.lists[list], at)
	return s.m.Initial(s.weights, row.Mul(s.width).Plus(i).Mul(int64(s.size/8)), s.size/8).SignExtend(16)
}

// with returns a value with a weight added or removed.
func (s *sums) with(list int, v, weight aig.Bits) aig.Bits {
	if list == 0 {
		return s.G.Add(v, weight)
	}
	return s.G.Sub(v, weight)
}

// first returns element i after the first row of a list, if there is one, or nil as after does.
func (s *sums) first(list int, i int64) aig.Bits {
	v := s.m.Initial(s.src, machine.Int(2*i), 2)
	if list == 1 {
		if v = s.after(0, i); v == nil {
			return nil
		}
	}
	if s.some[list] {
		v = s.with(list, v, s.weight(list, machine.Int(0), i))
	}
	return v
}

// after returns element i after all rows of a list, or nil if the loop over them has not run.
func (s *sums) after(list int, i int64) aig.Bits {
	if s.many[list] {
		return s.stage[list][i]
	}
	return s.first(list, i)
}

// loop proves an iteration for a register. It ignores registers that contain no elements: these are unknown after the loop.
func (s *sums) loop(r machine.Sum) error {
	list := 0
	if r.Region == s.lists[1] {
		list = 1
	}
	if id := fmt.Sprint(list, list*len(s.stage[0])); s.indexed != id { // another loop
		s.indexed, s.element = id, map[string]int64{}
		for i := range s.width {
			if v := s.first(list, i); v != nil {
				s.element[fmt.Sprint(v)] = i
			}
		}
	}
	for at := 0; at < len(r.Start); at += 16 {
		i, ok := s.element[fmt.Sprint(r.Start[at:at+16])]
		if !ok {
			continue
		}
		want := s.with(list, r.Before[at:at+16], s.weight(list, r.Number, i))
		if err := s.Prove(claim(fmt.Sprintf("element %d of a row", i), r.After[at:at+16], want)); err != nil {
			return err
		}
		s.stage[list][i] = r.After[at : at+16]
	}
	return nil
}
