package machine

import (
	"bytes"
	bin "encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/goasm"
	"github.com/koggestone/koggestone/prove/inlined"
)

// The rounds of 64 random operands for each instruction: more than 10,000 in all.
const rounds = 160

// values are what an instruction can read and write, in the order of the words of a state.
type values struct {
	Vec   [5][8]uint64
	Mem   [8]uint64
	GPR   [4]uint64
	K     [4]uint64
	Flags uint64
}

// The general registers of snippets; DI points to the state.
var snippetGPRs = [4]string{"CX", "R8", "R9", "R10"}

// A form is an instruction with registers of its own, or a function for arm64.
type form struct {
	in     goasm.Instr
	avx512 bool
	fn     *goasm.Func // for arm64
	registers
}

// registers are where a snippet has the vectors and numbers of its state, and the registers that point to the state and
// offset bytes below Mem.
type registers struct {
	vec         [5]int
	gpr         [4]string
	state, base string
	offset      int64
}

var emulator = flag.String("emulator", "", "a program that runs snippets on an emulated CPU with AVX-512, such as .ci/avx512")

// TestInstructions runs each instruction of the library's kernels on this CPU, with more than
// 10,000 random operands, and compares all that it changes with the model. With -emulator it runs the
// instructions of AVX-512 kernels on an emulated CPU, and compares a hash of all results of an instruction.
func TestInstructions(t *testing.T) {
	avx2, avx512 := features()
	emulated := *emulator != ""
	if !avx2 && !emulated {
		t.Skip("this CPU has no AVX2")
	}
	forms := allForms(t)
	run, left, names, leftNames := forms[:0], 0, map[string]bool{}, map[string]bool{}
	for _, f := range forms {
		if emulated == f.avx512 || avx512 && !emulated {
			run = append(run, f)
			names[f.in.Op] = true
		} else {
			left++
			leftNames[f.in.Op] = true
		}
	}
	plans := make([]plan, len(run))
	for i, f := range run {
		var err error
		if plans[i], err = planOf(f, avx512 || emulated); err != nil {
			t.Fatalf("%s: %v", f.in, err)
		}
	}
	out := startSnippets(t, run, plans, avx512 || emulated)
	var bits [][]uint64
	for round := range rounds {
		bits = append(bits, columns(round))
	}
	for i, f := range run {
		if err := plans[i].compare64(f, bits, out, emulated); errors.Is(err, errOutput) {
			t.Fatal(err)
		} else if err != nil {
			t.Errorf("line %d: %s: %v", f.in.Line, f.in, err)
		}
	}
	where, how := "on this CPU", ""
	if emulated {
		where = "in " + filepath.Base(*emulator)
	} else if left > 0 {
		how = ", because this CPU has no AVX-512; make test-prove-avx512 runs them in an emulator"
	}
	fmt.Printf("%d forms of %d instructions ran %s, each on %d operands; %d forms of %d instructions did not run%s\n",
		len(run), len(names), where, 64*rounds, left, len(leftNames), how)
}

func features() (avx2, avx512 bool) {
	raw, _ := os.ReadFile("/proc/cpuinfo")
	flags := strings.Fields(string(raw))
	return slices.Contains(flags, "avx2"), slices.Contains(flags, "avx512_vpopcntdq") && slices.Contains(flags, "gfni")
}

// allForms returns the instructions of all kernels and of the inlined functions that the machine knows, each once.
func allForms(t *testing.T) (forms []form) {
	seen := map[string]int{}
	add := func(f *goasm.File) {
		for _, fn := range f.Funcs {
			for _, in := range fn.Code {
				if in.Op == "RET" || in.Op == "JMP" || in.Op == "MFENCE" || in.Op == "SFENCE" {
					continue
				}
				if in.Op[0] == 'J' {
					in = goasm.Instr{Op: "SET" + in.Op[1:], Args: []goasm.Operand{{Kind: goasm.GPR, Reg: 8}}, Line: in.Line}
				}
				c := canonical(in)
				key := c.String()
				is512 := strings.HasSuffix(fn.Name, "AVX512")
				if at, ok := seen[key]; ok {
					forms[at].avx512 = forms[at].avx512 && is512
					continue
				}
				if !known(c) {
					continue
				}
				seen[key] = len(forms)
				forms = append(forms, form{c, is512, nil, registers{[5]int{0, 1, 2, 3, 4}, snippetGPRs, "DI", "DI", 5 * 64}})
			}
		}
	}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_amd64.s") || strings.Contains(path, "testdata") {
			return err
		}
		f, err := goasm.Read(path)
		if err == nil {
			err = f.Assemble()
		}
		if err == nil {
			add(f)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, compiler := range inlined.Compilers() {
		if f, err := inlined.Read("../..", compiler); err == nil {
			add(f)
		} else if compiler.Tested {
			t.Errorf("%s: %v", compiler.Name, err)
		} else {
			t.Logf("without the instructions that %s chooses for %s: %v", compiler.Name, inlined.Name, err)
		}
	}
	return forms
}

