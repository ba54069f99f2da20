package emit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mmcloughlin/avo/gotypes"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// avo only writes amd64, so this file does the same for arm64: it collects the instructions of
// functions, allocates registers, and prints Go assembly and stubs. Virtual registers and
// memory operands are avo's types, so that one program can emit both.

// An arm64Func is a function that is being emitted.
//
// Each virtual vector register is set once. Some instructions overwrite an operand; register
// allocation chooses instructions so that they only overwrite dead operands.
type arm64Func struct {
	name, doc string
	signature *gotypes.Signature
	head      []string // before the loop
	body      []arm64Inst
	tail      []string
	general   int // number of general registers in use
	bases     map[reg.ID]string
	constants map[[2]uint64]Vec // by the lower and the upper word
	room      reg.Register      // scratch memory of the function, nil if there is none
	roomSets  map[int]Vec       // sets stored in room, by offset
	roomSlots int               // slots of 16 bytes in room
	frame     int               // slots of 16 bytes in the frame
}

// An arm64Inst computes the registers dst from the registers src.
type arm64Inst struct {
	dst, src []Vec
	// blend means that dst is src[0]&src[1] | src[2]&^src[0].
	blend bool
	// repeatable means that the instruction can be repeated instead of spilling its result.
	repeatable bool
	// pure means that the instruction can be moved, because it has one result, which
	// depends only on its sources.
	pure bool
	text func(d, s []int) string
}

var (
	virtual    = reg.NewCollection()
	arm64Funcs []*arm64Func
)

// vectors is the number of vector registers.
const vectors = 32

// generals are the general registers that can be allocated. R16, R17, R18 and R26 to R28
// belong to the linker, the system and the runtime; R20 and R21 are temporary registers.
var generals = [...]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 19, 22, 23, 24, 25}

// arm64 returns the function that is being emitted.
func arm64() *arm64Func { return arm64Funcs[len(arm64Funcs)-1] }

func startArm64(name, signature, doc string) {
	s, err := gotypes.ParseSignature(signature)
	if err != nil {
		panic(err)
	}
	arm64Funcs = append(arm64Funcs, &arm64Func{name: name, doc: doc, signature: s,
		bases: map[reg.ID]string{}, constants: map[[2]uint64]Vec{}, roomSets: map[int]Vec{}})
}

func (f *arm64Func) generalRegister() reg.Register {
	if f.general == len(generals) {
		panic("emit: too many general registers in " + f.name)
	}
	r := virtual.GP64()
	f.bases[r.ID()] = fmt.Sprintf("R%d", generals[f.general])
	f.general++
	return r
}

// param loads a parameter into a general register.
func (f *arm64Func) param(name string) reg.Register {
	c, err := f.signature.Params().Lookup(name).Resolve()
	if err != nil {
		panic(err)
	}
	r := f.generalRegister()
	f.head = append(f.head, fmt.Sprintf("MOVD %s+%d(FP), %s", name, c.Addr.Disp, f.base(r)))
	return r
}

// base returns the name of a general register.
func (f *arm64Func) base(r reg.Register) string {
	name, ok := f.bases[r.(reg.Virtual).ID()]
	if !ok {
		panic("emit: a register of another function")
	}
	return name
}

// address returns the text of a memory operand.
func (f *arm64Func) address(m Mem) string {
	if m.Index != nil {
		panic("emit: an index on arm64")
	}
	return fmt.Sprintf("%d(%s)", m.Disp, f.base(m.Base))
}

// emit adds an instruction with one result and returns its register.
func (f *arm64Func) emit(text func(d, s []int) string, src ...Vec) Vec {
	d := Vec(virtual.XMM())
	f.body = append(f.body, arm64Inst{dst: []Vec{d}, src: src, text: text, pure: true})
	return d
}

// load adds an instruction that loads from memory and returns the register.
func (f *arm64Func) load(text func(d, s []int) string) Vec {
	d := Vec(virtual.XMM())
	f.body = append(f.body, arm64Inst{dst: []Vec{d}, text: text})
	return d
}

