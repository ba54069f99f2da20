package main

import (
	"bytes"
	"debug/elf"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/koggestone/koggestone/asm/gnu"
)

// tool returns the first of the names that is installed, and skips the test if none is.
func tool(t *testing.T, names ...string) string {
	t.Helper()
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skipf("none of %v is installed", names)
	return ""
}

// run runs a command in dir and returns its standard output.
func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	c := exec.Command(name, args...)
	c.Dir = dir
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, stderr.Bytes(), out)
	}
	return string(out)
}

// exported returns a folder with the exported files, which the tests share.
func exported(t *testing.T) string {
	t.Helper()
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("linux/amd64 only")
	}
	exportOnce.Do(func() {
		for _, dir := range []string{"c", "c/src", "parts", "testdata", "../gnu"} { // so that go test sees changes
			files, err := os.ReadDir(dir)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range files {
				if _, err := os.Stat(filepath.Join(dir, f.Name())); err != nil {
					t.Fatal(err)
				}
			}
		}
		run(t, ".", "go", "build", "-tags", "purego", "-o", filepath.Join(temporary, "command"), ".")
		run(t, "..", filepath.Join(temporary, "command"), filepath.Join(temporary, "export"))
	})
	return filepath.Join(temporary, "export")
}

var (
	temporary  string
	exportOnce sync.Once
)

