package tree

import (
	"context"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"time"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/perft"
)

// A Cost is the estimate for a tree that is cut at one ply.
type Cost struct {
	Ply          int
	Unique       float64 // positions of the ply
	Play, Merge  float64 // seconds of one core, of all plies
	Count        float64 // seconds of one core, below the ply
	Shuffle      float64 // bytes of the largest shuffle, which is the last
	WorkerMemory float64 // bytes, for each block that is worked on at the same time
}

// Seconds returns the seconds of one core.
func (c *Cost) Seconds() float64 { return c.Play + c.Merge + c.Count }

// startUnique holds the number of different positions after n plies from the start
// position, OEIS A083276.
var startUnique = []float64{1, 20, 400, 5362, 72078, 822518, 9417681, 96400068, 988187354, 9183421888, 85375278064, 726155461002}

// A speed holds the measured times of one core.
type speed struct {
	unique, moves      []float64 // by ply: positions, and moves of each to the next ply
	play, merge, bytes float64   // for each child: seconds, seconds, bytes
	at                 int       // the ply with whose positions counts were measured
	counts             []float64 // by depth: seconds below a position
}

// costPositions is how many positions of a ply are enough to measure with.
const costPositions = 100_000

// Costs returns estimates for t cut at ply 1 to most. It measures the steps without Beam
// on one core, which takes a few seconds, down to the first ply with a hundred thousand
// positions. For deeper plies it uses the known numbers of positions, or extrapolates
// them. The estimates are within about ten percent while the cut is near that ply, and
// less accurate with each further ply.
func (t *Tree) Costs(ctx context.Context, most int) ([]Cost, error) {
	v, err := t.measure(ctx)
	if err != nil {
		return nil, err
	}
	v.extrapolate(t.Depth, t.FEN == movegen.Start().FEN())
	var costs []Cost
	c := Cost{}
	for ply := 1; ply <= min(most, t.Depth); ply++ {
		children := v.unique[ply-1] * v.moves[ply-1]
		c.Ply, c.Unique = ply, v.unique[ply]
		c.Play += children * v.play
		c.Merge += children * v.merge
		c.Count = v.unique[ply] * v.below(ply, t.Depth-ply)
		c.Shuffle = children * v.bytes
		const weighted = 56
		// The lists of a shard, decoded, and as they are merged; the children of a block.
		c.WorkerMemory = weighted * (3*children/float64(t.Shards) + 3*float64(t.BlockLen)*v.moves[ply])
		costs = append(costs, c)
	}
	return costs, nil
}

// measure measures the speed of one core on the sample.
func (t *Tree) measure(ctx context.Context) (v *speed, err error) {
	one := t.options()
	one.Workers = 1
	whole := *t
	whole.Divide = false
	positions := whole.roots()[0].Positions
	v = &speed{unique: []float64{1}}
	for ply := 0; ply < t.Depth && len(positions) > 0 && len(positions) < costPositions; ply++ {
		byShard := make([][]perft.Weighted, t.Shards)
		for i := range positions {
			at := &byShard[shardOf(&positions[i].Board, t.Shards)]
			*at = append(*at, positions[i])
		}
		runtime.GC()
		start := cpuTime()
		var blocks [][]byte
		children, size := 0, 0
		for _, shard := range byShard {
			for block := range slices.Chunk(shard, t.BlockLen) {
				for _, list := range newPlayer(t.Shards).play(block) {
					if list, err = perft.Expand(ctx, list, 0, one); err != nil {
						return nil, err
					}
					blocks = append(blocks, encodeBlock(Block{Positions: list}))
					children, size = children+len(list), size+len(blocks[len(blocks)-1])
				}
			}
		}
		v.play = (cpuTime() - start).Seconds() / float64(children)
		v.bytes = float64(size) / float64(children)
		v.moves = append(v.moves, float64(children)/float64(len(positions)))
		start = cpuTime()
		var lists [][]perft.Weighted
		for _, data := range blocks {
			b, err := decodeBlock(data)
			if err != nil {
				return nil, err
			}
			lists = append(lists, b.Positions)
		}
		if positions, err = merged(lists); err != nil {
			return nil, err
		}
		v.merge = (cpuTime() - start).Seconds() / float64(children)
		v.unique = append(v.unique, float64(len(positions)))
	}
	v.at = len(v.moves)
	var sample []perft.Weighted
	for i := 0; i < len(positions); i += 1 + len(positions)/4096 {
		sample = append(sample, positions[i])
		sample[len(sample)-1].Ways = perft.Nodes{Lo: 1}
	}
	for depth := 0; depth <= t.Depth && len(sample) > 0; depth++ {
		least, all := math.Inf(1), 0.0
		for tries := 0; tries < 20 && all < 0.5; tries++ {
			start := cpuTime()
			if _, err := perft.CountWeighted(ctx, sample, depth, one); err != nil {
				return nil, err
			}
			took := (cpuTime() - start).Seconds()
			least, all = min(least, took), all+took
		}
		v.counts = append(v.counts, least/float64(len(sample)))
		if least > 0.5 {
			break
		}
	}
	return v, nil
}

