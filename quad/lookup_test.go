package quad

import (
	"math/bits"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/koggestone/koggestone"
)

// The usual way, for comparison: an engine with piece bitboards loops over the
// pieces, looks up sliders in fancy magic tables and leapers in arrays, and finds
// pins by the sliders that would attack the king through one piece.

type magic struct {
	mask, factor uint64
	shift        uint8
	attacks      []uint64
}

func (m *magic) at(occupied uint64) uint64 { return m.attacks[(occupied&m.mask)*m.factor>>m.shift] }

type lookups struct {
	bishop, rook [64]magic
	knight, king [64]uint64
	pawn         [2][64]uint64
	between      [64][64]uint64
}

// tables are filled once, some 100 ms for the search of factors.
var tables = sync.OnceValue(func() *lookups {
	l := new(lookups)
	rng := rand.New(rand.NewPCG(19, 20))
	rays := koggestone.RayTable()
	const edges = 0xff818181818181ff
	for sq := range 64 {
		b := uint64(1) << sq
		home := uint64(0xff)<<(sq&^7) | 0x0101010101010101<<(sq&7)
		l.bishop[sq].find(rng, koggestone.BishopAttacks(b, ^uint64(0))&^edges,
			func(o uint64) uint64 { return koggestone.BishopAttacks(b, ^o) })
		outer := uint64(0xff000000000000ff)&^(0xff<<(sq&^7)) | 0x8181818181818181&^(0x0101010101010101<<(sq&7))
		l.rook[sq].find(rng, home&^outer&^b, func(o uint64) uint64 { return koggestone.RookAttacks(b, ^o) })
		l.knight[sq], l.king[sq] = knightAttacks(b), kingAttacks(b)
		l.pawn[White][sq], l.pawn[Black][sq] = pawnAttacks(b, White), pawnAttacks(b, Black)
		for d := range 8 {
			for set := rays[d][sq]; set != 0; set &= set - 1 {
				to := bits.TrailingZeros64(set)
				l.between[sq][to] = rays[d][sq] & rays[(d+4)&7][to]
			}
		}
	}
	return l
})

// find looks for a factor that maps every subset of mask to its attacks.
func (m *magic) find(rng *rand.Rand, mask uint64, attacks func(occupied uint64) uint64) {
	n := bits.OnesCount64(mask)
	m.mask, m.shift = mask, uint8(64-n)
	subsets, answers := []uint64{}, []uint64{}
	for sub := uint64(0); ; {
		subsets, answers = append(subsets, sub), append(answers, attacks(sub))
		if sub = (sub - mask) & mask; sub == 0 {
			break
		}
	}
	m.attacks = make([]uint64, 1<<n)
	for {
		m.factor = rng.Uint64() & rng.Uint64() & rng.Uint64()
		if bits.OnesCount64(mask*m.factor>>56) < 6 {
			continue // spreads too little to work
		}
		clear(m.attacks)
		good := true
		for i, sub := range subsets {
			slot := &m.attacks[sub*m.factor>>m.shift]
			if *slot != 0 && *slot != answers[i] {
				good = false
				break
			}
			*slot = answers[i]
		}
		if good {
			return
		}
	}
}

// threats sets t as Threats.Set does, of a valid position, by looking up.
func (l *lookups) threats(t *Threats, bb *Bitboards, us Color) {
	own, foe := bb.White, bb.Black
	if us == Black {
		own, foe = foe, own
	}
	them := us.Other()
	occupied := own | foe
	king := bits.TrailingZeros64(bb.Kings & own)
	foeKing := bits.TrailingZeros64(bb.Kings & foe)
	*t = Threats{}
	t.ByPawn = pawnAttacks(bb.Pawns&foe, them)
	for s := bb.Knights & foe; s != 0; s &= s - 1 {
		t.ByKnight |= l.knight[bits.TrailingZeros64(s)&63]
	}
	for s := bb.Bishops & foe; s != 0; s &= s - 1 {
		t.ByBishop |= l.bishop[bits.TrailingZeros64(s)&63].at(occupied)
	}
	for s := bb.Rooks & foe; s != 0; s &= s - 1 {
		t.ByRook |= l.rook[bits.TrailingZeros64(s)&63].at(occupied)
	}
	for s := bb.Queens & foe; s != 0; s &= s - 1 {
		sq := bits.TrailingZeros64(s) & 63
		t.ByQueen |= l.bishop[sq].at(occupied) | l.rook[sq].at(occupied)
	}
	t.ByKing = l.king[foeKing&63]
	t.Attacked = t.ByPawn | t.ByKnight | t.ByBishop | t.ByRook | t.ByQueen | t.ByKing

	diagonal, orthogonal := bb.Bishops|bb.Queens, bb.Rooks|bb.Queens
	bishopRays, rookRays := l.bishop[king&63].at(occupied), l.rook[king&63].at(occupied)
	sliding := (bishopRays&diagonal | rookRays&orthogonal) & foe
	t.Checkers = sliding | (l.knight[king&63]&bb.Knights|l.pawn[us][king&63]&bb.Pawns)&foe
	t.Danger = t.Attacked
	without := occupied &^ (1 << king)
	for s := sliding; s != 0; s &= s - 1 {
		sq := bits.TrailingZeros64(s) & 63
		if bishopRays>>sq&1 != 0 {
			t.Danger |= l.bishop[sq].at(without)
		} else {
			t.Danger |= l.rook[sq].at(without)
		}
	}
	switch {
	case t.Checkers == 0:
		t.CheckMask = ^uint64(0)
	case t.Checkers&(t.Checkers-1) == 0:
		t.CheckMask = t.Checkers | l.between[king&63][bits.TrailingZeros64(t.Checkers)&63]
	}
	// Snipers: sliders that would see the king if the pieces they see were away.
	t.Pinned, t.Pinners = l.blockers(king, occupied, own, diagonal&foe, orthogonal&foe, bishopRays, rookRays)

	t.PawnChecks, t.KnightChecks = l.pawn[them][foeKing&63], l.knight[foeKing&63]
	t.BishopChecks, t.RookChecks = l.bishop[foeKing&63].at(occupied), l.rook[foeKing&63].at(occupied)
	t.Discoverers, _ = l.blockers(foeKing, occupied, own, diagonal&own, orthogonal&own, t.BishopChecks, t.RookChecks)
}

// blockers returns the pieces of own that alone stand between king and a slider,
// and these sliders.
func (l *lookups) blockers(king int, occupied, own, diagonal, orthogonal, bishopRays, rookRays uint64) (blockers, sliders uint64) {
	snipers := l.bishop[king&63].at(occupied&^(bishopRays&own))&^bishopRays&diagonal |
		l.rook[king&63].at(occupied&^(rookRays&own))&^rookRays&orthogonal
	for s := snipers; s != 0; s &= s - 1 {
		sq := bits.TrailingZeros64(s) & 63
		blockers |= l.between[king&63][sq] & occupied
		sliders |= s & -s
	}
	return blockers, sliders
}

// TestLookups: the rival answers the same question.
func TestLookups(t *testing.T) {
	boards, us := suites(t)
	l := tables()
	for i, b := range boards {
		bb := b.Bitboards()
		var got Threats
		l.threats(&got, &bb, us[i])
		if want := b.Threats(us[i]); got != want {
			t.Fatalf("by lookups %x\nby fills   %x\n%v", got, want, b)
		}
	}
}
