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
	free        []Mem
}

// NewRoom returns the room that the kernel's parameter room points to: so many words, of
// which eight are for alignment.
func (v *ISA) NewRoom(words int) *Room {
	slots := (8*words - 64) / v.Bytes
	if v == NEON {
		return &Room{v: v, first: neon{}.Room("room", slots), slots: slots}
	}
	r := &Room{v: v, first: AlignedPointer("room", 64), slots: slots}
	// Displacements of one byte reach 128 registers either way with AVX-512.
	if reach := 128 * v.Bytes; r.slots > 128 {
		ADDQ(I32(reach), r.first.Base)
		r.first = r.first.Offset(-reach)
	}
	return r
}

// Slot returns memory for a register: what was freed last, or else memory not yet used.
func (r *Room) Slot() Mem {
	if n := len(r.free); n > 0 {
		m := r.free[n-1]
		r.free = r.free[:n-1]
		return m
	}
	if r.next == r.slots {
		panic("emit: the room is too small")
	}
	r.next++
	return r.first.Offset((r.next - 1) * r.v.Bytes)
}

// Free gives slots back that hold nothing of use any more.
func (r *Room) Free(slots ...Mem) { r.free = append(r.free, slots...) }

// Ranks returns memory for a set.
func (r *Room) Ranks() (s RankSlots) {
	for i := range s {
		s[i] = r.Slot()
	}
	return s
}

// FreeRanks gives the memory of sets back.
func (r *Room) FreeRanks(sets ...RankSlots) {
	for _, s := range sets {
		r.Free(s[:]...)
	}
}

// Keep stores x in a slot of its own.
func (r *Room) Keep(x Vec) Mem {
	m := r.Slot()
	r.v.Store(x, m)
	return m
}
