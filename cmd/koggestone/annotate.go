package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/koggestone/koggestone/internal/annotate"
	"github.com/koggestone/koggestone/internal/columns"
	"github.com/koggestone/koggestone/internal/outfile"
	"github.com/koggestone/koggestone/internal/records"
)

type annotateCmd struct {
	Files []string `arg:"" optional:"" name:"file" help:"Files of positions, - for standard input; .gz, .zst and .bz2 are decompressed. docs/annotate.md lists the formats."`

	Columns string `default:"legal_moves,captures,in_check,checkmate,stalemate" help:"Columns and groups of columns, separated by commas, - for none. Default: ${default}."`
	List    bool   `help:"List the columns by group and the formats, and end."`

	From      string `placeholder:"FORMAT" help:"The format of the input: fen, scored, csv, ndjson, parquet, pgn, binpack, viri, marlin, bullet or bin. Default: by extension and content, the last four never."`
	FENColumn string `name:"fen-column" placeholder:"NAME" help:"The field of CSV, NDJSON or Parquet that holds the FEN. Default: fen, in any case."`
	Carry     string `placeholder:"NAMES" help:"The fields of the input that are carried through, separated by commas, - for none. Default: all."`

	Out         string `placeholder:"FILE" help:"Write here, put in its place when complete; for npy a folder. Default: standard output."`
	Format      string `placeholder:"FORMAT" help:"The format of the output: csv, ndjson, fen, parquet, arrow, arrows (a stream), npy, viri, marlin or bullet. Default: by the extension of --out, or csv."`
	Compression string `default:"zstd" enum:"zstd,snappy,none" help:"How Parquet is compressed: zstd, snappy or none. Default: ${default}."`
	Canonical   bool   `help:"Write each FEN as this program does, with six fields, and not as it was read."`
	NoFEN       bool   `name:"no-fen" help:"Write no FEN."`

	Where        string  `placeholder:"EXPR" help:"Write only positions for which an expression over columns and carried fields is true: 'not in_check and captures == 0 and abs(score) < 1500'. The language is that of expr-lang.org; popcount(set) counts squares."`
	Every        int     `placeholder:"N" help:"Of games take only every n-th position, from the first on. Default: all."`
	Sample       float64 `placeholder:"SHARE" help:"Take only this share of the records, 0 to 1, the same ones for the same --seed."`
	Seed         uint64  `help:"Which records --sample takes."`
	Unique       bool    `help:"Leave out positions that came before: board, side to move, castling rights, en-passant target."`
	UniqueMemory string  `default:"192MiB" help:"Memory for --unique; positions beyond it are not remembered, and counted. Default: ${default}."`

	Shard   string  `placeholder:"I/N" help:"Do the I-th of N shares of the input, from 0 on, about as many bytes each: their results in order are those of one run."`
	Strict  bool    `help:"Stop at the first record that holds no position, with exit 2. Without it such records are counted, and the first 20 are reported."`
	Rejects string  `placeholder:"FILE" help:"Write the records that hold no position here: input, line (or byte), reason and record, separated by tabs."`
	Report  string  `placeholder:"FILE" help:"Write the closing report here, as JSON."`
	Resume  bool    `help:"Note beside --out how far the run has come, and go on from there if an earlier run with the same options noted it and did not end. The output is that of one run."`
	Workers workers `placeholder:"W" help:"How many threads parse, compute and encode. Default: one for each CPU."`
}

// outputs are the formats of the output by their names, and what each is.
var outputs = [][2]string{
	{"csv", "comma-separated values with a line of names"},
	{"ndjson", "a JSON object a line"},
	{"fen", "lines of FEN"},
	{"parquet", "Apache Parquet"},
	{"arrow", "a file of Apache Arrow, also known as Feather"},
	{"arrows", "a stream of Apache Arrow"},
	{"npy", "a folder of arrays of numpy"},
	{"viri", "viriformat: games with scores, of rows with ply, move and result"},
	{"marlin", "marlinformat: boards with scores, of rows with a result"},
	{"bullet", "bulletformat: boards turned to the side to move, of rows with a result"},
}

// formatsOut are the names of the formats of outputs.
var formatsOut = func() (names []string) {
	for _, f := range outputs {
		names = append(names, f[0])
	}
	return names
}()