// canonical renames the registers of an instruction in the order of their first use, and makes
// memory the memory of the state.
func canonical(in goasm.Instr) goasm.Instr {
	vec, gpr, k := map[int]int{}, map[string]int{}, map[int]int{}
	number := func(m map[int]int, r int) int {
		if _, ok := m[r]; !ok {
			m[r] = len(m)
		}
		return m[r]
	}
	general := func(r string) string {
		if _, ok := gpr[r]; !ok {
			gpr[r] = len(gpr)
		}
		return snippetGPRs[gpr[r]]
	}
	c := goasm.Instr{Op: in.Op, Line: in.Line}
	for _, a := range in.Args {
		switch a.Kind {
		case goasm.X, goasm.Y, goasm.Z:
			a.Reg = number(vec, a.Reg)
		case goasm.K:
			a.Reg = number(k, a.Reg) + 1
		case goasm.GPR:
			a.Reg = goasm.Register(general(goasm.Registers[a.Reg]))
		case goasm.Mem:
			if strings.HasPrefix(in.Op, "VPGATHER") {
				a = goasm.Operand{Kind: goasm.Mem, Value: 5 * 64, Base: "DI", Index: fmt.Sprintf("%c%d", a.Index[0], number(vec, goasm.Vector(a.Index))), Scale: a.Scale}
			} else if strings.HasPrefix(in.Op, "LEA") {
				a = goasm.Operand{Kind: goasm.Mem, Value: a.Value, Base: general(a.Base), Index: a.Index, Scale: a.Scale}
				if a.Index != "" {
					a.Index = general(a.Index)
				}
			} else {
				a = goasm.Operand{Kind: goasm.Mem, Value: 5 * 64, Base: "DI"}
			}
		}
		c.Args = append(c.Args, a)
	}
	return c
}

// known reports whether the machine has a model of the instruction. Addresses of arguments and constants have
// no snippet.
func known(in goasm.Instr) bool {
	f, _ := find(strings.TrimSuffix(strings.TrimSuffix(in.Op, ".Z"), ".BCST"))
	return f != nil && !(strings.HasPrefix(in.Op, "LEA") && (in.Args[0].Base == "FP" || in.Args[0].Base == "SB"))
}

// randomState returns operands for a lane. Every instruction gets the same operands in the same round.
func randomState(round, lane int) (s values) {
	random := func(r *rand.Rand) uint64 {
		switch x := r.Uint64(); r.IntN(6) {
		case 0:
			return x & r.Uint64() & r.Uint64()
		case 1:
			return x | r.Uint64() | r.Uint64()
		case 2:
			return x % 70
		case 3:
			return uint64(int64(int8(x)))
		case 4:
			return x & 0x8040201008040201 * 255
		default:
			return x
		}
	}
	r := rand.New(rand.NewPCG(1, uint64(round<<8|lane)))
	for i := range s.Vec {
		for j := range s.Vec[i] {
			s.Vec[i][j] = random(r)
		}
	}
	for i := range s.Mem {
		s.Mem[i] = random(r)
	}
	for i := range s.GPR {
		s.GPR[i], s.K[i] = random(r), random(r)
	}
	if r.IntN(4) == 0 {
		s.Vec[1] = s.Vec[0]
	}
	s.Flags = r.Uint64() & (1<<0 | 1<<6 | 1<<7 | 1<<11)
	return s
}

// start returns a machine with a variable for each bit of its state, and these variables in order.
func (f form) start() (m *Machine, state aig.Bits) {
	g := aig.New()
	g.Adders = true
	fn := f.fn
	if fn == nil {
		fn = &goasm.Func{Name: "snippet", Code: append(before(f.in), f.in, goasm.Instr{Op: "RET"})}
	}
	m = New(g, &goasm.File{Path: "snippet"}, fn)
	m.join = joins(fn)
	r := m.NewRegion("state", Int(int64(bin.Size(values{}))), Scratch, 0)
	r.Table = true
	m.s.gpr[goasm.Register(f.base)] = word{num: r.Pointer(Int(5*64 - f.offset)), isNum: true}
	m.s.gpr[goasm.Register(f.state)] = word{num: r.Pointer(Int(0)), isNum: true}
	m.start = m.s.clone()
	return m, m.after(f)
}

