package records

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/koggestone/koggestone/data/columns"
	"github.com/koggestone/koggestone/internal/formats"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// boardSize is the size in bytes of a board, including the fields after it.
const boardSize = formats.BoardSize

// boardFields are the fields that follow a board.
var boardFields = []Field{{"score", Int}, {"result", Float}}

// A boardFormat is a format of records with a board, a score and a result.
type boardFormat struct {
	fixedSplitter
	name   string
	unpack func(data []byte) (p movegen.Position, score int16, twice uint8, err error)
}

// newMarlin returns marlinformat: boards with castling rights, en-passant target and clocks, and
// White's score and result.
func newMarlin() Format { return boardFormat{boardSize, "marlin", formats.UnpackMarlin} }

// newBullet returns bulletformat: boards without castling rights, en-passant target and clocks. If
// Black is to move, bulletformat turns the board, the score and the result over, so that White is to
// move in every record.
func newBullet() Format { return boardFormat{boardSize, "bullet", formats.UnpackBullet} }

func (f boardFormat) Name() string          { return f.name }
func (boardFormat) Fields() []Field         { return boardFields }
func (f boardFormat) without([]bool) Format { return f }

func (f boardFormat) Parse(b *Block, r *Request) {
	eachRecord(b, r, boardSize, func(record Span) error {
		p, score, twice, err := f.unpack(b.Bytes(record))
		if err != nil {
			return err
		}
		b.add(&p, columns.ValidityOf(&p), record)
		b.setFEN(r, &p, Span{})
		b.addScored(int64(score), pointsFor(int(twice)))
		return nil
	})
}

// eachRecord calls parse for each record in the sample. All records have the same size.
func eachRecord(b *Block, r *Request, size int, parse func(record Span) error) {
	for at := 0; at < b.Raw; at += size {
		record := Span{uint32(at), uint32(min(size, b.Raw-at))}
		switch {
		case int(record.Length) < size:
			b.reject(record, fmt.Errorf("expected records of %d bytes, found %d at the end", size, record.Length))
		case !r.wants(b, at, 0):
			b.Sampled++
		default:
			if err := parse(record); err != nil {
				b.reject(record, err)
			}
		}
	}
}

// viriFormat is viriformat. A game is a board of marlinformat, followed by moves with White's scores.
type viriFormat struct {
	skipped [4]bool // fields that are not needed
}

var viriFields = []Field{{"ply", Int}, {"move", Move}, {"score", Int}, {"result", Float}}

// The indices of the fields.
const (
	viriPly = iota
	viriMove
	viriScore
	viriResult
)

// newViri returns viriformat.
func newViri() Format { return viriFormat{} }

func (viriFormat) Name() string    { return "viri" }
func (viriFormat) Fields() []Field { return viriFields }
func (viriFormat) isText() bool    { return false }
func (viriFormat) Games() bool     { return true }
func (viriFormat) RowBytes() int   { return 4 } // a move and a score

func (f viriFormat) reader(in *Input, r Range) (*Reader, error) {
	return newGameReader(in, f, r)
}

func (viriFormat) without(skipped []bool) Format { return viriFormat{[4]bool(skipped)} }

func (viriFormat) next(buf []byte, from int) int { return nextEnd(buf, from, formats.GameEnd) }
func (viriFormat) last(buf []byte) int           { return lastEnd(buf, formats.GameEnd) }

func (f viriFormat) Parse(b *Block, r *Request) {
	g := viriGame{skipped: &f.skipped}
	for at := 0; at < b.Raw; {
		end := formats.GameEnd(b.Text[:b.Raw], at)
		if end < 0 {
			b.reject(Span{uint32(at), uint32(b.Raw - at)}, errors.New("expected the end of the game, found the end of the data"))
			return
		}
		record := Span{uint32(at), uint32(end - at)}
		if binary.LittleEndian.Uint64(b.Text[at:]) != 0 {
			if err := g.parse(b, r, record); err != nil {
				b.reject(record, err)
			}
		}
		at = end
	}
}

// A viriGame is a game that is being read.
type viriGame struct {
	replay
	skipped *[4]bool
}

// parse adds the positions of a game, also the positions before an error.
func (g *viriGame) parse(b *Block, r *Request, record Span) error {
	data := b.Bytes(record)
	p, _, twice, err := formats.UnpackMarlin(data)
	if err != nil {
		return err
	}
	if err := p.Validate(); err != nil {
		return err
	}
	g.start(b, r, record, p)
	err = g.moves(data[boardSize:])
	g.end()
	if !g.skipped[viriResult] {
		b.fillField(viriResult, pointsFor(int(twice)))
	}
	return err
}

// moves adds the position before each move of a game, and the last position.
func (g *viriGame) moves(data []byte) error {
	for at := 0; at+4 < len(data); at += 4 {
		packed := binary.LittleEndian.Uint16(data[at:])
		move := formats.UnpackMove(&g.p, packed)
		if !g.node.IsLegal(move) {
			g.row(0, 0)
			return fmt.Errorf("ply %d: expected a legal move in %s, found %s%s, type %d", g.ply+1, g.p.FEN(),
				quad.SquareName(int(packed&63)), quad.SquareName(int(packed>>6&63)), packed>>14)
		}
		g.row(move, int16(binary.LittleEndian.Uint16(data[at+2:])))
		g.play(move)
	}
	g.row(0, 0)
	return nil
}

// row adds the position before a move, which is 0 at the end of the game.
func (g *viriGame) row(move movegen.Move, score int16) {
	if !g.wanted() {
		return
	}
	g.add()
	value := noInt
	if move != 0 {
		value = intValue(int64(score))
	}
	for k, v := range [...]Value{viriPly: intValue(int64(g.ply)), viriMove: Value(move), viriScore: value} {
		g.b.addValue(k, v, g.skipped[:])
	}
}

func (viriFormat) nextGame(f io.ReaderAt, in *Input, from int64) (int64, error) {
	return formats.NextGame(f, from, in.Size)
}
