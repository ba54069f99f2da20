// Command report writes tables and charts from the records of bench/record: the tables
// between markers in README.md, docs/engines.md and bench/README.md, and the charts in
// bench/charts.
//
//	go run -C bench ./cmd/report [-root ..] [RECORD...]
//
// It reads the newest record in each CPU's directory, or the named records. The output
// depends only on the records, byte for byte. If a record or a marker is wrong, it reports
// the error and writes nothing.
package main

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"github.com/koggestone/koggestone/bench/internal/results"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("report: ")
	root := flag.String("root", "..", "the repository")
	flag.Parse()
	files, err := report(*root, flag.Args())
	if err == nil {
		err = files.write(*root)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// The documents that hold tables, with the blocks of each.
var documents = []struct {
	name   string
	blocks []string
}{
	{"README.md", []string{"speed", "batch", "perft"}},
	{"docs/engines.md", []string{"node"}},
	{"bench/README.md", []string{"machines", "speed", "union", "rays", "threats", "calls", "pairs", "crossover", "batch-size",
		"workers", "count", "batch", "node", "search", "perft", "kernels", "loader"}},
}

// A tree holds files by their names in the repository.
type tree map[string][]byte

// report returns the files for the named records, or for the newest of each CPU if names is
// empty.
func report(root string, names []string) (tree, error) {
	var records []*results.Record
	for _, name := range names {
		rec, err := results.Read(name)
		if err != nil {
			return nil, err
		}
		records = append(records, rec)
	}
	var err error
	if len(names) == 0 {
		if records, err = results.Newest(filepath.Join(root, "bench/record")); err != nil {
			return nil, err
		}
	}
	for _, rec := range records {
		if !slices.Contains(paths, rec.Config("path")) {
			return nil, fmt.Errorf("%s: path: %s: want one of %s", rec.File, rec.Config("path"), strings.Join(paths, ", "))
		}
	}
	kernels, err := results.ReadKernels(filepath.Join(root, "bench/record/mca.txt"))
	if err != nil {
		return nil, err
	}
	loader, err := results.Read(filepath.Join(root, loaderRecord))
	if err != nil {
		return nil, err
	}
	// Most documents show the first record: the newest of the fastest path.
	slices.SortStableFunc(records, func(a, b *results.Record) int {
		fast := func(rec *results.Record) int { return slices.Index(paths, rec.Config("path")) }
		return cmp.Or(cmp.Compare(fast(b), fast(a)), b.Date().Compare(a.Date()))
	})

	files := tree{}
	for _, rec := range records {
		for _, c := range charts {
			for _, width := range []vg.Length{chartWidth, narrowWidth} {
				picture, err := c.draw(rec, width)
				if err != nil {
					return nil, err
				}
				name := chartFile(rec, c.name, width)
				if files[name] != nil {
					return nil, fmt.Errorf("%s: a second record of %s: want one of each CPU", rec.File, machine(rec))
				}
				files[name] = picture
			}
		}
	}
	for _, d := range documents {
		text, err := os.ReadFile(filepath.Join(root, d.name))
		if err != nil {
			return nil, err
		}
		files[d.name], err = replaceBlocks(text, filepath.Join(root, d.name), d.blocks, func(block string) (string, error) {
			return blocks[block](page{records: records, kernels: kernels, loader: loader, dir: path.Dir(d.name)})
		})
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}

// chartFile returns the path of a chart in the repository.
func chartFile(rec *results.Record, name string, width vg.Length) string {
	if width < chartWidth {
		name = "narrow/" + name
	}
	return path.Join("bench/charts", machine(rec), name+".svg")
}

// machine returns the name of a record's directory, which is named after its CPU.
func machine(rec *results.Record) string { return filepath.Base(filepath.Dir(rec.File)) }

// write writes the files atomically into the repository and removes charts without a
// record.
func (t tree) write(root string) error {
	for name, data := range t {
		file := filepath.Join(root, name)
		if old, err := os.ReadFile(file); err == nil && bytes.Equal(old, data) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		err := os.WriteFile(file+".new", data, 0o644)
		if err == nil {
			err = os.Rename(file+".new", file)
		}
		if err != nil {
			return errors.Join(err, os.Remove(file+".new"))
		}
	}
	old, err := filepath.Glob(filepath.Join(root, "bench/charts/*/*.svg"))
	if err != nil {
		return err
	}
	narrow, err := filepath.Glob(filepath.Join(root, "bench/charts/*/narrow/*.svg"))
	if err != nil {
		return err
	}
	old = append(old, narrow...)
	for _, file := range old {
		name, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		if t[filepath.ToSlash(name)] == nil {
			if err := os.Remove(file); err != nil {
				return err
			}
		}
	}
	return nil
}
