// Command mca compares the instructions of the kernels with the ports of a CPU. It builds the
// packages' test binaries, extracts the innermost loop of each kernel (or the whole kernel if it has
// no loop) from the disassembly, and runs llvm-mca on it. It needs GNU objdump, and version 19 of
// LLVM's llvm-mca and llvm-objdump.
//
//	go run -C asm ./mca [pattern]
//
// A row contains how many positions and instructions one iteration has. For each CPU it contains
// two times in cycles per position: the bound of the busiest resource, and the time in a
// simulation that assigns instructions to ports. If a kernel has several phases, each phase has a
// row. There is a table for each architecture.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("mca: ")
	flag.Parse()
	pattern, err := regexp.Compile(flag.Arg(0))
	if err != nil {
		log.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "mca")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	for _, a := range []arch{
		{"amd64", "x86_64", []string{"znver4", "icelake-server", "sapphirerapids"}},
		{"arm64", "aarch64", []string{"neoverse-n1", "neoverse-v1", "neoverse-v2", "apple-m1"}},
	} {
		a.table(dir, pattern)
	}
}

// An arch is an architecture that has kernels.
type arch struct {
	name   string   // Go's name
	triple string   // LLVM's name
	cpus   []string // LLVM's names; apple-m1 has the model of Cyclone from 2013
}

// table prints the kernels of a that match the pattern.
func (a arch) table(dir string, pattern *regexp.Regexp) {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "kernel\tpositions\tinstructions\t")
	for _, cpu := range a.cpus {
		fmt.Fprintf(w, "%s bound\tsimulated\t", cpu)
	}
	fmt.Fprintln(w, "\tcycles a position")
	row := func(name string, positions, instructions int, cycles []float64) {
		fmt.Fprintf(w, "%s\t%d\t%d\t", name, positions, instructions)
		for _, c := range cycles {
			fmt.Fprintf(w, "%.2f\t", c/float64(positions))
		}
		fmt.Fprintln(w)
	}
	kernels := a.kernels(dir, pattern)
	for _, k := range kernels {
		loops, n := k.loops(), k.positions()
		if len(k.phases) == 0 {
			body := slices.Concat(loops...)
			if k.nested() {
				n *= len(loops)
			}
			row(k.name, n, len(body), a.simulateAll(body))
			continue
		}
		if len(loops) != len(k.phases) {
			log.Fatalf("%s: %d loops, expected a phase each: %d", k.name, len(loops), len(k.phases))
		}
		all, sum := 0, make([]float64, 2*len(a.cpus))
		for i, body := range loops {
			cycles := a.simulateAll(body)
			row("  "+k.phases[i], n, len(body), cycles)
			all += len(body)
			for j, c := range cycles {
				sum[j] += c
			}
		}
		row(k.name, n, all, sum)
	}
	if len(kernels) > 0 {
		w.Flush()
	}
}

// run returns the output of a command with the given standard input, or ends the program.
func run(dir, input, name string, args ...string) []byte {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(input)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		log.Fatalf("%s: %v\n%s", strings.Join(cmd.Args, " "), err, errs.String())
	}
	return out
}

// A kernel is an assembly function.
type kernel struct {
	name   string
	phases []string // the names of its loops, if it has phases
	code   []instruction
}

// An instruction is a line of the disassembly.
type instruction struct {
	address uint64
	text    string
}

var (
	source      = regexp.MustCompile(`(?m)^TEXT ·(\w+)\(SB\)|^\s*// Phase: (.*)\.$`)
	disassembly = regexp.MustCompile(`(?m)^[0-9a-f]+ <.*?(\w+)\.abi0>:$|^ *([0-9a-f]+):\s+(.+)$`)
	comment     = regexp.MustCompile(`\s*(?://|# |<).*`)
)

// kernels returns the kernels that match the pattern. It builds test binaries in dir.
func (a arch) kernels(dir string, pattern *regexp.Regexp) (all []*kernel) {
	var files []string
	for _, folder := range []string{".", "*", "internal/ranks"} {
		found, err := filepath.Glob(filepath.Join(root, folder, "*_"+a.name+".s"))
		if err != nil {
			log.Fatal(err)
		}
		files = append(files, found...)
	}
	first := 0 // index of the folder's first kernel
	for i, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			log.Fatal(err)
		}
		for _, m := range source.FindAllStringSubmatch(string(data), -1) {
			if m[1] != "" {
				all = append(all, &kernel{name: m[1]})
			} else {
				k := all[len(all)-1]
				k.phases = append(k.phases, m[2])
			}
		}
		if folder := filepath.Dir(f); i+1 == len(files) || filepath.Dir(files[i+1]) != folder {
			chosen := slices.DeleteFunc(all[first:], func(k *kernel) bool {
				return !pattern.MatchString(k.name) || uncounted.MatchString(k.name)
			})
			a.disassemble(chosen, dir, folder)
			first += len(chosen)
			all = all[:first]
		}
	}
	return all
}

