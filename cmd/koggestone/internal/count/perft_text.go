package count

import (
	"fmt"
	"io"
	"time"

	"github.com/koggestone/koggestone/perft"
)

// write writes the moves and the stats, if there are any, and the number of nodes.
func (r *perftJSON) write(w io.Writer, taken time.Duration) {
	if r.Stats == nil {
		for _, m := range r.Moves {
			fmt.Fprintf(w, "%s: %v\n", m.Move, m.Nodes)
		}
	} else {
		wide := max(len("nodes"), len(r.Nodes.String())) // the last row has the largest numbers
		fmt.Fprintf(w, "%-5s %*s", "move", wide, "nodes")
		for k, kind := range moveKinds {
			fmt.Fprintf(w, " %*s", r.Stats.width(k), kind.column)
		}
		fmt.Fprintln(w)
		for _, m := range append(r.Moves, perftMoveJSON{"all", r.Nodes, r.Stats}) {
			fmt.Fprintf(w, "%-5s %*v", m.Move, wide, m.Nodes)
			for k, n := range m.Stats {
				fmt.Fprintf(w, " %*d", r.Stats.width(k), n)
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
	speed := ""
	if taken >= 10*time.Millisecond { // otherwise starting takes as long as counting
		speed = ", " + rate(r.Nodes, taken)
	}
	fmt.Fprintf(w, "depth %d, mode %s%s, workers %d: %.3f s%s\nnodes %v\n", r.Depth, r.Mode, merged, r.Workers, r.Seconds, speed, r.Nodes)
}

// width returns the width of the column of moveKinds[k].
func (n *moveCounts) width(k int) int { return max(len(moveKinds[k].column), len(fmt.Sprint(n[k]))) }

// rate returns the number of nodes a second as text.
func rate(n perft.Uint128, d time.Duration) string {
	return fmt.Sprintf("%.1f million nodes/s", n.Float64()/max(d.Seconds(), 1e-9)/1e6)
}
