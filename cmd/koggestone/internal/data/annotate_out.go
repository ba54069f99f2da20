package data

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/data/annotate"
	"github.com/koggestone/koggestone/data/outfile"
	"github.com/koggestone/koggestone/data/records"
)

// An output is the destination of annotate.
type output struct {
	writer  records.Writer
	files   []*outfile.File // not committed yet
	folder  string          // created by this run, or empty
	flush   func() error    // of standard output
	rejects *rejectFile
}

// openOutput creates the output and the file of --rejects.
func (c *annotateCmd) openOutput(s *cli.Streams, p *plan) (out *output, err error) {
	out = &output{flush: s.Out.Flush}
	defer func() {
		if err != nil {
			out.discard()
			out = nil
		}
	}()
	if c.Rejects != "" {
		f, err := outfile.Create(c.Rejects, s.Stdout)
		if err != nil {
			return out, err
		}
		out.rejects = &rejectFile{File: f}
	}
	names, err := p.format.Files(p.options.Schema)
	if err != nil {
		return out, fmt.Errorf("--format %s: %w", c.Format, err)
	}
	if err := c.checkOut(s, p.format); err != nil {
		return out, err
	}
	paths := []string{c.Out}
	if names != nil {
		if out.folder, err = makeFolder(c.Out); err != nil {
			return out, err
		}
		paths = nil
		for _, name := range names {
			paths = append(paths, filepath.Join(c.Out, name))
		}
	}
	var files []io.Writer
	for _, path := range paths {
		if path == "" {
			files = append(files, s.Out)
			continue
		}
		f, err := outfile.Create(path, s.Stdout)
		if err != nil {
			return out, err
		}
		out.files, files = append(out.files, f), append(files, f)
	}
	out.writer, err = p.format.NewWriter(files, p.options.Schema, c.WriterOptions())
	return out, err
}

// checkOut checks that the format can be written to --out.
func (c *annotateCmd) checkOut(s *cli.Streams, format *records.OutputFormat) error {
	switch {
	case c.Out != "":
	case format.IsFolder():
		return fmt.Errorf("--format %s: expected --out and a folder", c.Format)
	case !format.IsText() && cli.IsTerminal(s.Stdout):
		return fmt.Errorf("expected --out, as %s is not for terminals", c.Format)
	}
	return nil
}

// makeFolder creates a folder and returns its path, or "" if it exists.
func makeFolder(path string) (made string, err error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return "", nil
	}
	return path, os.MkdirAll(path, 0o777)
}

// isWhole reports whether the output of a run replaces the target. --strict keeps the rows
// before the record that stopped the run.
func isWhole(err error) bool {
	var rejected *annotate.Rejected
	return err == nil || errors.As(err, &rejected)
}

// finish completes the output and replaces the target, unless the run ended with an error. It
// returns the error of the run, or its own.
func (o *output) finish(err error) error {
	if isWhole(err) {
		end := o.close()
		if end == nil {
			end = o.commit()
		}
		err = errors.Join(err, end)
	}
	if rejectErr := o.rejects.Commit(); err == nil {
		err = rejectErr
	}
	return err
}

// close completes the output.
func (o *output) close() error {
	err := o.writer.Close()
	if flushErr := o.flush(); err == nil {
		err = flushErr
	}
	return err
}

// commit replaces the target.
func (o *output) commit() (err error) {
	for len(o.files) > 0 {
		f := o.files[0]
		if o.files = o.files[1:]; err == nil {
			err = f.Commit()
		} else {
			f.Discard()
		}
	}
	return err
}

// discard removes the output and leaves the targets unchanged.
func (o *output) discard() {
	for _, f := range o.files {
		f.Discard()
	}
	o.files = nil
	o.rejects.Discard()
	o.removeFolder()
}

// removeFolder removes the folder that the run created, if it is empty.
func (o *output) removeFolder() {
	if o.folder != "" {
		os.Remove(o.folder)
	}
}

// mostShown is the number of rejected records that are reported on standard error.
const mostShown = 20

// A rejectList reports rejected records.
type rejectList struct {
	strict bool // the first rejected record ends the run
	s      *cli.Streams
	file   *rejectFile
	n      int64
	notes  int
	first  string // the first rejected record, for the final message
}

// note reports a correction in a record that is not rejected.
func (l *rejectList) note(r annotate.Rejected) {
	if l.notes++; l.notes <= mostShown {
		cli.WriteMessage(l.s.Err, "note: %v", &r)
	} else if l.notes == mostShown+1 {
		cli.WriteMessage(l.s.Err, "more notes are not shown")
	}
}

func (l *rejectList) add(r annotate.Rejected) {
	if l.n++; l.n == 1 {
		l.first = "; " + r.Error()
	}
	if l.strict { // the error of the run contains it
		l.file.add(r)
		return
	}
	if l.n <= mostShown {
		cli.WriteMessage(l.s.Err, "%v", &r)
	} else if l.n == mostShown+1 {
		cli.WriteMessage(l.s.Err, "more records are rejected, counted in the report%s", l.file.hint())
	}
	l.file.add(r)
}

// A rejectFile is the file of --rejects, nil without that flag.
type rejectFile struct {
	*outfile.File
	err error
}

func (f *rejectFile) hint() string {
	if f == nil {
		return "; --rejects FILE writes all of them"
	}
	return ""
}

func (f *rejectFile) add(r annotate.Rejected) {
	if f == nil || f.err != nil {
		return
	}
	_, f.err = fmt.Fprintf(f.File, "%s\t%s\t%s\t%q\n", r.Input, r.Place(), r.Err, r.Text)
}

// Commit replaces the target.
func (f *rejectFile) Commit() error {
	if f == nil {
		return nil
	}
	file := f.File
	f.File = nil
	if f.err != nil {
		file.Discard()
		return f.err
	}
	return file.Commit()
}

// Discard removes the file, unless it is committed.
func (f *rejectFile) Discard() {
	if f != nil && f.File != nil {
		f.File.Discard()
	}
}
