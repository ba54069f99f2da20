// Package attacks implements the commands attacks and pairs.
package attacks

// Commands are the commands of this package.
type Commands struct {
	Attacks attacksCmd `cmd:"" help:"Show what the sliders of each colour attack, or other sets."`
	Pairs   pairsCmd   `cmd:"" help:"List threat pairs: which pieces attack or defend which."`
}

// Vars returns the variables of the help texts.
func (*Commands) Vars() map[string]string {
	return map[string]string{"colour_sets": setNames(false), "us_sets": setNames(true), "set_groups": "threats, all", "feature_sets": featureSetNames()}
}
