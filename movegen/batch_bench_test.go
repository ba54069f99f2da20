package movegen

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
)

// BenchmarkBatch compares calls for many positions with loops of calls for one position that do the
// same, on positions of searches. They take turns on slices of the positions, and the results add up the
// fastest rounds of every slice, because other programs disturb some rounds.
func BenchmarkBatch(b *testing.B) {
	const part = 4096 // predictors learn shorter slices
	all := slices.DeleteFunc(positions(b, corpus.Search()), func(p Position) bool { return p.CountLegal() == 0 })
	all = all[:len(all)/part*part]
	allPlain, allClocked, allKept := new(Batch), NewBatch(WithClocks), NewBatch(WithClocks|WithKeys)
	for _, p := range all {
		allPlain.Append(p)
		allClocked.Append(p)
		allKept.Append(p)
	}
	rng := rand.New(rand.NewPCG(31, 5))
	allCounts, allK, allRandom := make([]uint16, len(all)), make([]uint16, len(all)), make([]uint32, len(all))
	CountLegalBatch(allCounts, allPlain)
	for i, c := range allCounts {
		allRandom[i] = rng.Uint32() >> 16
		allK[i] = uint16(allRandom[i] * uint32(c) >> 16)
	}
	allChosen := make([]Move, len(all))
	SelectMoveBatch(allChosen, allPlain, allK)

	// What the calls work on: a slice of the positions.
	var (
		ps                   []Position
		plain, clocked, kept *Batch
		chosen               []Move
		k                    []uint16
		random               []uint32
		lists                MoveLists
	)
	set := func(lo int, children bool) (moves int) {
		hi := lo + part
		ps, plain, kept = all[lo:hi], allPlain.Slice(lo, hi), allKept.Slice(lo, hi)
		clocked = allClocked.Slice(lo, hi)
		chosen, k, random = allChosen[lo:hi], allK[lo:hi], allRandom[lo:hi]
		if !children {
			return 0 // lists would train the predictors for the calls
		}
		lists.Reset()
		AppendLegalMovesBatch(&lists, plain)
		return len(lists.Moves)
	}
	counts, drawn, moves, keys := make([]uint16, part), make([]uint16, part), make([]Move, part), make([]uint64, part)
	var listed MoveLists
	played, playedClocks, playedKept := new(Batch), NewBatch(WithClocks), NewBatch(WithClocks|WithKeys)
	children, childrenKept := new(Batch), NewBatch(WithClocks|WithKeys)
	var buf [256]Move
	to, list := make([]Position, part), make([]Move, 0, 256*part)
	var child Position
	var change Change
	var node Node
	sink := 0
	for _, c := range []struct {
		name          string
		children      bool // the results are for a child
		batch, single func()
	}{
		{"count", false, func() { CountLegalBatch(counts, plain) }, func() {
			for i := range ps {
				counts[i] = uint16(ps[i].CountLegal())
			}
		}},
		{"lists", false, func() {
			listed.Reset()
			AppendLegalMovesBatch(&listed, plain)
		}, func() {
			list = list[:0]
			for i := range ps {
				list = ps[i].AppendLegalMoves(list)
			}
		}},
		{"captures", false, func() {
			listed.Reset()
			AppendMovesBatch(&listed, plain, Captures)
		}, func() {
			list = list[:0]
			for i := range ps {
				node.Set(&ps[i])
				list = node.Append(list, Captures)
			}
		}},
		{"select", false, func() { SelectMoveBatch(moves, plain, k) }, func() {
			for i := range ps {
				moves[i] = ps[i].AppendLegalMoves(buf[:0])[k[i]]
			}
		}},
		{"play", false, func() { PlayBatch(played, plain, chosen) }, func() {
			for i, m := range chosen {
				ps[i].PlayInto(&to[i], m)
			}
		}},
		{"play,clocks", false, func() { PlayBatch(playedClocks, clocked, chosen) }, func() {
			for i, m := range chosen {
				ps[i].PlayInto(&to[i], m)
			}
		}},
		{"play,keys", false, func() { PlayBatch(playedKept, kept, chosen) }, func() {
			for i, m := range chosen {
				ps[i].PlayChange(&to[i], m, &change)
				keys[i] ^= change.Key
			}
		}},
		{"play,lists", true, func() {
			children.Reset()
			PlayListsBatch(children, plain, &lists)
		}, func() {
			for i := range ps {
				for _, m := range lists.At(i) {
					ps[i].PlayInto(&child, m)
					sink += int(child.Side)
				}
			}
		}},
		{"play,lists,keys", true, func() {
			childrenKept.Reset()
			PlayListsBatch(childrenKept, kept, &lists)
		}, func() {
			for i := range ps {
				for _, m := range lists.At(i) {
					ps[i].PlayChange(&child, m, &change)
					sink += int(keys[i] ^ change.Key)
				}
			}
		}},
		{"children", true, func() {
			children.Reset()
			AppendChildrenBatch(children, plain)
		}, func() {
			for i := range ps {
				for _, m := range ps[i].AppendLegalMoves(buf[:0]) {
					ps[i].PlayInto(&child, m)
					sink += int(child.Side)
				}
			}
		}},
		{"ply", false, func() {
			CountLegalBatch(counts, plain)
			for i, c := range counts {
				drawn[i] = uint16(random[i] * uint32(c) >> 16)
			}
			SelectMoveBatch(moves, plain, drawn)
			PlayBatch(played, plain, moves)
		}, func() {
			for i := range ps {
				list := ps[i].AppendLegalMoves(buf[:0])
				ps[i].PlayInto(&to[i], list[random[i]*uint32(len(list))>>16])
			}
		}},
		{"ply,keys", false, func() {
			CountLegalBatch(counts, kept)
			for i, c := range counts {
				drawn[i] = uint16(random[i] * uint32(c) >> 16)
			}
			SelectMoveBatch(moves, kept, drawn)
			PlayBatch(playedKept, kept, moves)
		}, func() {
			for i := range ps {
				list := ps[i].AppendLegalMoves(buf[:0])
				ps[i].PlayChange(&to[i], list[random[i]*uint32(len(list))>>16], &change)
				keys[i] ^= change.Key
			}
		}},
	} {
		b.Run("call="+c.name, func(b *testing.B) {
			pathtest.EachB(b, func(b *testing.B, _ simd.Path) {
				var fastest [64][2]time.Duration
				ops := 0
				for b.Loop() {
					ops = 0
					for lo := 0; lo < len(all); lo += part {
						moves := set(lo, c.children)
						if c.children {
							ops += moves
						} else {
							ops += part
						}
						for way, f := range []func(){c.batch, c.single} {
							start := time.Now()
							f()
							took, least := time.Since(start), &fastest[lo/part][way]
							if *least == 0 || took < *least {
								*least = took
							}
						}
					}
				}
				var sum [2]float64
				for _, took := range fastest {
					for way := range sum {
						sum[way] += float64(took[way].Nanoseconds())
					}
				}
				b.ReportMetric(sum[0]/float64(ops), "ns/batch")
				b.ReportMetric(sum[1]/float64(ops), "ns/single")
				b.ReportMetric(sum[0]/sum[1], "ratio")
				b.ReportMetric(0, "ns/op")
			})
		})
	}
}