// extrapolate appends estimates for the plies down to depth that are not measured.
func (v *speed) extrapolate(depth int, fromStart bool) {
	if fromStart {
		v.unique = append(v.unique, startUnique[min(len(v.unique), len(startUnique)):]...)
	}
	ratios := []float64{}
	for i := 1; i < len(v.unique); i++ {
		ratios = append(ratios, v.unique[i]/v.unique[i-1])
	}
	for len(v.unique) <= depth {
		ratios = append(ratios, next(ratios))
		v.unique = append(v.unique, v.unique[len(v.unique)-1]*ratios[len(ratios)-1])
	}
	for len(v.moves) <= depth+v.at {
		v.moves = append(v.moves, next(v.moves))
	}
}

// next returns the next growth factor. The same side moves every second ply; the ratio
// of its last two factors is expected to be halved, as a power, in the next one.
func next(values []float64) float64 {
	n := len(values)
	switch {
	case n == 0:
		return 1
	case n < 4:
		return values[max(n-2, 0)]
	}
	return values[n-2] * math.Sqrt(values[n-2]/values[n-4])
}

// below returns the seconds to count depth plies below a position of a ply: the time
// below the positions of the sample, scaled by the number of moves.
func (v *speed) below(ply, depth int) float64 {
	d := min(depth, len(v.counts)-1)
	if d < 0 {
		return 0
	}
	seconds := v.counts[d]
	for i := range depth {
		if i >= d {
			seconds *= v.moves[v.at+i]
		}
		seconds *= v.moves[ply+i] / v.moves[v.at+i]
	}
	return seconds
}

// WriteCosts writes a table.
func WriteCosts(w io.Writer, costs []Cost, cores int) {
	fmt.Fprintf(w, "%3s %15s %12s %12s %12s %12s %12s %14s\n", "ply", "positions", "play", "merge", "count", fmt.Sprintf("%d cores", cores), "shuffle", "worker memory")
	for _, c := range costs {
		fmt.Fprintf(w, "%3d %15.0f %12s %12s %12s %12s %12s %14s\n", c.Ply, c.Unique, duration(c.Play), duration(c.Merge), duration(c.Count),
			duration(c.Seconds()/float64(cores)), size(c.Shuffle), size(c.WorkerMemory))
	}
}

// duration returns "3.2 h" of seconds.
func duration(seconds float64) string {
	for _, unit := range []struct {
		name string
		size float64
	}{{"d", 86400}, {"h", 3600}, {"min", 60}} {
		if seconds >= 2*unit.size {
			return fmt.Sprintf("%.1f %s", seconds/unit.size, unit.name)
		}
	}
	return fmt.Sprintf("%.1f s", seconds)
}

// size returns "3.2 GiB" of bytes.
func size(bytes float64) string {
	units := []string{"B", "KiB", "MiB", "GiB", "TiB", "PiB"}
	k := 0
	for ; bytes >= 1024 && k < len(units)-1; k++ {
		bytes /= 1024
	}
	return fmt.Sprintf("%.1f %s", bytes, units[k])
}

var begin = time.Now()