// do adds an instruction without a result.
func (f *arm64Func) do(text func(d, s []int) string, src ...Vec) {
	f.body = append(f.body, arm64Inst{src: src, text: text})
}

// An allocation assigns physical registers to the virtual registers in a function's body, in
// the order of instructions. If there are too few, the register with the most distant next
// use is spilled first, to the scratch memory or, if there is none, to the frame.
type allocation struct {
	f     *arm64Func
	lines []string
	uses  map[reg.ID][]int // later instructions that read a register
	in    map[reg.ID]int   // physical register of each virtual register
	holds [vectors]Vec
	cheap map[reg.ID]arm64Inst // values that are computed again instead of being stored
	slot  map[reg.ID]int       // slots of spilled registers
	slots []bool               // whether each slot is in use
	next  int
	now   int // index of the current instruction
}

// allocate returns the text of the body, and sets frame.
func (f *arm64Func) allocate() []string {
	f.body = sink(share(f.body))
	a := &allocation{f: f, uses: map[reg.ID][]int{}, in: map[reg.ID]int{}, cheap: map[reg.ID]arm64Inst{}, slot: map[reg.ID]int{}}
	for i, c := range f.body {
		for _, s := range c.src {
			a.uses[s.ID()] = append(a.uses[s.ID()], i)
		}
	}
	for i, c := range f.body {
		a.step(i, c)
	}
	switch {
	case f.room == nil:
		f.frame = len(a.slots)
	case len(a.slots) > f.roomSlots:
		panic("emit: the room of " + f.name + " is too small")
	}
	return a.lines
}

// never is the distance to the next use if there is no next use.
const never = 1 << 30

// distance returns the number of instructions until v is read next.
func (a *allocation) distance(v Vec) int {
	if u := a.uses[v.ID()]; len(u) > 0 {
		return u[0] - a.now
	}
	return never
}

// kept reports whether v can lose its register without a store, because it is in memory or can
// be recomputed.
func (a *allocation) kept(v Vec) bool {
	_, cheap := a.cheap[v.ID()]
	_, stored := a.slot[v.ID()]
	return cheap || stored
}

// dead reports whether no later instruction reads v.
func (a *allocation) dead(v Vec) bool { return len(a.uses[v.ID()]) == 0 }

// step emits instruction i.
func (a *allocation) step(i int, c arm64Inst) {
	if c.repeatable {
		a.cheap[c.dst[0].ID()] = c
		return // it is emitted when it is first read
	}
	a.now = i
	var pinned [vectors]bool
	var s []int
	for _, v := range c.src {
		s = append(s, a.present(v, &pinned))
	}
	for _, v := range c.src {
		a.uses[v.ID()] = a.uses[v.ID()][1:]
	}
	if c.blend {
		a.blend(c, s, &pinned)
		return
	}
	for _, v := range c.src {
		a.release(v)
	}
	// A destination can use the register of a source that is now dead.
	var kept [vectors]bool
	for k, v := range c.src {
		kept[s[k]] = !a.dead(v)
	}
	var d []int
	for _, v := range c.dst {
		r := a.register(&kept)
		a.put(v, r)
		kept[r] = true
		d = append(d, r)
	}
	a.lines = append(a.lines, c.text(d, s))
	for _, v := range c.dst {
		a.release(v)
	}
}

// put records that v is in register r.
func (a *allocation) put(v Vec, r int) {
	a.in[v.ID()] = r
	a.holds[r] = v
}

// release frees the register and the slot of v if it is dead.
func (a *allocation) release(v Vec) {
	if !a.dead(v) {
		return
	}
	if r, ok := a.in[v.ID()]; ok {
		delete(a.in, v.ID())
		a.holds[r] = nil
	}
	if k, ok := a.slot[v.ID()]; ok {
		delete(a.slot, v.ID())
		a.slots[k] = false
	}
}

