// Package annotate adds columns to files of positions. It reads inputs in ranges,
// computes columns, applies a filter, and writes the rows in order. It can use any
// number of workers, and its memory is bounded.
//
// Several machines can share the work: [Plan] divides inputs into shares, [Run]
// annotates one share, and [Report.Add] adds up the reports.
package annotate

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/data/columns"
	"github.com/koggestone/koggestone/internal/ordered"
)

// Options are the options of [Run]. [Task.Options] makes them.
type Options struct {
	Unique *Unique // earlier positions; if nil, duplicates are written
	// Reject is called for each rejected record or row, in order. It may be nil.
	Reject func(Rejected)
	// Note is called for each correction in a record that is not rejected, in order, and at the end for each kind of text that
	// games of an input have and that is not read, with the count and the first place. It may be nil.
	Note func(Rejected)
	// Notes say, for the user, what the options leave out or assume.
	Notes []string
	// Progress is called after each block has been written. If it returns an error, the run ends. It may
	// be nil.
	Progress func(Report) error

	schema  *records.Schema
	request records.Request
	filter  *rowFilter // selects rows; nil selects all
	first   *Input     // the first input; all inputs have its fields
	workers int
	strict  bool // stop at the first rejected record
	// blockSize is how many bytes are parsed and written together.
	blockSize int
	// blockRows is how many rows are computed and written together at most, which limits
	// the memory for wide rows. Zero means no limit.
	blockRows int
	// blockBytes estimates the memory that a block takes, with its columns and their encoded form.
	// If it is large, fewer blocks are in memory than the workers could process.
	blockBytes int
}

// Rejected is a record without a position, or a row that the output format cannot contain.
type Rejected struct {
	Input  string
	Line   int64 // line number, counted from 1; 0 if unknown
	Row    int64 // row number, counted from 1, in Parquet, or in the share of a .binpack; 0 for other inputs
	Offset int64 // byte offset in the decompressed input
	Text   []byte
	Err    error
	Count  int64 // in a note about a kind of text, how often the input has it; otherwise 0
}

// Error returns the input, the place and the problem.
func (r *Rejected) Error() string { return fmt.Sprintf("%s: %s: %v", r.Input, r.Place(), r.Err) }

// Place returns the line, the row or the offset.
func (r *Rejected) Place() string {
	switch {
	case r.Line > 0:
		return fmt.Sprintf("line %d", r.Line)
	case r.Row > 0:
		return fmt.Sprintf("row %d", r.Row)
	}
	return fmt.Sprintf("byte %d", r.Offset)
}

// Unwrap returns the problem.
func (r *Rejected) Unwrap() error { return r.Err }

// A Report contains the counts of a run.
type Report struct {
	Positions  int64   `json:"positions"`  // positions read that are in the sample
	Rows       int64   `json:"rows"`       // written
	Filtered   int64   `json:"filtered"`   // rows that the filter left out
	Duplicates int64   `json:"duplicates"` // rows left out because they equal an earlier position
	Unsampled  int64   `json:"unsampled"`  // records not in the sample
	Rejected   int64   `json:"rejected"`   // records without a position, and rows that the output cannot contain
	Bytes      int64   `json:"bytes"`      // read from the files, compressed or not
	Seconds    float64 `json:"seconds"`
	// Forgotten counts the positions that Unique had no memory for. Their duplicates
	// are written.
	Forgotten int64 `json:"forgotten"`
	// Skipped counts what games have that is not read, and what is read in an unusual way, by kind. docs/pgn.md lists the kinds.
	// A report of Progress does not have it.
	Skipped map[string]int64 `json:"skipped,omitempty"`
}

// Add adds another run's counts to r. It also adds the seconds, so the sum is the time that
// all machines have spent.
func (r *Report) Add(other Report) {
	r.Positions += other.Positions
	r.Rows += other.Rows
	r.Filtered += other.Filtered
	r.Duplicates += other.Duplicates
	r.Unsampled += other.Unsampled
	r.Rejected += other.Rejected
	r.Bytes += other.Bytes
	r.Seconds += other.Seconds
	r.Forgotten += other.Forgotten
	if len(other.Skipped) > 0 {
		sum := maps.Clone(r.Skipped)
		if sum == nil {
			sum = make(map[string]int64)
		}
		for kind, n := range other.Skipped {
			sum[kind] += n
		}
		r.Skipped = sum
	}
}

