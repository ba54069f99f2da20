package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/koggestone/koggestone/internal/positions"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/movegen/raylist"
	"github.com/koggestone/koggestone/quad"
)

// runCounts checks the counts of batches and reports.
func (c *verifyCmd) runCounts(s *streams) error {
	start := time.Now()
	bar := newProgress(s, c.Positions, "verify --counts")
	v := newCountVerifier(c.Seed)
	found := v.run(c.Positions, func(n int) { bar.Add(n) })
	bar.Clear()
	if found != nil {
		found.report(s)
		return errDifference
	}
	fmt.Fprintf(s.out, "%d positions, %d of %d random games and %d arbitrary boards, %d moves; held to raylist: %d\n",
		c.Positions, v.played, v.games, v.arbitrary, v.moves, v.raylists)
	fmt.Fprintf(s.out, "CountLegalBatch, paths %s: no difference (seed %d, %.1f s)\n", pathNames(v.paths), c.Seed, time.Since(start).Seconds())
	return nil
}

// raylistShare is how many positions of games there are for each that the ray-list
// generator counts too: it takes longer than all the rest.
const raylistShare = 16

// A countVerifier holds the counts of batches to those of positions one by one.
type countVerifier struct {
	randomGames
	seed  uint64
	paths []simd.Path
	// batch is movegen.CountLegalBatch, opinion raylist.Compare.
	batch      func(dst []uint16, b *movegen.Batch)
	opinion    func(p movegen.Position) error
	placements []positions.Placement

	// What was checked, all positions of games and arbitrary boards.
	played, games, arbitrary, moves, raylists int
}

func newCountVerifier(seed uint64) *countVerifier {
	return &countVerifier{
		randomGames: newRandomGames(), seed: seed, paths: simd.Paths(),
		batch: movegen.CountLegalBatch, opinion: raylist.Compare, placements: positions.Games(),
	}
}

// A countTile is batches of positions with their numbers of moves.
type countTile struct {
	calls []countCall
	found *countDifference
	// What is in it.
	played, games, arbitrary, moves, raylists int
}

// A countCall is a batch and what CountLegalBatch shall find in it.
type countCall struct {
	batch movegen.Batch
	valid []bool // a position of a game, where want is from its list of moves
	want  []uint16
}

// A countDifference is a count that is not what it should be.
type countDifference struct {
	position movegen.Position
	valid    bool
	path     simd.Path
	n, i     int // element i of a batch of n; n is 0 if no batch was counted
	past     bool
	got      int
	want     int
	from     string // where want is from
	err      error  // what the ray-list generator finds, in place of counts
}

// run checks n positions and returns the first difference, or nil. It calls
// progress with the number of positions done since the last call.
func (v *countVerifier) run(n int, progress func(int)) (found *countDifference) {
	r := tileRounds[countTile]{
		paths:   v.paths,
		make:    func() *countTile { return new(countTile) },
		prepare: v.prepare,
		check:   v.check,
		done: func(t *countTile) bool {
			v.played += t.played
			v.games += t.games
			v.arbitrary += t.arbitrary
			v.moves += t.moves
			v.raylists += t.raylists
			found = t.found
			return found == nil
		},
	}
	r.run(n, progress)
	return found
}

