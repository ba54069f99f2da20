package boards

import (
	"encoding/binary"
	"io"

	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/internal/formats"
	"github.com/koggestone/koggestone/movegen"
)

// A packer encodes a position with White's score and twice White's points.
type packer func(dst *[boardSize]byte, p *movegen.Position, score int64, twice byte) error

// NewMarlinWriter returns a Writer for marlinformat.
func NewMarlinWriter(out io.Writer, s *records.Schema) (records.Writer, error) {
	return newBoardWriter(out, s, formats.PackMarlin)
}

// NewBulletWriter returns a Writer for bulletformat.
func NewBulletWriter(out io.Writer, s *records.Schema) (records.Writer, error) {
	return newBoardWriter(out, s, formats.PackBullet)
}

// newBoardWriter returns a Writer for the boards that pack makes. It rejects rows without a score or
// a result, illegal positions, and boards with more than 32 pieces.
func newBoardWriter(out io.Writer, s *records.Schema, pack packer) (records.Writer, error) {
	scores, err := records.NewScoring(s)
	if err != nil {
		return nil, err
	}
	return records.NewRowWriter(out, nil, func(dst []byte, t *records.Table) []byte {
		var record [boardSize]byte
		for _, i := range t.Rows {
			p := t.Block.Position(int(i))
			err := t.Playable(i, &p)
			var result byte
			if err == nil {
				result, err = scores.Points(t, i)
			}
			var score int64
			if err == nil {
				score, err = scores.White(t, i)
			}
			if err == nil {
				err = pack(&record, &p, score, result)
			}
			if err == nil {
				dst = append(dst, record[:]...)
			} else if !t.Reject(i, err) {
				break
			}
		}
		return dst
	}), nil
}

// A viriWriter joins rows into games, also across tables.
type viriWriter struct {
	records.Scoring
	out       io.Writer
	ply, move int // indices of fields in the schema
	open      bool
	follow    viriRow // the row that would continue the open game
}

// NewViriWriter returns a Writer for viriformat. It joins rows into a game if each position
// follows from the move in the row before. If rows were left out, one game becomes several. Each
// row needs a move, except for the last row of a game.
func NewViriWriter(out io.Writer, s *records.Schema) (records.Writer, error) {
	scores, err := records.NewScoring(s)
	if err != nil {
		return nil, err
	}
	w := &viriWriter{Scoring: scores, out: out}
	if w.ply, err = records.PlyLabel.Require(s.Fields, nil, false); err != nil {
		return nil, err
	}
	w.move, err = records.MoveLabel.Require(s.Fields, nil, false)
	return w, err
}

// A viriRow is a row of viriformat.
type viriRow struct {
	position movegen.Position
	ply      int64
	move     movegen.Move // 0 if there is none
	score    int16
	twice    byte // White's points
}

// continues reports whether row is the position that follow expects next in the same game.
func (row *viriRow) continues(follow *viriRow) bool {
	return row.ply == follow.ply && row.twice == follow.twice && row.position == follow.position
}

// viriGames contains the games of a table. The first can continue the last game of the table
// before, and the last may not have ended yet.
type viriGames struct {
	data   []byte
	first  viriRow
	joins  bool // whether data begin with the table's first row, not with a later row after a rejected one
	empty  bool // whether the table has no rows
	open   bool
	follow viriRow // the row that would continue the open game
}

var viriEnd = []byte{0, 0, 0, 0}

func (w *viriWriter) Encode(t *records.Table, scratch any) (any, error) {
	g, ok := scratch.(*viriGames)
	if !ok {
		g = new(viriGames)
	}
	*g = viriGames{data: g.data[:0], empty: len(t.Rows) == 0}
	for n, i := range t.Rows {
		row, err := w.row(t, i)
		if err == nil && !(g.open && row.continues(&g.follow)) {
			err = g.start(&row)
			if n == 0 {
				g.first, g.joins = row, err == nil
			}
		}
		if err != nil {
			g.end()
			if !t.Reject(i, err) {
				break
			}
			continue
		}
		if row.move == 0 { // the position follows from the moves
			g.end()
			continue
		}
		g.data = binary.LittleEndian.AppendUint16(g.data, formats.PackMove(row.move))
		g.data = binary.LittleEndian.AppendUint16(g.data, uint16(row.score))
		g.follow = viriRow{position: row.position.Play(row.move), ply: row.ply + 1, twice: row.twice}
	}
	return g, nil
}

// start begins a game at a row.
func (g *viriGames) start(row *viriRow) error {
	g.end()
	var board [boardSize]byte
	if err := formats.PackMarlin(&board, &row.position, 0, row.twice); err != nil {
		return err
	}
	g.data, g.open = append(g.data, board[:]...), true
	return nil
}

// end ends the open game.
func (g *viriGames) end() {
	if g.open {
		g.data, g.open = append(g.data, viriEnd...), false
	}
}

func (w *viriWriter) Write(encoded any) error {
	g := encoded.(*viriGames)
	if g.empty {
		return nil
	}
	data := g.data
	if w.open && g.joins && g.first.continues(&w.follow) {
		data = data[boardSize:] // the game already has a start
	} else if err := w.Close(); err != nil {
		return err
	}
	w.open, w.follow = g.open, g.follow
	_, err := w.out.Write(data)
	return err
}

// Close ends the open game.
func (w *viriWriter) Close() (err error) {
	if w.open {
		w.open = false
		_, err = w.out.Write(viriEnd)
	}
	return err
}

func (w *viriWriter) row(t *records.Table, i int32) (row viriRow, err error) {
	row.position = t.Block.Position(int(i))
	if err = t.Playable(i, &row.position); err != nil {
		return row, err
	}
	var ok bool
	if row.ply, ok = t.Integer(i, w.ply); !ok {
		return row, records.PlyLabel.Wrong(t, i, w.ply, "a whole number")
	}
	if row.twice, err = w.Points(t, i); err != nil {
		return row, err
	}
	text := t.Plain(i, w.move)
	if len(text) == 0 {
		return row, nil
	}
	if row.move, err = row.position.ParseMove(records.StringOf(text)); err != nil {
		return row, err
	}
	score, err := w.White(t, i)
	if err == nil {
		row.score, err = formats.StoredScore("score", score)
	}
	return row, err
}