// A job is a block that workers process.
type job struct {
	block  records.Block
	input  *records.Input
	end    error // the input's error after the block
	table  records.Table
	rows   int    // how many rows the output needs
	done   int    // how many rows have been computed
	unfit  bool   // whether the output format cannot contain some of the rows
	report Report // counts of the rows that were computed last

	encoded any
	err     error

	before, after chan struct{} // closed when the positions of the previous block, and of this one, have been remembered
}

// begin prepares j for a block that has been parsed. If strict is true, the rows after the first reject
// are not needed.
func (j *job) begin(strict bool) {
	b := &j.block
	j.done, j.rows, j.unfit, j.err = 0, b.Len(), false, nil
	if strict && len(b.Rejects) > 0 {
		first := b.Rejects[0].Record.Start
		for j.rows > 0 && b.Records[j.rows-1].Start > first {
			j.rows--
		}
		b.Rejects = b.Rejects[:1]
	}
}

// next returns the next rows of the block. If most is not 0, it is the largest number of rows.
func (j *job) next(most int) *records.Block {
	first := j.done
	j.done = j.rows
	if most > 0 {
		j.done = min(j.done, first+most)
	}
	return j.block.Slice(first, j.done)
}

// finish keeps the notes and rejects from encoding the rows of b. If strict is true, a reject ends the
// rows.
func (j *job) finish(b *records.Block, strict bool) {
	j.block.Notes = b.Notes
	if unfit := len(b.Rejects) - len(j.block.Rejects); unfit > 0 {
		if !strict { // otherwise the table only has the rows before the reject
			j.report.Rows -= int64(unfit)
		}
		j.block.Rejects, j.unfit = b.Rejects, true
	}
	if j.unfit && strict {
		j.rows = j.done
	}
	if j.err != nil || j.done == j.rows {
		close(j.after)
	}
}

// Run annotates ranges and passes the rows to w in order. It returns a report even if
// there is an error. Run does not close w.
func Run(inputs []*Input, ranges []Range, o Options, w *Writer) (report Report, err error) {
	start := time.Now()
	p := &pipeline{Options: o, inputs: inputs, ranges: ranges, writer: w.rows, stopped: make(chan struct{}), unknown: map[records.UnknownField]bool{}, skipped: map[int]*records.SkippedNotes{}}
	defer close(p.stopped)
	defer func() { report.Skipped = p.sumUp() }()
	defer func() {
		for _, in := range inputs {
			report.Bytes += in.Read.Load()
		}
		report.Seconds = time.Since(start).Seconds()
	}()
	jobs := p.jobs()
	var rest *worker // computes the rows of a block after the first blockRows
	for j := range ordered.Blocks(jobs, min(o.workers, len(jobs)), p.read, func() func(*job) { return p.newWorker().annotate }) {
		for {
			if j.err == nil {
				j.err = w.rows.Write(j.encoded)
			}
			if j.err != nil {
				return report, j.err
			}
			report.Add(j.report)
			if j.done == j.rows {
				break
			}
			if rest == nil {
				rest = p.newWorker()
			}
			rest.compute(j)
		}
		report.Rejected += int64(len(j.block.Rejects))
		if err := p.reject(j); err != nil {
			return report, err
		}
		if j.end != nil {
			return report, j.end
		}
		if o.Progress != nil {
			if err := o.Progress(report); err != nil {
				return report, err
			}
		}
	}
	return report, nil
}

// A pipeline contains the steps of a run.
type pipeline struct {
	Options
	inputs []*records.Input
	ranges []records.Range
	writer records.Writer

	stopped chan struct{}                 // closed when Run returns
	unknown map[records.UnknownField]bool // fields that have been noted
	skipped map[int]*records.SkippedNotes // by input
}

