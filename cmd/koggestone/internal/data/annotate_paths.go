package data

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/koggestone/koggestone/data/outfile"
)

// A namedFile is a file that a run reads or writes.
type namedFile struct {
	flag, path string
	target     string      // the path without links
	info       os.FileInfo // nil if there is no such file
	input      bool
}

// checkPaths returns an error if two outputs are the same file, or if an output other than
// --out is an input, since writing one would destroy the other.
func (c *annotateCmd) checkPaths(p *plan) error {
	var files []namedFile
	add := func(flag, path string, input bool) {
		f := namedFile{flag: flag, path: path, target: path, input: input}
		if target, err := outfile.Target(path); err == nil {
			f.target = target
		}
		if absolute, err := filepath.Abs(f.target); err == nil {
			f.target = absolute
		}
		if folder, err := filepath.EvalSymlinks(filepath.Dir(f.target)); err == nil {
			f.target = filepath.Join(folder, filepath.Base(f.target))
		}
		var err error
		if f.info, err = os.Stat(path); err == nil && !f.info.Mode().IsRegular() && !f.info.IsDir() {
			return // a device
		}
		files = append(files, f)
	}
	names, err := p.format.Files(p.options.Schema)
	if err != nil {
		return fmt.Errorf("--format %s: %w", c.Format, err)
	}
	for _, f := range [][2]string{{"--out", c.Out}, {"--rejects", c.Rejects}, {"--report", c.Report}} {
		if f[1] == "" {
			continue
		}
		add(f[0], f[1], false)
	}
	for _, name := range names {
		add("--out", filepath.Join(c.Out, name), false)
	}
	for _, in := range p.inputs {
		if in.Size >= 0 {
			add("an input", in.Name, true)
		}
	}
	for k, a := range files {
		for _, b := range files[k+1:] {
			if a.input || b.input && a.flag == "--out" { // the output replaces the input after it is read
				continue
			}
			if a.target == b.target || a.info != nil && b.info != nil && os.SameFile(a.info, b.info) {
				return fmt.Errorf("%s: expected a file of its own, found %s, which is also that of %s", a.flag, a.path, b.flag)
			}
		}
	}
	return nil
}
