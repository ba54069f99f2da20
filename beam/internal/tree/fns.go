package tree

import (
	"context"
	"errors"
	"math"
	"runtime"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/koggestone/koggestone/perft"
	"golang.org/x/sync/semaphore"
)

func init() {
	register.DoFn2x0[[]byte, func(string, perft.Uint128)](&beginFn{})
	register.DoFn3x1[context.Context, Block, func(int64, Block), error](&playFn{})
	register.DoFn5x1[context.Context, int64, func(*Block) bool, func(Block), func(string, perft.Uint128), error](&mergeFn{})
	register.DoFn3x1[context.Context, Block, func(string, perft.Uint128), error](&countFn{})
	register.Combiner1[perft.Uint128](&sumFn{})
	register.Emitter1[Block]()
	register.Emitter2[int64, Block]()
	register.Emitter2[string, perft.Uint128]()
	register.Iter1[Block]()
}

// Metrics of the steps. If a runner retries a block, they count it twice.
var (
	playedPositions = beam.NewCounter("perft", "positions played")
	childPositions  = beam.NewCounter("perft", "children found")
	uniquePositions = beam.NewCounter("perft", "unique positions")
	countedLeaves   = beam.NewCounter("perft", "leaves (modulo 2^63)")
	playTime        = beam.NewCounter("perft", "microseconds of play")
	mergeTime       = beam.NewCounter("perft", "microseconds of merge")
	countTime       = beam.NewCounter("perft", "microseconds of count")
)

// cores limits the work to the cores of this process. Runners start many blocks at the
// same time, but more blocks than cores would take memory and gain nothing.
var cores = semaphore.NewWeighted(int64(runtime.GOMAXPROCS(0)))

// work calls f when enough cores are free, and adds the core seconds to a metric.
func work(ctx context.Context, metric beam.Counter, threads int, f func() error) error {
	n := int64(min(threads, runtime.GOMAXPROCS(0)))
	if err := cores.Acquire(ctx, n); err != nil {
		return err
	}
	defer cores.Release(n)
	start := time.Now()
	defer func() { metric.Inc(ctx, n*time.Since(start).Microseconds()) }()
	return f()
}

// A beginFn emits the counts that every tree has.
type beginFn struct{}

// ProcessElement emits no nodes, and one root.
func (*beginFn) ProcessElement(_ []byte, count func(string, perft.Uint128)) {
	count(NodesName, perft.Uint128{})
	count(UniqueName(0), perft.Uint128{Lo: 1})
}

// options returns the options for package perft. Blocks bound the memory.
func (t *Tree) options() perft.Options {
	return perft.Options{Workers: t.Workers, Memory: math.MaxInt64}
}

// A playFn plays all moves of a block.
type playFn struct{ Tree Tree }

// ProcessElement emits the children of b, keyed by move and shard.
func (f *playFn) ProcessElement(ctx context.Context, b Block, emit func(int64, Block)) error {
	var shards [][]perft.Weighted
	err := work(ctx, playTime, 1, func() (err error) {
		shards = newPlayer(f.Tree.Shards).play(b.Positions)
		for k := range shards {
			if shards[k], err = perft.Expand(ctx, shards[k], 0, f.Tree.options()); err != nil {
				return err
			}
			childPositions.Inc(ctx, int64(len(shards[k])))
		}
		return nil
	})
	if err != nil {
		return err
	}
	playedPositions.Inc(ctx, int64(len(b.Positions)))
	for k, positions := range shards {
		if len(positions) > 0 {
			emit(int64(b.Move*len(shards)+k), Block{b.Move, positions})
		}
	}
	return nil
}

// A mergeFn makes blocks of a ply.
type mergeFn struct {
	Tree Tree
	Ply  int
}

// ProcessElement merges the blocks of a shard. It emits blocks with at most BlockLen
// positions, and the total number of positions.
func (f *mergeFn) ProcessElement(ctx context.Context, key int64, next func(*Block) bool, emit func(Block), count func(string, perft.Uint128)) error {
	// Read before taking a core. Work that holds a core must not wait for data, because
	// the data may come after a bundle that waits for the core.
	var lists [][]perft.Weighted
	for b := (Block{}); next(&b); {
		lists = append(lists, b.Positions)
	}
	var all []perft.Weighted
	err := work(ctx, mergeTime, 1, func() (err error) {
		all, err = merged(lists)
		return err
	})
	if err != nil {
		return err
	}
	uniquePositions.Inc(ctx, int64(len(all)))
	count(UniqueName(f.Ply), perft.Uint128{Lo: uint64(len(all))})
	for len(all) > 0 {
		n := min(len(all), f.Tree.BlockLen)
		emit(Block{int(key) / f.Tree.Shards, all[:n]})
		all = all[n:]
	}
	return nil
}

// A countFn counts the leaves below a block.
type countFn struct{ Tree Tree }

// ProcessElement emits the number of leaves below b.
func (f *countFn) ProcessElement(ctx context.Context, b Block, count func(string, perft.Uint128)) error {
	var n perft.Uint128
	err := work(ctx, countTime, f.Tree.Workers, func() (err error) {
		n, err = f.Tree.leaves(ctx, &b)
		return err
	})
	if err != nil {
		return err
	}
	countedLeaves.Inc(ctx, int64(n.Lo&math.MaxInt64))
	count(NodesName, n)
	if b.Move > 0 {
		count(MoveName(b.Move), n)
	}
	return nil
}

// A sumFn adds up counts.
type sumFn struct{}

// MergeAccumulators returns a + b.
func (*sumFn) MergeAccumulators(a, b perft.Uint128) (perft.Uint128, error) {
	return add(a, b)
}

func add(a, b perft.Uint128) (perft.Uint128, error) {
	sum := a.Add(b)
	if sum.Cmp(a) < 0 {
		return sum, errors.New("expected fewer than 2 to the 128 nodes, found more: choose a lower depth")
	}
	return sum, nil
}
