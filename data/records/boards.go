package records

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"

	"github.com/koggestone/koggestone/data/columns"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// The training formats of engines store a board in 32 bytes: the occupied squares, 64 bits
// little-endian, then four bits for each of them in order from a1, the kind in the lower three
// bits and the colour in the highest. They are specified in the
// README of viriformat (Cosmo Bobak) and in the source of bulletformat (Jamie Whiting).

// boardSize is the number of bytes of a board and the fields after it.
const boardSize = 32

// packedKinds are the kinds of the codes 0 to 6.
var packedKinds = [...]quad.Kind{quad.Pawn, quad.Knight, quad.Bishop, quad.Rook, quad.Queen, quad.King, quad.CastlingRook}

// packedPieces maps the codes of four bits to pieces.
var packedPieces = func() (pieces [16]quad.Piece) {
	for code, kind := range packedKinds {
		pieces[code] = quad.MakePiece(quad.White, kind)
		pieces[code+8] = quad.MakePiece(quad.Black, kind)
	}
	return pieces
}()

// unpackBoard returns the board at the start of data. Kinds from the given number on are
// none; it is at most 7.
func unpackBoard(data []byte, codes byte) (b quad.Board, err error) {
	occupied := binary.LittleEndian.Uint64(data)
	if n := bits.OnesCount64(occupied); n > 32 {
		return b, fmt.Errorf("%d pieces, expected at most 32", n)
	}
	nibbles, next := binary.LittleEndian.Uint64(data[8:]), binary.LittleEndian.Uint64(data[16:])
	var g0, g1, g2, gb uint64
	for i := 0; occupied != 0; i++ {
		if i == 16 {
			nibbles = next
		}
		code := nibbles & 15
		if code&7 >= uint64(codes) {
			return b, fmt.Errorf("piece %d of the board has code %d, expected a kind below %d", i, code, codes)
		}
		piece := uint64(packedPieces[code])
		square := occupied & -occupied
		g0 |= square & -(piece & 1)
		g1 |= square & -(piece >> 1 & 1)
		g2 |= square & -(piece >> 2 & 1)
		gb |= square & -(piece >> 3)
		occupied ^= square
		nibbles >>= 4
	}
	return quad.Board{G0: g0, G1: g1, G2: g2, GB: gb}, nil
}

// boardFields are the fields after a board.
var boardFields = []Field{{"score", Int}, {"result", Float}}

// marlinFormat is marlinformat: boards with castling rights, en-passant target and clocks,
// a score and a result, both as White sees them.
type marlinFormat struct{ fixedSplitter }

func (marlinFormat) Name() string            { return "marlin" }
func (marlinFormat) Fields() []Field         { return boardFields }
func (f marlinFormat) without([]bool) Format { return f }

func (marlinFormat) Parse(b *Block, r *Request) {
	eachRecord(b, r, boardSize, func(record Span) error {
		data := b.Bytes(record)
		p, err := unpackMarlin(data)
		if err != nil {
			return err
		}
		b.add(&p, columns.ValidityOf(&p), record)
		b.setFEN(r, &p, Span{})
		b.addScored(int64(int16(binary.LittleEndian.Uint16(data[28:]))), points[data[30]])
		return nil
	})
}

// unpackMarlin returns the position of a packed board.
func unpackMarlin(data []byte) (p movegen.Position, err error) {
	if p.Board, err = unpackBoard(data, 7); err != nil {
		return p, err
	}
	p.Side = quad.Color(data[24] >> 7)
	p.HalfMoves, p.FullMoves = uint16(data[25]), binary.LittleEndian.Uint16(data[26:])
	switch target := int(data[24] & 127); {
	case target > 64:
		return p, fmt.Errorf("en-passant target %d, expected a square or 64", target)
	case target < 64 && p.Board.EnPassantCapturers(1<<target) != 0:
		p.Board.Set(target, quad.EnPassantTarget)
	}
	if data[30] > 2 {
		return p, fmt.Errorf("result %d, expected 0, 1 or 2", data[30])
	}
	return p, nil
}

// bulletFormat is bulletformat: boards without castling rights, en-passant target and
// clocks, flipped if Black is to move, so that White is always to move. The score and the
// result are those of the side to move.
type bulletFormat struct{ fixedSplitter }

func (bulletFormat) Name() string            { return "bullet" }
func (bulletFormat) Fields() []Field         { return boardFields }
func (f bulletFormat) without([]bool) Format { return f }

func (bulletFormat) Parse(b *Block, r *Request) {
	eachRecord(b, r, boardSize, func(record Span) error {
		data := b.Bytes(record)
		board, err := unpackBoard(data, 6)
		if err != nil {
			return err
		}
		if data[26] > 2 {
			return fmt.Errorf("result %d, expected 0, 1 or 2", data[26])
		}
		p := movegen.Position{Board: board, FullMoves: 1}
		b.add(&p, columns.ValidityOf(&p), record)
		b.setFEN(r, &p, Span{})
		b.addScored(int64(int16(binary.LittleEndian.Uint16(data[24:]))), points[data[26]])
		return nil
	})
}

// eachRecord calls parse for each record of a size that is in the sample.
func eachRecord(b *Block, r *Request, size int, parse func(record Span) error) {
	for at := 0; at < b.Raw; at += size {
		record := Span{uint32(at), uint32(min(size, b.Raw-at))}
		switch {
		case int(record.Length) < size:
			b.reject(record, fmt.Errorf("%d bytes at the end, expected records of %d", record.Length, size))
		case !r.wants(b, at, 0):
			b.Sampled++
		default:
			if err := parse(record); err != nil {
				b.reject(record, err)
			}
		}
	}
}

