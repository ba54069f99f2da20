package kernels

import (
	"fmt"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/machine"
)

func init() {
	const file = "pairs/pairs_amd64.s"
	register(file, func(c *Case) error { return c.accumulate(2) }, "accumulate")
	register(file, func(c *Case) error { return c.accumulate(1) }, "accumulateInt8")
}

// accumulate proves that the kernel sets dst to src plus the added rows of weights minus the removed rows, for all weights
// of the given size, any width that Accumulate passes, any table, any number of rows in both lists, and any numbers of
// rows. If a row is outside of the table, the kernel must return false and write nothing. dst may be src: a tile of src is
// read before dst is written there, and never again.
func (c *Case) accumulate(size int64) error {
	const most = 1 << 14 // weights in a row
	c.bound("widths up to %d", most)
	m := c.Machine()
	s := &sums{Case: c, Machine: m, size: size}
	args := m.Memory("s", 72, machine.Input, -1)
	region := func(at int64, name string, kind machine.Kind) *machine.Region {
		r := m.NewRegion(name, num(0), kind, -1)
		m.SetPointer(args, at, r.Pointer(num(0)))
		return r
	}
	s.dst, s.src, s.weights = region(0, "dst", machine.Output), region(8, "src", machine.Input), region(16, "weights", machine.Input)
	s.lists = [2]*machine.Region{region(40, "added", machine.Input), region(56, "removed", machine.Input)}
	s.dst.Sparse = true
	x := place{stage: start, left: m.NewNumber("width", most/32), total: m.NewSym("total").Times(1), rows: [2]machine.Num{m.NewSym("rows").Times(1), m.NewSym("rows").Times(1)}}
	m.SetPointer(args, 24, x.total)
	m.SetPointer(args, 32, x.left.Mul(32))
	m.SetPointer(args, 48, x.rows[0])
	m.SetPointer(args, 64, x.rows[1])
	s.move(x)
	m.Block = func(writes []machine.Write) error { s.writes = writes; return nil }
	m.Returned = s.returned
	cuts := map[string]*machine.Cut{}
	for _, tile := range []int64{128, 32} {
		for stage, name := range []string{"", "added", "addedend", "removed", "removedend"} {
			x := place{stage: stage, tile: tile, left: m.NewSym("left").Times(1).Plus(tile / 32), total: m.NewSym("total").Times(1)}
			for i := range s.lists {
				x.rows[i] = m.NewSym("rows").Times(1)
			}
			if stage%2 == 1 {
				x.row = m.NewSym("row").Times(1)
				x.rows[stage/2] = x.row.Add(x.rows[stage/2]).Plus(1)
			}
			sums := make(aig.Bits, 16*tile)
			done := m.NewSym("done").Times(1).Plus(1)
			cuts[fmt.Sprint("tile", tile, name)] = &machine.Cut{Cases: 2, State: func(later int) {
				x := x
				if later == 1 {
					x.done = done
				}
				m.AssumeAtLeast(num(most / 32).Sub(x.done).Sub(x.left))
				s.move(x)
				for register, n := range s.registers(x) {
					m.Set(register, n)
				}
				if stage == 0 {
					return
				}
				if sums[0] == aig.False {
					copy(sums, c.G.Vars(len(sums)))
				}
				s.sums = sums
				for i, bits := 0, s.bits(); i*bits < len(sums); i++ {
					m.SetVector(i, sums[i*bits:(i+1)*bits])
				}
				if stage%2 == 1 && later == 1 { // the first tile has compared all rows
					m.AssumeAtLeast(s.inside(x))
				}
			}, Check: func(bool) error { return s.arrive(stage, tile) }}
		}
	}
	err := m.Induct(cuts)
	c.Steps += m.Steps
	return err
}

// The stages of a tile are its start, the loop over added rows, its end, the loop over removed rows and its end. The stage
// before all tiles is start.
const start = -1

// A place is a state at the beginning of a stage: 32·done elements of dst are written and 32·left are not, of which those of a
// tile are next, and the loops have added or removed row rows of a list.
type place struct {
	stage           int
	tile            int64 // elements
	done, left, row machine.Num
	total           machine.Num    // all weights
	rows            [2]machine.Num // the lengths of the lists
}

// sums is the proof of a kernel from a place to the next one. Each element has sums: with the rows of a list before row
// when a loop over rows begins, and with all its rows at its end.
type sums struct {
	*Case
	*machine.Machine
	size              int64 // bytes of a weight
	dst, src, weights *machine.Region
	lists             [2]*machine.Region // added, removed
	at                place
	sums              aig.Bits // the elements of the tile at this place
	writes            []machine.Write
}

// bits returns the size of a register.
func (s *sums) bits() int {
	if s.AVX512 {
		return 512
	}
	return 256
}

// move sets the current place and the sizes of slices.
func (s *sums) move(x place) {
	s.at, s.writes = x, nil
	s.dst.Size = x.done.Add(x.left).Mul(64)
	s.src.Size = s.dst.Size
	s.weights.Size = x.total.Mul(s.size)
	for i, list := range s.lists {
		list.Size = x.rows[i].Mul(4)
	}
}

