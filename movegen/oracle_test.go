package movegen

import (
	"fmt"
	"sort"
	"strings"
)

// The oracle of this package's tests is a board of letters. It tries every move, and takes it
// back if it leaves the king attacked. It reads FEN itself and shares nothing with the package.
type oracle struct {
	cells      [64]byte // letters of FEN, 0 for nothing
	black      bool     // to move
	rights     [64]bool // rooks that may castle
	target     int      // en passant, or -1
	half, full int
}

type oracleMove struct {
	from, to  int // castling: king and rook
	promotion byte
	castles   bool
	captures  bool
}

// String returns the move in UCI's notation.
func (m oracleMove) String() string {
	to := m.to
	if m.castles && m.from%8 == 4 && m.to%8 == 7 {
		to = m.from + 2
	} else if m.castles && m.from%8 == 4 && m.to%8 == 0 {
		to = m.from - 2
	}
	text := name(m.from) + name(to)
	if m.promotion != 0 {
		text += strings.ToLower(string(m.promotion))
	}
	return text
}

func name(sq int) string { return string([]byte{"abcdefgh"[sq%8], "12345678"[sq/8]}) }

// newOracle returns the board of a well-formed FEN with six fields.
func newOracle(fen string) *oracle {
	o := &oracle{target: -1}
	fields := strings.Fields(fen)
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
	for _, c := range []byte(strings.ReplaceAll(fields[2], "-", "")) {
		o.rights[o.rookOf(c)] = true
	}
	if fields[3] != "-" {
		o.target = int(fields[3][0]-'a') + 8*int(fields[3][1]-'1')
	}
	fmt.Sscan(fields[4], &o.half)
	fmt.Sscan(fields[5], &o.full)
	return o
}

// rookOf returns the square of the rook that a letter of the castling field means.
func (o *oracle) rookOf(c byte) int {
	home, rook := 0, byte('R')
	if c >= 'a' {
		home, rook = 56, 'r'
	}
	switch c {
	case 'K', 'k':
		for sq := home + 7; ; sq-- {
			if o.cells[sq] == rook {
				return sq
			}
		}
	case 'Q', 'q':
		for sq := home; ; sq++ {
			if o.cells[sq] == rook {
				return sq
			}
		}
	}
	return home + int(c&^32-'A')
}

// fen returns the FEN of o.
func (o *oracle) fen() string {
	var rows []string
	for r := 7; r >= 0; r-- {
		row := ""
		for _, c := range o.cells[8*r : 8*r+8] {
			if c == 0 {
				row += "1"
			} else {
				row += string(c)
			}
		}
		for n := 8; n > 1; n-- {
			row = strings.ReplaceAll(row, strings.Repeat("1", n), string(rune('0'+n)))
		}
		rows = append(rows, row)
	}
	side, rights, target := "w", "", "-"
	if o.black {
		side = "b"
	}
	for _, c := range []struct{ letter, king byte }{{'K', 'K'}, {'Q', 'K'}, {'k', 'k'}, {'q', 'k'}} {
		king := o.find(c.king)
		for sq := 63; sq >= 0; sq-- {
			east := c.letter&^32 == 'K'
			if !o.rights[sq] || o.cells[sq]&32 != c.letter&32 || sq > king != east {
				continue
			}
			if o.rookOf(c.letter) == sq {
				rights += string(c.letter)
			} else {
				rights += string("ABCDEFGH"[sq%8] | c.letter&32)
			}
		}
	}
	if rights == "" {
		rights = "-"
	}
	if o.target >= 0 {
		target = name(o.target)
	}
	return fmt.Sprintf("%s %s %s %s %d %d", strings.Join(rows, "/"), side, rights, target, o.half, o.full)
}

func (o *oracle) find(piece byte) int { return strings.IndexByte(string(o.cells[:]), piece) }

// own reports whether a piece of the side to move is on sq, and theirs whether an opponent's
// piece is.
func (o *oracle) own(sq int) bool    { return o.cells[sq] != 0 && o.cells[sq] >= 'a' == o.black }
func (o *oracle) theirs(sq int) bool { return o.cells[sq] != 0 && o.cells[sq] >= 'a' != o.black }

type vector struct{ file, rank int }

