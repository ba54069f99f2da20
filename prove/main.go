// Command prove proves the library's assembly. It follows every instruction of the committed
// files with bits instead of numbers, and berkeley-abc compares each result with its definition
// for all inputs.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/koggestone/koggestone/prove/cec"
	"github.com/koggestone/koggestone/prove/goasm"
	"github.com/koggestone/koggestone/prove/inlined"
	"github.com/koggestone/koggestone/prove/kernels"
	"github.com/koggestone/koggestone/prove/machine"
	"github.com/koggestone/koggestone/prove/twins"
)

// A job is a kernel or a Go function to prove.
type job struct {
	name string
	file *goasm.File // of kernels
	fn   *goasm.Func
	run  func(checker *cec.Checker) (steps int, bounds []string, err error)

	bounded  bool // only proved to stay inside its slices
	untested bool // an unknown instruction is reported, but is no failure
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("prove: ")
	root := flag.String("root", "..", "the repository")
	only := flag.String("kernel", "", "prove only kernels and functions whose name with package, such as quad.threatsAVX2, contains this")
	long := flag.Bool("all", false, "also prove the kernels whose proofs take long; -kernel does too")
	procs := flag.Int("procs", runtime.NumCPU(), "kernels that are proved at once")
	compilers := flag.String("compilers", "", "the compilers of koggestone_inline.h, such as \"clang 19,gcc 12\"; otherwise the newest clang, or gcc")
	mutants := flag.Int("mutants", 0, "plant this many faults, one at a time, and list those that are not found")
	quick := flag.Bool("quick", false, "look for faults with random inputs only, which does not find those that rarely matter")
	seed := flag.Uint64("seed", 1, "which faults to plant")
	flag.Parse()
	jobs, err := list(*root, *only, *long || *only != "")
	if err != nil {
		log.Fatal(err)
	}
	if err := assemble(jobs, *procs); err != nil {
		log.Fatal(err)
	}
	if *mutants > 0 {
		if *only == "" { // most faults change no address
			jobs = slices.DeleteFunc(jobs, func(j job) bool { return j.bounded })
		}
		if err := plant(jobs, *mutants, *procs, *seed, *quick); err != nil {
			log.Fatal(err)
		}
		return
	}
	more, err := functions(*root, *only)
	if err != nil {
		log.Fatal(err)
	}
	header, err := header(*root, *only, *compilers)
	if err != nil {
		log.Fatal(err)
	}
	all := slices.Concat(jobs, more, header)
	if len(all) == 0 {
		log.Fatalf("no kernel and no function has a name that contains %q", *only)
	}
	if err := prove(all, *procs); err != nil {
		log.Fatal(err)
	}
}

// kernel returns the job to prove a kernel.
func kernel(name string, f *goasm.File, fn *goasm.Func, p kernels.Proof) job {
	return job{name: name, file: f, fn: fn, run: func(checker *cec.Checker) (int, []string, error) {
		c := kernels.NewCase(f, fn, checker)
		err := p(c)
		return c.Steps, c.Bounds, err
	}}
}

