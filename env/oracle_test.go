package env

import (
	"fmt"
	"strings"
)

// The oracle of this package's tests: a game on a board of letters. Every move is tried, and
// dropped if it leaves the king attacked. Earlier positions are in a map. It reads FEN
// itself, and shares nothing with package movegen.
type oracle struct {
	oracleBoard
	plies    int
	illegal  int  // illegal actions
	lost     bool // by an illegal action
	seen     map[oracleKey]int
	history  []shown // positions of all plies
	standard bool    // the game started at the position of standard chess, White to move
	before   *shown  // the position before the start, if that has an en-passant target
	moves    []oracleMove
	kind     Actions
	actions  []int32 // the moves as actions, in the same order
}

type oracleBoard struct {
	cells      [64]byte // letters of FEN, 0 for no piece
	black      bool     // to move
	rights     [2][2]int8
	target     int8 // en passant, or -1
	half, full int
}

// The first index of rights is 1 for Black. The second is 0 for the king side, where the rook is
// east of the king. The values are squares of rooks, or -1.

// An oracleKey is what equal positions share.
type oracleKey struct {
	cells  [64]byte
	black  bool
	rights [2][2]int8
	target int8
}

// A shown is a position of the history.
type shown struct {
	cells       [64]byte
	repetitions int
}

type oracleMove struct {
	from, to  int // castling: king and rook
	promotion byte
	castles   bool
}

