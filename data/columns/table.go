package columns

import (
	"math/bits"
	"strings"

	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/pawns"
	"github.com/koggestone/koggestone/quad"
)

func count(set uint64) int { return bits.OnesCount64(set) }

func oneIf(cond bool) uint8 {
	if cond {
		return 1
	}
	return 0
}

// These functions turn a function for one position into a function that fills a column.

func bytesOf(value func(c *Computer, i int) uint8) func(*Computer, *Data, int) {
	return func(c *Computer, d *Data, at int) {
		for i, dst := 0, d.Bytes[at:]; i < len(dst); i++ {
			dst[i] = value(c, i)
		}
	}
}

func wordsOf(value func(c *Computer, i int) uint64) func(*Computer, *Data, int) {
	return func(c *Computer, d *Data, at int) {
		for i, dst := 0, d.Words[at:]; i < len(dst); i++ {
			dst[i] = value(c, i)
		}
	}
}

// threatSet makes the fill for a column with a set of the threats to side.
func threatSet(side quad.Color, set func(t *quad.ThreatsColumns) []uint64) func(*Computer, *Data, int) {
	return func(c *Computer, d *Data, at int) { copy(d.Words[at:], set(c.threatsTo(side))) }
}

func table() []*Column {
	var t []*Column
	t = append(t, moveColumns()...)
	t = append(t, kingColumns()...)
	t = append(t, attackColumns()...)
	t = append(t, mobilityColumns()...)
	t = append(t, threatColumns()...)
	t = append(t, pawnColumns()...)
	t = append(t, positionColumns()...)
	t = append(t, setColumns()...)
	t = append(t, policyColumns()...)
	for _, c := range t {
		if c.Width == 0 {
			c.Width = 1
		}
	}
	return t
}

func moveColumns() []*Column {
	const group = "moves"
	return []*Column{
		{Name: "legal_moves", Group: group, Kind: Count, Unit: "moves", Doc: "legal moves of the side to move",
			fill: func(c *Computer, d *Data, at int) { copy(d.Counts[at:], c.legalCounts()) }},
		{Name: "captures", Group: group, Kind: Count, Unit: "moves", Doc: "legal moves that capture, including en passant; a promotion is four moves",
			fill: fillCaptures},
		{Name: "checks", Group: group, Kind: Count, Unit: "moves", Doc: "legal moves that give check; 0 where the position is not legal",
			fill: func(c *Computer, d *Data, at int) {
				for i, f := range c.moves() {
					d.Counts[at+i] = f.checks
				}
			}},
		{Name: "quiet", Group: group, Kind: Bool, Doc: "the side to move is not in check and no capture wins material, by static exchange evaluation with pawn 100, knight and bishop 300, rook 500, queen 900; 0 where the position is not legal",
			fill: bytesOf(func(c *Computer, i int) uint8 { return oneIf(c.moves()[i].quiet) })},
		{Name: "checkmate", Group: group, Kind: Bool, Doc: "the side to move is in check and has no legal move",
			fill: func(c *Computer, d *Data, at int) { fillNoMoves(c, d.Bytes[at:], true) }},
		{Name: "stalemate", Group: group, Kind: Bool, Doc: "the side to move is not in check and has no legal move",
			fill: func(c *Computer, d *Data, at int) { fillNoMoves(c, d.Bytes[at:], false) }},
	}
}

// fillCaptures counts the targets that have an opposing piece.
func fillCaptures(c *Computer, d *Data, at int) {
	t := c.legalTargets()
	planes := c.boards.Planes()
	for i, dst := 0, d.Counts[at:]; i < len(dst); i++ {
		gb := planes[quad.PlaneGB][i]
		them := (planes[quad.PlaneG0][i] | planes[quad.PlaneG1][i] | planes[quad.PlaneG2][i]) & (gb ^ -uint64(oneIf(c.side(i) == quad.Black)))
		n := count(t.King[i]&them) + count(t.EnPassant[i])
		for k := range 8 {
			n += count(t.Sliders[k][i]&them) + count(t.Knights[k][i]&them)
		}
		const ends = squares.Rank1 | squares.Rank8
		east, west := t.PawnEast[i], t.PawnWest[i]
		dst[i] = uint16(n + count(east) + count(west) + 3*(count(east&ends)+count(west&ends)))
	}
}

// fillNoMoves sets dst[i] to 1 if position i has no legal move and inCheck says whether
// it is in check, and otherwise to 0.
func fillNoMoves(c *Computer, dst []uint8, inCheck bool) {
	checkers, counts := c.checkersOf(), c.legalCounts()
	for i := range dst {
		dst[i] = oneIf(counts[i] == 0 && (checkers[i] != 0) == inCheck)
	}
}