// disassemble fills in the code of a folder's kernels.
func (a arch) disassemble(kernels []*kernel, dir, folder string) {
	if len(kernels) == 0 {
		return
	}
	binary := filepath.Join(dir, "test")
	tests := folder
	if folder == filepath.Join(root, "internal/ranks") {
		tests = filepath.Join(root, "movegen") // ranks itself has no tests
	}
	run(tests, "", "env", "GOARCH="+a.name, "go", "test", "-c", "-o", binary, ".")
	path := strings.TrimSpace(string(run(folder, "", "go", "list", ".")))
	byName, symbols := map[string]*kernel{}, "--disassemble-symbols="
	for _, k := range kernels {
		byName[k.name] = k
		symbols += path + "." + k.name + ".abi0,"
	}
	var k *kernel
	for _, m := range disassembly.FindAllStringSubmatch(string(run(".", "", "llvm-objdump-19", "-d", "--no-show-raw-insn", symbols, binary)), -1) {
		if m[1] != "" {
			k = byName[m[1]]
			continue
		}
		address, err := strconv.ParseUint(m[2], 16, 64)
		if err != nil {
			log.Fatal(err)
		}
		k.code = append(k.code, instruction{address, comment.ReplaceAllString(m[3], "")})
	}
}

// positions returns how many positions one iteration of the kernel's loop processes.
func (k *kernel) positions() int {
	lanes := 4
	switch {
	case strings.HasSuffix(k.name, "AVX512"):
		lanes = 8
	case strings.HasSuffix(k.name, "NEON"):
		lanes = 2
	}
	switch {
	case blocks.MatchString(k.name):
		return 8 * lanes
	case k.nested(): // one iteration of each inner loop: children
		return lanes
	case strings.HasPrefix(k.name, "playLists"), strings.Contains(k.name, "Batch"):
		return lanes
	}
	return 1
}

// blocks matches kernels that process blocks of positions, with ranks in registers.
var blocks = regexp.MustCompile(`Blocks|^(alphaZero|countEndings|legalTargets|rankMoves|rows|select|twoPly)`)

// uncounted matches kernels without a row, because their iterations depend on the moves, or
// because they spend much time outside the loop.
var uncounted = regexp.MustCompile(`^(alphaZeroAVX|fence|leela|listMoves|listPieces|listRows|rowMoves|rowStream|rowsAVX512)`)

// repeated matches the name of a phase with an inner loop, and how many iterations this loop has.
var repeated = regexp.MustCompile(`along (\d+) rays`)

// nested reports whether the kernel has nested loops. If it has, only the inner loops count.
func (k *kernel) nested() bool { return strings.HasPrefix(k.name, "playRest") }

const root = ".." // the library

var (
	backward = regexp.MustCompile(`^(?:j(?:l|ne|b)|b\.ne|cbnz\s+\w+,)\s+0x([0-9a-f]+)`)
	control  = regexp.MustCompile(`^(?:j\w+|call|retq?|b(?:\.\w+)?|cbn?z|tbn?z|udf|int3)\b`) // the last two are between functions
)

// loops returns the instructions in each loop of the kernel; there can be a loop for each
// direction, for example. If the kernel has no loop, it returns all instructions as one loop.
func (k *kernel) loops() (bodies [][]string) {
	if len(k.code) == 0 {
		log.Fatalf("llvm-objdump-19 finds no %s", k.name)
	}
	type loop struct{ first, last int }
	var found []loop
	for i, c := range k.code {
		if m := backward.FindStringSubmatch(c.text); m != nil {
			to, err := strconv.ParseUint(m[1], 16, 64)
			if err != nil {
				log.Fatal(err)
			}
			if j := slices.IndexFunc(k.code[:i], func(c instruction) bool { return c.address == to }); j >= 0 {
				found = append(found, loop{j, i})
			}
		}
	}
	within := func(l, outer loop) bool { return l != outer && outer.first <= l.first && l.last <= outer.last }
	for _, l := range found {
		inner := slices.IndexFunc(found, func(m loop) bool { return within(m, l) })
		switch {
		case len(k.phases) > 0 && slices.ContainsFunc(found, func(m loop) bool { return within(l, m) }):
		case len(k.phases) > 0 && inner >= 0:
			times := 1
			if m := repeated.FindStringSubmatch(k.phases[len(bodies)]); m != nil {
				times, _ = strconv.Atoi(m[1])
			}
			m := found[inner]
			bodies = append(bodies, slices.Concat(straight(k.code[l.first:m.first]),
				slices.Repeat(straight(k.code[m.first:m.last]), times), straight(k.code[m.last:l.last])))
		case !k.nested() || inner < 0:
			bodies = append(bodies, straight(k.code[l.first:l.last]))
		}
	}
	if bodies == nil {
		bodies = append(bodies, straight(k.code))
	}
	return bodies
}

// straight returns the instructions of code, without jumps, calls and returns.
func straight(code []instruction) (body []string) {
	for _, c := range code {
		if !control.MatchString(c.text) {
			body = append(body, c.text)
		}
	}
	return body
}

var (
	total      = regexp.MustCompile(`Total Cycles:\s+(\d+)`)
	throughput = regexp.MustCompile(`Block RThroughput:\s+([0-9.]+)`)
)

// simulateAll returns two results for each CPU, in cycles for an iteration: the bound of the
// busiest resource, and the time on the simulated CPU.
func (a arch) simulateAll(body []string) (cycles []float64) {
	turns := max(10, min(100, 50_000/len(body)))
	for _, cpu := range a.cpus {
		out := run(".", strings.Join(body, "\n")+"\n", "llvm-mca-19", "-mtriple="+a.triple, "-mcpu="+cpu, "-iterations="+strconv.Itoa(turns))
		t, r := total.FindSubmatch(out), throughput.FindSubmatch(out)
		if t == nil || r == nil {
			log.Fatalf("llvm-mca-19 -mcpu=%s printed\n%s", cpu, out)
		}
		simulated, _ := strconv.ParseFloat(string(t[1]), 64)
		bound, _ := strconv.ParseFloat(string(r[1]), 64)
		cycles = append(cycles, bound, simulated/float64(turns))
	}
	return cycles
}
