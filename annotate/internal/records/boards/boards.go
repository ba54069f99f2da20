package boards

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/data/columns"
	"github.com/koggestone/koggestone/internal/formats"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// boardSize is the size in bytes of a board, including the fields after it.
const boardSize = formats.BoardSize

// boardFields are the fields that follow a board.
var boardFields = []records.Field{{Name: "score", Kind: records.Int}, {Name: "result", Kind: records.Float}}

// A boardFormat is a format of records with a board, a score and a result.
type boardFormat struct {
	records.FixedSplitter
	name   string
	unpack func(data []byte) (p movegen.Position, score int16, twice uint8, err error)
}

// NewMarlin returns marlinformat: boards with castling rights, en-passant target and clocks, and
// White's score and result.
func NewMarlin() records.Format { return boardFormat{boardSize, "marlin", formats.UnpackMarlin} }

// NewBullet returns bulletformat: boards without castling rights, en-passant target and clocks. If
// Black is to move, bulletformat turns the board, the score and the result over, so that White is to
// move in every record.
func NewBullet() records.Format { return boardFormat{boardSize, "bullet", formats.UnpackBullet} }

func (f boardFormat) Name() string                  { return f.name }
func (boardFormat) Fields() []records.Field         { return boardFields }
func (f boardFormat) Without([]bool) records.Format { return f }

func (f boardFormat) Parse(b *records.Block, r *records.Request) {
	eachRecord(b, r, boardSize, func(record records.Span) error {
		p, score, twice, err := f.unpack(b.Bytes(record))
		if err != nil {
			return err
		}
		b.Add(&p, columns.ValidityOf(&p), record)
		b.SetFEN(r, &p, records.Span{})
		b.AddScored(int64(score), records.Points(int(twice)))
		return nil
	})
}

// eachRecord calls parse for each record in the sample. All records have the same size.
func eachRecord(b *records.Block, r *records.Request, size int, parse func(record records.Span) error) {
	for at := 0; at < b.Raw; at += size {
		record := records.Span{Start: uint32(at), Length: uint32(min(size, b.Raw-at))}
		switch {
		case int(record.Length) < size:
			b.Reject(record, fmt.Errorf("expected records of %d bytes, found %d at the end", size, record.Length))
		case !r.Wants(b, at, 0):
			b.Sampled++
		default:
			if err := parse(record); err != nil {
				b.Reject(record, err)
			}
		}
	}
}

// viriFormat is viriformat. A game is a board of marlinformat, followed by moves with White's scores.
type viriFormat struct {
	skipped [4]bool // fields that are not needed
}

var viriFields = []records.Field{{Name: "ply", Kind: records.Int}, {Name: "move", Kind: records.Move}, {Name: "score", Kind: records.Int}, {Name: "result", Kind: records.Float}}

// The indices of the fields.
const (
	viriPly = iota
	viriMove
	viriScore
	viriResult
)

// NewViri returns viriformat.
func NewViri() records.Format { return viriFormat{} }

func (viriFormat) Name() string            { return "viri" }
func (viriFormat) Fields() []records.Field { return viriFields }
func (viriFormat) IsText() bool            { return false }
func (viriFormat) Games() bool             { return true }
func (viriFormat) RowBytes() int           { return 4 } // a move and a score

func (f viriFormat) Reader(in *records.Input, r records.Range) (*records.Reader, error) {
	return records.NewGameReader(in, f, r)
}

func (viriFormat) Without(skipped []bool) records.Format { return viriFormat{[4]bool(skipped)} }

func (viriFormat) Next(buf []byte, from int) int { return records.NextEnd(buf, from, formats.GameEnd) }
func (viriFormat) Last(buf []byte) int           { return records.LastEnd(buf, formats.GameEnd) }

func (f viriFormat) Parse(b *records.Block, r *records.Request) {
	g := viriGame{skipped: &f.skipped}
	for at := 0; at < b.Raw; {
		end := formats.GameEnd(b.Text[:b.Raw], at)
		if end < 0 {
			b.Reject(records.Span{Start: uint32(at), Length: uint32(b.Raw - at)}, errors.New("expected the end of the game, found the end of the data"))
			return
		}
		record := records.Span{Start: uint32(at), Length: uint32(end - at)}
		if binary.LittleEndian.Uint64(b.Text[at:]) != 0 {
			if err := g.parse(b, r, record); err != nil {
				b.Reject(record, err)
			}
		}
		at = end
	}
}

// A viriGame is a game that is being read.
type viriGame struct {
	records.Replay
	skipped *[4]bool
}

// parse adds the positions of a game, also the positions before an error.
func (g *viriGame) parse(b *records.Block, r *records.Request, record records.Span) error {
	data := b.Bytes(record)
	p, _, twice, err := formats.UnpackMarlin(data)
	if err != nil {
		return err
	}
	if err := p.Validate(); err != nil {
		return err
	}
	g.Start(b, r, record, p)
	err = g.moves(data[boardSize:])
	g.End()
	if !g.skipped[viriResult] {
		b.FillField(viriResult, records.Points(int(twice)))
	}
	return err
}

// moves adds the position before each move of a game, and the last position.
func (g *viriGame) moves(data []byte) error {
	for at := 0; at+4 < len(data); at += 4 {
		packed := binary.LittleEndian.Uint16(data[at:])
		move := formats.UnpackMove(&g.Position, packed)
		if !g.Node.IsLegal(move) {
			g.row(0, 0)
			return fmt.Errorf("ply %d: expected a legal move in %s, found %s%s, type %d", g.Ply+1, g.Position.FEN(),
				quad.SquareName(int(packed&63)), quad.SquareName(int(packed>>6&63)), packed>>14)
		}
		g.row(move, int16(binary.LittleEndian.Uint16(data[at+2:])))
		g.Play(move)
	}
	g.row(0, 0)
	return nil
}

// row adds the position before a move, which is 0 at the end of the game.
func (g *viriGame) row(move movegen.Move, score int16) {
	if !g.Wanted() {
		return
	}
	g.Add()
	value := records.NoInt
	if move != 0 {
		value = records.IntValue(int64(score))
	}
	for k, v := range [...]records.Value{viriPly: records.IntValue(int64(g.Ply)), viriMove: records.Value(move), viriScore: value} {
		g.Block.AddValue(k, v, g.skipped[:])
	}
}

func (viriFormat) NextGame(f io.ReaderAt, in *records.Input, from int64) (int64, error) {
	return formats.NextGame(f, from, in.Size)
}
