package asmlint

import (
	"fmt"
	"regexp"
	"strings"
)

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