// registers returns the general registers at a place.
func (s *sums) registers(x place) map[string]machine.Num {
	width := x.done.Add(x.left).Mul(32)
	r := map[string]machine.Num{
		"CX": s.dst.Pointer(x.done.Mul(64)), "DX": s.src.Pointer(x.done.Mul(64)), "BX": s.weights.Pointer(x.done.Mul(32 * s.size)),
		"SI": x.left.Mul(32), "DI": width.Mul(s.size), "R8": x.total.Sub(width).Mul(s.size),
		"R9": s.lists[0].Pointer(num(0)), "R10": s.lists[0].Pointer(x.rows[0].Mul(4)),
		"R11": s.lists[1].Pointer(num(0)), "AX": s.lists[1].Pointer(x.rows[1].Mul(4)),
	}
	if x.stage%2 == 1 {
		r["R12"] = s.lists[x.stage/2].Pointer(x.row.Mul(4))
	}
	return r
}

// begin returns the first byte of the row of a place, and inside is not negative if this row is inside of weights.
func (s *sums) begin(x place) machine.Num {
	row := s.Count(s.Initial(s.lists[x.stage/2], x.row.Mul(4), 4))
	return s.Product(row, x.done.Add(x.left).Mul(32*s.size))
}

func (s *sums) inside(x place) machine.Num {
	return x.total.Sub(x.done.Add(x.left).Mul(32)).Mul(s.size).Sub(s.begin(x))
}

// next returns the elements of the tile after the current stage.
func (s *sums) next() aig.Bits {
	x := s.at
	if x.stage%2 == 0 && x.stage > 0 {
		return s.sums
	}
	var v aig.Bits
	for i := range x.tile {
		switch at := x.done.Mul(32).Plus(i); x.stage {
		case 0:
			v = append(v, s.Initial(s.src, at.Mul(2), 2)...)
		default:
			weight := s.Initial(s.weights, s.begin(x).Add(at.Mul(s.size)), int(s.size)).SignExtend(16)
			add := []func(a, b aig.Bits) aig.Bits{s.Case.G.Add, s.Case.G.Sub}[x.stage/2]
			v = append(v, add(s.sums[16*i:16*i+16], weight)...)
		}
	}
	return v
}

// after returns the number of elements, divided by 32, of which dst is written after the current stage.
func (s *sums) after() (done, left machine.Num, err error) {
	x := s.at
	want := int64(0)
	if x.stage == 4 {
		want = x.tile / 32
	}
	if len(s.writes) != int(64*want) {
		return done, left, fmt.Errorf("%d bytes are written, expected %d", len(s.writes), 64*want)
	}
	for i, w := range s.writes {
		if !w.Offset.Equal(x.done.Mul(64).Plus(int64(i))) {
			return done, left, fmt.Errorf("byte %v is not written", x.done.Mul(64).Plus(int64(i)))
		}
		if err := s.Prove(claim(fmt.Sprintf("byte %d of a tile", i), w.Value, s.sums[8*i:8*i+8])); err != nil {
			return done, left, err
		}
	}
	s.writes = nil
	return s.Now(x.done.Plus(want)), s.Now(x.left.Plus(-want)), nil
}

// arrive checks a place.
func (s *sums) arrive(stage int, tile int64) (err error) {
	old := s.at
	x := place{stage: stage, tile: tile, total: s.Now(old.total), rows: [2]machine.Num{s.Now(old.rows[0]), s.Now(old.rows[1])}}
	if x.done, x.left, err = s.after(); err != nil {
		return err
	}
	looped := old.stage%2 == 1 && (stage == old.stage || stage == old.stage+1)
	switch {
	case stage == 0 && (old.stage == start || old.stage == 4):
	case tile == old.tile && stage == old.stage+1 && stage%2 == 1:
	case tile == old.tile && looped: // the row was the last one
		x.row = s.Now(old.row).Plus(1)
	case tile == old.tile && stage == old.stage+2 && stage%2 == 0: // no row
	default:
		return fmt.Errorf("stage %d of a tile of %d follows stage %d of a tile of %d", stage, tile, old.stage, old.tile)
	}
	if looped && !s.AtLeast(s.Now(s.inside(old))) {
		return fmt.Errorf("row %v was not compared with the last row", x.row)
	}
	for register, want := range s.registers(x) {
		if got, bits := s.Get(register); bits != nil || !got.Equal(want) {
			return fmt.Errorf("%s is %v, expected %v", register, got, want)
		}
	}
	rest := []machine.Num{x.left.Mul(32).Plus(-tile)}
	if stage%2 == 1 {
		rest = append(rest, x.rows[stage/2].Sub(x.row).Plus(-1))
	} else if stage > 0 && !x.rows[stage/2-1].Equal(x.row) {
		return fmt.Errorf("%v of %v rows are done", x.row, x.rows[stage/2-1])
	}
	for _, n := range rest {
		if !s.AtLeast(n) {
			return fmt.Errorf("%v may be negative", n)
		}
	}
	if stage == 0 {
		return nil
	}
	var got aig.Bits
	for i := range len(s.next()) / s.bits() {
		got = append(got, s.Vector(i)[:s.bits()]...)
	}
	return s.Prove(claim(fmt.Sprintf("a sum in stage %d", stage), got, s.next()))
}

// returned checks the result.
func (s *sums) returned() error {
	x := s.at
	_, left, err := s.after()
	if err != nil {
		return err
	}
	switch result, ok := s.Result("ret").Const(); {
	case ok && result == 1 && (x.stage == start || x.stage == 4):
		if !s.AtLeast(num(31).Sub(left.Mul(32))) {
			return fmt.Errorf("32·(%v) elements are not written", left)
		}
		return nil
	case ok && result == 0 && x.stage%2 == 1 && x.done.Equal(num(0)):
		if s.AtLeast(s.Now(s.inside(x)).Mul(-1).Plus(-1)) {
			return nil
		}
	}
	return fmt.Errorf("the result is %v in stage %d", s.Result("ret"), x.stage)
}
