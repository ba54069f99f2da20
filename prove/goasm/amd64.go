package goasm

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// ErrObjdump is the error on machines without GNU objdump.
var ErrObjdump = errors.New("objdump is missing: apt-get install binutils")

var (
	symbol   = regexp.MustCompile(`^(\S+) S(TEXT|RODATA static) `)
	listed   = regexp.MustCompile(`^\t0x([0-9a-f]+) \d+ \(.*:(\d+)\)\t(\w+)`)
	dumped   = regexp.MustCompile(`^\t0x[0-9a-f]+((?: [0-9a-f]{2}){1,16})  `)
	relative = regexp.MustCompile(`^\trel (\d+)\+\d+ t=(\S+) (\S*)\+(-?\d+)$`)
	decoded  = regexp.MustCompile(`^ *([0-9a-f]+):\t(\S+) *([^#\n]*)`)
	address  = regexp.MustCompile(`^(-?0x[0-9a-f]+)?\((?:%(\w+))?(?:,%(\w+),([1248]))?\)$`)
	target   = regexp.MustCompile(`^0x[0-9a-f]+$`)
	marks    = regexp.MustCompile(`\{[^}]*\}`)
	compares = regexp.MustCompile(`^vpcmp(eq|lt|le|false|neq|nlt|nle|true)(u?[bwdq])$`)
	sized    = regexp.MustCompile(`^(andn|blsr|blsi|bzhi|tzcnt|lzcnt|popcnt|pdep|pext|sh[lr]x|sarx|rorx|bswap)$`)
	extended = regexp.MustCompile(`^mov[zs][bwl][lq]$`)
)

// An object is what the assembler writes, without the numbers of lines.
type object struct {
	funcs []string
	start []int // of the functions in code
	code  []byte
	refs  map[int]string // references to symbols, by their place in code
	data  map[string][]byte

	lines map[int]progLine // by the place of the instruction in code
}

type progLine struct {
	line int
	op   string
}

// assemble assembles a file and returns the object and the assembler's listing.
func assemble(arch, path, file string) (o *object, err error) {
	root, err := goroot()
	if err != nil {
		return nil, err
	}
	if path, err = filepath.Abs(path); err != nil {
		return nil, err
	}
	listing, err := run(arch, "go", "tool", "asm", "-S", "-p", "p", "-I", filepath.Join(root, "pkg", "include"), "-o", file, path)
	o = &object{refs: map[int]string{}, data: map[string][]byte{}, lines: map[int]progLine{}}
	name, start := "", 0
	for _, line := range listing {
		if m := symbol.FindStringSubmatch(line); m != nil {
			if start, name = len(o.code), m[1]; m[2] == "TEXT" {
				name = ""
				o.funcs, o.start = append(o.funcs, strings.TrimPrefix(m[1], "p.")), append(o.start, start)
			}
		} else if m := listed.FindStringSubmatch(line); m != nil && m[3] != "FUNCDATA" && m[3] != "PCDATA" && m[3] != "TEXT" {
			at, _ := strconv.ParseInt(m[1], 16, 64)
			l, _ := strconv.Atoi(m[2])
			o.lines[start+int(at)] = progLine{l, m[3]}
		} else if m := dumped.FindStringSubmatch(line); m != nil {
			for _, s := range strings.Fields(m[1]) {
				v, _ := strconv.ParseUint(s, 16, 8)
				if name != "" {
					o.data[name] = append(o.data[name], byte(v))
				} else {
					o.code = append(o.code, byte(v))
				}
			}
		} else if m := relative.FindStringSubmatch(line); m != nil {
			at, _ := strconv.Atoi(m[1])
			o.refs[start+at] = fmt.Sprintf("%s %s %s", m[2], m[3], m[4])
		}
	}
	return o, err
}

var goroot = sync.OnceValues(func() (string, error) {
	out, err := run("", "go", "env", "GOROOT")
	return out[0], err
})

