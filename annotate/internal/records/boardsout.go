package records

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/bits"
	"strconv"

	"github.com/koggestone/koggestone/internal/formats"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// packedCodes is the inverse of formats.Kinds.
var packedCodes = func() (codes [8]byte) {
	for code, kind := range formats.Kinds {
		codes[kind] = byte(code)
	}
	return codes
}()

// packBoard sets the first 24 bytes of dst to board b.
func packBoard(dst *[boardSize]byte, b quad.Board) error {
	occupied := b.Occupied()
	if n := bits.OnesCount64(occupied); n > 32 {
		return fmt.Errorf("expected at most 32 pieces, found %d", n)
	}
	clear(dst[8:24])
	binary.LittleEndian.PutUint64(dst[:], occupied)
	for i := 0; occupied != 0; i++ {
		piece := b.At(bits.TrailingZeros64(occupied))
		dst[8+i/2] |= (packedCodes[piece.Kind()] | byte(piece.Color())<<3) << (4 * (i % 2))
		occupied &= occupied - 1
	}
	return nil
}

// A packer encodes a position with White's score and twice White's points.
type packer func(dst *[boardSize]byte, p *movegen.Position, score int64, twice byte) error

// packMarlin sets dst to a position in marlinformat. A half-move clock above 255 becomes 255.
func packMarlin(dst *[boardSize]byte, p *movegen.Position, score int64, twice byte) error {
	stored, err := storedScore("score", score)
	if err != nil {
		return err
	}
	if err := packBoard(dst, p.Board); err != nil {
		return err
	}
	target := byte(64)
	if set := p.Board.EnPassant(); set != 0 {
		target = byte(bits.TrailingZeros64(set))
	}
	dst[24], dst[25] = byte(p.Side)<<7|target, byte(min(p.HalfMoves, 255))
	binary.LittleEndian.PutUint16(dst[26:], p.FullMoves)
	binary.LittleEndian.PutUint16(dst[28:], uint16(stored))
	dst[30], dst[31] = twice, 0
	return nil
}

// storedScore returns a score in the form that training formats store.
func storedScore(name string, score int64) (int16, error) {
	if score != int64(int16(score)) {
		return 0, fmt.Errorf("%s: expected a whole number from -32768 to 32767, found %d", name, score)
	}
	return int16(score), nil
}

// packBullet encodes a position in bulletformat. The board, the score and the result are stored as
// the side to move sees them, and each king's square as its own side sees it.
func packBullet(dst *[boardSize]byte, p *movegen.Position, score int64, twice byte) error {
	b := p.Board
	b.GB &= b.Occupied()      // no target
	b.G2 |= b.CastlingRooks() // and no rights
	if p.Side == quad.Black {
		b, score, twice = b.FlipColors(), -score, 2-twice
	}
	stored, err := storedScore("score of the side to move", score)
	if err != nil {
		return err
	}
	if err := packBoard(dst, b); err != nil {
		return err
	}
	white, black := b.Pieces(quad.White, quad.King), b.Pieces(quad.Black, quad.King)
	binary.LittleEndian.PutUint16(dst[24:], uint16(stored))
	dst[26], dst[27], dst[28] = twice, byte(bits.TrailingZeros64(white)), byte(bits.TrailingZeros64(black)^56)
	clear(dst[29:])
	return nil
}

const (
	longestMate = 500  // the most moves to mate in an evaluation
	mostPawns   = 1000 // the largest evaluation
)

// evaluation returns White's evaluation in a comment of a game. It is in pawns, or 1000 minus the
// moves to mate, and negative if Black mates. If there are 0 moves to mate, with or without a
// sign, the side to move has been mated. Other text is NaN.
func evaluation(text []byte, side quad.Color) float64 {
	if mate, ok := bytes.CutPrefix(text, []byte("#")); ok {
		n, err := strconv.Atoi(stringOf(mate))
		if err != nil {
			return math.NaN()
		}
		return mateScore(float64(n), side)
	}
	x, err := strconv.ParseFloat(stringOf(text), 64)
	if err != nil || len(bytes.Trim(text, "+-.0123456789")) != 0 || math.Abs(x) > mostPawns {
		return math.NaN()
	}
	return x
}