// after returns the literals of the state.
func (m *Machine) after(f form) (state aig.Bits) {
	for _, i := range f.vec {
		if f.fn == nil {
			state = append(state, m.s.vec[i]...)
		} else {
			state = append(state, m.s.vec[i][:128].Extend(512)...)
		}
	}
	state = append(state, m.load(m.s.gpr[goasm.Register(f.state)].num.Plus(5*64), 64)...)
	for _, name := range f.gpr {
		b, _ := m.s.gpr[goasm.Register(name)].asBits()
		state = append(state, b...)
	}
	for i := range 4 {
		state = append(state, m.s.k[i]...)
	}
	flags := make(aig.Bits, 64)
	if s := &m.s.flags; f.fn == nil {
		flags[0], flags[6], flags[7], flags[11] = s.carry, s.zero, s.sign, s.overflow
	}
	return append(state, flags...)
}

// before returns the instructions that a snippet needs before another: a gather must read from the memory of the state,
// and Bochs 3.0 fails if VPCOMPRESSB or VPCOMPRESSW selects all elements.
func before(in goasm.Instr) (list []goasm.Instr) {
	if op := strings.TrimSuffix(in.Op, ".Z"); *emulator != "" && (op == "VPCOMPRESSB" || op == "VPCOMPRESSW") {
		mask := in.Args[1]
		return []goasm.Instr{{Op: "KSHIFTLQ", Args: []goasm.Operand{{Kind: goasm.Imm, Value: 1}, mask, mask}}}
	}
	if !strings.HasPrefix(in.Op, "VPGATHER") {
		return nil
	}
	for _, a := range in.Args[:len(in.Args)-1] {
		switch {
		case a.Kind == goasm.Mem:
			index := goasm.Operand{Kind: goasm.Kind(a.Index[0]), Reg: goasm.Vector(a.Index)}
			list = append(list, goasm.Instr{Op: "VPSRLQ", Args: []goasm.Operand{{Kind: goasm.Imm, Value: 61}, index, index}})
		case a.Kind == goasm.K:
			list = append(list, goasm.Instr{Op: "KXNORQ", Args: []goasm.Operand{a, a, a}})
		default:
			list = append(list, goasm.Instr{Op: "VPCMPEQQ", Args: []goasm.Operand{a, a, a}})
		}
	}
	return list
}

// follow runs the instruction in the model.
func follow(m *Machine) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the model fails: %v", r)
		}
	}()
	return m.run(0, len(m.fn.Code))
}

// operands are the operands that may have to be constants.
func operands(in goasm.Instr) (list []*goasm.Operand) {
	for i := range in.Args {
		if in.Args[i].Kind != goasm.Imm {
			list = append(list, &in.Args[i])
		}
	}
	return list
}

// fix makes an operand a constant.
func fix(m *Machine, o goasm.Operand, s values) {
	switch o.Kind {
	case goasm.X, goasm.Y, goasm.Z:
		var b aig.Bits
		for _, w := range s.Vec[o.Reg] {
			b = append(b, aig.Const(w, 64)...)
		}
		m.s.vec[o.Reg] = b
	case goasm.K:
		m.s.k[o.Reg] = aig.Const(s.K[o.Reg], 64)
	case goasm.GPR:
		m.s.gpr[o.Reg] = m.asWord(aig.Const(s.GPR[slices.Index(snippetGPRs[:], goasm.Registers[o.Reg])], 64))
	case goasm.Mem:
		a := m.check(m.s.gpr[goasm.Register("DI")].num, 1, false)
		for i, w := range s.Mem {
			m.SetInitial(a.region, Int(int64(5*64+8*i)), aig.Const(w, 64))
		}
	}
}

// A plan is how an instruction is compared: the operand that is a constant in each round, if the
// model cannot take variables for all of them, and the words of the state that it changes.
type plan struct {
	same    *goasm.Operand
	changes []int
	flags   uint64 // the flags that the model defines in all rounds
}