// viriFormat is viriformat: games, each a marlinformat board and its moves with scores as
// White sees them.
type viriFormat struct {
	skipped [4]bool // fields that nobody wants
}

var viriFields = []Field{{"ply", Int}, {"move", Move}, {"score", Int}, {"result", Float}}

// The fields.
const (
	viriPly = iota
	viriMove
	viriScore
	viriResult
)

func (viriFormat) Name() string    { return "viri" }
func (viriFormat) Fields() []Field { return viriFields }
func (viriFormat) isText() bool    { return false }
func (viriFormat) Games() bool     { return true }
func (viriFormat) RowBytes() int   { return 4 } // a move and a score

func (f viriFormat) reader(in *Input, r Range, p *Place) (*Reader, error) {
	return newGameReader(in, f, r, p)
}

func (viriFormat) without(skipped []bool) Format { return viriFormat{[4]bool(skipped)} }

// gameEnd returns the end of the game or extension that starts at an offset, or -1 if the end
// is not in buf.
func (viriFormat) gameEnd(buf []byte, at int) int {
	if at+boardSize > len(buf) {
		if at+16 > len(buf) || binary.LittleEndian.Uint64(buf[at:]) != 0 {
			return -1
		}
	}
	if binary.LittleEndian.Uint64(buf[at:]) == 0 { // an extension: its number, its length, itself, four zeros
		if end := at + 16 + int(binary.LittleEndian.Uint16(buf[at+10:])); end <= len(buf) {
			return end
		}
		return -1
	}
	at += boardSize
	for ; at+8 <= len(buf); at += 8 {
		two := binary.LittleEndian.Uint64(buf[at:])
		if uint32(two) == 0 {
			return at + 4
		}
		if two>>32 == 0 {
			return at + 8
		}
	}
	if at+4 <= len(buf) && binary.LittleEndian.Uint32(buf[at:]) == 0 {
		return at + 4
	}
	return -1
}

func (f viriFormat) next(buf []byte, from int) int { return nextEnd(buf, from, f.gameEnd) }
func (f viriFormat) last(buf []byte) int           { return lastEnd(buf, f.gameEnd) }

func (f viriFormat) Parse(b *Block, r *Request) {
	g := viriGame{skipped: &f.skipped}
	for at := 0; at < b.Raw; {
		end := f.gameEnd(b.Text[:b.Raw], at)
		if end < 0 {
			b.reject(Span{uint32(at), uint32(b.Raw - at)}, errors.New("a game that does not end"))
			return
		}
		record := Span{uint32(at), uint32(end - at)}
		if binary.LittleEndian.Uint64(b.Text[at:]) != 0 {
			if err := g.parse(b, r, record); err != nil {
				b.reject(record, err)
			}
		}
		at = end
	}
}

// A viriGame is a game that is being read.
type viriGame struct {
	replay
	skipped *[4]bool
}

// parse adds the positions of a game. An error comes after the rows of the moves before it.
func (g *viriGame) parse(b *Block, r *Request, record Span) error {
	data := b.Bytes(record)
	p, err := unpackMarlin(data)
	if err != nil {
		return err
	}
	if err := p.Validate(); err != nil {
		return err
	}
	g.start(b, r, record, p)
	err = g.moves(data[boardSize:])
	g.end()
	if !g.skipped[viriResult] {
		b.fillField(viriResult, points[data[30]])
	}
	return err
}

// moves adds the positions before the moves of a game, and the last one.
func (g *viriGame) moves(data []byte) error {
	for at := 0; at+4 < len(data); at += 4 {
		packed := binary.LittleEndian.Uint16(data[at:])
		move := unpackMove(&g.p, packed)
		if !g.node.IsLegal(move) {
			g.row(0, 0)
			return fmt.Errorf("ply %d: expected a legal move in %s, found %s%s, type %d", g.ply+1, g.p.FEN(),
				quad.SquareName(int(packed&63)), quad.SquareName(int(packed>>6&63)), packed>>14)
		}
		g.row(move, int16(binary.LittleEndian.Uint16(data[at+2:])))
		g.play(move)
	}
	g.row(0, 0)
	return nil
}

// row adds the position before move, which is 0 at the end of the game.
func (g *viriGame) row(move movegen.Move, score int16) {
	if !g.wanted() {
		return
	}
	g.add()
	b := g.b
	if !g.skipped[viriPly] {
		b.Fields[viriPly] = append(b.Fields[viriPly], intValue(int64(g.ply)))
	}
	if !g.skipped[viriMove] {
		b.Fields[viriMove] = append(b.Fields[viriMove], Value(move))
	}
	if !g.skipped[viriScore] {
		v := noInt
		if move != 0 {
			v = intValue(int64(score))
		}
		b.Fields[viriScore] = append(b.Fields[viriScore], v)
	}
}

// unpackMove returns a move of viriformat as one of p, legal or not.
func unpackMove(p *movegen.Position, packed uint16) movegen.Move {
	from, to := int(packed&63), int(packed>>6&63)
	m := movegen.Move(packed & 0xfff)
	switch packed >> 14 {
	case 1:
		return m | 2<<12 // en passant
	case 2:
		return m | 3<<12 // castling
	case 3:
		return m | movegen.Move(8+promotions[packed>>12&3])<<12
	}
	if (to-from == 16 || from-to == 16) && p.Board.Pawns()>>from&1 != 0 {
		m |= 1 << 12 // a double push
	}
	return m
}
