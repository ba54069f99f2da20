package selfcheck

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/movegen/raylist"
	"github.com/koggestone/koggestone/perft"
	"github.com/koggestone/koggestone/policy"
)

// The oracles in this file use functions of single positions on the generic path. They rely on the list of
// legal moves, which is itself compared with package raylist.

// movegenCalls returns the functions of package movegen.
func movegenCalls() []Call {
	of := func(name string, n int, bind func(in *Input) calls, want func(in *Input, i int) any) Call {
		return Call{Package: "movegen", Name: name, Oracle: "functions of one position", N: n, Batch: true, input: games, bind: bind, want: want}
	}
	list := Call{Package: "movegen", Name: "AppendLegalMoves", Oracle: "package raylist", input: games, bind: func(in *Input) calls {
		return calls{run: func(_, _ int) {}, result: func(i int) any { return textOf(in.games().legal(i)) }}
	}, want: func(in *Input, i int) any {
		if err := raylist.Compare(in.games().all[i]); err != nil {
			return err.Error()
		}
		return textOf(in.games().legal(i))
	}}
	arbitrary := of("CountLegalBatch, arbitrary boards", 0, batch(func(dst []uint16, in *Input, lo, hi int) {
		movegen.CountLegalBatch(dst, in.boards().batch.Slice(lo, hi))
	}), nil)
	arbitrary.input, arbitrary.Oracle = boards, "the generic path"
	return []Call{
		list,
		of("CountLegalBatch", BatchSize, batch(func(dst []uint16, in *Input, lo, hi int) {
			movegen.CountLegalBatch(dst, in.games().batch.Slice(lo, hi))
		}), func(in *Input, i int) any { return uint16(len(in.games().legal(i))) }),
		arbitrary,
		of("CountTwoPlyBatch", fewPositions, batch(func(dst []uint32, in *Input, lo, hi int) {
			movegen.CountTwoPlyBatch(dst, in.games().batch.Slice(lo, hi))
		}), func(in *Input, i int) any {
			n := uint32(0)
			for _, m := range in.games().legal(i) {
				child := in.games().all[i].Play(m)
				n += uint32(len(child.AppendLegalMoves(nil)))
			}
			return n
		}),
		of("StatusBatch", fewPositions, batch(func(dst []movegen.Status, in *Input, lo, hi int) {
			movegen.StatusBatch(dst, in.games().batch.Slice(lo, hi))
		}), wantStatus),
		of("LegalTargetsBatch", fewPositions, func(in *Input) calls {
			columns := movegen.NewLegalTargetsColumns(in.n + room)
			return calls{run: func(lo, hi int) {
				movegen.LegalTargetsBatch(columns.Slice(lo, hi), in.games().batch.Slice(lo, hi))
			}, result: func(i int) any { return columns.At(i) }}
		}, func(in *Input, i int) any { return in.games().all[i].LegalTargets() }),
		of("AppendLegalMovesBatch", fewPositions, lists(movegen.AllMoves), wantList(movegen.AllMoves)),
		of("AppendMovesBatch, captures", fewPositions, lists(movegen.Captures), wantList(movegen.Captures)),
		of("SelectMoveBatch", fewPositions, batch(func(dst []movegen.Move, in *Input, lo, hi int) {
			movegen.SelectMoveBatch(dst, in.games().batch.Slice(lo, hi), in.games().numbers[lo:hi])
		}), func(in *Input, i int) any { return selected(in, i) }),
		of("PlayBatch", fewPositions, played, func(in *Input, i int) any {
			p := in.games().all[i]
			if m := selected(in, i); m != 0 {
				p = p.Play(m)
			}
			return boardText(p)
		}),
		of("PlayListsBatch", fewPositions, children(movegen.Captures, movegen.PlayListsBatch), wantChildren(movegen.Captures)),
		of("AppendChildrenBatch", fewPositions, children(movegen.AllMoves, func(dst, parents *movegen.Batch, _ *movegen.MoveLists) {
			movegen.AppendChildrenBatch(dst, parents)
		}), wantChildren(movegen.AllMoves)),
	}
}

func (g *positionInput) legal(i int) []movegen.Move { return g.all[i].AppendLegalMoves(nil) }

func (g *positionInput) moves(i int, s movegen.Selection) []movegen.Move {
	var n movegen.Node
	n.Set(&g.all[i])
	return n.Append(nil, s)
}

// sorted returns n texts in alphabetical order.
func sorted(n int, text func(k int) string) string {
	all := make([]string, n)
	for k := range all {
		all[k] = text(k)
	}
	slices.Sort(all)
	return strings.Join(all, listSeparator)
}

func textOf(moves []movegen.Move) string {
	return sorted(len(moves), func(k int) string { return fmt.Sprintf("%v:%04x", moves[k], uint16(moves[k])) })
}

// boardText returns the FEN of p without clocks.
func boardText(p movegen.Position) string {
	p.HalfMoves, p.FullMoves = 0, 1
	return p.FEN()
}

// wantStatus returns a position's status, but without the bits that depend on clocks, because the batch has
// no clocks.
func wantStatus(in *Input, i int) any {
	p, s := in.games().all[i], movegen.Status(0)
	switch stuck := len(in.games().legal(i)) == 0; {
	case p.InCheck() && stuck:
		s = movegen.StatusCheck | movegen.StatusCheckmate
	case p.InCheck():
		s = movegen.StatusCheck
	case stuck:
		s = movegen.StatusStalemate
	}
	if p.HasInsufficientMaterial() {
		s |= movegen.StatusInsufficientMaterial
	}
	return s
}

