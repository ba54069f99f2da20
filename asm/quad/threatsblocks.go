package quad

import (
	"fmt"

	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// threatsBlocks emits ThreatsBatch for whole blocks, with the steps of threatsBatch on
// ranks.
func threatsBlocks(v *emit.ISA) {
	name := "threatsBlocks"
	v.Kernel(name+v.Name, fmt.Sprintf("func(dst *[%d][]uint64, planes *[4][]uint64, us *uint8, from, n int, room *[%d]uint64)", layout.ThreatSets, len(layout.ThreatBlocksRoom{})),
		fmt.Sprintf("%s%s sets dst[k][from+i] to set k of the threats of board from+i for side us[i], the lowest bit, for every k and 0 <= i < n, in blocks of %d boards, with ranks in registers. n must be a multiple of %d.",
			name, v.Name, v.Bytes, v.Bytes))
	arrays := emit.Arrays{}
	v.Array(arrays, 8, "us")
	dst, planes := v.Columns(arrays, "dst"), v.Columns(arrays, "planes")
	v.NewRoom(len(layout.ThreatBlocksRoom{}))
	slicer := emit.NewSlicer(v)
	v.Blocks(arrays, func(at func(string) Mem) {
		t := &threatRanks{RankWalk: emit.NewRankWalk(v), dst: dst}
		t.Apart = true // pieces and empty squares
		one := v.BroadcastByte(1)
		black := v.EqualBytes(v.And(v.SliceOrder(v.Load(at("us"))), one), one)
		var g [4]ranks
		for p := range g {
			g[p] = slicer.Slice(planes(p))
		}
		for r := range 8 {
			t.load(r, rankBoard(v, g, r), black)
		}
		for kind := range 2 {
			t.lines(kind)
			t.out(byBishop+kind, bishopChecks+kind)
		}
		t.out(byQueen, pinners, discoverers, pinned)
		t.leapers(black)
		t.out(byPawn, byKnight, byKing, attacked, danger, pawnChecks, knightChecks)
		t.restrict()
		t.out(checkers, checkMask)
	})
	v.Finish()
}

// threatRanks is the sums of the sets of Threats of a block. A nil rank is empty.
type threatRanks struct {
	*emit.RankWalk
	sets [layout.ThreatSets]ranks
	line ranks // between the own king and their sliders, the pinned included
	rays ranks // from the own king, of the directions that a kind of sliders has
	dst  func(k int) Mem

	// The pieces that the threats start from, by load.
	empty, own           ranks
	king, kings, foeKing ranks
	them, mark           [2]ranks // by kind of slider, see sight
	foePawns, foeKnights ranks
}

// ranks is a set in registers.
type ranks = [8]emit.Vec

// or joins x to rank r of set k.
func (t *threatRanks) or(k, r int, x emit.Vec) { t.V.Join(&t.sets[k][r], x) }

// out stores sets.
func (t *threatRanks) out(sets ...int) {
	for _, k := range sets {
		t.V.Unslice(t.sets[k], t.dst(k))
	}
}

// load sets rank r of the pieces.
func (t *threatRanks) load(r int, b *emit.Board, black emit.Vec) {
	v := t.V
	t.empty[r] = b.Empty()
	own := b.Side(black)
	foe := v.Xor(own, b.Occupied)
	king, foeKing := b.Kings(own), b.Kings(foe)
	t.own[r], t.king[r], t.foeKing[r], t.kings[r] = own, king, foeKing, v.Or(king, foeKing)
	heavy := v.Or(b.Queens(foe), foeKing)
	t.them[0][r], t.them[1][r] = b.Diagonal(foe), b.Orthogonal(foe)
	t.mark[0][r], t.mark[1][r] = v.Or(heavy, b.Diagonal(own)), v.Or(heavy, b.Orthogonal(own))
	t.foePawns[r], t.foeKnights[r] = b.Pawns(foe), b.Knights(foe)
}

// A threatRay is a direction of a kind of sliders and its state.
type threatRay struct {
	files  int       // by which a step goes to the east
	sights [8]*sight // nil where nothing can arrive
	quiet  emit.Vec  // all bits where none of their sliders attacks our king
	pinned ranks     // our pieces that stand between our king, where the ray begins, and one
}

// step sets the sight on the rank after r, by dr.
func (t *threatRanks) step(ray *threatRay, kind, r, dr int) {
	prev := ray.sights[r]
	if prev == nil {
		prev = new(sight)
	}
	ray.sights[r+dr] = &sight{t.V,
		t.Step(prev.them, t.them[kind][r], t.empty[r], ray.files, true),
		t.Step(prev.mark, t.mark[kind][r], t.empty[r], ray.files, true),
		t.Step(prev.king, t.kings[r], t.empty[r], ray.files, true)}
}

// along sets the sights on rank r to the east and to the west.
func (t *threatRanks) along(east, west *threatRay, r int) {
	e, w := &sight{v: t.V}, &sight{v: t.V}
	e.them, w.them = t.EastWest(t.them[1][r], t.empty[r])
	e.mark, w.mark = t.EastWest(t.mark[1][r], t.empty[r])
	e.king, w.king = t.EastWest(t.kings[r], t.empty[r])
	east.sights[r], west.sights[r] = e, w
}

// look adds the contributions of an axis to rank r: two rays, the one up or to the east
// first.
func (t *threatRanks) look(axis *[2]threatRay, kind, r int) {
	v := t.V
	for k := range axis {
		a, b := axis[k].sights[r], axis[1-k].sights[r]
		if a == nil {
			continue
		}
		t.or(byBishop+kind, r, a.other())
		t.or(byQueen, r, a.queen())
		t.or(bishopChecks+kind, r, a.theirKing())
		v.Join(&t.rays[r], a.ourKing())
		v.Join(&axis[k].quiet, v.And(a.them, t.king[r]))
		if b != nil {
			t.or(discoverers, r, v.And(a.theirKing(), b.ours()))
			line := v.And(a.ourKing(), b.them)
			v.Join(&t.line[r], line)
			axis[k].pinned[r] = v.And(line, t.own[r])
		}
	}
}

// lines adds the contributions of a kind of sliders and of rays from the kings. Walks up
// meet walks down, rank by rank.
func (t *threatRanks) lines(kind int) {
	v := t.V
	var axes [2][2]threatRay
	walks := axes[:]
	if kind == 0 {
		axes[0][0].files, axes[0][1].files = +1, -1
		axes[1][0].files, axes[1][1].files = -1, +1
	} else {
		walks = axes[:1] // the other goes along ranks
	}
	for r := range 7 {
		for i := range walks {
			t.step(&walks[i][0], kind, r, +1)
		}
	}
	// One more fill goes from the pinned pieces to the pinners, together with the walks
	// down and then with another walk up.
	var down, up [2]emit.Vec
	var found ranks
	further := func(x *emit.Vec, ray *threatRay, r, dr int) {
		if from := r - dr; from >= 0 && from < 8 && ray.pinned[from] != nil {
			*x = t.Step(*x, ray.pinned[from], t.empty[from], ray.files, true)
			v.Join(&found[r], *x)
		}
	}
	t.rays = ranks{}
	for r := 7; r >= 0; r-- {
		if kind == 1 {
			t.along(&axes[1][0], &axes[1][1], r)
		}
		for i := range axes {
			t.look(&axes[i], kind, r)
		}
		t.or(checkers, r, v.And(t.rays[r], t.them[kind][r]))
		if kind == 1 {
			east, _ := t.EastWest(axes[1][0].pinned[r], t.empty[r])
			_, west := t.EastWest(axes[1][1].pinned[r], t.empty[r])
			found[r] = v.Or(east, west)
		}
		for i := range walks {
			further(&down[i], &walks[i][1], r, -1)
			if r > 0 {
				t.step(&walks[i][1], kind, r, -1)
			}
		}
	}
	for i := range axes {
		for k := range axes[i] {
			axes[i][k].quiet = v.ZeroBytes(axes[i][k].quiet)
		}
	}
	for r := range 8 {
		for i := range walks {
			further(&up[i], &walks[i][0], r, +1)
		}
		if found[r] != nil {
			t.or(pinners, r, v.And(found[r], t.them[kind][r]))
		}
		for i := range axes {
			for k := range axes[i] {
				if a := axes[i][k].sights[r]; a != nil {
					t.or(danger, r, v.NotAnd(axes[i][k].quiet, a.ourKing()))
				}
			}
		}
		if kind == 1 {
			t.or(pinned, r, v.And(t.line[r], t.own[r]))
			t.sets[discoverers][r] = v.And(t.sets[discoverers][r], t.own[r])
		}
	}
}

// aside returns pieces moved so many files to the east and to the west.
func (t *threatRanks) aside(s ranks, files int) (x ranks) {
	for r := range x {
		x[r] = t.V.Or(t.V.Sideways(s[r], files), t.V.Sideways(s[r], -files))
	}
	return x
}

// union returns the union of the sets that are not nil.
func (t *threatRanks) union(sets ...emit.Vec) (u emit.Vec) {
	for _, x := range sets {
		if x != nil {
			t.V.Join(&u, x)
		}
	}
	return u
}

// leapers adds the contributions of kings, knights and pawns.
func (t *threatRanks) leapers(black emit.Vec) {
	v := t.V
	at := func(x ranks, r int) emit.Vec {
		if r < 0 || r > 7 {
			return nil
		}
		return x[r]
	}
	// pawns returns what they attack on rank r, going up in the positions of the mask, or
	// where the mask is not set, down in the others.
	pawns := func(beside ranks, r int, up bool) emit.Vec {
		above, below := at(beside, r-1), at(beside, r+1)
		if !up {
			above, below = below, above
		}
		switch {
		case above == nil:
			return v.NotAnd(black, below)
		case below == nil:
			return v.And(black, above)
		}
		return v.Select(black, above, below)
	}
	knights := func(one, two ranks, r int) emit.Vec {
		return t.union(at(one, r-2), at(one, r+2), at(two, r-1), at(two, r+1))
	}
	king1, king2 := t.aside(t.king, 1), t.aside(t.king, 2)
	foe1, foe2 := t.aside(t.foeKing, 1), t.aside(t.foeKing, 2)
	knights1, knights2 := t.aside(t.foeKnights, 1), t.aside(t.foeKnights, 2)
	foePawns := t.aside(t.foePawns, 1)
	for r := range 8 {
		for _, by := range []int{r - 1, r + 1} {
			if by >= 0 && by < 8 {
				t.or(byKing, r, v.Or(foe1[by], t.foeKing[by]))
			}
		}
		t.or(byKing, r, foe1[r])
		t.or(byKnight, r, knights(knights1, knights2, r))
		t.or(knightChecks, r, knights(foe1, foe2, r))
		t.or(checkers, r, v.And(knights(king1, king2, r), t.foeKnights[r]))
		// Their pawns go up where we are black.
		t.or(byPawn, r, pawns(foePawns, r, true))
		t.or(pawnChecks, r, pawns(foe1, r, true))
		t.or(checkers, r, v.And(pawns(king1, r, false), t.foePawns[r]))
		for k := byPawn; k <= byKing; k++ {
			t.or(attacked, r, t.sets[k][r])
		}
		t.or(danger, r, t.sets[attacked][r])
	}
}

// restrict sets the check mask: all squares without a checker, none with several.
func (t *threatRanks) restrict() {
	v := t.V
	var count emit.Vec
	for _, c := range t.sets[checkers] {
		n := v.PopcountBytes(c)
		if count != nil {
			n = v.AddBytes(count, n)
		}
		count = n
	}
	none, single := v.ZeroBytes(count), v.EqualBytes(count, v.BroadcastByte(1))
	for r := range 8 {
		block := v.AccAnd(t.sets[checkers][r], t.line[r], t.empty[r])
		t.sets[checkMask][r] = v.Or(v.And(block, single), none)
	}
}
