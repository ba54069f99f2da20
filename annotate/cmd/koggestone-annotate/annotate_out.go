package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/koggestone/koggestone/annotate"
	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/annotate/internal/registry"
	"github.com/koggestone/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/outfile"
)

// outputs are a run's outputs. They replace their targets only when the run is complete.
type outputs struct {
	s       *cli.Streams
	writer  *annotate.Writer
	file    *outfile.File // of --out; nil for standard output
	rejects rejectList
	report  *outfile.File // nil without --report
}

// createOutputs checks the paths of the outputs and creates them.
func (c *annotateCmd) createOutputs(s *cli.Streams, task *annotate.Task, inputs []*records.Input, options *annotate.Options) (out *outputs, err error) {
	format, err := registry.OutputFormatNamed(task.Format)
	if err != nil {
		return nil, err
	}
	if c.Out == "" && !format.IsText && cli.IsTerminal(s.Stdout) {
		return nil, fmt.Errorf("expected --out, as %s is not for terminals", format.Name)
	}
	if err := c.checkPaths(s, inputs); err != nil {
		return nil, err
	}
	out = &outputs{s: s, rejects: rejectList{s: s, strict: c.Strict}}
	defer func() {
		if err != nil {
			out.discard()
			out = nil
		}
	}()
	if c.Report != "" {
		if out.report, err = outfile.Create(c.Report, s.Stdout); err != nil {
			return out, err
		}
	}
	if c.Rejects != "" {
		if out.rejects.file, err = outfile.Create(c.Rejects, s.Stdout); err != nil {
			return out, err
		}
		out.rejects.text = bufio.NewWriter(out.rejects.file)
	}
	rows := io.Writer(s.Out)
	if c.Out != "" {
		if out.file, err = outfile.Create(c.Out, s.Stdout); err != nil {
			return out, err
		}
		rows = out.file
	}
	out.writer, err = task.Write(options, rows)
	return out, err
}

// complete finishes all outputs in temporary files, and writes the report.
func (o *outputs) complete(r annotate.Report) error {
	err := o.writer.Close()
	if flushErr := o.s.Out.Flush(); err == nil {
		err = flushErr
	}
	if err == nil && o.rejects.file != nil {
		err = o.rejects.text.Flush()
	}
	if err == nil && o.report != nil {
		err = json.NewEncoder(o.report).Encode(r)
	}
	for _, f := range o.files() {
		if err == nil {
			err = f.Complete()
		}
	}
	return err
}

// commit completes all outputs and then replaces the targets. If there is an error, it replaces
// at most the target of --rejects. stats adds what games have that is not read to the message.
func (o *outputs) commit(r annotate.Report, stats bool) error {
	if err := o.complete(r); err != nil {
		o.rejects.commit()
		return err
	}
	for _, f := range o.files() {
		if err := f.Commit(); err != nil {
			return err
		}
	}
	text := fmt.Sprintf("rows: %d of %d positions (%d bytes read%s)", r.Rows, r.Positions, r.Bytes, cli.Took(r.Seconds, uint64(r.Positions)))
	for _, part := range []struct {
		n    int64
		what string
	}{
		{r.Filtered, "filtered"}, {r.Duplicates, "duplicates"}, {r.Unsampled, "not in the sample"}, {r.Rejected, "rejected"},
		{r.Forgotten, "beyond the memory of --unique, which may come twice"},
	} {
		if part.n > 0 {
			text += fmt.Sprintf(", %s: %d", part.what, part.n)
		}
	}
	cli.WriteMessage(o.s.Err, "%s", text)
	if !stats {
		return nil
	}
	if len(r.Skipped) == 0 {
		cli.WriteMessage(o.s.Err, "stats: nothing in games was skipped")
	}
	for _, kind := range slices.Sorted(maps.Keys(r.Skipped)) {
		cli.WriteMessage(o.s.Err, "stats: %s: %d", kind, r.Skipped[kind])
	}
	return nil
}

// files returns the outputs of the run, except standard output.
func (o *outputs) files() (list []*outfile.File) {
	for _, f := range []*outfile.File{o.file, o.rejects.file, o.report} {
		if f != nil {
			list = append(list, f)
		}
	}
	return list
}

// discard removes all outputs that have not been committed, and leaves their targets unchanged.
func (o *outputs) discard() {
	for _, f := range o.files() {
		f.Discard()
	}
}

// mostShown is how many rejected records are reported on standard error.
const mostShown = 20

// A rejectList reports rejected records.
type rejectList struct {
	s      *cli.Streams
	strict bool          // the first rejected record ends the run
	file   *outfile.File // of --rejects; nil without that flag
	text   *bufio.Writer // to file
	n      int64
	notes  int      // about records
	sums   int      // notes about kinds of text, which come last
	first  string   // the first rejected record, for the final message
	held   []string // messages that are not printed if all records are rejected
	shown  bool     // messages are not held
}

