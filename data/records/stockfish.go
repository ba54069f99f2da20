package records

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/data/columns"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// Stockfish's training data: positions with a move, a score and the result of the game, both
// from the side to move. The formats are described in the sources of
// nnue-pytorch (Tomasz Sobczyk, 2020, and others).

var stockfishFields = []Field{{"ply", Int}, {"move", Move}, {"score", Int}, {"result", Float}}

// A stockfishRow is a position with its fields.
type stockfishRow struct {
	p      movegen.Position
	move   movegen.Move // without the type of a double push; castling is king takes rook
	score  int16
	ply    uint16
	result int8
}

// addTo adds the row of a record to b.
func (row *stockfishRow) addTo(b *Block, r *Request, l columns.Validity, record Span, skipped *[4]bool) {
	b.add(&row.p, l, record)
	b.setFEN(r, &row.p, Span{})
	fields := [4]Value{intValue(int64(row.ply)), Value(row.move), intValue(int64(row.score)), points[row.result+1]}
	for k, v := range fields {
		if !skipped[k] {
			b.Fields[k] = append(b.Fields[k], v)
		}
	}
}

// binFormat is Stockfish's .bin: records of 40 bytes, each a position of 256 bits, score,
// move, ply, result and a byte of padding. The bits of a position count from the lowest of
// the first byte: side to move, squares of the white and the black king, the squares
// without a king from a8 to h1 in a prefix code, four castling rights, the en-passant
// target, the clocks.
type binFormat struct {
	fixedSplitter
	skipped [4]bool // fields that nobody wants
}

const binSize = 40

func (binFormat) Name() string    { return "bin" }
func (binFormat) Fields() []Field { return stockfishFields }

func (f binFormat) without(skipped []bool) Format {
	return binFormat{f.fixedSplitter, [4]bool(skipped)}
}

func (f binFormat) Parse(b *Block, r *Request) {
	eachRecord(b, r, binSize, func(record Span) error {
		data := b.Bytes(record)
		p, legality, err := unpackBin((*[32]byte)(data))
		if err != nil {
			return err
		}
		packed := binary.LittleEndian.Uint16(data[34:])
		kind := [4]moveType{normalMove, promotionMove, enPassantMove, castlingMove}[packed>>14]
		row := stockfishRow{
			p:     p,
			move:  stockfishMove(int(packed>>6&63), int(packed&63), kind, int(packed>>12&3)),
			score: int16(binary.LittleEndian.Uint16(data[32:])), ply: binary.LittleEndian.Uint16(data[36:]), result: int8(data[38]),
		}
		if row.result < -1 || row.result > 1 {
			return fmt.Errorf("result %d, expected -1, 0 or 1", row.result)
		}
		row.addTo(b, r, legality, record, &f.skipped)
		return nil
	})
}

// A moveType is the type of a move: ordinary, promotion, castling or en passant.
type moveType uint8

const (
	normalMove moveType = iota
	promotionMove
	castlingMove
	enPassantMove
)

// promotions are the kinds of pawns that promote, by their numbers.
var promotions = [4]quad.Kind{quad.Knight, quad.Bishop, quad.Rook, quad.Queen}

// stockfishMove returns a move without the type of a double push. Castling is king takes
// rook.
func stockfishMove(from, to int, kind moveType, promotion int) movegen.Move {
	if from == to {
		return 0
	}
	m := movegen.Move(from | to<<6)
	switch kind {
	case promotionMove:
		return m | movegen.Move(8+promotions[promotion&3])<<12
	case castlingMove:
		return m | 3<<12
	case enPassantMove:
		return m | 2<<12
	}
	return m
}

// A bitReader reads bits, the lowest of a byte first. After the end it returns zeros.
type bitReader struct {
	words [6]uint64 // the last two are zeros
	at    int
}

// next returns the next 64 bits, the first one lowest.
func (r *bitReader) next() uint64 {
	k := min(r.at/64, len(r.words)-2)
	return r.words[k]>>(r.at%64) | r.words[k+1]<<(63-r.at%64)<<1
}

func (r *bitReader) read(n int) int {
	v := r.next() & (1<<n - 1)
	r.at += n
	return int(v)
}