// newOracle returns the game that starts at a well-formed FEN.
func newOracle(fen string, kind Actions) *oracle {
	o := &oracle{seen: map[oracleKey]int{}, kind: kind}
	o.target = -1
	fields := strings.Fields(fen)
	o.standard = strings.HasPrefix(fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -")
	for r, row := range strings.Split(fields[0], "/") {
		sq := (7 - r) * 8
		for _, c := range []byte(row) {
			if c >= '1' && c <= '8' {
				sq += int(c - '0')
				continue
			}
			o.cells[sq] = c
			sq++
		}
	}
	o.black = fields[1] == "b"
	o.rights = [2][2]int8{{-1, -1}, {-1, -1}}
	for _, c := range []byte(strings.ReplaceAll(fields[2], "-", "")) {
		home, side, rook, king := 0, 0, byte('R'), byte('K')
		if c >= 'a' {
			home, side, rook, king = 56, 1, 'r', 'k'
		}
		at := -1
		switch file := c &^ 0x20; file {
		case 'K', 'Q':
			for f := range 8 {
				if o.cells[home+f] == rook && (at < 0 || file == 'K') {
					at = home + f
				}
			}
		default:
			at = home + int(file-'A')
		}
		wing := 0
		for sq := at; sq < home+8; sq++ {
			if o.cells[sq] == king {
				wing = 1
			}
		}
		o.rights[side][wing] = int8(at)
	}
	if fields[3] != "-" {
		o.target = int8(fields[3][0]-'a') + 8*int8(fields[3][1]-'1')
	}
	o.half, o.full = 0, 1
	if len(fields) > 4 {
		fmt.Sscan(fields[4], &o.half)
		fmt.Sscan(fields[5], &o.full)
	}
	o.arrive()
	if o.target >= 0 {
		// The pawn of the opponent goes back from beyond the target.
		at, ahead := int(o.target), 8
		if o.black {
			ahead = -8
		}
		cells := o.cells
		cells[at+ahead], cells[at-ahead] = cells[at-ahead], 0
		o.before = &shown{cells: cells}
	}
	return o
}

// arrive lists the moves of a new position and records it.
func (o *oracle) arrive() {
	o.moves = o.legal(o.moves[:0])
	takes := false
	for _, m := range o.moves {
		takes = takes || o.isEnPassant(m)
	}
	if !takes {
		o.target = -1
	}
	o.actions = o.actions[:0]
	for _, m := range o.moves {
		o.actions = append(o.actions, o.action(m))
	}
	key := oracleKey{o.cells, o.black, o.rights, o.target}
	o.history = append(o.history, shown{o.cells, o.seen[key]})
	o.seen[key]++
}

// repetitions returns the number of earlier positions equal to the current one.
func (o *oracle) repetitions() int { return o.history[len(o.history)-1].repetitions }

func (o *oracle) play(m oracleMove) {
	o.oracleBoard = o.after(m)
	o.plies++
	o.arrive()
}

// outcome returns why the game is over.
func (o *oracle) outcome(maxPlies int) Outcome {
	switch {
	case o.lost:
		return IllegalAction
	case len(o.moves) == 0 && o.check():
		return Checkmate
	case len(o.moves) == 0:
		return Stalemate
	case o.insufficient():
		return InsufficientMaterial
	case o.repetitions() == 2:
		return ThreefoldRepetition
	case o.half >= 100:
		return FiftyMoves
	case maxPlies > 0 && o.plies+o.illegal >= maxPlies:
		return PlyLimit
	}
	return Running
}

// insufficient reports whether there are only kings and one knight, or kings and bishops
// on squares of one colour.
func (o *oracle) insufficient() bool {
	knights := 0
	bishops := [2]int{}
	for sq, c := range o.cells {
		switch c {
		case 0, 'K', 'k':
		case 'N', 'n':
			knights++
		case 'B', 'b':
			bishops[(sq+sq/8)%2]++
		default:
			return false
		}
	}
	return knights+bishops[0]+bishops[1] <= 1 || knights == 0 && bishops[0]*bishops[1] == 0
}

func isBlack(c byte) bool { return c >= 'a' }

// own reports whether a piece of the side to move is on sq.
func (b *oracleBoard) own(sq int) bool { return b.cells[sq] != 0 && isBlack(b.cells[sq]) == b.black }

func (b *oracleBoard) isEnPassant(m oracleMove) bool {
	return b.cells[m.from]|0x20 == 'p' && m.to == int(b.target) && m.from%8 != m.to%8
}

var (
	straight = [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	oblique  = [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	royal    = append(append([][2]int{}, straight...), oblique...)
	ways     = append(append([][2]int{}, royal...), leaps...)
	leaps    = [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
)

// walk calls f with the squares in one direction, until f returns false.
func walk(sq int, way [2]int, f func(sq int) bool) {
	for file, rank := sq%8+way[0], sq/8+way[1]; file >= 0 && file < 8 && rank >= 0 && rank < 8; file, rank = file+way[0], rank+way[1] {
		if !f(8*rank + file) {
			return
		}
	}
}

// attacked reports whether a side attacks sq.
func (b *oracleBoard) attacked(sq int, byBlack bool) bool {
	back := -1 // from the target of a pawn to the pawn
	if byBlack {
		back = 1
	}
	for k, way := range ways {
		far := 1
		for file, rank := sq%8+way[0], sq/8+way[1]; file >= 0 && file < 8 && rank >= 0 && rank < 8; file, rank = file+way[0], rank+way[1] {
			c := b.cells[8*rank+file]
			if c != 0 && isBlack(c) == byBlack {
				switch c | 0x20 {
				case 'q':
					if k < 8 {
						return true
					}
				case 'r':
					if k < 4 {
						return true
					}
				case 'b':
					if k >= 4 && k < 8 {
						return true
					}
				case 'k':
					if k < 8 && far == 1 {
						return true
					}
				case 'n':
					if k >= 8 {
						return true
					}
				case 'p':
					if k >= 4 && k < 8 && far == 1 && way[1] == back {
						return true
					}
				}
			}
			if c != 0 || k >= 8 {
				break
			}
			far++
		}
	}
	return false
}

// king returns the square of a king.
func (b *oracleBoard) king(black bool) int {
	k := byte('K')
	if black {
		k = 'k'
	}
	for sq, c := range b.cells {
		if c == k {
			return sq
		}
	}
	panic("no king")
}

func (b *oracleBoard) check() bool { return b.attacked(b.king(b.black), !b.black) }

// legal appends the legal moves.
func (b *oracleBoard) legal(dst []oracleMove) []oracleMove {
	king := b.king(b.black)
	add := func(m oracleMove) {
		next := b.after(m)
		at := king
		if m.from == king {
			at = next.king(b.black)
		}
		if !next.attacked(at, !b.black) {
			dst = append(dst, m)
		}
	}
	for from, c := range b.cells {
		if !b.own(from) {
			continue
		}
		slide := func(ways [][2]int, far bool) {
			for _, way := range ways {
				walk(from, way, func(to int) bool {
					if !b.own(to) {
						add(oracleMove{from: from, to: to})
					}
					return far && b.cells[to] == 0
				})
			}
		}
		switch c | 0x20 {
		case 'p':
			b.pawn(from, add)
		case 'n':
			slide(leaps, false)
		case 'b':
			slide(oblique, true)
		case 'r':
			slide(straight, true)
		case 'q':
			slide(royal, true)
		case 'k':
			slide(royal, false)
		}
	}
	side := 0
	if b.black {
		side = 1
	}
	for wing, rook := range b.rights[side] {
		if rook >= 0 && b.canCastle(king, int(rook), wing) {
			add(oracleMove{from: king, to: int(rook), castles: true})
		}
	}
	return dst
}

func (b *oracleBoard) pawn(from int, add func(oracleMove)) {
	ahead, home, last := 8, 1, 7
	if b.black {
		ahead, home, last = -8, 6, 0
	}
	put := func(to int) {
		if to/8 != last {
			add(oracleMove{from: from, to: to})
			return
		}
		for _, c := range []byte("qrbn") {
			add(oracleMove{from: from, to: to, promotion: c})
		}
	}
	if to := from + ahead; b.cells[to] == 0 {
		put(to)
		if from/8 == home && b.cells[to+ahead] == 0 {
			put(to + ahead)
		}
	}
	for _, side := range []int{-1, 1} {
		to := from + ahead + side
		if file := from%8 + side; file < 0 || file > 7 {
			continue
		}
		if b.cells[to] != 0 && !b.own(to) || to == int(b.target) {
			put(to)
		}
	}
}

// castled returns the squares of king and rook after castling.
func castled(king, wing int) (int, int) {
	if wing == 0 {
		return king&^7 + 6, king&^7 + 5
	}
	return king&^7 + 2, king&^7 + 3
}

// canCastle reports whether all squares on the ways of king and rook are empty, and no square on
// the king's way is attacked.
func (b *oracleBoard) canCastle(king, rook, wing int) bool {
	kingTo, rookTo := castled(king, wing)
	for sq := min(king, kingTo, rook, rookTo); sq <= max(king, kingTo, rook, rookTo); sq++ {
		if sq != king && sq != rook && b.cells[sq] != 0 {
			onKing := sq >= min(king, kingTo) && sq <= max(king, kingTo)
			onRook := sq >= min(rook, rookTo) && sq <= max(rook, rookTo)
			if onKing || onRook {
				return false
			}
		}
	}
	for sq := min(king, kingTo); sq <= max(king, kingTo); sq++ {
		if b.attacked(sq, !b.black) {
			return false
		}
	}
	return true
}

// after returns the board after a move.
func (b *oracleBoard) after(m oracleMove) oracleBoard {
	next := *b
	piece, taken := b.cells[m.from], b.cells[m.to]
	next.black = !b.black
	next.target = -1
	next.half++
	if b.black {
		next.full++
	}
	side := 0
	if b.black {
		side = 1
	}
	if piece|0x20 == 'k' {
		next.rights[side] = [2]int8{-1, -1}
	}
	for s := range next.rights {
		for w, rook := range next.rights[s] {
			if int(rook) == m.from || int(rook) == m.to {
				next.rights[s][w] = -1
			}
		}
	}
	if m.castles {
		wing := 0
		if m.to < m.from {
			wing = 1
		}
		kingTo, rookTo := castled(m.from, wing)
		next.cells[m.from], next.cells[m.to] = 0, 0
		next.cells[kingTo], next.cells[rookTo] = piece, taken
		return next
	}
	next.cells[m.from], next.cells[m.to] = 0, piece
	if taken != 0 {
		next.half = 0
	}
	if piece|0x20 != 'p' {
		return next
	}
	next.half = 0
	switch {
	case b.isEnPassant(m):
		next.cells[m.from&^7|m.to&7] = 0
	case m.to-m.from == 16 || m.from-m.to == 16:
		next.target = int8((m.from + m.to) / 2)
	case m.promotion != 0:
		next.cells[m.to] = m.promotion
		if !b.black {
			next.cells[m.to] &^= 0x20
		}
	}
	return next
}

// action returns the number of a move as an action.
func (o *oracle) action(m oracleMove) int32 {
	from, to := m.from, m.to
	if o.black {
		from, to = from^56, to^56
	}
	switch o.kind {
	case AlphaZeroActions:
		if m.castles && from == 4 && (to == 0 || to == 7) {
			to = 2 + to/7*4
		}
		return slowAlphaZero[slowIndex(from, to, m.promotion)]
	case LeelaActions:
		return slowLeela[slowIndex(from, to, m.promotion)]
	}
	// movegen.Move: the squares, and the type of the move.
	n := int32(m.from | m.to<<6)
	switch {
	case m.castles:
		n |= 3 << 12
	case o.isEnPassant(m):
		n |= 2 << 12
	case o.cells[m.from]|0x20 == 'p' && (m.to-m.from == 16 || m.from-m.to == 16):
		n |= 1 << 12
	case m.promotion != 0:
		n |= (8 + map[byte]int32{'q': 7, 'r': 5, 'b': 3, 'n': 4}[m.promotion]) << 12
	}
	return n
}

// slowIndex numbers squares and promotions.
func slowIndex(from, to int, promotion byte) int {
	return from + 64*to + 4096*(strings.IndexByte("qrbn", promotion)+1)
}

// slowAlphaZero holds the indices of AlphaZero by the way that a move goes over the board.
var slowAlphaZero = func() (all [5 * 4096]int32) {
	compass := [][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}
	for from := range 64 {
		for to := range 64 {
			way := [2]int{to%8 - from%8, to/8 - from/8}
			for k, c := range []byte("nbr") {
				all[slowIndex(from, to, c)] = int32(64*(64+3*(way[0]+1)+k) + from)
			}
			for k, leap := range leaps {
				if leap == way {
					all[slowIndex(from, to, 0)] = int32(64*(56+k) + from)
				}
			}
			for k, direction := range compass {
				for far := 1; far < 8; far++ {
					if way == [2]int{far * direction[0], far * direction[1]} {
						all[slowIndex(from, to, 0)] = int32(64*(7*k+far-1) + from)
						all[slowIndex(from, to, 'q')] = int32(64*(7*k+far-1) + from)
					}
				}
			}
		}
	}
	return all
}()

// slowLeela holds the indices of Leela's list: moves of a queen and a knight by square, then
// promotions, with those to knights left out.
var slowLeela = func() (all [5 * 4096]int32) {
	n := int32(0)
	for from := range 64 {
		for to := range 64 {
			df, dr := max(from%8, to%8)-min(from%8, to%8), max(from/8, to/8)-min(from/8, to/8)
			if from != to && (df == 0 || dr == 0 || df == dr || df*dr == 2) {
				all[slowIndex(from, to, 0)] = n
				all[slowIndex(from, to, 'n')] = n
				n++
			}
		}
	}
	for from := range 8 {
		for to := max(from-1, 0); to <= min(from+1, 7); to++ {
			for _, c := range []byte("qrb") {
				all[slowIndex(48+from, 56+to, c)] = n
				n++
			}
		}
	}
	return all
}()

// isCount reports whether plane k is a count.
func isCount(o Observation, k int) bool {
	if o == AlphaZeroPlanes {
		return k == 113 || k == 118
	}
	return k == 109
}

// plane returns plane k of an observation, square by square.
func (o *oracle) plane(k int, kind Observation) (squares [64]int) {
	boards, each := 8, 14
	if kind != AlphaZeroPlanes {
		each = 13
	}
	turn := func(sq int) int {
		if o.black {
			return sq ^ 56
		}
		return sq
	}
	fill := func(v int) {
		for sq := range squares {
			squares[sq] = v
		}
	}
	flag := func(b bool) {
		if b {
			fill(1)
		}
	}
	if ago, k := k/each, k%each; ago < boards {
		at := len(o.history) - 1 - ago
		var past shown
		switch {
		case at >= 0:
			past = o.history[at]
		case at == -1 && o.before != nil && kind == LeelaPlanes, at < 0 && o.before != nil && kind == LeelaFENOnlyPlanes:
			past = *o.before
		case kind == LeelaFENOnlyPlanes && !o.standard:
			past = o.history[0]
			past.repetitions = 0
		default:
			return squares
		}
		if k >= 12 {
			flag(past.repetitions >= k-11)
			return squares
		}
		letter := "pnbrqkpnbrqk"[k]
		black := o.black == (k < 6)
		for sq, c := range past.cells {
			if c|0x20 == letter && isBlack(c) == black {
				squares[turn(sq)] = 1
			}
		}
		return squares
	}
	own, theirs := o.rights[0], o.rights[1]
	if o.black {
		own, theirs = theirs, own
	}
	if kind != AlphaZeroPlanes {
		switch k - boards*each {
		case 0:
			flag(own[1] >= 0)
		case 1:
			flag(own[0] >= 0)
		case 2:
			flag(theirs[1] >= 0)
		case 3:
			flag(theirs[0] >= 0)
		case 4:
			flag(o.black)
		case 5:
			fill(o.half)
		case 7:
			flag(true)
		}
		return squares
	}
	switch k - boards*each {
	case 0:
		flag(!o.black)
	case 1:
		fill(o.full)
	case 2:
		flag(own[0] >= 0)
	case 3:
		flag(own[1] >= 0)
	case 4:
		flag(theirs[0] >= 0)
	case 5:
		flag(theirs[1] >= 0)
	case 6:
		fill(o.half)
	}
	return squares
}
