// Package positions annotates files of positions in an Apache Beam pipeline. An element is
// a share of the inputs, which package annotate plans. A worker reads the share, computes
// its columns and writes one file, named after the share. If a share is retried, it writes
// the same file again.
package positions

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/koggestone/koggestone/annotate"
	"github.com/koggestone/koggestone/beam/internal/files"
)

func init() {
	register.DoFn3x1[context.Context, Share, func(annotate.Report), error](&shareFn{})
	register.DoFn2x1[context.Context, annotate.Report, error](&reportFn{})
	register.Combiner1[annotate.Report](&mergeFn{})
	register.Emitter1[annotate.Report]()
}

// A Job describes what to annotate and how. The workers receive it as JSON.
type Job struct {
	Task   annotate.Task
	Inputs []string // names of files, no patterns
	Shares int      // how many files come out
	Out    string   // the start of their names: gs://bucket/out.parquet
	Report string   // where the merged report goes; empty for nowhere

	Notes []string `json:"-"` // what the options leave out or assume; set by Plan
}

// A Share is part of a Job's inputs.
type Share struct {
	Index  int
	Ranges []annotate.Range
}

// Expand sets the inputs to the files that patterns match.
func (j *Job) Expand(ctx context.Context, patterns []string) error {
	for _, pattern := range patterns {
		names, err := files.List(ctx, pattern)
		if err != nil {
			return err
		}
		j.Inputs = append(j.Inputs, names...)
	}
	return nil
}

// OutName returns the file that a share is written to: out-00003-of-00064.parquet for
// out.parquet.
func (j *Job) OutName(share int) string {
	name, extension := j.Out, ""
	if dot := strings.LastIndexByte(name, '.'); dot > strings.LastIndexAny(name, `/\`) {
		name, extension = name[:dot], name[dot:]
	}
	return fmt.Sprintf("%s-%05d-of-%05d%s", name, share, j.Shares, extension)
}

// isLocal reports whether a file is on this machine, so that reading can start anywhere
// in it.
func isLocal(name string) bool { return !strings.Contains(name, "://") }

// open opens input k and returns a function that closes it.
func (j *Job) open(ctx context.Context, k int) (*annotate.Input, io.Closer, error) {
	name := j.Inputs[k]
	if isLocal(name) {
		in, err := j.Task.Open(name, nil)
		return in, io.NopCloser(nil), err
	}
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	size, err := fs.Size(ctx, name)
	if err != nil {
		fs.Close()
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	stream, err := fs.OpenRead(ctx, name)
	if err != nil {
		fs.Close()
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	in, err := j.Task.OpenStream(name, stream, size)
	if err != nil {
		stream.Close()
		fs.Close()
	}
	return in, closers{stream, fs}, err
}

type closers []io.Closer

func (c closers) Close() (err error) {
	for _, x := range c {
		err = errors.Join(err, x.Close())
	}
	return err
}

// Plan divides the inputs into shares. If an input is not local or is compressed, it
// belongs to one share.
func (j *Job) Plan(ctx context.Context) ([]Share, error) {
	if j.Shares < 1 || j.Shares > 1<<16 {
		return nil, fmt.Errorf("shards: expected 1 to %d, found %d", 1<<16, j.Shares)
	}
	var inputs []*annotate.Input
	for k := range j.Inputs {
		in, closer, err := j.open(ctx, k)
		if err != nil {
			return nil, err
		}
		closer.Close()
		inputs = append(inputs, in)
	}
	options, err := j.Task.Options(inputs)
	if err != nil {
		return nil, err
	}
	j.Notes = options.Notes
	var shares []Share
	for i := range j.Shares {
		ranges, err := annotate.Plan(inputs, i, j.Shares)
		if err != nil {
			return nil, err
		}
		shares = append(shares, Share{i, ranges})
	}
	return shares, nil
}

// Run annotates a share and writes its file.
func (j *Job) Run(ctx context.Context, share Share) (report annotate.Report, err error) {
	inputs := make([]*annotate.Input, len(j.Inputs))
	for k := range inputs {
		used := k == 0 // because its fields are the fields of all inputs
		for _, r := range share.Ranges {
			used = used || r.Input == k
		}
		if !used {
			inputs[k] = new(annotate.Input)
			continue
		}
		in, closer, err := j.open(ctx, k)
		if err != nil {
			return report, err
		}
		defer closer.Close()
		inputs[k] = in
	}
	if !slices.ContainsFunc(share.Ranges, func(r annotate.Range) bool { return r.Input == 0 }) {
		inputs[0].Read.Store(0) // the start of a stream, which the share with the input counts
	}
	options, err := j.Task.Options(inputs[:1])
	if err != nil {
		return report, err
	}
	for _, in := range inputs[1:] {
		if in.Format == nil {
			continue
		}
		if err := options.Join(in); err != nil {
			return report, err
		}
	}
	options.Progress = func(annotate.Report) error { return ctx.Err() }
	file, err := files.Create(ctx, j.OutName(share.Index))
	if err != nil {
		return report, err
	}
	defer file.Discard()
	w, err := j.Task.Write(options, file)
	if err != nil {
		return report, err
	}
	if report, err = annotate.Run(inputs, share.Ranges, *options, w); err == nil {
		err = w.Close()
	}
	if err != nil {
		return report, fmt.Errorf("shard %d: %w", share.Index, err)
	}
	return report, file.Commit()
}

// Build appends the steps of j and returns the merged report, one element.
func (j *Job) Build(s beam.Scope, shares []Share) beam.PCollection {
	list := beam.Reshuffle(s.Scope("spread"), beam.CreateList(s.Scope("shards"), shares))
	reports := beam.ParDo(s.Scope("annotate"), &shareFn{*j}, list)
	report := beam.Combine(s.Scope("merge"), &mergeFn{}, reports)
	if j.Report != "" {
		beam.ParDo0(s.Scope("report"), &reportFn{j.Report}, report)
	}
	return report
}

// Metrics. If a runner retries a share, they count it twice.
var (
	positionsMetric = beam.NewCounter("annotate", "positions")
	rowsMetric      = beam.NewCounter("annotate", "rows")
	bytesMetric     = beam.NewCounter("annotate", "bytes read")
)

// A shareFn annotates shares.
type shareFn struct{ Job Job }

// ProcessElement annotates a share and emits its report.
func (f *shareFn) ProcessElement(ctx context.Context, share Share, emit func(annotate.Report)) error {
	report, err := f.Job.Run(ctx, share)
	if err != nil {
		return err
	}
	positionsMetric.Inc(ctx, report.Positions)
	rowsMetric.Inc(ctx, report.Rows)
	bytesMetric.Inc(ctx, report.Bytes)
	emit(report)
	return nil
}

// A mergeFn merges reports.
type mergeFn struct{}

// MergeAccumulators returns the sum of a and b.
func (*mergeFn) MergeAccumulators(a, b annotate.Report) annotate.Report {
	a.Add(b)
	return a
}

// A reportFn writes the report.
type reportFn struct{ File string }

// ProcessElement writes r as JSON.
func (f *reportFn) ProcessElement(ctx context.Context, r annotate.Report) error {
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return files.Write(ctx, f.File, append(data, '\n'))
}

// ReadReport returns the report that the pipeline wrote.
func (j *Job) ReadReport(ctx context.Context) (r annotate.Report, err error) {
	data, err := files.Read(ctx, j.Report)
	if err == nil {
		err = json.Unmarshal(data, &r)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", j.Report, err)
	}
	return r, err
}
