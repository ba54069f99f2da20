package count

import (
	"fmt"
	"io"
	"time"

	"github.com/koggestone/koggestone/perft"
)

// write writes the moves and the stats, if there are any, and the number of nodes.
func (r *perftJSON) write(w io.Writer, rate string) {
	if r.Stats == nil {
		for _, m := range r.Moves {
			fmt.Fprintf(w, "%s: %v\n", m.Move, m.Nodes)
		}
	} else {
		fmt.Fprintf(w, "%-5s %13s", "move", "nodes")
		for _, kind := range moveKinds {
			fmt.Fprintf(w, " %12s", kind.column)
		}
		fmt.Fprintln(w)
		for _, m := range append(r.Moves, perftMoveJSON{"all", r.Nodes, r.Stats}) {
			fmt.Fprintf(w, "%-5s %13v", m.Move, m.Nodes)
			for _, n := range m.Stats {
				fmt.Fprintf(w, " %12d", n)
			}
			fmt.Fprintln(w)
		}
	}
	if r.Unique != nil {
		fmt.Fprintf(w, "%-5s %13s\n", "ply", "unique")
		for ply, n := range r.Unique {
			fmt.Fprintf(w, "%-5d %13d\n", ply, n)
		}
	}
	if r.Moves != nil || r.Stats != nil || r.Unique != nil {
		fmt.Fprintln(w)
	}
	merged := ""
	if r.Merge {
		merged = ", merged"
	}
	fmt.Fprintf(w, "depth %d, mode %s%s, workers %d: %.3f s, %s\nnodes %v\n", r.Depth, r.Mode, merged, r.Workers, r.Seconds, rate, r.Nodes)
}

// rate returns the number of nodes a second as text.
func rate(n perft.Nodes, d time.Duration) string {
	return fmt.Sprintf("%.1f million nodes/s", n.Float64()/max(d.Seconds(), 1e-9)/1e6)
}
