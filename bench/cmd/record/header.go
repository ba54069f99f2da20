package main

import (
	"cmp"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
	"unicode"

	"github.com/klauspost/cpuid/v2"

	"github.com/koggestone/koggestone/internal/cputime"
	"github.com/koggestone/koggestone/internal/simd"
)

// header returns the configuration lines of a record.
func header(cpu string, now time.Time, command string) string {
	var b strings.Builder
	for _, line := range [][2]string{
		{"goos", runtime.GOOS},
		{"goarch", runtime.GOARCH},
		{"pkg", "github.com/koggestone/koggestone/bench"},
		{"cpu", cpu},
		{"go", runtime.Version()},
		{"goamd64", goamd64()},
		{"commit", commit()},
		{"date", now.Format(time.RFC3339)},
		{"command", command},
		{"time", cputime.Clock},
		{"threads", fmt.Sprint(runtime.GOMAXPROCS(0))},
		{"path", simd.Active().String()},
		{"ghz", fmt.Sprintf("%.2f", clock()/1e9)},
	} {
		fmt.Fprintf(&b, "%s: %s\n", line[0], line[1])
	}
	return b.String() + "\n"
}

// command returns a command line that repeats the measurement. It leaves out the folders of
// programs, because they differ between machines.
func command(rounds int, patience time.Duration, only string, quick bool, kernels string, programs []program) string {
	text := fmt.Sprintf("record --rounds %d --patience %v", rounds, patience)
	if only != "" {
		text += " --only " + quoted(only)
	}
	if quick {
		text += " --quick"
	}
	if kernels != "" {
		text += " --vectors " + quoted(filepath.Base(kernels))
	}
	for _, p := range programs {
		text += " --program " + quoted(p.name+"="+folders.ReplaceAllString(p.command, "$1"))
	}
	return text
}

var folders = regexp.MustCompile(`(^|\s)\S*/`)

// quoted returns a word in a shell's quotes.
func quoted(word string) string {
	return "'" + strings.ReplaceAll(strings.ReplaceAll(word, "\n", " "), "'", `'\''`) + "'"
}

func goamd64() string {
	if b, ok := debug.ReadBuildInfo(); ok {
		for _, s := range b.Settings {
			if s.Key == "GOAMD64" {
				return s.Value
			}
		}
	}
	return "none"
}

// commit returns the commit of the source, "unknown" outside a checkout.
func commit() string {
	out, _ := exec.Command("git", "describe", "--always", "--dirty").Output()
	return cmp.Or(strings.TrimSpace(string(out)), "unknown")
}

// cpuName returns the name of the CPU, or the architecture if it has no name. Virtual
// machines can hide the model number in "AMD EPYC". Then the family and model from cpuid
// are added, because records are in folders by this name.
func cpuName() string {
	name := strings.Join(strings.Fields(cpuid.CPU.BrandName), " ")
	if name != "" && !strings.ContainsFunc(name, unicode.IsDigit) {
		name += fmt.Sprintf(" family %d model %d", cpuid.CPU.Family, cpuid.CPU.Model)
	}
	return cmp.Or(name, runtime.GOARCH)
}

// slug makes a folder name from a CPU's name: "Intel(R) Xeon(R) CPU @ 2.00GHz" becomes
// "intel-xeon-cpu-2-00ghz".
func slug(cpu string) string {
	words := regexp.MustCompile(`[a-z0-9]+`).FindAllString(strings.NewReplacer("(r)", " ", "(tm)", " ").Replace(strings.ToLower(cpu)), -1)
	return cmp.Or(strings.Join(words, "-"), "unknown")
}

// clock returns how many cycles a second an undisturbed core has: the best of many
// measurements of dependent multiplications, which take three cycles each on CPUs with
// AVX2.
func clock() (hertz float64) {
	const chain = 4000
	for range 301 {
		x := uint64(time.Now().UnixNano())
		start := time.Now()
		for range chain { // counting runs beside the multiplication
			x *= x
		}
		seconds := time.Since(start).Seconds()
		if x == 2 {
			panic("a square is 0 or odd at the end")
		}
		hertz = max(hertz, 3*chain/seconds)
	}
	return hertz
}