// mateScore returns the evaluation for n moves until mate, which is negative if White is mated. If n is 0, the side to move is mated.
func mateScore(n float64, side quad.Color) float64 {
	x := mostPawns - min(math.Abs(n), longestMate)
	if n < 0 || n == 0 && side == quad.White {
		return -x
	}
	return x
}

// newBoardWriter returns a Writer for the boards that pack makes. It rejects rows without a score or
// a result, illegal positions, and boards with more than 32 pieces.
func newBoardWriter(out io.Writer, s *Schema, pack packer) (Writer, error) {
	scores, err := newScoring(s)
	if err != nil {
		return nil, err
	}
	return &rowWriter{out, func(dst []byte, t *Table) []byte {
		var record [boardSize]byte
		for _, i := range t.Rows {
			p := t.Block.Position(int(i))
			err := t.playable(i, &p)
			var result byte
			if err == nil {
				result, err = scores.points(t, i)
			}
			var score int64
			if err == nil {
				score, err = scores.white(t, i)
			}
			if err == nil {
				err = pack(&record, &p, score, result)
			}
			if err == nil {
				dst = append(dst, record[:]...)
			} else if !t.reject(i, err) {
				break
			}
		}
		return dst
	}, nil}, nil
}

// A viriWriter joins rows into games, also across tables.
type viriWriter struct {
	scoring
	out       io.Writer
	ply, move int // indices of fields in the schema
	open      bool
	follow    viriRow // the row that would continue the open game
}

// newViriWriter returns a Writer for viriformat. It joins rows into a game if each position
// follows from the move in the row before. If rows were left out, one game becomes several. Each
// row needs a move, except for the last row of a game.
func newViriWriter(out io.Writer, s *Schema) (Writer, error) {
	scores, err := newScoring(s)
	if err != nil {
		return nil, err
	}
	w := &viriWriter{scoring: scores, out: out}
	if w.ply, err = plyLabel.require(s.Fields, nil, false); err != nil {
		return nil, err
	}
	w.move, err = moveLabel.require(s.Fields, nil, false)
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

func (w *viriWriter) Encode(t *Table, scratch any) (any, error) {
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
			if !t.reject(i, err) {
				break
			}
			continue
		}
		if row.move == 0 { // the position follows from the moves
			g.end()
			continue
		}
		g.data = binary.LittleEndian.AppendUint16(g.data, packMove(row.move))
		g.data = binary.LittleEndian.AppendUint16(g.data, uint16(row.score))
		g.follow = viriRow{position: row.position.Play(row.move), ply: row.ply + 1, twice: row.twice}
	}
	return g, nil
}

// start begins a game at a row.
func (g *viriGames) start(row *viriRow) error {
	g.end()
	var board [boardSize]byte
	if err := packMarlin(&board, &row.position, 0, row.twice); err != nil {
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

func (w *viriWriter) row(t *Table, i int32) (row viriRow, err error) {
	row.position = t.Block.Position(int(i))
	if err = t.playable(i, &row.position); err != nil {
		return row, err
	}
	var ok bool
	if row.ply, ok = t.integer(i, w.ply); !ok {
		return row, plyLabel.wrong(t, i, w.ply, "a whole number")
	}
	if row.twice, err = w.points(t, i); err != nil {
		return row, err
	}
	text := t.plain(i, w.move)
	if len(text) == 0 {
		return row, nil
	}
	if row.move, err = row.position.ParseMove(stringOf(text)); err != nil {
		return row, err
	}
	score, err := w.white(t, i)
	if err == nil {
		row.score, err = storedScore("score", score)
	}
	return row, err
}

// packMove converts a move to viriformat.
func packMove(m movegen.Move) uint16 {
	packed := uint16(m & 0xfff)
	switch {
	case m.IsEnPassant():
		packed |= 1 << 14
	case m.IsCastling():
		packed |= 2 << 14
	case m.IsPromotion():
		packed |= 3<<14 | uint16(packedCodes[m.Promotion()]-1)<<12
	}
	return packed
}