// sumUp writes the notes about what games have that is not read, and returns the counts.
func (p *pipeline) sumUp() map[string]int64 {
	var sum records.Skipped
	for k, in := range p.inputs {
		notes := p.skipped[k]
		if notes == nil {
			continue
		}
		sum.Add(&notes.Counts)
		for _, n := range notes.Notes() {
			if p.Note != nil {
				p.Note(Rejected{Input: in.Name, Line: n.Line, Offset: n.Offset, Text: n.Text, Err: n.Err, Count: n.Count})
			}
		}
	}
	return sum.Counts()
}

// mostUnknown is how many unknown fields are noted.
const mostUnknown = 1000

// noted reports whether a note names a field that an earlier note has named.
func (p *pipeline) noted(err error) bool {
	var field *records.UnknownField
	if !errors.As(err, &field) {
		return false
	}
	if p.unknown[*field] || len(p.unknown) == mostUnknown {
		return true
	}
	p.unknown[*field] = true
	return false
}

var errStopped = errors.New("the run has ended")

// bytesInFlight limits the memory for a run's jobs, whatever the number of workers. However, there are
// always leastJobs: one is read, one is computed, one waits and one is written.
const (
	bytesInFlight = 192 << 20
	leastJobs     = 4
)

// jobs returns the jobs of a run. Blocks reuse them.
func (p *pipeline) jobs() []*job {
	// Each worker has one job in work and one waiting. Another job is read, and another is written.
	jobs := make([]*job, min(2*p.workers+2, max(leastJobs, bytesInFlight/max(1, p.blockBytes))))
	for i := range jobs {
		data := make([]columns.Data, len(p.schema.Columns)+len(p.schema.Unwritten))
		jobs[i] = &job{table: records.Table{Schema: p.schema, Strict: p.strict, Data: data}}
	}
	return jobs
}

// read reads the ranges and sends blocks.
func (p *pipeline) read(takeJob func() (*job, bool), sendJob func(*job)) {
	before := make(chan struct{})
	close(before)
	var j *job
	take := func() bool {
		if j != nil {
			return true
		}
		next, ok := takeJob()
		if ok {
			next.end = nil
			j = next
		}
		return ok
	}
	send := func() {
		j.before, j.after = before, make(chan struct{})
		before = j.after
		sendJob(j)
		j = nil
	}
	fail := func(in *records.Input, err error) {
		if take() {
			j.block.Clear()
			j.input, j.end = in, err
			send()
		}
	}
	for _, r := range p.ranges {
		in := p.inputs[r.Input]
		in.Workers = p.workers
		reader, err := records.Read(in, r)
		if err != nil {
			fail(in, err)
			return
		}
		reader.MostRows = p.blockRows
		for {
			if !take() {
				reader.Close()
				return
			}
			more, err := reader.Next(&j.block, p.blockSize)
			j.input = in
			if err != nil {
				reader.Close()
				fail(in, err)
				return
			}
			if !more {
				break
			}
			send()
		}
		reader.Close()
	}
}

// rejected returns r together with its place in j's input.
func (j *job) rejected(r records.Reject) Rejected {
	b := &j.block
	return Rejected{Input: j.input.Name, Line: b.LineOf(r.At), Row: r.Row, Offset: r.Offset, Text: b.Shown(r.Record), Err: r.Err}
}

// reject reports the rejected records of j.
func (p *pipeline) reject(j *job) error {
	b := &j.block
	if j.unfit {
		slices.SortStableFunc(b.Rejects, func(x, y records.Reject) int { return cmp.Compare(x.Record.Start, y.Record.Start) })
	}
	if b.Skipped != (records.Skipped{}) {
		notes := p.skipped[b.File]
		if notes == nil {
			notes = new(records.SkippedNotes)
			p.skipped[b.File] = notes
		}
		notes.Add(b)
	}
	for _, r := range b.Notes {
		if p.Note != nil && !p.noted(r.Err) {
			p.Note(j.rejected(r))
		}
	}
	for _, r := range b.Rejects {
		rejected := j.rejected(r)
		if p.Reject != nil {
			p.Reject(rejected)
		}
		if p.strict {
			return &rejected
		}
	}
	return nil
}
