// Command asm writes the library's assembly with avo. Its argument is the name of a program:
//
//	go run -C asm -tags purego . movegen
//
// It is built with the purego tag, so that the library packages that it imports compile
// even if the generated files do not exist.
package main

import (
	"flag"
	"log"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/pass"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/asm/emit/regalloc"
	"github.com/koggestone/koggestone/asm/env"
	"github.com/koggestone/koggestone/asm/koggestone"
	"github.com/koggestone/koggestone/asm/movechain"
	"github.com/koggestone/koggestone/asm/movegen"
	"github.com/koggestone/koggestone/asm/pairs"
	"github.com/koggestone/koggestone/asm/policy"
	"github.com/koggestone/koggestone/asm/quad"
)

// programs lists the file and the kernels of each program. x_stubs_amd64.go declares the
// kernels in x_amd64.s. A program with kernels for arm64 also writes x_arm64.s and
// x_stubs_arm64.go.
var programs = map[string]struct {
	file    string // relative to the root of the repository
	kernels func()
}{
	"env":        {"env/env_amd64.s", env.Kernels},
	"koggestone": {"koggestone_amd64.s", koggestone.Kernels},
	"movegen":    {"movegen/movegen_amd64.s", movegen.Kernels},
	"movechain":  {"internal/movechain/movechain_amd64.s", movechain.Kernels},
	"lists":      {"movegen/batch_lists_amd64.s", movegen.ListKernels},
	"twoply":     {"movegen/batch_twoply_amd64.s", movegen.TwoPlyKernels},
	"endings":    {"movegen/batch_endings_amd64.s", movegen.TwoPlyEndingKernels},
	"play":       {"movegen/batch_play_amd64.s", movegen.PlayKernels},
	"pairs":      {"pairs/pairs_amd64.s", pairs.Kernels},
	"policy":     {"policy/policy_amd64.s", policy.Kernels},
	"quad":       {"quad/quad_amd64.s", quad.Kernels},
	"ranks":      {"internal/ranks/ranks_amd64.s", movegen.RankKernels},
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("asm: ")
	if len(os.Args) != 2 {
		log.Fatalf("the argument is a package: %s", strings.Join(slices.Sorted(maps.Keys(programs)), ", "))
	}
	name := os.Args[1]
	program, ok := programs[name]
	if !ok {
		log.Fatalf("no program writes package %q", name)
	}
	// avo truncates its output files before it knows whether it succeeds.
	dir, err := os.MkdirTemp("", "asm")
	if err != nil {
		log.Fatal(err)
	}
	file := filepath.Join("..", program.file)
	stubs := strings.TrimSuffix(file, "_amd64.s") + "_stubs_amd64.go"
	unfinished := func(file string) string { return filepath.Join(dir, filepath.Base(file)) }
	if err := flag.CommandLine.Parse([]string{"-pkg", packageOf(program.file, name), "-out", unfinished(file), "-stubs", unfinished(stubs)}); err != nil {
		log.Fatal(err)
	}
	ConstraintExpr("gc,!purego")
	program.kernels()
	pass.Compile = regalloc.Compile
	Generate() // or exit
	for _, f := range []string{file, stubs} {
		text, err := os.ReadFile(unfinished(f))
		if err == nil && f == file {
			text = []byte(emit.NameEmitters(string(text)))
		}
		if err == nil {
			err = os.WriteFile(f, text, 0o644)
		}
		if err != nil {
			log.Fatal(err)
		}
	}
	assembly, declarations := emit.Arm64(packageOf(program.file, name), "go run main.go "+name)
	for _, f := range []struct{ file, text string }{{file, emit.NameEmitters(assembly)}, {stubs, declarations}} {
		if f.text == "" {
			break
		}
		if err := os.WriteFile(strings.Replace(f.file, "_amd64.", "_arm64.", 1), []byte(f.text), 0o644); err != nil {
			log.Fatal(err)
		}
	}
	if err := os.RemoveAll(dir); err != nil {
		log.Fatal(err)
	}
}

// packageOf returns the package for a program's file: the folder's name, or the program's name
// if the file is at the root of the repository.
func packageOf(file, name string) string {
	if dir := filepath.Dir(file); dir != "." {
		return filepath.Base(dir)
	}
	return name
}
