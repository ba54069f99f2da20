// Command export writes the kernels for C, C++ and Rust: the assembly, the C files and headers
// from the folder c, and the tables of threat networks. Building them does not need Go.
//
//	go run -C asm -tags purego ./export ../build/export
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/pass"

	"github.com/koggestone/koggestone/asm/emit/regalloc"
	"github.com/koggestone/koggestone/asm/gnu"
	"github.com/koggestone/koggestone/asm/koggestone"
	"github.com/koggestone/koggestone/asm/pairs"
	"github.com/koggestone/koggestone/asm/quad"
	"github.com/koggestone/koggestone/internal/layout"
)

// programs lists the programs, with the kernels to export. The names of kernels do not contain the path.
var programs = map[string]struct {
	emit  func()
	names []string
}{
	"koggestone": {koggestone.Kernels, []string{
		"sliderAttacks", "rookAttacks", "bishopAttacks", "rayAttacks", "multiAttacks",
		"sliderAttacksBatch", "rookAttacksBatch", "bishopAttacksBatch", "rayAttacksBatch", "multiAttacksBatch",
		"sliderAttacksBlocks", "rookAttacksBlocks", "bishopAttacksBlocks",
	}},
	"quad": {quad.Kernels, []string{
		"threats", "bothThreats", "vision", "visionBatch", "threatsBatch", "slidersBatch", "leapsBatch",
	}},
	"pairs": {pairs.Kernels, []string{
		"deltas", "refresh", "refreshBoard", "numberDeltas", "numberList",
		"appendThreats", "appendPawns", "appendPieces", "storeRows", "storeFence",
		"accumulate", "accumulateInt8",
	}},
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("export: ")
	switch {
	case len(os.Args) == 3 && os.Args[1] == "-program":
		printProgram(os.Args[2])
	case len(os.Args) == 2:
		if err := export(os.Args[1]); err != nil {
			log.Fatal(err)
		}
	default:
		log.Fatal("the argument is the folder to write")
	}
}

// export writes all files to dir.
func export(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	var text, declarations strings.Builder
	data := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(programs)) {
		p, err := partOf(name)
		if err != nil {
			return err
		}
		text.WriteString(p.Text)
		declarations.WriteString(p.Declarations)
		maps.Copy(data, p.Data)
	}
	for _, name := range slices.Sorted(maps.Keys(data)) {
		text.WriteString(data[name])
	}
	arm, err := neonPart()
	if err != nil {
		return err
	}
	license, err := os.ReadFile("../LICENSE")
	if err != nil {
		return err
	}
	source, err := cSource(declarations.String(), arm.Declarations)
	if err != nil {
		return err
	}
	r, err := newRelease("..")
	if err != nil {
		return err
	}
	for file, content := range map[string]string{
		"koggestone_kernels.S": gnu.Macros + "\n#if defined(__x86_64__)\n" + text.String() + "\n#else\n" + arm.Text + "\n#endif\n#endif\n",
		"koggestone_kernels.c": source,
		"LICENSE":              string(license),
	} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(r.mark(file, content)), 0o666); err != nil {
			return err
		}
	}
	return r.copyFiles(dir, os.DirFS("export/c"))
}

// cSource returns koggestone_kernels.c: the structs and kernels, the tables, and the parts in order.
func cSource(declarations, neon string) (string, error) {
	var w strings.Builder
	w.WriteString(`/* koggestone_kernels.c: the functions of koggestone_kernels.h. Written by make export from its parts: do not edit. */
#include "koggestone_kernels.h"

#include <string.h>

`)
	parts := func(names ...string) error {
		for _, name := range names {
			b, err := os.ReadFile(filepath.Join("export/parts", name+".c"))
			if err != nil {
				return err
			}
			w.Write(b)
			w.WriteByte('\n')
		}
		return nil
	}
	if err := parts("machine"); err != nil {
		return "", err
	}
	w.WriteString(`/* == Structs and kernels, as in the Go library ==
   Some structs are the contents of public structs, whose fields are private words. */

#if defined(__GNUC__) || defined(__clang__)
#define KS_MAY_ALIAS __attribute__((may_alias))
#else
#define KS_MAY_ALIAS
#endif
`)
	w.WriteString(cStructs(structs))
	w.WriteString(`
#ifdef KS_X86

/* A slice of Go. The kernels read only data. */
typedef struct {
	void *data;
	int64_t len, cap;
} ks_slice;
`)
	w.WriteString(cStructs(kernelStructs))
	kernels := func(declarations string) {
		names := regexp.MustCompile(`(?m)^\w+ ks_\w+\(.*$`).FindAllString(declarations, -1)
		w.WriteString("\n#ifdef KS_PREFIX\n" + prefixed(names) + "\n#endif\n" + declarations + "\n#endif\n")
	}
	kernels(declarations)
	w.WriteString("\n#ifdef KS_NEON\n")
	kernels(neon)
	w.WriteByte('\n')
	w.WriteString(cTables())
	err := parts("internal", "tables", "generic", "lists", "calls")
	return strings.TrimSuffix(w.String(), "\n"), err
}

