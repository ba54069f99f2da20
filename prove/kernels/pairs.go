package kernels

import (
	"fmt"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/cec"
	"github.com/koggestone/koggestone/prove/machine"
)

func init() {
	const file = "pairs/pairs_amd64.s"
	register(file, func(c *Case) error { return c.accumulate(16) }, "accumulate")
	register(file, func(c *Case) error { return c.accumulate(8) }, "accumulateInt8")
}

// accumulate proves that the kernel sets dst to src plus the added rows of weights minus the removed
// rows, for all weights of the given size. It tries several widths, so that both loops over parts of
// a row run from zero to several times. It tries fixed lists of up to two added and two removed
// rows, because the loop over rows is nested in both loops.
func (c *Case) accumulate(size int) error {
	const rows = 5
	for _, width := range []int64{32, 96, 128, 352} {
		for _, list := range [][2][]int64{{}, {{3}, {}}, {{}, {0}}, {{4, 1}, {2}}, {{0}, {4, 3}}, {{rows, 0}, {}}, {{1}, {2, rows}}} {
			if err := c.sumRows(size, width, rows, list[0], list[1]); err != nil {
				return fmt.Errorf("width %d, %v added and %v removed: %w", width, list[0], list[1], err)
			}
		}
	}
	return nil
}

func (c *Case) sumRows(size int, width, rows int64, added, removed []int64) error {
	m := c.Machine()
	args := m.Memory("s", 72, machine.Input, -1)
	region := func(at int64, name string, bytes int64, kind machine.Kind) *machine.Region {
		r := m.NewRegion(name, machine.Int(bytes), kind, -1)
		m.SetPointer(args, at, r.Pointer(machine.Int(0)))
		return r
	}
	dst, src := region(0, "dst", 2*width, machine.Output), region(8, "src", 2*width, machine.Input)
	weights := region(16, "weights", rows*width*int64(size/8), machine.Input)
	m.SetPointer(args, 24, machine.Int(rows*width))
	m.SetPointer(args, 32, machine.Int(width))
	outside := false
	for i, list := range [][]int64{added, removed} {
		r := region(40+16*int64(i), []string{"added", "removed"}[i], 4*int64(len(list)), machine.Input)
		m.SetPointer(args, 48+16*int64(i), machine.Int(int64(len(list))))
		for k, row := range list {
			m.SetInitial(r, machine.Int(4*int64(k)), aig.Const(uint64(row), 32))
			outside = outside || row >= rows
		}
	}
	dst.Sparse = outside
	written := 0
	m.Block = func(writes []machine.Write) error {
		written += len(writes)
		return nil
	}
	if err := c.Run(m); err != nil {
		return err
	}
	ok := aig.Const(1, 8)
	if outside { // nothing may be written
		ok = aig.Const(0, 8)
		if written > 0 {
			return fmt.Errorf("%d bytes are written though a row is outside", written)
		}
	}
	claims := []cec.Claim{claim("the result", m.Result("ret"), ok)}
	for i := range width {
		if outside {
			break
		}
		want := m.Initial(src, machine.Int(2*i), 2)
		weight := func(row int64) aig.Bits {
			return m.Initial(weights, machine.Int((row*width+i)*int64(size/8)), size/8).SignExtend(16)
		}
		for _, row := range added {
			want = c.G.Add(want, weight(row))
		}
		for _, row := range removed {
			want = c.G.Sub(want, weight(row))
		}
		claims = append(claims, claim(fmt.Sprintf("element %d", i), m.Load(dst, machine.Int(2*i), 2), want))
	}
	return c.Prove(claims...)
}