// list returns the kernels in all assembly files. It fails if a kernel has neither
// a proof nor a reason why it is only tested.
func list(root, only string, all bool) (jobs []job, err error) {
	tested, total, left, bounded, found := 0, 0, 0, 0, map[[2]string]bool{}
	err = filepath.WalkDir(root, func(at string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && d.Name() == ".git" {
			return filepath.SkipDir
		}
		if strings.Contains(filepath.ToSlash(at), "/testdata/") { // Go files there are packages that others can import
			if strings.HasSuffix(at, ".go") {
				return fmt.Errorf("%s: expected no Go files in testdata", at)
			}
			return nil
		}
		arch := "amd64"
		switch {
		case strings.HasSuffix(at, "_arm64.s"):
			arch = "arm64"
		case strings.HasSuffix(at, ".syso") || strings.HasSuffix(at, ".s") && !strings.HasSuffix(at, "_amd64.s"):
			return fmt.Errorf("%s: expected assembly in files _amd64.s and _arm64.s", at)
		case strings.HasSuffix(at, ".go"):
			raw, err := os.ReadFile(at)
			if bytes.Contains(raw, []byte("\n//go:linkname ")) {
				return fmt.Errorf("%s: go:linkname can replace what is proved", at)
			}
			return err
		case !strings.HasSuffix(at, "_amd64.s"):
			return nil
		}
		f, err := goasm.Read(at)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, at)
		if err != nil {
			return err
		}
		for _, fn := range f.Funcs {
			full := strings.Trim(path.Dir(filepath.ToSlash(name)), ".") + "." + fn.Name
			p, ok := kernels.Of(filepath.ToSlash(name), fn.Name)
			reason := kernels.Reason(filepath.ToSlash(name), fn.Name)
			total++
			found[[2]string{filepath.ToSlash(name), fn.Name}] = true
			switch {
			case ok && reason != "":
				return fmt.Errorf("%s of %s is proved and on the list of kernels that are not", fn.Name, name)
			case !ok && reason == "":
				return fmt.Errorf("%s of %s is not proved: expected a proof or a reason in prove/kernels", fn.Name, name)
			case !ok:
				tested++
			case !strings.Contains(full, only):
			case !all && kernels.Slow(filepath.ToSlash(name), fn.Name):
				left++
			default:
				j := kernel(full, f, fn, p)
				if j.bounded = kernels.Bounded(filepath.ToSlash(name), fn.Name); j.bounded {
					bounded++
				}
				jobs = append(jobs, j)
			}
		}
		return f.Declared(arch)
	})
	if err != nil {
		return nil, err
	}
	if total == tested {
		return nil, fmt.Errorf("%s has no kernels to prove", root)
	}
	for _, k := range kernels.Tested() {
		if !found[k] {
			return nil, fmt.Errorf("%s has no kernel %s, which is on the list of kernels that are only tested", k[0], k[1])
		}
	}
	fmt.Printf("%d kernels to prove, %d of them only to stay inside their slices; %d take long and are left to -all; %d are only tested\n", len(jobs), bounded, left, tested)
	return jobs, nil
}

// assemble reads the instructions in the files of kernels.
func assemble(jobs []job, procs int) error {
	files, total := map[*goasm.File]bool{}, 0
	var group errgroup.Group
	group.SetLimit(procs)
	for _, j := range jobs {
		if !files[j.file] {
			files[j.file] = true
			group.Go(j.file.Assemble)
		}
	}
	err := group.Wait()
	for f := range files {
		for _, fn := range f.Funcs {
			total += len(fn.Code)
		}
	}
	if total > 0 && err == nil {
		fmt.Printf("%d instructions in %d files are read from the bytes that Go's assembler writes\n", total, len(files))
	}
	return err
}

// header returns the functions of koggestone_inline.h to prove, as a compiler compiles them: clang if it is installed,
// otherwise GCC. The prover may not know the instructions that an untested version chooses. This is reported, but it is
// no fault of the header.
func header(root, only, names string) (jobs []job, err error) {
	compilers := inlined.Compilers()
	switch {
	case names != "":
		compilers = slices.DeleteFunc(compilers, func(c inlined.Compiler) bool { return !slices.Contains(strings.Split(names, ","), c.Name) })
		if len(compilers) != 1+strings.Count(names, ",") {
			return nil, fmt.Errorf("expected installed compilers such as \"clang 19,gcc 12\", found %q", names)
		}
	case len(compilers) == 0:
		fmt.Printf("%s is not proved: neither clang nor gcc is installed\n", inlined.Name)
		return nil, nil
	default:
		compilers = compilers[:1]
	}
	for _, compiler := range compilers {
		f, err := inlined.Read(root, compiler)
		if err != nil {
			err = fmt.Errorf("%s is not proved as %s compiles it: %w", inlined.Name, compiler.Name, err)
			if compiler.Tested {
				return nil, err
			}
			fmt.Println(err)
			continue
		}
		n := 0
		for _, fn := range f.Funcs {
			full := "c." + fn.Name
			p, ok := kernels.Of(inlined.Name, fn.Name)
			if !ok {
				return nil, fmt.Errorf("%s of %s is not proved: expected a proof in prove/kernels", fn.Name, inlined.Name)
			}
			if strings.Contains(full, only) {
				n++
				j := kernel(full, f, fn, p)
				j.untested = !compiler.Tested
				jobs = append(jobs, j)
			}
		}
		fmt.Printf("%d inlined functions to prove as %s compiles them\n", n, compiler.Name)
	}
	return jobs, nil
}

