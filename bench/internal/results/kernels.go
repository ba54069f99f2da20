package results

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
)

// A Kernel holds the simulation results of an assembly function by llvm-mca.
type Kernel struct {
	Name         string
	Positions    int // that a turn of its loop takes
	Instructions int // of a turn
	Simulated    []Simulation
}

// A Simulation holds the times of a kernel on a simulated CPU, in cycles a position.
type Simulation struct {
	CPU    string  // LLVM's name
	Bound  float64 // of the busiest resource
	Cycles float64 // of the simulated CPU
}

var columns = regexp.MustCompile(`\s{2,}`)

// ReadKernels reads the output of make mca, with a table for each architecture, from a
// file.
func ReadKernels(name string) ([]Kernel, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var cpus []string
	var kernels []Kernel
	number := 0
	for l := range bytes.Lines(data) {
		number++
		text := strings.TrimSpace(string(l))
		heads := columns.Split(text, -1)
		if number == 1 || heads[0] == "kernel" {
			cpus = nil
			for i := 3; i+1 < len(heads); i += 2 {
				cpu, ok := strings.CutSuffix(heads[i], " bound")
				if !ok || heads[i+1] != "simulated" {
					break
				}
				cpus = append(cpus, cpu)
			}
			if heads[0] != "kernel" || len(cpus) == 0 {
				return nil, fmt.Errorf("%s:%d: want the head of the table that make mca prints: "+
					"kernel, positions, instructions, then bound and simulated for each CPU", name, number)
			}
			continue
		}
		fields := heads
		if len(fields) != 3+2*len(cpus) {
			return nil, fmt.Errorf("%s:%d: %d columns: want %d", name, number, len(fields), 3+2*len(cpus))
		}
		k := Kernel{Name: fields[0]}
		numbers := make([]float64, len(fields)-1)
		for i, f := range fields[1:] {
			if numbers[i], err = strconv.ParseFloat(f, 64); err != nil || !(numbers[i] > 0) {
				return nil, fmt.Errorf("%s:%d: %q: want a number above 0", name, number, f)
			}
		}
		k.Positions, k.Instructions = int(numbers[0]), int(numbers[1])
		for i, cpu := range cpus {
			k.Simulated = append(k.Simulated, Simulation{cpu, numbers[2+2*i], numbers[3+2*i]})
		}
		kernels = append(kernels, k)
	}
	if len(kernels) == 0 {
		return nil, fmt.Errorf("%s: no kernels: want the table that make mca prints", name)
	}
	return kernels, nil
}
