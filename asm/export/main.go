// Command export writes the kernels for C, C++ and Rust: the assembly, the C files and headers of
// the folder c, and the tables of threat networks, which together need no Go.
//
//	go run -C asm -tags purego ./export ../build/export
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/pass"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/asm/gnu"
	"github.com/koggestone/koggestone/asm/koggestone"
	"github.com/koggestone/koggestone/asm/pairs"
	"github.com/koggestone/koggestone/asm/quad"
	"github.com/koggestone/koggestone/internal/layout"
)

// programs lists the programs and the kernels to export, without their paths.
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
	if err := copyFiles(dir, os.DirFS("export/c")); err != nil {
		return err
	}
	license, err := os.ReadFile("../LICENSE")
	if err != nil {
		return err
	}
	for file, content := range map[string]string{
		"koggestone_kernels.S": gnu.Macros + text.String() + "\n#endif\n",
		"koggestone_asm.h":     header(declarations.String()),
		"LICENSE":              string(license),
	} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(content), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// header returns the private header with the declarations of the kernels.
func header(declarations string) string {
	return `/* The kernels of koggestone_kernels.S. Printed with them: do not edit. The functions of
   koggestone_kernels.h call them. */
#ifndef KOGGESTONE_ASM_H
#define KOGGESTONE_ASM_H

#include <stdbool.h>
#include <stdint.h>

/* The structs below are the contents of public structs, whose fields are private words. */
#if defined(__GNUC__)
#define KS_MAY_ALIAS __attribute__((may_alias))
#else
#define KS_MAY_ALIAS
#endif

/* A slice of Go. The kernels read only data. */
typedef struct {
	void *data;
	int64_t len, cap;
} ks_slice;
` + cStructs() + declarations + "\n#endif\n"
}

func copyFiles(dir string, files fs.FS) error {
	return fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		to := filepath.Join(dir, filepath.FromSlash(path))
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.MkdirAll(to, 0o777)
		}
		b, err := fs.ReadFile(files, path)
		if err != nil {
			return err
		}
		return os.WriteFile(to, b, 0o666)
	})
}

// partOf runs this command for a program. Each program needs its own process, because avo's
// context is global.
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
	pass.Compile = pass.Concat(emit.Compile, pass.Func(func(f *ir.File) error {
		return json.NewEncoder(os.Stdout).Encode(gnu.Print(f, want))
	}))
	build.Generate()
	for n := range missing {
		log.Fatalf("program %s has no kernel %s", name, n)
	}
}

// structs lists the structs that kernels and C files share.
var structs = []any{
	layout.PairList[uint32]{}, layout.PairDeltas[uint32]{}, layout.PairLine{}, layout.PairTables{},
	layout.FeatureTables{}, layout.FeatureDeltas{}, layout.FeatureList{},
	layout.FeaturePlace{}, layout.SquareLines{}, layout.FeatureOrder{}, layout.RowWork{}, layout.RowSum{},
}

// cStructs returns the structs in C, with the same offsets as in Go.
func cStructs() string {
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

// cName returns the C type of a field without its dimensions.
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
