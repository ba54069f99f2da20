package main

import (
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
	"unicode"

	"golang.org/x/perf/benchfmt"

	"github.com/koggestone/koggestone/internal/simd"
)

// A header is the configuration lines of a record, such as CPU and commit.
type header []benchfmt.Config

func (h *header) set(key, value string) {
	*h = append(*h, benchfmt.Config{Key: key, Value: []byte(value), File: true})
}

// get returns the value of a key, "" if there is none.
func (h header) get(key string) string {
	for _, c := range h {
		if c.Key == key {
			return string(c.Value)
		}
	}
	return ""
}

// collectHeader returns the header of a record made now.
func collectHeader(command string, now time.Time) header {
	var h header
	h.set("goos", runtime.GOOS)
	h.set("goarch", runtime.GOARCH)
	h.set("pkg", "github.com/koggestone/koggestone/bench")
	h.set("cpu", cpuName())
	h.set("go", runtime.Version())
	h.set("goamd64", buildSetting("GOAMD64"))
	h.set("commit", commit())
	h.set("date", now.Format(time.RFC3339))
	h.set("command", command)
	h.set("threads", strconv.Itoa(runtime.GOMAXPROCS(0)))
	h.set("path", simd.Active().String())
	h.setMachine()
	return h
}

// command returns a command line that repeats the measurement, without --out and without
// the folders of programs, which differ between machines.
func (c *cli) command(programs []program) string {
	words := []string{"record", "--rounds", strconv.Itoa(c.Rounds), "--patience", c.Patience.String()}
	if c.Only != "" {
		words = append(words, "--only", quoted(c.Only))
	}
	if c.Quick {
		words = append(words, "--quick")
	}
	for _, p := range programs {
		var parts []string
		for i, w := range p.command {
			if i == 0 {
				w = filepath.Base(w)
			}
			parts = append(parts, w)
		}
		words = append(words, "--program", quoted(p.name+"="+strings.Join(parts, " ")))
	}
	return strings.Join(words, " ")
}

// quoted returns a word in a shell's quotes.
func quoted(word string) string {
	return "'" + strings.ReplaceAll(strings.ReplaceAll(word, "\n", " "), "'", `'\''`) + "'"
}

// buildSetting returns a setting of the build, "none" if it has none by that name.
func buildSetting(key string) string {
	if b, ok := debug.ReadBuildInfo(); ok {
		for _, s := range b.Settings {
			if s.Key == key {
				return s.Value
			}
		}
	}
	return "none"
}

// commit returns the commit of the source, "unknown" outside a checkout.
func commit() string {
	out, err := exec.Command("git", "describe", "--always", "--dirty").Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(out))
}

// slug returns the name of a CPU as the name of a folder: "Intel(R) Xeon(R) CPU @
// 2.00GHz" is "intel-xeon-cpu-2-00ghz".
func slug(cpu string) string {
	cpu = strings.NewReplacer("(R)", " ", "(TM)", " ", "(r)", " ", "(tm)", " ").Replace(cpu)
	words := strings.FieldsFunc(strings.ToLower(cpu), func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	if len(words) == 0 {
		return "unknown"
	}
	return strings.Join(words, "-")
}
