package movegen

import (
	"math/bits"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// An Unmove takes a move back. It contains the last move before a position, and what that
// move ended, such as castling rights. [Position.AppendUnmoves] lists unmoves, and
// [Position.Unplay] returns the earlier position. You can compare unmoves of one position
// with ==.
type Unmove struct {
	// CastlingRooks contains the rooks of both sides that could castle before the move.
	CastlingRooks uint64
	// EnPassant is the en-passant target before the move, or 0. For a capture en passant it is
	// Move's target.
	EnPassant uint64
	// Move is the move. It is legal in the earlier position.
	Move Move
	// Captured is the kind of the captured piece, or None. It is CastlingRook for a rook that
	// could castle, and Pawn for a capture en passant.
	Captured quad.Kind
}

// UnmoveRules limit which earlier positions [Position.AppendUnmoves] considers. The zero
// UnmoveRules describe standard chess.
type UnmoveRules struct {
	// Chess960 allows king and rook to be anywhere on their first rank if the last move is castling
	// or ends castling rights. Otherwise the king must be on e1 or e8 and the rook on the a-file or
	// h-file. Rights that the position still has are not limited.
	Chess960 bool
	// AnyMaterial allows any number of pieces. Otherwise no side can have more than eight pawns
	// and promoted pieces together. A side's pieces count as promoted beyond one queen, two
	// rooks, two knights and one bishop on squares of each colour.
	AnyMaterial bool
}

// AppendUnmoves appends all moves that could have led to p, which must be valid, to dst and returns
// the result. It includes captures, promotions, en passant and castling. If a legal move in a valid
// position (see [Position.Validate]) leads to p, up to the clocks, there is an Unmove for it. So a
// move is listed once for each set of castling rights that it can have ended, and once for each
// en-passant target that the earlier position can have had. The order is not specified.
//
//	for _, u := range p.AppendUnmoves(nil, movegen.UnmoveRules{}) {
//		earlier := p.Unplay(u) // earlier.Play(u.Move) is p
//	}
//
// The clocks of p do not limit the moves. If you trust them, skip captures and pawn moves when
// HalfMoves is not 0. An earlier position may itself have no unmoves, because AppendUnmoves looks
// back by only one move.
func (p *Position) AppendUnmoves(dst []Unmove, r UnmoveRules) []Unmove {
	x := unmover{dst: dst, rules: r}
	x.set(p)
	if target := x.target; target != 0 { // only a double step leaves a target
		if target&(target-1) == 0 {
			x.doublePush(bits.TrailingZeros64(target) + 8)
		}
		return x.dst
	}
	x.pawnMoves()
	x.pieceMoves()
	x.castlings()
	return x.dst
}

// Unplay returns the position before u, which must come from [Position.AppendUnmoves]. If u
// captures or moves a pawn, the earlier HalfMoves are unknown and set to 0. Otherwise they are one
// less than in p, but at least 0.
func (p *Position) Unplay(u Unmove) Position {
	e := Position{Board: p.Board, Side: p.Side.Other(), HalfMoves: p.HalfMoves, FullMoves: p.FullMoves}
	b, m, side := &e.Board, u.Move, p.Side.Other()
	b.GB &= b.Occupied()
	to := uint64(1) << m.To()
	kind := codeAt(b, m.To()).Kind()
	put(b, to, quad.None, quad.White)
	switch {
	case m.IsCastling():
		put(b, 1<<m.RookTo(), quad.None, quad.White)
		put(b, 1<<m.RookFrom(), quad.Rook, side)
	case m.IsPromotion():
		kind = quad.Pawn
	}
	put(b, 1<<m.From(), kind, side)
	switch {
	case m.IsEnPassant():
		put(b, m.victim(), quad.Pawn, p.Side)
	case u.Captured != quad.None:
		put(b, to, u.Captured, p.Side)
	}
	b.G2 |= b.G0 &^ b.G1 // remove castling rights: 001 becomes 101
	b.G2 &^= u.CastlingRooks
	b.GB |= u.EnPassant
	if kind == quad.Pawn || u.Captured != quad.None || e.HalfMoves == 0 {
		e.HalfMoves = 0
	} else {
		e.HalfMoves--
	}
	if side == quad.Black && e.FullMoves > 0 {
		e.FullMoves--
	}
	return e
}

// An unmover collects unmoves. On its board the side that moved is White: for Black, ranks and
// colours are exchanged.
type unmover struct {
	dst   []Unmove
	rules UnmoveRules
	black bool // whether Black moved

	b                 quad.Board // board without en-passant target and castling rights
	occ, own, them    uint64
	target, rights    uint64 // en-passant target and castling rights of both sides in the position
	king, theirKing   uint64
	ownMay, theirsMay bool // whether the material of a side is possible as it is
	// The kinds that may have been captured, and the kinds that a pawn may have become, by colour
	// of the square.
	capturable, promotable [2][8]bool
}

func (x *unmover) set(p *Position) {
	b := p.Board
	x.target = b.EnPassant()
	b.GB = b.Black()
	if x.black = p.Side == quad.White; x.black {
		b.GB = b.White()
		b = b.FlipRanks()
		x.target = bits.ReverseBytes64(x.target)
	}
	x.rights = b.CastlingRooks()
	b.G2 |= x.rights
	x.b, x.occ, x.own, x.them = b, b.Occupied(), b.White(), b.Black()
	x.king, x.theirKing = b.Kings()&x.own, b.Kings()&x.them

	own, them := materialOf(&b, x.own), materialOf(&b, x.them)
	anyway := x.rules.AnyMaterial
	x.ownMay, x.theirsMay = anyway || own.possible(), anyway || them.possible()
	for color := range 2 {
		for _, kind := range [...]quad.Kind{quad.Pawn, quad.Knight, quad.Bishop, quad.Rook, quad.Queen} {
			more, before := them, own
			more.add(kind, color, 1)
			before.add(kind, color, -1)
			before.add(quad.Pawn, 0, 1)
			x.capturable[color][kind] = anyway || more.possible()
			x.promotable[color][kind] = anyway || before.possible()
		}
	}
}

// A material counts a side's pieces by kind. Bishops on light squares are counted as kings,
// because bishops need two counts.
type material [8]int

func materialOf(b *quad.Board, side uint64) (m material) {
	for _, kind := range [...]quad.Kind{quad.Pawn, quad.Knight, quad.Rook, quad.Queen} {
		m[kind] = bits.OnesCount64(b.ByKind(kind) & side)
	}
	m[quad.Bishop] = bits.OnesCount64(b.Bishops() & side & squares.Dark)
	m[lightBishop] = bits.OnesCount64(b.Bishops() & side &^ squares.Dark)
	return m
}

// lightBishop is the index of bishops on light squares in a material.
const lightBishop = quad.King

// add adds n pieces on squares of a colour, 1 for light.
func (m *material) add(kind quad.Kind, color, n int) {
	if kind == quad.Bishop && color != 0 {
		kind = lightBishop
	}
	m[kind] += n
}

// possible reports whether a side can have these pieces in a game.
func (m *material) possible() bool {
	promoted := max(m[quad.Knight]-2, 0) + max(m[quad.Rook]-2, 0) + max(m[quad.Queen]-1, 0) +
		max(m[quad.Bishop]-1, 0) + max(m[lightBishop]-1, 0)
	return m[quad.Pawn]+promoted <= 8
}

// colorOf returns 1 for light squares and 0 for dark ones.
func colorOf(sq int) int { return int(^squares.Dark >> (sq & 63) & 1) }

// pawnMoves retracts moves of pawns.
func (x *unmover) pawnMoves() {
	for pawns := x.b.Pawns() & x.own &^ (squares.Rank1 | squares.Rank1<<8); pawns != 0; pawns &= pawns - 1 {
		to := bits.TrailingZeros64(pawns)
		t := uint64(1) << to
		if x.ownMay {
			x.pawnSteps(to, quad.Pawn, 0)
		}
		if t&(squares.Rank1<<24) != 0 {
			x.doublePush(to)
		}
		if t&squares.Rank6 != 0 {
			x.enPassant(to)
		}
	}
	promoted := x.own & (squares.Rank1 << 56) &^ x.king
	for ; promoted != 0; promoted &= promoted - 1 {
		to := bits.TrailingZeros64(promoted)
		kind := codeAt(&x.b, to).Kind()
		if x.promotable[colorOf(to)][kind] {
			x.pawnSteps(to, quad.Pawn, promotion|Move(kind)<<12)
		}
	}
}

// pawnSteps retracts steps by one square and captures of the pawn that arrived on to.
func (x *unmover) pawnSteps(to int, kind quad.Kind, special Move) {
	t := uint64(1) << to
	m := Move(to)<<6 | special
	rights := [...]uint64{x.rights}
	if t>>8&x.occ == 0 {
		x.retract(m|Move(to-8), kind, rights[:], quietOnly)
	}
	for from := (t>>9&squares.NotFileH | t>>7&squares.NotFileA) &^ x.occ; from != 0; from &= from - 1 {
		x.retract(m|Move(bits.TrailingZeros64(from)), kind, rights[:], capturesOnly)
	}
}

// doublePush retracts a double step to the square to, if the position has the en-passant
// target that the step sets.
func (x *unmover) doublePush(to int) {
	t := uint64(1) << (to & 63)
	if t&x.b.Pawns()&x.own == 0 || (t>>8|t>>16)&x.occ != 0 || !x.ownMay {
		return
	}
	left := t >> 8
	if x.b.EnPassantCapturers(left) == 0 {
		left = 0
	}
	if left == x.target {
		x.retract(Move(to-16)|Move(to)<<6|doublePush, quad.Pawn, []uint64{x.rights}, quietOnly)
	}
}

// enPassant retracts captures en passant to the square to.
func (x *unmover) enPassant(to int) {
	t := uint64(1) << to
	if (t>>8|t<<8)&x.occ != 0 || !x.ownMay || !x.capturable[0][quad.Pawn] {
		return
	}
	for from := (t>>9&squares.NotFileH | t>>7&squares.NotFileA) &^ x.occ; from != 0; from &= from - 1 {
		e := x.b
		put(&e, t, quad.None, quad.White)
		put(&e, t>>8, quad.Pawn, quad.Black)
		put(&e, from&-from, quad.Pawn, quad.White)
		if checkers(&e, quad.Black) == 0 && e.EnPassantCapturers(t)&from&-from != 0 {
			x.append(Move(bits.TrailingZeros64(from))|Move(to)<<6|enPassant, quad.Pawn, t, x.rights)
		}
	}
}

// pieceMoves retracts moves of all other pieces.
func (x *unmover) pieceMoves() {
	if !x.ownMay {
		return
	}
	var rights [64]uint64
	for pieces := x.own &^ (x.b.Pawns() | x.rights); pieces != 0; pieces &= pieces - 1 {
		to := bits.TrailingZeros64(pieces)
		kind := codeAt(&x.b, to).Kind()
		var from uint64
		switch kind {
		case quad.Knight:
			from = squares.KnightFrom[to&63]
		case quad.King:
			if x.rights&x.own != 0 {
				continue
			}
			from = squares.KingFrom[to&63]
		case quad.Bishop:
			from = bishopAttacks(to, x.occ)
		case quad.Rook:
			from = rookAttacks(to, x.occ)
		default:
			from = bishopAttacks(to, x.occ) | rookAttacks(to, x.occ)
		}
		for from &^= x.occ; from != 0; from &= from - 1 {
			f := from & -from
			could := append(rights[:0], x.rights)
			switch kind {
			case quad.Rook:
				if x.mayCastle(x.king, f, x.rights, squares.Rank1) {
					could = append(could, x.rights|f)
				}
			case quad.King:
				could = x.kingRights(could, f, x.b.Rooks()&x.own)
			}
			x.retract(Move(bits.TrailingZeros64(f))|Move(to)<<6, kind, could, quietOnly|capturesOnly)
		}
	}
}

// mayCastle reports whether the rook may have had the right to castle with its king, in addition to
// the rights in others. home is the side's first rank.
func (x *unmover) mayCastle(king, rook, others, home uint64) bool {
	if king&home == 0 || rook&home == 0 {
		return false
	}
	side := king - 1
	if rook > king {
		side = ^side
	}
	return others&home&side == 0 && (x.rules.Chess960 || king&(squares.FileA<<4) != 0 && rook&(squares.FileA|squares.FileH) != 0)
}

// kingRights appends the first set to sets with rights to castle added in all possible ways,
// for the own king on the square king with rooks.
func (x *unmover) kingRights(sets []uint64, king, rooks uint64) []uint64 {
	if king&squares.Rank1 == 0 {
		return sets
	}
	for rooks &= squares.Rank1; rooks != 0; rooks &= rooks - 1 {
		for _, set := range sets {
			if x.mayCastle(king, rooks&-rooks, set, squares.Rank1) {
				sets = append(sets, set|rooks&-rooks)
			}
		}
	}
	return sets
}

// castlings retracts castling moves.
func (x *unmover) castlings() {
	if x.rights&x.own != 0 || !x.ownMay || !x.theirsMay {
		return
	}
	for _, kingTo := range [...]int{2, 6} {
		rookTo := (kingTo + 4) / 2 // on the d-file or f-file
		rookAfter := uint64(1) << rookTo
		if x.king != 1<<kingTo || x.b.Rooks()&x.own&rookAfter == 0 {
			continue
		}
		for king := range 8 {
			for rook := range 8 {
				k, r := uint64(1)<<king, uint64(1)<<rook
				if to, _ := castlingFiles(king, rook); king == rook || to != kingTo || (k|r)&(x.occ&^(x.king|rookAfter)) != 0 ||
					!x.mayCastle(k, r, 0, squares.Rank1) {
					continue
				}
				e := x.b
				put(&e, x.king|rookAfter, quad.None, quad.White)
				put(&e, k, quad.King, quad.White)
				put(&e, r, quad.CastlingRook, quad.White)
				m := Move(king) | Move(rook)<<6 | castling
				var v view
				if v.look(&e, quad.White); checkers(&e, quad.Black) != 0 || !v.isLegal(m) {
					continue
				}
				var room [16]uint64
				rights := x.kingRights(append(room[:0], x.rights|r), k, e.Rooks()&e.White()&^r)
				e.G2 |= r
				x.emit(m, quad.None, &e, rights)
			}
		}
	}
}

// The kinds of unmoves that retract collects: moves without a capture, captures, or both.
const (
	quietOnly = 1 << iota
	capturesOnly
)

// retract collects the unmoves for m, made by a piece of the given kind. rights lists the
// castling rights that the position before the move can have.
func (x *unmover) retract(m Move, kind quad.Kind, rights []uint64, ways int) {
	to := uint64(1) << m.To()
	e := x.b
	put(&e, to, quad.None, quad.White)
	put(&e, 1<<m.From(), kind, quad.White)
	if ways&quietOnly != 0 && x.theirsMay && checkers(&e, quad.Black) == 0 {
		x.emit(m, quad.None, &e, rights)
	}
	if ways&capturesOnly == 0 {
		return
	}
	put(&e, to, quad.Pawn, quad.Black)
	if checkers(&e, quad.Black) != 0 { // independent of the captured kind
		return
	}
	for _, taken := range [...]quad.Kind{quad.Pawn, quad.Knight, quad.Bishop, quad.Rook, quad.Queen} {
		if !x.capturable[colorOf(m.To())][taken] || taken == quad.Pawn && to&(squares.Rank1|squares.Rank8) != 0 {
			continue
		}
		put(&e, to, taken, quad.Black)
		x.emit(m, taken, &e, rights)
		if taken == quad.Rook && to&squares.Rank8 != 0 && x.mayCastle(x.theirKing, to, x.rights, squares.Rank8) {
			var room [64]uint64
			more := append(room[:0], rights...)
			for i := range more {
				more[i] |= to
			}
			x.emit(m, quad.CastlingRook, &e, more)
		}
	}
}

// emit appends the unmoves with m that lead to the board e. There is one for each of rights and
// for each possible en-passant target, including none.
func (x *unmover) emit(m Move, captured quad.Kind, e *quad.Board, rights []uint64) {
	for _, set := range rights {
		x.append(m, captured, 0, set)
	}
	pawns, empty := e.Pawns(), e.Empty()
	white := pawns &^ e.GB
	attacked := koggestone.NorthEastStep(white) | koggestone.NorthWestStep(white)
	targets := pawns & e.GB << 8 & squares.Rank6 & empty & (empty >> 8) & attacked
	for ; targets != 0; targets &= targets - 1 {
		if target := targets & -targets; e.EnPassantCapturers(target) != 0 {
			for _, set := range rights {
				x.append(m, captured, target, set)
			}
		}
	}
}

// append appends an unmove, converted to the squares of the position.
func (x *unmover) append(m Move, captured quad.Kind, target, rights uint64) {
	if x.black {
		m ^= 56 | 56<<6
		target, rights = bits.ReverseBytes64(target), bits.ReverseBytes64(rights)
	}
	x.dst = append(x.dst, Unmove{CastlingRooks: rights, EnPassant: target, Move: m, Captured: captured})
}