func kingColumns() []*Column {
	const group = "king"
	t := []*Column{
		{Name: "in_check", Group: group, Kind: Bool, Doc: "the king of the side to move is attacked",
			fill: func(c *Computer, d *Data, at int) {
				for i, set := range c.checkersOf() {
					d.Bytes[at+i] = oneIf(set != 0)
				}
			}},
		{Name: "double_check", Group: group, Kind: Bool, Doc: "two pieces or more attack the king of the side to move",
			fill: func(c *Computer, d *Data, at int) {
				for i, set := range c.checkersOf() {
					d.Bytes[at+i] = oneIf(set&(set-1) != 0)
				}
			}},
	}
	t = append(t, &Column{Name: "checkers", Group: group, Kind: Set, Unit: "squares", Doc: "pieces that attack the king of the side to move",
		fill: func(c *Computer, d *Data, at int) { copy(d.Words[at:], c.checkersOf()) }})
	for _, s := range []struct {
		name, doc string
		set       func(t *quad.ThreatsColumns) []uint64
	}{
		{"pinned", "pieces of the side to move that shield their king from a slider", func(t *quad.ThreatsColumns) []uint64 { return t.Pinned }},
		{"pinners", "sliders of the opponent that pin a piece of the side to move", func(t *quad.ThreatsColumns) []uint64 { return t.Pinners }},
		{"danger", "squares where the king of the side to move would be attacked, with the king removed from the board", func(t *quad.ThreatsColumns) []uint64 { return t.Danger }},
	} {
		t = append(t, &Column{Name: s.name, Group: group, Kind: Set, Unit: "squares", Doc: s.doc, fill: threatSet(theSideToMove, s.set)})
	}
	for _, side := range sides {
		t = append(t, &Column{Name: "king_zone_" + side.String(), Group: group, Kind: Byte, Unit: "squares",
			Doc: "squares next to " + side.String() + "'s king that " + side.Other().String() + " attacks",
			fill: func(c *Computer, d *Data, at int) {
				for i, attacked := range c.attackedBy(side.Other()) {
					b := c.board(i)
					d.Bytes[at+i] = uint8(count(attacked & squares.KingAttacks(b.Pieces(side, quad.King))))
				}
			}})
	}
	return t
}

var sides = [...]quad.Color{quad.White, quad.Black}

// byKind lists the kinds, with the squares that a side's pieces of each kind attack.
// These sets are among the threats to the other side.
var byKind = []struct {
	kind quad.Kind
	set  func(t *quad.ThreatsColumns) []uint64
}{
	{quad.Pawn, func(t *quad.ThreatsColumns) []uint64 { return t.ByPawn }},
	{quad.Knight, func(t *quad.ThreatsColumns) []uint64 { return t.ByKnight }},
	{quad.Bishop, func(t *quad.ThreatsColumns) []uint64 { return t.ByBishop }},
	{quad.Rook, func(t *quad.ThreatsColumns) []uint64 { return t.ByRook }},
	{quad.Queen, func(t *quad.ThreatsColumns) []uint64 { return t.ByQueen }},
	{quad.King, func(t *quad.ThreatsColumns) []uint64 { return t.ByKing }},
}

func attackColumns() []*Column {
	const group = "attacks"
	var t []*Column
	for _, side := range sides {
		t = append(t, &Column{Name: "attacked_" + side.String(), Group: group, Kind: Set, Unit: "squares",
			Doc:  "squares that " + side.String() + "'s pieces attack or defend",
			fill: func(c *Computer, d *Data, at int) { copy(d.Words[at:], c.attackedBy(side)) }})
	}
	for _, side := range sides {
		t = append(t,
			&Column{Name: "squares_attacked_" + side.String(), Group: group, Kind: Byte, Unit: "squares",
				Doc: "number of squares that " + side.String() + "'s pieces attack or defend",
				fill: func(c *Computer, d *Data, at int) {
					for i, set := range c.attackedBy(side) {
						d.Bytes[at+i] = uint8(count(set))
					}
				}},
			&Column{Name: "pieces_defended_" + side.String(), Group: group, Kind: Byte, Unit: "pieces",
				Doc: "number of " + side.String() + "'s pieces that another of them defends",
				fill: func(c *Computer, d *Data, at int) {
					for i, set := range c.attackedBy(side) {
						d.Bytes[at+i] = uint8(count(set & c.board(i).ByColor(side)))
					}
				}})
	}
	for _, side := range sides {
		for _, k := range byKind {
			t = append(t, &Column{Name: "attacks_" + side.String() + "_" + k.kind.String(), Group: group, Kind: Set, Unit: "squares",
				Doc: "squares that " + side.String() + "'s " + plural(k.kind) + " attack or defend", fill: threatSet(side.Other(), k.set)})
		}
	}
	return t
}

