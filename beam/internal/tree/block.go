package tree

import (
	"encoding/binary"
	"errors"
	"math/bits"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/koggestone/koggestone/perft"
	"github.com/koggestone/koggestone/quad"
)

// A Block holds positions in one ply with the same side to move. Each position is
// stored once, and they are sorted by [perft.Weighted.Compare].
type Block struct {
	Move      int // from 1, the move of the root that all are below; 0: all of the ply
	Positions []perft.Weighted
}

func init() {
	beam.RegisterCoder(reflect.TypeFor[Block](), encodeBlock, decodeBlock)
	beam.RegisterCoder(reflect.TypeFor[perft.Uint128](), encodeNodes, decodeNodes)
	beam.RegisterType(reflect.TypeFor[Block]())
	beam.RegisterType(reflect.TypeFor[perft.Uint128]())
}

// shardOf returns the shard of a board, counted from 0.
func shardOf(b *quad.Board, shards int) int {
	const k = 0x9e3779b97f4a7c15
	var h uint64
	for _, word := range b.Planes() {
		high, low := bits.Mul64(h^word^k, 0xd6e8feb86659fd93)
		h = high ^ low
	}
	high, _ := bits.Mul64(h, uint64(shards))
	return int(high)
}

// encodeBlock encodes a block: the move, the side and the number of positions. Neighbours
// in sorted order are similar, so each position is stored as its difference from the one
// before: for each word a byte with a bit for each byte that differs, and then these
// bytes, XORed. The ways follow.
func encodeBlock(b Block) []byte {
	out := make([]byte, 0, 16+20*len(b.Positions))
	out = binary.AppendUvarint(out, uint64(b.Move))
	out = binary.AppendUvarint(out, uint64(len(b.Positions)))
	if len(b.Positions) == 0 {
		return out
	}
	out = append(out, byte(b.Positions[0].Side))
	var before [4]uint64
	for i := range b.Positions {
		p := &b.Positions[i]
		planes := p.Board.Planes()
		for k, word := range planes {
			x := word ^ before[k]
			at := len(out)
			out = append(out, 0)
			for j := 0; x != 0; j, x = j+1, x>>8 {
				if byte(x) != 0 {
					out[at] |= 1 << j
					out = append(out, byte(x))
				}
			}
		}
		before = planes
		out = appendNodes(out, p.Ways)
	}
	return out
}

var errBlock = errors.New("tree: expected a block of positions, found other bytes")

// decodeBlock returns the block that encodeBlock encoded.
func decodeBlock(data []byte) (b Block, err error) {
	r := reader{data: data}
	b.Move = int(r.uvarint())
	n := r.uvarint()
	if n == 0 {
		return b, r.end()
	}
	side := quad.Color(r.byte())
	if n > uint64(len(r.data)) || side > quad.Black {
		return Block{}, errBlock
	}
	b.Positions = make([]perft.Weighted, n)
	var words [4]uint64
	for i := range b.Positions {
		for k := range words {
			for differ := r.byte(); differ != 0; differ &= differ - 1 {
				words[k] ^= uint64(r.byte()) << (8 * bits.TrailingZeros8(differ))
			}
		}
		b.Positions[i] = perft.Weighted{
			Board: quad.Board{G0: words[0], G1: words[1], G2: words[2], GB: words[3]},
			Side:  side,
			Ways:  r.nodes(),
		}
	}
	return b, r.end()
}

// appendNodes appends n: twice the number if that fits in 64 bits, which is nearly
// always so, and otherwise a 1 and both words.
func appendNodes(out []byte, n perft.Uint128) []byte {
	if n.Hi == 0 && n.Lo>>63 == 0 {
		return binary.AppendUvarint(out, n.Lo<<1)
	}
	out = append(out, 1)
	return binary.AppendUvarint(binary.AppendUvarint(out, n.Hi), n.Lo)
}

// A reader reads the bytes of a block. If bytes are missing, it reads 0, and end returns an
// error.
type reader struct {
	data []byte
	bad  bool
}

func (r *reader) byte() byte {
	if len(r.data) == 0 {
		r.bad = true
		return 0
	}
	b := r.data[0]
	r.data = r.data[1:]
	return b
}

func (r *reader) uvarint() uint64 {
	n, size := binary.Uvarint(r.data)
	if size <= 0 {
		r.data, r.bad = nil, true
		return 0
	}
	r.data = r.data[size:]
	return n
}

func (r *reader) nodes() perft.Uint128 {
	n := r.uvarint()
	switch {
	case n&1 == 0:
		return perft.Uint128{Lo: n >> 1}
	case n != 1:
		r.bad = true
	}
	hi := r.uvarint()
	return perft.Uint128{Hi: hi, Lo: r.uvarint()}
}

// end returns an error if bytes are missing or left over.
func (r *reader) end() error {
	if r.bad || len(r.data) > 0 {
		return errBlock
	}
	return nil
}

func encodeNodes(n perft.Uint128) []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, n.Hi), n.Lo)
}

func decodeNodes(data []byte) (perft.Uint128, error) {
	if len(data) != 16 {
		return perft.Uint128{}, errBlock
	}
	return perft.Uint128{Hi: binary.BigEndian.Uint64(data), Lo: binary.BigEndian.Uint64(data[8:])}, nil
}
