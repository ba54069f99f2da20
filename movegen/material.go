package movegen

import (
	"math/bits"

	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/quad"
)

// Material counts the pieces by colour and kind, in four bits each. You can subtract two of them as
// integers: see [Change.Material]. If a colour has more than 15 pieces of a kind, which cannot happen in
// a game, they spill into other counts.
type Material uint64

// Material counts the pieces of p.
func (p *Position) Material() (m Material) {
	for x := p.Board.Occupied(); x != 0; x &= x - 1 {
		m += units[codeAt(&p.Board, bits.TrailingZeros64(x))]
	}
	return m
}

// Count returns how many pieces p there are, for example [quad.WhitePawn]. Rooks that may castle count
// as rooks. It is inlined.
func (m Material) Count(p quad.Piece) int { return int(m >> (4 * (p & 15)) & 15) }

// Key hashes m, for example to index a material table. Different materials have different keys.
func (m Material) Key() uint64 { return mix(uint64(m)) }

// units contains one piece of each code as a Material.
var units = func() (t [16]Material) {
	for code := range t {
		if piece := plainRooks[code]; piece.Kind() != quad.None {
			t[code] = 1 << (4 * piece)
		}
	}
	return
}()

// HasInsufficientMaterial reports whether neither side can ever mate with the pieces on the
// board: there are only the kings and at most one knight, or only the kings and any number
// of bishops on squares of one colour. It does not detect other dead positions, such as
// locked pawns.
func (p *Position) HasInsufficientMaterial() bool {
	return isInsufficient(&p.Board)
}

// isInsufficient reports whether neither side can mate: see
// [Position.HasInsufficientMaterial].
func isInsufficient(b *quad.Board) bool {
	if b.Pawns()|b.Orthogonal() != 0 {
		return false
	}
	return isLight(b.Knights(), b.Bishops())
}

// isLight is like isInsufficient, for boards without pawns, rooks and queens.
func isLight(knights, bishops uint64) bool {
	if knights != 0 {
		return knights&(knights-1)|bishops == 0
	}
	return bishops&squares.Dark == 0 || bishops&^squares.Dark == 0
}
