package attacks

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strings"

	"github.com/koggestone/koggestone/internal/boarddraw"
	"github.com/koggestone/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/cli/textboard"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

type pairsCmd struct {
	FEN     cli.FEN `name:"fen" xor:"input" placeholder:"FEN" help:"The position, or startpos. Without --move the first field, the pieces, is enough."`
	Check   string  `xor:"input,move,picture" placeholder:"FILE" help:"Instead of listing pairs, compare the feature numbers of another program with those of --indices. Each line has a FEN and lists as koggestone pairs prints them, separated by semicolons: FEN; move e2e4; white removed 7 9; white added 12. Lists are white and black, or with a move also white removed, white added, black removed and black added. With -, read standard input."`
	Move    string  `xor:"move" placeholder:"MOVE" help:"List the pairs that this move removes and adds, instead of all pairs. Write moves as e2e4 or e7e8q, castling as e1g1 or as king takes rook."`
	Indices string  `placeholder:"SET" help:"Also list the feature numbers of a network for White and for Black, sorted: ${feature_sets}, or a file with the rules of a set, as docs/pairs.md describes."`
	JSON    bool    `name:"json" help:"Write one JSON object."`

	cli.Picture // with the pairs as arrows
}

func (*pairsCmd) Examples() []string {
	return []string{
		"koggestone pairs --fen startpos",
		"koggestone pairs --fen startpos --move e2e4 --indices sfnnv16",
		"koggestone pairs --check features.txt --indices plentychess",
	}
}

// A pairReport is the result of the command.
type pairReport struct {
	FEN     string      `json:"fen"`
	Move    string      `json:"move,omitempty"`
	Pairs   []namedPair `json:"pairs,omitzero"`
	Removed []namedPair `json:"removed,omitzero"`
	Added   []namedPair `json:"added,omitzero"`
	Indices *indexLists `json:"indices,omitempty"`

	before, after quad.Board
}

type namedPair struct {
	Attacker string `json:"attacker"` // as in FEN
	From     string `json:"from"`
	Victim   string `json:"victim"`
	To       string `json:"to"`

	pair pairs.Pair
}

func (p namedPair) String() string { return p.Attacker + p.From + " " + p.Victim + p.To }

// defends reports whether the two pieces belong to one side.
func (p namedPair) defends() bool {
	return strings.ToUpper(p.Attacker) == p.Attacker == (strings.ToUpper(p.Victim) == p.Victim)
}

type indexLists struct {
	Set          string   `json:"set"`
	White        []uint32 `json:"white,omitzero"`
	Black        []uint32 `json:"black,omitzero"`
	WhiteRemoved []uint32 `json:"white_removed,omitzero"`
	WhiteAdded   []uint32 `json:"white_added,omitzero"`
	BlackRemoved []uint32 `json:"black_removed,omitzero"`
	BlackAdded   []uint32 `json:"black_added,omitzero"`

	// The king has moved to the other half of the board, so all feature numbers change.
	WhiteMirrored bool `json:"white_mirrored,omitempty"`
	BlackMirrored bool `json:"black_mirrored,omitempty"`
}

func (c *pairsCmd) Run(s *cli.Streams) error {
	switch {
	case c.Check != "":
		return c.check(s)
	case c.FEN == "":
		return errors.New("expected --fen FEN or --check FILE; see koggestone pairs --help")
	}
	rules, err := pairs.NewRules(pairs.StockfishCodes(), nil)
	if err != nil {
		return err
	}
	r := &pairReport{FEN: string(c.FEN), Move: c.Move}
	if r.before, r.after, err = boardsOf(r.FEN, c.Move); err != nil {
		return fmt.Errorf("--%w", err)
	}
	var list pairs.List
	var deltas pairs.Deltas
	var before, after [64]uint8
	rules.Mailbox(&before, r.before)
	rules.Mailbox(&after, r.after)
	if c.Move == "" {
		rules.Refresh(&list, &before)
		r.Pairs = namePairs(list.Pairs())
	} else {
		change, ok := rules.Difference(&before, &after)
		if !ok {
			return fmt.Errorf("--move: expected a change of at most four squares, found %s, which changes more", c.Move)
		}
		rules.Deltas(&deltas, &before, change)
		r.Removed, r.Added = namePairs(deltas.Removed()), namePairs(deltas.Added())
	}
	if c.Indices != "" {
		if err := c.number(r); err != nil {
			return err
		}
	}
	if c.SVG != "" {
		if err := c.Picture.Write(s, r.drawing()); err != nil || c.SVG == "-" {
			return err
		}
	}
	if c.JSON {
		return json.NewEncoder(s.Out).Encode(r)
	}
	r.write(s.Out, s.Colour)
	return nil
}

