// Package asmlint checks generated assembly for problems that the assembler does not
// report: instructions that some CPUs of a path do not have, returns that slow down the
// caller, and registers that a function may not use.
package asmlint

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// A Function is one TEXT block.
type Function struct {
	Name     string
	Line     int      // line number of TEXT
	Requires []string // extensions that the comment above TEXT names
	body     []instruction
}

type instruction struct {
	line     int
	opcode   string
	operands string
}

var (
	text     = regexp.MustCompile(`^TEXT\s+·(\w+)\(SB\)`)
	requires = regexp.MustCompile(`^// Requires: (.*)$`)
	// Vector registers that only EVEX encodes, and registers wider than XMM.
	highVector = regexp.MustCompile(`\b[XY](1[6-9]|2[0-9]|3[01])\b`)
	wideVector = regexp.MustCompile(`\b[YZ]([0-9]|[12][0-9]|3[01])\b`)
	evex       = regexp.MustCompile(`\b(Z([0-9]|[12][0-9]|3[01])|K[0-7])\b`)
)

// Parse returns the functions of Go assembly in the format of avo, with a comment of
// required extensions above each TEXT.
func Parse(r io.Reader) (functions []Function, err error) {
	var needs []string
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if m := requires.FindStringSubmatch(line); m != nil {
			needs = strings.Split(m[1], ", ")
			continue
		}
		if m := text.FindStringSubmatch(line); m != nil {
			functions = append(functions, Function{Name: m[1], Line: n, Requires: needs})
			needs = nil
			continue
		}
		code, _, _ := strings.Cut(line, "//")
		fields := strings.Fields(code)
		if len(fields) == 0 || strings.HasSuffix(fields[0], ":") || fields[0][0] == '#' || len(functions) == 0 {
			continue
		}
		if fields[0] == "DATA" || fields[0] == "GLOBL" {
			continue
		}
		f := &functions[len(functions)-1]
		f.body = append(f.body, instruction{n, fields[0], strings.Join(fields[1:], " ")})
	}
	return functions, lines.Err()
}

// names maps avo's names of extensions to the names in package simd where they differ.
var names = map[string]string{"BMI": "BMI1"}

// baseline is the extensions that every amd64 CPU has.
var baseline = []string{"CMOV", "MMX", "MMX+", "SSE", "SSE2"} // SFENCE is MMX+ to avo

// Check returns the problems of f if its path runs only on CPUs with the extensions in
// guarded. Problems are instructions and registers that need other extensions, and returns
// without VZEROUPPER, because they slow down SSE code in the caller.
func (f *Function) Check(guarded []string) (problems []string) {
	report := func(line int, format string, args ...any) {
		problems = append(problems, fmt.Sprintf("line %d: %s: ", line, f.Name)+fmt.Sprintf(format, args...))
	}
	avx512 := false
	for _, isa := range f.Requires {
		avx512 = avx512 || strings.HasPrefix(isa, "AVX512")
		if name, ok := names[isa]; ok {
			isa = name
		}
		if !slices.Contains(guarded, isa) && !slices.Contains(baseline, isa) {
			report(f.Line, "requires %s, which the guard of its path does not cover", isa)
		}
	}
	wide, returns := false, false
	for _, in := range f.body {
		wide = wide || wideVector.MatchString(in.operands)
		if r := highVector.FindString(in.operands); r != "" && !avx512 {
			report(in.line, "%s needs AVX-512, which is not required", r)
		}
		if r := evex.FindString(in.operands); r != "" && !avx512 {
			report(in.line, "%s needs AVX-512, which is not required", r)
		}
	}
	for i, in := range f.body {
		if in.opcode == "JMP" && strings.Contains(in.operands, "(SB)") {
			report(in.line, "leaves by a jump to another function")
		}
		if in.opcode != "RET" {
			continue
		}
		returns = true
		if wide && (i == 0 || f.body[i-1].opcode != "VZEROUPPER") {
			report(in.line, "RET without VZEROUPPER before it")
		}
	}
	if !returns {
		report(f.Line, "does not return")
	}
	return problems
}

// reserved matches the general registers that a function may not use: R16 and R17 belong to
// the linker, R18 to the system, R26 and above to Go.
var reserved = regexp.MustCompile(`\b(R1[678]|R2[6-9]|R30|g|ZR)\b`)

// otherISA matches registers and instructions that some arm64 CPUs do not have: the
// scalable extensions and the optional ones for numbers and cryptography.
var otherISA = regexp.MustCompile(`^(Z|P)[A-Z]*$|^(AES|SHA|VPMULL|VEOR3|VBCAX|VRAX|VXAR|CRC)`)

// CheckARM64 returns the problems of f, a function for arm64: registers that it may not
// use, instructions that some CPUs do not have, and exits other than a return.
func (f *Function) CheckARM64() (problems []string) {
	report := func(line int, format string, args ...any) {
		problems = append(problems, fmt.Sprintf("line %d: %s: ", line, f.Name)+fmt.Sprintf(format, args...))
	}
	returns := false
	for _, in := range f.body {
		if r := reserved.FindString(in.operands); r != "" {
			report(in.line, "%s is reserved", r)
		}
		if otherISA.MatchString(in.opcode) {
			report(in.line, "%s is not on every CPU", in.opcode)
		}
		if strings.HasPrefix(in.opcode, "B") && strings.Contains(in.operands, "(SB)") || in.opcode == "JMP" {
			report(in.line, "leaves by a jump to another function")
		}
		returns = returns || in.opcode == "RET"
	}
	if !returns {
		report(f.Line, "does not return")
	}
	return problems
}
