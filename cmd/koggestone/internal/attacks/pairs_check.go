package attacks

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/koggestone/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/cli/textboard"
	"github.com/koggestone/koggestone/internal/lines"
	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

var sides = [...]quad.Color{quad.White, quad.Black}

// A featureSet computes a network's feature numbers.
type featureSet struct {
	name     string
	set      pairs.FeatureSet
	rules    *pairs.Rules
	features *pairs.Features
}

func featureSetNames() string {
	var names []string
	for _, s := range pairs.FeatureSets() {
		names = append(names, s.Names...)
	}
	return strings.Join(names, ", ")
}

// newFeatureSet returns the set with the given name, or the set in the file with this name.
func newFeatureSet(name string) (*featureSet, error) {
	x := &featureSet{name: strings.ToLower(name)}
	sets := pairs.FeatureSets()
	i := slices.IndexFunc(sets, func(s pairs.FeatureSet) bool { return slices.Contains(s.Names, x.name) })
	if i < 0 {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("--indices %s: expected %s or a file with rules: %w", name, featureSetNames(), err)
		}
		if sets, err = pairs.ParseFeatureSets(string(text)); err != nil {
			return nil, fmt.Errorf("--indices %s: %w", name, err)
		}
		if len(sets) != 1 {
			return nil, fmt.Errorf("--indices %s: expected one set, found %d", name, len(sets))
		}
		i, x.name = 0, sets[0].Names[0]
	}
	x.set = sets[i]
	var err error
	if x.rules, err = pairs.NewRules(pairs.StockfishCodes(), nil); err == nil {
		x.features, err = x.rules.Features(x.set.Threats)
	}
	return x, err
}

func king(b quad.Board, side quad.Color) int { return bits.TrailingZeros64(b.Pieces(side, quad.King)) }

// of returns the features of both sides, sorted.
func (x *featureSet) of(b quad.Board) (all [2][]uint32) {
	var list pairs.List
	var features pairs.FeatureList
	x.rules.RefreshBoard(&list, b)
	x.features.List(&features, &list, king(b, quad.White), king(b, quad.Black))
	for _, c := range sides {
		all[c] = append([]uint32{}, features.Active(c)...) // not nil, for JSON
		if first := x.set.PawnPairs; first >= 0 {
			for _, f := range pairs.PawnPairsOf(b).AppendFeatures(nil, c, king(b, c)) {
				all[c] = append(all[c], f+uint32(first))
			}
		}
		slices.Sort(all[c])
	}
	return all
}

// mirrors reports whether a king move mirrors its side's board.
func (x *featureSet) mirrors(before, after quad.Board, c quad.Color) bool {
	return x.features.Mirrors(king(before, c), king(after, c))
}

// changes returns the elements that are in before but not in after, and the other way round. Both lists are sorted, and
// an element can occur several times.
func changes(before, after []uint32) (removed, added []uint32) {
	removed, added = []uint32{}, []uint32{}
	for len(before)+len(after) > 0 {
		switch {
		case len(after) == 0 || len(before) > 0 && before[0] < after[0]:
			removed, before = append(removed, before[0]), before[1:]
		case len(before) == 0 || after[0] < before[0]:
			added, after = append(added, after[0]), after[1:]
		default:
			before, after = before[1:], after[1:]
		}
	}
	return removed, added
}

// named returns the pair with a feature number, or the zero pair if there is none. king is side c's king.
func (x *featureSet) named(number uint32, c quad.Color, king int) (p namedPair) {
	name := func(attacker quad.Piece, from int, victim quad.Piece, to int) namedPair {
		return namedPair{string(attacker.Letter()), quad.SquareName(from), string(victim.Letter()), quad.SquareName(to), pairs.MakePair(0, from, 0, to)}
	}
	if first := x.set.PawnPairs; first >= 0 && int(number) >= first && int(number) < first+pairs.PawnPairFeatures {
		high := 1
		rest := int(number) - first
		for ; rest >= high; high++ {
			rest -= high
		}
		turn := 7*(king>>2&1) ^ 56*int(c)
		pawn := func(n int) (quad.Piece, int) {
			return quad.MakePiece(c^quad.Color(n/48), quad.Pawn), (n%48 + 8) ^ turn
		}
		p, from := pawn(rest)
		q, to := pawn(high)
		return name(p, from, q, to)
	}
	turn := 7*int(x.set.Threats.Mirrored>>(king&7)&1) ^ 56*int(c)
	seen := func(p quad.Piece) quad.Piece { return quad.MakePiece(p.Color()^c, p.Kind()) }
	for _, attacker := range pairs.StockfishCodes() {
		for _, victim := range pairs.StockfishCodes() {
			if attacker == quad.NoPiece || victim == quad.NoPiece {
				continue
			}
			for squares := range 64 * 64 {
				if from, to := squares>>6, squares&63; x.set.Threats.Index(seen(attacker), from^turn, seen(victim), to^turn) == int(number) {
					return name(attacker, from, victim, to)
				}
			}
		}
	}
	return p
}

