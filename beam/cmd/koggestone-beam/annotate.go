package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"
	"github.com/koggestone/koggestone/annotate"
	"github.com/koggestone/koggestone/beam/internal/positions"
)

type annotateCmd struct {
	Files []string `arg:"" name:"file" help:"Files of positions and patterns, local, gs:// or s3://, which may be compressed with gzip, zstd or bzip2. docs/formats.md lists the formats."`

	annotate.Flags `embed:""`

	Out     string `required:"" placeholder:"FILE" help:"Write the shards here, each under this name with its number: out.parquet becomes out-00003-of-00064.parquet. Local files must be on a disk that all workers share."`
	Shards  int    `default:"64" placeholder:"N" help:"The number of shards of the inputs, with about the same number of bytes each. Default: ${default}."`
	Report  string `placeholder:"FILE" help:"Write the merged report here, as JSON. Default: a temporary file, which suits runners on this machine."`
	Workers int    `placeholder:"W" help:"The number of threads for each shard. Default: one for each CPU; 1 suits runners that give each CPU a shard."`
	JSON    bool   `name:"json" help:"Write the report as one JSON object."`
}

// Run runs the pipeline and prints its report.
func (c *annotateCmd) Run(s *streams) error { return annotate.FlagError(c.run(s)) }

func (c *annotateCmd) run(s *streams) error {
	ctx := context.Background()
	task, err := c.Task(c.Out)
	if err != nil {
		return err
	}
	if task.Workers = c.Workers; c.Workers < 1 {
		task.Workers = runtime.GOMAXPROCS(0)
	}
	j := &positions.Job{Task: *task, Shares: c.Shards, Out: c.Out, Report: c.Report}
	dir, remove, err := temporary()
	if err != nil {
		return err
	}
	defer remove()
	if j.Report == "" {
		j.Report = filepath.Join(dir, "report")
	}
	if err := j.Expand(ctx, c.Files); err != nil {
		return err
	}
	shares, err := j.Plan(ctx)
	if err != nil {
		return err
	}
	for _, note := range j.Notes {
		fmt.Fprintln(s.err, "koggestone-beam: note:", annotate.FlagMessage(note))
	}
	p, scope := beam.NewPipelineWithRoot()
	j.Build(scope, shares)
	start := time.Now()
	if _, err := beamx.RunWithMetrics(ctx, p); err != nil {
		return fmt.Errorf("%w: %w", errPipeline, err)
	}
	r, err := j.ReadReport(ctx)
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(s.out).Encode(&r)
	}
	c.print(s.out, &r, time.Since(start))
	return nil
}

// print writes a report as text.
func (c *annotateCmd) print(w io.Writer, r *annotate.Report, taken time.Duration) {
	fmt.Fprintf(w, "shards %d\npositions %d\nrows %d\nfiltered %d\nunsampled %d\nrejected %d\n", c.Shards, r.Positions, r.Rows, r.Filtered, r.Unsampled, r.Rejected)
	for _, kind := range slices.Sorted(maps.Keys(r.Skipped)) { // docs/pgn.md lists the kinds
		fmt.Fprintf(w, "%s %d\n", kind, r.Skipped[kind])
	}
	fmt.Fprintf(w, "bytes %d\nseconds %.1f (%.1f of all workers)\n", r.Bytes, taken.Seconds(), r.Seconds)
}
