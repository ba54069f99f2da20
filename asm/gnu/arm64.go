package gnu

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// The registers that an arm64 function must keep: the low halves of V8 to V15.
const (
	arm64Prologue = `	stp d8, d9, [sp, #-64]!
	.cfi_def_cfa_offset 64
	stp d10, d11, [sp, #16]
	stp d12, d13, [sp, #32]
	stp d14, d15, [sp, #48]
`
	arm64Epilogue = `	ldp d14, d15, [sp, #48]
	ldp d12, d13, [sp, #32]
	ldp d10, d11, [sp, #16]
	ldp d8, d9, [sp], #64
	.cfi_def_cfa_offset 0
	ret
`
)

var (
	arm64Text  = regexp.MustCompile(`^// func (\w+)\((.*)\)$`)
	arm64Param = regexp.MustCompile(`^MOVD \w+\+(\d+)\(FP\), R(\d+)$`)
	arm64Pairs = regexp.MustCompile(`F(\d+), F(\d+)`)
	arm64At    = regexp.MustCompile(`(\d+)\(R(\d+)\)`)
	vectorName = regexp.MustCompile(`V(\d+)\.B16`)
)

// Arm64 converts a generated file of Go assembly for arm64, which has only a few kinds of instructions. A kernel
// has its arguments in the same registers as in C, and no frame.
func Arm64(source string) (p Part, err error) {
	var w, declarations strings.Builder
	name := ""
	for line := range strings.Lines(source) {
		text := strings.TrimSpace(line)
		if m := arm64Text.FindStringSubmatch(text); m != nil {
			if name != "" {
				fmt.Fprintf(&w, "\tEND(%s)\n", name)
			}
			base, ok := strings.CutSuffix(m[1], "NEON")
			if !ok {
				return p, fmt.Errorf("function %s: expected a name that ends in NEON", m[1])
			}
			name = "ks_" + Snake(base) + "_neon"
			params := strings.NewReplacer(" *uint64", "", " int", "").Replace(m[2])
			list := strings.Split(params, ", ")
			for i, x := range list {
				list[i] = "void *" + x
				if x == "n" {
					list[i] = "int64_t n"
				}
			}
			fmt.Fprintf(&w, "\n\tFUNCTION(%s)\n%s\tMARK(%s.body)\n", name, arm64Prologue, name)
			fmt.Fprintf(&declarations, "\n/* Go: %s */\nvoid %s(%s);\n", m[1], name, strings.Join(list, ", "))
			continue
		}
		switch {
		case name == "" || text == "" || strings.HasPrefix(text, "//") || strings.HasPrefix(text, "TEXT ") || strings.HasPrefix(text, "#"):
		case text == "RET":
			fmt.Fprintf(&w, "\tMARK(%s.exit)\n%s", name, arm64Epilogue)
		case strings.HasSuffix(text, ":"):
			fmt.Fprintf(&w, "L(%s_%s):\n", name, strings.TrimSuffix(text, ":"))
		default:
			out, err := arm64Instruction(name, text)
			if err != nil {
				return p, err
			}
			if out != "" {
				fmt.Fprintf(&w, "\t%s\n", out)
			}
		}
	}
	if name == "" {
		return p, fmt.Errorf("found no functions")
	}
	fmt.Fprintf(&w, "\tEND(%s)\n", name)
	return Part{Text: w.String(), Declarations: declarations.String()}, nil
}

// arm64Instruction converts an instruction. It returns an empty string if the instruction loads an
// argument, because the argument is already in its register.
func arm64Instruction(function, text string) (string, error) {
	op, args, _ := strings.Cut(text, " ")
	args, _, _ = strings.Cut(args, " //")
	list := strings.Split(args, ", ")
	bad := fmt.Errorf("%s: found %q, expected an instruction that arm64.go knows", function, text)
	switch op {
	case "MOVD":
		m := arm64Param.FindStringSubmatch(text)
		if m == nil {
			return "", bad
		}
		offset, _ := strconv.Atoi(m[1])
		if fmt.Sprint(offset/8) != m[2] {
			return "", fmt.Errorf("%s: %q: expected argument %d in its register of C", function, text, offset/8)
		}
		return "", nil
	case "FLDPQ", "FSTPQ":
		pair, at := arm64Pairs.FindStringSubmatch(args), arm64At.FindStringSubmatch(args)
		if pair == nil || at == nil {
			return "", bad
		}
		return fmt.Sprintf("%s q%s, q%s, [x%s, #%s]", map[string]string{"FLDPQ": "ldp", "FSTPQ": "stp"}[op], pair[1], pair[2], at[2], at[1]), nil
	case "WORD":
		return ".inst " + strings.TrimPrefix(list[0], "$"), nil
	case "CBZ":
		return fmt.Sprintf("cbz x%s, L(%s_%s)", list[0][1:], function, list[1]), nil
	case "BNE":
		return fmt.Sprintf("b.ne L(%s_%s)", function, list[0]), nil
	case "ADD", "SUBS":
		r := "x" + list[1][1:]
		return fmt.Sprintf("%s %s, %s, #%s", strings.ToLower(op), r, r, list[0][1:]), nil
	case "VUSHR":
		return fmt.Sprintf("ushr %s, %s, #%s", arm64Vector(list[2]), arm64Vector(list[1]), list[0][1:]), nil
	case "VMOV", "VRBIT":
		return fmt.Sprintf("%s %s, %s", strings.ToLower(op[1:]), arm64Vector(list[1]), arm64Vector(list[0])), nil
	case "VADD", "VAND", "VORR", "VEOR", "VBIF", "VBIT", "VUZP1", "VUZP2", "VZIP1", "VZIP2":
		return fmt.Sprintf("%s %s, %s, %s", strings.ToLower(op[1:]), arm64Vector(list[2]), arm64Vector(list[1]), arm64Vector(list[0])), nil
	}
	return "", bad
}

func arm64Vector(text string) string { return vectorName.ReplaceAllString(text, "v$1.16b") }
