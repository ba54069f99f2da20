// Package data implements the command annotate, which reads files of positions.
package data

import "github.com/koggestone/koggestone/data/annotate"

// Commands are the commands of this package.
type Commands struct {
	Annotate annotateCmd `cmd:"" help:"Compute facts about the positions in files, and write them as columns of CSV, NDJSON, Parquet, Arrow or numpy, or as training data."`
}

// Vars returns the variables of the help texts.
func (*Commands) Vars() map[string]string {
	return annotate.HelpVars(annotate.FormatNames(true))
}
