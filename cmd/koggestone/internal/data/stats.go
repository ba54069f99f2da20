package data

import (
	"encoding/json"
	"fmt"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/data/annotate"
	"github.com/koggestone/koggestone/data/annotate/task"
	"github.com/koggestone/koggestone/data/records"
	"github.com/koggestone/koggestone/data/stats"
)

type statsCmd struct {
	Files []string `arg:"" name:"file" help:"Files of positions, or - for standard input. Files that end in .gz, .zst or .bz2 are decompressed. docs/annotate.md lists the formats."`

	From      string `placeholder:"FORMAT" help:"The input format, as for annotate. Default: detected from the extension and the content."`
	FENColumn string `name:"fen-column" placeholder:"NAME" help:"The field of CSV, NDJSON or Parquet that contains the FEN. Default: fen, in upper or lower case."`

	JSON   bool       `name:"json" help:"Write one JSON object instead of text."`
	HTML   string     `name:"html" placeholder:"OUT" help:"Also write a page with plots. With -, write only the page, to standard output."`
	Memory string     `default:"192MiB" placeholder:"SIZE" help:"Memory for finding duplicates. Positions that do not fit are counted but not remembered. Default: ${default}."`
	Sample task.Share `placeholder:"SHARE" help:"Use only this share of the records, above 0 and at most 1. The same --seed selects the same records."`
	Seed   uint64     `placeholder:"S" help:"The seed of --sample."`

	Workers cli.Workers `placeholder:"W" help:"Number of threads. Default: one for each CPU."`
}

func (*statsCmd) Examples() []string {
	return []string{
		"koggestone stats games.pgn",
		"koggestone stats positions.fen --html stats.html",
	}
}

// blockSize is the number of bytes that a worker parses at once: about 4000 lines.
const blockSize = 1 << 18

// Run computes and writes the statistics.
func (c *statsCmd) Run(s *cli.Streams) error {
	memory, err := cli.ParseSize(c.Memory)
	if err != nil {
		return fmt.Errorf("--memory: %w", err)
	}
	inputs, err := openInputs(s, c.Files, records.InputOptions{Format: c.From, FENColumn: c.FENColumn})
	if err != nil {
		return err
	}
	fields := inputs[0].Format.Fields()
	tally, schema := stats.New(fields)
	var names []string
	for _, in := range inputs {
		in.Carry(schema.Carried)
		names = append(names, in.Name)
	}
	ranges, err := records.Plan(inputs, 0, 1)
	if err != nil {
		return err
	}
	bar := inputProgress(s, inputs, "stats")
	defer bar.Stop()
	first := ""
	defer boundGarbage(memory)()
	unique := annotate.NewUnique(memory)
	unique.Count = true
	report, err := annotate.Run(inputs, ranges, annotate.Options{
		Schema: schema, Workers: c.Workers.Number(), BlockSize: blockSize,
		Request: records.Request{Share: c.Sample.Fraction(), Seed: c.Seed}, Unique: unique,
		Reject: func(r annotate.Rejected) {
			if first == "" {
				first = "; " + r.Error()
			}
		},
		Progress: showProgress(bar, inputs, "stats"),
	}, tally)
	bar.Stop()
	if err == nil && report.Positions == 0 {
		err = fmt.Errorf("%s: expected positions, found none%s", inputs[0].Name, first)
	}
	if err != nil {
		return err
	}
	found := tally.Stats(names, report)
	if c.HTML != "" {
		if err := s.WriteFile("--html", c.HTML, found.WriteHTML); err != nil || c.HTML == "-" {
			return err
		}
	}
	if c.JSON {
		return json.NewEncoder(s.Out).Encode(found)
	}
	return found.WriteText(s.Out)
}
