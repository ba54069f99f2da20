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
	for i, letters := range pairCodes {
		codes := pairs.QuadCodes()
		if i > 0 {
			for c := range codes {
				if codes[c] = quad.NoPiece; ways(letters[c]) != 0 {
					codes[c], _ = quad.PieceFromLetter(letters[c])
				}
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
			p := &pairRules{Case: NewCase(&goasm.File{}, &goasm.Func{Params: []goasm.Param{{Name: "tables", Size: 8}}, Args: 8}, nil), letters: letters}
			for ways(letters[p.empty]) != 0 {
				p.empty++
			}
			m := p.Machine()
			region, value := p.tables(m), map[aig.Lit]uint64{}
			for a := range codes {
				for v := range codes {
					if attacker, victim := codes[a^p.empty], codes[v^p.empty]; attacker != quad.NoPiece && victim != quad.NoPiece && counts(attacker.Plain(), victim.Plain()) {
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
					t.Errorf("codes %s: a byte of the tables can be any", letters)
				}
				return x
			})
			for at, want := range unsafe.Slice((*byte)(unsafe.Pointer(rules)), used) {
				b := byte(0)
				for k := range 8 {
					b |= byte(got[8*at+k]&1) << k
				}
				if b != want {
					t.Fatalf("codes %s: byte %d: expected %#x as in NewRules, found %#x", letters, at, want, b)
				}
			}
		}
	}
}
