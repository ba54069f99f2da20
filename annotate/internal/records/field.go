package records

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"unsafe"

	"github.com/koggestone/koggestone/internal/quote"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// A Field is a value that a file stores for each position, such as a score.
type Field struct {
	Name string
	Kind FieldKind
}

// A FieldKind is the type of a field's values.
type FieldKind uint8

// The kinds of fields.
const (
	Text  FieldKind = iota
	Int             // a whole number of 64 bits
	Float           // a number
	JSON            // a JSON value as text
	Move            // a move, which becomes text in the notation of UCI
)

// IsNumber reports whether the values are numbers.
func (k FieldKind) IsNumber() bool { return k == Int || k == Float }

// A Value is a field's value in a row: an int64, the bits of a float64, a movegen.Move,
// or the Span of a text in the block. Numbers and moves only become text when they are
// written as text.
type Value uint64

// Sentinels for a missing value. Files cannot contain NoInt, because Int fields must be above
// -1<<63.
const (
	NoInt  Value = 1 << 63
	noMove Value = 0
	NoText Value = 0
	// NoFloat is NaN.
	NoFloat Value = 0x7ff8_0000_0000_0001
)

// IntValue, FloatValue and TextValue return the values of an Int, a Float and a Text.
func IntValue(n int64) Value     { return Value(n) }
func FloatValue(x float64) Value { return Value(math.Float64bits(x)) }
func TextValue(s Span) Value     { return Value(s.Start) | Value(s.Length)<<32 }

func (v Value) span() Span { return Span{uint32(v), uint32(v >> 32)} }

// NoValue returns the sentinel for a missing value of a kind.
func NoValue(k FieldKind) Value {
	switch k {
	case Int:
		return NoInt
	case Float:
		return NoFloat
	}
	return NoText
}

// points are White's points for a lost, a drawn and a won game.
var points = [...]Value{FloatValue(0), FloatValue(0.5), FloatValue(1)}

// Points returns a field's value for twice White's points.
func Points(twice int) Value { return points[twice] }

// AddValue appends v to field k unless the field is skipped. If skipped is nil, no field is.
func (b *Block) AddValue(k int, v Value, skipped []bool) {
	if skipped == nil || !skipped[k] {
		b.Fields[k] = append(b.Fields[k], v)
	}
}

// AddTexts appends texts as the fields of a row, except skipped fields.
func (b *Block) AddTexts(texts []Span, skipped []bool) {
	for k, s := range texts {
		b.AddValue(k, TextValue(s), skipped)
	}
}

// AddScored appends the fields of a row with a score and a result.
func (b *Block) AddScored(score int64, result Value) {
	b.Fields[0] = append(b.Fields[0], IntValue(score))
	b.Fields[1] = append(b.Fields[1], result)
}

// FillField sets field k to v in all rows at the end that have no value yet.
func (b *Block) FillField(k int, v Value) { b.Fields[k] = filled(b.Fields[k], b.Len(), v) }

// filled returns s with v appended until it has n elements.
func filled[T any](s []T, n int, v T) []T {
	start := len(s)
	s = slices.Grow(s, n-start)[:n]
	for i := start; i < n; i++ {
		s[i] = v
	}
	return s
}

// Values returns the values in field k, by row, and their kind.
func (t *Table) Values(k int) ([]Value, FieldKind) {
	return t.Block.Fields[t.Schema.Carried[k]], t.Schema.Fields[k].Kind
}

// Value returns field k of the schema in row i: an int, a float64, nil if a number is
// missing, or the text as in the input.
func (t *Table) Value(i int32, k int) any {
	values, kind := t.Values(k)
	switch v := values[i]; {
	case !kind.IsNumber():
		return t.Text(new([]byte), i, k)
	case v == NoValue(kind):
		return nil
	case kind == Int:
		return int(v)
	default:
		if x := math.Float64frombits(uint64(v)); x == x {
			return x
		}
		return nil // pandas stores a missing number as NaN
	}
}

// AppendField appends field k in row i as text: as in the input, or as this library writes
// numbers and moves. If there is no value, it appends nothing.
func (t *Table) AppendField(dst []byte, i int32, k int) []byte {
	values, kind := t.Values(k)
	switch v := values[i]; {
	case kind == Text || kind == JSON:
		return append(dst, t.Block.Bytes(v.span())...)
	case v == NoValue(kind):
		return dst
	case kind == Int:
		return strconv.AppendInt(dst, int64(v), 10)
	case kind == Float:
		return appendPoints(dst, math.Float64frombits(uint64(v)))
	default:
		return appendMove(dst, movegen.Move(v))
	}
}