func plural(k quad.Kind) string { return k.String() + "s" }

func mobilityColumns() []*Column {
	var t []*Column
	for _, side := range sides {
		for _, k := range byKind[1:5] {
			t = append(t, &Column{Name: "mobility_" + side.String() + "_" + k.kind.String(), Group: "mobility", Kind: Byte, Unit: "squares",
				Doc: "number of squares without own pieces that " + side.String() + "'s " + plural(k.kind) + " attack; each counts once",
				fill: func(c *Computer, d *Data, at int) {
					for i, set := range k.set(c.threatsTo(side.Other())) {
						d.Bytes[at+i] = uint8(count(set &^ c.board(i).ByColor(side)))
					}
				}})
		}
	}
	return t
}

func threatColumns() []*Column {
	const group = "threats"
	var t []*Column
	for _, side := range sides {
		t = append(t,
			&Column{Name: "hanging_" + side.String(), Group: group, Kind: Set, Unit: "pieces",
				Doc: side.String() + "'s pieces, except kings, that are attacked and not defended",
				fill: func(c *Computer, d *Data, at int) {
					own, other := c.attackedBy(side), c.attackedBy(side.Other())
					for i := range own {
						b := c.board(i)
						d.Words[at+i] = b.ByColor(side) & other[i] &^ (own[i] | b.Kings())
					}
				}},
			&Column{Name: "attacked_by_lesser_" + side.String(), Group: group, Kind: Set, Unit: "pieces",
				Doc:  side.String() + "'s pieces, except kings, that a piece of less value attacks: pawn, then knight and bishop, then rook, then queen",
				fill: func(c *Computer, d *Data, at int) { fillLesser(c, d.Words[at:], side) }})
	}
	return t
}

// fillLesser sets dst to side's pieces that are attacked by a less valuable piece.
func fillLesser(c *Computer, dst []uint64, side quad.Color) {
	t := c.threatsTo(side)
	for i := range dst {
		b := c.board(i)
		pawn := t.ByPawn[i]
		minor := pawn | t.ByKnight[i] | t.ByBishop[i]
		dst[i] = b.ByColor(side) & (pawn&(b.Knights()|b.Bishops()) | minor&b.Rooks() | (minor|t.ByRook[i])&b.Queens())
	}
}

func pawnColumns() []*Column {
	var t []*Column
	for _, s := range []struct {
		name, doc    string
		white, black func(white, black uint64) uint64
	}{
		{"passed", "pawns that no pawn of the opponent can stop or capture on their way", pawns.WhitePassed, pawns.BlackPassed},
		{"isolated", "pawns without another of their side on a neighbouring file",
			func(w, _ uint64) uint64 { return pawns.Isolated(w) }, func(_, b uint64) uint64 { return pawns.Isolated(b) }},
		{"doubled", "pawns that share their file with another of their side",
			func(w, _ uint64) uint64 { return pawns.Doubled(w) }, func(_, b uint64) uint64 { return pawns.Doubled(b) }},
		{"backward", "pawns with a next square that an opposing pawn attacks and no own pawn can defend, now or after pushes", pawns.WhiteBackward, pawns.BlackBackward},
	} {
		for side, find := range [...]func(white, black uint64) uint64{s.white, s.black} {
			t = append(t, &Column{Name: s.name + "_" + quad.Color(side).String(), Group: "pawns", Kind: Set, Unit: "pawns",
				Doc: quad.Color(side).String() + "'s " + s.doc,
				fill: wordsOf(func(c *Computer, i int) uint64 {
					b := c.board(i)
					return find(b.Pieces(quad.White, quad.Pawn), b.Pieces(quad.Black, quad.Pawn))
				})})
		}
	}
	return t
}

