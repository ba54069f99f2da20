// Package machine runs kernels with bits instead of numbers: registers and memory contain
// literals of a graph, so that one run covers all inputs. Addresses, counts and loop bounds are
// numbers of the form 8·q + r, and loops are proved by induction: see loop.go. If the machine
// cannot follow something, it stops with an error.
package machine

import (
	"errors"
	"fmt"
	"maps"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/goasm"
)

// A Machine runs one kernel.
type Machine struct {
	G     *aig.Graph
	Steps int // instructions followed

	// Block is called with the bytes written to outputs: after the body of each loop, for a
	// symbolic iteration, and at RET.
	Block func(writes []Write) error

	// Returned is called at RET.
	Returned func() error

	// Impossible returns nil if a literal is false for all inputs.
	Impossible func(aig.Lit) error

	// Lemmas are called at labels between cuts, to prove facts with [Machine.Limit] or [Machine.AtMost] for what follows.
	Lemmas map[string]func() error

	// Sums, if not 0, is how many popcounts of bytes are sums. Later ones are circuits.
	Sums int

	// Blind means that only addresses matter: instructions on vectors that are unknown or make large circuits have any result.
	Blind bool
	Plain bool         // with Blind: almost all instructions on vectors have any result
	Exact map[int]bool // instructions in these lines are followed all the same

	file      *goasm.File
	fn        *goasm.Func
	join      []int // for each instruction, where the ways from it meet again
	args      *Region
	frame     *Region
	data      map[string]*Region
	outputs   []*Region
	syms      int
	start     *state // before the run
	used      int    // how many symbols existed before the run
	s         *state
	pc        int
	popcounts int // of bytes, so far
	depth     int // how many branches on bits are being followed

	cuts     map[int]*Cut
	counts   bool             // numbers that depend on the input become symbols
	known    map[string]*Sym  // these symbols, by their bits
	limits   map[string]int64 // the highest values of numbers, by their bits
	products map[string]*Sym  // products of numbers
	ranges   map[string]span2 // the lowest and highest value of symbolic offsets
	members  map[string]int64 // the most bits that sets have, by their bits
}

// A Write is a byte of an output, or what one instruction stores there.
type Write struct {
	Region *Region
	Offset Num
	Value  aig.Bits
}

// A word is the contents of a general register: a number if isNum, otherwise bits. Constants
// are numbers.
type word struct {
	num   Num
	isNum bool
	bits  aig.Bits
}

// state contains everything that a kernel can change.
type state struct {
	gpr     [48]word
	vec     [32]aig.Bits
	k       [8]aig.Bits
	flags   flags
	mem     map[place]aig.Bits
	nums    map[place]Num        // addresses and counts in memory
	touched map[*Region][]string // symbolic offsets of stores
	written map[place]Num        // bytes written to outputs since the last call of Block
	read    map[place]bool       // bytes of outputs that were read before they were written, since then
	covered []span
	stores  []Write // to outputs since the last cut
	lets    []let
	facts   []fact
	path    aig.Bits // what is true on this way between cuts
	assumed int      // how much of it is assumed
}

// A let records that a symbol was replaced. Lets are in the order of replacement.
type let struct {
	sym *Sym
	num Num
}

// span is the bytes of an output in [from, to).
type span struct {
	region   *Region
	from, to Num
}

// flags are set by the last instruction that sets flags. After a comparison of numbers
// that are not constants, only diff is known.
type flags struct {
	zero, carry, sign, overflow aig.Lit
	diff                        *Num
	unsigned                    bool // diff compares numbers that are at least 0
}

func (s *state) clone() *state {
	c := *s
	c.mem, c.nums, c.touched, c.written, c.read = maps.Clone(s.mem), maps.Clone(s.nums), maps.Clone(s.touched), maps.Clone(s.written), maps.Clone(s.read)
	c.covered = append([]span(nil), s.covered...)
	return &c
}

// New returns a machine with garbage in its registers and memory: variables that no
// definition depends on.
func New(g *aig.Graph, file *goasm.File, fn *goasm.Func) *Machine {
	m := &Machine{G: g, file: file, fn: fn, data: map[string]*Region{}}
	m.s = &state{mem: map[place]aig.Bits{}, nums: map[place]Num{}, touched: map[*Region][]string{}, written: map[place]Num{}, read: map[place]bool{}}
	for i := range m.s.gpr {
		m.s.gpr[i] = word{bits: g.Vars(64)}
	}
	for i := range m.s.vec {
		m.s.vec[i] = g.Vars(512)
	}
	for i := range m.s.k {
		m.s.k[i] = g.Vars(64)
	}
	m.undefinedFlags()
	m.args = m.NewRegion("the arguments", Int(int64(fn.Args)), Input, 0)
	m.frame = m.NewRegion("the frame", Int(int64(fn.Frame)), Scratch, -1)
	for _, p := range fn.Params {
		if p.Result {
			m.args.Kind = Scratch
		}
	}
	m.s.gpr[goasm.Register("SP")] = word{num: m.frame.Pointer(Int(0)), isNum: true}
	m.s.gpr[goasm.Register("sp")] = word{num: m.args.Pointer(Int(-8)), isNum: true} // below them is room for x30
	m.start = m.s
	return m
}

