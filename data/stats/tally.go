// Package stats computes statistics of the positions of files, such as the distributions of
// legal moves, checks and material. Its [Tally] is a [records.Writer]: package annotate reads
// the files, computes the columns and passes them to the Tally, with any number of workers.
package stats

import (
	"errors"
	"strconv"

	"github.com/koggestone/koggestone/data/annotate"
	"github.com/koggestone/koggestone/data/columns"
	"github.com/koggestone/koggestone/data/records"
)

// A Share is the number of positions with a property.
type Share struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	N     int64  `json:"positions"`
}

// Stats are the statistics of files.
type Stats struct {
	Inputs []string        `json:"inputs"`
	Report annotate.Report `json:"report"`
	Games  int64           `json:"games,omitempty"` // positions at ply 0

	Legality      []Share         `json:"legality"`          // legal positions, then the others by reason
	Shares        []Share         `json:"shares"`            // of the legal positions
	Results       []Share         `json:"results,omitempty"` // of the inputs
	Distributions []*Distribution `json:"distributions"`     // of the legal positions; the score of all
}

// Distinct returns the number of distinct positions. It is an upper bound if the memory was
// too small for some positions.
func (s *Stats) Distinct() int64 { return s.Report.Positions - s.Report.Duplicates }

// A Tally is a writer that counts its rows and writes nothing.
type Tally struct {
	schema  *records.Schema
	columns map[string]int // by name, the index in the schema
	ply     int            // the fields of the schema, -1 without them
	result  int
	score   int
	total   *counts
}

// counts are the counts of some or all rows.
type counts struct {
	games         int64
	legality      []int64
	shares        []int64
	results       []int64
	distributions []*Distribution
}

// shares are the columns whose shares are shown: facts, and sets that are not empty.
var shares = []struct{ column, title string }{
	{"black_to_move", "Black to move"},
	{"in_check", "in check"},
	{"double_check", "in double check"},
	{"checkmate", "checkmate"},
	{"stalemate", "stalemate"},
	{"insufficient_material", "insufficient material"},
	{"castling", "with castling rights"},
	{"en_passant", "with a capture en passant"},
}

// points are the results, best first: White's points, or in bulletformat those of the side
// to move.
var points = []string{"1.0", "0.5", "0.0"}

// newCounts returns counts of zero.
func newCounts(score bool) *counts {
	c := &counts{
		legality: make([]int64, len(legality().Values)),
		shares:   make([]int64, len(shares)),
		results:  make([]int64, len(points)),
		distributions: []*Distribution{
			newDistribution("legal_moves", "Legal moves", "moves", 0, 218, 1),
			newDistribution("captures", "Captures among them", "moves", 0, 74, 1),
			newDistribution("phase", "Phase: 24 with all pieces, 0 with kings and pawns", "points", 0, 24, 1),
			newDistribution("pieces", "Pieces on the board", "pieces", 2, 32, 1),
			newDistribution("material", "Material of both sides", "pawns", 0, 206, 2),
			newDistribution("balance", "White's material less Black's", "pawns", -40, 40, 1),
		},
	}
	if score {
		c.distributions = append(c.distributions, newDistribution("score", "Score, as the input gives it", "", -2000, 2000, 50))
	}
	return c
}

// legality returns the column that contains the reasons.
func legality() *columns.Column {
	c, _ := columns.ByName("legality")
	return c
}

// New returns a Tally for inputs with the given fields, and the schema of its rows.
func New(fields []records.Field) (*Tally, *records.Schema) {
	t := &Tally{schema: &records.Schema{}, columns: map[string]int{}, ply: -1, result: -1, score: -1}
	for k, f := range fields {
		place := map[string]*int{"ply": &t.ply, "result": &t.result, "score": &t.score}[f.Name]
		if place != nil && *place < 0 {
			*place = len(t.schema.Fields)
			t.schema.Fields = append(t.schema.Fields, f)
			t.schema.Carried = append(t.schema.Carried, k)
		}
	}
	names := []string{"legality", "legal_moves", "captures", "phase", "pieces", "material_white", "material_black"}
	for _, s := range shares {
		names = append(names, s.column)
	}
	for _, name := range names {
		c, ok := columns.ByName(name)
		if !ok {
			panic("stats: no column " + name)
		}
		t.columns[name] = len(t.schema.Columns)
		t.schema.Columns = append(t.schema.Columns, c)
	}
	t.total = newCounts(t.score >= 0)
	return t, t.schema
}