// planOf tries the model with variables only, and then with each operand as a constant. Without AVX-512 there are only
// the lower halves of vector registers.
func planOf(f form, avx512 bool) (p plan, err error) {
	for _, o := range append([]*goasm.Operand{nil}, operands(f.in)...) {
		changed, flags := map[int]bool{}, uint64(1<<0|1<<6|1<<7|1<<11)
		if f.fn == nil { // flags that stay are compared, too
			changed[stateWords-1] = true
		}
		for round := range rounds { // a mask may leave words as they are
			m, before := f.start()
			if o != nil {
				fix(m, *o, randomState(round, 0))
				before = m.after(f)
			}
			if err = follow(m); err != nil || o == nil && round > 0 {
				break
			}
			after := m.after(f)
			for b, l := range after[64*(stateWords-1):] {
				if _, _, gate := m.G.Inputs(l); !gate && !l.IsConst() && !slices.Contains(before, l&^1) {
					flags &^= 1 << b
				}
			}
			for w := range len(after) / 64 {
				if w < 5*8 && w%8 >= 4 && !avx512 {
					continue
				}
				if !slices.Equal(after[64*w:64*w+64], before[64*w:64*w+64]) {
					changed[w] = true
				}
			}
		}
		if err == nil {
			return plan{o, slices.Sorted(maps.Keys(changed)), flags}, nil
		}
	}
	return p, err
}

// columns are the bits of the states of a round: one word of 64 lanes for each.
func columns(round int) (c []uint64) {
	words := make([][64]uint64, stateWords)
	for lane := range 64 {
		s := randomState(round, lane)
		var b bytes.Buffer
		bin.Write(&b, bin.LittleEndian, s)
		for w := range words {
			words[w][lane] = bin.LittleEndian.Uint64(b.Bytes()[8*w:])
		}
	}
	for w := range words {
		transpose(&words[w])
		c = append(c, words[w][:]...)
	}
	return c
}

// transpose exchanges rows and columns of 64 by 64 bits.
func transpose(a *[64]uint64) {
	for j, mask := 32, uint64(0xffffffff); j > 0; j, mask = j/2, mask^mask<<(j/2) {
		for k := 0; k < 64; k = (k + j + 1) &^ j {
			t := (a[k]>>j ^ a[k+j]) & mask
			a[k], a[k+j] = a[k]^t<<j, a[k+j]^t
		}
	}
}

const stateWords = 5*8 + 8 + 4 + 4 + 1

var errOutput = errors.New("the output of the snippets ends early")

// compare64 compares what the CPU computed with the model, or the hashes of all results.
func (p plan) compare64(f form, columns [][]uint64, out io.Reader, hashed bool) error {
	raw := make([]byte, 8*len(p.changes)*64*rounds)
	var hash uint64
	if hashed {
		if _, err := fmt.Fscanf(out, "%x\n", &hash); err != nil {
			return fmt.Errorf("%w: %w", errOutput, err)
		}
	} else if _, err := io.ReadFull(out, raw); err != nil {
		return fmt.Errorf("%w: %w", errOutput, err)
	}
	var cone *aig.Cone
	where := map[aig.Lit]int{} // the bit of the state that a variable is
	defined := make([]uint64, len(p.changes))
	var wantHash uint64
	for round := range rounds {
		if cone == nil || p.same != nil {
			m, before := f.start()
			if p.same != nil {
				fix(m, *p.same, randomState(round, 0))
			}
			if err := follow(m); err != nil {
				return err
			}
			clear(where)
			for i, l := range before {
				where[l&^1] = i
			}
			after := m.after(f)
			var outs aig.Bits
			for n, w := range p.changes {
				defined[n] = ^uint64(0)
				if w == stateWords-1 {
					defined[n] = p.flags
				}
				for b, l := range after[64*w : 64*w+64] {
					if defined[n]>>b&1 == 0 {
						l = aig.False
					}
					outs = append(outs, l)
				}
			}
			cone = m.G.Cone(outs)
		}
		want := cone.Eval(func(v aig.Lit) uint64 {
			bit, ok := where[v]
			if !ok {
				panic("the model uses what is not in the state")
			}
			return columns[round][bit]
		})
		words := make([][64]uint64, len(p.changes))
		for n := range words {
			copy(words[n][:], want[64*n:])
			transpose(&words[n])
		}
		for lane := range 64 {
			for n := range words {
				if hashed {
					wantHash = (wantHash ^ words[n][lane]) * 0x9e3779b97f4a7c15
					wantHash ^= wantHash >> 29
					continue
				}
				got := bin.LittleEndian.Uint64(raw) & defined[n]
				raw = raw[8:]
				if d := got ^ words[n][lane]; d != 0 {
					return fmt.Errorf("bits %#x of word %d of the state differ in round %d, lane %d", d, p.changes[n], round, lane)
				}
			}
		}
	}
	if hash != wantHash {
		return fmt.Errorf("the results differ from the model's")
	}
	return nil
}

