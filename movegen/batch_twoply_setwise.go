package movegen

import (
	"math/bits"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// A twoPlyBoard is the data for counting two plies below a board at once: the simple moves
// of the own side, and how a simple move changes the number of replies. TWOPLY.md
// explains the method. Own pawns go north.
//
// It is the definition that the kernels are tested against on all boards, unless isOdd is
// true.
type twoPlyBoard struct {
	setwise
	legal  setwiseTargets
	simple setwiseTargets // the simple moves among legal
	rules  simpleRules

	// The opponent's side, if the own side passed.
	base      int       // the number of their moves
	unpinned  uint64    // their pieces that are not pinned
	movers    [8]uint64 // their sliders that may move along each direction, pinned on its axis or not
	reach     [8]uint64 // squares that movers attack, by direction
	capturers [2]uint64 // their pawns that may capture to the southwest and to the southeast
	pushers   uint64    // their pawns that may move along the file
	castlers  uint64    // their rooks that may castle now

	freed   counter // F: the moves that they gain if an own piece leaves, and lose if one arrives; on their squares the moves of the piece there
	capture counter // their captures onto a square: Att on their own squares, C on others
	weight  counter // H, in two's complement: the change of base by a move from an own square, or to another square
	moves   counter // the number of simple moves from own squares, and to other squares
	fix     int     // the sum of all corrections
	ours    [8]uint64
	from    [8]uint64 // own sliders with simple moves in each direction
	// Own knights with simple moves, and the targets of these moves.
	knightFrom, knightTo uint64
}

// A counter is a number for each square: bit k of it is in plane k.
type counter [8]uint64

// add adds one on the squares of each of sets.
func (c *counter) add(sets ...uint64) {
	for _, x := range sets {
		c.addFrom(0, x)
	}
}

// addFrom adds 1 << k on the squares of x.
func (c *counter) addFrom(k int, x uint64) {
	for ; k < len(c); k++ {
		c[k], x = c[k]^x, c[k]&x
	}
}

// at returns the number of a square, a byte in two's complement.
func (c *counter) at(sq int) int {
	n := int8(0)
	for k, plane := range c {
		n |= int8(plane>>sq&1) << k
	}
	return int(n)
}

// A rayCount counts squares along rays, at most seven each.
type rayCount [3]uint64

// rayCounts returns, for each square, the number of squares of targets along d up to and
// including the first piece.
func rayCounts(targets, empty uint64, d koggestone.Direction) (c rayCount) {
	back := d.Opposite()
	through := koggestone.Step(empty, back)
	r := koggestone.Step(targets, back)
	for range 7 {
		x := r
		for k := range c {
			c[k], x = c[k]^x, c[k]&x
		}
		r = koggestone.Step(r, back) & through
	}
	return c
}

// on returns c with the counts of squares outside x set to 0.
func (c rayCount) on(x uint64) rayCount { return rayCount{c[0] & x, c[1] & x, c[2] & x} }

// times returns the sum over all squares of the product of c and b.
func (c rayCount) times(b rayCount) (n int) {
	for i := range c {
		for j := range b {
			n += bits.OnesCount64(c[i]&b[j]) << (i + j)
		}
	}
	return n
}

func (c rayCount) sum() int {
	return bits.OnesCount64(c[0]) + 2*bits.OnesCount64(c[1]) + 4*bits.OnesCount64(c[2])
}

// simpleRules are the squares from and to which moves are not simple, by rule.
type simpleRules struct {
	// No move from these squares is simple.
	discovered uint64 // 1: an own slider would give a discovered check
	segment    uint64 // 2: between their king and the pinner of a piece of theirs, including the pinner
	shield     uint64 // 3: the own piece, if two pieces are between their king and a slider
	guardLine  uint64 // 4: between a square that their king may go to and an own slider
	path       uint64 // 5: of castling to squares that are not attacked

	// 6: Only the piece here keeps their king from a square.
	losesSlider                       [4]uint64 // along an axis
	losesKnight, losesPawn, losesKing uint64

	// 7: A piece here attacks a square to which their king may go.
	gainsSlider                       [2]uint64 // by kind, diagonal and orthogonal
	gainsKnight, gainsPawn, gainsKing uint64

	// 8: A piece here gives check, now or with a move of a pinned piece.
	checksSlider             [2]uint64
	checksKnight, checksPawn uint64

	// 9: No quiet move to these squares is simple.
	segmentTo, pathTo uint64
	attackedLine      uint64 // between a guarded square beside their king and an own slider
	besideKing        uint64 // guarded once; pawns may

	// 10: No capture on these squares is simple.
	castler   uint64 // a rook that may castle now
	nearKing  uint64 // beside their king, guarded less than twice
	promoters uint64 // pawns one step from promotion

	// 9, 10: The squares where pinned pawns treated as dead could capture.
	dead uint64

	unmoved    uint64    // the two squares before unmoved pawns: sliders here do not move along the file, the king does not move
	front      uint64    // their pawns with an own slider or king directly in front
	kingTakes  uint64    // checkers that the king does not take
	pushAxis   uint64    // pawns here do not push, as a slider attacks along the file
	takeAxis   [2]uint64 // pawns here do not capture, as a slider attacks along the diagonal
	castleFrom uint64    // castling is not simple if the king or the rook starts here
	castleKing [2]uint64 // castling is not simple if the king leaves the first set or enters the second
	castleRook [2]uint64 // as castleKing, for the rook
}

// set sets p to the data of a board.
func (p *twoPlyBoard) set(b *quad.Board, side quad.Color) {
	*p = twoPlyBoard{}
	p.look(b, side)
	p.targets(&p.legal)
	p.judge()
	p.weigh()
	p.choose()
	p.add()
}

// isOdd reports whether the moves of a board are counted one by one: if a side does not
// have exactly one king or has castling rights on unusual squares, or if their king could
// be taken.
func (s *setwise) isOdd() bool {
	return bits.OnesCount64(s.king) != 1 || bits.OnesCount64(s.kings&s.them) != 1 ||
		isRare(0, s.rights&s.own, s.king) || isRare(0, bits.ReverseBytes64(s.rights&s.them), bits.ReverseBytes64(s.kings&s.them)) ||
		s.theirKingHangs()
}

// theirKingHangs reports whether an own piece attacks their king, the only one.
func (s *setwise) theirKingHangs() bool {
	king := s.kings & s.them
	sq := bits.TrailingZeros64(king) & 63
	attackers := bishopAttacks(sq, s.occ)&s.kinds[0] | rookAttacks(sq, s.occ)&s.kinds[1] |
		squares.KnightFrom[sq]&s.knights | squares.KingFrom[sq]&s.kings | koggestone.PawnAttacks(king, koggestone.South)&s.pawns
	return attackers&s.own != 0
}

// The squares of their castling.
const (
	a8 = a1 << 56
	b8 = b1 << 56
	c8 = c1 << 56
	d8 = d1 << 56
	e8 = e1 << 56
	f8 = f1 << 56
	g8 = g1 << 56
	h8 = h1 << 56
)

// judge computes rules, and the fields that describe the opponent's moves.
func (p *twoPlyBoard) judge() {
	r, empty, occ, own, them := &p.rules, p.empty, p.occ, p.own, p.them
	king := p.kings & them
	theirPawns := p.pawns & them
	around := squares.KingAttacks(king)

	// The squares that the own side attacks at least once, and at least twice.
	var one, two uint64
	attack := func(x uint64) { two, one = two|one&x, one|x }
	var rays, beyond [8]uint64
	for d := range koggestone.Direction(8) {
		p.ours[d] = koggestone.Attacks(p.kinds[d&1]&own, empty, d)
		rays[d] = koggestone.Attacks(king, empty, d)
		beyond[d] = koggestone.Attacks(rays[d]&occ, empty, d)
		attack(p.ours[d])
	}
	attack(koggestone.NorthEastStep(p.pawns & own))
	attack(koggestone.NorthWestStep(p.pawns & own))
	attack(squares.KnightAttacks(p.knights & own))
	attack(squares.KingAttacks(p.king))

	// The squares that their king could enter: its neighbours, and the squares of castling
	// unless their pieces or an attack on its first square rule it out.
	castles := func(rook, path, first, safe uint64) (to, through uint64) {
		if p.rights&them&rook == 0 || path&them != 0 || one&first != 0 {
			return 0, 0
		}
		if one&safe == 0 {
			through = path
		}
		return path & safe, through
	}
	shortTo, short := castles(h8, f8|g8, f8, f8|g8)
	longTo, long := castles(a8, b8|c8|d8, d8, c8|d8)
	r.path = short | long
	r.pathTo = r.path
	goal := around&^them | shortTo | longTo
	free := goal &^ one
	guarded := goal & one
	once := guarded &^ two

	// By axis: pawns that have the same moves whether pinned on it or not.
	takesWest := koggestone.NorthEastStep(own) // may capture on a piece to the southwest
	takesEast := koggestone.NorthWestStep(own)
	blocked := theirPawns &^ ((empty | own&^p.pawns) << 8)
	dead := [4]uint64{
		blocked &^ takesEast,
		blocked &^ (takesWest | takesEast),
		blocked &^ takesWest,
		theirPawns &^ (takesWest | takesEast),
	}

	var pinned [4]uint64
	var deadPinned [4]uint64
	for d := range koggestone.Direction(8) {
		axis, seen := d&3, p.ours[d^4]
		first, second := rays[d]&occ, beyond[d]&occ
		r.discovered |= first & seen & own
		pin := first & seen & them
		pinned[axis] |= rays[d] & seen & them
		deadPinned[axis] |= pin & dead[axis]
		if pin&^dead[axis] != 0 {
			r.segment |= rays[d] | beyond[d]
		}
		if second&seen != 0 {
			theirs := (first | second) & them
			deadPinned[axis] |= theirs & dead[axis]
			if theirs&^dead[axis] != 0 {
				r.shield |= (first | second) & own
			}
		}
		r.checksSlider[d&1] |= rays[d]
		if first&them&^dead[axis] != 0 {
			r.checksSlider[d&1] |= beyond[d]
		}
		fromFree := koggestone.Attacks(free, empty, d)
		r.gainsSlider[d&1] |= fromFree
		r.guardLine |= fromFree & seen & own
		r.attackedLine |= koggestone.Attacks(guarded, empty, d) & seen
		r.losesSlider[axis] |= koggestone.Attacks(once, empty, d)
	}
	r.segmentTo = r.segment
	r.losesKnight, r.losesPawn, r.losesKing = squares.KnightAttacks(once), koggestone.PawnAttacks(once, koggestone.South), squares.KingAttacks(once)
	r.gainsKnight, r.gainsPawn, r.gainsKing = squares.KnightAttacks(free), koggestone.PawnAttacks(free, koggestone.South), squares.KingAttacks(free)
	r.checksKnight, r.checksPawn = squares.KnightAttacks(king), koggestone.PawnAttacks(king, koggestone.South)
	r.besideKing = once & around
	r.nearKing = around &^ two
	r.promoters = theirPawns & squares.Rank2
	others := deadPinned[koggestone.East] | deadPinned[koggestone.South&3]
	r.dead = koggestone.SouthWestStep(others|deadPinned[koggestone.SouthEast]) |
		koggestone.SouthEastStep(others|deadPinned[koggestone.NorthEast])
	before := theirPawns >> 8 & squares.Rank6
	r.unmoved = before | before>>8
	r.front = theirPawns

	// The opponent's moves if the own side passed.
	p.unpinned = them &^ (pinned[0] | pinned[1] | pinned[2] | pinned[3])
	for d := range koggestone.Direction(8) {
		p.movers[d] = p.kinds[d&1] & (p.unpinned | pinned[d&3])
		p.reach[d] = koggestone.Attacks(p.movers[d], empty, d)
		p.base += bits.OnesCount64(p.reach[d] &^ them)
	}
	p.capturers[0] = theirPawns & (p.unpinned | pinned[koggestone.NorthEast])
	p.capturers[1] = theirPawns & (p.unpinned | pinned[koggestone.SouthEast])
	p.pushers = theirPawns & (p.unpinned | pinned[koggestone.South&3])
	p.base += bits.OnesCount64(around &^ (them | one))
	if p.rights&them&h8 != 0 && occ&(f8|g8) == 0 && one&(e8|f8|g8) == 0 {
		p.castlers = h8
	}
	if p.rights&them&a8 != 0 && occ&(b8|c8|d8) == 0 && one&(c8|d8|e8) == 0 {
		p.castlers |= a8
	}
	p.base += bits.OnesCount64(p.castlers)
	r.castler = p.castlers

	// These moves are not simple: the king takes a slider or pawn that gives check, or a pawn in
	// front of it; a pawn moves along the axis of a slider that attacks it.
	r.kingTakes = p.checkers &^ p.knights
	r.pushAxis = p.reach[koggestone.South] | p.reach[koggestone.North]
	r.takeAxis[0] = p.reach[koggestone.NorthEast] | p.reach[koggestone.SouthWest]
	r.takeAxis[1] = p.reach[koggestone.NorthWest] | p.reach[koggestone.SouthEast]
	// Castling moves two pieces.
	r.castleFrom = r.discovered | r.segment | r.shield | r.guardLine&own | r.path | r.attackedLine
	r.castleKing = [2]uint64{r.losesKing, r.gainsKing}
	r.castleRook = [2]uint64{r.losesSlider[1] | r.losesSlider[3], r.checksSlider[1] | r.gainsSlider[1]}
}

// weigh computes freed, capture and weight.
func (p *twoPlyBoard) weigh() {
	empty, own, them := p.empty, p.own, p.them
	knights := p.knights & p.unpinned
	for d := range koggestone.Direction(8) {
		n := rayCounts(^them, empty, d).on(p.reach[d]&^them | p.movers[d])
		for k, plane := range n {
			p.freed.addFrom(k, plane)
		}
		p.capture.add(p.reach[d] & them)
		jumps := squares.Jumps[d].From(knights)
		p.freed.add(squares.Jumps[d^4].From(jumps &^ them))
		p.capture.add(jumps & them)
		p.base += bits.OnesCount64(jumps &^ them)
	}

	// Pushes: possible now, and onto own pieces if these leave.
	before := p.pushers >> 8
	push := before & empty
	double := push & squares.Rank6 >> 8 & empty
	west, east := koggestone.SouthWestStep(p.capturers[0]), koggestone.SouthEastStep(p.capturers[1])
	p.base += bits.OnesCount64(push) + bits.OnesCount64(double) + bits.OnesCount64(west&own) + bits.OnesCount64(east&own)
	p.base += 3 * (bits.OnesCount64(push&squares.Rank1) + bits.OnesCount64(west&own&squares.Rank1) + bits.OnesCount64(east&own&squares.Rank1))
	p.freed.add(push<<8, double<<16, koggestone.NorthEastStep(west&own), koggestone.NorthWestStep(east&own))
	freed := before & own
	p.freed.add(push|freed, // the step
		push&squares.Rank6&(double<<8)|freed&squares.Rank6&(empty<<8), // the double step through the square
		double|push&squares.Rank6>>8&own)                              // and onto it
	promote := (push | freed) & squares.Rank1
	p.freed.add(promote)
	p.freed.addFrom(1, promote)

	p.capture.add(west, east)
	for _, x := range []uint64{west & squares.Rank1, east & squares.Rank1} {
		p.capture.add(x)
		p.capture.addFrom(1, x)
	}

	// weight = free - capture on own squares, capture - free elsewhere.
	var borrow uint64
	for k := range p.weight {
		a, b := p.freed[k], p.capture[k]
		swap := (a ^ b) &^ own
		a, b = a^swap, b^swap
		p.weight[k] = a ^ b ^ borrow
		borrow = ^a&(b|borrow) | b&borrow
	}
}

// choose sets simple, the moves that no rule forbids, from, knightFrom and knightTo.
func (p *twoPlyBoard) choose() {
	r, empty, own, them := &p.rules, p.empty, p.own, p.them
	from := own &^ (r.discovered | r.segment | r.shield | r.guardLine | r.path)
	quiet := empty & p.mask &^ (r.segmentTo | r.pathTo | r.attackedLine | r.dead)
	takes := them & p.mask &^ (r.castler | r.nearKing | r.promoters | r.dead)
	pieces := quiet&^r.besideKing | takes

	queens := p.kinds[0] & p.kinds[1]
	to := [2]uint64{pieces &^ (r.gainsSlider[0] | r.checksSlider[0]), pieces &^ (r.gainsSlider[1] | r.checksSlider[1])}
	for d := range koggestone.Direction(8) {
		axis := d & 3
		sliders := p.free(p.kinds[d&1], d) & from
		if axis == koggestone.South&3 {
			sliders &^= r.unmoved
		}
		single := sliders &^ (queens | r.losesSlider[axis^2])
		double := sliders & queens &^ (r.losesSlider[axis^1] | r.losesSlider[axis^2] | r.losesSlider[axis^3])
		p.from[d] = single | double
		t := koggestone.Attacks(single, empty, d)&to[d&1] | koggestone.Attacks(double, empty, d)&to[0]&to[1]
		if d == koggestone.North {
			t &^= r.front & (p.from[d] << 8)
		}
		p.simple.sliders[d] = t
	}
	p.knightFrom = p.knights & from &^ (p.anyPinned | r.losesKnight)
	p.knightTo = pieces &^ (r.gainsKnight | r.checksKnight)
	for d := range p.simple.knights {
		p.simple.knights[d] = squares.Jumps[d].From(p.knightFrom) & p.knightTo
	}
	p.simple.king = 0
	if king := p.king & from &^ (r.losesKing | r.unmoved); king != 0 {
		p.simple.king = p.legal.king &^ r.gainsKing &
			(empty&^(r.segmentTo|r.pathTo|r.attackedLine|r.dead|r.besideKing) |
				them&^(r.castler|r.nearKing|r.promoters|r.dead|r.kingTakes|r.front&(king<<8)))
	}

	pawns := p.pawns & from &^ r.losesPawn
	safe := ^(r.gainsPawn | r.checksPawn | squares.Rank8)
	push := p.free(pawns, koggestone.South) &^ r.pushAxis << 8 & empty
	p.simple.push = push & quiet & safe
	p.simple.double = push & squares.Rank3 << 8 & quiet & safe
	p.simple.east = koggestone.NorthEastStep(p.free(pawns, koggestone.NorthEast)&^r.takeAxis[0]) & takes & safe
	p.simple.west = koggestone.NorthWestStep(p.free(pawns, koggestone.SouthEast)&^r.takeAxis[1]) & takes & safe

	castles := func(rook, rookTo, kingTo uint64) bool {
		return p.legal.castling&rook != 0 && (rook|e1)&r.castleFrom == 0 &&
			e1&r.castleKing[0] == 0 && kingTo&r.castleKing[1] == 0 && rook&r.castleRook[0] == 0 && rookTo&r.castleRook[1] == 0
	}
	p.simple.castling = 0
	if castles(h1, f1, g1) {
		p.simple.castling = h1
	}
	if castles(a1, d1, c1) {
		p.simple.castling |= a1
	}
}

// add computes moves and fix.
func (p *twoPlyBoard) add() {
	p.moves, p.fix = counter{}, 0
	s := &p.simple
	for d := range koggestone.Direction(8) {
		t, from, back := s.sliders[d], p.from[d], d.Opposite()
		n := rayCounts(t, p.empty, d).on(from)
		for k, plane := range n {
			p.moves.addFrom(k, plane)
		}
		p.moves.add(t, s.knights[d], squares.Jumps[d^4].From(s.knights[d]))

		// A slider of theirs in front gains no moves over the square that is left: the
		// piece still blocks it, or has taken it.
		p.fix -= n.times(rayCounts(^p.them, p.empty, back).on(from & p.reach[back]))
		// A slider that attacks from behind follows the piece, and attacks its target.
		followed := t & koggestone.Attacks(from&p.reach[d], p.empty, d)
		p.fix += bits.OnesCount64(followed & p.them)
		p.fix -= rayCounts(^p.them, p.empty, d).on(followed & p.empty).sum()
	}
	// A pawn captured along its own diagonal of capture: its capture is subtracted twice.
	p.fix += bits.OnesCount64(s.sliders[koggestone.NorthEast]&koggestone.NorthEastStep(p.from[koggestone.NorthEast])&p.capturers[0]) +
		bits.OnesCount64(s.sliders[koggestone.NorthWest]&koggestone.NorthWestStep(p.from[koggestone.NorthWest])&p.capturers[1]) +
		bits.OnesCount64(s.east&p.capturers[0]) + bits.OnesCount64(s.west&p.capturers[1])
	// A pawn that steps directly before an unmoved one still blocks its double step.
	p.fix -= bits.OnesCount64(s.push & (p.pushers >> 8) & squares.Rank6)
	// Captures en passant.
	p.fix += bits.OnesCount64(koggestone.WestStep(s.double)&p.capturers[1]) + bits.OnesCount64(koggestone.EastStep(s.double)&p.capturers[0])

	p.moves.add(s.push, s.double, s.east, s.west, s.push>>8, s.double>>16,
		koggestone.SouthWestStep(s.east), koggestone.SouthEastStep(s.west), s.castling, s.king)
	for k := range p.moves {
		if bits.OnesCount64(s.king)>>k&1 != 0 {
			p.moves[k] |= p.king
		}
	}
}

// sum returns the number of replies to all simple moves.
func (p *twoPlyBoard) sum() int {
	s := &p.simple
	n := bits.OnesCount64(s.king) + bits.OnesCount64(s.castling) +
		bits.OnesCount64(s.push) + bits.OnesCount64(s.double) + bits.OnesCount64(s.east) + bits.OnesCount64(s.west)
	for d := range s.sliders {
		n += bits.OnesCount64(s.sliders[d]) + bits.OnesCount64(s.knights[d])
	}
	total := n*p.base + p.fix
	for i, m := range p.moves {
		for j, w := range p.weight {
			c := bits.OnesCount64(m&w) << (i + j)
			if j == len(p.weight)-1 {
				c = -c
			}
			total += c
		}
	}
	return total
}
