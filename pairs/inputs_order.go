package pairs

import (
	"math/bits"

	"github.com/koggestone/koggestone/internal/layout"
	"github.com/koggestone/koggestone/quad"
)

// orderOf returns tables for n if its numbers have the form that layout.FeatureOrder needs, as
// Stockfish's have, and otherwise nil. Pawns on the first and last ranks have no features. If
// two pieces of the same kind attack each other, only the piece on the higher square has a
// feature.
func orderOf(n Numbering) *layout.FeatureOrder {
	o := new(layout.FeatureOrder)
	for kind := range layout.OrderKinds {
		p := pieces[kind] // the black pawn follows the white king
		next := uint64(0)
		for from := range o.Places[kind] {
			place := layout.FeaturePlace{Begin: next}
			if p.Kind() != quad.Pawn || from >= 8 && from < 56 {
				place.Attacks = attacks(p, from)
			}
			o.Places[kind][from] = place
			next += uint64(bits.OnesCount64(place.Attacks))
		}
	}
	o.Ranks = rankTable
	for sq := range 64 {
		o.Lines[sq] = lineTable[sq]
		for t := range o.Lower {
			for to := range 64 {
				if to^orderTurns[t] < sq^orderTurns[t] {
					o.Lower[t][sq] |= 1 << to
				}
			}
		}
	}
	for a, attacker := range pieces {
		for v, victim := range pieces {
			first, ok := firstInOrder(o, n, attacker, victim)
			wanted := &o.Victims[v%6][a%6]
			if a < 6 && v < 6 && first >= 0 {
				*wanted = ^uint64(0) // for all colours, otherwise there is no order
			}
			if !ok || first >= 0 != (*wanted != 0) {
				return nil
			}
			if first < 0 {
				continue
			}
			for _, a := range quadCodes(attacker) {
				for _, v := range quadCodes(victim) {
					o.Base[a][v] |= uint64(first)
					o.Base[a^8][v^8] |= uint64(first) << 32
				}
			}
		}
	}
	return o
}

// orderTurns contains the turn for each index in layout.FeatureOrder.Lower.
var orderTurns = [4]int{0, 7, 56, 63}

// quadCodes returns the codes of p in package quad.
func quadCodes(p quad.Piece) []quad.Piece {
	if p.Kind() == quad.Rook {
		return []quad.Piece{p, quad.MakePiece(p.Color(), quad.CastlingRook)}
	}
	return []quad.Piece{p}
}

// orderKind returns the row of FeatureOrder.Places for p.
func orderKind(p quad.Piece) int {
	if p.Color() == quad.Black && p.Kind() == quad.Pawn {
		return layout.OrderEnemyPawn
	}
	return p.Kind().Order() - 1
}

// excludes reports whether only one of the two pairs has a feature when two such pieces
// attack each other.
func excludes(attacker, victim quad.Piece) bool {
	return attacker.Kind() == victim.Kind() && (attacker.Kind() != quad.Pawn || attacker.Color() != victim.Color())
}

// firstInOrder returns the first number for two pieces, or -1 if they have no features. If
// their numbers are not in the order that o needs, ok is false.
func firstInOrder(o *layout.FeatureOrder, n Numbering, attacker, victim quad.Piece) (first int, ok bool) {
	first = -1
	places := &o.Places[orderKind(attacker)]
	exclusive := excludes(attacker, victim)
	for _, have := range [...]bool{false, true} { // first find out whether there are features
		for p := range pairsOf(attacker) {
			from, to := p.From(), p.To()
			i := n.Index(attacker, from, victim, to)
			if !have {
				if i >= 0 {
					first = i - numberOf(&places[from], to)
					break
				}
				continue
			}
			want := first + numberOf(&places[from], to)
			if first < 0 || places[from].Attacks == 0 || exclusive && from < to {
				want = -1
			}
			if max(i, -1) != want {
				return first, false
			}
		}
	}
	return first, true
}

// numberOf returns a pair's number within the pairs of its two pieces.
func numberOf(p *layout.FeaturePlace, to int) int {
	return int(p.Begin) + bits.OnesCount64(p.Attacks&(1<<to-1))
}
