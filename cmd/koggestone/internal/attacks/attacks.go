// Package attacks implements the commands attacks and pairs.
package attacks

import (
	"fmt"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/fen"
	"github.com/koggestone/koggestone/quad"
)

type attacksCmd struct {
	FEN  cli.FEN  `name:"fen" default:"1q3k2/p5p1/2b5/5B1R/3R3p/2P1Q1r1/6P1/6K1 w - - 0 1" placeholder:"FEN" help:"The position, or startpos. Default: the position of docs/method.md. Only the pieces and the side to move are used; the side to move defaults to White."`
	Show []string `placeholder:"SET" values:"colour_sets,us_sets,set_groups" help:"Show these sets instead of the attacks of sliders. For each colour: ${colour_sets}. For the side to move: ${us_sets}. Groups: threats (all sets of the side to move), all. Here attacks is the union of all attacks, pawns to kings are the attacks of these pieces; xrays continue behind the first blocker, xrays-own only behind own pieces; lesser-rook is what pieces worth less than a rook attack; reach is the targets of moves, without castling and en passant."`
	JSON bool     `name:"json" help:"Write a JSON object with placement and side_to_move; white and black with the squares and attacks of bishops, rooks, queens and sliders; and sets with the sets of --show, or without it all sets and attackers, the number of attackers of each square from a1 to h8 for White and Black. Sets are hexadecimal, a1 = bit 0."`

	cli.Picture // squares shaded by the number of attackers, arrows for pins and checks, and the sets in Show

	sets []*namedSet // the sets in Show
}

func (*attacksCmd) Examples() []string {
	return []string{
		"koggestone attacks",
		"koggestone attacks --fen startpos",
		"koggestone attacks --fen '4k3/8/8/8/7b/8/4rP2/4K3 w' --show checkers,pinned",
		"koggestone attacks --fen startpos --svg attacks.svg",
	}
}

// Run writes the attacks of each slider as boards, or as --json and --svg request.
func (c *attacksCmd) Run(s *cli.Streams) error {
	e, err := parseEntry(string(c.FEN))
	if err != nil {
		return fmt.Errorf("--fen: %w", err)
	}
	if c.sets, err = chooseSets(c.Show); err != nil {
		return err
	}
	if c.SVG != "" {
		if err := c.Picture.Write(s, attackersDrawing(analyse(e.board, e.side), c.sets)); err != nil || c.SVG == "-" {
			return err
		}
	}
	switch {
	case c.JSON:
		return c.writeJSON(s.Out, e)
	case c.sets != nil:
		c.writeSetBoards(s, e)
	default:
		writeAttackBoards(s, e)
	}
	return nil
}

// A sliderSet is a colour's sliders of one kind.
type sliderSet int

const (
	bishops sliderSet = iota
	rooks
	queens
	sliders // all of them
)

func (k sliderSet) String() string {
	return [...]string{"bishops", "rooks", "queens", "sliders"}[k]
}

// An entry is a position with the attacks of its sliders.
type entry struct {
	board   quad.Board
	side    quad.Color   // side to move
	pieces  [2][4]uint64 // sliders by colour and sliderSet
	attacks [2][4]uint64
}

// parseEntry parses the pieces and the side to move. If text has only one field, White is to
// move.
func parseEntry(text string) (*entry, error) {
	b, rest, err := quad.ParsePlacement(text)
	if err != nil {
		return nil, err
	}
	start, end := fen.Next(rest, 0)
	black, ok := fen.Black(rest[start:end])
	if !ok && start < end {
		return nil, &quad.FENError{
			Field:   fen.Side,
			Offset:  len(text) - len(rest) + start,
			Problem: fen.Problem(fen.SideExpected, fen.Found(rest[start:end])),
		}
	}
	e := &entry{board: b, side: quad.White}
	if black {
		e.side = quad.Black
	}
	empty := b.Empty()
	for c := range e.pieces {
		own := b.ByColor(quad.Color(c))
		p := [4]uint64{bishops: b.Bishops() & own, rooks: b.Rooks() & own, queens: b.Queens() & own, sliders: b.Sliders() & own}
		e.pieces[c] = p
		e.attacks[c] = [4]uint64{
			bishops: koggestone.BishopAttacks(p[bishops], empty),
			rooks:   koggestone.RookAttacks(p[rooks], empty),
			queens:  koggestone.QueenAttacks(p[queens], empty),
			sliders: koggestone.SliderAttacks(p[bishops]|p[queens], p[rooks]|p[queens], empty),
		}
	}
	return e, nil
}

// Commands are the commands of this package.
type Commands struct {
	Attacks attacksCmd `cmd:"" help:"Show what the sliders of each colour attack, or other sets."`
	Pairs   pairsCmd   `cmd:"" help:"List threat pairs: which pieces attack or defend which."`
}

// Vars returns the variables of the help texts.
func (*Commands) Vars() map[string]func() string {
	return map[string]func() string{
		"colour_sets":  func() string { return setNames(false) },
		"us_sets":      func() string { return setNames(true) },
		"set_groups":   func() string { return "threats, all" },
		"feature_sets": featureSetNames,
	}
}
