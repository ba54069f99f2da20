package selfcheck

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/movegen/raylist"
	"github.com/koggestone/koggestone/quad"
)

// VerifyCounts returns a Verifier of [movegen.CountLegalBatch]. It compares every path of this
// CPU with lists of moves in random games, for some positions with the ray-list generator, and
// with the generic path on boards that cannot occur in games.
func VerifyCounts(seed uint64) Verifier { return newCountVerifier(seed) }

// raylistShare is the number of positions from games for each position that the ray-list
// generator also counts. It takes longer than everything else.
const raylistShare = 16

// A countVerifier compares the counts of batches with the counts of single positions.
type countVerifier struct {
	randomGames
	seed  uint64
	paths []simd.Path
	// batch is movegen.CountLegalBatch, opinion raylist.Compare.
	batch   func(dst []uint16, b *movegen.Batch)
	opinion func(p movegen.Position) error
	boards  []quad.Board

	positions int
	checked   countTally
}

// A countTally is the numbers of what was checked. Positions are from games or arbitrary.
type countTally struct{ played, games, arbitrary, moves, raylists int }

func newCountVerifier(seed uint64) *countVerifier {
	return &countVerifier{
		randomGames: newRandomGames(), seed: seed, paths: simd.Paths(),
		batch: movegen.CountLegalBatch, opinion: raylist.Compare, boards: gameBoards(),
	}
}

// A countTile is batches of positions with their numbers of moves.
type countTile struct {
	countTally
	calls []countCall
	found *Difference
}

// A countCall is a batch and the counts that CountLegalBatch must return.
type countCall struct {
	batch movegen.Batch
	valid []bool // a position from a game; want is the length of its list
	want  []uint16
}

// Verified implements [Verifier].
func (v *countVerifier) Verified() string {
	c := &v.checked
	return fmt.Sprintf("%d positions, %d of %d random games and %d arbitrary boards, %d moves; compared with raylist: %d\n"+
		"CountLegalBatch, paths %s: no difference", v.positions, c.played, c.games, c.arbitrary, c.moves, c.raylists, pathNames(v.paths))
}

// Verify implements [Verifier].
func (v *countVerifier) Verify(n int, progress func(int)) *Difference {
	v.positions += n
	r := tiling[countTile]{
		paths:   v.paths,
		make:    func() *countTile { return new(countTile) },
		prepare: v.prepare,
		check:   v.check,
		done: func(t *countTile) *Difference {
			v.checked.played += t.played
			v.checked.games += t.games
			v.checked.arbitrary += t.arbitrary
			v.checked.moves += t.moves
			v.checked.raylists += t.raylists
			return t.found
		},
	}
	return r.run(n, progress)
}

// prepare fills the tile with n positions. About three quarters are from games, the others
// are arbitrary boards, in random order.
func (v *countVerifier) prepare(t *countTile, number, n int) {
	r := rand.New(rand.NewPCG(v.seed, uint64(number)))
	*t = countTile{calls: t.calls[:0]}
	place := placer{t: t, r: r, left: n, long: tileSize - r.IntN(tileSize-4097-33)}
	t.games = v.play(r, max(n, 1), func(p movegen.Position, list []movegen.Move) bool {
		for place.left > 0 && r.IntN(4) == 0 {
			board := movegen.Position{Board: randomQuad(r, v.boards), Side: quad.Color(r.IntN(2)), FullMoves: 1}
			place.add(board, 0, false)
			t.arbitrary++
		}
		if place.left == 0 {
			return false
		}
		place.add(p, len(list), true)
		t.played++
		t.moves += len(list)
		t.compareOne(p, len(list))
		if t.found == nil && r.IntN(raylistShare) == 0 {
			t.raylists++
			if err := v.opinion(p); err != nil {
				t.found = &Difference{Summary: err.Error(), Detail: p.String()}
			}
		}
		return t.found == nil
	})
	for k := range t.calls {
		call := &t.calls[k]
		generic := make([]uint16, call.batch.Len())
		movegen.CountLegalBatch(generic, &call.batch) // tiles are prepared on this path
		for i, valid := range call.valid {
			if !valid {
				call.want[i] = generic[i]
			}
		}
	}
}

// compareOne compares the count of one position with the length of its list.
func (t *countTile) compareOne(p movegen.Position, listed int) {
	if got := p.CountLegal(); got != listed {
		t.found = &Difference{
			Summary: fmt.Sprintf("CountLegal: %d moves, by AppendLegalMoves %d", got, listed),
			Detail:  p.String(),
			Test:    countTest(p, "", "\tgot := p.CountLegal()\n", listed),
		}
	}
}