// run runs a program in a folder without files that it may read, and returns the lines that it prints.
func run(arch, name string, args ...string) ([]string, error) {
	dir, err := os.MkdirTemp("", "prove-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	var message bytes.Buffer
	c := exec.Command(name, args...)
	c.Dir, c.Env, c.Stderr = dir, append(os.Environ(), "GOOS=linux", "GOARCH="+arch), &message
	out, err := c.Output()
	if err != nil {
		err = fmt.Errorf("%s: %w: %s", c, err, &message)
	}
	return strings.Split(string(out), "\n"), err
}

// readAMD64 sets the instructions of a file for amd64: those that objdump decodes, in Go's form. Go's assembler must write
// the same bytes for this form. The test of package machine compares the model of each form with the CPU, so that neither
// objdump nor the translation to Go's form is trusted.
func (f *File) readAMD64(dir string) error {
	o, err := assemble("amd64", f.Path, filepath.Join(dir, "o"))
	if err != nil {
		return err
	}
	f.Data = o.data
	if names := func(fn *Func) bool { return !slices.Contains(o.funcs, fn.Name) }; len(o.funcs) != len(f.Funcs) || slices.ContainsFunc(f.Funcs, names) {
		return fmt.Errorf("%s: the assembler writes the functions %v, which are not those that are declared", f.Path, o.funcs)
	}
	code, err := Decode(o.code, func(at, end int, displacement int64) (c Operand, ok bool) {
		for place := at + 1; place+4 <= end; place++ {
			if n, _ := fmt.Sscanf(o.refs[place], "R_PCREL %s %d", &c.Symbol, &c.Value); n == 2 {
				c.Value += int64(end - place - 4) // an immediate may follow
				return Operand{Kind: Mem, Base: "SB", Symbol: c.Symbol, Value: c.Value}, f.Data[c.Symbol] != nil
			}
		}
		return c, false
	})
	if err != nil {
		return err
	}
	returns := map[int]bool{} // lines
	for _, l := range o.lines {
		returns[l.line] = returns[l.line] || l.op == "RET"
	}
	var fn *Func
	index := map[int]int{} // in Code, by place
	line := progLine{}
	for _, d := range code {
		if i := slices.Index(o.start, d.At); i >= 0 {
			fn = f.Func(o.funcs[i])
			fn.Code = nil
		}
		if l, ok := o.lines[d.At]; ok {
			line = l
		}
		index[d.At] = len(fn.Code)
		if line.line == fn.Line || returns[line.line] && line.op != "RET" { // what the assembler adds for the frame
			continue
		}
		in := d.Instr
		if in.Line = line.line; strings.HasPrefix(in.Op, unknown) {
			return fmt.Errorf("%s:%d: %s: %s", f.Path, in.Line, fn.Name, in.Op)
		}
		for i := range in.Args {
			fn.named(&in.Args[i])
			if a := in.Args[i]; a.Kind == GPR && Registers[a.Reg] == "SP" {
				return fmt.Errorf("%s:%d: %s: the stack pointer is an operand", f.Path, line.line, fn.Name)
			}
		}
		fn.Code = append(fn.Code, in)
	}
	for _, fn := range f.Funcs {
		for _, m := range fn.marks {
			fn.Labels[m.name] = slices.IndexFunc(fn.Code, func(in Instr) bool { return in.Line > m.line })
		}
		for i := range fn.Code {
			in := &fn.Code[i]
			if in.Op[0] != 'J' {
				continue
			}
			to, ok := index[int(in.Args[0].Value)]
			if !ok || to == len(fn.Code) {
				return fmt.Errorf("%s:%d: %s: expected a jump to an instruction", f.Path, in.Line, fn.Name)
			}
			in.Args[0] = Operand{Kind: Label, Symbol: fmt.Sprint("at", to)}
			for _, m := range fn.marks {
				if fn.Labels[m.name] == to {
					in.Args[0].Symbol = m.name
				}
			}
			fn.Labels[in.Args[0].Symbol] = to
		}
	}
	return f.same(o, dir)
}

// named replaces an address above the frame by a parameter or result. Between them are the return address and, in
// functions with a frame, BP.
func (fn *Func) named(o *Operand) {
	at := o.Value - 8 - int64(fn.Frame)
	if fn.Frame > 0 {
		at -= 8
	}
	for _, p := range fn.Params {
		if o.Base == "SP" && o.Index == "" && at >= int64(p.Offset) && at < int64(p.Offset+p.Size) {
			o.Base, o.Symbol, o.Value = "FP", p.Name, at
		}
	}
}

// same returns an error unless Go's assembler writes the object for the instructions and constants of the file.
func (f *File) same(o *object, dir string) error {
	var b strings.Builder
	fmt.Fprintln(&b, "#include \"textflag.h\"")
	lines := []int{0} // in the file, by line of the text
	put := func(line int, s string) {
		lines = append(lines, line)
		fmt.Fprintln(&b, s)
	}
	put(0, "")
	for _, fn := range f.Funcs {
		put(fn.Line, fn.text)
		used := map[int]string{}
		for _, in := range fn.Code {
			if in.Op[0] == 'J' {
				used[fn.Labels[in.Args[0].Symbol]] = in.Args[0].Symbol
			}
		}
		for i, in := range fn.Code {
			if name := used[i]; name != "" {
				put(in.Line, name+":")
			}
			put(in.Line, in.String())
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.Data)) {
		for i, v := range f.Data[name] {
			put(0, fmt.Sprintf("DATA %s<>+%d(SB)/1, $%#x", name, i, v))
		}
		put(0, fmt.Sprintf("GLOBL %s<>(SB), RODATA|NOPTR, $%d", name, len(f.Data[name])))
	}
	path := filepath.Join(dir, "again.s")
	if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
		return err
	}
	again, err := assemble("amd64", path, filepath.Join(dir, "again.o"))
	if err != nil {
		return fmt.Errorf("%s: the assembler does not know what was read: %w", f.Path, err)
	}
	for _, at := range slices.Sorted(maps.Keys(again.lines)) {
		end := at + 1
		for again.lines[end].op == "" && end < len(again.code) {
			end++
		}
		same := end <= len(o.code) && bytes.Equal(o.code[at:end], again.code[at:end])
		for place := at; place < end; place++ {
			same = same && o.refs[place] == again.refs[place]
		}
		if !same {
			line := again.lines[at].line
			return fmt.Errorf("%s:%d: %s is assembled to other bytes than it was read from", f.Path, lines[min(line, len(lines)-1)], strings.Split(b.String(), "\n")[line-1])
		}
	}
	if !slices.Equal(o.funcs, again.funcs) || !bytes.Equal(o.code, again.code) || !maps.Equal(o.refs, again.refs) || !maps.EqualFunc(o.data, again.data, bytes.Equal) {
		return fmt.Errorf("%s: what was read is assembled to other bytes", f.Path)
	}
	return nil
}