// Run annotates and reports.
func (c *annotateCmd) Run(s *streams) error {
	if c.List {
		return listColumns(s.out)
	}
	inputs, err := openInputs(s, c.Files, records.InputOptions{Format: c.From, FENColumn: c.FENColumn})
	if err != nil {
		return err
	}
	options, err := c.options(inputs)
	if err != nil {
		return err
	}
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
		if told, err = outfile.Create(c.Report, s.stdout); err != nil {
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
		report, err := resume.replace(s.stdout)
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
	shown.clear = func() { progress.Clear() }
	options.Progress = tellProgress(progress, inputs, "annotate")
	report, err := annotate.Run(inputs, ranges, *options, out.writer)
	progress.Clear()
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

// options returns what is to be done with the inputs.
func (c *annotateCmd) options(inputs []*records.Input) (o *annotate.Options, err error) {
	schema := &records.Schema{FEN: !c.NoFEN}
	if c.format() == "npy" && !strings.Contains(c.Where, "fen") { // which has no place for it
		schema.FEN = false
	}
	if c.Columns != "-" {
		if schema.Columns, err = columns.Parse(c.Columns); err != nil {
			return nil, fmt.Errorf("--columns: %w; --list shows all", err)
		}
	}
	fields := inputs[0].Format.Fields()
	if err := c.carry(schema, fields); err != nil {
		return nil, err
	}
	for _, in := range inputs {
		in.Carry(schema.Carried)
	}
	o = &annotate.Options{
		Schema: schema, Fields: len(fields), Strict: c.Strict, Workers: c.Workers.number(),
		Request: records.Request{FEN: schema.FEN, Canonical: c.Canonical, Seed: c.Seed, Every: c.Every},
	}
	switch {
	case c.Every < 0:
		return nil, fmt.Errorf("--every: expected a number above 0, found %d", c.Every)
	case c.Every > 1 && inputs[0].Format.Name() != "pgn" && inputs[0].Format.Name() != "viri":
		return nil, fmt.Errorf("--every: expected games, found %s in the format %s", inputs[0].Name, inputs[0].Format.Name())
	}
	if o.Request.Share, err = sampleShare(c.Sample); err != nil {
		return nil, err
	}
	if c.Where != "" {
		schema.Unwritten = annotate.ColumnsNamed(c.Where, schema.Columns)
		if o.Filter, err = annotate.NewFilter(c.Where, schema); err != nil {
			return nil, fmt.Errorf("--where: %w", err)
		}
	}
	if c.Unique {
		memory, err := parseSize(c.UniqueMemory)
		if err != nil {
			return nil, fmt.Errorf("--unique-memory: %w", err)
		}
		o.Unique = annotate.NewUnique(memory)
	}
	o.BlockSize = blockSize
	if format := c.format(); format == "parquet" || format == "arrow" || format == "arrows" {
		o.BlockSize = rowGroupBytes(schema)
		switch inputs[0].Format.Name() {
		case "pgn", "viri": // a move is a row, in a tenth of the bytes of a FEN
			o.BlockSize = max(blockSize, o.BlockSize/10)
		case "marlin", "bullet", "bin", "binpack":
			o.BlockSize = max(blockSize, o.BlockSize/2)
		}
	}
	return o, nil
}

// rowGroupBytes returns how many bytes of records become a row group: some 60,000 rows,
// or fewer if they are wide.
func rowGroupBytes(s *records.Schema) int {
	width := 100
	for _, c := range slices.Concat(s.Columns, s.Unwritten) {
		width += c.Size()
	}
	return max(blockSize, min(4<<20, 1<<30/width))
}

// carry sets the fields of the inputs that are carried through.
func (c *annotateCmd) carry(s *records.Schema, fields []records.Field) error {
	wanted := func(records.Field) bool { return true }
	if c.Carry != "" {
		names := strings.Split(c.Carry, ",")
		for _, name := range names {
			if name != "-" && !slices.ContainsFunc(fields, func(f records.Field) bool { return f.Name == name }) {
				return fmt.Errorf("--carry: expected names of fields of the input, found %q", name)
			}
		}
		wanted = func(f records.Field) bool { return slices.Contains(names, f.Name) }
	}
	seen := map[string]bool{"fen": s.FEN}
	for _, column := range s.Columns {
		seen[column.Name] = true
	}
	for k, f := range fields {
		if !wanted(f) {
			continue
		}
		if seen[f.Name] {
			return fmt.Errorf("field %q of the input has the name of another field or of a column: choose the fields by --carry", f.Name)
		}
		seen[f.Name] = true
		s.Fields = append(s.Fields, f)
		s.Carried = append(s.Carried, k)
	}
	return nil
}

// format returns the format of the output.
func (c *annotateCmd) format() string {
	if c.Format != "" {
		return c.Format
	}
	switch ext := strings.TrimPrefix(strings.ToLower(filepath.Ext(c.Out)), "."); ext {
	case "jsonl":
		return "ndjson"
	case "epd", "txt":
		return "fen"
	case "feather":
		return "arrow"
	default:
		if slices.Contains(formatsOut, ext) {
			return ext
		}
	}
	return "csv"
}

// report writes what was done, to a file, too, unless that is nil.
func (c *annotateCmd) report(s *streams, r annotate.Report, file *outfile.File) error {
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
	tell(s.err, "%s", text)
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
	for _, f := range outputs {
		_, err = fmt.Fprintf(w, "  %-28s %s\n", f[0], f[1])
	}
	return err
}