// A placer divides the positions of a tile into calls: short calls of every length up to 33
// (four vectors of eight and one more) and, if there are enough positions, one call longer
// than a chunk of the batch function.
type placer struct {
	t    *countTile
	r    *rand.Rand
	left int // room for positions in the tile
	long int // the long call starts when so many positions are left
	room int // for positions in the last call
}

// add adds a position.
func (p *placer) add(position movegen.Position, want int, valid bool) {
	for p.room == 0 {
		p.t.calls = slices.Grow(p.t.calls, 1)[:len(p.t.calls)+1]
		call := &p.t.calls[len(p.t.calls)-1]
		call.batch.Reset()
		call.valid, call.want = call.valid[:0], call.want[:0]
		if p.room = p.r.IntN(34); 4097 <= p.left && p.left <= p.long {
			p.room, p.long = 4095+p.r.IntN(3), 0
		}
	}
	call := &p.t.calls[len(p.t.calls)-1]
	call.batch.Append(position)
	call.valid = append(call.valid, valid)
	call.want = append(call.want, uint16(want))
	p.room--
	p.left--
}

// countCanary is more moves than any board has.
const countCanary = 0xcafe

// check counts the batches of the tile on the forced path and compares them, up to the first
// difference.
func (v *countVerifier) check(t *countTile, path simd.Path) {
	for k := range t.calls {
		if t.found != nil {
			return
		}
		call := &t.calls[k]
		n := call.batch.Len()
		dst := slices.Repeat([]uint16{countCanary}, room+n+room)
		v.batch(dst[room:room+n], &call.batch)
		for at, got := range dst {
			i := at - room
			want := uint16(countCanary)
			if 0 <= i && i < n {
				want = call.want[i]
			}
			if got != want {
				t.found = call.difference(path, i, got, want)
				return
			}
		}
	}
}

// difference returns the difference of element i, which may lie outside of dst.
func (c *countCall) difference(path simd.Path, i int, got, want uint16) *Difference {
	n := c.batch.Len()
	d := new(Difference)
	var position movegen.Position
	valid := false
	if n > 0 {
		k := min(max(i, 0), n-1)
		position, valid = c.batch.At(k), c.valid[k]
	}
	makeDst, element := "\tdst := make([]uint16, n)\n", "dst[i]"
	if 0 <= i && i < n {
		by := "AppendLegalMoves"
		if !valid {
			by = "path generic"
		}
		d.Summary = fmt.Sprintf("CountLegalBatch on path %v, element %d of %d: %d moves, by %s %d", path, i, n, got, by, want)
	} else {
		d.Summary = fmt.Sprintf("CountLegalBatch on path %v wrote to element %d of %d: %d", path, i, n, got)
		const outside = "\tall := make([]uint16, %d+n+%d)\n\tfor i := range all {\n\t\tall[i] = %#x\n\t}\n\tdst := all[%d : %d+n]\n"
		makeDst, element = fmt.Sprintf(outside, room, room, countCanary, room, room), fmt.Sprintf("all[%d+i]", room)
	}
	if valid {
		d.Detail = position.String()
	} else {
		side := [...]string{"White", "Black"}[position.Side&1]
		d.Detail = side + " to move; the planes g0, g1, g2, gB"
		d.Given = planeSets(position.Board)
	}
	d.Test = countTest(position,
		fmt.Sprintf("\tdefer simd.Force(simd.%s)()\n\tconst n, i = %d, %d\n", pathConstant(path), n, i),
		"\tvar b movegen.Batch\n\tfor range n {\n\t\tb.Append(p)\n\t}\n"+makeDst+"\tmovegen.CountLegalBatch(dst, &b)\n\tgot := "+element+"\n", int(want))
	return d
}

// countTest returns the test of a difference. The statements of body, after head and p, set
// got.
func countTest(p movegen.Position, head, body string, want int) string {
	imports := ""
	if head != "" {
		imports = "\t\"github.com/koggestone/koggestone/internal/simd\"\n"
	}
	return fmt.Sprintf("package koggestone_test\n\nimport (\n\t\"testing\"\n\n%s"+
		"\t\"github.com/koggestone/koggestone/movegen\"\n\t\"github.com/koggestone/koggestone/quad\"\n)\n\n"+
		"func TestDifference(t *testing.T) {\n%s\tp := movegen.Position{Board: %s, Side: %d}\n%s"+
		"\tif got != %d {\n\t\tt.Errorf(\"got %%d, want %d\", got)\n\t}\n}\n",
		imports, head, boardLiteral(p.Board), p.Side, body, want, want)
}
