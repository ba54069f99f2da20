package attacks

import (
	"fmt"
	"io"
	"strings"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/lines"
)

type attacksCmd struct {
	FEN       cli.FEN  `name:"fen" placeholder:"FEN" help:"One position, or startpos. Of its fields the first (the pieces) and the second (the side to move, white if it is missing) matter."`
	Demo      bool     `xor:"json,svg,show" help:"Take 600 positions from games, check them against the oracle, show one and the throughput of every path."`
	Show      []string `placeholder:"SET" xor:"show" help:"Show these sets in place of the sliders' attacks. Of each colour: ${colour_sets}. (The first is all attacks, then by type; xrays go on beyond the first blocker, xrays-own beyond own ones; lesser-rook is what pieces worth less than a rook attack; reach is moves, without castling and en passant.) Of the side to move: ${us_sets}. threats is all of those, all is everything."`
	JSON      bool     `name:"json" xor:"json" help:"Write one JSON object a line: line, placement, side_to_move; for each colour bishops, rooks, queens and sliders, each with its squares and its attacks in hexadecimal, a1 = bit 0; and under sets those of --show, all without it. Attackers are numbers for white and black from a1 to h8."`
	SVG       string   `name:"svg" placeholder:"OUT" xor:"svg" help:"Also draw the one position as an SVG file, squares shaded by the number of attackers of each colour, with arrows for pins and checks, and the sets of --show; - writes to standard output in place of the text."`
	KeepGoing bool     `help:"Report malformed lines on standard error, skip and count them; without it the first ends the command with exit 2."`
	File      string   `arg:"" optional:"" help:"FEN or EPD lines, plain or compressed (gzip, zstd, bzip2), - for standard input. Blank lines and lines that begin with # are skipped. One position is shown as boards, several with a line each: squares attacked by the bishops, rooks, queens and all sliders, and the last set in hexadecimal."`

	sets []*namedSet // of Show
}

func (*attacksCmd) Examples() []string {
	return []string{
		"koggestone attacks --fen startpos",
		"koggestone attacks --fen '4k3/8/8/8/7b/8/4rP2/4K3 w' --show checkers,pinned,danger --svg threats.svg",
		"koggestone attacks positions.fen --json",
	}
}

// Run reads positions in batches and writes their attacks.
func (c *attacksCmd) Run(s *cli.Streams) error {
	inputs := 0
	for _, given := range []bool{c.FEN != "", c.File != "", c.Demo} {
		if given {
			inputs++
		}
	}
	if inputs != 1 {
		return fmt.Errorf("attacks: expected one of --fen FEN, a FILE (- for standard input) and --demo, found %d", inputs)
	}
	if c.Demo {
		return demo(s)
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
	a := newAttackBatch(batchSize)
	for many := false; src.fill(a); many = true {
		if single := !many && len(a.boards) == 1 && src.err == io.EOF; single {
			err = c.writeOne(s, a)
		} else if c.SVG != "" {
			err = fmt.Errorf("%s: --svg draws one position, found more", name)
		} else {
			err = c.writeMany(s.Out, a, !many)
		}
		if err == nil {
			err = s.Out.Flush()
		}
		if err != nil {
			return err
		}
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

// batchSize is how many positions are read and computed at a time.
const batchSize = 4096
