package main

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/koggestone/koggestone/annotate"
	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/annotate/internal/registry"
	"github.com/koggestone/koggestone/data/columns"
	"github.com/koggestone/koggestone/internal/cli"
)

type annotateCmd struct {
	Files []string `arg:"" optional:"" name:"file" help:"Files of positions, or - for standard input. Files may be compressed with gzip, zstd or bzip2. docs/formats.md lists the formats."`

	List bool `alone:"" help:"List the columns, by group, and the formats."`

	annotate.Flags `embed:""`

	Unique       bool   `group:"Columns and rows:" help:"Skip positions that occurred before, with the same board, side to move, castling rights and en passant target."`
	UniqueMemory string `group:"Columns and rows:" default:"192MiB" needs:"unique" placeholder:"SIZE" help:"Memory for --unique. Positions that do not fit are not remembered; the report counts them. Default: ${default}."`

	Shard   string      `group:"Input:" placeholder:"I/N" help:"Process only share I of N of the input, from 0. Shares have about the same number of bytes. Their results in order are the result of one run."`
	Out     string      `group:"Output:" placeholder:"FILE" help:"The output file, which appears when it is complete. Default: - for standard output."`
	Rejects string      `group:"Output:" placeholder:"FILE" help:"Write rejected records to FILE: input, line or byte, reason and record, separated by tabs."`
	Report  string      `group:"Output:" placeholder:"FILE" help:"Write the final report to FILE, as JSON."`
	Stats   bool        `group:"Output:" help:"Also report how much of games is not read, by kind, such as signs, variations and clocks. docs/pgn.md lists the kinds."`
	Workers cli.Workers `placeholder:"W" help:"Number of threads. Default: one for each CPU."`
}

func (*annotateCmd) Examples() []string {
	return []string{
		"koggestone annotate --list",
		"koggestone annotate games.pgn --columns king,phase --out king.parquet",
		"koggestone annotate positions.fen --where 'not in_check and captures == 0'",
	}
}

// WritesRows reports whether the rows go to standard output.
func (c *annotateCmd) WritesRows() bool { return (c.Out == "" || c.Out == "-") && !c.List }

// Run lists the columns or annotates the inputs.
func (c *annotateCmd) Run(s *cli.Streams) error {
	if c.List {
		return listColumns(s)
	}
	return annotate.FlagError(c.annotate(s))
}

// annotate opens the inputs, annotates them and closes the outputs.
func (c *annotateCmd) annotate(s *cli.Streams) error {
	index, shards, err := parseShard(c.Shard)
	if err != nil {
		return err
	}
	inputs, err := openInputs(s, c.Files, records.InputOptions{Format: c.From, FENColumn: c.FENColumn, EvalUnit: c.EvalUnit})
	if last := len(c.Files) - 1; err != nil {
		if last > 0 && c.Out == "" && strings.HasPrefix(err.Error(), c.Files[last]+":") {
			err = fmt.Errorf("%w; did you mean --out %s?", err, c.Files[last])
		}
		return err
	}
	ranges, err := records.Plan(inputs, index, shards)
	if err != nil {
		return err
	}
	if c.Out == "-" {
		c.Out = ""
	}
	task, err := c.Task(c.Out)
	if err != nil {
		return err
	}
	task.Workers = c.Workers.Number()
	options, err := task.Options(inputs)
	if err != nil {
		return err
	}
	var remembered int64
	if c.Unique {
		if remembered, err = cli.ParseSize(c.UniqueMemory); err != nil {
			return fmt.Errorf("--unique-memory: %w", err)
		}
		options.Unique = annotate.NewUnique(remembered)
	}
	defer boundGarbage(remembered)()

	// Before the first temporary file, so that no interrupt that removes one goes without a message.
	defer s.IfInterrupted(cmp.Or(c.Out, "the rest") + " was not written")()
	out, err := c.createOutputs(s, task, inputs, options)
	if err != nil {
		return err
	}
	defer out.discard()

	for _, note := range options.Notes {
		cli.WriteMessage(s.Err, "note: %s", annotate.FlagMessage(note))
	}
	options.Reject, options.Note = out.rejects.add, out.rejects.note
	progress := s.NewProgress("annotate")
	show := showProgress(progress, inputs)
	options.Progress = func(r annotate.Report) error {
		if r.Rows > 0 {
			out.rejects.show()
		}
		return show(r)
	}
	report, err := annotate.Run(inputs, ranges, *options, out.writer)
	progress.Stop()
	switch {
	case err != nil:
		out.rejects.show()
	case report.Positions+report.Unsampled == 0 && shards == 1:
		err = out.rejects.noPositions(inputs[0])
	case report.Rows == 0 && report.Rejected > 0 && report.Filtered+report.Duplicates+report.Unsampled == 0:
		err = fmt.Errorf("%s: expected rows for the output, found none: all records are rejected; %s", inputs[0].Name, out.rejects.first)
	default:
		out.rejects.show()
	}
	if err != nil {
		if c.Out == "" && report.Rows > 0 {
			err = fmt.Errorf("%w (after %d rows)", err, report.Rows)
		}
		out.rejects.commit()
		return err
	}
	return out.commit(report, c.Stats)
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

// listColumns writes the columns and the formats.
func listColumns(s *cli.Streams) error {
	name := func(name, doc string) { s.WriteText(fmt.Sprintf("  %-28s ", name), doc) }
	group := ""
	for _, c := range columns.All() {
		if c.Group != group {
			group = c.Group
			fmt.Fprintf(s.Out, "%s\n", group)
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
		name(c.Name, c.Doc+" ("+what+")")
	}
	fmt.Fprintln(s.Out, "formats of the input")
	for _, f := range registry.InputFormats() {
		name(f.Name, annotate.FlagMessage(f.Doc))
	}
	fmt.Fprintln(s.Out, "formats of the output")
	for _, f := range registry.OutputFormats() {
		name(f.Name, f.Doc)
	}
	return nil
}

// A namedFile is an output and the flag that names it.
type namedFile struct{ flag, path string }

// namedFiles returns the output files of the command line.
func (c *annotateCmd) namedFiles() (files []namedFile, err error) {
	for _, f := range []namedFile{{"--out", c.Out}, {"--rejects", c.Rejects}, {"--report", c.Report}} {
		switch {
		case f.path == "-":
			return nil, errors.New(f.flag + ": expected a file, found -")
		case f.path != "":
			files = append(files, f)
		}
	}
	return files, nil
}