var (
	straight = []vector{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	slanted  = []vector{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	allRound = append(append([]vector(nil), straight...), slanted...)
	leaps    = []vector{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
)

// from returns the square one vector from sq, and whether it is on the board.
func (v vector) from(sq int) (int, bool) {
	f, r := sq%8+v.file, sq/8+v.rank
	return 8*r + f, f >= 0 && f < 8 && r >= 0 && r < 8
}

// attacked reports whether pieces of a side attack sq.
func (o *oracle) attacked(sq int, byBlack bool) bool { return len(o.attackers(sq, byBlack)) > 0 }

// attackers returns the squares of the pieces of a side that attack sq.
func (o *oracle) attackers(sq int, black bool) (squares []int) {
	add := func(at int, kinds string) {
		c := o.cells[at]
		if c != 0 && c >= 'a' == black && strings.IndexByte(kinds, c&^32) >= 0 {
			squares = append(squares, at)
		}
	}
	step := func(v vector, kinds string) {
		if at, ok := v.from(sq); ok {
			add(at, kinds)
		}
	}
	for _, v := range leaps {
		step(v, "N")
	}
	for _, v := range allRound {
		step(v, "K")
	}
	up := -1
	if black {
		up = 1
	}
	step(vector{1, up}, "P")
	step(vector{-1, up}, "P")
	for _, v := range allRound {
		kinds := "RQ"
		if v.file != 0 && v.rank != 0 {
			kinds = "BQ"
		}
		for at, ok := v.from(sq); ok; at, ok = v.from(at) {
			if o.cells[at] != 0 {
				add(at, kinds)
				break
			}
		}
	}
	return squares
}

// inCheck reports whether the king of a side is attacked.
func (o *oracle) inCheck(black bool) bool {
	king := byte('K')
	if black {
		king = 'k'
	}
	return o.attacked(o.find(king), !black)
}

// legal returns the legal moves.
func (o *oracle) legal() (moves []oracleMove) {
	for _, m := range o.pseudoLegal() {
		child := *o
		child.play(m)
		if !child.inCheck(o.black) {
			moves = append(moves, m)
		}
	}
	return moves
}

// texts returns moves in UCI's notation, sorted.
func texts[M fmt.Stringer](moves []M) []string {
	var all []string
	for _, m := range moves {
		all = append(all, m.String())
	}
	sort.Strings(all)
	return all
}

func (o *oracle) pseudoLegal() (moves []oracleMove) {
	for sq, c := range o.cells {
		if !o.own(sq) {
			continue
		}
		slide := func(vectors []vector, far bool) {
			for _, v := range vectors {
				for to, ok := v.from(sq); ok && !o.own(to); to, ok = v.from(to) {
					moves = append(moves, oracleMove{from: sq, to: to, captures: o.theirs(to)})
					if o.theirs(to) || !far {
						break
					}
				}
			}
		}
		switch c &^ 32 {
		case 'P':
			moves = append(moves, o.pawnMoves(sq)...)
		case 'N':
			slide(leaps, false)
		case 'B':
			slide(slanted, true)
		case 'R':
			slide(straight, true)
		case 'Q':
			slide(allRound, true)
		case 'K':
			slide(allRound, false)
			moves = append(moves, o.castlings(sq)...)
		}
	}
	return moves
}

func (o *oracle) pawnMoves(sq int) (moves []oracleMove) {
	up, start, last := 1, 1, 7
	if o.black {
		up, start, last = -1, 6, 0
	}
	add := func(to int, captures bool) {
		if to/8 != last {
			moves = append(moves, oracleMove{from: sq, to: to, captures: captures})
			return
		}
		for _, c := range []byte("NBRQ") {
			moves = append(moves, oracleMove{from: sq, to: to, promotion: c, captures: captures})
		}
	}
	if to := sq + 8*up; o.cells[to] == 0 {
		add(to, false)
		if sq/8 == start && o.cells[to+8*up] == 0 {
			add(to+8*up, false)
		}
	}
	for _, side := range []int{-1, 1} {
		to, ok := vector{side, up}.from(sq)
		if ok && (o.theirs(to) || to == o.target) {
			add(to, true)
		}
	}
	return moves
}

// castlings returns the castling moves of the king on sq that pass no attacked
// square. Where the king ends up is for legal to look at.
func (o *oracle) castlings(sq int) (moves []oracleMove) {
	for rook, right := range o.rights {
		if !right || !o.own(rook) {
			continue
		}
		m := oracleMove{from: sq, to: rook, castles: true}
		king, beside := m.castlingSquares()
		board := *o
		board.cells[sq], board.cells[rook] = 0, 0
		ok := true
		for at := min(sq, rook, king, beside); at <= max(sq, rook, king, beside); at++ {
			// The whole span has to be empty, but for what lies outside both ways.
			onWay := within(sq, king, at) || within(rook, beside, at)
			ok = ok && (!onWay || board.cells[at] == 0)
		}
		board.cells[rook] = o.cells[rook]
		for at := min(sq, king); at <= max(sq, king); at++ {
			ok = ok && !board.attacked(at, !o.black)
		}
		if ok {
			moves = append(moves, m)
		}
	}
	return moves
}

func within(a, b, at int) bool { return at >= min(a, b) && at <= max(a, b) }

// castlingSquares returns where king and rook go.
func (m oracleMove) castlingSquares() (king, rook int) {
	home := m.from / 8 * 8
	if m.to > m.from {
		return home + 6, home + 5
	}
	return home + 2, home + 3
}

// play makes a move.
func (o *oracle) play(m oracleMove) {
	piece := o.cells[m.from]
	pawn := piece&^32 == 'P'
	o.half++
	if pawn || m.captures {
		o.half = 0
	}
	if o.black {
		o.full++
	}
	o.cells[m.from] = 0
	o.rights[m.from] = false
	if m.castles {
		rook := o.cells[m.to]
		o.cells[m.to] = 0
		king, beside := m.castlingSquares()
		o.cells[king], o.cells[beside] = piece, rook
	} else {
		if pawn && m.to == o.target {
			o.cells[m.from/8*8+m.to%8] = 0
		}
		o.cells[m.to] = piece
		if m.promotion != 0 {
			o.cells[m.to] = m.promotion | piece&32
		}
		o.rights[m.to] = false
	}
	if piece&^32 == 'K' {
		for sq := m.from / 8 * 8; sq < m.from/8*8+8; sq++ {
			o.rights[sq] = o.rights[sq] && o.cells[sq] != 0 && o.cells[sq]&32 != piece&32
		}
	}
	o.black = !o.black
	o.target = -1
	if d := m.to - m.from; pawn && (d == 16 || d == -16) {
		o.target = m.from + d/2
	}
}

// dropTarget takes the en-passant target away if there is no legal capture.
func (o *oracle) dropTarget() {
	for _, m := range o.legal() {
		if o.cells[m.from]&^32 == 'P' && m.to == o.target {
			return
		}
	}
	o.target = -1
}
