// Command mca counts the instructions of the kernels against the ports of a CPU: it builds the
// packages' test binaries, extracts the innermost loop of each kernel (or the whole kernel if it has
// no loop) from the disassembly, and runs llvm-mca on it. It needs GNU objdump and version 19 of
// LLVM's llvm-mca and llvm-objdump.
//
//	go run -C asm ./mca [pattern]
//
// A row contains the number of positions and of instructions of one iteration. For each CPU it
// contains two times in cycles per position: the bound of the busiest resource, and the time of a
// simulation, which assigns instructions to ports. A kernel with several phases has a row for each
// phase. There is a table for each architecture.
package main

import (
	"bufio"
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
		{"amd64", "x86_64", []string{"znver4", "icelake-server", "sapphirerapids"}, "objdump"},
		{"arm64", "aarch64", []string{"neoverse-n1", "neoverse-v1", "neoverse-v2", "apple-m1"}, "llvm-objdump-19"},
	} {
		a.table(dir, pattern)
	}
}

// An arch is an architecture for which there are kernels.
type arch struct {
	name    string   // Go's
	triple  string   // LLVM's
	cpus    []string // LLVM's names; apple-m1 has the model of Cyclone from 2013
	objdump string
}

// table prints the kernels of a that match the pattern.
func (a arch) table(dir string, pattern *regexp.Regexp) {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	rows := 0
	defer func() {
		if rows > 0 {
			w.Flush()
		}
	}()
	fmt.Fprint(w, "kernel\tpositions\tinstructions\t")
	for _, cpu := range a.cpus {
		fmt.Fprintf(w, "%s bound\tsimulated\t", cpu)
	}
	fmt.Fprintln(w, "\tcycles a position")
	for _, pkg := range a.packages() {
		binary := filepath.Join(dir, "test")
		run(root, "env", "GOARCH="+a.name, "go", "test", "-c", "-o", binary, "./"+pkg)
		for _, k := range a.kernels(pkg) {
			if !pattern.MatchString(k.name) || uncounted.MatchString(k.name) {
				continue
			}
			row := func(name string, positions, instructions int, cycles []float64) {
				rows++
				fmt.Fprintf(w, "%s\t%d\t%d\t", name, positions, instructions)
				for _, c := range cycles {
					fmt.Fprintf(w, "%.2f\t", c/float64(positions))
				}
				fmt.Fprintln(w)
			}
			loops, n := k.loops(binary), k.positions()
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
	}
}

// run returns the output of a command, or ends the program.
func run(dir, name string, args ...string) []byte {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		log.Fatalf("%s: %v\n%s", strings.Join(cmd.Args, " "), err, errs.String())
	}
	return out
}

// packages returns the folders of the library that contain assembly.
func (a arch) packages() (dirs []string) {
	for _, pattern := range []string{"*_" + a.name + ".s", "*/*_" + a.name + ".s"} {
		files, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			log.Fatal(err)
		}
		for _, f := range files {
			dir, err := filepath.Rel(root, filepath.Dir(f))
			if err != nil {
				log.Fatal(err)
			}
			if !slices.Contains(dirs, dir) {
				dirs = append(dirs, dir)
			}
		}
	}
	return dirs
}

// A kernel is an assembly function.
type kernel struct {
	arch
	path, name string
	phases     []string // the names of its loops, if it has phases
}

// kernels lists the functions of a package's assembly file.
func (a arch) kernels(pkg string) (ks []kernel) {
	files, err := filepath.Glob(filepath.Join(root, pkg, "*_"+a.name+".s"))
	if err != nil || len(files) == 0 {
		log.Fatalf("no assembly in %s", pkg)
	}
	path := "github.com/koggestone/koggestone"
	if pkg != "." {
		path += "/" + pkg
	}
	text := regexp.MustCompile(`^TEXT ·(\w+)\(SB\)`)
	phase := regexp.MustCompile(`^\s*// Phase: (.*)\.$`)
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			log.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			if m := text.FindStringSubmatch(line); m != nil {
				ks = append(ks, kernel{arch: a, path: path, name: m[1]})
			}
			if m := phase.FindStringSubmatch(strings.TrimRight(line, "\n")); m != nil {
				k := &ks[len(ks)-1]
				k.phases = append(k.phases, m[1])
			}
		}
	}
	return ks
}