// functions returns the Go functions to prove.
func functions(root, only string) (jobs []job, err error) {
	var program *twins.Program
	for _, t := range kernels.Twins() {
		if !strings.Contains(t.String(), only) {
			continue
		}
		if program == nil {
			if program, err = twins.Load(root, kernels.TwinPackages...); err != nil {
				return nil, err
			}
		}
		jobs = append(jobs, job{name: t.String(), run: func(checker *cec.Checker) (int, []string, error) {
			steps, err := t.Prove(program, checker)
			return steps, nil, err
		}})
	}
	fmt.Printf("%d Go functions to prove\n", len(jobs))
	return jobs, nil
}

// parallel runs work in procs goroutines, each with a checker of its own.
func parallel(procs int, work func(checker *cec.Checker)) error {
	var wait sync.WaitGroup
	defer wait.Wait()
	for range procs {
		checker, err := cec.New()
		if err != nil {
			return err
		}
		wait.Go(func() {
			defer checker.Close()
			work(checker)
		})
	}
	return nil
}

// prove proves kernels and prints a line for each.
func prove(jobs []job, procs int) error {
	start := time.Now()
	var mu sync.Mutex
	failed, skipped := 0, 0
	next := make(chan job, len(jobs))
	for _, j := range jobs {
		next <- j
	}
	close(next)
	err := parallel(procs, func(checker *cec.Checker) {
		for j := range next {
			before, begin := *checker, time.Now()
			checker.Vars, checker.Gates = 0, 0
			steps, bounds, err := j.run(checker)
			mu.Lock()
			if j.untested && errors.Is(err, machine.ErrUnknown) {
				skipped++
				fmt.Printf("%s is not proved, because this compiler was not tested: %v\n", j.name, err)
			} else if err != nil {
				failed++
				fmt.Fprintf(os.Stderr, "%s: NOT PROVED: %v\n", j.name, err)
			} else {
				proofs, shared := checker.Proofs-before.Proofs, checker.Shared-before.Shared
				how := "its gates are already those of the definition"
				if proofs+shared > 0 {
					how = fmt.Sprintf("%3d proofs of up to 2^%d inputs and %d gates, %d the same again", proofs, checker.Vars, checker.Gates, shared)
				}
				fmt.Printf("%-34s %6d instructions followed, %s: %.1f s, %.1f s in berkeley-abc", j.name, steps, how,
					time.Since(begin).Seconds(), (checker.Time - before.Time).Seconds())
				if len(bounds) > 0 {
					fmt.Printf("; %s", strings.Join(bounds, ", "))
				}
				fmt.Println()
			}
			mu.Unlock()
		}
	})
	if err != nil {
		return err
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d kernels and functions are not proved", failed, len(jobs))
	}
	if skipped > 0 {
		fmt.Printf("%d of %d kernels and functions are not proved: see above\n", skipped, len(jobs))
	}
	fmt.Printf("%d kernels and functions proved in %.0f s\n", len(jobs)-skipped, time.Since(start).Seconds())
	return nil
}