// unpackBin returns the position of 256 bits.
func unpackBin(data *[32]byte) (p movegen.Position, l columns.Validity, err error) {
	var r bitReader
	for k := range 4 {
		r.words[k] = binary.LittleEndian.Uint64(data[8*k:])
	}
	p.Side = quad.Color(r.read(1))
	var kings [2]int // counted from a8
	for side := range quad.Black + 1 {
		king := r.read(6)
		kings[side] = king ^ 56
		if p.Board.Occupied()>>king&1 != 0 {
			return p, 0, fmt.Errorf("two kings on %s", quad.SquareName(king))
		}
		p.Board.Set(king, quad.MakePiece(side, quad.King))
	}
	kinds := [...]quad.Kind{quad.Pawn, quad.Knight, quad.Bishop, quad.Rook}
	low, high := min(kings[0], kings[1]), max(kings[0], kings[1])
	for n := 0; ; n++ { // squares from a8 on, but for those of the kings
		empty := min(bits.TrailingZeros64(r.next()), 62-n)
		r.at += empty
		if n += empty; n == 62 {
			break
		}
		i := n
		if i >= low {
			i++
		}
		if i >= high {
			i++
		}
		code := r.read(5) >> 1 // kind, queen, colour
		kind := quad.Queen
		if code&4 == 0 {
			kind = kinds[code&3]
		} else if code&3 != 0 {
			return p, 0, fmt.Errorf("%s: a piece of code %d, expected 1, 3, 5, 7 or 9", quad.SquareName(i^56), 9+2*(code&3))
		}
		p.Board.Set(i^56, quad.MakePiece(quad.Color(code>>3), kind))
	}
	badRight, badTarget := false, false
	for _, letter := range []byte("KQkq") {
		if r.read(1) == 0 {
			continue
		}
		rook := rightOf(&p.Board, letter)
		p.Board.G2 &^= rook
		badRight = badRight || rook == 0
	}
	if r.read(1) != 0 {
		badTarget = placeTarget(&p, r.read(6))
	}
	half := r.read(6)
	p.FullMoves = uint16(r.read(16))
	p.HalfMoves = uint16(half | r.read(1)<<6)
	if r.at > 256 {
		return p, 0, fmt.Errorf("a position of %d bits, expected at most 256", r.at)
	}
	return p, legalityWith(&p, badRight, badTarget), nil
}

// binpackFormat is Stockfish's .binpack: chunks, each BINP, its length and chains of
// positions, each the first one in 32 bytes and the moves from there with their scores as
// bits. Chunks are decoded by several goroutines and handed on as records of packedSize bytes.
type binpackFormat struct {
	fixedSplitter
	skipped [4]bool // fields that nobody wants
}

func (binpackFormat) Name() string    { return "binpack" }
func (binpackFormat) Fields() []Field { return stockfishFields }

func (f binpackFormat) reader(in *Input, r Range, p *Place) (*Reader, error) {
	return newDecodedReader(in, f, r, p)
}

func (f binpackFormat) without(skipped []bool) Format {
	return binpackFormat{f.fixedSplitter, [4]bool(skipped)}
}

// packedSize is the bytes of a record: four planes, move, score, ply, the clocks, side to
// move, result and error, and the lower five bytes of its place, which is the offset of its
// chunk plus its index there. A record with an error is not a row; its first planes are the
// offset of its chunk and its index there.
const packedSize = 48

// appendPacked appends the record of row to dst.
func appendPacked(dst []byte, row *stockfishRow, place uint64) []byte {
	for _, plane := range row.p.Board.Planes() {
		dst = binary.LittleEndian.AppendUint64(dst, plane)
	}
	dst = binary.LittleEndian.AppendUint16(dst, uint16(row.move))
	dst = binary.LittleEndian.AppendUint16(dst, uint16(row.score))
	dst = binary.LittleEndian.AppendUint16(dst, row.ply)
	dst = binary.LittleEndian.AppendUint16(dst, row.p.HalfMoves)
	dst = binary.LittleEndian.AppendUint16(dst, row.p.FullMoves)
	dst = append(dst, byte(row.p.Side)<<2|byte(row.result+1)&3)
	return append(dst, byte(place), byte(place>>8), byte(place>>16), byte(place>>24), byte(place>>32))
}

