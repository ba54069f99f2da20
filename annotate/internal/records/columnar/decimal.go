package columnar

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/schema"
	"github.com/koggestone/koggestone/annotate/internal/records"
)

// A decimal is the type of a decimal column: whole numbers that are divided by a power of ten. The
// values become numbers if an int64 or a float64 can tell all numbers with that many digits apart,
// and texts otherwise.
type decimal struct {
	precision, scale int
	end              *big.Int // 10 to the power of the precision
}

const (
	exactFloat   = 15 // decimal digits that a float64 keeps
	exactInt     = 18 // decimal digits that an int64 can have
	mostDigits   = 76 // decimal digits of the largest decimal number that is read
	longestFixed = 32 // bytes of the largest decimal number that is read
)

// decimalOf returns a column's decimal type, and whether it has one.
func decimalOf(c *schema.Column) (d decimal, ok bool) {
	t, ok := c.LogicalType().(schema.DecimalLogicalType)
	if ok {
		d = decimal{precision: int(t.Precision()), scale: int(t.Scale())}
		d.end = new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(min(d.precision, mostDigits))), nil)
	}
	return d, ok
}

// kind returns the kind of field that the numbers become.
func (d decimal) kind() records.FieldKind {
	switch {
	case d.scale == 0 && d.precision <= exactInt:
		return records.Int
	case d.precision <= exactFloat:
		return records.Float
	}
	return records.Text
}

// value converts a number, given as it is before the division.
func (d decimal) value(rows *decodedRows, row int, n *big.Int) (records.Value, error) {
	if n.CmpAbs(d.end) >= 0 {
		return 0, fmt.Errorf("expected a decimal number of at most %d digits, found more", d.precision)
	}
	switch d.kind() {
	case records.Int:
		return records.IntValue(n.Int64()), nil
	case records.Float:
		return records.FloatValue(float64(n.Int64()) / math.Pow10(d.scale)), nil
	}
	text := new(big.Int).Abs(n).String()
	if pad := d.scale + 1 - len(text); pad > 0 {
		text = strings.Repeat("0", pad) + text
	}
	if point := len(text) - d.scale; d.scale > 0 {
		text = text[:point] + "." + text[point:]
	}
	if n.Sign() < 0 {
		text = "-" + text
	}
	return records.TextValue(rows.add(row, []byte(text))), nil
}

// decimals returns a decoder for a decimal column.
func decimals(c *parquetColumn, d decimal) (func(*decodedRows, int) error, error) {
	switch chunk := c.chunk.(type) {
	case *file.Int32ColumnChunkReader:
		return eachDecimal(c, d, chunk.ReadBatch, func(n *big.Int, v int32) error { n.SetInt64(int64(v)); return nil }), nil
	case *file.Int64ColumnChunkReader:
		return eachDecimal(c, d, chunk.ReadBatch, func(n *big.Int, v int64) error { n.SetInt64(v); return nil }), nil
	case *file.ByteArrayColumnChunkReader:
		return eachDecimal(c, d, inPage(c, chunk), func(n *big.Int, v parquet.ByteArray) error { return setSigned(n, v) }), nil
	case *file.FixedLenByteArrayColumnChunkReader:
		return eachDecimal(c, d, inPage(c, chunk), func(n *big.Int, v parquet.FixedLenByteArray) error { return setSigned(n, v) }), nil
	}
	return nil, errors.New("expected decimal numbers stored as integers or bytes, found another type")
}

// eachDecimal returns a decoder for decimal numbers. set sets n to a number before the
// division.
func eachDecimal[T any](c *parquetColumn, d decimal, batch func(int64, []T, []int16, []int16) (int64, int, error), set func(n *big.Int, v T) error) func(*decodedRows, int) error {
	values := make([]T, rowsAtOnce)
	var n big.Int
	return func(rows *decodedRows, count int) error {
		first := len(rows.values[c.field])
		return readAll(c, count, values, batch, func(row int, x T, ok bool) {
			v := records.NoValue(d.kind())
			if ok {
				err := set(&n, x)
				if err == nil {
					v, err = d.value(rows, first+row, &n)
				}
				if err != nil {
					rows.refuse(first+row, fmt.Errorf("field %q: %w", c.name, err))
				}
			}
			c.add(rows, v)
		})
	}
}

// setSigned sets n to a number in two's complement, highest byte first.
func setSigned(n *big.Int, data []byte) error {
	if len(data) == 0 || len(data) > longestFixed {
		return fmt.Errorf("expected a decimal number of 1 to %d bytes, found %d", longestFixed, len(data))
	}
	n.SetBytes(data)
	if data[0]&0x80 != 0 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(data))))
	}
	return nil
}
