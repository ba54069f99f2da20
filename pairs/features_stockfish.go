package pairs

import (
	"math/bits"

	"github.com/koggestone/koggestone/quad"
)

// SFNNv16 returns the numbering of the 59,808 threats of Stockfish's network SFNNv16, as of
// commit 762dd1da9a5d (3 August 2026): kings do not count, and pawns attack only knights
// and rooks. The pairs of pawns that this network also has are a separate set of features:
// [PawnPairs]. Viridithas uses the same numbering as of commit
// 8bc07064 (8 August 2026).
func SFNNv16() Numbering {
	return stockfish(59808, []string{"NR", "PNBRQ", "PNBR", "PNBR", "PNBRQ", ""})
}

// SFNNv12 returns the numbering of the 60,144 threats of Stockfish's networks SFNNv12 and
// SFNNv13, as of commit 238ef05bb (13 February 2026). Viridithas uses the same numbering as
// of commit c14c332a (15 April 2026), and PZChessBot as of commit 7f318dbb (September
// 2026).
func SFNNv12() Numbering {
	return stockfish(60144, []string{"PNR", "PNBRQ", "PNBR", "PNBR", "PNBRQ", ""})
}

// SFNNv11 returns the numbering of the 66,864 threats of Stockfish's network SFNNv11, as of
// commit fac506bdf (4 February 2026): kings attack but are not attacked.
func SFNNv11() Numbering {
	return stockfish(66864, []string{"PNR", "PNBRQ", "PNBR", "PNBR", "PNBRQ", "PNBR"})
}

// SFNNv10 returns the numbering of the 79,856 threats of Stockfish's network SFNNv10, as of
// commit 28844fc69 (1 January 2026).
func SFNNv10() Numbering {
	return stockfish(79856, []string{"PNR", "PNBRQK", "PNBRK", "PNBRK", "PNBRQK", "PNBR"})
}

// stockfish returns a numbering of Stockfish. victims lists the victims for each kind of
// attacker, pawn to king. The numbers are in this order: own attackers, then the
// opponent's; for each attacker its own victims, then the opponent's; for two pieces the
// attacker's squares, and for each of these the squares that it attacks on an empty board,
// a1 first. If two pieces of one kind attack each other, only the pair from the higher
// square counts.
func stockfish(size int, victims []string) Numbering {
	var kind [8]int
	for i, p := range pieces[:6] {
		kind[p.Kind()] = i
	}
	var slot [6][6]int // slot of a victim's kind, counted from 1
	for i := range victims {
		for j := range victims[i] {
			slot[i][kind[letterKind(victims[i][j])]] = j + 1
		}
	}
	// For each attacker: the squares that it attacks, the offset of each square within the
	// numbers of two pieces, and the first number.
	type attacker struct {
		attacks [64]uint64
		begin   [64]int
		pairs   int
		first   int
	}
	var attackers [2][6]attacker
	next := 0
	for color := range attackers {
		for i := range attackers[color] {
			a := &attackers[color][i]
			p := pieces[6*color+i]
			for from := range 64 {
				a.begin[from] = a.pairs
				if p.Kind() == quad.Pawn && (from < 8 || from > 55) {
					continue
				}
				a.attacks[from] = attacks(p, from)
				a.pairs += bits.OnesCount64(a.attacks[from])
			}
			a.first = next
			next += 2 * len(victims[i]) * a.pairs
		}
	}
	return Numbering{
		Size:     size,
		Mirrored: 0xf0,
		Index: func(p quad.Piece, from int, victim quad.Piece, to int) int {
			i, j := kind[p.Kind()], kind[victim.Kind()]
			a := &attackers[p.Color()][i]
			enemies := p.Color() != victim.Color()
			if slot[i][j] == 0 || a.attacks[from]>>to&1 == 0 ||
				i == j && from < to && (enemies || p.Kind() != quad.Pawn) {
				return -1
			}
			block := int(victim.Color())*len(victims[i]) + slot[i][j] - 1
			return a.first + block*a.pairs + a.begin[from] + bits.OnesCount64(a.attacks[from]&(1<<to-1))
		},
	}
}

func letterKind(letter byte) quad.Kind {
	p, _ := quad.PieceFromLetter(letter)
	return p.Kind()
}