// appendBad appends the record of an error in position n of a chunk.
func appendBad(dst []byte, row *stockfishRow, bad uint8, chunk int64, n int) []byte {
	start := len(dst)
	dst = appendPacked(dst, row, uint64(chunk)+uint64(n))
	binary.LittleEndian.PutUint64(dst[start:], uint64(chunk))
	binary.LittleEndian.PutUint64(dst[start+8:], uint64(n))
	dst[start+42] |= bad << 3
	return dst
}

// unpack sets row to the contents of a record, and returns its error.
func (row *stockfishRow) unpack(data []byte) (bad uint8) {
	row.p.Board.G0 = binary.LittleEndian.Uint64(data)
	row.p.Board.G1 = binary.LittleEndian.Uint64(data[8:])
	row.p.Board.G2 = binary.LittleEndian.Uint64(data[16:])
	row.p.Board.GB = binary.LittleEndian.Uint64(data[24:])
	row.move = movegen.Move(binary.LittleEndian.Uint16(data[32:]))
	row.score = int16(binary.LittleEndian.Uint16(data[34:]))
	row.ply = binary.LittleEndian.Uint16(data[36:])
	row.p.HalfMoves = binary.LittleEndian.Uint16(data[38:])
	row.p.FullMoves = binary.LittleEndian.Uint16(data[40:])
	row.p.Side, row.result = quad.Color(data[42]>>2&1), int8(data[42]&3)-1
	return data[42] >> 3
}

// packedPlace returns the place of a record, which selects the sample. It is the same in every
// share of the file.
func packedPlace(data []byte) uint64 { return binary.LittleEndian.Uint64(data[40:]) >> 24 }

func (f binpackFormat) Parse(b *Block, r *Request) {
	for at := 0; at+packedSize <= b.Raw; at += packedSize {
		record := Span{uint32(at), packedSize}
		data := b.Bytes(record)
		if r.Share != 0 && !r.inSample(b, packedPlace(data), 0) {
			b.Sampled++
			continue
		}
		var row stockfishRow
		if bad := row.unpack(data); bad == 0 {
			row.addTo(b, r, columns.ValidityOf(&row.p), record, &f.skipped)
		} else if int(bad) < len(chainErrors) {
			chunk, n := binary.LittleEndian.Uint64(data), binary.LittleEndian.Uint64(data[8:])
			b.Rejects = append(b.Rejects, Reject{ // the bytes of the record are not in the file
				Record: Span{Start: record.Start}, Offset: int64(chunk),
				Err: fmt.Errorf("position %d of the chunk, ply %d: %w", n, row.ply, chainErrors[bad]),
			})
		}
	}
}

// chainErrors are the errors of a chain of positions, by their numbers in records.
var chainErrors = [...]error{
	badBoard:  errors.New("expected a board of at most 32 pieces"),
	badResult: errors.New("expected a result of -1, 0 or 1"),
	badMove:   errors.New("expected a legal move"),
	badStart:  errors.New("expected a legal position to play moves from"),
	badEnd:    errors.New("the moves go on behind their chunk"),
	badTail:   errors.New("expected the chunk to end, found less than a position"),
}

const (
	badBoard = iota + 1
	badResult
	badMove
	badStart
	badEnd
	badTail
)

// A chainReader reads the chains of a chunk.
type chainReader struct {
	chunk []byte
	at    int // bytes
	bit   int // of the moves from there on, the highest of a byte first
	row   stockfishRow
	node  movegen.Node

	offset int64 // of the chunk in the file
	n      int   // positions that were read of it
}

// stemSize is the bytes of a first position and of the number of moves from there.
const stemSize = 34

