package data

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

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
	Resume  bool        `help:"Save the progress in a file beside --out, and resume an earlier run with the same options. The output is the same as that of one run."`
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
	switch "-" {
	case c.Rejects:
		return errors.New("--rejects: expected a file, found -")
	case c.Report:
		return errors.New("--report: expected a file, found -")
	}
	c.Format = task.FormatOf(c.Format, c.Out)
	inputs, err := openInputs(s, c.Files, c.InputOptions())
	if err != nil {
		return err
	}
	c.Task.Workers = c.Workers.Number()
	options, err := c.Options(inputs)
	if err != nil {
		return err
	}
	remembered := int64(0)
	if c.Unique {
		if remembered, err = cli.ParseSize(c.UniqueMemory); err != nil {
			return fmt.Errorf("--unique-memory: %w", err)
		}
		options.Unique = annotate.NewUnique(remembered)
	}
	defer boundGarbage(remembered)()
	index, shards := 0, 1
	if c.Shard != "" {
		if n, err := fmt.Sscanf(c.Shard, "%d/%d", &index, &shards); n != 2 || err != nil || index < 0 || index >= shards || shards > 1<<20 {
			return fmt.Errorf("--shard: expected I/N with I from 0 to N-1, found %q", c.Shard)
		}
	}
	ranges, err := records.Plan(inputs, index, shards)
	if err != nil {
		return err
	}
	var told *outfile.File // where the closing report goes
	if c.Report != "" {
		if told, err = outfile.Create(c.Report, s.Stdout); err != nil {
			return err
		}
		defer told.Discard()
	}
	resume, err := c.openResume(s, inputs)
	if err != nil {
		return err
	}
	defer resume.leave()
	if resume != nil && resume.complete != nil {
		report, err := resume.replace(s.Stdout)
		if err != nil {
			return err
		}
		return errors.Join(c.report(s, report, told), resume.remove())
	}
	rejects, err := c.openRejects(s, resume)
	if err != nil {
		return err
	}
	defer rejects.Discard()
	out, err := c.create(s, options, resume)
	if err != nil {
		return err
	}
	defer out.discard()
	out.rejects = rejects
	if err := resume.goOn(out.writer, rejects, options); err != nil {
		return err
	}
	shown := &rejectList{s: s, file: rejects, strict: c.Strict, n: options.From.Report.Rejected}
	options.Reject = shown.add
	progress := inputProgress(s, inputs, "annotate")
	defer progress.Stop()
	options.Progress = showProgress(progress, inputs, "annotate")
	report, err := annotate.Run(inputs, ranges, *options, out.writer)
	progress.Stop()
	if err == nil && report.Positions+report.Unsampled == 0 && shards == 1 {
		err = fmt.Errorf("%s: expected positions, found none%s", inputs[0].Name, shown.first)
	}
	if err = out.finish(report, err); err != nil {
		if report.Rows > 0 && c.Out == "" {
			return fmt.Errorf("%w (after %d rows)", err, report.Rows)
		}
		return fmt.Errorf("%w%s", err, resume.hint())
	}
	return c.report(s, report, told)
}

// report writes what was done, to a file, too, unless that is nil.
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

// listColumns writes what annotate knows.
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
	for _, f := range records.Formats() {
		fmt.Fprintf(w, "  %-28s %s\n", f[0], f[1])
	}
	_, err := fmt.Fprintf(w, "formats of the output\n")
	for _, f := range task.Outputs {
		_, err = fmt.Fprintf(w, "  %-28s %s\n", f[0], f[1])
	}
	return err
}