// A Decoded is an instruction at a place in machine code.
type Decoded struct {
	At    int
	Instr Instr
}

// Decode returns the instructions of machine code for amd64, as objdump decodes them, in Go's form. An instruction with an
// unknown operand has no operands and a name that begins with "unknown". Targets of jumps are labels without a name, and Value
// is their place. constant returns the operand for an address relative to the end of an instruction.
func Decode(code []byte, constant func(at, end int, displacement int64) (Operand, bool)) (list []Decoded, err error) {
	if _, err := exec.LookPath("objdump"); err != nil {
		return nil, ErrObjdump
	}
	file, err := os.CreateTemp("", "prove-")
	if err != nil {
		return nil, err
	}
	defer os.Remove(file.Name())
	_, err = file.Write(code)
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, err
	}
	lines, err := run("", "objdump", "-D", "-z", "-w", "--no-show-raw-insn", "-b", "binary", "-m", "i386:x86-64", "-M", "suffix", file.Name())
	if err != nil {
		return nil, err
	}
	var texts [][]string
	for _, line := range lines {
		if m := decoded.FindStringSubmatch(line); m != nil {
			at, _ := strconv.ParseInt(m[1], 16, 64)
			list, texts = append(list, Decoded{At: int(at)}), append(texts, m[2:])
		}
	}
	for i := range list {
		at, end := list[i].At, len(code)
		if i+1 < len(list) {
			end = list[i+1].At
		}
		list[i].Instr = decode(texts[i][0], texts[i][1], func(v int64) (Operand, bool) { return constant(at, end, v) })
	}
	return list, nil
}

// unknown begins the names of unknown instructions.
const unknown = "unknown: "

// conditions are Go's names of conditions.
var conditions = map[string]string{"e": "EQ", "ne": "NE", "l": "LT", "ge": "GE", "le": "LE", "g": "GT", "b": "CS", "ae": "CC", "be": "LS", "a": "HI", "s": "MI", "ns": "PL"}

