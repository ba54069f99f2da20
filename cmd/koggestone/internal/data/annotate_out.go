package data

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/data/annotate"
	"github.com/koggestone/koggestone/data/annotate/task"
	"github.com/koggestone/koggestone/data/outfile"
	"github.com/koggestone/koggestone/data/records"
)

// An output is what annotate writes to.
type output struct {
	writer  records.Writer
	files   []*outfile.File // to be put in their places
	flush   func() error    // of standard output
	rejects *rejectFile
	resume  *resumption // keeps the files if the run fails; nil discards them
}

// create begins the output.
func (c *annotateCmd) create(s *cli.Streams, o *annotate.Options, resume *resumption) (out *output, err error) {
	out = &output{flush: s.Out.Flush, resume: resume}
	format := c.Format
	if format == "npy" {
		return out, c.createArrays(s, o.Schema, out)
	}
	var w io.Writer = s.Out
	if c.Out != "" {
		f, err := resume.create(c.Out, s.Stdout)
		if err != nil {
			return nil, err
		}
		out.files, w = append(out.files, f), f
	} else if f, ok := s.Stdout.(*os.File); ok && !task.IsText(format) && cli.IsTerminal(f) {
		return nil, fmt.Errorf("expected --out, as %s is not for terminals", format)
	}
	out.writer, err = c.NewWriter(w, o.Schema)
	if err != nil {
		out.discard()
	}
	return out, err
}

// createArrays begins a folder of arrays.
func (c *annotateCmd) createArrays(s *cli.Streams, schema *records.Schema, out *output) error {
	if c.Out == "" {
		return errors.New("--format npy: expected --out and a folder")
	}
	names := records.NpyNames(schema)
	if len(names) == 0 {
		return errors.New("--format npy: expected columns to write, found none")
	}
	if err := os.MkdirAll(c.Out, 0o777); err != nil {
		return err
	}
	var files []records.NpyFile
	for _, name := range names {
		f, err := out.resume.create(filepath.Join(c.Out, name+".npy"), s.Stdout)
		if err != nil {
			out.discard()
			return err
		}
		out.files, files = append(out.files, f), append(files, f)
	}
	var err error
	if out.writer, err = records.NewNpyWriter(schema, files); err != nil {
		out.discard()
	}
	return err
}

// finish completes the output and puts it in its place, unless the run ended with an
// error: a record that --strict does not take leaves the rows before it. It returns the
// error, or its own.
func (o *output) finish(report annotate.Report, err error) error {
	var rejected *annotate.Rejected
	whole := err == nil || errors.As(err, &rejected)
	if whole {
		end := o.close()
		if end == nil {
			end = o.resume.finish(report, err)
		}
		if end == nil {
			end = o.commit()
		}
		whole = end == nil
		err = errors.Join(err, end)
	}
	if whole || o.resume.hint() == "" {
		if rejectErr := o.rejects.Commit(); err == nil {
			err = rejectErr
		}
	}
	if whole {
		err = errors.Join(err, o.resume.remove())
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

// commit puts the output in its place.
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

// discard leaves what was there before.
func (o *output) discard() {
	if o.resume != nil {
		return // that leaves or discards all files
	}
	for _, f := range o.files {
		f.Discard()
	}
	o.files = nil
}

// mostShown is how many rejected records are reported on standard error.
const mostShown = 20

// A rejectList reports records that hold no position.
type rejectList struct {
	strict bool // the first record that is rejected ends the run
	s      *cli.Streams
	file   *rejectFile
	n      int64
	first  string // the first of them, for a closing message
}

func (l *rejectList) add(r annotate.Rejected) {
	if l.n++; l.n == 1 {
		l.first = "; " + r.Error()
	}
	if l.strict { // the error of the run says it
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

// A rejectFile is where --rejects writes; nil without it.
type rejectFile struct {
	*outfile.File
	err  error
	kept bool // for another run, if this one fails
}

// openRejects begins the file of --rejects.
func (c *annotateCmd) openRejects(s *cli.Streams, resume *resumption) (*rejectFile, error) {
	if c.Rejects == "" {
		return nil, nil
	}
	f, err := resume.create(c.Rejects, s.Stdout)
	if err != nil {
		return nil, err
	}
	return &rejectFile{File: f, kept: resume != nil}, nil
}

func (f *rejectFile) hint() string {
	if f == nil {
		return "; --rejects FILE takes them all"
	}
	return ""
}

func (f *rejectFile) add(r annotate.Rejected) {
	if f == nil || f.err != nil {
		return
	}
	_, f.err = fmt.Fprintf(f.File, "%s\t%s\t%s\t%q\n", r.Input, r.Place(), r.Err, r.Text)
}

// Commit puts the file in its place.
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

// Discard removes what was written, unless it is in its place.
func (f *rejectFile) Discard() {
	if f != nil && f.File != nil && !f.kept {
		f.File.Discard()
	}
}
