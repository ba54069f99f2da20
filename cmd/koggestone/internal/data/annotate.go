package data

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/data/annotate"
	"github.com/koggestone/koggestone/data/annotate/task"
	"github.com/koggestone/koggestone/data/columns"
	"github.com/koggestone/koggestone/data/outfile"
	"github.com/koggestone/koggestone/data/records"
)

type annotateCmd struct {
	Files []string `arg:"" optional:"" name:"file" help:"Files of positions, or - for standard input. Files that end in .gz, .zst or .bz2 are decompressed. docs/annotate.md lists the formats."`

	List bool   `help:"List the columns, by group, and the formats."`
	Out  string `placeholder:"FILE" help:"The output file, which appears when it is complete. For npy it is a folder. Default: - for standard output."`

	task.Task `embed:""`

	Unique       bool   `help:"Skip positions that occurred before, with the same board, side to move, castling rights and en passant target."`
	UniqueMemory string `default:"192MiB" placeholder:"SIZE" help:"Memory for --unique. Positions that do not fit are not remembered; the report counts them. Default: ${default}."`

	Shard   string      `placeholder:"I/N" help:"Process only share I of N of the input, from 0. Shares have about the same number of bytes. Their results in order are the result of one run."`
	Rejects string      `placeholder:"FILE" help:"Write rejected records to FILE: input, line or byte, reason and record, separated by tabs."`
	Report  string      `placeholder:"FILE" help:"Write the final report to FILE, as JSON."`
	Workers cli.Workers `placeholder:"W" help:"Number of threads. Default: one for each CPU."`
}

func (*annotateCmd) Examples() []string {
	return []string{
		"koggestone annotate --list",
		"koggestone annotate games.pgn --columns king,phase --out king.parquet",
		"koggestone annotate positions.fen --where 'not in_check and captures == 0' --format fen",
	}
}

// Run annotates and reports.
func (c *annotateCmd) Run(s *cli.Streams) error {
	if c.List {
		return listColumns(s.Out)
	}
	if c.Out == "-" {
		c.Out = ""
	}
	p, err := c.plan(s)
	if err != nil {
		return err
	}
	defer boundGarbage(p.remembered)()
	closing, err := c.openReport(s)
	if err != nil {
		return err
	}
	if closing != nil {
		defer closing.Discard()
	}
	out, err := c.openOutput(s, p)
	if err != nil {
		return err
	}
	defer out.discard()
	report, err := c.annotate(s, p, out)
	if err := out.finish(err); err != nil {
		return c.failed(report, err)
	}
	return c.report(s, report, closing)
}

// A plan contains the inputs and options of a run.
type plan struct {
	inputs     []*records.Input
	ranges     []records.Range
	shards     int
	format     *records.OutputFormat
	options    *annotate.Options
	remembered int64 // bytes for the positions of --unique
}

// plan checks the flags and opens the inputs.
func (c *annotateCmd) plan(s *cli.Streams) (p *plan, err error) {
	switch "-" {
	case c.Rejects:
		return nil, errors.New("--rejects: expected a file, found -")
	case c.Report:
		return nil, errors.New("--report: expected a file, found -")
	}
	p = &plan{}
	c.Format = task.FormatOf(c.Format, c.Out)
	if p.format, err = c.OutputFormat(); err != nil {
		return nil, err
	}
	index, shards, err := parseShard(c.Shard)
	if err != nil {
		return nil, err
	}
	p.shards = shards
	if p.inputs, err = openInputs(s, c.Files, c.InputOptions()); err != nil {
		return nil, err
	}
	c.Task.Workers = c.Workers.Number()
	if p.options, err = c.Options(p.inputs); err != nil {
		return nil, err
	}
	if c.Unique {
		if p.remembered, err = cli.ParseSize(c.UniqueMemory); err != nil {
			return nil, fmt.Errorf("--unique-memory: %w", err)
		}
		p.options.Unique = annotate.NewUnique(p.remembered)
	}
	if p.ranges, err = records.Plan(p.inputs, index, shards); err != nil {
		return nil, err
	}
	return p, c.checkPaths(p)
}

