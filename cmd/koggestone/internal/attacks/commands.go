// Package attacks is the commands attacks and pairs.
package attacks

// Commands are the commands of this package.
type Commands struct {
	Attacks attacksCmd `cmd:"" help:"Show the squares that the sliders of each colour attack, or with --show all that the pieces see."`
	Pairs   pairsCmd   `cmd:"" help:"List threat pairs: the pieces that attack or defend others, and what a move changes."`
}

// Vars returns the variables of the help texts.
func (*Commands) Vars() map[string]string {
	return map[string]string{"colour_sets": setNames(false), "us_sets": setNames(true)}
}
