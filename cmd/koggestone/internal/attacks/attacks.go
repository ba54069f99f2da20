// Package attacks implements the commands attacks and pairs.
package attacks

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/lines"
)

type attacksCmd struct {
	FEN       cli.FEN  `name:"fen" placeholder:"FEN" help:"One position as FEN, or startpos. Without it and without FILE: a demonstration. Only the pieces and the side to move are used; the side to move defaults to White."`
	Show      []string `placeholder:"SET" values:"colour_sets,us_sets,set_groups" help:"Show these sets instead of the attacks of sliders. For each colour: ${colour_sets}. For the side to move: ${us_sets}. Groups: threats (all sets of the side to move), all. Here attacks is the union of all attacks, pawns to kings are the attacks of these pieces; xrays continue behind the first blocker, xrays-own only behind own pieces; lesser-rook is what pieces worth less than a rook attack; reach is the targets of moves, without castling and en passant."`
	JSON      bool     `name:"json" help:"Write one position as a JSON object, with: line, placement, side_to_move; for each colour bishops, rooks, queens and sliders with their squares and attacks; sets with those of --show, or all. Sets are hexadecimal, a1 = bit 0. Attackers are numbers for White and Black from a1 to h8."`
	KeepGoing bool     `help:"Report malformed lines on standard error and skip them. Without it, the first one ends the command with exit code 2."`
	File      string   `arg:"" optional:"" help:"A file of FEN or EPD lines, or - for standard input. Files may be compressed with gzip, zstd or bzip2. Blank lines and lines that start with # are skipped. One position is shown as boards. Several positions are shown in one line each: the number of squares that bishops, rooks, queens and all sliders attack, and the last set in hexadecimal."`

	cli.Picture // one position: squares shaded by the number of attackers, arrows for pins and checks, and the sets of Show

	sets []*namedSet // of Show
}

func (*attacksCmd) Examples() []string {
	return []string{
		"koggestone attacks",
		"koggestone attacks --fen startpos",
		"koggestone attacks --fen '4k3/8/8/8/7b/8/4rP2/4K3 w' --show checkers,pinned",
		"koggestone attacks --fen startpos --svg attacks.svg",
		"koggestone attacks positions.fen",
	}
}

// Run reads positions and writes their attacks.
func (c *attacksCmd) Run(s *cli.Streams) error {
	switch {
	case c.FEN == "" && c.File == "":
		c.FEN = cli.Demonstration
	case c.FEN != "" && c.File != "":
		return errors.New("attacks: expected --fen FEN or a FILE (- for standard input), found both")
	}
	var err error
	if c.sets, err = chooseSets(c.Show); err != nil {
		return err
	}
	name, in, err := c.open(s)
	if err != nil {
		return err
	}
	defer in.Close()
	src := attackSource{reader: lines.NewReader(in, lines.Longest), keepGoing: c.KeepGoing, errs: s.Err, name: name}
	// The form of the output depends on whether there is a second position.
	e, next := src.next(), src.next()
	switch {
	case e == nil:
	case next == nil && src.err == io.EOF:
		err = c.writeOne(s, e)
	case c.SVG != "":
		err = fmt.Errorf("%s: --svg draws one position, found more", name)
	case c.JSON:
		err = fmt.Errorf("%s: --json writes one position, found more; koggestone annotate writes columns of many", name)
	default:
		write := c.writeLine
		if c.sets != nil {
			write = c.writeSetLine
		}
		for head := true; e != nil && err == nil; e, next = next, src.next() {
			err = write(s.Out, e, head)
			head = false
		}
	}
	if err == nil {
		err = s.Out.Flush()
	}
	if err != nil {
		return err
	}
	return src.close()
}

// open returns the input that --fen or FILE names.
func (c *attacksCmd) open(s *cli.Streams) (name string, in io.ReadCloser, err error) {
	if c.FEN != "" {
		return "--fen", io.NopCloser(strings.NewReader(string(c.FEN))), nil
	}
	file, err := s.OpenInput(c.File)
	if err != nil {
		return "", nil, err
	}
	return file.Name, file, nil
}

// Commands are the commands of this package.
type Commands struct {
	Attacks attacksCmd `cmd:"" help:"Show what the sliders of each colour attack, or other sets."`
	Pairs   pairsCmd   `cmd:"" help:"List threat pairs: which pieces attack or defend which."`
}

// Vars returns the variables of the help texts.
func (*Commands) Vars() map[string]string {
	return map[string]string{"colour_sets": setNames(false), "us_sets": setNames(true), "set_groups": "threats, all", "feature_sets": featureSetNames()}
}