// A featureLine is a line of --check.
type featureLine struct {
	Line  int    `json:"line"`
	FEN   string `json:"fen"`
	Move  string `json:"move,omitempty"`
	lists map[string][]uint32

	before, after quad.Board
}

// The lists in a line, as the text after a side's name.
const (
	active  = ""
	removed = " removed"
	added   = " added"
)

// parseFeatureLine parses a line: a FEN, and then parts separated by semicolons.
func parseFeatureLine(text string) (*featureLine, error) {
	parts := strings.Split(text, ";")
	l := &featureLine{FEN: strings.TrimSpace(parts[0]), lists: map[string][]uint32{}}
	for _, part := range parts[1:] {
		fields := strings.Fields(strings.ReplaceAll(part, ",", " "))
		n := 0 // words before the numbers
		for n < len(fields) && (fields[n][0] < '0' || fields[n][0] > '9') {
			n++
		}
		switch name := strings.Join(fields[:n], " "); name {
		case "":
			if len(fields) > 0 {
				return nil, fmt.Errorf("expected move, white, black, or one of these two with removed or added, found %q", strings.TrimSpace(part))
			}
		case "white", "black", "white removed", "white added", "black removed", "black added":
			list := []uint32{}
			for _, f := range fields[n:] {
				x, err := strconv.ParseUint(f, 10, 32)
				if err != nil {
					return nil, fmt.Errorf("%s: expected a feature number, found %q", name, f)
				}
				list = append(list, uint32(x))
			}
			if l.lists[name] != nil {
				return nil, fmt.Errorf("%s: expected one list, found two", name)
			}
			slices.Sort(list)
			l.lists[name] = list
		default:
			if fields[0] != "move" || len(fields) != 2 || l.Move != "" {
				return nil, fmt.Errorf("expected one move, white, black, white removed, white added, black removed or black added, found %q", strings.TrimSpace(part))
			}
			l.Move = fields[1]
		}
	}
	if len(l.lists) == 0 {
		return nil, fmt.Errorf("expected lists of feature numbers after the FEN, found none")
	}
	if l.Move == "" {
		for name := range l.lists {
			if strings.Contains(name, " ") {
				return nil, fmt.Errorf("%s: expected a move on this line, found none", name)
			}
		}
	}
	var err error
	if l.before, l.after, err = boardsOf(l.FEN, l.Move); err != nil {
		return nil, err
	}
	for _, c := range sides {
		if n := bits.OnesCount64(l.before.Pieces(c, quad.King)); n != 1 {
			return nil, fmt.Errorf("FEN: expected one %v king, found %d", c, n)
		}
	}
	return l, nil
}

// A difference is a list that differs from the expected one.
type difference struct {
	*featureLine
	List       string         `json:"list"`
	Missing    []namedFeature `json:"missing"`
	Unexpected []namedFeature `json:"unexpected"`

	missing, unexpected []uint32
	side                quad.Color
	king                int // of this side
}

type namedFeature struct {
	Feature uint32     `json:"feature"`
	Pair    *namedPair `json:"pair,omitempty"` // nil if no pair has this number
}

