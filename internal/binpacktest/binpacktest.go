// Package binpacktest writes .binpack for tests.
package binpacktest

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"

	"github.com/koggestone/koggestone/internal/formats"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// AppendChunk appends a chunk of chains to dst.
func AppendChunk(dst, chains []byte) []byte {
	dst = append(dst, "BINP"...)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(chains)))
	return append(dst, chains...)
}

// AppendChain appends the chain of rows, which follow one another, to dst.
func AppendChain(dst []byte, rows []formats.Row) []byte {
	stem := packStem(&rows[0])
	dst = append(dst, stem[:]...)
	dst = binary.BigEndian.AppendUint16(dst, uint16(len(rows)-1))
	w := bitWriter{dst: dst}
	for i := 1; i < len(rows); i++ {
		w.move(&rows[i])
		for v := zigzag(rows[i].Score + rows[i-1].Score); ; v >>= 4 {
			if v < 16 {
				w.write(uint64(v), 5)
				break
			}
			w.write(uint64(v&15|16), 5)
		}
	}
	return w.dst
}

func zigzag(n int16) uint16 { return uint16(n<<1) ^ uint16(n>>15) }

// packStem returns the first position of a chain.
func packStem(row *formats.Row) (data [32]byte) {
	b := row.Position.Board
	occupied := b.Occupied()
	binary.BigEndian.PutUint64(data[:], occupied)
	codes := [...]byte{quad.Pawn: 0, quad.Knight: 2, quad.Bishop: 4, quad.Rook: 6, quad.Queen: 8, quad.King: 10}
	pushed := b.EnPassant() << 8 // the pawn in front of the target
	if row.Position.Side == quad.White {
		pushed = b.EnPassant() >> 8
	}
	for i := 0; occupied != 0; i++ {
		sq := bits.TrailingZeros64(occupied)
		occupied &= occupied - 1
		piece := b.At(sq)
		var code byte
		switch {
		case pushed>>sq&1 != 0:
			code = 12
		case piece.Kind() == quad.CastlingRook:
			code = 13 + byte(piece.Color())
		case piece == quad.BlackKing && row.Position.Side == quad.Black:
			code = 15
		default:
			code = codes[piece.Kind()] | byte(piece.Color())
		}
		data[8+i/2] |= code << (4 * (i % 2))
	}
	m := row.Move
	kind, promotion := uint16(0), uint16(0)
	switch {
	case m.IsPromotion():
		kind = 1
		for k, p := range formats.Promotions {
			if p == m.Promotion() {
				promotion = uint16(k)
			}
		}
	case m.IsCastling():
		kind = 2
	case m.IsEnPassant():
		kind = 3
	}
	binary.BigEndian.PutUint16(data[24:], kind<<14|uint16(m&63)<<8|uint16(m>>6&63)<<2|promotion)
	binary.BigEndian.PutUint16(data[26:], zigzag(row.Score))
	binary.BigEndian.PutUint16(data[28:], row.Ply&0x3fff|zigzag(int16(row.Result))<<14)
	binary.BigEndian.PutUint16(data[30:], row.Position.HalfMoves)
	return data
}

// A bitWriter appends bits, the highest of a byte first.
type bitWriter struct {
	dst  []byte
	free int // bits of the last byte
}

func (w *bitWriter) write(v uint64, n int) {
	for n--; n >= 0; n-- {
		if w.free == 0 {
			w.dst, w.free = append(w.dst, 0), 8
		}
		w.free--
		w.dst[len(w.dst)-1] |= byte(v>>n&1) << w.free
	}
}

// choose appends i, which is below n.
func (w *bitWriter) choose(i, n int) { w.write(uint64(i), bits.Len(uint(n-1))) }

func (w *bitWriter) move(row *formats.Row) {
	p, m := &row.Position, row.Move
	b := p.Board
	own := b.ByColor(p.Side)
	from, to := int(m&63), int(m>>6&63)
	before := func(set uint64, sq int) int { return bits.OnesCount64(set & (1<<sq - 1)) }
	w.choose(before(own, from), bits.OnesCount64(own))
	var targets uint64
	extra, promotes := uint64(0), false
	switch kind := b.At(from).Kind(); kind {
	case quad.Pawn:
		targets = movegen.PawnAttacksFrom(from, p.Side) & (b.ByColor(p.Side.Other()) | b.EnPassant())
		step := 8 - 16*int(p.Side)
		if ahead := from + step; b.Empty()>>ahead&1 != 0 {
			targets |= 1 << ahead
			if from>>3 == 1+5*int(p.Side) && b.Empty()>>(ahead+step)&1 != 0 {
				targets |= 1 << (ahead + step)
			}
		}
		promotes = m.IsPromotion()
	case quad.Knight:
		targets = movegen.KnightAttacksFrom(from)
	case quad.Bishop:
		targets = movegen.BishopAttacksFrom(from, b.Occupied())
	case quad.Queen:
		targets = movegen.QueenAttacksFrom(from, b.Occupied())
	case quad.King:
		targets, extra = movegen.KingAttacksFrom(from), b.CastlingRooks()&own
	default:
		targets = movegen.RookAttacksFrom(from, b.Occupied())
	}
	targets &^= own
	n := bits.OnesCount64(targets)
	switch {
	case promotes:
		k := 0
		for i, kind := range formats.Promotions {
			if kind == m.Promotion() {
				k = i
			}
		}
		w.choose(4*before(targets, to)+k, 4*n)
	case m.IsCastling():
		w.choose(n+before(extra, to), n+bits.OnesCount64(extra))
	default:
		w.choose(before(targets, to), n+bits.OnesCount64(extra))
	}
}

// Game returns a game of random moves, with random scores, from a position.
func Game(r *rand.Rand, p movegen.Position, plies int) (rows []formats.Row) {
	row := formats.Row{Position: p, Result: int8(r.IntN(3) - 1)}
	for ; len(rows) < plies; row.Ply++ {
		moves := row.Position.AppendLegalMoves(nil)
		if len(moves) == 0 {
			break
		}
		row.Position.FullMoves = row.Ply/2 + 1
		row.Move = moves[r.IntN(len(moves))]
		switch r.IntN(8) {
		case 0:
			row.Score = 0
		case 1:
			row.Score = int16(r.Uint32())
		case 2:
			row.Score = formats.NoScore
		default:
			row.Score = int16(r.NormFloat64() * 300)
		}
		rows = append(rows, row)
		row.Position = row.Position.Play(row.Move)
		row.Result = -row.Result
	}
	return rows
}

// File returns a file with random games in chunks, and its rows.
func File(seed uint64, chunks, games int) (file []byte, rows []formats.Row) {
	r := rand.New(rand.NewPCG(seed, 27))
	for range chunks {
		var chains []byte
		for range games {
			game := Game(r, movegen.Start(), 1+r.IntN(200))
			cut := r.IntN(len(game)) // two chains, the second from the middle of the game
			chains = AppendChain(chains, game[:cut+1])
			if cut+1 < len(game) {
				chains = AppendChain(chains, game[cut+1:])
			}
			rows = append(rows, game...)
		}
		file = AppendChunk(file, chains)
	}
	return file, rows
}
