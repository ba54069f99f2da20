// Command loader measures libraries with the interface of nnue-pytorch's data loader beside each
// other, and compares what they deliver. It compiles driver/driver.c with cc, which loads each library.
//
//	go run ./cmd/loader --library 'koggestone=../build/libtraining_data_loader.so' \
//		--library 'nnue-pytorch=DIR/build/libtraining_data_loader.so' DIR/.pgo/small.binpack
//
// Before it measures, the libraries must deliver the same positions: all of the files, without
// filters, as a set. It writes a record in Go's benchmark format to standard output; bench/record/loader.txt is one.
package main

import (
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/cpuid/v2"
	"github.com/koggestone/koggestone/internal/simd"
)

//go:embed driver/driver.c
var driver []byte

// How many positions a batch has, and how many batches are measured.
const batchSize, batches = "16384", "16"

// A library is a file to load, with what its process needs.
type library struct {
	name, path  string
	environment []string
}

// libraries is the value of --library.
type libraries []library

func (l *libraries) String() string { return "" }

// Set parses NAME=[VARIABLE=VALUE]... PATH.
func (l *libraries) Set(text string) error {
	name, rest, ok := strings.Cut(text, "=")
	words := strings.Fields(rest)
	if !ok || !regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`).MatchString(name) || len(words) == 0 {
		return errors.New("expected NAME=[VARIABLE=VALUE]... PATH")
	}
	path, err := filepath.Abs(words[len(words)-1])
	if err != nil {
		return err
	}
	*l = append(*l, library{name, path, words[:len(words)-1]})
	return nil
}

// filters holds the parameters of each --filter. nnue-pytorch defines the parameters for training in data_loader/config.py.
var filters = map[string]string{
	"none":  "none",
	"train": "1,0,1,-1,20,-1,0,0,0.4,1,1,0.75,0,0.1,6,0.15,10,0.25,18,0.75",
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("loader: ")
	if err := run(os.Stdout); err != nil {
		log.Fatal(err)
	}
}

func run(out io.Writer) error {
	var libs libraries
	flag.Var(&libs, "library", "NAME=[VARIABLE=VALUE]... PATH of a library; repeatable")
	rounds := flag.Int("rounds", 3, "rounds of all libraries")
	cores := flag.String("cores", "0", "lists of CPUs to run on, separated by blanks")
	filter := flag.String("filter", "none train", "filters, separated by blanks: none, train")
	features := flag.String("features", "HalfKAv2_hm Full_Threats Full_Threats+PP_3Wide+HalfKAv2_hm", "feature sets, separated by blanks")
	warmup := flag.Int("warmup", 32, "batches that are not measured; 64 are one shuffle buffer of nnue-pytorch")
	flag.Parse()
	if len(libs) == 0 || flag.NArg() == 0 {
		return errors.New("expected --library and a file: see --help")
	}
	folder, err := os.MkdirTemp("", "loader")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	p := program{path: filepath.Join(folder, "driver"), files: flag.Args()}
	if err := os.WriteFile(p.path+".c", driver, 0o666); err != nil {
		return err
	}
	if text, err := exec.Command("cc", "-O2", "-o", p.path, p.path+".c", "-ldl").CombinedOutput(); err != nil {
		return fmt.Errorf("cc: %w: %s", err, text)
	}
	for _, set := range strings.Fields(*features) {
		if err := p.compare(libs, set); err != nil {
			return err
		}
	}
	for _, line := range [][2]string{
		{"goos", runtime.GOOS}, {"goarch", runtime.GOARCH}, {"pkg", "github.com/koggestone/koggestone/bench"}, {"cpu", cpuid.CPU.BrandName},
		{"go", runtime.Version()}, {"goamd64", "v1"}, {"commit", commit()}, {"date", time.Now().UTC().Format(time.RFC3339)},
		{"path", simd.Active().String()}, {"size", batchSize},
		{"warmup", strconv.Itoa(*warmup)}, {"batches", batches},
	} {
		fmt.Fprintf(out, "%s: %s\n", line[0], line[1])
	}
	for _, f := range flag.Args() {
		if info, err := os.Stat(f); err == nil {
			fmt.Fprintf(out, "file: %s, %d bytes\n", filepath.Base(f), info.Size())
		}
	}
	fmt.Fprintln(out)
	for range *rounds {
		for _, f := range strings.Fields(*filter) {
			config, ok := filters[f]
			if !ok {
				return fmt.Errorf("--filter: expected none or train, found %q", f)
			}
			for _, set := range strings.Fields(*features) {
				for _, on := range strings.Fields(*cores) {
					for _, lib := range libs {
						m, err := p.speed(lib, set, on, config, *warmup)
						if err != nil {
							return err
						}
						n := float64(m["positions"])
						fmt.Fprintf(out, "BenchmarkLoader/features=%s/filter=%s/cores=%d/by=%s %.0f %.1f ns/op %.1f cpu-ns/op %.0f rss-bytes %.3f first-sec\n",
							set, f, len(strings.Split(on, ",")), lib.name, n, m["wall"]/n*1e9, m["cpu"]/n*1e9, m["rss"], m["first"])
					}
				}
			}
		}
	}
	return nil
}

// A program is the compiled driver with its common arguments.
type program struct {
	path  string
	files []string
}

// run runs the driver with a library on some CPUs, or on any if on is empty.
func (p *program) run(lib library, on string, arguments ...string) (string, error) {
	words := append([]string{p.path, lib.path}, arguments...)
	if on != "" {
		words = append([]string{"taskset", "-c", on}, words...)
	}
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Env = append(os.Environ(), lib.environment...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	text, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w: %s", lib.name, err, stderr.String())
	}
	return strings.TrimSpace(string(text)), nil
}

// compare returns an error if a library delivers other positions than the first one.
func (p *program) compare(libs libraries, features string) error {
	first := ""
	for _, lib := range libs {
		text, err := p.run(lib, "", append([]string{"sum", features, "1", batchSize, "none"}, p.files...)...)
		if err != nil {
			return err
		}
		if first == "" {
			first = text
		}
		if text != first {
			return fmt.Errorf("%s delivers %q, and %s %q", libs[0].name, first, lib.name, text)
		}
	}
	log.Printf("equal: %s: %s", features, first)
	return nil
}

// speed returns the numbers that the driver prints, by name. The library has a worker for each core.
func (p *program) speed(lib library, features, on, config string, warmup int) (map[string]float64, error) {
	workers := strconv.Itoa(len(strings.Split(on, ",")))
	text, err := p.run(lib, on, append([]string{"speed", features, workers, batchSize, strconv.Itoa(warmup), batches, config}, p.files...)...)
	if err != nil {
		return nil, err
	}
	numbers := map[string]float64{}
	words := strings.Fields(text)
	for i := 0; i+1 < len(words); i += 2 {
		if numbers[words[i]], err = strconv.ParseFloat(words[i+1], 64); err != nil {
			return nil, fmt.Errorf("%s: expected names and numbers, found %q", lib.name, text)
		}
	}
	for _, name := range []string{"positions", "wall", "cpu", "rss", "first"} {
		if numbers[name] <= 0 {
			return nil, fmt.Errorf("%s: expected %s above 0, found %q", lib.name, name, text)
		}
	}
	return numbers, nil
}

// commit returns the commit of the source, "unknown" outside a checkout.
func commit() string {
	text, err := exec.Command("git", "describe", "--always", "--dirty").Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(text))
}