// selected returns the selected move in position i, or 0 if there is none. Moves are numbered as in batch lists
// on the generic path.
func selected(in *Input, i int) movegen.Move {
	var list movegen.MoveLists
	movegen.AppendLegalMovesBatch(&list, in.games().batch.Slice(i, i+1))
	if all, k := list.At(0), int(in.games().numbers[i]); k < len(all) {
		return all[k]
	}
	return 0
}

// texts binds a function that reuses its results: the next call overwrites them. text describes the result of
// the last call for element i.
func texts(in *Input, run func(lo, hi int), text func(i int) string) calls {
	all := make([]string, in.n)
	return calls{
		run: run,
		keep: func(lo, hi int) {
			for i := lo; i < hi; i++ {
				all[i] = text(i - lo)
			}
		},
		result: func(i int) any { return all[i] },
	}
}

// lists binds a function that appends lists of moves.
func lists(s movegen.Selection) func(in *Input) calls {
	return func(in *Input) calls {
		var all movegen.MoveLists
		return texts(in, func(lo, hi int) {
			all.Reset()
			movegen.AppendMovesBatch(&all, in.games().batch.Slice(lo, hi), s)
		}, func(i int) string { return textOf(all.At(i)) })
	}
}

func wantList(s movegen.Selection) func(in *Input, i int) any {
	return func(in *Input, i int) any { return textOf(in.games().moves(i, s)) }
}

// played binds PlayBatch of the selected moves.
func played(in *Input) calls {
	var dst movegen.Batch
	g := in.games()
	chosen := make([]movegen.Move, len(g.all))
	movegen.SelectMoveBatch(chosen, g.batch, g.numbers)
	return texts(in, func(lo, hi int) { movegen.PlayBatch(&dst, g.batch.Slice(lo, hi), chosen[lo:hi]) },
		func(i int) string { return boardText(dst.At(i)) })
}

// children binds a function that appends the positions after a selection's moves.
func children(s movegen.Selection, call func(dst, parents *movegen.Batch, lists *movegen.MoveLists)) func(in *Input) calls {
	return func(in *Input) calls {
		var dst movegen.Batch
		var lists movegen.MoveLists
		var of [2]int // the positions of the lists
		return texts(in, func(lo, hi int) {
			parents := in.games().batch.Slice(lo, hi)
			if of != [2]int{lo, hi} {
				of = [2]int{lo, hi}
				lists.Reset()
				movegen.AppendMovesBatch(&lists, parents, s)
			}
			dst.Reset()
			call(&dst, parents, &lists)
		}, func(i int) string {
			return sorted(len(lists.At(i)), func(k int) string { return boardText(dst.At(int(lists.Offsets[i]) + k)) })
		})
	}
}

func wantChildren(s movegen.Selection) func(in *Input, i int) any {
	return func(in *Input, i int) any {
		list := in.games().moves(i, s)
		return sorted(len(list), func(k int) string { return boardText(in.games().all[i].Play(list[k])) })
	}
}

// policyCalls returns the functions of package policy.
func policyCalls() (all []Call) {
	for _, e := range []policy.Encoding{policy.AlphaZero, policy.Leela} {
		type mask [73]uint64 // has room for the words of every encoding
		all = append(all, Call{
			Package: "policy", Name: "MaskBatch " + e.String(), Oracle: "the index of each legal move", N: fewPositions, Batch: true, input: games,
			bind: func(in *Input) calls {
				words := e.Words()
				dst := make([]uint64, (in.n+room)*words)
				return calls{
					run:    func(lo, hi int) { e.MaskBatch(dst[lo*words:hi*words], in.games().batch.Slice(lo, hi)) },
					result: func(i int) any { m := mask{}; copy(m[:], dst[i*words:][:words]); return m },
				}
			},
			want: func(in *Input, i int) any {
				m := mask{}
				for _, move := range in.games().legal(i) {
					k := e.Index(&in.games().all[i], move)
					m[k/64] |= 1 << (k % 64)
				}
				return m
			},
		})
	}
	return all
}

// treeCalls returns counts of trees by package perft. Times are for each leaf.
func treeCalls() (all []Call) {
	for _, t := range []struct {
		name, fen string
		depth     int
		nodes     uint64
	}{
		{"start position", movegen.Start().FEN(), 5, 4865609},
		{"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4085603},
	} {
		all = append(all, Call{
			Package: "perft", Name: fmt.Sprintf("Count, %s, depth %d", t.name, t.depth), Oracle: "published counts", N: int(t.nodes), Batch: true, input: trees,
			bind: func(*Input) calls {
				p, err := movegen.ParseFEN(t.fen)
				if err != nil {
					panic(err)
				}
				var r perft.Result
				return calls{run: func(_, _ int) {
					if r, err = perft.Count(context.Background(), p, t.depth, perft.Options{Workers: 1, Mode: perft.ModeBatch}); err != nil {
						panic(err)
					}
				}, result: func(int) any { return r.Nodes }}
			},
			want: func(*Input, int) any { return perft.Uint128{Lo: t.nodes} },
		})
	}
	return all
}
