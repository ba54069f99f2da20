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
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/journal"
	"github.com/koggestone/koggestone/data/annotate"
	"github.com/koggestone/koggestone/data/outfile"
	"github.com/koggestone/koggestone/data/records"
)

// resumeEvery is how often a run with --resume notes how far it has come, which makes the
// disk write all that it holds back.
var resumeEvery = 2 * time.Second

// resumable are the formats of outputs that --resume can go on with.
var resumable = []string{"csv", "ndjson", "fen", "parquet", "npy", "marlin", "bullet"}

// A resumption notes how far a run has come in a journal beside its output, and what an
// earlier run noted there. A nil one does nothing.
type resumption struct {
	journal *journal.Journal
	path    string
	last    time.Time
	noted   bool // the journal holds a place
	files   []*outfile.File
	paths   []string
	writer  records.Writer
	rejects *rejectFile

	// What an earlier run noted.
	place    *annotate.Place
	lengths  []int64
	states   []json.RawMessage
	complete *resumeLine
}

// resumeHeader is the first line of a journal: what must be the same to go on.
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

// resumeLine is each other line.
type resumeLine struct {
	Place   *annotate.Place `json:"place,omitempty"`
	Lengths []int64         `json:"lengths,omitempty"` // of the files up to the place
	State   json.RawMessage `json:"state,omitempty"`   // of the writer since the line before

	// The last line: the files are whole, and to be put in their places.
	Complete *annotate.Report `json:"complete,omitempty"`
	Paths    []string         `json:"paths,omitempty"`
	Error    string           `json:"error,omitempty"` // with which the run ended
}

// openResume opens the journal of --resume. It returns nil without that.
func (c *annotateCmd) openResume(s *cli.Streams, inputs []*records.Input) (*resumption, error) {
	if !c.Resume {
		return nil, nil
	}
	r, err := c.readJournal(s, inputs)
	if err != nil {
		return nil, fmt.Errorf("--resume: %w", err)
	}
	return r, nil
}

func (c *annotateCmd) readJournal(s *cli.Streams, inputs []*records.Input) (*resumption, error) {
	if c.Out == "" {
		return nil, errors.New("expected --out and a file")
	}
	if !slices.Contains(resumable, c.Format) {
		return nil, fmt.Errorf("expected one of the formats %s, found %q", strings.Join(resumable, ", "), c.Format)
	}
	if info, err := os.Stat(c.Out); err == nil && !info.Mode().IsRegular() && !(info.IsDir() && c.Format == "npy") {
		return nil, errors.New("expected --out and a file, found something else")
	}
	header, err := c.resumeHeader(inputs)
	if err != nil {
		return nil, err
	}
	r := &resumption{path: filepath.Clean(c.Out) + ".resume", last: time.Now()}
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

// resumeHeader returns what must be the same to go on.
func (c *annotateCmd) resumeHeader(inputs []*records.Input) (h resumeHeader, err error) {
	h = resumeHeader{Journal: "koggestone annotate", Version: thisBuild(), Options: map[string]string{}}
	add := func(v reflect.Value) {
		for k := range v.NumField() {
			switch name := v.Type().Field(k).Name; name {
			case "Files", "Task", "List", "Out", "Report", "Workers", "Resume": // they do not change what is written
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

// read takes what an earlier run noted.
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

// create begins to write a file, or goes on with it.
func (r *resumption) create(path string, stdout io.Writer) (f *outfile.File, err error) {
	switch {
	case r == nil:
		return outfile.Create(path, stdout)
	case r.place == nil:
		f, err = outfile.CreateKept(path, stdout)
	default:
		if f, err = outfile.Continue(path, stdout); errors.Is(err, fs.ErrNotExist) {
			partial, _ := outfile.PartialName(path)
			err = fmt.Errorf("--resume: expected the file %s; to begin anew remove %s", partial, r.path)
		}
	}
	if err == nil {
		r.files, r.paths = append(r.files, f), append(r.paths, path)
	}
	return f, err
}

// goOn takes the files and w to where the earlier run had come, and tells o.
func (r *resumption) goOn(w records.Writer, rejects *rejectFile, o *annotate.Options) error {
	if r == nil {
		return nil
	}
	r.writer, r.rejects, o.Written = w, rejects, r.note
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
		if err := w.(records.Resumer).Restore(state); err != nil {
			return fmt.Errorf("--resume: %s: %w", r.path, err)
		}
	}
	return nil
}

// note notes how far the run has come, now and then.
func (r *resumption) note(place annotate.Place) error {
	if time.Since(r.last) < resumeEvery {
		return nil
	}
	line := resumeLine{Place: &place}
	var err error
	if line.Lengths, err = r.sync(); err != nil {
		return err
	}
	if w, ok := r.writer.(records.Resumer); ok {
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

// sync has all that was written lie on the disk, and returns how much that is.
func (r *resumption) sync() (lengths []int64, err error) {
	if r.rejects != nil && r.rejects.err != nil {
		return nil, r.rejects.err
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

// finish notes that the files are whole. What is left to do is to put them in their
// places.
func (r *resumption) finish(report annotate.Report, runError error) error {
	if r == nil {
		return nil
	}
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

// replace puts the files in their places that an earlier run did not, though they were
// whole.
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

// remove removes the journal, as the output is in its place.
func (r *resumption) remove() error {
	if r == nil {
		return nil
	}
	j := r.journal
	r.journal = nil
	return j.Remove()
}

// leave ends a run that failed: what was noted stays for another one.
func (r *resumption) leave() {
	if r == nil || r.journal == nil {
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
	}
	r.journal = nil
}

// hint tells that a run that failed can be gone on with.
func (r *resumption) hint() string {
	if r == nil || !r.noted {
		return ""
	}
	return " (--resume goes on from here)"
}
