package movegen

import "github.com/koggestone/koggestone/quad"

// A TwoPlyMove is a legal move with the Rules of TWOPLY.md that apply to it. If there are
// any, [CountTwoPlyBatch] plays the move; otherwise it counts the replies without playing.
type TwoPlyMove struct {
	Move  Move
	Rules []string
}

// ExplainTwoPly returns the legal moves of p with the reasons why [CountTwoPlyBatch] plays
// them.
func (p *Position) ExplainTwoPly() (moves []TwoPlyMove) {
	var t twoPlyBoard
	t.look(&p.Board, p.Side)
	odd := t.isOdd()
	if !odd {
		t.set(&p.Board, p.Side)
	}
	all, flip := t.rules, viewFlip(p.Side)
	why := map[Move][]string{}
	forbid := func(rule string) {
		rest := t.legal.without(&t.simple)
		rest.each(t.occ, t.king, func(m Move) { why[m^flip] = append(why[m^flip], rule) })
	}
	if !odd {
		// Each rule by itself. Without any rule, only promotions are not simple.
		t.rules = simpleRules{}
		t.choose()
		forbid("promotion")
		for _, rule := range twoPlyRules {
			t.rules = simpleRules{}
			rule.copy(&t.rules, &all)
			t.choose()
			forbid(rule.name)
		}
	}
	for _, m := range p.AppendLegalMoves(nil) {
		rules := why[m]
		switch {
		case odd:
			rules = []string{"castling but from the usual squares, or not one king a side, or one that could be taken: all moves are played"}
		case m.IsEnPassant():
			rules = []string{"en passant"}
		case m.IsPromotion():
			rules = []string{"promotion"}
		}
		moves = append(moves, TwoPlyMove{m, rules})
	}
	return moves
}

// viewFlip returns the bits to XOR a move of a view with, for the move of the position, and
// the reverse.
func viewFlip(side quad.Color) Move {
	if side == quad.Black {
		return 56 | 56<<6
	}
	return 0
}

// twoPlyRules are the rules by name, each with a function that copies its squares.
var twoPlyRules = [...]struct {
	name string
	copy func(dst, src *simpleRules)
}{
	{"1: the move uncovers a check", func(dst, src *simpleRules) { dst.discovered = src.discovered }},
	{"2: the piece is on the line of a pin", func(dst, src *simpleRules) { dst.segment = src.segment }},
	{"3: the piece and one of theirs shield their king together", func(dst, src *simpleRules) { dst.shield = src.shield }},
	{"4: the piece is between a slider and a square that their king may go to", func(dst, src *simpleRules) { dst.guardLine = src.guardLine }},
	{"5: the piece is in the way of their castling", func(dst, src *simpleRules) { dst.path = src.path }},
	{"6: the slider guards a square beside their king alone", func(dst, src *simpleRules) { dst.losesSlider = src.losesSlider }},
	{"6: the knight guards a square beside their king alone", func(dst, src *simpleRules) { dst.losesKnight = src.losesKnight }},
	{"6: the pawn guards a square beside their king alone", func(dst, src *simpleRules) { dst.losesPawn = src.losesPawn }},
	{"6: the king guards a square beside their king alone", func(dst, src *simpleRules) { dst.losesKing = src.losesKing }},
	{"7: the slider takes a square from their king", func(dst, src *simpleRules) { dst.gainsSlider = src.gainsSlider }},
	{"7: the knight takes a square from their king", func(dst, src *simpleRules) { dst.gainsKnight = src.gainsKnight }},
	{"7: the pawn takes a square from their king", func(dst, src *simpleRules) { dst.gainsPawn = src.gainsPawn }},
	{"7: the king takes a square from their king", func(dst, src *simpleRules) { dst.gainsKing = src.gainsKing }},
	{"8: the slider gives check, or pins", func(dst, src *simpleRules) { dst.checksSlider = src.checksSlider }},
	{"8: the knight gives check", func(dst, src *simpleRules) { dst.checksKnight = src.checksKnight }},
	{"8: the pawn gives check", func(dst, src *simpleRules) { dst.checksPawn = src.checksPawn }},
	{"9: the piece goes to the line of a pin", func(dst, src *simpleRules) { dst.segmentTo = src.segmentTo }},
	{"9: the piece goes in the way of their castling", func(dst, src *simpleRules) { dst.pathTo = src.pathTo }},
	{"9: the piece goes between a slider and a guarded square beside their king", func(dst, src *simpleRules) { dst.attackedLine = src.attackedLine }},
	{"9: the piece goes to a square beside their king that nothing else guards", func(dst, src *simpleRules) { dst.besideKing = src.besideKing }},
	{"10: the move takes a rook that may castle", func(dst, src *simpleRules) { dst.castler = src.castler }},
	{"10: the move takes a piece beside their king that is not guarded twice", func(dst, src *simpleRules) { dst.nearKing = src.nearKing }},
	{"10: the move takes a pawn one step from promotion", func(dst, src *simpleRules) { dst.promoters = src.promoters }},
	{"9, 10: the piece goes where a pinned pawn could take it", func(dst, src *simpleRules) { dst.dead = src.dead }},
	{"the move goes along the file, or is the king's, in front of an unmoved pawn", func(dst, src *simpleRules) { dst.unmoved = src.unmoved }},
	{"the move takes the pawn straight in front of it", func(dst, src *simpleRules) { dst.front = src.front }},
	{"the king takes what checks it", func(dst, src *simpleRules) { dst.kingTakes = src.kingTakes }},
	{"a slider attacks the pawn along the file", func(dst, src *simpleRules) { dst.pushAxis = src.pushAxis }},
	{"a slider attacks the pawn along the diagonal of its capture", func(dst, src *simpleRules) { dst.takeAxis = src.takeAxis }},
	{"king or rook stand on a line that matters to their king", func(dst, src *simpleRules) { dst.castleFrom = src.castleFrom }},
	{"the king guards a square beside their king alone", func(dst, src *simpleRules) { dst.castleKing[0] = src.castleKing[0] }},
	{"the king takes a square from their king", func(dst, src *simpleRules) { dst.castleKing[1] = src.castleKing[1] }},
	{"the rook guards a square beside their king alone", func(dst, src *simpleRules) { dst.castleRook[0] = src.castleRook[0] }},
	{"the rook gives check, or takes a square from their king", func(dst, src *simpleRules) { dst.castleRook[1] = src.castleRook[1] }},
}