func TestMain(m *testing.M) {
	var err error
	if temporary, err = os.MkdirTemp("", "export"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(temporary)
	os.Exit(code)
}

// A program is an ELF file and its disassembly.
type program struct {
	f       *elf.File
	symbols map[string]elf.Symbol
	data    []elf.Symbol // by address
	code    []instruction
}

// An instruction is a line of a disassembly. The text has no addresses.
type instruction struct {
	addr   uint64
	bytes  []byte
	text   string
	target uint64 // address that a branch jumps to
	data   uint64 // the address relative to RIP
}

// read reads an ELF file and disassembles it from the first to the last function that want accepts.
func read(t *testing.T, path string, want func(symbol string) bool) *program {
	t.Helper()
	f, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	symbols, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	p := &program{f: f, symbols: map[string]elf.Symbol{}}
	low, high := ^uint64(0), uint64(0)
	for _, s := range symbols {
		if elf.ST_TYPE(s.Info) == elf.STT_OBJECT && s.Size > 0 {
			p.data = append(p.data, s) // static symbols of several files have the same name
		} else if want(s.Name) {
			low, high = min(low, s.Value), max(high, s.Value+s.Size)
			p.symbols[s.Name] = s
		}
	}
	slices.SortFunc(p.data, func(a, b elf.Symbol) int { return int(int64(a.Value - b.Value)) })
	out := run(t, ".", tool(t, "objdump"), "-d", "-w", "--insn-width=16", fmt.Sprint("--start-address=", low), fmt.Sprint("--stop-address=", high), path)
	for line := range strings.Lines(out) {
		if m := disassembled.FindStringSubmatch(line); m != nil {
			p.code = append(p.code, parse(t, m[1], m[2], m[3]))
		}
	}
	return p
}

var (
	disassembled = regexp.MustCompile(`^\s*([0-9a-f]+):\t((?:[0-9a-f]{2} )+)\s*\t(.*)\n$`)
	relative     = regexp.MustCompile(`-?0x[0-9a-f]+\(%rip\)(.*?)\s*# (?:0x)?([0-9a-f]+).*$`)
	branch       = regexp.MustCompile(`^(j\w+)\s+(?:0x)?([0-9a-f]+).*$`)
)

func parse(t *testing.T, addr, code, text string) (i instruction) {
	t.Helper()
	number := func(s string) uint64 {
		v, err := strconv.ParseUint(s, 16, 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	i.addr = number(addr)
	for _, b := range strings.Fields(code) {
		i.bytes = append(i.bytes, byte(number(b)))
	}
	if m := relative.FindStringSubmatch(text); m != nil {
		i.data = number(m[2])
		text = relative.ReplaceAllString(text, "(%rip)$1")
	} else if m := branch.FindStringSubmatch(text); m != nil {
		i.target, text = number(m[2]), m[1]
	}
	text, _, _ = strings.Cut(text, "#")
	i.text = strings.Join(strings.Fields(text), " ")
	return i
}

// function returns the instructions of a function.
func (p *program) function(s elf.Symbol) []instruction {
	at := func(addr uint64) int {
		k, _ := slices.BinarySearchFunc(p.code, addr, func(i instruction, a uint64) int { return int(int64(i.addr - a)) })
		return k
	}
	return slices.Clone(p.code[at(s.Value):at(s.Value+s.Size)])
}

// goBody returns the body of a Go function. Each epilogue is one instruction, ret.
func goBody(code []instruction) (body []instruction) {
	start := 0
	if slices.ContainsFunc(code[:min(4, len(code))], func(i instruction) bool { return strings.Contains(i.text, "(%r14)") }) { // a check of the stack
		start = slices.IndexFunc(code, func(i instruction) bool { return i.text == "push %rbp" })
	}
	if code[start].text == "push %rbp" {
		start += 2 // and mov %rsp,%rbp
		if strings.HasSuffix(code[start].text, ",%rsp") {
			start++
		}
	}
	for k := start; k < len(code) && !strings.HasPrefix(code[k].text, "call"); k++ {
		i := code[k]
		n := 0
		if strings.HasSuffix(i.text, ",%rsp") && code[k+1].text == "pop %rbp" {
			n = 2
		} else if i.text == "pop %rbp" {
			n = 1
		}
		if code[k+n].text == "ret" {
			i.text, i.bytes = "ret", nil
			k += n
		}
		body = append(body, i)
	}
	return body
}

// body returns the instructions of a C function between its marks.
func (p *program) body(name string) (body []instruction) {
	until := p.symbols[name+".body"].Value
	ends := map[uint64]uint64{}
	for n := 0; p.symbols[fmt.Sprint(name, ".exit", n)].Value != 0; n++ {
		ends[p.symbols[fmt.Sprint(name, ".exit", n)].Value] = p.symbols[fmt.Sprint(name, ".end", n)].Value
	}
	for _, i := range p.function(p.symbols[name]) {
		if i.addr < until {
			continue
		}
		if end, ok := ends[i.addr]; ok {
			until, i.text, i.bytes = end, "ret", nil
		}
		body = append(body, i)
	}
	return body
}

// constant returns what an instruction reads at addr: the rest of the constant in Go's program.
func (p *program) constant(addr uint64) int {
	for _, s := range p.data {
		if s.Value <= addr && addr < s.Value+s.Size {
			return int(s.Value + s.Size - addr)
		}
	}
	return 0
}

// at returns n bytes of memory.
func (p *program) at(addr uint64, n int) []byte {
	for _, s := range p.f.Sections {
		if s.Flags&elf.SHF_ALLOC != 0 && s.Type == elf.SHT_PROGBITS && addr >= s.Addr && addr+uint64(n) <= s.Addr+s.Size {
			b := make([]byte, n)
			if _, err := s.ReadAt(b, int64(addr-s.Addr)); err == nil {
				return b
			}
		}
	}
	return nil
}

// landing returns the index of the instruction at a branch's target, or at the target of a jump
// there, because Go's assembler follows jumps to jumps.
func landing(code []instruction, index map[uint64]int, target uint64) int {
	k, ok := index[target]
	for ok && code[k].text == "jmp" {
		k, ok = index[code[k].target]
	}
	if !ok {
		return -1
	}
	return k
}

// exchanged reports whether y is x with exchanged sources, in the shorter form with a VEX prefix of
// two bytes, which clang selects for commutative instructions.
func exchanged(x, y instruction) bool {
	a, b := strings.FieldsFunc(x.text, isSeparator), strings.FieldsFunc(y.text, isSeparator)
	return len(a) == 4 && len(b) == 4 && a[0] == b[0] && a[1] == b[2] && a[2] == b[1] && a[3] == b[3] &&
		x.bytes[0] == 0xc4 && y.bytes[0] == 0xc5 && commutative.MatchString(a[0])
}

func isSeparator(r rune) bool { return r == ' ' || r == ',' }

var commutative = regexp.MustCompile(`^vp(and|or|xor|add[bwdq]|addus[bw]|cmpeq[bwd]|mullw|maddwd|sadbw|minub|maxub)$`)

// difference returns the first difference between two bodies, or "". Encodings may differ if the
// instructions are the same.
func difference(g, c *program, a, b []instruction) string {
	index := func(code []instruction) map[uint64]int {
		m := map[uint64]int{}
		for k, i := range code {
			m[i.addr] = k
		}
		return m
	}
	ia, ib := index(a), index(b)
	for k := range min(len(a), len(b)) {
		x, y := a[k], b[k]
		n := g.constant(x.data)
		switch {
		case x.text != y.text && !exchanged(x, y):
		case x.data != 0 && (n == 0 || y.data == 0 || !bytes.Equal(g.at(x.data, n), c.at(y.data, n))):
		case x.target != 0 && (y.target == 0 || landing(a, ia, x.target) != landing(b, ib, y.target) || landing(a, ia, x.target) < 0):
		default:
			continue
		}
		return fmt.Sprintf("instruction %d: %s (% x), in Go %s (% x)", k, y.text, y.bytes, x.text, x.bytes)
	}
	if len(a) != len(b) {
		return fmt.Sprintf("%d instructions, in Go %d", len(b), len(a))
	}
	return ""
}

var goName = regexp.MustCompile(`(?m)^   Go: (\w+)\(`)

// TestBodies compares the exported kernels with the output of Go's assembler in test binaries of the
// packages, instruction by instruction: operations, operands, targets of branches, constants.
func TestBodies(t *testing.T) {
	dir := exported(t)
	declarations, err := os.ReadFile(filepath.Join(dir, "koggestone_kernels.c"))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{} // in C by the symbol in Go, without package
	for _, m := range goName.FindAllSubmatch(declarations, -1) {
		names[string(m[1])+".abi0"] = gnu.CName(string(m[1]))
	}
	if len(names) < 40 {
		t.Fatalf("%d kernels", len(names))
	}
	run(t, "../..", "go", "test", "-c", "-o", temporary, ".", "./quad", "./pairs")
	type kernel struct {
		p    *program
		body []instruction
	}
	bodies := map[string]kernel{} // in Go, by the name in C
	for _, file := range []string{"koggestone", "quad", "pairs"} {
		local := func(symbol string) string { return symbol[strings.LastIndexAny(symbol, "/")+1:] }
		g := read(t, filepath.Join(temporary, file+".test"), func(symbol string) bool {
			pkg, name, _ := strings.Cut(local(symbol), ".")
			return pkg == file && names[name] != ""
		})
		for symbol, s := range g.symbols {
			_, name, _ := strings.Cut(local(symbol), ".")
			bodies[names[name]] = kernel{g, goBody(g.function(s))}
		}
	}
	if len(bodies) != len(names) {
		t.Fatalf("Go has %d of %d kernels", len(bodies), len(names))
	}
	source, err := os.ReadFile(filepath.Join(dir, "koggestone_kernels.S"))
	if err != nil {
		t.Fatal(err)
	}
	// differences assembles a source and returns its differences.
	differences := func(t *testing.T, compiler string, source []byte) (all []string, instructions int) {
		file := filepath.Join(t.TempDir(), "kernels.S")
		if err := os.WriteFile(file, source, 0o666); err != nil {
			t.Fatal(err)
		}
		run(t, ".", compiler, "-shared", "-nostdlib", "-DKS_MARKS", "-o", file+".so", file)
		c := read(t, file+".so", func(symbol string) bool { return strings.HasPrefix(symbol, "ks_") })
		for _, name := range slices.Sorted(maps.Keys(bodies)) {
			body := c.body(name)
			if d := difference(bodies[name].p, c, bodies[name].body, body); d != "" {
				all = append(all, name+": "+d)
			}
			instructions += len(body)
		}
		return all, instructions
	}
	for _, compilers := range [][]string{{"gcc", "cc"}, {"clang", "clang-19"}} {
		t.Run(compilers[0], func(t *testing.T) {
			compiler := tool(t, compilers...)
			all, instructions := differences(t, compiler, source)
			for _, d := range all {
				t.Error(d)
			}
			t.Logf("%d kernels, %d instructions", len(bodies), instructions)
		})
	}
	for _, fault := range []struct{ name, from, to string }{
		{"order of a comparison", `cmpq (%r\w+), (%r\w+)`, "cmpq $2, $1"},
		{"table", `\.quad 0x(\w{15})\w`, ".quad 0x${1}5"},
		{"branch", `\tjz L`, "\tjnz L"},
		{"truth table", `vpternlogq \$\d+,`, "vpternlogq $$7,"},
		{"exchanged sources", `vpandn (%ymm1), (%ymm2), `, "vpandn $2, $1, "},
		{"displacement", `(\tmovq )8(\(%\w+\), %)`, "${1}16$2"},
		{"mask", `\{%k1\}\{z\}`, "{%k1}"},
	} {
		t.Run(fault.name, func(t *testing.T) {
			compiler := tool(t, "gcc", "cc", "clang", "clang-19")
			at := regexp.MustCompile(fault.from).FindSubmatchIndex(source)
			if at == nil {
				t.Fatal("no place for the fault")
			}
			bad := regexp.MustCompile(fault.from).Expand(slices.Clone(source[:at[0]]), []byte(fault.to), source, at)
			if all, _ := differences(t, compiler, append(bad, source[at[1]:]...)); len(all) == 0 {
				t.Error("not found")
			}
		})
	}
}
