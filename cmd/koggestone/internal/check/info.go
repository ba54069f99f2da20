package check

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"strings"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/simd"
)

type infoCmd struct {
	JSON bool `name:"json" help:"Write one JSON object."`
}

// infoJSON is what info --json writes.
type infoJSON struct {
	Version        string     `json:"version"`
	Revision       string     `json:"revision,omitempty"` // of the source, if built from a checkout
	Go             string     `json:"go"`
	Platform       string     `json:"platform"`
	CPU            string     `json:"cpu"`
	Implementation string     `json:"implementation"`
	Paths          []pathJSON `json:"paths"`
	GODEBUG        string     `json:"godebug,omitempty"` // if it contains CPU features
}

// pathJSON is a path, with the reason if it cannot run.
type pathJSON struct {
	Path     string        `json:"path"`
	Runs     bool          `json:"can_run"`
	WhyNot   string        `json:"why_not,omitempty"`
	Features []featureJSON `json:"features"`
}

type featureJSON struct {
	Name string `json:"name"`
	Has  bool   `json:"has"`
}

// Run reports.
func (c *infoCmd) Run(s *cli.Streams) error {
	r := collectInfo()
	if c.JSON {
		return json.NewEncoder(s.Out).Encode(r)
	}
	version := r.Version
	if r.Revision != "" {
		version += ", revision " + r.Revision
	}
	fmt.Fprintf(s.Out, "koggestone  %s\nGo          %s, %s\nCPU         %s\npath        %s\n", version, r.Go, r.Platform, r.CPU, r.Implementation)
	for _, p := range r.Paths {
		state := "can run"
		if !p.Runs {
			state = "cannot run: " + p.WhyNot
		}
		fmt.Fprintln(s.Out)
		s.WriteText(fmt.Sprintf("%-12s", p.Path), state)
		var has, lacks []string
		for _, f := range p.Features {
			if f.Has {
				has = append(has, f.Name)
			} else {
				lacks = append(lacks, f.Name)
			}
		}
		if len(has) > 0 {
			s.WriteText("  has       ", strings.Join(has, " "))
		}
		if len(lacks) > 0 {
			s.WriteText("  lacks     ", strings.Join(lacks, " "))
		}
	}
	if r.GODEBUG != "" {
		fmt.Fprintf(s.Out, "\nGODEBUG=%s may hide features of the CPU.\n", r.GODEBUG)
	}
	return nil
}

// collectInfo returns the data that info shows.
func collectInfo() *infoJSON {
	r := &infoJSON{
		Go:             runtime.Version(),
		Platform:       runtime.GOOS + "/" + runtime.GOARCH,
		CPU:            cli.CPU(),
		Implementation: koggestone.Implementation(),
	}
	r.Version, r.Revision = cli.Version()
	for _, p := range simd.All() {
		why := simd.WhyNot(p)
		path := pathJSON{Path: p.String(), Runs: why == "", WhyNot: why, Features: []featureJSON{}}
		for _, f := range simd.Needs(p) {
			path.Features = append(path.Features, featureJSON(f))
		}
		r.Paths = append(r.Paths, path)
	}
	if g := os.Getenv("GODEBUG"); strings.Contains(g, "cpu.") {
		r.GODEBUG = g
	}
	return r
}