// note reports a correction in a record that is not rejected, or a count of values in an input that are not read. The two
// have separate limits, so that many corrections do not suppress the counts.
func (l *rejectList) note(r annotate.Rejected) {
	n := &l.notes
	if r.Count > 0 {
		n = &l.sums
	}
	if *n++; *n <= mostShown {
		cli.WriteMessage(l.s.Err, "note: %s", annotate.FlagMessage(r.Error()))
	} else if *n == mostShown+1 {
		cli.WriteMessage(l.s.Err, "more notes are not shown")
	}
}

func (l *rejectList) add(r annotate.Rejected) {
	if l.n++; l.n == 1 {
		l.first = annotate.FlagMessage(r.Error())
	}
	if l.file != nil {
		name := r.Input
		if strings.ContainsAny(name, "\t\r\n") {
			name = strconv.Quote(name)
		}
		fmt.Fprintf(l.text, "%s\t%s\t%s\t%q\n", name, r.Place(), annotate.FlagMessage(r.Err.Error()), r.Text) // complete returns the error
	}
	switch {
	case l.strict: // the run's error contains the record
	case l.n <= mostShown:
		l.held = append(l.held, annotate.FlagMessage(r.Error()))
	case l.n == mostShown+1:
		l.held = append(l.held, "more records are rejected, counted in the report; --rejects FILE writes all of them")
	}
	if l.shown {
		l.show()
	}
}

// show prints the messages that are held, and later ones at once.
func (l *rejectList) show() {
	for _, text := range l.held {
		cli.WriteMessage(l.s.Err, "%s", text)
	}
	l.held, l.shown = nil, true
}

// noPositions returns the error of a run that has found no position.
func (l *rejectList) noPositions(in *records.Input) error {
	switch l.n {
	case 0:
		return fmt.Errorf("%s: expected positions, found none", in.Name)
	case 1:
		return errors.New(l.first)
	}
	what := "no record is a position"
	if in.Format.Name() == "fen" {
		what = "no line is a FEN"
	}
	return fmt.Errorf("%s: %s; is this the right file? First: %s", in.Name, what, strings.TrimPrefix(l.first, in.Name+": "))
}

// commit replaces the target of --rejects after a failed run. It drops its own error, because
// the error of the run matters more.
func (l *rejectList) commit() {
	if l.file != nil && l.text.Flush() == nil {
		l.file.Commit()
	}
}

// A usedFile is a file that a run reads or writes.
type usedFile struct {
	flag, path string
	target     string      // the absolute path without links
	info       os.FileInfo // nil if there is no such file
}

// checkPaths returns an error if an output is also another output or an input.
func (c *annotateCmd) checkPaths(s *cli.Streams, inputs []*records.Input) error {
	named, err := c.namedFiles()
	if err != nil {
		return err
	}
	var files []usedFile
	if c.Out == "" {
		if f, ok := s.Stdout.(interface{ Stat() (os.FileInfo, error) }); ok {
			if info, err := f.Stat(); err == nil && info.Mode()&fs.ModeCharDevice == 0 {
				files = append(files, usedFile{flag: "standard output", path: info.Name(), info: info})
			}
		}
	}
	for _, f := range named {
		used := usedFile{flag: f.flag, path: f.path}
		if info, err := os.Stat(f.path); err == nil {
			if info.Mode()&fs.ModeCharDevice != 0 { // for example a terminal or /dev/null
				continue
			}
			used.info = info
		}
		if used.target, err = outfile.Target(f.path); err != nil {
			used.target = f.path
		}
		if absolute, err := filepath.Abs(used.target); err == nil {
			used.target = absolute
		}
		if folder, err := filepath.EvalSymlinks(filepath.Dir(used.target)); err == nil {
			used.target = filepath.Join(folder, filepath.Base(used.target))
		}
		files = append(files, used)
	}
	for k, a := range files {
		for _, b := range files[:k] {
			if a.isSame(&b) {
				return fmt.Errorf("%s: expected a file of its own, found %s, which is also that of %s", a.flag, a.path, b.flag)
			}
		}
		for _, in := range inputs {
			if a.info != nil && in.File != nil && os.SameFile(a.info, in.File) {
				return fmt.Errorf("%s: %s is also an input; write to another file", a.flag, a.path)
			}
		}
	}
	return nil
}

// isSame reports whether a and b are the same file, or will be.
func (a *usedFile) isSame(b *usedFile) bool {
	if a.info != nil && b.info != nil {
		return os.SameFile(a.info, b.info)
	}
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" { // upper and lower case do not matter
		return strings.EqualFold(a.target, b.target)
	}
	return a.target != "" && a.target == b.target
}
