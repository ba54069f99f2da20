package cli

import (
	"fmt"

	"github.com/alecthomas/kong"
)

// exampler is a command whose help has examples, which are command lines for a shell.
type exampler interface{ Examples() []string }

// Examples returns the examples of a command's help.
func Examples(node *kong.Node) []string {
	if e, ok := node.Target.Addr().Interface().(exampler); ok {
		return e.Examples()
	}
	return nil
}

// helpWithExamples writes the help of a command and its examples.
func helpWithExamples(o kong.HelpOptions, ctx *kong.Context) error {
	if err := kong.DefaultHelpPrinter(o, ctx); err != nil {
		return err
	}
	node := ctx.Selected()
	if node == nil {
		return nil
	}
	for i, e := range Examples(node) {
		if i == 0 {
			fmt.Fprintln(ctx.Stdout, "\nExamples")
		}
		fmt.Fprintln(ctx.Stdout, "  "+e)
	}
	return nil
}