// Plain returns field k in row i as text like AppendField, without JSON's quotation marks.
func (t *Table) Plain(i int32, k int) []byte {
	text := t.AppendField(nil, i, k)
	if t.Schema.Fields[k].Kind == JSON {
		text = PlainJSON(text)
	}
	return text
}

// appendPoints appends a number with at least one digit after the point, or with an exponent
// if it is very large or small.
func appendPoints(dst []byte, x float64) []byte {
	switch size := math.Abs(x); {
	case size >= 1e21 || size < 1e-6 && size > 0:
		return strconv.AppendFloat(dst, x, 'g', -1, 64)
	case x == math.Trunc(x):
		return strconv.AppendFloat(dst, x, 'f', 1, 64)
	}
	return strconv.AppendFloat(dst, x, 'f', -1, 64)
}

// appendMove appends a move in the notation of UCI.
func appendMove(dst []byte, m movegen.Move) []byte {
	if m.IsCastling() {
		return append(dst, m.String()...)
	}
	dst = append(append(dst, quad.SquareName(m.From())...), quad.SquareName(m.To())...)
	if m.IsPromotion() {
		dst = append(dst, quad.MakePiece(quad.Black, m.Promotion()).Letter())
	}
	return dst
}

// Text returns field k in row i as text, in place or appended to buf. The field must not be
// a number.
func (t *Table) Text(buf *[]byte, i int32, k int) []byte {
	if values, kind := t.Values(k); kind != Move {
		return t.Block.Bytes(values[i].span())
	}
	start := len(*buf)
	*buf = t.AppendField(*buf, i, k)
	return (*buf)[start:]
}

// Integer returns field k of the schema in row i as a whole number, and whether it is a whole
// number.
func (t *Table) Integer(i int32, k int) (n int64, ok bool) {
	values, kind := t.Values(k)
	switch v := values[i]; kind {
	case Int:
		return int64(v), v != NoInt
	case Float:
		return wholeNumber(math.Float64frombits(uint64(v)))
	}
	n, err := Integer(t.Plain(i, k))
	return n, err == nil
}

// wholeNumber returns x as a whole number, and whether a float64 stores it exactly.
func wholeNumber(x float64) (n int64, ok bool) {
	if ok = x == math.Trunc(x) && math.Abs(x) <= 1<<53; ok {
		n = int64(x)
	}
	return n, ok
}

// decimalNumber returns the number in text, in decimal notation, and whether text is a
// number.
func decimalNumber(text []byte) (x float64, ok bool) {
	x, err := strconv.ParseFloat(StringOf(text), 64)
	return x, err == nil && len(bytes.Trim(text, "+-.0123456789eE")) == 0
}

// Number returns field k in row i as a number, which is an int64 or the bits of a
// float64, and whether there is a number.
func (t *Table) Number(i int32, k int) (bits uint64, ok bool) {
	values, kind := t.Values(k)
	if v := values[i]; v != NoValue(kind) {
		return uint64(v), true
	}
	return 0, false
}

// StringOf returns text as a string without a copy.
func StringOf(text []byte) string { return unsafe.String(unsafe.SliceData(text), len(text)) }

// Integer returns the whole number in text, which can be written like 10.0, with blanks around it.
func Integer(text []byte) (int64, error) {
	text = bytes.TrimSpace(text)
	n, err := strconv.ParseInt(StringOf(text), 10, 64)
	ok := err == nil
	if !ok {
		if x, isNumber := decimalNumber(text); isNumber {
			n, ok = wholeNumber(x)
		}
	}
	if !ok || IntValue(n) == NoInt {
		return 0, fmt.Errorf("expected a whole number, found %s", quote.Short(string(text)))
	}
	return n, nil
}

// PlainJSON returns the text of a JSON string, an empty text for null, and other values
// unchanged.
func PlainJSON(value []byte) []byte {
	if len(value) > 0 && value[0] == '"' {
		var text string
		if json.Unmarshal(value, &text) == nil {
			return []byte(text)
		}
	}
	if string(value) == "null" {
		return nil
	}
	return value
}
