// Command report writes tables and charts from the records of bench/record: the tables
// between markers in README.md, docs/engines.md, docs/batches.md, docs/pairs.md and bench/README.md,
// the charts of README.md and bench/README.md in bench/charts, and a page of tables beside the record of each CPU
// that is not the first in bench/README.md.
//
//	go run -C bench ./cmd/report [-root ..]
//
// It reads the newest record of each CPU. A path is compared only with methods that ran on a CPU that
// chooses this path, from the record that timed them last; plain Go, which no CPU of a record chooses,
// is compared with other plain Go. The chart of README.md also has
// figures of bench/record/gains.csv, which were measured by hand. The output depends only on these files, byte for byte. If a record
// or a marker is wrong, it reports an error and writes nothing.
package main

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("report: ")
	root := flag.String("root", "..", "the repository")
	flag.Parse()
	if err := report(*root); err != nil {
		log.Fatal(err)
	}
}

// report rewrites the documents and charts of a repository.
func report(root string) error {
	names, err := newest(filepath.Join(root, "bench/record"))
	if err != nil {
		return err
	}
	var records []*record
	for _, name := range names {
		rec, err := readRecord(root, name)
		if err != nil {
			return err
		}
		records = append(records, rec)
	}
	slices.SortStableFunc(records, func(a, b *record) int { // for the list of machines
		return cmp.Or(cmp.Compare(slices.Index(paths, b.config("path")), slices.Index(paths, a.config("path"))),
			cmp.Compare(b.config("date"), a.config("date")))
	})
	loader, err := readRecord(root, "bench/record/loader.txt")
	if err != nil {
		return err
	}
	files := map[string][]byte{}
	for _, name := range []string{"README.md", "docs/engines.md", "docs/batches.md", "docs/pairs.md", "bench/README.md"} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return err
		}
		p := &page{root: root, dir: filepath.Dir(name), records: records, loader: loader, files: files}
		if files[name], err = p.fill(text); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	for name, text := range files {
		name = filepath.Join(root, name)
		if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, text) {
			continue
		}
		if err := os.WriteFile(name, text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// newest returns the newest record in each folder in dir, relative to the root. Records are
// named by date, so the newest has the greatest name.
func newest(dir string) (names []string, err error) {
	folders, err := os.ReadDir(dir)
	for _, folder := range folders {
		if folder.IsDir() {
			files, err := filepath.Glob(filepath.Join(dir, folder.Name(), "*.txt")) // sorted by name
			if err != nil || len(files) == 0 {
				return nil, fmt.Errorf("%s: expected a record like 2006-01-02.txt", filepath.Join(dir, folder.Name()))
			}
			names = append(names, filepath.Join("bench/record", folder.Name(), filepath.Base(files[len(files)-1])))
		}
	}
	if err == nil && len(names) == 0 {
		err = fmt.Errorf("%s: no records: make bench writes one", dir)
	}
	return names, err
}

// A page is a document with blocks.
type page struct {
	root    string
	dir     string // folder of the document
	records []*record
	loader  *record // of bench/loader
	files   map[string][]byte
	heading string // the heading above the block that is being filled
}

var marker = regexp.MustCompile(`(?s)(<!-- bench:(\S+) -->(\n?))(.*?)(<!-- /bench:(\S+) -->)`)

// block is a heading, or a marker with its text.
var block = regexp.MustCompile(`(?m:^#+ .*$)|` + marker.String())

// fill returns the text with new blocks between its markers. A block within a line, such as cells of a table, has no line ends.
func (p *page) fill(text []byte) (filled []byte, err error) {
	if n := bytes.Count(text, []byte("bench:")); n != 2*len(marker.FindAll(text, -1)) {
		return nil, fmt.Errorf("expected pairs of <!-- bench:NAME --> and <!-- /bench:NAME -->, found %d markers", n)
	}
	filled = block.ReplaceAllFunc(text, func(block []byte) []byte {
		m := marker.FindSubmatch(block)
		if m == nil {
			p.heading = strings.TrimLeft(string(block), "# ")
			return block
		}
		content, failed := p.block(string(m[2]))
		if string(m[2]) != string(m[6]) {
			failed = fmt.Errorf("expected <!-- /bench:%s -->, found %s", m[2], m[5])
		}
		err = cmp.Or(err, failed)
		return slices.Concat(m[1], []byte(strings.TrimSpace(content)), m[3], m[5])
	})
	return filled, err
}

// link returns a link to a file of the repository.
func (p *page) link(name string) string {
	rel, err := filepath.Rel(p.dir, name)
	if err != nil {
		panic(err) // both are relative
	}
	return filepath.ToSlash(rel)
}
