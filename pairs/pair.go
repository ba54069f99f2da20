package pairs

import "github.com/koggestone/koggestone/internal/layout"

// A Pair is a piece that attacks or defends another: two squares and the engine's
// codes of the two pieces.
//
//	bits 0-5    square of the attacker
//	bits 6-11   square of the victim
//	bits 12-15  code of the attacker
//	bits 18-21  code of the victim
//
// The low sixteen bits can index a table, and so can the bits from 12.
type Pair uint32

// MakePair returns the pair of a piece with code attacker on square from and one with code
// victim on square to. Higher bits of the arguments are ignored.
func MakePair(attacker uint8, from int, victim uint8, to int) Pair {
	return Pair(from&63)<<layout.PairFrom | Pair(to&63)<<layout.PairTo |
		Pair(attacker&15)<<layout.PairAttacker | Pair(victim&15)<<layout.PairVictim
}

// From returns the square of the attacker.
func (p Pair) From() int { return int(p >> layout.PairFrom & 63) }

// To returns the square of the victim.
func (p Pair) To() int { return int(p >> layout.PairTo & 63) }

// Attacker returns the code of the attacker.
func (p Pair) Attacker() uint8 { return uint8(p >> layout.PairAttacker & 15) }

// Victim returns the code of the victim.
func (p Pair) Victim() uint8 { return uint8(p >> layout.PairVictim & 15) }