// Encode counts the rows of a table.
func (t *Tally) Encode(table *records.Table, scratch any) (any, error) {
	c, ok := scratch.(*counts)
	if !ok {
		c = newCounts(t.score >= 0)
	}
	c.reset()
	data := func(name string) *columns.Data { return &table.Data[t.columns[name]] }
	reasons := data("legality").Bytes
	legal := make([]int32, 0, len(table.Rows))
	for _, i := range table.Rows {
		c.legality[reasons[i]]++
		if columns.Validity(reasons[i]) == columns.Valid {
			legal = append(legal, i)
		}
	}
	for k, s := range shares {
		bytes, words := data(s.column).Bytes, data(s.column).Words
		for _, i := range legal {
			if words != nil && words[i] != 0 || bytes != nil && bytes[i] != 0 {
				c.shares[k]++
			}
		}
	}
	moves, captures := data("legal_moves").Counts, data("captures").Counts
	phase, pieces := data("phase").Bytes, data("pieces").Bytes
	white, black := data("material_white").Counts, data("material_black").Counts
	d := c.distributions
	for _, i := range legal {
		d[0].add(int(moves[i]))
		d[1].add(int(captures[i]))
		d[2].add(int(phase[i]))
		d[3].add(int(pieces[i]))
		d[4].add(int(white[i]) + int(black[i]))
		d[5].add(int(white[i]) - int(black[i]))
	}
	t.countFields(table, c)
	return c, nil
}

// countFields counts the fields of the inputs.
func (t *Tally) countFields(table *records.Table, c *counts) {
	var buf []byte
	text := func(i int32, field int) []byte {
		buf = table.AppendField(buf[:0], i, field)
		return buf
	}
	for _, i := range table.Rows {
		if t.ply >= 0 && string(text(i, t.ply)) == "0" {
			c.games++
		}
		if t.result >= 0 {
			if twice, ok := table.Points(i, t.result); ok {
				c.results[len(points)-1-twice]++
			}
		}
		if t.score >= 0 {
			if score, err := strconv.ParseFloat(string(text(i, t.score)), 64); err == nil && score > -1e9 && score < 1e9 {
				c.distributions[len(c.distributions)-1].add(int(score))
			}
		}
	}
}

// reset sets all to zero.
func (c *counts) reset() {
	c.games = 0
	clear(c.legality)
	clear(c.shares)
	clear(c.results)
	for _, d := range c.distributions {
		d.reset()
	}
}

// Write adds a result of Encode.
func (t *Tally) Write(encoded any) error {
	c, ok := encoded.(*counts)
	if !ok {
		return errors.New("stats: not a part of this tally")
	}
	t.total.games += c.games
	for _, pair := range [][2][]int64{{t.total.legality, c.legality}, {t.total.shares, c.shares}, {t.total.results, c.results}} {
		for k, n := range pair[1] {
			pair[0][k] += n
		}
	}
	for k, d := range c.distributions {
		t.total.distributions[k].merge(d)
	}
	return nil
}

// Close does nothing.
func (t *Tally) Close() error { return nil }

// Stats returns the statistics of inputs. report is the report of the run that read them.
func (t *Tally) Stats(inputs []string, report annotate.Report) *Stats {
	s := &Stats{Inputs: inputs, Report: report, Games: t.total.games}
	for k, name := range legality().Values {
		s.Legality = append(s.Legality, Share{name, name, t.total.legality[k]})
	}
	for k, fact := range shares {
		s.Shares = append(s.Shares, Share{fact.column, fact.title, t.total.shares[k]})
	}
	for k, p := range points {
		if t.result >= 0 {
			s.Results = append(s.Results, Share{p, "result " + p, t.total.results[k]})
		}
	}
	for _, d := range t.total.distributions {
		d.finish()
		s.Distributions = append(s.Distributions, d)
	}
	return s
}