// present returns the register of v, which it computes or loads if necessary, and pins it.
func (a *allocation) present(v Vec, pinned *[vectors]bool) int {
	if r, ok := a.in[v.ID()]; ok {
		pinned[r] = true
		return r
	}
	r := a.register(pinned)
	a.fill(v, r)
	pinned[r] = true
	return r
}

// fill loads or computes v, which has no register, into r.
func (a *allocation) fill(v Vec, r int) {
	if c, ok := a.cheap[v.ID()]; ok {
		a.lines = append(a.lines, c.text([]int{r}, nil))
	} else if k, ok := a.slot[v.ID()]; ok {
		a.lines = append(a.lines, fmt.Sprintf("FMOVQ %s, F%d", a.f.slot(k), r))
	} else {
		panic(fmt.Sprintf("emit: %s reads a register that nothing set", a.f.name))
	}
	a.put(v, r)
}

// register returns a free register that is not pinned. If there is none, it evicts one.
func (a *allocation) register(pinned *[vectors]bool) int {
	for range vectors {
		r := a.next
		a.next = (a.next + 1) % vectors
		if a.holds[r] == nil && !pinned[r] {
			return r
		}
	}
	victim, last := -1, -1
	for r, v := range a.holds {
		if pinned[r] || v == nil {
			continue
		}
		next := a.distance(v)
		if a.kept(v) {
			next += 80 // evicting it costs no store; numbers other than 80 made programs longer
		}
		if next > last {
			victim, last = r, next
		}
	}
	if victim < 0 {
		panic("emit: no register left in " + a.f.name)
	}
	a.evict(victim)
	return victim
}

// evict frees a register. It stores the value unless it is in memory or can be recomputed.
func (a *allocation) evict(r int) {
	v := a.holds[r]
	if v == nil {
		return
	}
	delete(a.in, v.ID())
	a.holds[r] = nil
	if a.kept(v) {
		return
	}
	k := slices.Index(a.slots, false)
	if k < 0 {
		k = len(a.slots)
		a.slots = append(a.slots, false)
	}
	a.slots[k], a.slot[v.ID()] = true, k
	a.lines = append(a.lines, fmt.Sprintf("FMOVQ F%d, %s", r, a.f.slot(k)))
}

// slot returns where a register is spilled. The frame begins after the link register's
// slot.
func (f *arm64Func) slot(k int) string {
	if f.room != nil {
		return fmt.Sprintf("%d(%s)", 16*k, f.base(f.room))
	}
	return fmt.Sprintf("%d(RSP)", 16+16*k)
}

// blend emits mask&x | y&^mask. The instruction overwrites an operand: blend chooses a dead
// operand, or one that is in memory and used much later. Otherwise it copies one first.
func (a *allocation) blend(c arm64Inst, s []int, pinned *[vectors]bool) {
	mask, x, y := c.src[0], c.src[1], c.src[2]
	once := [3]bool{mask != x && mask != y, x != mask && x != y, y != mask && y != x}
	over, last := -1, 10 // if a value is used sooner, loading it again costs as much as a copy
	for _, k := range []int{1, 2, 0} {
		next := a.distance(c.src[k])
		if once[k] && next > last && (a.kept(c.src[k]) || next == never) {
			over, last = k, next
		}
	}
	var r int
	if over < 0 {
		r = a.register(pinned)
		a.lines = append(a.lines, move(s[2], r), vector("VBIT", s[0], s[1], r))
	} else {
		r = s[over]
		a.lines = append(a.lines, []string{
			vector("VBSL", s[2], s[1], r),
			vector("VBIF", s[0], s[2], r),
			vector("VBIT", s[0], s[1], r),
		}[over])
		delete(a.in, c.src[over].ID())
		a.holds[r] = nil
	}
	for _, v := range c.src {
		a.release(v)
	}
	a.put(c.dst[0], r)
	a.release(c.dst[0])
}