// boardsOf returns the board of a FEN, and the board after the move, which is the same if there is
// no move.
func boardsOf(fen, move string) (before, after quad.Board, err error) {
	if move == "" {
		if before, _, err = quad.ParsePlacement(fen); err != nil {
			return before, after, fmt.Errorf("fen: %w", err)
		}
		return before, before, nil
	}
	p, err := movegen.ParseFEN(fen)
	if err != nil {
		return before, after, fmt.Errorf("fen: %w", err)
	}
	m, err := p.ParseMove(move)
	if err != nil {
		return before, after, errors.New("move: " + strings.TrimPrefix(err.Error(), "movegen: "))
	}
	return p.Board, p.Play(m).Board, nil
}

// number adds the feature numbers of the pairs to r.
func (c *pairsCmd) number(r *pairReport) error {
	set, err := newFeatureSet(c.Indices)
	if err != nil {
		return err
	}
	for _, side := range sides {
		if n := bits.OnesCount64(r.after.Pieces(side, quad.King)); n != 1 {
			return fmt.Errorf("--fen: expected one %v king for --indices, found %d", side, n)
		}
	}
	x := &indexLists{Set: set.name}
	r.Indices = x
	after := set.of(r.after)
	if c.Move == "" {
		x.White, x.Black = after[quad.White], after[quad.Black]
		return nil
	}
	before := set.of(r.before)
	x.WhiteRemoved, x.WhiteAdded = changes(before[quad.White], after[quad.White])
	x.BlackRemoved, x.BlackAdded = changes(before[quad.Black], after[quad.Black])
	x.WhiteMirrored, x.BlackMirrored = set.mirrors(r.before, r.after, quad.White), set.mirrors(r.before, r.after, quad.Black)
	return nil
}

// namePairs names pairs, sorted by the attacker's square and then by the victim's.
func namePairs(list []pairs.Pair) []namedPair {
	codes := pairs.StockfishCodes()
	named := make([]namedPair, 0, len(list))
	for _, p := range list {
		named = append(named, namedPair{
			string(codes[p.Attacker()].Letter()), quad.SquareName(p.From()),
			string(codes[p.Victim()].Letter()), quad.SquareName(p.To()), p,
		})
	}
	slices.SortFunc(named, func(a, b namedPair) int {
		return cmp.Or(a.pair.From()-b.pair.From(), a.pair.To()-b.pair.To())
	})
	return named
}

func (r *pairReport) write(w io.Writer, colour bool) {
	show := func(what, code string, list []namedPair) {
		end := ""
		if colour && code != "" {
			what, end = code+what, "\x1b[0m"
		}
		for _, p := range list {
			fmt.Fprintf(w, "%s%s%s\n", what, p, end)
		}
	}
	show("", "", r.Pairs)
	show("removed ", "\x1b[31m", r.Removed)
	show("added ", "\x1b[32m", r.Added)
	if x := r.Indices; x != nil {
		for _, l := range []struct {
			what string
			list []uint32
			of   bool // the move
		}{
			{"white", x.White, false}, {"black", x.Black, false},
			{"white removed", x.WhiteRemoved, true}, {"white added", x.WhiteAdded, true},
			{"black removed", x.BlackRemoved, true}, {"black added", x.BlackAdded, true},
		} {
			if l.of == (r.Move != "") {
				fmt.Fprintln(w, strings.TrimRight(l.what+" "+strings.Trim(fmt.Sprint(l.list), "[]"), " "))
			}
		}
		if x.WhiteMirrored {
			fmt.Fprintln(w, "white mirrored: all its features change")
		}
		if x.BlackMirrored {
			fmt.Fprintln(w, "black mirrored: all its features change")
		}
	}
	if r.Move != "" {
		fmt.Fprintf(w, "pairs %d removed, %d added\n", len(r.Removed), len(r.Added))
		return
	}
	fmt.Fprintf(w, "pairs %d\n", len(r.Pairs))
}

// drawing returns a picture of the pairs as arrows: on one board, or before and after the move.
func (r *pairReport) drawing() *boarddraw.Drawing {
	d := &boarddraw.Drawing{Title: fmt.Sprintf("Threat pairs of %s", textboard.Placement(r.before))}
	panel := func(title string, b quad.Board, list []namedPair) {
		p := boarddraw.NewPanel(title, "", b)
		for _, x := range list {
			class := "attack"
			if x.defends() {
				class = "defence"
			}
			p.AddArrow(x.pair.From(), x.pair.To(), class)
		}
		d.Panels = append(d.Panels, p)
	}
	if r.Move == "" {
		panel(fmt.Sprintf("%d pairs", len(r.Pairs)), r.before, r.Pairs)
	} else {
		panel(fmt.Sprintf("%s removes %d", r.Move, len(r.Removed)), r.before, r.Removed)
		panel(fmt.Sprintf("and adds %d", len(r.Added)), r.after, r.Added)
	}
	d.Legend = []boarddraw.LegendItem{
		{Class: "attack", Text: "attacks", Arrow: true}, {Class: "defence", Text: "defends", Arrow: true},
	}
	return d.Layout(2)
}