// chain appends the rows of the next chain to dst. An error ends the chunk.
func (c *chainReader) chain(dst []byte) []byte {
	if len(c.chunk)-c.at < stemSize {
		return c.fail(dst, badTail)
	}
	data := c.chunk[c.at : c.at+stemSize]
	c.at += stemSize
	row := &c.row
	if bad := row.unpackStem(data); bad != 0 {
		return c.fail(dst, bad)
	}
	dst = c.append(dst)
	plies := int(binary.BigEndian.Uint16(data[32:]))
	if plies == 0 {
		return dst
	}
	if row.p.Validate() != nil {
		return c.fail(dst, badStart)
	}
	c.bit = 0
	for range plies {
		c.node.Set(&row.p)
		if !c.node.IsLegal(row.move) {
			return c.fail(dst, badMove)
		}
		row.p.PlayInto(&row.p, row.move)
		row.ply++
		row.result = -row.result
		if row.move = c.move(); row.move == 0 {
			return c.fail(dst, badMove)
		}
		row.score = -row.score + unzigzag(c.number())
		if c.bit > 8*(len(c.chunk)-c.at) {
			return c.fail(dst, badEnd)
		}
		dst = c.append(dst)
	}
	c.at += (c.bit + 7) / 8
	return dst
}

// append appends the record of a position.
func (c *chainReader) append(dst []byte) []byte {
	c.n++
	return appendPacked(dst, &c.row, uint64(c.offset)+uint64(c.n))
}

// fail appends the record of an error, and ends the chunk.
func (c *chainReader) fail(dst []byte, bad uint8) []byte {
	c.at = len(c.chunk)
	return appendBad(dst, &c.row, bad, c.offset, c.n+1)
}

// chains appends the rows of the next chains until dst has about the maximum length.
func (c *chainReader) chains(dst []byte, most int) []byte {
	for c.at < len(c.chunk) && len(dst) < most {
		dst = c.chain(dst)
	}
	return dst
}

// unpackStem sets row to the first position of a chain.
func (row *stockfishRow) unpackStem(data []byte) (bad uint8) {
	*row = stockfishRow{}
	occupied := binary.BigEndian.Uint64(data)
	if bits.OnesCount64(occupied) > 32 {
		return badBoard
	}
	kinds := [...]quad.Kind{quad.Pawn, quad.Knight, quad.Bishop, quad.Rook, quad.Queen, quad.King}
	target := -1
	for i := 0; occupied != 0; i++ {
		sq := bits.TrailingZeros64(occupied)
		occupied &= occupied - 1
		var piece quad.Piece
		switch code := data[8+i/2] >> (4 * (i % 2)) & 15; code {
		case 12: // a pawn in front of the target
			piece, target = quad.BlackPawn, sq+8
			if sq>>3 == 3 {
				piece, target = quad.WhitePawn, sq-8
			}
		case 13:
			piece = quad.WhiteCastlingRook
		case 14:
			piece = quad.BlackCastlingRook
		case 15:
			piece, row.p.Side = quad.BlackKing, quad.Black
		default:
			piece = quad.MakePiece(quad.Color(code&1), kinds[code>>1])
		}
		row.p.Board.Set(sq, piece)
	}
	if target >= 0 && target < 64 && row.p.Board.EnPassantCapturers(1<<target) != 0 {
		row.p.Board.Set(target, quad.EnPassantTarget)
	}
	packed := binary.BigEndian.Uint16(data[24:])
	row.move = stockfishMove(int(packed>>8&63), int(packed>>2&63), moveType(packed>>14), int(packed&3))
	if row.move>>12 == 0 {
		row.move = row.withStep(row.move)
	}
	row.score = unzigzag(binary.BigEndian.Uint16(data[26:]))
	packed = binary.BigEndian.Uint16(data[28:])
	row.ply, row.result = packed&0x3fff, int8(unzigzag(packed>>14))
	row.p.HalfMoves, row.p.FullMoves = binary.BigEndian.Uint16(data[30:]), row.ply/2+1
	if row.result < -1 || row.result > 1 {
		return badResult
	}
	return 0
}

// withStep marks an ordinary move as a double push if it is one.
func (row *stockfishRow) withStep(m movegen.Move) movegen.Move {
	if d := m.To() - m.From(); (d == 16 || d == -16) && row.p.Board.Pawns()>>m.From()&1 != 0 {
		m |= 1 << 12
	}
	return m
}

// unzigzag returns the number whose sign is the lowest bit.
func unzigzag(v uint16) int16 { return int16(v>>1) ^ -int16(v&1) }

