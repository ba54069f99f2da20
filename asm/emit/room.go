package emit

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone/asm/emit/regalloc"
)

// A Room is scratch memory that the caller provides to a kernel, in slots of one register.
type Room struct {
	v           *ISA
	bases       []Mem // one for every reach slots
	reach       int
	next, slots int
	free        []Mem
	plan        *regalloc.Plan // nil if slots are assigned at once
}

// NewRoom returns the room that the parameter room points to. It has the given number of
// words, minus eight for alignment.
func (v *ISA) NewRoom(words int) *Room {
	slots := (8*words - 64) / v.Bytes
	if v == NEON {
		return &Room{v: v, bases: []Mem{neon{}.Room("room", slots)}, reach: slots, slots: slots}
	}
	return v.RoomAt(AlignedPointer("room", 64), slots)
}

// RoomBehind returns a room with slots registers that starts bytes after base. It is only
// for NEON.
func (v *ISA) RoomBehind(base reg.Register, bytes, slots int) *Room {
	return &Room{v: v, bases: []Mem{neon{}.RoomBehind(base, bytes, slots)}, reach: slots, slots: slots}
}

// RoomAt returns a room with slots registers of memory, starting at first. It takes over first's
// base register.
func (v *ISA) RoomAt(first Mem, slots int) *Room {
	r := &Room{v: v, bases: []Mem{first}, reach: slots, slots: slots}
	if slots <= 128 {
		return r
	}
	// With AVX-512, a one-byte displacement reaches 128 registers in each direction. Larger
	// displacements take four bytes, and large kernels are slower if their code is larger.
	const half = 128
	ADDQ(I32(half*v.Bytes), first.Base)
	r.bases[0] = first.Offset(-half * v.Bytes)
	if v.Wide() {
		r.reach = 2 * half
	}
	return r
}

// Extend uses more registers, for the slots that one-byte displacements do not reach. It only
// supports rooms on AVX-512 without AssignLater.
func (r *Room) Extend() {
	for k := r.reach; k < r.slots; k += r.reach {
		base := Mem{Base: GP64()}
		LEAQ(r.bases[0].Offset((k+r.reach/2)*r.v.Bytes), base.Base)
		r.bases = append(r.bases, base.Offset(-r.reach/2*r.v.Bytes))
	}
}

// Move moves the room by the given number of bytes.
func (r *Room) Move(bytes Op) {
	for _, base := range r.bases {
		ADDQ(bytes, base.Base)
	}
}

// Slot returns memory for a register: the slot that was freed last, or an unused one. On NEON and
// with AssignLater it is only a name, and the memory is assigned later.
func (r *Room) Slot() Mem {
	switch {
	case r.plan != nil:
		r.next++
		return Mem{Base: r.plan.Symbol, Disp: r.next * r.v.Bytes}
	case r.v == NEON:
		r.next++
		return r.bases[0].Offset((r.next - 1) * r.v.Bytes)
	}
	if n := len(r.free); n > 0 {
		m := r.free[n-1]
		r.free = r.free[:n-1]
		return m
	}
	if r.next == r.slots {
		panic("emit: the room is too small")
	}
	r.next++
	return r.bases[(r.next-1)/r.reach].Offset((r.next - 1) % r.reach * r.v.Bytes)
}

// Free frees slots. This is only necessary for a room on amd64 without AssignLater, because
// elsewhere the first and the last use determine how long a slot lives.
func (r *Room) Free(slots ...Mem) { r.free = append(r.free, slots...) }

// Ranks returns memory for a set.
func (r *Room) Ranks() (s RankSlots) {
	for i := range s {
		s[i] = r.Slot()
	}
	return s
}

// Keep stores x in a new slot.
func (r *Room) Keep(x Vec) Mem {
	m := r.Slot()
	r.v.Store(x, m)
	return m
}

// Fix reserves n slots at consecutive places. Slot i is the result of slot(i), and a loop can also
// reach it at i registers after first. It requires AssignLater.
func (r *Room) Fix(n int) (first Mem, slot func(i int) Mem) {
	return r.plan.Fix(n), func(i int) Mem { return Mem{Base: r.plan.Fixed, Disp: i * r.v.Bytes} }
}

// AssignLater makes [regalloc.Compile] assign the slots of r. On AVX2, windows registers
// point to scratch memory, and on AVX-512 one register. AssignLater must be called before the
// first slot is used, while the room belongs to the first block. Phases start at labels that
// begin with "phase". A loop may carry a value in a slot from one iteration to the next only if the
// slot is set before the loop and read after it.
func (r *Room) AssignLater(windows int) {
	// Each register reaches eight slots with one-byte displacements. On Zen 3, rowsAVX2 became 17 %
	// faster with seven registers instead of one. On AVX-512 one register reaches 128 slots.
	if r.v.Wide() {
		windows = 1
	}
	var scratch []reg.GPVirtual
	for k := range windows {
		scratch = append(scratch, Address(r.bases[0].Offset(r.slots*r.v.Bytes-128-256*k)))
	}
	r.plan = regalloc.NewPlan(r.bases[0], r.v.Bytes, r.slots, scratch)
}
