package annotate

import (
	"io"

	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/annotate/internal/registry"
)

// An Input is a file of positions together with its format. [Task.Open] makes it, and [Task.Options], [Plan] and [Run] need it. For a
// display of the progress it has the fields Name, Size in bytes (-1 if it is not known) and Read, the number of bytes that have
// been read. It is an alias of the type of the readers, because they count in the Input that the caller watches.
type Input = records.Input

// A Range is a part of an input: the records that start at offsets from Start to End-1 of the decompressed data of input number
// Input. [Plan] makes it. It is an alias so that a share of a machine can be stored, sent and read as it is.
type Range = records.Range

// Open opens the named file of positions, or stdin for -.
func (t *Task) Open(name string, stdin io.Reader) (*Input, error) {
	return registry.Open(name, stdin, t.inputOptions())
}

// OpenStream opens a file with a name and a size that can only be read once, from the start.
func (t *Task) OpenStream(name string, stream io.Reader, size int64) (*Input, error) {
	return registry.OpenStream(name, stream, size, t.inputOptions())
}

// Plan returns the ranges of share index of count shares of the inputs.
func Plan(inputs []*Input, index, count int) ([]Range, error) {
	return records.Plan(inputs, index, count)
}

// Join prepares an input that was opened after the options were made. It returns an error if
// the first input has other fields.
func (o *Options) Join(in *Input) error {
	if err := in.SetFields(o.first); err != nil {
		return err
	}
	in.Carry(o.schema.Carried)
	return nil
}

// A Writer writes the rows of a run in the format of the output.
type Writer struct{ rows records.Writer }

// Close writes the end of the output, such as an index. It does not close the file.
func (w *Writer) Close() error { return w.rows.Close() }
