package selfcheck

import (
	"fmt"
	"runtime"
	"strings"
	"sync"

	"github.com/koggestone/koggestone/internal/simd"
)

// A Verifier compares functions with an oracle.
type Verifier interface {
	// Verify checks n positions and returns the first difference, or nil. It calls
	// progress with the number of positions done since the last call. The result
	// does not depend on the number of processors.
	Verify(n int, progress func(int)) *Difference
	// Verified describes what was checked, in one or more lines.
	Verified() string
}

// A tiling checks positions on every path, in tiles of tileSize.
//
// In a round, each worker prepares a tile on the generic path. Then each path is forced in
// turn, while no kernel runs, and all workers check their tiles. The seed of a tile is its
// number, so the result does not depend on the number of workers.
type tiling[T any] struct {
	paths   []simd.Path
	make    func() *T
	prepare func(t *T, number, n int)
	check   func(t *T, path simd.Path)
	done    func(t *T) *Difference // called in the order of the tiles; the first difference ends the run
}

// tileSize is a little more than a chunk of the batch functions, so that a tile has room for
// a call longer than a chunk and for many short calls.
const tileSize = 4096 + 512

// run checks n positions, at least one, and returns the first difference. It calls progress with
// the number of positions done since the last call.
func (r *tiling[T]) run(n int, progress func(int)) *Difference {
	tiles := make([]*T, min(runtime.GOMAXPROCS(0), (n-1)/tileSize+1))
	for w := range tiles {
		tiles[w] = r.make()
	}
	for first := 0; n > 0; first += len(tiles) {
		size := min(n, len(tiles)*tileSize)
		n -= size
		round := tiles[:(size+tileSize-1)/tileSize]
		restore := simd.Force(simd.Generic)
		each(round, func(w int, t *T) { r.prepare(t, first+w, min(tileSize, size-w*tileSize)) })
		restore()
		for _, path := range r.paths {
			restore = simd.Force(path)
			each(round, func(_ int, t *T) { r.check(t, path) })
			restore()
		}
		for _, t := range round {
			if found := r.done(t); found != nil {
				return found
			}
		}
		progress(size)
	}
	return nil
}

// each calls f for every tile concurrently and waits for all.
func each[T any](tiles []*T, f func(w int, t *T)) {
	var wg sync.WaitGroup
	for w, t := range tiles {
		wg.Go(func() { f(w, t) })
	}
	wg.Wait()
}

// pathNames returns the names of the paths.
func pathNames(paths []simd.Path) string { return strings.Trim(fmt.Sprint(paths), "[]") }