// neonPart returns the kernels of the root package for arm64.
func neonPart() (gnu.Part, error) {
	source, err := os.ReadFile("../koggestone_arm64.s")
	if err != nil {
		return gnu.Part{}, err
	}
	return gnu.Arm64(string(source))
}

// partOf runs this command for a program. Each program needs its own process, because avo
// has a single, global context.
func partOf(program string) (p gnu.Part, err error) {
	self, err := os.Executable()
	if err != nil {
		return p, err
	}
	c := exec.Command(self, "-program", program)
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		return p, err
	}
	return p, json.Unmarshal(out, &p)
}

// printProgram writes the part of a program to the standard output.
func printProgram(name string) {
	program := programs[name]
	missing := map[string]bool{}
	for _, n := range program.names {
		missing[n] = true
	}
	want := func(kernel string) bool {
		n := strings.TrimSuffix(strings.TrimSuffix(kernel, "AVX2"), "AVX512")
		delete(missing, n)
		return slices.Contains(program.names, n)
	}
	if err := flag.CommandLine.Parse([]string{"-out", os.DevNull}); err != nil {
		log.Fatal(err)
	}
	program.emit()
	pass.Compile = pass.Concat(regalloc.Compile, pass.Func(func(f *ir.File) error {
		return json.NewEncoder(os.Stdout).Encode(gnu.Print(f, want))
	}))
	build.Generate()
	for n := range missing {
		log.Fatalf("program %s has no kernel %s", name, n)
	}
}

// structs lists the structs that kernels and C files share. kernelStructs lists structs that only kernels for amd64
// use; they may contain pointers.
var (
	structs = []any{
		layout.PairList[uint32]{}, layout.PairDeltas[uint32]{}, layout.PairLine{}, layout.PairTables{},
		layout.FeatureTables{}, layout.FeatureDeltas{}, layout.FeatureList{},
		layout.FeaturePlace{}, layout.SquareLines{}, layout.FeatureOrder{},
	}
	kernelStructs = []any{layout.RowWork{}, layout.RowSum{}}
)

// cStructs returns structs in C, with the same offsets as in Go.
func cStructs(structs []any) string {
	var w strings.Builder
	for _, s := range structs {
		t := reflect.TypeOf(s)
		name := structName(t)
		fmt.Fprintf(&w, "\n/* %s of Go. */\ntypedef struct {\n", t.Name())
		for i := range t.NumField() {
			f := t.Field(i)
			field := gnu.Snake(f.Name)
			if f.Name == "_" {
				field = fmt.Sprint("reserved", i)
			}
			element, dims := f.Type, ""
			for element.Kind() == reflect.Array {
				dims += fmt.Sprintf("[%d]", element.Len())
				element = element.Elem()
			}
			if strings.HasPrefix(dims, "[0]") {
				continue
			}
			fmt.Fprintf(&w, "\t%s %s%s;\n", cName(element), field, dims)
		}
		fmt.Fprintf(&w, "} KS_MAY_ALIAS %s;\n", name)
		fmt.Fprintf(&w, "typedef char %s_has_the_size_of_go[sizeof(%s) == %d ? 1 : -1];\n", name, name, t.Size())
	}
	return w.String()
}

// cName returns the C type of a field, without its dimensions.
func cName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Int:
		return "int64_t"
	case reflect.Struct:
		return structName(t)
	case reflect.Pointer:
		return cName(t.Elem()) + " *"
	case reflect.UnsafePointer:
		return "void *"
	}
	return t.Kind().String() + "_t"
}

func structName(t reflect.Type) string {
	name, _, _ := strings.Cut(t.Name(), "[")
	return "ks_" + gnu.Snake(name)
}