// positions returns the number of positions that one iteration of the kernel's loop processes.
func (k kernel) positions() int {
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

// blocks matches kernels that process positions in blocks, with ranks in registers.
var blocks = regexp.MustCompile(`Blocks|^(alphaZero|countEndings|legalTargets|rankMoves|rows|select|twoPly)`)

// uncounted matches kernels that get no row, because the number of iterations depends on the moves,
// or because they spend much of their time outside the loop.
var uncounted = regexp.MustCompile(`^(alphaZeroAVX|listMoves|listRows|rowMoves|rowStream|rowsAVX512)`)

// nested reports whether the kernel has nested loops. Then only the inner loops count.
func (k kernel) nested() bool { return strings.HasPrefix(k.name, "playRest") }

const root = ".." // the library

var (
	instruction = regexp.MustCompile(`(?m)^[ \t]+([0-9a-f]+):\s+(.+)`)
	backward    = regexp.MustCompile(`^(?:j(?:l|ne|b)|b\.ne|cbnz\s+\w+,)\s+(?:0x)?([0-9a-f]+)`)
	control     = regexp.MustCompile(`^(?:j\w+|call|ret|b(?:\.\w+)?|cbn?z|tbn?z|udf)\b`) // udf is between functions
	comments    = map[string]*regexp.Regexp{"amd64": regexp.MustCompile(`\s*[#<].*`), "arm64": regexp.MustCompile(`\s*(?://|<).*`)}
)

// loops returns the instructions of each loop of the kernel, for example of its loops for the eight
// directions. If the kernel has no loop, it returns all instructions as one loop.
func (k kernel) loops(binary string) (bodies [][]string) {
	var addr []uint64
	var code []string
	option := "--disassemble="
	if k.arch.name == "arm64" {
		option = "--disassemble-symbols="
	}
	var out []byte
	for _, suffix := range []string{".abi0", ""} {
		out = run(".", k.objdump, "-d", "--no-show-raw-insn", option+k.path+"."+k.name+suffix, binary)
		if instruction.Match(out) {
			break
		}
	}
	for s := bufio.NewScanner(bytes.NewReader(out)); s.Scan(); {
		if m := instruction.FindStringSubmatch(s.Text()); m != nil {
			a, err := strconv.ParseUint(m[1], 16, 64)
			if err != nil {
				log.Fatal(err)
			}
			addr, code = append(addr, a), append(code, comments[k.arch.name].ReplaceAllString(m[2], ""))
		}
	}
	if len(code) == 0 {
		log.Fatalf("objdump finds no %s", k.name)
	}
	type loop struct{ first, last int }
	var found []loop
	for i, c := range code {
		m := backward.FindStringSubmatch(c)
		if m == nil {
			continue
		}
		to, err := strconv.ParseUint(m[1], 16, 64)
		if err != nil {
			log.Fatal(err)
		}
		if j := slices.Index(addr[:i], to); j >= 0 {
			found = append(found, loop{j, i})
		}
	}
	for _, l := range found {
		holds := func(m loop) bool { return m != l && l.first <= m.first && m.last <= l.last }
		if !k.nested() || !slices.ContainsFunc(found, holds) {
			bodies = append(bodies, straight(code[l.first:l.last]))
		}
	}
	if bodies == nil {
		bodies = append(bodies, straight(code))
	}
	return bodies
}

// straight returns the instructions of code without jumps, calls and returns.
func straight(code []string) (body []string) {
	for _, c := range code {
		if !control.MatchString(c) {
			body = append(body, c)
		}
	}
	return body
}

var (
	total      = regexp.MustCompile(`Total Cycles:\s+(\d+)`)
	throughput = regexp.MustCompile(`Block RThroughput:\s+([0-9.]+)`)
)

// simulateAll returns the results of simulate for each CPU, one after the other.
func (a arch) simulateAll(body []string) (cycles []float64) {
	for _, cpu := range a.cpus {
		bound, simulated := a.simulate(cpu, body)
		cycles = append(cycles, bound, simulated)
	}
	return cycles
}

// simulate returns the cycles of an iteration: the bound of the busiest resource, and the time of
// the simulated CPU.
func (a arch) simulate(cpu string, body []string) (bound, simulated float64) {
	turns := max(10, min(100, 50_000/len(body)))
	cmd := exec.Command("llvm-mca-19", "-mtriple="+a.triple, "-mcpu="+cpu, "-iterations="+strconv.Itoa(turns))
	cmd.Stdin = strings.NewReader(strings.Join(body, "\n") + "\n")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	t, r := total.FindSubmatch(out), throughput.FindSubmatch(out)
	if err != nil || t == nil || r == nil {
		log.Fatalf("llvm-mca-19 -mcpu=%s: %v\n%s", cpu, err, errs.String())
	}
	simulated, _ = strconv.ParseFloat(string(t[1]), 64)
	bound, _ = strconv.ParseFloat(string(r[1]), 64)
	return bound, simulated / float64(turns)
}
