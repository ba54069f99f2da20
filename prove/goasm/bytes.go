package goasm

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// ErrObjdump is the error of Compare on machines without GNU objdump.
var ErrObjdump = errors.New("objdump is missing: apt-get install binutils")

var (
	symbol     = regexp.MustCompile(`^(\S+) S(TEXT|RODATA) `)
	listed     = regexp.MustCompile(`^\t0x([0-9a-f]+) \d+ \(.*:(\d+)\)\t(\w+)`)
	dumped     = regexp.MustCompile(`^\t0x[0-9a-f]+((?: [0-9a-f]{2}){1,16})  `)
	relative   = regexp.MustCompile(`^\trel (\d+)\+4 t=R_PCREL (\w+)\+(-?\d+)$`)
	decoded    = regexp.MustCompile(`^ *([0-9a-f]+):\t(\S+) *([^#\n]*)`)
	intel      = regexp.MustCompile(`^(-?0x[0-9a-f]+)?\(%(\w+)(?:,%(\w+),([1248]))?\)$`)
	comparison = regexp.MustCompile(`^VPCMPU?[BWDQ]$`)
	marks      = regexp.MustCompile(`\{[^}]*\}`)
)

// Compare assembles the file with Go's assembler, and compares each instruction, as objdump decodes its bytes, with what
// Parse has read: the name with the size of the operation, the order of operands, registers, immediates, addresses,
// constants, targets of jumps, masks, zeroing and repetition. It returns the number of instructions.
func (f *File) Compare() (n int, err error) {
	if _, err := exec.LookPath("objdump"); err != nil {
		return 0, ErrObjdump
	}
	dir, err := os.MkdirTemp("", "prove-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	listing, err := assemble("amd64", f.Path, filepath.Join(dir, "o"))
	if err != nil {
		return 0, err
	}
	b := binary{texts: map[int]string{}, first: map[int]int{}, last: map[int]int{}, constants: map[int]Operand{}}
	data := map[string][]byte{}
	returned := map[int]bool{} // lines
	start, to := 0, ""
	for _, line := range listing {
		if m := symbol.FindStringSubmatch(line); m != nil {
			if start, to = len(b.code), m[1]; m[2] == "TEXT" {
				to = ""
			}
		} else if m := listed.FindStringSubmatch(line); m != nil && m[3] != "FUNCDATA" && m[3] != "PCDATA" {
			at, _ := strconv.ParseInt(m[1], 16, 64)
			l, _ := strconv.Atoi(m[2])
			if _, ok := b.first[l]; !ok {
				b.first[l] = start + int(at)
			}
			if !returned[l] { // a call that makes room for the frame may follow the last RET
				b.last[l], returned[l] = start+int(at), m[3] == "RET"
			}
		} else if m := dumped.FindStringSubmatch(line); m != nil {
			for _, s := range strings.Fields(m[1]) {
				v, _ := strconv.ParseUint(s, 16, 8)
				if to != "" {
					data[to] = append(data[to], byte(v))
				} else {
					b.code = append(b.code, byte(v))
				}
			}
		} else if m := relative.FindStringSubmatch(line); m != nil {
			at, _ := strconv.Atoi(m[1])
			v, _ := strconv.ParseInt(m[3], 10, 64)
			b.constants[start+at] = Operand{Kind: Mem, Base: "SB", Symbol: m[2], Value: v}
		}
	}
	for name, want := range f.Data {
		if !bytes.Equal(data[name], want) {
			return 0, fmt.Errorf("%s: the constant %s is assembled to other bytes than read", f.Path, name)
		}
	}
	raw := filepath.Join(dir, "code")
	if err := os.WriteFile(raw, b.code, 0o666); err != nil {
		return 0, err
	}
	decoding, err := run("", "objdump", "-D", "-z", "-w", "--no-show-raw-insn", "-b", "binary", "-m", "i386:x86-64", "-M", "suffix", raw)
	if err != nil {
		return 0, err
	}
	ends := 0
	for _, line := range decoding {
		if m := decoded.FindStringSubmatch(line); m != nil {
			at, _ := strconv.ParseInt(m[1], 16, 64)
			b.texts[int(at)] = m[2] + " " + strings.TrimSpace(m[3])
			b.ends, ends = append(b.ends, int(at)), int(at)
		}
	}
	if b.ends = append(b.ends, len(b.code)); ends == 0 {
		return 0, errors.New("objdump has no instructions")
	}
	for _, fn := range f.Funcs {
		for _, in := range fn.Code {
			if err := b.compare(fn, in); err != nil {
				return n, fmt.Errorf("%s:%d: %s: %s is assembled to %q: %w", f.Path, in.Line, fn.Name, in, b.texts[b.last[in.Line]], err)
			}
			n++
			delete(b.last, in.Line)
		}
		delete(b.last, fn.Line) // the prologue
	}
	for line := range b.last {
		return n, fmt.Errorf("%s:%d: an instruction that was not read", f.Path, line)
	}
	return n, nil
}

// assemble assembles a file and returns the assembler's listing.
func assemble(arch, path, object string) ([]string, error) {
	root, err := run(arch, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	include := filepath.Join(root[0], "pkg", "include")
	return run(arch, "go", "tool", "asm", "-S", "-p", "p", "-I", include, "-o", object, path)
}

// run runs a program and returns the lines that it prints.
func run(arch, name string, args ...string) ([]string, error) {
	var message bytes.Buffer
	c := exec.Command(name, args...)
	c.Env, c.Stderr = append(os.Environ(), "GOOS=linux", "GOARCH="+arch), &message
	out, err := c.Output()
	if err != nil {
		err = fmt.Errorf("%s: %w: %s", c, err, &message)
	}
	return strings.Split(string(out), "\n"), err
}

// A binary contains what the assembler and objdump say about a file.
type binary struct {
	code        []byte
	texts       map[int]string  // the instructions by their offset
	ends        []int           // the offsets, and the length of the code
	first, last map[int]int     // the offsets of the first and the last instruction of a line
	constants   map[int]Operand // by the offset of the relative address
}

// suffixes are the names of conditions in Go, by the names of objdump.
var suffixes = map[string]string{"EQ": "e", "Z": "e", "E": "e", "NE": "ne", "NZ": "ne", "LT": "l", "L": "l", "GE": "ge", "LE": "le", "GT": "g", "G": "g",
	"CS": "b", "B": "b", "LO": "b", "CC": "ae", "AE": "ae", "HS": "ae", "LS": "be", "BE": "be", "HI": "a", "A": "a", "MI": "s", "S": "s", "PL": "ns", "NS": "ns"}

// names returns objdump's names of an instruction.
func names(in Instr) []string {
	op, _, _ := strings.Cut(in.Op, ".")
	vector := slices.ContainsFunc(in.Args, func(a Operand) bool { return a.Kind.Width() > 0 })
	switch {
	case op == "JMP" || op == "RET":
		return []string{strings.ToLower(op) + "q", strings.ToLower(op)}
	case op[0] == 'J':
		return []string{"j" + suffixes[op[1:]]}
	case strings.HasPrefix(op, "SET"):
		return []string{"set" + suffixes[op[3:]]}
	case strings.HasPrefix(op, "CMOV"):
		cc := suffixes[op[5:]]
		return []string{"cmov" + cc + strings.ToLower(op[4:5])}
	case op == "MOVQ" && len(in.Args) == 2 && in.Args[0].Kind == Imm && in.Args[1].Kind == GPR:
		return []string{"movq", "movabsq", "movl"} // movl clears the upper half
	case op == "MOVL" && vector:
		return []string{"movd"}
	case op == "IMUL3Q":
		return []string{"imulq"}
	}
	name := strings.ToLower(op)
	if comparison.MatchString(op) && in.Args[0].Value&^7 == 0 {
		return []string{"vpcmp" + []string{"eq", "lt", "le", "false", "neq", "nlt", "nle", "true"}[in.Args[0].Value] + name[5:]}
	}
	for _, x := range [][2]string{{"MOVB", "b"}, {"MOVW", "w"}, {"MOVL", "l"}} {
		if rest, ok := strings.CutPrefix(op, x[0]); ok && strings.HasSuffix(rest, "ZX") { // movzbl, which clears the upper half
			return []string{"movz" + x[1] + strings.ToLower(rest[:1]), "movz" + x[1] + "l"}
		} else if ok && strings.HasSuffix(rest, "SX") {
			return []string{"movs" + x[1] + strings.ToLower(rest[:1])}
		}
	}
	for _, n := range []string{"bswap", "andn", "blsr", "bzhi", "tzcnt"} {
		if strings.HasPrefix(name, n) {
			return []string{name, n}
		}
	}
	return []string{name}
}

// compare compares an instruction.
func (b *binary) compare(fn *Func, in Instr) error {
	at, ok := b.last[in.Line]
	name, rest, _ := strings.Cut(b.texts[at], " ")
	name = strings.TrimSuffix(name, ".s") // of two encodings of moves between registers
	if !ok || name == "" || at != b.first[in.Line] && in.Op != "RET" {
		return errors.New("expected one instruction")
	}
	if !slices.Contains(names(in), name) {
		return fmt.Errorf("expected the name %v", names(in))
	}
	var got []Operand
	found := map[string]bool{} // marks
	next, _ := slices.BinarySearch(b.ends, at+1)
	end := b.ends[next]
	for _, s := range split(rest) {
		for _, m := range marks.FindAllString(s, -1) {
			if strings.HasPrefix(m, "{1to") {
				m = "repeated"
			}
			found[m] = true
		}
		o, err := b.operand(marks.ReplaceAllString(s, ""), at, end)
		if err != nil {
			return err
		}
		got = append(got, o)
	}
	want := slices.Clone(in.Args)
	if comparison.MatchString(in.Op) {
		want = want[1:] // it is in the name
	}
	if k := len(want) - 2; k >= 1 && in.Op[0] == 'V' && want[k].Kind == K {
		mark := fmt.Sprintf("{%%k%d}", want[k].Reg)
		if !found[mark] {
			return fmt.Errorf("expected %s", mark)
		}
		delete(found, mark)
		want = slices.Delete(want, k, k+1)
	}
	for mark, suffix := range map[string]string{"{z}": ".Z", "repeated": ".BCST"} {
		if found[mark] != strings.Contains(in.Op, suffix) {
			return fmt.Errorf("found %v", found)
		}
		delete(found, mark)
	}
	if len(found) > 0 {
		return fmt.Errorf("found %v", found)
	}
	switch {
	case strings.HasPrefix(in.Op, "CMP"):
		slices.Reverse(want)
	case strings.HasPrefix(in.Op, "SH") && len(got) == 1:
		got = slices.Insert(got, 0, Operand{Kind: Imm, Value: 1})
	}
	if len(got) != len(want) {
		return fmt.Errorf("expected %d operands", len(want))
	}
	for i, w := range want {
		switch {
		case w.Kind == Label:
			to := fn.Code[fn.Labels[w.Symbol]]
			for range fn.Code { // the assembler follows jumps to jumps
				if to.Op == "JMP" && int64(b.first[to.Line]) != got[i].Value {
					to = fn.Code[fn.Labels[to.Args[0].Symbol]]
				}
			}
			w = Operand{Kind: Label, Value: int64(b.first[to.Line])}
		case w.Base == "FP": // above the return address, and BP in functions with a frame
			w.Value += 8 + int64(fn.Frame)
			if fn.Frame > 0 {
				w.Value += 8
			}
			w.Base, w.Symbol = "SP", ""
		case w.Kind == Imm:
			size := map[byte]int{'B': 8, 'W': 16, 'L': 32}[in.Op[len(in.Op)-1]]
			if in.Op[0] == 'V' || strings.HasPrefix(in.Op, "SH") {
				size = 8
			}
			if size > 0 {
				w.Value, got[i].Value = w.Value&(1<<size-1), got[i].Value&(1<<size-1)
			}
		}
		if got[i] != w {
			return fmt.Errorf("expected operand %s, found %s", w, got[i])
		}
	}
	return nil
}

// operand reads an operand of objdump.
func (b *binary) operand(s string, at, end int) (o Operand, err error) {
	unknown := fmt.Errorf("the operand %s is unknown", s)
	register := func(s string) string { // in Go's form
		s = strings.ToUpper(s)
		for _, r := range Registers {
			for _, form := range []string{"R" + r, "E" + r, r, r[:1] + "L", r + "L", r + "D", r + "W", r + "B"} {
				if s == form {
					return r
				}
			}
		}
		if m := vector.FindStringSubmatch(strings.Replace(s, "MM", "", 1)); m != nil {
			return m[0]
		}
		return ""
	}
	switch {
	case s[0] == '$':
		v, err := strconv.ParseUint(s[1:], 0, 64)
		return Operand{Kind: Imm, Value: int64(v)}, err
	case s[0] == '%':
		r := register(s[1:])
		if n := Register(r); n >= 0 {
			return Operand{Kind: GPR, Reg: n}, nil
		}
		if r == "" {
			return o, unknown
		}
		n, err := strconv.Atoi(r[1:])
		return Operand{Kind: Kind(r[0]), Reg: n}, err
	case strings.HasPrefix(s, "0x") && !strings.Contains(s, "("):
		v, err := strconv.ParseInt(s, 0, 64)
		return Operand{Kind: Label, Value: v}, err
	}
	m := intel.FindStringSubmatch(s)
	if m == nil {
		return o, unknown
	}
	o = Operand{Kind: Mem, Base: register(m[2]), Index: register(m[3])}
	if m[1] != "" {
		if o.Value, err = strconv.ParseInt(m[1], 0, 64); err != nil {
			return o, err
		}
	}
	if m[2] == "rip" {
		for place := at + 1; place+4 <= end; place++ {
			if c, ok := b.constants[place]; ok {
				c.Value += int64(end - place - 4) // an immediate may follow
				return c, nil
			}
		}
		return o, unknown
	}
	if m[3] != "" {
		o.Scale, _ = strconv.ParseInt(m[4], 10, 64)
	}
	if o.Base == "" || m[3] != "" && o.Index == "" {
		return o, unknown
	}
	return o, nil
}

// split splits operands at the commas outside of parentheses.
func split(s string) (list []string) {
	depth, from := 0, 0
	for i, r := range s + "," {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == ',' && depth == 0:
			if from < i {
				list = append(list, strings.TrimSpace((s + ",")[from:i]))
			}
			from = i + 1
		}
	}
	return list
}
