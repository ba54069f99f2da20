package asmlint

import (
	"fmt"
	"regexp"
	"strings"
)

// reserved matches the general registers that a function may not use: R16 and R17 are the
// linker's between functions, R18 is the system's, R26 and up are Go's.
var reserved = regexp.MustCompile(`\b(R1[678]|R2[6-9]|R30|g|ZR)\b`)

// otherISA matches what not every arm64 CPU has: registers and instructions of the
// scalable extensions, and the optional ones for numbers and cryptography.
var otherISA = regexp.MustCompile(`^(Z|P)[A-Z]*$|^(AES|SHA|VPMULL|VEOR3|VBCAX|VRAX|VXAR|CRC)`)

// CheckARM64 returns what is wrong with f, a function for arm64: registers that are not
// its own, instructions that not every CPU has, and ways out other than a return.
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
