// Package data implements the commands that read files of positions: annotate and loader-bench.
package data

import "github.com/koggestone/koggestone/data/annotate"

// Commands are the commands of this package.
type Commands struct {
	Annotate annotateCmd `cmd:"" help:"Compute facts about the positions in files, and write them as columns of CSV, NDJSON, Parquet, Arrow or numpy, or as training data."`

	LoaderBench loaderBenchCmd `cmd:"" help:"Measure how fast training data is read and made into batches of network inputs, and show what it contains."`
}

// Vars returns the variables of the help texts.
func (*Commands) Vars() map[string]string {
	return annotate.HelpVars(annotate.FormatNames(true))
}
