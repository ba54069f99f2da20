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

// The oracles of this file use functions of one position on the generic path. They rely on the list of legal
// moves, which is compared with package raylist.

// movegenCalls returns the functions of package movegen.
func movegenCalls() []Call {
	const single = "functions of one position"
	name := func(s string, n int) Call {
		return Call{Package: "movegen", Name: s, Oracle: single, N: n, input: games}
	}
	status := func(dst []movegen.Status, in *Input, lo, hi int) { movegen.StatusBatch(dst, in.played.Slice(lo, hi)) }
	arbitrary := name("CountLegalBatch, arbitrary boards", 0)
	arbitrary.input = boards
	list := name("AppendLegalMoves", 0)
	list.Oracle = "package raylist"
	targets := name("LegalTargetsBatch", fewPositions)
	targets.Batch = true
	return []Call{
		row(list, func(in *Input) bound[string] {
			return bound[string]{run: func(_, _ int) {}, result: func(i int) string { return textOf(in.games[i].AppendLegalMoves(nil)) }}
		}, func(in *Input, i int) string {
			if err := raylist.Compare(in.games[i]); err != nil {
				return err.Error()
			}
			return textOf(in.games[i].AppendLegalMoves(nil))
		}),
		batch(name("CountLegalBatch", BatchSize), func(dst []uint16, in *Input, lo, hi int) {
			movegen.CountLegalBatch(dst, in.played.Slice(lo, hi))
		}, func(in *Input, i int) uint16 { return uint16(len(in.games[i].AppendLegalMoves(nil))) }),
		batch(arbitrary, func(dst []uint16, in *Input, lo, hi int) { movegen.CountLegalBatch(dst, in.any.Slice(lo, hi)) }, nil),
		batch(name("CountTwoPlyBatch", fewPositions), func(dst []uint32, in *Input, lo, hi int) {
			movegen.CountTwoPlyBatch(dst, in.played.Slice(lo, hi))
		}, func(in *Input, i int) (n uint32) {
			p := &in.games[i]
			for _, m := range p.AppendLegalMoves(nil) {
				child := p.Play(m)
				n += uint32(len(child.AppendLegalMoves(nil)))
			}
			return n
		}),
		batch(name("StatusBatch", fewPositions), status, wantStatus),
		row(targets, func(in *Input) bound[movegen.LegalTargets] {
			columns := movegen.NewLegalTargetsColumns(len(in.games) + room)
			return bound[movegen.LegalTargets]{run: func(lo, hi int) {
				movegen.LegalTargetsBatch(columns.Slice(lo, hi), in.played.Slice(lo, hi))
			}, result: columns.At}
		}, func(in *Input, i int) movegen.LegalTargets { return in.games[i].LegalTargets() }),
		lists(name("AppendLegalMovesBatch", fewPositions), movegen.AllMoves),
		lists(name("AppendMovesBatch, captures", fewPositions), movegen.Captures),
		batch(name("SelectMoveBatch", fewPositions), func(dst []movegen.Move, in *Input, lo, hi int) {
			movegen.SelectMoveBatch(dst, in.played.Slice(lo, hi), in.numbers[lo:hi])
		}, selected),
		played(name("PlayBatch", fewPositions)),
		children(name("PlayListsBatch", fewPositions), movegen.Captures, movegen.PlayListsBatch),
		children(name("AppendChildrenBatch", fewPositions), movegen.AllMoves, func(dst, parents *movegen.Batch, _ *movegen.MoveLists) {
			movegen.AppendChildrenBatch(dst, parents)
		}),
	}
}

func moves(p *movegen.Position, s movegen.Selection) []movegen.Move {
	var n movegen.Node
	n.Set(p)
	return n.Append(nil, s)
}

// textOf returns moves in alphabetical order.
func textOf(moves []movegen.Move) string {
	text := make([]string, len(moves))
	for i, m := range moves {
		text[i] = fmt.Sprintf("%v:%04x", m, uint16(m))
	}
	slices.Sort(text)
	return strings.Join(text, listSeparator)
}

// boardText returns the FEN of p without clocks.
func boardText(p movegen.Position) string {
	p.HalfMoves, p.FullMoves = 0, 1
	return p.FEN()
}

// wantStatus returns the status of a position without the bits of its clocks, which a batch without clocks ignores.
func wantStatus(in *Input, i int) (s movegen.Status) {
	p := &in.games[i]
	var n movegen.Node
	n.Set(p)
	stuck := len(p.AppendLegalMoves(nil)) == 0
	switch {
	case n.InCheck() && stuck:
		s = movegen.StatusCheck | movegen.StatusCheckmate
	case n.InCheck():
		s = movegen.StatusCheck
	case stuck:
		s = movegen.StatusStalemate
	}
	if p.HasInsufficientMaterial() {
		s |= movegen.StatusInsufficientMaterial
	}
	return s
}

// selected returns the selected move of position i, or 0 if there is none. Moves are numbered as in the lists of
// batches on the generic path.
func selected(in *Input, i int) movegen.Move {
	var list movegen.MoveLists
	movegen.AppendLegalMovesBatch(&list, in.played.Slice(i, i+1))
	if all, k := list.At(0), int(in.numbers[i]); k < len(all) {
		return all[k]
	}
	return 0
}

