package emit

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mmcloughlin/avo/reg"
)

// share removes instructions that repeat an earlier computation.
func share(body []arm64Inst) []arm64Inst {
	before := map[string]Vec{}
	same := map[reg.ID]Vec{}
	var out []arm64Inst
	for _, c := range body {
		c.src = slices.Clone(c.src)
		for k, s := range c.src {
			if x, ok := same[s.ID()]; ok {
				c.src[k] = x
			}
		}
		if !c.pure {
			out = append(out, c)
			continue
		}
		key := c.key()
		if x, ok := before[key]; ok {
			same[c.dst[0].ID()] = x
			continue
		}
		before[key] = c.dst[0]
		out = append(out, c)
	}
	return out
}

// key returns a text that is equal for equal computations.
func (c *arm64Inst) key() string {
	operation := "blend"
	if !c.blend {
		operation = c.text([]int{0}, []int{1, 2})
	}
	src := slices.Clone(c.src)
	switch name, _, _ := strings.Cut(operation, " "); name {
	case "VAND", "VORR", "VEOR", "VADD", "VCMEQ":
		slices.SortFunc(src, func(a, b Vec) int { return int(a.ID()) - int(b.ID()) })
	}
	var b strings.Builder
	b.WriteString(operation)
	for _, s := range src {
		b.WriteByte(' ')
		b.WriteString(strconv.Itoa(int(s.ID().Index())))
	}
	return b.String()
}

// sink moves instructions down to the first reader of their result, so that fewer registers
// are live. It moves an instruction only if its sources are live there anyway and it does
// not access memory. It also removes instructions that have no reader.
func sink(body []arm64Inst) []arm64Inst {
	first, last := map[reg.ID]int{}, map[reg.ID]int{} // readers
	for _, c := range body {
		if c.repeatable {
			last[c.dst[0].ID()] = len(body)
		}
	}
	before := make([][]int, len(body)) // the instructions to insert before each instruction, last first
	moved := make([]bool, len(body))
	for i := len(body) - 1; i >= 0; i-- {
		c, at := body[i], i
		if c.pure {
			reader, read := first[c.dst[0].ID()]
			if !read {
				moved[i] = true
				continue
			}
			if !slices.ContainsFunc(c.src, func(s Vec) bool { return last[s.ID()] < reader }) {
				at = reader
				moved[i] = true
				before[at] = append(before[at], i)
			}
		}
		for _, s := range c.src {
			if f, ok := first[s.ID()]; !ok || at < f {
				first[s.ID()] = at
			}
			last[s.ID()] = max(last[s.ID()], at)
		}
	}
	var out []arm64Inst
	for i, c := range body {
		for _, k := range slices.Backward(before[i]) {
			out = append(out, body[k])
		}
		if !moved[i] {
			out = append(out, c)
		}
	}
	return out
}
