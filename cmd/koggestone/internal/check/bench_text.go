package check

import (
	"fmt"
	"io"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/selfcheck"
)

// write writes the results as tables, one for each package.
func (r *benchJSON) write(w io.Writer) {
	fmt.Fprintf(w, "%s, %s, path %s\n", r.CPU, r.Go, r.Implementation)
	if len(r.Functions) > 0 {
		fmt.Fprintf(w, "ns for each position, medians of %d interleaved rounds, positions from games, batches of %d, single calls over %d\n", r.Rounds, r.N, selfcheck.LoopSize)
	}
	for rest := r.Functions; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].Package == rest[0].Package {
			n++
		}
		writePackage(w, rest[:n])
		rest = rest[n:]
	}
	if len(r.Perft) > 0 {
		writeTrees(w, r.Perft)
	}
	if len(r.Generalised) == 0 {
		return
	}
	fmt.Fprintf(w, "\nThe eight named functions (constant shifts, inlined) and the general ones (a rotation by a variable\namount), ns for one position and all eight directions\n\n")
	fmt.Fprintf(w, nameColumn+" %9s %12s %7s\n", "function", "named", "generalised", "ratio")
	for _, g := range r.Generalised {
		fmt.Fprintf(w, nameColumn+" %9.2f %12.2f %6.2fx\n", g.Function, g.Named, g.Generalised, g.Ratio)
	}
}

// nameColumn is the format of the first column.
const nameColumn = "%-25s"

// writePackage writes the table of the functions of one package. If bandwidths were
// measured, the table contains them and the length of the call.
func writePackage(w io.Writer, functions []functionJSON) {
	wide := functions[0].Paths[0].Bandwidth > 0
	fmt.Fprintf(w, "\n%s", functions[0].Package)
	if wide {
		fmt.Fprint(w, ": ns for each word; GB/s read and written, compared with a copy")
	}
	if functions[0].Package == "movegen" {
		fmt.Fprintf(w, ": also single calls over %d positions, with the side to move of the games", selfcheck.BatchSize)
	}
	fmt.Fprintf(w, "\n"+nameColumn, "function")
	if wide {
		fmt.Fprintf(w, " %8s", "n")
	}
	longest := functions[0].Paths // some functions have only one
	for _, f := range functions {
		if len(f.Paths) > len(longest) {
			longest = f.Paths
		}
	}
	for i, p := range longest {
		fmt.Fprintf(w, " %9s", p.Path)
		if i > 0 {
			fmt.Fprintf(w, " %7s", "ratio")
		}
		if wide {
			fmt.Fprintf(w, " %6s", "GB/s")
		}
	}
	fmt.Fprintln(w)
	for _, f := range functions {
		fmt.Fprintf(w, nameColumn, f.Function)
		if wide {
			fmt.Fprintf(w, " %8d", f.N)
		}
		for i, p := range f.Paths {
			fmt.Fprintf(w, " %9.2f", p.NS)
			if i > 0 {
				fmt.Fprintf(w, " %6.2fx", p.Ratio)
			}
			if wide {
				fmt.Fprintf(w, " %6.1f", p.Bandwidth)
			}
		}
		fmt.Fprintln(w)
	}
}

// writeTrees writes the results as a table.
func writeTrees(w io.Writer, rows []treeJSON) {
	fmt.Fprintf(w, "\nperft: million nodes/s of one thread, medians of %d rounds; mode bulk is the same on all paths\n", selfcheck.TreeRounds)
	fmt.Fprintf(w, nameColumn, "tree, mode")
	for i, p := range rows[len(rows)-1].Paths { // the last row has all paths if any row does
		fmt.Fprintf(w, " %9s", p.Path)
		if i > 0 {
			fmt.Fprintf(w, " %7s", "ratio")
		}
	}
	fmt.Fprintln(w)
	for _, r := range rows {
		fmt.Fprintf(w, nameColumn, fmt.Sprintf("%s, %d, %s", r.Position, r.Depth, r.Function[len("Count "):]))
		for i, p := range r.Paths {
			fmt.Fprintf(w, " %9.1f", p.Rate)
			if i > 0 {
				fmt.Fprintf(w, " %6.2fx", p.Ratio)
			}
		}
		fmt.Fprintln(w)
	}
}