// texts returns a bound function that saves a description of the results after each call, because the next call
// overwrites the results. text describes the result for element i of the last call.
func texts(in *Input, run func(lo, hi int), text func(i int) string) bound[string] {
	all := make([]string, len(in.games))
	return bound[string]{
		run: run,
		keep: func(lo, hi int) {
			for i := lo; i < hi; i++ {
				all[i] = text(i - lo)
			}
		},
		result: func(i int) string { return all[i] },
	}
}

// lists returns a function that appends lists of moves.
func lists(c Call, s movegen.Selection) Call {
	c.Batch = true
	return row(c, func(in *Input) bound[string] {
		var all movegen.MoveLists
		return texts(in, func(lo, hi int) {
			all.Reset()
			movegen.AppendMovesBatch(&all, in.played.Slice(lo, hi), s)
		}, func(i int) string { return textOf(all.At(i)) })
	}, func(in *Input, i int) string { return textOf(moves(&in.games[i], s)) })
}

// played returns PlayBatch of the selected moves.
func played(c Call) Call {
	c.Batch = true
	return row(c, func(in *Input) bound[string] {
		var dst movegen.Batch
		chosen := make([]movegen.Move, len(in.games))
		movegen.SelectMoveBatch(chosen, in.played, in.numbers)
		return texts(in, func(lo, hi int) { movegen.PlayBatch(&dst, in.played.Slice(lo, hi), chosen[lo:hi]) },
			func(i int) string { return boardText(dst.At(i)) })
	}, func(in *Input, i int) string {
		if m := selected(in, i); m != 0 {
			return boardText(in.games[i].Play(m))
		}
		return boardText(in.games[i])
	})
}

// children returns a function that appends the positions after the moves of a selection.
func children(c Call, s movegen.Selection, call func(dst, parents *movegen.Batch, lists *movegen.MoveLists)) Call {
	c.Batch = true
	text := func(n int, child func(k int) movegen.Position) string {
		all := make([]string, n)
		for k := range all {
			all[k] = boardText(child(k))
		}
		slices.Sort(all)
		return strings.Join(all, listSeparator)
	}
	return row(c, func(in *Input) bound[string] {
		var dst movegen.Batch
		var lists movegen.MoveLists
		var of [2]int // the positions of the lists
		return texts(in, func(lo, hi int) {
			parents := in.played.Slice(lo, hi)
			if of != [2]int{lo, hi} {
				of = [2]int{lo, hi}
				lists.Reset()
				movegen.AppendMovesBatch(&lists, parents, s)
			}
			dst.Reset()
			call(&dst, parents, &lists)
		}, func(i int) string {
			return text(len(lists.At(i)), func(k int) movegen.Position { return dst.At(int(lists.Offsets[i]) + k) })
		})
	}, func(in *Input, i int) string {
		list := moves(&in.games[i], s)
		return text(len(list), func(k int) movegen.Position { return in.games[i].Play(list[k]) })
	})
}

// policyCalls returns the functions of package policy.
func policyCalls() (all []Call) {
	for _, e := range []policy.Encoding{policy.AlphaZero, policy.Leela} {
		type mask [73]uint64 // has room for the words of every encoding
		c := Call{Package: "policy", Name: "MaskBatch " + e.String(), Oracle: "the index of each legal move", N: fewPositions, input: games, Batch: true}
		all = append(all, row(c, func(in *Input) bound[mask] {
			dst := make([]uint64, (len(in.games)+room)*e.Words())
			return bound[mask]{
				run:    func(lo, hi int) { e.MaskBatch(dst[lo*e.Words():hi*e.Words()], in.played.Slice(lo, hi)) },
				result: func(i int) (m mask) { copy(m[:], dst[i*e.Words():][:e.Words()]); return m },
			}
		}, func(in *Input, i int) (m mask) {
			p := &in.games[i]
			for _, move := range p.AppendLegalMoves(nil) {
				k := e.Index(p, move)
				m[k/64] |= 1 << (k % 64)
			}
			return m
		}))
	}
	return all
}

// treeCalls returns counts of trees by package perft. Their times are for each leaf. They are only timed, because they
// do not depend on the random input.
func treeCalls() (all []Call) {
	for _, t := range []struct {
		name, fen string
		depth     int
		nodes     uint64
	}{
		{"start position", movegen.Start().FEN(), 5, 4865609},
		{"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4085603},
	} {
		p, err := movegen.ParseFEN(t.fen)
		if err != nil {
			panic(err)
		}
		c := Call{Package: "perft", Name: fmt.Sprintf("Count, %s, depth %d", t.name, t.depth), Oracle: "published counts", Batch: true, N: int(t.nodes), input: trees}
		all = append(all, row(c, func(*Input) bound[perft.Nodes] {
			var r perft.Result
			return bound[perft.Nodes]{
				run: func(_, _ int) {
					var err error
					if r, err = perft.Count(context.Background(), p, t.depth, perft.Options{Workers: 1, Mode: perft.ModeBatch}); err != nil {
						panic(err)
					}
				},
				result: func(int) perft.Nodes { return r.Nodes },
			}
		}, func(*Input, int) perft.Nodes { return perft.Nodes{Lo: t.nodes} }))
	}
	return all
}