// decode translates an instruction of objdump.
func decode(name, rest string, constant func(displacement int64) (Operand, bool)) Instr {
	if strings.HasPrefix(name, "nop") || name == "data16" || name == "cs" || strings.TrimSpace(name+rest) == "xchgw%ax,%ax" {
		return Instr{Op: "NOP"}
	}
	failed := Instr{Op: unknown + name + " " + strings.TrimSpace(rest)}
	found := map[string]bool{} // marks
	size := ""                 // of the last general register
	var in Instr
	for _, s := range split(rest) {
		for _, m := range marks.FindAllString(s, -1) {
			if strings.HasPrefix(m, "{1to") {
				m = "repeated"
			}
			found[m] = true
		}
		o, letter, ok := operand(marks.ReplaceAllString(s, ""), constant)
		if !ok {
			return failed
		}
		if o.Kind == GPR {
			size = letter
		}
		in.Args = append(in.Args, o)
	}
	name = strings.TrimSuffix(name, ".s") // of two encodings of moves between registers
	n, predicate := len(in.Args), compares.FindStringSubmatch(name)
	switch {
	case name == "jmp" || name == "jmpq" || name == "ret" || name == "retq":
		in.Op = strings.ToUpper(name[:3])
	case name[0] == 'j':
		in.Op = "J" + conditions[name[1:]]
	case strings.HasPrefix(name, "set"):
		in.Op = "SET" + conditions[name[3:]]
	case strings.HasPrefix(name, "cmov"):
		in.Op = "CMOV" + strings.ToUpper(name[len(name)-1:]) + conditions[name[4:len(name)-1]]
	case extended.MatchString(name):
		in.Op = strings.ToUpper("mov" + name[4:6] + name[3:4] + "x")
	case name == "movabsq":
		in.Op = "MOVQ"
	case name == "cltq" && n == 0:
		in.Op, in.Args = "MOVLQSX", []Operand{{Kind: GPR}, {Kind: GPR}}
	case name == "movd":
		in.Op = "MOVL"
	case name == "imulq" && n == 3:
		in.Op = "IMUL3Q"
	case sized.MatchString(name):
		in.Op = strings.ToUpper(name + size)
	case predicate != nil && (predicate[1] != "eq" || predicate[2][0] == 'u'):
		in.Op = "VPCMP" + strings.ToUpper(predicate[2])
		k := slices.Index([]string{"eq", "lt", "le", "false", "neq", "nlt", "nle", "true"}, predicate[1])
		in.Args = slices.Insert(in.Args, 0, Operand{Kind: Imm, Value: int64(k)})
	default:
		in.Op = strings.ToUpper(name)
	}
	switch last := in.Op[len(in.Op)-1]; {
	case strings.HasPrefix(in.Op, "CMP") && n == 2:
		slices.Reverse(in.Args)
	case strings.HasPrefix(in.Op, "SH") && n == 1, strings.HasPrefix(in.Op, "RO") && n == 1:
		in.Args = slices.Insert(in.Args, 0, Operand{Kind: Imm, Value: 1})
	case last == 'L' && in.Op[0] != 'V' && in.Op != "MOVL": // objdump prints 32 bits
		for i := range in.Args {
			if a := &in.Args[i]; a.Kind == Imm {
				a.Value = int64(int32(a.Value))
			}
		}
	}
	for k := range 8 {
		if mark := fmt.Sprintf("{%%k%d}", k); found[mark] {
			in.Args = slices.Insert(in.Args, len(in.Args)-1, Operand{Kind: K, Reg: k})
			delete(found, mark)
		}
	}
	for _, m := range [][2]string{{"repeated", ".BCST"}, {"{z}", ".Z"}} {
		if found[m[0]] {
			in.Op += m[1]
			delete(found, m[0])
		}
	}
	if len(found) > 0 || strings.ContainsAny(in.Op, "{}") {
		return failed
	}
	return in
}

// operand reads an operand of objdump, and returns the letter for the size of a general register.
func operand(s string, constant func(displacement int64) (Operand, bool)) (o Operand, letter string, ok bool) {
	switch {
	case s[0] == '$':
		v, err := strconv.ParseUint(s[1:], 0, 64)
		return Operand{Kind: Imm, Value: int64(v)}, "", err == nil
	case s[0] == '%':
		if g, ok := generals[s[1:]]; ok {
			return Operand{Kind: GPR, Reg: g}, letters[s[1:]], true
		}
		o, ok = vectorRegister(s[1:])
		return o, "", ok
	case target.MatchString(s):
		v, err := strconv.ParseInt(s, 0, 64)
		return Operand{Kind: Label, Value: v}, "", err == nil
	}
	m := address.FindStringSubmatch(s)
	if m == nil {
		return o, "", false
	}
	if m[1] != "" {
		o.Value, _ = strconv.ParseInt(m[1], 0, 64)
	}
	if m[2] == "rip" {
		o, ok = constant(o.Value)
		return o, "", ok
	}
	o.Kind = Mem
	if g, ok := generals[m[2]]; ok {
		o.Base = Registers[g]
	}
	if g, ok := generals[m[3]]; ok {
		o.Index = Registers[g]
	} else if v, ok := vectorRegister(m[3]); ok {
		o.Index = v.String()
	}
	o.Scale, _ = strconv.ParseInt("0"+m[4], 10, 64)
	return o, "", (m[2] == "") == (o.Base == "") && (m[3] == "") == (o.Index == "")
}

func vectorRegister(s string) (o Operand, ok bool) {
	m := vector.FindStringSubmatch(strings.Replace(strings.ToUpper(s), "MM", "", 1))
	if m == nil {
		return o, false
	}
	return Operand{Kind: Kind(m[1][0]), Reg: Vector(m[0])}, true
}

// generals are the numbers of the general registers, and letters their sizes, by objdump's names.
var generals, letters = map[string]int{}, map[string]string{}

func init() {
	for i, r := range Registers[:x0] {
		r = strings.ToLower(r)
		forms := []string{"r" + r, "e" + r, r, strings.TrimSuffix(r, "x") + "l"}
		if r[0] == 'r' {
			forms = []string{r, r + "d", r + "w", r + "b"}
		}
		for k, form := range forms {
			generals[form], letters[form] = i, "qlwb"[k:k+1]
		}
	}
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
			if x := strings.TrimSpace((s + ",")[from:i]); x != "" {
				list = append(list, x)
			}
			from = i + 1
		}
	}
	return list
}
