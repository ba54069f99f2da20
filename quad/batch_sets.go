package quad

import (
	"strconv"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/slicecheck"
)

// Assembly is called for chunk boards at a time, 10 to 50 microseconds of work. It cannot
// be preempted, but between two chunks a Go function that is not inlined lets the
// scheduler and the garbage collector run.
const chunk = 1024

// VisionBatch computes the [Vision] of every board in b: it sets dst[d][p][i] to
// Rays[d].Planes()[p] for board i, direction d and plane p (G0, G1, G2, GB).
//
// All 32 slices must have the length of the batch, and none may overlap another slice or
// a plane of the batch. Otherwise VisionBatch panics before it writes anything.
func VisionBatch(dst *[8][4][]uint64, b *Batch) {
	var out [32]slicecheck.Span
	for i := range out {
		out[i] = slicecheck.Of(dst[i/4][i%4], i)
	}
	b.checkApart("quad: VisionBatch", out[:], visionName)
	n := b.Len()
	for lo := 0; lo < n; lo += chunk {
		visionChunk(dst, &b.planes, lo, min(n, lo+chunk))
	}
}

func visionName(i int) string {
	return "dst[" + koggestone.Direction(i/4).String() + "][" + strconv.Itoa(i%4) + "]"
}

// AttacksBatch sets dst[i] to every square that colour c attacks on board i. See
// [Board.Attacks].
//
// dst must have the length of the batch and must not overlap its planes. Otherwise
// AttacksBatch panics before it writes anything.
func AttacksBatch(dst []uint64, b *Batch, c Color) {
	out := [1]slicecheck.Span{slicecheck.Of(dst, 0)}
	b.checkApart("quad: AttacksBatch", out[:], func(int) string { return "dst" })
	n := b.Len()
	var diagonal, orthogonal, empty [chunk]uint64
	for lo := 0; lo < n; lo += chunk {
		hi := min(n, lo+chunk)
		slidersChunk(diagonal[:], orthogonal[:], empty[:], &b.planes, c&1, lo, hi)
		part := dst[lo:hi]
		koggestone.SliderAttacksBatch(part, diagonal[:hi-lo], orthogonal[:hi-lo], empty[:hi-lo])
		leapsChunk(part, &b.planes, c&1, lo, hi)
	}
}

// ThreatsColumns holds [Threats] for many boards, with a slice for each set. Element i of
// every slice is for board i.
type ThreatsColumns struct {
	ByPawn, ByKnight, ByBishop, ByRook, ByQueen, ByKing []uint64
	Attacked, Danger                                    []uint64
	Checkers, CheckMask, Pinned, Pinners                []uint64
	PawnChecks, KnightChecks, BishopChecks, RookChecks  []uint64
	Discoverers                                         []uint64
}

// NewThreatsColumns returns columns of length n.
func NewThreatsColumns(n int) *ThreatsColumns {
	c := new(ThreatsColumns)
	// Columns that are a multiple of 4 KB apart share the same few lines in the first-level
	// cache. A cache line between columns avoids that.
	stride := n + 8
	all := make([]uint64, threatSets*stride)
	for k, column := range c.columns() {
		*column = all[k*stride : k*stride+n : k*stride+n]
	}
	return c
}

// At returns the threats on board i. It panics if i is out of range.
func (c *ThreatsColumns) At(i int) (t Threats) {
	columns := c.columns()
	for k := range columns {
		t.sets()[k] = (*columns[k])[i]
	}
	return t
}

// Slice returns the columns for boards low to high-1, which share memory with c. It panics
// if low or high is out of range.
func (c *ThreatsColumns) Slice(low, high int) *ThreatsColumns {
	s := *c
	for _, column := range s.columns() {
		*column = (*column)[low:high:high]
	}
	return &s
}

// columns returns pointers to the slices, in the order of Threats.
func (c *ThreatsColumns) columns() [threatSets]*[]uint64 {
	return [threatSets]*[]uint64{
		&c.ByPawn, &c.ByKnight, &c.ByBishop, &c.ByRook, &c.ByQueen, &c.ByKing,
		&c.Attacked, &c.Danger, &c.Checkers, &c.CheckMask, &c.Pinned, &c.Pinners,
		&c.PawnChecks, &c.KnightChecks, &c.BishopChecks, &c.RookChecks, &c.Discoverers,
	}
}

var threatNames = [threatSets]string{
	"ByPawn", "ByKnight", "ByBishop", "ByRook", "ByQueen", "ByKing",
	"Attacked", "Danger", "Checkers", "CheckMask", "Pinned", "Pinners",
	"PawnChecks", "KnightChecks", "BishopChecks", "RookChecks", "Discoverers",
}

func threatName(k int) string { return "dst." + threatNames[k] }

// ThreatsBatch computes [Threats] for every board in b, with side us[i] to move on board i. It writes
// each set to element i of the slice with its name.
//
// us and all 17 slices in dst must have the length of the batch, and no slice in dst may overlap
// another slice or a plane of the batch. Otherwise ThreatsBatch panics before it writes
// anything.
func ThreatsBatch(dst *ThreatsColumns, b *Batch, us []Color) {
	n := b.Len()
	if len(us) != n {
		badLen("ThreatsBatch", "us", len(us), n)
	}
	var out [threatSets]slicecheck.Span
	var sets [threatSets][]uint64
	columns := dst.columns()
	for k, column := range columns {
		out[k], sets[k] = slicecheck.Of(*column, k), *column
	}
	b.checkApart("quad: ThreatsBatch", out[:], threatName)
	for lo := 0; lo < n; lo += chunk {
		threatsChunk(&sets, &b.planes, us, lo, min(n, lo+chunk))
	}
}

// checkApart panics unless the slices in dst have the length of b and overlap neither each
// other nor b's planes.
func (b *Batch) checkApart(function string, dst []slicecheck.Span, name func(i int) string) {
	var in [4]slicecheck.Span
	for p, plane := range b.planes {
		in[p] = slicecheck.Of(plane, p)
	}
	slicecheck.Apart(function, dst, in[:], name, planeName)
}

func planeName(p int) string { return "plane " + strconv.Itoa(p) + " of the batch" }

//go:noinline
func badLen(function, name string, found, expected int) {
	panic("quad: " + function + ": expected len(" + name + ") = " + strconv.Itoa(expected) +
		", the length of the batch, found " + strconv.Itoa(found))
}
