package data

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"time"
	"unicode"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/journal"
	"github.com/koggestone/koggestone/data/annotate"
	"github.com/koggestone/koggestone/data/outfile"
	"github.com/koggestone/koggestone/data/records"
)

// resumeEvery is the time between two notes of the progress of a run with --resume. Each note
// flushes the files to the disk.
var resumeEvery = 2 * time.Second

// resumable are the names of the formats that support --resume.
var resumable = func() (names []string) {
	for _, f := range records.OutputFormats() {
		if f.IsResumable() {
			names = append(names, f.Name)
		}
	}
	return names
}()

// A resumption writes the progress of a run to a journal beside its output, and contains the
// progress of an earlier run.
type resumption struct {
	journal *journal.Journal
	path    string
	last    time.Time
	noted   bool            // the journal contains a place
	files   []*outfile.File // of the output and of --rejects
	paths   []string
	out     *output

	// From the journal of an earlier run.
	place    *annotate.Place
	lengths  []int64
	states   []json.RawMessage
	complete *resumeLine
}

// resumeHeader is the first line of a journal. It must be the same for a run that resumes.
type resumeHeader struct {
	Journal string            `json:"journal"`
	Version string            `json:"version"`
	Options map[string]string `json:"options"`
	Inputs  []resumeInput     `json:"inputs"`
}

type resumeInput struct {
	Name     string    `json:"name"`
	Size     int64     `json:"size"`
	Modified time.Time `json:"modified"`
}

// resumeLine is any other line.
type resumeLine struct {
	Place   *annotate.Place `json:"place,omitempty"`
	Lengths []int64         `json:"lengths,omitempty"` // of the files up to the place
	State   json.RawMessage `json:"state,omitempty"`   // of the writer since the line before

	// Of the last line: the files are complete, but not committed.
	Complete *annotate.Report `json:"complete,omitempty"`
	Paths    []string         `json:"paths,omitempty"`
	Error    string           `json:"error,omitempty"` // of the run
}

// runResumable is a run with --resume.
func (c *annotateCmd) runResumable(s *cli.Streams, p *plan, closing *outfile.File) error {
	resume, err := c.openResume(p)
	if err != nil {
		return err
	}
	defer resume.leave()
	if resume.complete != nil {
		report, err := resume.replace(s.Stdout)
		if err != nil {
			return err
		}
		return errors.Join(c.report(s, report, closing), resume.remove())
	}
	out, err := c.openOutput(s, p, resume.create)
	if err != nil {
		return err
	}
	resume.out = out
	if err := resume.start(p.options); err != nil {
		return err
	}
	report, err := c.annotate(s, p, out)
	if err := resume.finish(report, err); err != nil {
		return fmt.Errorf("%w%s", c.failed(report, err), resume.hint())
	}
	return c.report(s, report, closing)
}

// openResume opens the journal of --resume.
func (c *annotateCmd) openResume(p *plan) (*resumption, error) {
	r, err := c.readJournal(p)
	if err != nil {
		return nil, fmt.Errorf("--resume: %w", err)
	}
	return r, nil
}

func (c *annotateCmd) readJournal(p *plan) (*resumption, error) {
	if c.Out == "" {
		return nil, errors.New("expected --out and a file")
	}
	if !p.format.IsResumable() {
		return nil, fmt.Errorf("expected one of the formats %s, found %q", strings.Join(resumable, ", "), c.Format)
	}
	if info, err := os.Stat(c.Out); err == nil && !info.Mode().IsRegular() && !(info.IsDir() && p.format.IsFolder()) {
		return nil, errors.New("expected --out and a file, found something else")
	}
	header, err := c.resumeHeader(p.inputs)
	if err != nil {
		return nil, err
	}
	r := &resumption{path: journalPath(c.Out), last: time.Now()}
	var lines []json.RawMessage
	if r.journal, lines, err = journal.Open(r.path); err != nil {
		return nil, err
	}
	if len(lines) == 0 {
		err = r.journal.Append(header)
	} else if err = r.read(header, lines); err != nil {
		err = fmt.Errorf("%w; to begin anew remove %s", err, r.path)
	}
	if err != nil {
		r.journal.Close()
		return nil, err
	}
	return r, nil
}

