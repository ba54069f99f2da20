package records

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/koggestone/koggestone/internal/quote"
)

// A Label is a value that training formats store with each position.
type Label uint8

const (
	PlyLabel Label = iota
	MoveLabel
	ScoreLabel
	ResultLabel
)

// labelNames are the names of fields that can contain a label, ignoring case. If the input
// has several, the first in the list is used.
var labelNames = [...][]string{
	PlyLabel:    {"ply"},
	MoveLabel:   {"move"},
	ScoreLabel:  {"score", "cp", "eval", "evaluation"},
	ResultLabel: {"result"},
}

// find returns the index of the field that contains l, or -1 if there is none.
func (l Label) find(fields []Field) (int, error) {
	for _, name := range labelNames[l] {
		for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
			found := -1
			for k, f := range fields {
				switch {
				case !same(f.Name, name):
				case found >= 0:
					return -1, fmt.Errorf("expected one field %s, found %s and %s", name, ShownName(fields[found].Name), ShownName(f.Name))
				default:
					found = k
				}
			}
			if found >= 0 {
				return found, nil
			}
		}
	}
	return -1, nil
}

// instead names what [Schema.NoLabels] writes in place of a missing label, if it may be missing.
func (l Label) instead() (text string, ok bool) {
	text, ok = map[Label]string{ScoreLabel: "a score of 0", ResultLabel: "a draw"}[l]
	return text, ok
}

// Require returns the index of the field that contains l. If there is none, it returns -1, and an error
// unless l is a score or a result and noLabels is true. The error names the fields and the unread columns.
func (l Label) Require(fields []Field, unread []string, noLabels bool) (int, error) {
	instead, optional := l.instead()
	k, err := l.find(fields)
	if err != nil || k >= 0 || noLabels && optional {
		return k, err
	}
	names := labelNames[l]
	expected := names[0]
	if n := len(names) - 1; n > 0 {
		expected = strings.Join(names[:n], ", ") + " or " + names[n]
	}
	err = fmt.Errorf("expected a field %s, in upper or lower case, found %s", expected, shownFields(fields))
	if len(unread) > 0 {
		err = fmt.Errorf("%w, and not read: %s", err, strings.Join(unread, ", "))
	}
	if optional {
		err = fmt.Errorf(noLabelsHint, err, instead)
	}
	return -1, err
}

// noLabelsHint adds to an error about a missing label what Schema.NoLabels writes instead.
const noLabelsHint = "%w (Schema.NoLabels writes %s)"

// Stored reports which of the given fields f stores. If f needs a field that is missing, it returns an
// error, which also names the columns of the input that are not read. If noLabels is true, f does not need
// a score or a result.
func (f *OutputFormat) Stored(fields []Field, unread []string, noLabels bool) (stored []bool, err error) {
	stored = make([]bool, len(fields))
	for k := range stored {
		stored[k] = f.HasFields
	}
	for _, l := range f.Labels {
		k, err := l.Require(fields, unread, noLabels)
		if err != nil {
			return nil, err
		}
		if k >= 0 {
			stored[k] = true
		}
	}
	return stored, nil
}

// HasLabels reports whether f stores a score and a result, which [Schema.NoLabels] can replace.
func (f *OutputFormat) HasLabels() bool { return len(f.Labels) > 0 }

// LabelNotes describes how f gets scores and results from the given fields, unless the fields' names make
// it clear. noLabels is [Schema.NoLabels].
func (f *OutputFormat) LabelNotes(fields []Field, noLabels bool) (notes []string) {
	if !f.HasLabels() {
		return nil
	}
	sc, _ := NewScoring(&Schema{Fields: fields, NoLabels: true})
	switch {
	case sc.score < 0:
		notes = append(notes, "every score is 0, because no field contains one")
	case !strings.EqualFold(fields[sc.score].Name, "score") && !strings.EqualFold(fields[sc.score].Name, "eval"):
		unit := "hundredths of a pawn"
		if sc.pawns {
			unit = "pawns"
		}
		notes = append(notes, fmt.Sprintf("the field %s contains the scores, in %s", ShownName(fields[sc.score].Name), unit))
	}
	if sc.result < 0 {
		notes = append(notes, "every result is a draw, because no field contains one")
	}
	for _, l := range []struct {
		kind  Label
		field int
	}{{ScoreLabel, sc.score}, {ResultLabel, sc.result}} {
		if instead, _ := l.kind.instead(); noLabels && l.field >= 0 {
			notes = append(notes, fmt.Sprintf("rows without a value of the field %s get %s", ShownName(fields[l.field].Name), instead))
		}
	}
	return notes
}

// A Scoring contains the indices of the fields that become labels in training data. Missing fields
// are -1.
type Scoring struct {
	score, result int
	pawns         bool // whether scores are in pawns, not in hundredths
	noLabels      bool // whether missing values are a score of 0 and a draw
	pointed       bool // whether they need a decimal point, because the field's name does not show the unit
}

