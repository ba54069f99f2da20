// Package data is the commands that read files of positions: annotate and stats.
package data

import (
	"strings"

	"github.com/koggestone/koggestone/data/annotate/task"
)

// Commands are the commands of this package.
type Commands struct {
	Annotate annotateCmd `cmd:"" help:"Write facts about every position of files as columns of CSV, NDJSON, Parquet, Arrow or numpy, or as data for training."`
	Stats    statsCmd    `cmd:"" help:"Count what the positions of files are like: legal moves, checks, material, duplicates; as text, JSON or a page with plots."`
}

// Vars returns the variables of the help texts.
func (*Commands) Vars() map[string]string {
	return map[string]string{"formats": strings.Join(task.FormatsOut, ", ")}
}
