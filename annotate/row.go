package annotate

import "github.com/koggestone/koggestone/data/columns"

// This file shows the way of a row from input to output. Rows are processed in blocks:
//
//  1. records.Reader.Next cuts a range of an input into records (annotate/internal/records/reader.go; the loop is pipeline.read).
//  2. Block.Parse turns records into positions and fields, by the format of the input, which is in a folder of annotate/internal/records (text, games, boards or columnar).
//  3. Table.Compute (annotate/internal/records/table.go) computes the columns, each by its function in the table of data/columns/table.go.
//     For games the reader already knows the checkers (Block.Checkers) and passes them on.
//  4. The filter and the memory of earlier positions remove rows (filter.go, unique.go).
//  5. Writer.Encode turns the rest into bytes, by the format of the output (annotate/internal/registry/registry.go lists the writers).
//  6. Writer.Write writes them in order, in Run.

// A worker annotates blocks in one goroutine.
type worker struct {
	*pipeline
	computer *columns.Computer
	filter   *rowFilter
}

func (p *pipeline) newWorker() *worker {
	return &worker{p, columns.NewComputer(), p.filter.clone()}
}

// annotate parses j's block and computes its first rows.
func (w *worker) annotate(j *job) {
	j.block.Parse(j.input.Format, &w.request)
	j.begin(w.strict)
	w.compute(j)
	j.report.Unsampled = int64(j.block.Sampled)
}

// compute computes the next rows of j, but at most blockRows.
func (w *worker) compute(j *job) {
	b, t := j.next(w.blockRows), &j.table
	t.Compute(b, w.computer)
	j.report = Report{Positions: int64(b.Len())}
	if w.filter != nil {
		if r := w.filter.keep(t); r != nil {
			failed := j.rejected(*r)
			j.err = &failed
		}
		j.report.Filtered = int64(b.Len() - len(t.Rows))
	}
	if w.Unique != nil {
		select {
		case <-j.before:
		case <-w.stopped: // the block before has rows that are not needed any more
			j.err = errStopped
			return
		}
		j.report.Duplicates, j.report.Forgotten = w.Unique.keep(t)
	}
	if j.err == nil {
		j.encoded, j.err = w.writer.Encode(t, j.encoded)
		j.report.Rows = int64(len(t.Rows))
	}
	j.finish(b, w.strict)
}
