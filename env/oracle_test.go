package env

import (
	"slices"
	"strings"

	"github.com/koggestone/koggestone/internal/mailbox"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/policy"
)

// The oracle of this package's tests: a game on a mailbox, which tries every move. Earlier
// positions are in a map. Only the numbers of actions come from package policy, which defines them.
type oracle struct {
	mailbox.Position
	plies    int
	illegal  int  // illegal actions
	lost     bool // by an illegal action
	seen     map[oracleKey]int
	history  []shown // positions of all plies
	standard bool    // the game started at the position of standard chess, White to move
	before   *shown  // the position before the start, if that has an en-passant target
	moves    []mailbox.Move
	kind     Actions
	actions  []int32 // the moves as actions, in the same order
}

// An oracleKey is what equal positions share.
type oracleKey struct {
	board mailbox.Board
	side  int
}

// A shown is a position of the history.
type shown struct {
	board       mailbox.Board
	repetitions int
}

// newOracle returns the game that starts at a well-formed FEN, which has a target only if it can
// be captured.
func newOracle(fen string, kind Actions) *oracle {
	p, err := mailbox.FromFEN(fen)
	if err != nil {
		panic(err)
	}
	o := &oracle{Position: p, seen: map[oracleKey]int{}, kind: kind}
	o.standard = strings.HasPrefix(fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -")
	o.arrive()
	if at := slices.Index(o.Board[:], mailbox.Target); at >= 0 {
		// The pawn of the opponent goes back from beyond the target.
		ahead := 8 - 16*o.Side
		board := o.Board
		board[at+ahead], board[at-ahead] = board[at-ahead], mailbox.Empty
		o.before = &shown{board: board}
	}
	return o
}

// arrive lists the moves of a new position and records it.
func (o *oracle) arrive() {
	o.moves, o.actions = o.Legal(), o.actions[:0]
	p, err := movegen.ParseFEN(o.FEN())
	if err != nil {
		panic(err)
	}
	for _, m := range o.moves {
		o.actions = append(o.actions, o.action(&p, m))
	}
	key := oracleKey{o.Board, o.Side}
	o.history = append(o.history, shown{o.Board, o.seen[key]})
	o.seen[key]++
}

// repetitions returns the number of earlier positions equal to the current one.
func (o *oracle) repetitions() int { return o.history[len(o.history)-1].repetitions }

func (o *oracle) play(m mailbox.Move) {
	o.Position = o.After(m)
	o.plies++
	o.arrive()
}

// outcome returns why the game is over.
func (o *oracle) outcome(maxPlies int) Outcome {
	switch {
	case o.lost:
		return IllegalAction
	case len(o.moves) == 0 && o.InCheck(o.Side):
		return Checkmate
	case len(o.moves) == 0:
		return Stalemate
	case o.insufficient():
		return InsufficientMaterial
	case o.repetitions() == 2:
		return ThreefoldRepetition
	case o.Half >= 100:
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
	for sq := range o.Board {
		switch o.Kind(sq) {
		case mailbox.Empty, mailbox.King:
		case mailbox.Knight:
			knights++
		case mailbox.Bishop:
			bishops[(sq+sq/8)%2]++
		default:
			return false
		}
	}
	return knights+bishops[0]+bishops[1] <= 1 || knights == 0 && bishops[0]*bishops[1] == 0
}

// right reports whether a side may castle with its rook on a wing of its king.
func (o *oracle) right(side int, east bool) bool {
	king := slices.Index(o.Board[:], uint8(mailbox.King+mailbox.Black*side))
	for sq, code := range o.Board {
		if int(code) == mailbox.CastlingRook+mailbox.Black*side && sq > king == east {
			return true
		}
	}
	return false
}

// action returns the number of a move as an action. p is the position of o.
func (o *oracle) action(p *movegen.Position, m mailbox.Move) int32 {
	n := int32(m.From | m.To<<6) // the squares, and the type of the move
	switch {
	case o.Castles(m):
		n |= 3 << 12
	case o.EnPassant(m):
		n |= 2 << 12
	case o.DoubleStep(m):
		n |= 1 << 12
	case m.Promote != mailbox.Empty:
		n |= int32(8+m.Promote) << 12
	}
	switch o.kind { // the tests of package policy compare its numbers with lists
	case AlphaZeroActions:
		return int32(policy.AlphaZero.Index(p, movegen.Move(n)))
	case LeelaActions:
		return int32(policy.Leela.Index(p, movegen.Move(n)))
	}
	return n
}

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
		return sq ^ 56*o.Side
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
		kind := [6]int{mailbox.Pawn, mailbox.Knight, mailbox.Bishop, mailbox.Rook, mailbox.Queen, mailbox.King}[k%6]
		for sq := range past.board {
			if past.board.Kind(sq) == kind && past.board.Is(sq, o.Side^k/6) {
				squares[turn(sq)] = 1
			}
		}
		return squares
	}
	if kind != AlphaZeroPlanes {
		switch k - boards*each {
		case 0:
			flag(o.right(o.Side, false))
		case 1:
			flag(o.right(o.Side, true))
		case 2:
			flag(o.right(1-o.Side, false))
		case 3:
			flag(o.right(1-o.Side, true))
		case 4:
			flag(o.Side == 1)
		case 5:
			fill(o.Half)
		case 7:
			flag(true)
		}
		return squares
	}
	switch k - boards*each {
	case 0:
		flag(o.Side == 0)
	case 1:
		fill(o.Full)
	case 2:
		flag(o.right(o.Side, true))
	case 3:
		flag(o.right(o.Side, false))
	case 4:
		flag(o.right(1-o.Side, true))
	case 5:
		flag(o.right(1-o.Side, false))
	case 6:
		fill(o.Half)
	}
	return squares
}