// vector returns the text of an instruction on bytes, the destination last.
func vector(name string, registers ...int) string {
	var b strings.Builder
	b.WriteString(name)
	for k, r := range registers {
		if k > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, " V%d.B16", r)
	}
	return b.String()
}

func move(from, to int) string { return vector("VMOV", from, to) }

// A word is an instruction with three registers that Go's assembler does not support,
// with zeros in place of the register numbers.
type word struct {
	name string
	bits uint32
}

// The instructions that are encoded here, on sixteen bytes.
var (
	bic    = word{"BIC", 0x4e601c00}      // Vd = Vn &^ Vm
	uaddl  = word{"UADDL", 0x2e200000}    // words of Vd = low bytes of Vn + low bytes of Vm
	uaddl2 = word{"UADDL2", 0x6e200000}   // the same for the high bytes
	movi   = word{"MOVI", 0x4f008400}     // words of Vd = an unsigned byte
	smull  = word{"SMULL", 0x0e60c000}    // dwords of Vd = low words of Vn * low words of Vm
	smull2 = word{"SMULL2", 0x4e60c000}   // the same for the high words
	sshll  = word{"SSHLL", 0x0f10a400}    // dwords of Vd = low words of Vn << 0, plus n << 16
	sshll2 = word{"SSHLL2", 0x4f10a400}   // the same for the high words
	cmgt   = word{"CMGT", 0x4e203400}     // bytes of Vd = all bits where Vn > Vm, signed
	cmlt   = word{"CMLT $0,", 0x4e20a800} // bytes of Vd = all bits where Vn < 0
	sqadd  = word{"SQADD", 0x4e200c00}    // bytes of Vd = Vn + Vm, saturated to -128 to 127
	umin   = word{"UMIN", 0x6e606c00}     // words of Vd = the smaller of Vn and Vm, unsigned
	uqadd  = word{"UQADD", 0x6e600c00}    // words of Vd = Vn + Vm, saturated to 65535
	ushl   = word{"USHL", 0x6ee04400}     // words of 64 bits of Vd = Vn << Vm
)

// encode returns the instruction as a WORD with a comment that names it and its registers,
// in the order of Arm's manual: Vd, Vn, Vm.
func (w word) encode(registers ...int) string {
	bits, names := w.bits, make([]string, len(registers))
	for k, r := range registers {
		bits |= uint32(r) << [3]int{0, 5, 16}[k]
		names[k] = fmt.Sprintf("V%d", r)
	}
	return fmt.Sprintf("WORD $0x%08x // %s %s", bits, w.name, strings.Join(names, ", "))
}

// Arm64 returns the assembly and the stubs of the functions for arm64, or empty strings if
// there are none.
func Arm64(pkg, command string) (assembly, stubs string) {
	if len(arm64Funcs) == 0 {
		return "", ""
	}
	var s, g strings.Builder
	header := "// Code generated by command: " + command + ". DO NOT EDIT.\n\n//go:build gc && !purego\n\n"
	s.WriteString(header + "#include \"textflag.h\"\n")
	g.WriteString(header + "package " + pkg + "\n")
	for _, f := range arm64Funcs {
		f.print(&s)
		fmt.Fprintf(&g, "\n// %s\n//\n//go:noescape\nfunc %s%s\n", f.doc, f.name, f.signature)
	}
	return s.String(), g.String()
}

// print writes the assembly of f.
func (f *arm64Func) print(b *strings.Builder) {
	body := f.allocate()
	frame := 0
	if f.frame > 0 {
		frame = 16*f.frame + 8
	}
	fmt.Fprintf(b, "\n// func %s%s\nTEXT ·%s(SB), NOSPLIT, $%d-%d\n", f.name, f.signature, f.name, frame, f.signature.Bytes())
	for _, part := range [][]string{f.head, body, f.tail} {
		for _, line := range part {
			if strings.HasSuffix(line, ":") {
				fmt.Fprintf(b, "\n%s\n", line)
			} else {
				fmt.Fprintf(b, "\t%s\n", line)
			}
		}
	}
}