func positionColumns() []*Column {
	const group = "position"
	t := []*Column{
		{Name: "black_to_move", Group: group, Kind: Bool, Doc: "Black is to move",
			fill: bytesOf(func(c *Computer, i int) uint8 { return uint8(c.side(i)) })},
		{Name: "legality", Group: group, Kind: Enum, Values: legalityNames,
			Doc:  "legal, or the first reason why not: " + strings.Join(legalityNames[1:], ", "),
			fill: bytesOf(func(c *Computer, i int) uint8 { return uint8(c.legalityAt(i)) })},
		{Name: "pieces", Group: group, Kind: Byte, Unit: "pieces", Doc: "pieces on the board, including kings and pawns",
			fill: bytesOf(func(c *Computer, i int) uint8 { return uint8(count(c.board(i).Occupied())) })},
		{Name: "phase", Group: group, Kind: Byte, Unit: "points", Doc: "24 with all pieces, 0 with kings and pawns alone: knight and bishop 1, rook 2, queen 4, at most 24",
			fill: bytesOf(func(c *Computer, i int) uint8 { b := c.board(i); return uint8(Phase(&b)) })},
		{Name: "insufficient_material", Group: group, Kind: Bool, Doc: "neither side could mate with the pieces on the board, by any moves",
			fill: bytesOf(func(c *Computer, i int) uint8 {
				p := movegen.Position{Board: c.board(i)}
				return oneIf(p.HasInsufficientMaterial())
			})},
		{Name: "key", Group: group, Kind: Number, Doc: "hash of board, castling rights, en-passant target and side to move, stable within a major version, not Polyglot's",
			fill: wordsOf(func(c *Computer, i int) uint64 {
				p := c.batch.At(i)
				return p.Key()
			})},
	}
	for _, side := range sides {
		t = append(t, &Column{Name: "material_" + side.String(), Group: group, Kind: Count, Unit: "pawns",
			Doc: side.String() + "'s material: pawn 1, knight and bishop 3, rook 5, queen 9",
			fill: func(c *Computer, d *Data, at int) {
				for i := range c.n {
					b := c.board(i)
					own := b.ByColor(side)
					d.Counts[at+i] = uint16(count(own&b.Pawns()) + 3*count(own&(b.Knights()|b.Bishops())) +
						5*count(own&b.Rooks()) + 9*count(own&b.Queens()))
				}
			}})
	}
	return t
}

func (c *Computer) legalityAt(i int) Validity {
	if c.legality == nil {
		return Valid
	}
	return c.legality[i]
}

func setColumns() []*Column {
	const group = "sets"
	return []*Column{
		{Name: "bitboards", Group: group, Kind: Set, Width: 12, Unit: "squares",
			Doc: "pawns, knights, bishops, rooks, queens and king of white, then of black",
			fill: func(c *Computer, d *Data, at int) {
				for i := range c.n {
					putBitboards((*[12]uint64)(d.Words[at+12*i:]), c.board(i))
				}
			}},
		{Name: "bitboards_us", Group: group, Kind: Set, Width: 12, Unit: "squares",
			Doc: "pawns, knights, bishops, rooks, queens and king of the side to move, then of the other, seen from the side to move: for Black the ranks are turned over",
			fill: func(c *Computer, d *Data, at int) {
				for i := range c.n {
					b := c.board(i)
					if c.side(i) == quad.Black {
						b = b.FlipColors()
					}
					putBitboards((*[12]uint64)(d.Words[at+12*i:]), b)
				}
			}},
		{Name: "castling", Group: group, Kind: Set, Unit: "rooks", Doc: "rooks that may still castle",
			fill: wordsOf(func(c *Computer, i int) uint64 { return c.board(i).CastlingRooks() })},
		{Name: "en_passant", Group: group, Kind: Set, Unit: "squares", Doc: "the square of a legal capture en passant",
			fill: wordsOf(func(c *Computer, i int) uint64 { return c.board(i).EnPassant() })},
		{Name: "legal_targets", Group: group, Kind: Set, Width: 23, Unit: "squares",
			Doc:  "targets of the legal moves of sliders by direction, knights by jump, king and pawns; then the rooks to castle with and the pawns that capture en passant",
			fill: fillTargets},
	}
}

// putBitboards sets dst to the pieces of b by colour and kind.
func putBitboards(dst *[12]uint64, b quad.Board) {
	for k, of := range byKind {
		dst[k], dst[6+k] = b.Pieces(quad.White, of.kind), b.Pieces(quad.Black, of.kind)
	}
}

// fillTargets copies the sets of the legal targets side by side.
func fillTargets(c *Computer, d *Data, at int) {
	t := c.legalTargets()
	sets := make([][]uint64, 0, 23)
	sets = append(sets, t.Sliders[:]...)
	sets = append(sets, t.Knights[:]...)
	sets = append(sets, t.King, t.PawnPush, t.PawnDouble, t.PawnEast, t.PawnWest, t.Castling, t.EnPassant)
	for k, set := range sets {
		for i, word := range set {
			d.Words[at+23*i+k] = word
		}
	}
}
