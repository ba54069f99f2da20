package boards

import (
	"encoding/binary"
	"fmt"

	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/data/columns"
	"github.com/koggestone/koggestone/internal/formats"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// Stockfish's training data are positions with a move, a score and the game's result. Files
// store the score and the result for the side to move, but the fields are White's, as in
// all formats. nnue-pytorch's sources describe the formats (Tomasz Sobczyk, 2020, and
// others).

var stockfishFields = []records.Field{{Name: "ply", Kind: records.Int}, {Name: "move", Kind: records.Move}, {Name: "score", Kind: records.Int}, {Name: "result", Kind: records.Float}}

// A stockfishRow is a position with its fields.
type stockfishRow struct{ formats.Row }

// addTo adds the row of a record to b.
func (row *stockfishRow) addTo(b *records.Block, r *records.Request, l columns.Validity, record records.Span, skipped *[4]bool) {
	b.Add(&row.Position, l, record)
	b.SetFEN(r, &row.Position, records.Span{})
	score, result := int64(row.Score), row.Result
	if row.Position.Side == quad.Black {
		score, result = -score, -result
	}
	fields := [4]records.Value{records.IntValue(int64(row.Ply)), records.Value(row.Move), records.IntValue(score), records.Points(int(result + 1))}
	if row.Score == formats.NoScore {
		fields[2] = records.NoInt
	}
	for k, v := range fields {
		b.AddValue(k, v, skipped[:])
	}
}

// binFormat is Stockfish's .bin, with records of 40 bytes.
type binFormat struct {
	records.FixedSplitter
	skipped [4]bool // fields that are not needed
}

// NewBin returns Stockfish's .bin.
func NewBin() records.Format { return binFormat{FixedSplitter: formats.BinSize} }

func (binFormat) Name() string            { return "bin" }
func (binFormat) Fields() []records.Field { return stockfishFields }

func (f binFormat) Without(skipped []bool) records.Format {
	return binFormat{f.FixedSplitter, [4]bool(skipped)}
}

func (f binFormat) Parse(b *records.Block, r *records.Request) {
	eachRecord(b, r, formats.BinSize, func(record records.Span) error {
		var row stockfishRow
		badRight, badTarget, err := row.UnpackBin(b.Bytes(record))
		if err == nil {
			row.addTo(b, r, records.LegalityWith(&row.Position, badRight, badTarget), record, &f.skipped)
		}
		return err
	})
}

// binpackFormat reads Stockfish's .binpack, which package formats describes. Several goroutines
// decode its chunks into records of packedSize bytes, and Parse reads these like any other
// format.
type binpackFormat struct {
	records.FixedSplitter
	skipped [4]bool // fields that are not needed
}

// NewBinpack returns Stockfish's .binpack.
func NewBinpack() records.Format { return binpackFormat{FixedSplitter: packedSize} }

func (binpackFormat) Name() string            { return "binpack" }
func (binpackFormat) Fields() []records.Field { return stockfishFields }

func (f binpackFormat) Without(skipped []bool) records.Format {
	return binpackFormat{f.FixedSplitter, [4]bool(skipped)}
}

// packedSize is the length of a record in bytes: four planes; move, score, ply and both clocks; a
// byte for side to move, result and fault; and the lower five bytes of its place, which is the
// chunk's offset plus the record's number in the chunk. A record with a fault is not a row. In place
// of its first two planes it contains the chunk's offset and the number in the chunk.
const packedSize = 48

func appendPacked(dst []byte, row *stockfishRow, place uint64) []byte {
	for _, plane := range row.Position.Board.Planes() {
		dst = binary.LittleEndian.AppendUint64(dst, plane)
	}
	dst = binary.LittleEndian.AppendUint16(dst, uint16(row.Move))
	dst = binary.LittleEndian.AppendUint16(dst, uint16(row.Score))
	dst = binary.LittleEndian.AppendUint16(dst, row.Ply)
	dst = binary.LittleEndian.AppendUint16(dst, row.Position.HalfMoves)
	dst = binary.LittleEndian.AppendUint16(dst, row.Position.FullMoves)
	dst = append(dst, byte(row.Position.Side)<<2|byte(row.Result+1)&3)
	return append(dst, byte(place), byte(place>>8), byte(place>>16), byte(place>>24), byte(place>>32))
}

// appendBad appends a record with a fault at position n of a chunk.
func appendBad(dst []byte, row *stockfishRow, bad formats.Fault, chunk int64, n int) []byte {
	start := len(dst)
	dst = appendPacked(dst, row, uint64(chunk)+uint64(n))
	binary.LittleEndian.PutUint64(dst[start:], uint64(chunk))
	binary.LittleEndian.PutUint64(dst[start+8:], uint64(n))
	dst[start+42] |= byte(bad) << 3
	return dst
}

// unpack unpacks a record and returns its fault.
func (row *stockfishRow) unpack(data []byte) (bad formats.Fault) {
	row.Position.Board.G0 = binary.LittleEndian.Uint64(data)
	row.Position.Board.G1 = binary.LittleEndian.Uint64(data[8:])
	row.Position.Board.G2 = binary.LittleEndian.Uint64(data[16:])
	row.Position.Board.GB = binary.LittleEndian.Uint64(data[24:])
	row.Move = movegen.Move(binary.LittleEndian.Uint16(data[32:]))
	row.Score = int16(binary.LittleEndian.Uint16(data[34:]))
	row.Ply = binary.LittleEndian.Uint16(data[36:])
	row.Position.HalfMoves = binary.LittleEndian.Uint16(data[38:])
	row.Position.FullMoves = binary.LittleEndian.Uint16(data[40:])
	row.Position.Side, row.Result = quad.Color(data[42]>>2&1), int8(data[42]&3)-1
	return formats.Fault(data[42] >> 3)
}

// packedPlace returns a record's place. The place decides whether the record is in the sample,
// because it is the same in every share of the file.
func packedPlace(data []byte) uint64 { return binary.LittleEndian.Uint64(data[40:]) >> 24 }

func (f binpackFormat) Parse(b *records.Block, r *records.Request) {
	b.Show = shownPacked
	for at := 0; at+packedSize <= b.Raw; at += packedSize {
		record := records.Span{Start: uint32(at), Length: packedSize}
		data := b.Bytes(record)
		if r.Share != 0 && !r.InSample(b, packedPlace(data), 0) {
			b.Sampled++
			continue
		}
		var row stockfishRow
		if bad := row.unpack(data); bad == formats.None {
			row.addTo(b, r, columns.ValidityOf(&row.Position), record, &f.skipped)
			b.Numbers = append(b.Numbers, (b.Offset+int64(at))/packedSize+1)
		} else if int(bad) < len(formats.Faults) {
			chunk, n := binary.LittleEndian.Uint64(data), binary.LittleEndian.Uint64(data[8:])
			b.Rejects = append(b.Rejects, records.Reject{ // the record's bytes are not in the file
				Record: records.Span{Start: record.Start}, Offset: int64(chunk),
				Err: fmt.Errorf("position %d of the chunk, ply %d: %w", n, row.Ply, formats.Faults[bad]),
			})
		}
	}
}

// shownPacked returns the FEN of a record. Records with a fault are shown as no text.
func shownPacked(data []byte) []byte {
	if len(data) < packedSize {
		return data
	}
	var row stockfishRow
	row.unpack(data)
	return []byte(row.Position.FEN())
}
