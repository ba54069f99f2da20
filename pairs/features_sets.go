package pairs

import (
	_ "embed"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/koggestone/koggestone/quad"
)

// SFNNv16 numbers the 59,808 threats in Stockfish's network SFNNv16, as of commit
// 762dd1da9a5d (3 August 2026): kings do not count, and pawns attack only knights and
// rooks. The pairs of pawns in that network are a separate feature set: [PawnPairs].
func SFNNv16() Numbering { return known("sfnnv16") }

// SFNNv12 numbers the 60,144 threats in Stockfish's networks SFNNv12 and SFNNv13, as of
// commit 238ef05bb (13 February 2026).
func SFNNv12() Numbering { return known("sfnnv12") }

// SFNNv11 numbers the 66,864 threats in Stockfish's network SFNNv11, as of commit fac506bdf
// (4 February 2026): kings attack but are not attacked.
func SFNNv11() Numbering { return known("sfnnv11") }

// SFNNv10 numbers the 79,856 threats in Stockfish's network SFNNv10, as of commit 28844fc69
// (1 January 2026).
func SFNNv10() Numbering { return known("sfnnv10") }

// A FeatureSet describes a feature set of an engine.
type FeatureSet struct {
	Names   []string // for example, the engines that use it
	Threats Numbering
	// PawnPairs is the number that is added to the features of [PawnPairs]. It is -1 if the set does
	// not contain them.
	PawnPairs int
}

//go:embed sets.txt
var knownSets string

// FeatureSets returns the feature sets of several engines, including Stockfish, PlentyChess,
// Viridithas and Reckless.
func FeatureSets() []FeatureSet {
	sets, err := ParseFeatureSets(knownSets)
	if err != nil {
		panic(err) // a test parses them
	}
	return sets
}

// known returns the threats of a set in sets.txt.
func known(name string) Numbering {
	sets := FeatureSets()
	return sets[slices.IndexFunc(sets, func(s FeatureSet) bool { return slices.Contains(s.Names, name) })].Threats
}

// ParseFeatureSets parses feature sets with threats in Stockfish's order. The text has these lines,
// and # starts a comment:
//
//	set engine     begins a set and names it; there may be several names
//	P NR           the kinds of pieces that pawns attack, in the order of their numbers
//	N PNBRQ        and so on for N, B, R, Q, and K; - if there are none
//	threats 4560   the first number of the threats; otherwise it is 0
//	pawnpairs 0    the set contains [PawnPairs]; their first number
//
// For each side the board is turned upside down for Black, and mirrored if the king is on the files e
// to h. Numbers are sorted by attacker: own attackers first, pawn to king, then the opponent's; within
// an attacker by victim: own victims first, then the opponent's; and for two pieces by the attacker's
// square and then by the squares that it attacks on an empty board, a1 first. If two pieces of one kind
// attack each other, only the pair from the higher square counts.
func ParseFeatureSets(text string) ([]FeatureSet, error) {
	var sets []*setRules
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		err := error(nil)
		switch {
		case fields[0] == "set" && len(fields) == 1:
			err = fmt.Errorf("expected a name after set, found none")
		case fields[0] == "set":
			sets = append(sets, &setRules{names: fields[1:], pawnPairs: -1})
		case len(sets) == 0:
			err = fmt.Errorf("expected set and its name first, found %q", fields[0])
		default:
			err = sets[len(sets)-1].parse(fields)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	all := make([]FeatureSet, 0, len(sets))
	for _, s := range sets {
		set, err := s.featureSet()
		if err != nil {
			return nil, fmt.Errorf("set %s: %w", s.names[0], err)
		}
		all = append(all, set)
	}
	return all, nil
}

// setRules describes a set in a text of [ParseFeatureSets].
type setRules struct {
	names              []string
	victims            [6]string
	attackers          uint // the kinds that have victims or "-", as bits
	threats, pawnPairs int
}

const kindLetters = "PNBRQK"

// parse adds the fields of a line.
func (s *setRules) parse(fields []string) error {
	attacker := strings.Index(kindLetters, fields[0])
	switch {
	case fields[0] != "threats" && fields[0] != "pawnpairs" && (attacker < 0 || len(fields[0]) != 1):
		return fmt.Errorf("expected set, threats, pawnpairs or one of PNBRQK, found %q", fields[0])
	case len(fields) != 2:
		return fmt.Errorf("expected one word after %s, found %d", fields[0], len(fields)-1)
	case attacker < 0:
		n, err := strconv.ParseUint(fields[1], 10, 30)
		if err != nil {
			return fmt.Errorf("%s: expected a number, found %q", fields[0], fields[1])
		}
		if fields[0] == "threats" {
			s.threats = int(n)
		} else {
			s.pawnPairs = int(n)
		}
		return nil
	case s.attackers>>attacker&1 != 0:
		return fmt.Errorf("%s: expected one line, found two", fields[0])
	}
	s.attackers |= 1 << attacker
	if fields[1] == "-" {
		return nil
	}
	for i, letter := range fields[1] {
		if !strings.ContainsRune(kindLetters, letter) || strings.ContainsRune(fields[1][:i], letter) {
			return fmt.Errorf("%s: expected letters of PNBRQK, each once, or -, found %q", fields[0], fields[1])
		}
	}
	s.victims[attacker] = fields[1]
	return nil
}

func (s *setRules) featureSet() (FeatureSet, error) {
	if s.attackers != 1<<len(kindLetters)-1 {
		missing := kindLetters[bits.TrailingZeros(^s.attackers)]
		return FeatureSet{}, fmt.Errorf("expected a line that begins with %c, found none", missing)
	}
	n := threats(s.threats, s.victims)
	if s.pawnPairs >= 0 && s.pawnPairs < n.Size && s.threats < s.pawnPairs+PawnPairFeatures {
		return FeatureSet{}, fmt.Errorf("pawnpairs: expected numbers beside the threats %d to %d, found %d", s.threats, n.Size-1, s.pawnPairs)
	}
	return FeatureSet{Names: s.names, Threats: n, PawnPairs: s.pawnPairs}, nil
}

// threats returns the numbering that starts at first, with the victims of each kind of attacker,
// pawn to king, in the order that ParseFeatureSets describes.
func threats(first int, victims [6]string) Numbering {
	var kind [8]int
	for i, p := range pieces[:6] {
		kind[p.Kind()] = i
	}
	var slot [6][6]int // where a victim's kind is in the order, counted from 1
	for i := range victims {
		for j := range victims[i] {
			slot[i][kind[letterKind(victims[i][j])]] = j + 1
		}
	}
	// For each attacker: the squares that it attacks, the offset of each square within a
	// pair of pieces, and the first number.
	type attacker struct {
		attacks [64]uint64
		begin   [64]int
		pairs   int
		first   int
	}
	var attackers [2][6]attacker
	next := first
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
		Size:     next,
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