// read reads n bits, at most 8, the highest first. After the chunk it returns zeros.
func (c *chainReader) read(n int) int {
	at := c.at + c.bit>>3
	var word uint
	if at < len(c.chunk) {
		word = uint(c.chunk[at]) << 8
	}
	if at+1 < len(c.chunk) {
		word |= uint(c.chunk[at+1])
	}
	v := word >> (16 - c.bit&7 - n) & (1<<n - 1)
	c.bit += n
	return int(v)
}

// number reads a number in groups of four bits, the lowest first. A bit before each group
// reports whether more groups follow.
func (c *chainReader) number() (v uint16) {
	for shift := 0; shift < 16; shift += 4 {
		part := c.read(5)
		v |= uint16(part&15) << shift
		if part>>4 == 0 {
			break
		}
	}
	return v
}

// choose reads a number below n in as many bits as n-1 has, or returns -1.
func (c *chainReader) choose(n int) int {
	if n == 0 {
		return -1
	}
	if i := c.read(bits.Len(uint(n - 1))); i < n {
		return i
	}
	return -1
}

// nth returns the square of bit i of set, counted from the lowest.
func nth(set uint64, i int) int {
	for range i {
		set &= set - 1
	}
	return bits.TrailingZeros64(set)
}

// move reads a move of the position: the number of its piece among those of the side to
// move, then the number of the move among those of the piece, legal or not, by target. It
// returns 0 if there is none of that number.
func (c *chainReader) move() movegen.Move {
	p := &c.row.p
	own := p.Board.ByColor(p.Side)
	i := c.choose(bits.OnesCount64(own))
	if i < 0 {
		return 0
	}
	from := nth(own, i)
	switch kind := p.Board.At(from).Kind(); kind {
	case quad.Pawn:
		return c.pawnMove(from)
	case quad.King:
		steps := squares.KingFrom[from] &^ own
		rooks := p.Board.CastlingRooks() & own
		switch i, n := c.choose(bits.OnesCount64(steps)+bits.OnesCount64(rooks)), bits.OnesCount64(steps); {
		case i >= n:
			return movegen.Move(from|nth(rooks, i-n)<<6) | 3<<12
		case i >= 0:
			return movegen.Move(from | nth(steps, i)<<6)
		}
		return 0
	default:
		to := attacksOf(kind, from, p.Board.Empty()) &^ own
		if i := c.choose(bits.OnesCount64(to)); i >= 0 {
			return movegen.Move(from | nth(to, i)<<6)
		}
		return 0
	}
}

// attacksOf returns the attacks of a piece on a square.
func attacksOf(kind quad.Kind, sq int, empty uint64) uint64 {
	piece := uint64(1) << sq
	switch kind {
	case quad.Knight:
		return squares.KnightFrom[sq]
	case quad.Bishop:
		return koggestone.BishopAttacks(piece, empty)
	case quad.Queen:
		return koggestone.QueenAttacks(piece, empty)
	}
	return koggestone.RookAttacks(piece, empty)
}

// pawnMove reads the move of a pawn.
func (c *chainReader) pawnMove(from int) movegen.Move {
	p := &c.row.p
	pawn, target := uint64(1)<<from, p.Board.EnPassant()
	empty := p.Board.Empty()
	step, start, last := 8, 1, 6 // by how many squares, ranks
	if p.Side == quad.Black {
		step, start, last = -8, 6, 1
	}
	to := koggestone.PawnAttacks(pawn, p.Side.Forward()) & (p.Board.ByColor(p.Side.Other()) | target)
	if push := bits.RotateLeft64(pawn, step) & empty; push != 0 {
		to |= push
		if from>>3 == start {
			to |= bits.RotateLeft64(push, step) & empty
		}
	}
	n := bits.OnesCount64(to)
	if from>>3 == last {
		i := c.choose(4 * n)
		if i < 0 {
			return 0
		}
		return stockfishMove(from, nth(to, i/4), promotionMove, i%4)
	}
	i := c.choose(n)
	if i < 0 {
		return 0
	}
	m := movegen.Move(from | nth(to, i)<<6)
	if target>>m.To()&1 != 0 {
		return m | 2<<12
	}
	return c.row.withStep(m)
}
