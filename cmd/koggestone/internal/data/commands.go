// Package data implements the command annotate, which reads files of positions.
package data

import "github.com/koggestone/koggestone/data/annotate"

// Commands are the commands of this package.
type Commands struct {
	Annotate annotateCmd `cmd:"" help:"Compute facts about positions in files, as columns."`
}

// Vars returns the variables of the help texts.
func (*Commands) Vars() map[string]string {
	return annotate.HelpVars()
}
