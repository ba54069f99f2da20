// Package movegen answers what the search asks by github.com/brighamskarda/chess: its
// list of legal moves, its way to play one, its attacks. Moves keep this library's
// encoding, since the search orders and remembers them by it, and keys are the same
// numbers, as the tables would otherwise tell the searches different things.
package movegen

import (
	"math/bits"

	chess "github.com/brighamskarda/chess/v2"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// The same types as the library's.
type (
	Move          = movegen.Move
	ExchangeRules = movegen.ExchangeRules
	Selection     = movegen.Selection
	Change        = movegen.Change
)

const (
	Captures        = movegen.Captures
	QueenPromotions = movegen.QueenPromotions
	Quiets          = movegen.Quiets
)

// A Board is a position of the package.
type Board struct{ p chess.Position }

// A Position is one with what the search looks at directly.
type Position struct {
	Board     Board
	Side      quad.Color
	HalfMoves uint16
}

// ParseFEN parses a FEN with all six fields.
func ParseFEN(fen string) (p Position, err error) {
	err = p.Board.p.UnmarshalText([]byte(fen))
	p.update()
	return p, err
}

// update sets what the search looks at, and drops an en-passant target that no capture
// can use.
func (p *Position) update() {
	b := &p.Board.p
	p.Side, p.HalfMoves = quad.White, uint16(b.HalfMove)
	if b.SideToMove == chess.Black {
		p.Side = quad.Black
	}
	if b.EnPassant == chess.NoSquare {
		return
	}
	target := chess.Bitboard(0).SetSquare(b.EnPassant)
	pawns, near := b.Bitboard(piece(p.Side, chess.Pawn)), target.BlackPawnAttacks()
	if p.Side == quad.Black {
		near = target.WhitePawnAttacks()
	}
	if pawns&near != 0 {
		for _, m := range chess.LegalMoves(b) {
			if m.ToSquare == b.EnPassant && b.Piece(m.FromSquare).Type == chess.Pawn {
				return
			}
		}
	}
	b.EnPassant = chess.NoSquare
}

var colors = [2]chess.Color{chess.White, chess.Black}

func piece(side quad.Color, kind chess.PieceType) chess.Piece {
	return chess.Piece{Color: colors[side&1], Type: kind}
}

func index(s chess.Square) int { return int(s.Rank-chess.Rank1)*8 + int(s.File-chess.FileA) }

func square(i int) chess.Square {
	return chess.Square{File: chess.FileA + chess.File(i&7), Rank: chess.Rank1 + chess.Rank(i>>3)}
}

// kinds holds the kinds of the package's, which it numbers otherwise, and typeOf the inverse.
var (
	kinds = [...]quad.Kind{chess.Pawn: quad.Pawn, chess.Rook: quad.Rook, chess.Knight: quad.Knight,
		chess.Bishop: quad.Bishop, chess.Queen: quad.Queen, chess.King: quad.King}
	typeOf = [...]chess.PieceType{quad.Pawn: chess.Pawn, quad.CastlingRook: chess.Rook, quad.Rook: chess.Rook,
		quad.Knight: chess.Knight, quad.Bishop: chess.Bishop, quad.Queen: chess.Queen, quad.King: chess.King}
)

// At returns what stands on a square, rooks as ones that may not castle.
func (b *Board) At(sq int) quad.Piece {
	switch p := b.p.Piece(square(sq)); p.Color {
	case chess.White:
		return quad.MakePiece(quad.White, kinds[p.Type])
	case chess.Black:
		return quad.MakePiece(quad.Black, kinds[p.Type])
	}
	return quad.NoPiece
}

// Pieces returns the pieces of a side and kind.
func (b *Board) Pieces(side quad.Color, kind quad.Kind) uint64 {
	return uint64(b.p.Bitboard(piece(side, typeOf[kind])))
}

// Squares returns what stands on each square.
func (b *Board) Squares() (all [64]quad.Piece) {
	for sq := range all {
		all[sq] = b.At(sq)
	}
	return all
}

// AppendLegalMoves appends the legal moves.
func (p *Position) AppendLegalMoves(dst []Move) []Move {
	b := &p.Board.p
	for _, m := range chess.LegalMoves(b) {
		from, to := index(m.FromSquare), index(m.ToSquare)
		code := from | to<<6
		switch b.Piece(m.FromSquare).Type {
		case chess.King:
			if to == from+2 {
				code = from | (from+3)<<6 | 3<<12
			} else if to == from-2 {
				code = from | (from-4)<<6 | 3<<12
			}
		case chess.Pawn:
			if m.ToSquare == b.EnPassant {
				code |= 2 << 12
			} else if to == from+16 || to == from-16 {
				code |= 1 << 12
			}
		}
		if m.Promotion != chess.NoPieceType {
			code |= (8 + int(kinds[m.Promotion])) << 12
		}
		dst = append(dst, Move(code))
	}
	return dst
}

// decode returns m as the package's move.
func decode(m Move) chess.Move {
	to := m.To()
	if m.IsCastling() {
		to, _ = m.CastlingSquares()
	}
	return chess.Move{FromSquare: square(m.From()), ToSquare: square(to), Promotion: typeOf[m.Promotion()]}
}

// IsCapture reports whether m captures.
func (p *Position) IsCapture(m Move) bool {
	return m.IsEnPassant() || !m.IsCastling() && p.Board.p.Piece(square(m.To())) != chess.NoPiece
}

// IsCheckmate reports whether there is no move out of a check.
func (p *Position) IsCheckmate() bool {
	return p.Board.p.IsCheck() && len(chess.LegalMoves(&p.Board.p)) == 0
}

// A Node lists the legal moves once, when the first of them is asked for.
type Node struct {
	p      *Position
	check  bool
	listed bool
	all    []Move
}

// Set makes n a node of the position p.
func (n *Node) Set(p *Position) { n.p, n.check, n.listed = p, p.Board.p.IsCheck(), false }

// InCheck reports whether the side to move is in check.
func (n *Node) InCheck() bool { return n.check }

func (n *Node) moves() []Move {
	if !n.listed {
		n.all, n.listed = n.p.AppendLegalMoves(n.all[:0]), true
	}
	return n.all
}

// IsLegal reports whether m is a legal move.
func (n *Node) IsLegal(m Move) bool {
	for _, legal := range n.moves() {
		if legal == m {
			return true
		}
	}
	return false
}

// Append appends the legal moves that s selects.
func (n *Node) Append(dst []Move, s Selection) []Move {
	for _, m := range n.moves() {
		is := Quiets
		if n.p.IsCapture(m) {
			is = Captures
		} else if m.Promotion() == quad.Queen {
			is = QueenPromotions
		}
		if is&s != 0 {
			dst = append(dst, m)
		}
	}
	return dst
}

// GivesCheck plays m.
func (n *Node) GivesCheck(m Move) bool {
	child := n.p.Board.p
	child.Move(decode(m))
	return child.IsCheck()
}

// PlayChange sets dst to p after m, and c to what m changes, as far as the search asks.
func (p *Position) PlayChange(dst *Position, m Move, c *Change) {
	piece, taken := p.Board.At(m.From()), p.Board.At(m.To())
	*c = Change{From: uint8(m.From()), To: uint8(m.To()), Piece: piece, Placed: piece}
	switch {
	case m.IsCastling():
		king, rook := m.CastlingSquares()
		c.To, c.Castles, c.RookFrom, c.RookTo = uint8(king), true, uint8(m.To()), uint8(rook)
	case m.IsEnPassant():
		c.Captured, c.CapturedOn = piece^8, uint8(m.From()&^7|m.To()&7)
	case taken != quad.NoPiece:
		c.Captured, c.CapturedOn = taken, c.To
	}
	if m.IsPromotion() {
		c.Placed = quad.MakePiece(p.Side, m.Promotion())
	}
	before := p.Board.p
	dst.Board.p = before
	b := &dst.Board.p
	b.Move(decode(m))
	// The package leaves the right to castle with a rook that is taken.
	b.WhiteKsCastle = b.WhiteKsCastle && b.Piece(chess.H1) == chess.WhiteRook
	b.WhiteQsCastle = b.WhiteQsCastle && b.Piece(chess.A1) == chess.WhiteRook
	b.BlackKsCastle = b.BlackKsCastle && b.Piece(chess.H8) == chess.BlackRook
	b.BlackQsCastle = b.BlackQsCastle && b.Piece(chess.A8) == chess.BlackRook
	dst.update()
	c.Key = number(c.Piece, c.From) ^ number(c.Captured, c.CapturedOn) ^ number(c.Placed, c.To) ^ stateKey(&before) ^ stateKey(b)
	if c.Castles {
		rook := quad.MakePiece(p.Side, quad.Rook)
		c.Key ^= number(rook, c.RookFrom) ^ number(rook, c.RookTo)
	}
}

// PlayNull sets dst to p with the other side to move and returns the difference of the
// keys.
func (p *Position) PlayNull(dst *Position) (key uint64) {
	key = stateKey(&p.Board.p)
	*dst = *p
	b := &dst.Board.p
	b.EnPassant = chess.NoSquare
	b.HalfMove++
	b.SideToMove = colors[p.Side.Other()&1]
	dst.update()
	return key ^ stateKey(b)
}

// numbers are those of which the library makes its keys, and of Black to move.
var numbers, blackToMove = func() (t [16][64]uint64, black uint64) {
	of := func(board quad.Board, side quad.Color) uint64 {
		p := movegen.Position{Board: board, Side: side}
		return p.Key()
	}
	none := of(quad.Board{}, quad.White)
	for p := range t {
		for sq := range t[p] {
			var board quad.Board
			board.Set(sq, quad.Piece(p))
			t[p][sq] = of(board, quad.White) ^ none
		}
	}
	return t, none ^ of(quad.Board{}, quad.Black)
}()

func number(p quad.Piece, sq uint8) uint64 { return numbers[p&15][sq&63] }

// stateKey returns the part of a key that is not of pieces: the side to move, the
// en-passant target, and of rooks that may castle the difference to others.
func stateKey(b *chess.Position) (key uint64) {
	if b.SideToMove == chess.Black {
		key = blackToMove
	}
	if b.EnPassant != chess.NoSquare {
		key ^= number(quad.EnPassantTarget, uint8(index(b.EnPassant)))
	}
	for _, right := range [...]struct {
		may  bool
		sq   uint8
		rook quad.Piece
	}{{b.WhiteKsCastle, 7, quad.WhiteRook}, {b.WhiteQsCastle, 0, quad.WhiteRook}, {b.BlackKsCastle, 63, quad.BlackRook}, {b.BlackQsCastle, 56, quad.BlackRook}} {
		if right.may {
			key ^= number(right.rook, right.sq) ^ number(quad.MakePiece(right.rook.Color(), quad.CastlingRook), right.sq)
		}
	}
	return key
}

// Key returns the key of p.
func (p *Position) Key() uint64 {
	key := new(movegen.Position).Key() ^ stateKey(&p.Board.p)
	for sq, piece := range p.Board.Squares() {
		key ^= number(piece, uint8(sq))
	}
	return key
}

// HasInsufficientMaterial reports whether kings have at most one knight beside them, or
// bishops on squares of one colour.
func (p *Position) HasInsufficientMaterial() bool {
	b := &p.Board
	both := func(kind quad.Kind) uint64 { return b.Pieces(quad.White, kind) | b.Pieces(quad.Black, kind) }
	if both(quad.Pawn)|both(quad.Rook)|both(quad.Queen) != 0 {
		return false
	}
	const dark = 0xaa55aa55aa55aa55
	knights, bishops := both(quad.Knight), both(quad.Bishop)
	if knights != 0 {
		return bits.OnesCount64(knights|bishops) == 1
	}
	return bishops&dark == 0 || bishops&^dark == 0
}

// Repetitions is the library's, which only compares numbers.
func Repetitions(key uint64, earlier []uint64, halfMoves int) int {
	return movegen.Repetitions(key, earlier, halfMoves)
}

// SEEAtLeast is the library's exchange by the package's attacks.
func (p *Position) SEEAtLeast(m Move, threshold int, r *ExchangeRules) bool {
	if m.IsCastling() {
		return threshold <= 0
	}
	b := &p.Board
	risked, gain := b.At(m.From()).Kind(), r.Values[b.At(m.To()).Kind()]
	occ := b.p.OccupiedBitboard().ClearSquare(square(m.From())).SetSquare(square(m.To()))
	switch {
	case m.IsPromotion():
		risked = m.Promotion()
		gain += r.Values[risked] - r.Values[quad.Pawn]
	case m.IsEnPassant():
		gain = r.Values[quad.Pawn]
		occ &^= 1 << (m.From()&^7 | m.To()&7)
	}
	balance := gain - threshold
	if balance < 0 {
		return false
	}
	balance -= r.Values[risked]
	if balance >= 0 {
		return true
	}
	won := true
	for side := p.Side.Other(); ; side = side.Other() {
		kind, from, theirs := b.firstAttacker(side, m.To(), occ)
		if from == 0 || kind == quad.King && theirs != 0 {
			return won
		}
		won = !won
		balance = -balance - 1 - r.Values[kind]
		if balance >= 0 {
			return won
		}
		occ &^= chess.Bitboard(from)
	}
}

// firstAttacker returns the least piece of a side that attacks sq, on the lowest square,
// and what of the other side does if that is a king.
func (b *Board) firstAttacker(side quad.Color, sq int, occ chess.Bitboard) (kind quad.Kind, from, theirs uint64) {
	own := b.attackers(side, sq, occ)
	for _, kind := range [...]quad.Kind{quad.Pawn, quad.Knight, quad.Bishop, quad.Rook, quad.Queen} {
		if set := own & b.Pieces(side, kind); set != 0 {
			return kind, set & -set, 0
		}
	}
	return quad.King, own & -own, b.attackers(side.Other(), sq, occ)
}

// attackers returns the pieces of a side among occ that attack sq.
func (b *Board) attackers(side quad.Color, sq int, occ chess.Bitboard) uint64 {
	target := chess.Bitboard(1) << sq
	pieces := func(kind chess.PieceType) chess.Bitboard { return b.p.Bitboard(piece(side, kind)) }
	pawns := target.BlackPawnAttacks()
	if side == quad.Black {
		pawns = target.WhitePawnAttacks()
	}
	found := pawns&pieces(chess.Pawn) | target.KnightAttacks()&pieces(chess.Knight) | target.KingAttacks()&pieces(chess.King)
	queens := pieces(chess.Queen)
	if bishops := pieces(chess.Bishop) | queens; bishops != 0 {
		found |= target.BishopAttacks(occ) & bishops
	}
	if rooks := pieces(chess.Rook) | queens; rooks != 0 {
		found |= target.RookAttacks(occ) & rooks
	}
	return uint64(found & occ)
}

// BothThreats is what the two sides attack.
type BothThreats [2]SideThreats

// SideThreats is what the pieces of a side attack.
type SideThreats struct{ Knight, Bishop, Rook, Queen uint64 }

// Set sets t to what both sides of b attack.
func (t *BothThreats) Set(b Board) {
	occ := b.p.OccupiedBitboard()
	for side := range quad.Color(2) {
		of := func(kind chess.PieceType) chess.Bitboard { return b.p.Bitboard(piece(side, kind)) }
		t[side] = SideThreats{
			Knight: uint64(of(chess.Knight).KnightAttacks()),
			Bishop: uint64(of(chess.Bishop).BishopAttacks(occ)),
			Rook:   uint64(of(chess.Rook).RookAttacks(occ)),
		}
		if queens := of(chess.Queen); queens != 0 {
			t[side].Queen = uint64(queens.QueenAttacks(occ))
		}
	}
}