// SetArg sets a parameter to a constant, a count or an address.
func (m *Machine) SetArg(name string, x Num) {
	p := m.param(name)
	if c, ok := x.Const(); ok {
		m.SetInitial(m.args, Int(int64(p.Offset)), aig.Const(uint64(c), 8*p.Size))
		return
	}
	m.SetPointer(m.args, int64(p.Offset), x)
}

// SetArgBits sets a parameter to bits.
func (m *Machine) SetArgBits(name string, b aig.Bits) {
	m.SetInitial(m.args, Int(int64(m.param(name).Offset)), b)
}

// Memory makes a parameter point to a new region.
func (m *Machine) Memory(param string, bytes int, kind Kind, align int64) *Region {
	r := m.NewRegion(param, Int(int64(bytes)), kind, align)
	m.SetArg(param, r.Pointer(Int(0)))
	return r
}

// Result returns a result.
func (m *Machine) Result(name string) aig.Bits {
	p := m.param(name)
	return m.load(m.args.Pointer(Int(int64(p.Offset))), p.Size)
}

// Load returns n bytes of a region after the kernel ran.
func (m *Machine) Load(r *Region, offset Num, n int) aig.Bits { return m.load(r.Pointer(offset), n) }

func (m *Machine) param(name string) *goasm.Param {
	p := m.fn.Param(name)
	if p == nil {
		panic(fmt.Sprintf("%s has no parameter %s", m.fn.Name, name))
	}
	return p
}

// a failure is the panic value if the machine cannot follow something.
type failure string

func (f failure) Error() string { return string(f) }

// ErrUnknown is the reason why Run fails at an instruction without a model.
var ErrUnknown = errors.New(string(unknown))

const unknown failure = "the instruction is unknown"

func (m *Machine) fail(format string, args ...any) { panic(failure(fmt.Sprintf(format, args...))) }

// Run runs the kernel. If the kernel has no loops, Result and Load then return what it wrote.
// A machine may run again with other arguments; the same inputs keep the same variables.
func (m *Machine) Run() (err error) {
	defer m.recovered(&err)
	if m.join == nil {
		m.join, m.used = joins(m.fn), m.syms
	}
	m.s, m.syms, m.depth, m.Steps, m.popcounts = m.start.clone(), m.used, 0, 0, 0
	return m.run(0, len(m.fn.Code))
}

// recovered turns a failure into an error.
func (m *Machine) recovered(err *error) {
	if r := recover(); r != nil {
		f, ok := r.(failure)
		if !ok {
			panic(r)
		}
		in := m.fn.Code[min(m.pc, len(m.fn.Code)-1)]
		reason := error(f)
		if f == unknown {
			reason = ErrUnknown
		}
		*err = fmt.Errorf("%s:%d: %s: %s: %w", m.file.Path, in.Line, m.fn.Name, in, reason)
	}
}

// returned checks what every function must leave as it was. The assembler adds instructions that save and restore BP
// in functions with a frame.
func (m *Machine) returned() {
	m.keeps("SP")
	if m.fn.Frame == 0 {
		m.keeps("BP")
	}
}

// reserved are the registers of arm64 that belong to the system, the goroutine, the stack and the caller. A signal may
// come at any time, so a kernel must never change them.
var reserved = []string{"sp", "x18", "x28", "x29", "x30"}

func (m *Machine) keeps(names ...string) {
	for _, name := range names {
		if r := goasm.Register(name); !m.s.gpr[r].equal(m.start.gpr[r], 0) {
			m.fail("%s is not what it was", name)
		}
	}
}

// run runs from pc up to the instruction stop, or to RET.
func (m *Machine) run(pc, stop int) error {
	for pc != stop {
		m.pc = pc
		if m.Steps++; m.Steps > 200_000 {
			m.fail("more than 200,000 instructions")
		}
		in := &m.fn.Code[pc]
		if in.Op == "RET" {
			if m.depth > 0 {
				return nil
			}
			if stop != len(m.fn.Code) {
				m.fail("RET in a loop")
			}
			m.returned()
			return m.finish()
		}
		if in.Op[0] != 'J' {
			m.exec(in)
			m.keeps(reserved...)
			pc++
			continue
		}
		to, ok := m.fn.Labels[in.Args[0].Symbol]
		if !ok {
			m.fail("a jump to an unknown place")
		}
		if in.Op == "JMP" {
			pc = to
			continue
		}
		if d := m.s.flags.diff; d != nil {
			return m.decide(in, *d, pc, to, stop)
		}
		switch cond := m.condition(in.Op[1:]); cond {
		case aig.True:
			pc = to
		case aig.False:
			pc++
		default: // both ways, until they meet again
			meet := m.join[pc]
			other := m.s.clone()
			m.depth++
			if err := m.run(pc+1, meet); err != nil {
				return err
			}
			m.s, other = other, m.s
			if err := m.run(to, meet); err != nil {
				return err
			}
			m.depth--
			m.merge(cond, other)
			if meet == len(m.fn.Code) { // both ways return
				if m.depth > 0 {
					return nil
				}
				m.returned()
				return m.finish()
			}
			pc = meet
		}
	}
	if stop == len(m.fn.Code) {
		m.fail("a kernel ends without RET")
	}
	return nil
}