// resumeHeader returns the header for the journal of this run.
func (c *annotateCmd) resumeHeader(inputs []*records.Input) (h resumeHeader, err error) {
	h = resumeHeader{Journal: "koggestone annotate", Version: thisBuild(), Options: map[string]string{}}
	add := func(v reflect.Value) {
		for k := range v.NumField() {
			switch name := v.Type().Field(k).Name; name {
			case "Files", "Task", "List", "Out", "Report", "Workers", "Resume": // they do not change the output
			default:
				h.Options[hyphens(name)] = fmt.Sprint(v.Field(k))
			}
		}
	}
	add(reflect.ValueOf(*c))
	add(reflect.ValueOf(c.Task))
	for _, in := range inputs {
		if in.Size < 0 {
			return h, fmt.Errorf("%s: expected files, which can be read again, found a stream", in.Name)
		}
		info, err := os.Stat(in.Name)
		if err != nil {
			return h, err
		}
		h.Inputs = append(h.Inputs, resumeInput{in.Name, info.Size(), info.ModTime().UTC()})
	}
	return h, nil
}

// thisBuild returns the version of this program.
func thisBuild() string {
	version, revision := cli.Version()
	return strings.TrimSpace(version + " " + revision)
}

// hyphens returns the name of a flag from that of its field: UniqueMemory becomes
// unique-memory.
func hyphens(name string) string {
	var b strings.Builder
	for i, c := range name {
		if i > 0 && unicode.IsUpper(c) && !unicode.IsUpper(rune(name[i-1])) {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}

// read reads the progress of an earlier run.
func (r *resumption) read(now resumeHeader, lines []json.RawMessage) error {
	var was resumeHeader
	if err := json.Unmarshal(lines[0], &was); err != nil || was.Journal != now.Journal {
		return fmt.Errorf("%s: expected the journal of a run of annotate", r.path)
	}
	if was.Version != now.Version {
		return fmt.Errorf("expected the program that began, %s, found %s", was.Version, now.Version)
	}
	for name, value := range now.Options {
		if before := was.Options[name]; before != value {
			return fmt.Errorf("expected the options of the run that began, found another --%s: %q, which was %q", name, value, before)
		}
	}
	for k, in := range now.Inputs {
		if k >= len(was.Inputs) || was.Inputs[k].Name != in.Name {
			return fmt.Errorf("%s: expected the inputs of the run that began, in the same order", in.Name)
		}
		if was.Inputs[k].Size != in.Size || !was.Inputs[k].Modified.Equal(in.Modified) {
			return fmt.Errorf("%s: expected the input as it was, but it has changed", in.Name)
		}
	}
	if len(was.Inputs) > len(now.Inputs) {
		return fmt.Errorf("expected the %d inputs of the run that began, found %d", len(was.Inputs), len(now.Inputs))
	}
	for k, text := range lines[1:] {
		var line resumeLine
		if err := json.Unmarshal(text, &line); err != nil {
			return fmt.Errorf("%s: line %d: %w", r.path, k+2, err)
		}
		if line.Complete != nil {
			r.complete = &line
			return nil
		}
		r.place, r.lengths, r.noted = line.Place, line.Lengths, true
		if line.State != nil {
			r.states = append(r.states, line.State)
		}
	}
	return nil
}

// journalPath returns the path of the journal of an output.
func journalPath(out string) string {
	if partial, err := outfile.PartialName(filepath.Clean(out)); err == nil { // without links
		out = strings.TrimSuffix(partial, ".partial")
	}
	return filepath.Clean(out) + ".resume"
}

// create creates a file, or opens the file of the earlier run.
func (r *resumption) create(path string, stdout io.Writer) (f *outfile.File, err error) {
	if r.place == nil {
		f, err = outfile.CreateKept(path, stdout)
	} else if f, err = outfile.Continue(path, stdout); errors.Is(err, fs.ErrNotExist) {
		partial, _ := outfile.PartialName(path)
		err = fmt.Errorf("--resume: expected the file %s; to begin anew remove %s", partial, r.path)
	}
	if err == nil {
		r.files, r.paths = append(r.files, f), append(r.paths, path)
	}
	return f, err
}

// start sets the files and the writer to the progress of the earlier run, if there is one,
// and sets the options that depend on it.
func (r *resumption) start(o *annotate.Options) error {
	o.Written = r.note
	if r.place == nil {
		return nil
	}
	o.From = *r.place
	if len(r.lengths) != len(r.files) {
		return fmt.Errorf("--resume: expected the journal of %d files, found one of %d; to begin anew remove %s", len(r.files), len(r.lengths), r.path)
	}
	for k, f := range r.files {
		if err := f.Cut(r.lengths[k]); err != nil {
			return fmt.Errorf("--resume: %w; to begin anew remove %s", err, r.path)
		}
	}
	for _, state := range r.states {
		if err := r.out.writer.(records.Resumer).Restore(state); err != nil {
			return fmt.Errorf("--resume: %s: %w", r.path, err)
		}
	}
	return nil
}

// note writes the progress of the run to the journal, every few seconds.
func (r *resumption) note(place annotate.Place) error {
	if time.Since(r.last) < resumeEvery {
		return nil
	}
	line := resumeLine{Place: &place}
	var err error
	if line.Lengths, err = r.sync(); err != nil {
		return err
	}
	if w, ok := r.out.writer.(records.Resumer); ok {
		state, err := json.Marshal(w.State())
		if err != nil {
			return err
		}
		line.State = state
	}
	if err := r.journal.Append(line); err != nil {
		return err
	}
	r.last, r.noted = time.Now(), true
	return nil
}

// sync flushes the files to the disk, and returns their lengths.
func (r *resumption) sync() (lengths []int64, err error) {
	if rejects := r.out.rejects; rejects != nil && rejects.err != nil {
		return nil, rejects.err
	}
	for _, f := range r.files {
		length, err := f.Sync()
		if err != nil {
			return nil, err
		}
		lengths = append(lengths, length)
	}
	return lengths, nil
}

// finish completes the output and replaces the target, unless the run ended with an error. It
// returns the error of the run, or its own.
func (r *resumption) finish(report annotate.Report, err error) error {
	whole := isWhole(err)
	if whole {
		end := r.out.close()
		if end == nil {
			end = r.noteComplete(report, err)
		}
		if end == nil {
			end = r.out.commit()
		}
		whole = end == nil
		err = errors.Join(err, end)
	}
	if whole || !r.noted {
		if rejectErr := r.out.rejects.Commit(); err == nil {
			err = rejectErr
		}
	}
	if whole {
		err = errors.Join(err, r.remove())
	}
	return err
}

// noteComplete notes that the files are complete. If this run is killed now, the next run
// only commits them.
func (r *resumption) noteComplete(report annotate.Report, runError error) error {
	if _, err := r.sync(); err != nil {
		return err
	}
	line := resumeLine{Complete: &report, Paths: r.paths}
	if runError != nil {
		line.Error = runError.Error()
	}
	err := r.journal.Append(line)
	r.noted = r.noted || err == nil
	return err
}

// replace commits the files that an earlier run completed.
func (r *resumption) replace(stdout io.Writer) (report annotate.Report, err error) {
	for _, path := range r.complete.Paths {
		f, err := outfile.Continue(path, stdout)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = f.Commit()
		}
		if err != nil {
			return report, err
		}
	}
	if r.complete.Error != "" {
		err = errors.New(r.complete.Error)
	}
	return *r.complete.Complete, err
}

// remove removes the journal after the output is committed.
func (r *resumption) remove() error {
	j := r.journal
	r.journal = nil
	return j.Remove()
}

// leave ends a failed run and keeps the journal, so that another run can resume.
func (r *resumption) leave() {
	if r.journal == nil {
		return
	}
	if r.noted {
		for _, f := range r.files {
			f.Leave()
		}
		r.journal.Close()
	} else {
		for _, f := range r.files {
			f.Discard()
		}
		r.journal.Remove()
		if r.out != nil {
			r.out.removeFolder()
		}
	}
	r.journal = nil
}

// hint returns a note for the error of a run that --resume can resume.
func (r *resumption) hint() string {
	if !r.noted {
		return ""
	}
	return " (--resume resumes here)"
}
