package kernels

import (
	"testing"
	"unsafe"

	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/goasm"
	"github.com/koggestone/koggestone/prove/machine"
	"github.com/koggestone/koggestone/quad"
)

// TestPairTables compares the tables of the proofs with those that pairs.NewRules makes.
func TestPairTables(t *testing.T) {
	for i, letters := range []string{"", "pPnN..bBrRqQkK..", "..kKQqRrBb.nNpP."} {
		codes := pairs.QuadCodes()
		if i > 0 {
			for c := range codes {
				codes[c], _ = quad.PieceFromLetter(letters[c])
			}
		}
		for _, counts := range []func(attacker, victim quad.Piece) bool{
			func(attacker, victim quad.Piece) bool { return true },
			func(attacker, victim quad.Piece) bool { return (7*attacker+11*victim)%5 < 3 },
			pairs.NoKings,
		} {
			rules, err := pairs.NewRules(codes, counts)
			if err != nil {
				t.Fatal(err)
			}
			p := NewCase(&goasm.File{}, &goasm.Func{Params: []goasm.Param{{Name: "tables", Size: 8}}, Args: 8}, nil).newRules()
			empty := rules.Code(quad.NoPiece)
			p.empty = aig.Const(uint64(empty), 4)
			for c := range uint8(16) {
				p.kinds[c^empty], p.quad[c] = aig.Const(attack(codes[c]), 6), aig.Const(uint64(rules.Code(quad.Piece(c))), 4)
			}
			m := p.Machine()
			region, value := p.tables(m), map[aig.Lit]uint64{}
			for a := range uint8(16) {
				for v := range uint8(16) {
					if counts(codes[a^empty].Plain(), codes[v^empty].Plain()) {
						value[p.counts[a][v]] = 1
					} else {
						value[p.counts[a][v]] = 0
					}
				}
			}
			const used = pairEmpty + 8 // the kernels read no later table
			var bits aig.Bits
			for at := range int64(used) {
				bits = append(bits, m.Initial(region, machine.Int(at), 1)...)
			}
			got := p.G.Cone(bits).Eval(func(v aig.Lit) uint64 {
				x, ok := value[v]
				if !ok {
					t.Errorf("codes %v: a byte of the tables can be any", codes)
				}
				return x
			})
			for at, want := range unsafe.Slice((*byte)(unsafe.Pointer(rules)), used) {
				b := byte(0)
				for k := range 8 {
					b |= byte(got[8*at+k]&1) << k
				}
				if b != want {
					t.Fatalf("codes %v: byte %d: expected %#x as in NewRules, found %#x", codes, at, want, b)
				}
			}
		}
	}
}

// attack returns the element of kinds for a piece.
func attack(p quad.Piece) uint64 {
	switch p.Kind() {
	case quad.Pawn:
		return 16 << p.Color()
	case quad.None:
		return 0
	}
	return map[quad.Kind]uint64{quad.Knight: 1, quad.Rook: 2, quad.CastlingRook: 2, quad.Bishop: 4, quad.Queen: 6, quad.King: 8}[p.Kind()]
}
