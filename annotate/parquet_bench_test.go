package annotate

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/annotate/internal/registry"
	"github.com/koggestone/koggestone/data/columns"
	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/movegen"
)

// tenColumns are frequently used columns.
const tenColumns = "legal_moves,captures,in_check,checkmate,stalemate,checkers,pinned,squares_attacked_white,squares_attacked_black,phase"

// BenchmarkTextToParquet converts text to Parquet with ten columns on one core. With
// columns=beforehand the columns are not computed, so that only reading, parsing, encoding and
// compression are timed.
func BenchmarkTextToParquet(b *testing.B) {
	var text strings.Builder
	n := 0
	r := rand.New(rand.NewPCG(17, 7))
	for n < 1<<16 { // positions of games, after random moves
		for fen := range corpus.Games().FENs() {
			p, err := movegen.ParseFEN(fen)
			if err != nil {
				b.Fatal(err)
			}
			for range r.IntN(8) {
				if moves := p.AppendLegalMoves(nil); len(moves) > 0 {
					p.PlayInto(&p, moves[r.IntN(len(moves))])
				}
			}
			text.WriteString(p.FEN() + "\n")
			n++
		}
	}
	ten, err := columns.Parse(tenColumns)
	if err != nil {
		b.Fatal(err)
	}
	var sizes []int64
	for _, known := range []bool{false, true} {
		name := map[bool]string{false: "computed", true: "beforehand"}[known]
		b.Run("columns="+name, func(b *testing.B) {
			run := textToParquet{text: text.String(), schema: records.Schema{FEN: true, Columns: ten}, computer: columns.NewComputer()}
			run.table = records.Table{Schema: &run.schema, Block: new(records.Block), Data: make([]columns.Data, len(ten))}
			sizes = append(sizes, run.once(b, true))
			b.ResetTimer()
			for range b.N {
				sizes = append(sizes, run.once(b, !known))
			}
			if slices.Max(sizes) != slices.Min(sizes) || len(run.table.Rows) != n {
				b.Fatalf("%d rows in files of %d bytes", len(run.table.Rows), sizes)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/position")
		})
	}
}

// A textToParquet does the work of a worker on a block.
type textToParquet struct {
	text     string
	schema   records.Schema
	table    records.Table
	computer *columns.Computer
	encoded  any
}

// once converts the text, and returns the size of the Parquet file.
func (run *textToParquet) once(b *testing.B, compute bool) int64 {
	var out countingWriter
	table := &run.table
	w, err := newWriter("parquet", &run.schema, &out)
	if err != nil {
		b.Fatal(err)
	}
	in, err := registry.Open("-", strings.NewReader(run.text), records.InputOptions{Format: "fen"})
	if err != nil {
		b.Fatal(err)
	}
	r, err := records.Read(in, records.Range{End: 1 << 40})
	if err != nil {
		b.Fatal(err)
	}
	defer r.Close()
	if more, err := r.Next(table.Block, len(run.text)+1); !more || err != nil {
		b.Fatal(more, err)
	}
	block := table.Block
	block.Parse(in.Format, &records.Request{FEN: true})
	if compute {
		table.Compute(block, run.computer)
	}
	if run.encoded, err = w.rows.Encode(table, run.encoded); err == nil {
		err = w.rows.Write(run.encoded)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		b.Fatal(err)
	}
	return int64(out)
}

// A countingWriter counts what is written to it.
type countingWriter int64

func (w *countingWriter) Write(p []byte) (int, error) {
	*w += countingWriter(len(p))
	return len(p), nil
}