// parseShard returns the numbers of I/N, or 0 and 1 if text is empty.
func parseShard(text string) (index, shards int, err error) {
	if text == "" {
		return 0, 1, nil
	}
	i, n, found := strings.Cut(text, "/")
	index, err = strconv.Atoi(i)
	if err == nil {
		shards, err = strconv.Atoi(n)
	}
	if !found || err != nil || index < 0 || index >= shards || shards > 1<<20 {
		return 0, 0, fmt.Errorf("--shard: expected I/N with I from 0 to N-1, found %q", text)
	}
	return index, shards, nil
}

// openReport creates the file of --report. It returns nil without that flag.
func (c *annotateCmd) openReport(s *cli.Streams) (*outfile.File, error) {
	if c.Report == "" {
		return nil, nil
	}
	return outfile.Create(c.Report, s.Stdout)
}

// annotate writes the rows of the plan to out.
func (c *annotateCmd) annotate(s *cli.Streams, p *plan, out *output) (report annotate.Report, err error) {
	shown := &rejectList{s: s, file: out.rejects, strict: c.Strict}
	p.options.Reject, p.options.Note = shown.add, shown.note
	progress := inputProgress(s, p.inputs, "annotate")
	defer progress.Stop()
	p.options.Progress = showProgress(progress, p.inputs, "annotate")
	report, err = annotate.Run(p.inputs, p.ranges, *p.options, out.writer)
	switch {
	case err != nil:
	case report.Positions+report.Unsampled == 0 && p.shards == 1:
		err = fmt.Errorf("%s: expected positions, found none%s", p.inputs[0].Name, shown.first)
	case report.Rows == 0 && report.Rejected > 0 && report.Filtered+report.Duplicates+report.Unsampled == 0:
		err = fmt.Errorf("%s: expected rows for the output, found none: all records are rejected%s", p.inputs[0].Name, shown.first)
	}
	return report, err
}

// failed returns the error of a run that failed.
func (c *annotateCmd) failed(report annotate.Report, err error) error {
	if report.Rows > 0 && c.Out == "" {
		return fmt.Errorf("%w (after %d rows)", err, report.Rows)
	}
	return err
}

// report writes the final report to standard error, and to a file unless it is nil.
func (c *annotateCmd) report(s *cli.Streams, r annotate.Report, file *outfile.File) error {
	text := fmt.Sprintf("rows: %d of %d positions (%.1f s, %.2f million positions/s, %d bytes read)",
		r.Rows, r.Positions, r.Seconds, float64(r.Positions)/max(r.Seconds, 1e-9)/1e6, r.Bytes)
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
	cli.WriteMessage(s.Err, "%s", text)
	if file == nil {
		return nil
	}
	data, err := json.Marshal(r)
	if err == nil {
		_, err = file.Write(append(data, '\n'))
	}
	if err != nil {
		return err
	}
	return file.Commit()
}

// listColumns writes the columns and the formats.
func listColumns(w io.Writer) error {
	group := ""
	for _, c := range columns.All() {
		if c.Group != group {
			group = c.Group
			fmt.Fprintf(w, "%s\n", group)
		}
		what := c.Kind.String()
		if c.Width > 1 {
			what = fmt.Sprintf("%d x %s", c.Width, what)
		}
		if c.Kind == columns.Set {
			what += ", a set"
		}
		if c.Unit != "" {
			what += " of " + c.Unit
		}
		fmt.Fprintf(w, "  %-28s %s (%s)\n", c.Name, c.Doc, what)
	}
	fmt.Fprintf(w, "formats of the input\n")
	for _, f := range records.InputFormats() {
		fmt.Fprintf(w, "  %-28s %s\n", f.Name, f.Doc)
	}
	_, err := fmt.Fprintf(w, "formats of the output\n")
	for _, f := range records.OutputFormats() {
		_, err = fmt.Fprintf(w, "  %-28s %s\n", f.Name, f.Doc)
	}
	return err
}
