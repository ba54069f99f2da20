package columnar

import (
	"encoding/binary"
	"encoding/json"
	"io"
	"math"

	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/data/columns"
	"github.com/koggestone/koggestone/movegen"
)

// An arraysWriter encodes tables as the arrays that numpy stores.
type arraysWriter struct {
	schema *records.Schema
	types  []string // by field
	move   int      // the field with the moves, or -1
}

// NewArraysWriter returns a Writer for the Python package. It starts with a line of JSON, which lists the arrays as
// [name, type, width]. The type is a type of numpy, "text", or "positions", which have the layout of
// koggestone_position in koggestone.h. Each table begins with two int64, the number of rows and the number of bytes
// that follow. Then come the arrays in order, each padded to a multiple of 8 bytes. A text consists of n+1 int32
// offsets and then the bytes.
//
// A missing number is NaN, or -1 in the fields ply and game, and a missing text is empty. If a row's move is needed as
// a number but is not legal, the row is rejected.
func NewArraysWriter(out io.Writer, s *records.Schema) (records.Writer, error) {
	w := &arraysWriter{schema: s, move: -1}
	var list [][3]any
	if s.FEN {
		list = append(list, [3]any{"fen", "text", 1})
	}
	for _, f := range s.Fields {
		kind := "text"
		if f.Kind.IsNumber() {
			if kind = "<f8"; f.Name == "ply" || f.Name == "game" {
				kind = "<i8"
			}
		}
		w.types = append(w.types, kind)
		list = append(list, [3]any{f.Name, kind, 1})
	}
	for _, c := range s.Columns {
		list = append(list, [3]any{c.Name, [...]string{"|b1", "|u1", "|u1", "<u2", "<u8", "<u8"}[c.Kind], c.Width})
	}
	if s.Positions {
		list = append(list, [3]any{"positions", "positions", 5})
	}
	if s.Moves {
		var err error
		if w.move, err = records.MoveLabel.Require(s.Fields, nil, false); err != nil {
			return nil, err
		}
		list = append(list, [3]any{"moves", "<u2", 1})
	}
	if len(list) == 0 {
		return nil, records.ErrNoColumns
	}
	header, err := json.Marshal(list)
	if err == nil {
		_, err = out.Write(append(header, '\n'))
	}
	return records.NewRowWriter(out, nil, w.append), err
}

func (w *arraysWriter) append(dst []byte, t *records.Table) []byte {
	rows, moves := w.moves(t)
	if len(rows) == 0 {
		return dst
	}
	dst = append(dst, make([]byte, 16)...)
	if w.schema.FEN {
		dst = appendTexts(dst, rows, func(dst []byte, i int32) []byte { return append(dst, t.FEN(i)...) })
	}
	for k, kind := range w.types {
		dst = pad(w.appendField(dst, t, rows, k, kind))
	}
	for k, c := range w.schema.Columns {
		dst = pad(appendColumn(dst, c, &t.Data[k], rows))
	}
	if w.schema.Positions {
		for _, i := range rows {
			p := t.Block.Position(int(i))
			_ = t.Playable(i, &p) // this notes lost rights; it would return an error for illegal positions, but these are written
			for _, plane := range [...]uint64{p.Board.G0, p.Board.G1, p.Board.G2, p.Board.GB} {
				dst = binary.LittleEndian.AppendUint64(dst, plane)
			}
			dst = binary.LittleEndian.AppendUint64(dst, uint64(p.Side)|uint64(p.HalfMoves)<<16|uint64(p.FullMoves)<<32)
		}
	}
	for _, m := range moves {
		dst = binary.LittleEndian.AppendUint16(dst, uint16(m))
	}
	dst = pad(dst)
	binary.LittleEndian.PutUint64(dst, uint64(len(rows)))
	binary.LittleEndian.PutUint64(dst[8:], uint64(len(dst)-16))
	return dst
}

// moves returns the rows to write, with their moves. If no moves are needed, it returns all rows.
func (w *arraysWriter) moves(t *records.Table) (rows []int32, moves []movegen.Move) {
	if w.move < 0 {
		return t.Rows, nil
	}
	values, kind := t.Values(w.move)
	for _, i := range t.Rows {
		m := movegen.Move(values[i])
		if kind != records.Move {
			m = 0
			if text := t.Plain(i, w.move); len(text) > 0 && string(text) != "0000" {
				var err error
				if m, err = t.Block.Position(int(i)).ParseMove(records.StringOf(text)); err != nil {
					if !t.Reject(i, err) {
						break
					}
					continue
				}
			}
		}
		rows, moves = append(rows, i), append(moves, m)
	}
	return rows, moves
}

func (w *arraysWriter) appendField(dst []byte, t *records.Table, rows []int32, k int, kind string) []byte {
	if kind == "text" {
		var scratch []byte
		return appendTexts(dst, rows, func(dst []byte, i int32) []byte {
			scratch = scratch[:0]
			return append(dst, t.PlainText(i, k, t.Text(&scratch, i, k))...)
		})
	}
	for _, i := range rows {
		x := math.NaN()
		word, ok := t.Number(i, k)
		switch {
		case ok && w.schema.Fields[k].Kind == records.Int:
			x = float64(int64(word))
		case ok:
			x = math.Float64frombits(word)
		}
		switch {
		case kind == "<f8":
			word = math.Float64bits(x)
		case x != x:
			word = math.MaxUint64
		default:
			word = uint64(int64(x))
		}
		dst = binary.LittleEndian.AppendUint64(dst, word)
	}
	return dst
}

func appendColumn(dst []byte, c *columns.Column, d *columns.Data, rows []int32) []byte {
	switch {
	case c.Size() == c.Width:
		return gather(dst, d.Bytes, c.Width, rows)
	case c.Kind == columns.Count:
		for _, i := range rows {
			dst = binary.LittleEndian.AppendUint16(dst, d.Counts[i])
		}
		return dst
	}
	for _, i := range rows {
		for _, word := range d.Words[int(i)*c.Width:][:c.Width] {
			dst = binary.LittleEndian.AppendUint64(dst, word)
		}
	}
	return dst
}

// appendTexts appends the texts of rows, which add appends one by one.
func appendTexts(dst []byte, rows []int32, add func(dst []byte, i int32) []byte) []byte {
	at := len(dst)
	dst = pad(append(dst, make([]byte, 4*(len(rows)+1))...))
	start := len(dst)
	for k, i := range rows {
		dst = add(dst, i)
		binary.LittleEndian.PutUint32(dst[at+4*(k+1):], uint32(len(dst)-start))
	}
	return pad(dst)
}

// pad appends zeros up to a multiple of 8 bytes.
func pad(dst []byte) []byte { return append(dst, make([]byte, -len(dst)&7)...) }