// startSnippets builds a program that runs all instructions and returns its output: the state
// after each.
func startSnippets(t *testing.T, forms []form, plans []plan, avx512 bool) io.Reader {
	var asm, stubs bytes.Buffer
	fmt.Fprint(&asm, "#include \"textflag.h\"\n")
	load, store := "VMOVDQU %d(DI), Y%d\n", "VMOVDQU Y%[2]d, %[1]d(DI)\n"
	if avx512 {
		load, store = "VMOVDQU64 %d(DI), Z%d\n", "VMOVDQU64 Z%[2]d, %[1]d(DI)\n"
	}
	for i, f := range forms {
		fmt.Fprintf(&stubs, "func f%d(s *values)\n", i)
		fmt.Fprintf(&asm, "TEXT ·f%d(SB), NOSPLIT, $64-8\nMOVQ s+0(FP), DI\n", i)
		for v := range 5 {
			fmt.Fprintf(&asm, load, 64*v, v)
		}
		for r, name := range snippetGPRs {
			fmt.Fprintf(&asm, "MOVQ %d(DI), %s\n", 64*6+8*r, name)
		}
		for k := range 4 {
			if avx512 {
				fmt.Fprintf(&asm, "KMOVQ %d(DI), K%d\n", 64*6+32+8*k, k)
			}
		}
		for _, first := range before(f.in) {
			fmt.Fprintln(&asm, first)
		}
		fmt.Fprintf(&asm, "MOVQ %d(DI), AX\nPUSHQ AX\nPOPFQ\n%s\nPUSHFQ\nPOPQ AX\nMOVQ AX, %[1]d(DI)\n", 64*6+64, f.in)
		for v := range 5 {
			fmt.Fprintf(&asm, store, 64*v, v)
		}
		for r, name := range snippetGPRs {
			fmt.Fprintf(&asm, "MOVQ %[2]s, %[1]d(DI)\n", 64*6+8*r, name)
		}
		for k := range 4 {
			if avx512 {
				fmt.Fprintf(&asm, "KMOVQ K%[2]d, %[1]d(DI)\n", 64*6+32+8*k, k)
			}
		}
		fmt.Fprint(&asm, "VZEROUPPER\nRET\n")
	}
	run := build(t, "amd64", asm.String(), stubs.String(), plans)
	if *emulator != "" {
		dir := filepath.Dir(run.Path)
		run = exec.Command(*emulator, run.Path, "hash")
		run.Dir = dir
	}
	return output(t, run)
}

// build returns the program that runs all instructions.
func build(t *testing.T, arch, asm, stubs string, plans []plan) *exec.Cmd {
	dir := t.TempDir()
	var table strings.Builder
	for i, p := range plans {
		same := "nil"
		if p.same != nil {
			same = fmt.Sprintf("&operand{%q, %d}", string(rune(p.same.Kind)), slot(*p.same))
		}
		fmt.Fprintf(&table, "\t{f%d, %s, %#v, %#x},\n", i, same, p.changes, p.flags)
	}
	write := func(name, s string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(s), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module snippets\n\ngo 1.25.0\n")
	write("snippets_"+arch+".s", asm)
	source, err := os.ReadFile("testdata/snippets.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.ReadFile("cpu_amd64_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(self), "\nfunc randomState(")
	text, _, _ = strings.Cut(text, "\n}\n")
	write("main.go", strings.NewReplacer("ROUNDS", fmt.Sprint(rounds), "TABLE", table.String()).Replace(string(source)))
	write("state.go", "package main\n\nimport \"math/rand/v2\"\n\nfunc randomState("+text+"\n}\n")
	write("stubs.go", "package main\n\n"+stubs)
	build := exec.Command("go", "build", "-o", "snippets", ".")
	build.Dir = dir
	build.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "CGO_ENABLED=0", "GOARCH="+arch)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return exec.Command(filepath.Join(dir, "snippets"))
}

// output starts the program and returns its output.
func output(t *testing.T, run *exec.Cmd) io.Reader {
	run.Stderr = os.Stderr
	out, err := run.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { run.Process.Kill(); run.Wait() })
	return out
}

// slot is the index of an operand in its part of the state.
func slot(o goasm.Operand) int {
	if o.Kind == goasm.GPR {
		return slices.Index(snippetGPRs[:], goasm.Registers[o.Reg])
	}
	return o.Reg
}
