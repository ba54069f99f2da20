package emit

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// A Room is memory that the caller lends to a kernel, in slots of one register.
type Room struct {
	v           *ISA
	first       Mem
	next, slots int
}

// NewRoom returns the room that a parameter of this name points to, an array of words
// of which eight are for alignment.
func (v *ISA) NewRoom(words int) *Room {
	r := &Room{v: v, first: AlignedPointer("room", 64), slots: (8*words - 64) / v.Bytes}
	// Displacements of one byte reach 128 registers either way with AVX-512.
	if reach := 128 * v.Bytes; r.slots > 128 {
		ADDQ(I32(reach), r.first.Base)
		r.first = r.first.Offset(-reach)
	}
	return r
}

// Slot returns memory for a register.
func (r *Room) Slot() Mem {
	if r.next == r.slots {
		panic("emit: the room is too small")
	}
	r.next++
	return r.first.Offset((r.next - 1) * r.v.Bytes)
}

// Ranks returns memory for a set.
func (r *Room) Ranks() (s Ranks) {
	for i := range s {
		s[i] = r.Slot()
	}
	return s
}

// Keep stores x in a slot of its own.
func (r *Room) Keep(x Vec) Mem {
	m := r.Slot()
	r.v.Store(x, m)
	return m
}