// compare returns the first list of l that differs from the set's, or nil.
func (x *featureSet) compare(l *featureLine) *difference {
	before, after := x.of(l.before), x.of(l.after)
	for _, c := range sides {
		side := strings.ToLower(c.String())
		gone, come := changes(before[c], after[c])
		r, a := l.lists[side+removed], l.lists[side+added]
		if r != nil && a != nil {
			r, a = changes(r, a) // a number in both lists changes nothing
		}
		for _, list := range []struct {
			name      string
			got, want []uint32
			board     quad.Board
		}{{active, l.lists[side], after[c], l.after}, {removed, r, gone, l.before}, {added, a, come, l.after}} {
			unexpected, missing := changes(list.got, list.want)
			if list.got != nil && len(unexpected)+len(missing) > 0 {
				return &difference{featureLine: l, List: side + list.name, missing: missing, unexpected: unexpected, side: c, king: king(list.board, c)}
			}
		}
	}
	return nil
}

// describe adds the pairs that belong to the feature numbers in d.
func (x *featureSet) describe(d *difference) {
	named := func(numbers []uint32) []namedFeature {
		features := make([]namedFeature, 0, len(numbers))
		for _, n := range numbers {
			f := namedFeature{Feature: n}
			if p := x.named(n, d.side, d.king); p.From != "" {
				f.Pair = &p
			}
			features = append(features, f)
		}
		return features
	}
	d.Missing, d.Unexpected = named(d.missing), named(d.unexpected)
}

// check compares the lists in a file with the set's features, and describes the first difference.
func (c *pairsCmd) check(s *cli.Streams) error {
	if c.Indices == "" {
		return errors.New("--check: expected --indices")
	}
	set, err := newFeatureSet(c.Indices)
	if err != nil {
		return err
	}
	in, err := s.OpenInput(c.Check)
	if err != nil {
		return err
	}
	defer in.Close()
	result := struct {
		Set    string      `json:"set"`
		Lines  int         `json:"lines"`
		Failed int         `json:"failed"`
		First  *difference `json:"first,omitempty"`
	}{Set: set.name}
	reader := lines.NewReader(in, lines.Longest)
	for {
		text, err := reader.NextRecord()
		if err == io.EOF {
			break
		}
		if err != nil {
			return fmt.Errorf("%s: %w", in.Name, err)
		}
		l, err := parseFeatureLine(string(text))
		if err != nil {
			return fmt.Errorf("%s: line %d: %w", in.Name, reader.Line(), err)
		}
		l.Line = reader.Line()
		result.Lines++
		if d := set.compare(l); d != nil {
			if result.Failed++; result.First == nil {
				set.describe(d)
				result.First = d
			}
		}
	}
	if result.Lines == 0 {
		return fmt.Errorf("%s: expected lines of a FEN and feature numbers, found none", in.Name)
	}
	if c.JSON {
		if err := json.NewEncoder(s.Out).Encode(result); err != nil {
			return err
		}
	} else {
		if result.First != nil {
			result.First.write(s)
		}
		fmt.Fprintf(s.Out, "%d passed, %d failed\n", result.Lines-result.Failed, result.Failed)
	}
	if result.Failed > 0 {
		return cli.ErrDifference
	}
	return nil
}

// write describes d and draws the missing and the unexpected pairs.
func (d *difference) write(s *cli.Streams) {
	fmt.Fprintf(s.Out, "line %d: %s differs\n%s\n", d.Line, d.List, d.FEN)
	boards := []textboard.Board{textboard.OfPieces("before", d.before)}
	if d.Move != "" {
		fmt.Fprintln(s.Out, "move", d.Move)
		boards = append(boards, textboard.OfPieces("after "+d.Move, d.after))
	}
	for _, part := range []struct {
		what, note string
		list       []namedFeature
	}{{"missing", "", d.Missing}, {"unexpected", ", the number of no pair", d.Unexpected}} {
		board := textboard.OfSet(part.what, 0)
		for _, f := range part.list {
			if f.Pair == nil {
				fmt.Fprintf(s.Out, "%s %d%s\n", part.what, f.Feature, part.note)
				continue
			}
			fmt.Fprintf(s.Out, "%s %d: %v\n", part.what, f.Feature, *f.Pair)
			for sq, letter := range map[int]string{f.Pair.pair.From(): f.Pair.Attacker, f.Pair.pair.To(): f.Pair.Victim} {
				board.Squares[sq] = textboard.Square{Mark: letter[0], Style: textboard.Fresh}
			}
		}
		if len(part.list) > 0 {
			boards = append(boards, board)
		}
	}
	s.WriteBoards(4, boards...)
}
