package magics

import (
	"encoding/binary"
	"flag"
	"math/bits"
	"os"
	"testing"

	"github.com/koggestone/koggestone"
)

var update = flag.Bool("update", false, "write table.bin")

// TestTable makes the table by fills and compares it with table.bin.
func TestTable(t *testing.T) {
	var made []byte
	rook, bishop := lookups(make([]uint64, 1<<17))
	for kind, all := range [...]*[65]Magic{&rook, &bishop} {
		attacks := [...]func(sliders, empty uint64) uint64{koggestone.RookAttacks, koggestone.BishopAttacks}[kind]
		for sq := range 64 {
			m := &all[sq]
			part := make([]uint64, 1<<bits.OnesCount64(m.mask))
			// Iterate over the subsets of mask.
			for subset, k := uint64(0), 0; k < len(part); subset, k = (subset-m.mask)&m.mask, k+1 {
				set, at := attacks(1<<sq, ^subset), subset*m.factor>>m.shift
				if part[at] != 0 && part[at] != set {
					t.Fatalf("square %d: the attacks %#x and %#x have the same index", sq, part[at], set)
				}
				part[at] = set
			}
			for _, set := range part {
				made = binary.LittleEndian.AppendUint64(made, set)
			}
		}
	}
	if *update {
		if err := os.WriteFile("table.bin", made, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if string(made) != table {
		t.Errorf("table.bin has %d bytes and differs from the %d bytes that the fills make; -update writes it", len(table), len(made))
	}
}

// TestWords reads words at every alignment.
func TestWords(t *testing.T) {
	for start := range 8 {
		data := string(binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(make([]byte, start), 0x0123456789abcdef), 5))
		if got := words(data[start:]); len(got) != 2 || got[0] != 0x0123456789abcdef || got[1] != 5 {
			t.Errorf("%d bytes from an aligned address: %#x", start, got)
		}
	}
	if n := testing.AllocsPerRun(1, func() { words(table) }); n != 0 && binary.NativeEndian.Uint16([]byte{1, 0}) == 1 {
		t.Error("the table is copied, since the linker does not align it")
	}
}

// TestNothing looks up the first slider of none.
func TestNothing(t *testing.T) {
	if set := FirstRook(0, ^uint64(0)) | FirstBishop(0, ^uint64(0)); set != 0 {
		t.Errorf("no slider attacks %#x", set)
	}
}