// prepare fills the tile with n positions: three of four from games, the others
// arbitrary boards, mixed as they come.
func (v *countVerifier) prepare(t *countTile, number, n int) {
	r := rand.New(rand.NewPCG(v.seed, uint64(number)))
	*t = countTile{calls: t.calls[:0]}
	place := placer{t: t, r: r, left: n, long: tileSize - r.IntN(tileSize-4097-33)}
	t.games = v.play(r, max(n, 1), func(p movegen.Position, list []movegen.Move) bool {
		for place.left > 0 && r.IntN(4) == 0 {
			board := movegen.Position{Board: randomQuad(r, v.placements), Side: quad.Color(r.IntN(2)), FullMoves: 1}
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
				t.found = &countDifference{position: p, valid: true, err: err}
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
		t.found = &countDifference{position: p, valid: true, got: got, want: listed, from: "AppendLegalMoves"}
	}
}

// A placer puts the positions of a tile into calls: short ones of every length to
// 33 (four vectors of eight and more), and one longer than a chunk of the batch
// function if there are positions enough.
type placer struct {
	t    *countTile
	r    *rand.Rand
	left int // positions that the tile still takes
	long int // with so many positions left the long call comes
	room int // of the last call
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

// check counts the batches of the tile on the path that is forced and compares, up
// to the first difference.
func (v *countVerifier) check(t *countTile, path simd.Path) {
	const canary = 0xcafe // more moves than any board has
	for k := range t.calls {
		if t.found != nil {
			return
		}
		call := &t.calls[k]
		n := call.batch.Len()
		dst := slices.Repeat([]uint16{canary}, room+n+room)
		v.batch(dst[room:room+n], &call.batch)
		for at, got := range dst {
			i := at - room
			past := i < 0 || i >= n
			want, from := uint16(canary), "nothing"
			if !past {
				want, from = call.want[i], "AppendLegalMoves"
			}
			if got == want {
				continue
			}
			d := &countDifference{path: path, n: n, i: i, past: past, got: int(got), want: int(want), from: from}
			if n > 0 {
				d.position = call.batch.At(min(max(i, 0), n-1))
				d.valid = call.valid[min(max(i, 0), n-1)]
			}
			if !past && !d.valid {
				d.from = "path generic"
			}
			t.found = d
			return
		}
	}
}

// report shows the difference, and as a Go test.
func (d *countDifference) report(s *streams) {
	switch {
	case d.err != nil:
		fmt.Fprintf(s.out, "difference: %v\n", d.err)
	case d.past:
		fmt.Fprintf(s.out, "difference: CountLegalBatch on path %v wrote to element %d of %d: %d\n", d.path, d.i, d.n, d.got)
	case d.from != "AppendLegalMoves" || d.n > 0:
		fmt.Fprintf(s.out, "difference: CountLegalBatch on path %v, element %d of %d: %d moves, by %s %d\n", d.path, d.i, d.n, d.got, d.from, d.want)
	default:
		fmt.Fprintf(s.out, "difference: CountLegal: %d moves, by %s %d\n", d.got, d.from, d.want)
	}
	b := d.position.Board
	if d.valid {
		fmt.Fprintf(s.out, "\n%v\n", d.position)
	} else {
		side := [...]string{"White", "Black"}[d.position.Side&1]
		fmt.Fprintf(s.out, "\n%s to move; the planes g0, g1, g2, gB\n\n", side)
		var boards []board
		for p, set := range b.Planes() {
			boards = append(boards, setBoard("plane "+[...]string{"g0", "g1", "g2", "gB"}[p], set))
		}
		writeBoards(s.out, s.colour, 4, boards...)
	}
	if d.err == nil {
		fmt.Fprintf(s.out, "\n%s", d.goTest())
	}
}

// goTest returns a Go test file for the root of the module that fails as long as
// the difference is there.
func (d *countDifference) goTest() string {
	position := fmt.Sprintf("movegen.Position{Board: %s, Side: %d}", boardLiteral(d.position.Board), d.position.Side)
	var t strings.Builder
	imports := "\t\"github.com/koggestone/koggestone/internal/simd\"\n"
	if d.n == 0 && !d.past {
		imports = ""
	}
	fmt.Fprintf(&t, "package koggestone_test\n\nimport (\n\t\"testing\"\n\n%s"+
		"\t\"github.com/koggestone/koggestone/movegen\"\n\t\"github.com/koggestone/koggestone/quad\"\n)\n\nfunc TestDifference(t *testing.T) {\n", imports)
	if imports == "" {
		fmt.Fprintf(&t, "\tp := %s\n\tgot := p.CountLegal()\n", position)
	} else {
		const guard = "\tall := make([]uint16, %d+n+%d)\n\tfor i := range all {\n\t\tall[i] = %#x\n\t}\n\tdst := all[%d : %d+n]\n"
		fmt.Fprintf(&t, "\tdefer simd.Force(simd.%s)()\n\tconst n, i = %d, %d\n\tp := %s\n", pathConstant(d.path), d.n, d.i, position)
		fmt.Fprintf(&t, "\tvar b movegen.Batch\n\tfor range n {\n\t\tb.Append(p)\n\t}\n")
		got := "dst[i]"
		if d.past {
			fmt.Fprintf(&t, guard, room, room, d.want, room, room)
			got = fmt.Sprintf("all[%d+i]", room)
		} else {
			t.WriteString("\tdst := make([]uint16, n)\n")
		}
		fmt.Fprintf(&t, "\tmovegen.CountLegalBatch(dst, &b)\n\tgot := %s\n", got)
	}
	fmt.Fprintf(&t, "\tif got != %d {\n\t\tt.Errorf(\"got %%d, want %d\", got)\n\t}\n}\n", d.want, d.want)
	return t.String()
}