// NewScoring finds the fields of s that contain a score and a result. It returns an error if one is missing, unless s.NoLabels is set.
func NewScoring(s *Schema) (sc Scoring, err error) {
	sc.noLabels = s.NoLabels
	if sc.score, err = ScoreLabel.Require(s.Fields, nil, s.NoLabels); err != nil {
		return sc, err
	}
	if sc.result, err = ResultLabel.Require(s.Fields, nil, s.NoLabels); err != nil {
		return sc, err
	}
	if sc.score >= 0 {
		name := strings.ToLower(s.Fields[sc.score].Name)
		sc.pointed = name == "evaluation"
		sc.pawns = name == "eval" || sc.pointed
	}
	return sc, nil
}

// Points returns twice White's points in row i.
func (sc Scoring) Points(t *Table, i int32) (byte, error) {
	if sc.result < 0 || sc.noLabels && len(t.Plain(i, sc.result)) == 0 {
		return 1, nil
	}
	values, kind := t.Values(sc.result)
	v, ok := values[i], true
	if kind != Float {
		v, ok = PointsOf(t.Plain(i, sc.result))
	}
	if n := slices.Index(points[:], v); ok && n >= 0 {
		return byte(n), nil
	}
	return 0, ResultLabel.Wrong(t, i, sc.result, "1.0, 0.5 or 0.0")
}

// PointsOf returns White's points for a result, and whether text is a result.
func PointsOf(text []byte) (v Value, ok bool) {
	if v, ok = results[string(text)]; !ok {
		var x float64
		x, ok = decimalNumber(text)
		v = FloatValue(x)
	}
	return v, ok && slices.Contains(points[:], v)
}

// Wrong returns an error about field k in row i, which contains l.
func (l Label) Wrong(t *Table, i int32, k int, expected string) error {
	found := string(t.Plain(i, k))
	if instead, ok := l.instead(); ok && found == "" {
		return fmt.Errorf(noLabelsHint, fmt.Errorf("%s: expected %s, found nothing", t.Schema.Fields[k].Name, expected), instead)
	}
	return fmt.Errorf("%s: expected %s, found %s", t.Schema.Fields[k].Name, expected, quote.Short(found))
}

// White returns White's score in row i, in hundredths of a pawn. It is 0 if the input has no scores.
func (sc Scoring) White(t *Table, i int32) (int64, error) {
	if sc.score < 0 || sc.noLabels && len(t.Plain(i, sc.score)) == 0 {
		return 0, nil
	}
	values, kind := t.Values(sc.score)
	var text []byte
	if kind != Float {
		text = t.Plain(i, sc.score)
	}
	mate := bytes.HasPrefix(text, []byte("#"))
	if !sc.pawns && !mate {
		n, ok := t.Integer(i, sc.score)
		if !ok {
			return 0, ScoreLabel.Wrong(t, i, sc.score, "a whole number")
		}
		return n, nil
	}
	if sc.pointed && !mate && kind != Float && len(text) > 0 && bytes.IndexByte(text, '.') < 0 {
		return 0, ScoreLabel.Wrong(t, i, sc.score, "pawns with a decimal point, or # and moves to mate; name the field score if it is in hundredths of a pawn, or eval if it is in pawns")
	}
	x := math.Float64frombits(uint64(values[i]))
	if kind != Float {
		x = evaluation(text, t.Block.Batch.At(int(i)).Side)
	}
	if size := math.Abs(x); size >= MostPawns-LongestMate && size <= MostPawns {
		return int64(math.Copysign(math.MaxInt16, x)), nil
	}
	if x = math.Round(100 * x); !(math.Abs(x) <= math.MaxInt16) {
		return 0, ScoreLabel.Wrong(t, i, sc.score, "pawns from -327.67 to 327.67 or # and moves to mate")
	}
	return int64(x), nil
}

// Unread returns the columns of a format's file that are not among its fields, each with the reason.
func Unread(f Format) []string {
	if f, ok := f.(interface{ UnreadColumns() []string }); ok {
		return f.UnreadColumns()
	}
	return nil
}

// ShownName returns the name of a field for a message. Unusual names are quoted.
func ShownName(name string) string {
	if name == "" || len(name) > 64 {
		return quote.Short(name)
	}
	for _, c := range name {
		if c != '_' && c != '.' && c != '-' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return quote.Short(name)
		}
	}
	return name
}

// shownFields returns the names of fields for a message.
func shownFields(fields []Field) string {
	var names []string
	for _, f := range fields {
		names = append(names, f.Name)
	}
	return ShownNames(names)
}

// ShownNames lists field names for a message. It quotes unusual names and shortens a long list.
func ShownNames(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	const most = 50
	var shown []string
	for _, name := range names[:min(len(names), most)] {
		shown = append(shown, ShownName(name))
	}
	text := strings.Join(shown, ", ")
	if more := len(names) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// results maps the spellings of results to White's points.
var results = map[string]Value{
	"1": points[2], "1.0": points[2], "1-0": points[2],
	"0.5": points[1], ".5": points[1], "1/2": points[1], "1/2-1/2": points[1], "½-½": points[1],
	"0": points[0], "0.0": points[0], "0-1": points[0],
}
