package quad

import (
	"os"
	"testing"

	"github.com/koggestone/koggestone/internal/pathtest"
)

// FuzzBoard compares all sets with the oracle's, on any 256 bits and any targets.
func FuzzBoard(f *testing.F) {
	for _, s := range [][5]uint64{ // planes, targets
		{0xffffffffffffffff, 0xffffffffffffffff, 0xffffffffffffffff, 0xffffffffffffffff, 0xffffffffffffffff}, // all bits
		{0x808000804000809, 0x4000000804000041, 0x4808000800000848, 0x4808000000000000, 0x4808000000000000},  // batteries and x rays
		{0x1000, 0x1000000000000010, 0x1000200000001010, 0x1000000000000000, 0x1000000000000000},             // double check
		{0x0, 0x1000000e02000000, 0x1000000002000000, 0x1000040400000000, 0x1000000400000000},                // en passant capture ends check
		{0x8000000000, 0xd00000010, 0x8100000010, 0x48400000010, 0x8400000010},                               // en passant pinned on rank
		{0x0, 0x0, 0x0, 0xffffffffffffffff, 0xff},                                                            // every square an en passant target
		{0x8150010000201881, 0x107d510812a0ff10, 0x1010221000240010, 0x917d730002800000, 0x917d730002800000}, // kiwipete
		{0xf07000000000f0f, 0x1007000000000f10, 0x1f07000000000f1f, 0x1f07000000000000, 0x1f07000000000000},  // many rooks and queens
		{0x1, 0x0, 0x10000000000, 0x10000000000, 0x100000},                                                   // no kings
		{0x200000000, 0x1000000001, 0x1200000001, 0x200000001, 0x200000001},                                  // own king transparent
		{0x1010000000000000, 0x10000000000011, 0x1010001000000011, 0x1010000000000001, 0x1010000000000001},   // pinned by two in a row
		{0x9100440085000491, 0x8100000054004491, 0x1100540091001410, 0x9100000081000091, 0x9100000081000091}, // pins on every axis
		{0xad000000000000ad, 0x3cff00000000ff3c, 0x5a0000000000005a, 0xffff000000000000, 0xffff000000000000}, // start position
		{0x40000000400, 0x1500000000000415, 0x1500040004000015, 0x1500040000000000, 0x1500040000000000},      // three kings a side
	} {
		f.Add(s[0], s[1], s[2], s[3], s[4])
	}
	f.Fuzz(func(t *testing.T, g0, g1, g2, gB, targets uint64) {
		b := Board{g0, g1, g2, gB}
		compare(t, b, targets, ^targets)
		if err := b.Validate(); err != nil && err.Error() == "" {
			t.Fatal("an error that says nothing")
		}
		squares, bb := b.Squares(), b.Bitboards()
		if FromSquares(&squares) != b || bb.Board() != b {
			t.Fatalf("%x does not come back", b)
		}
	})
}

// TestNoAllocations: functions for nodes and batches do not allocate.
func TestNoAllocations(t *testing.T) {
	b, _ := fromFEN(t, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	var v Vision
	var threats Threats
	var legality Legality
	var byKind AttacksByKind
	var both BothThreats
	var sum uint64
	batch := batchOf(b, b, b)
	columns, us, dst := NewThreatsColumns(3), make([]Color, 3), make([]uint64, 3)
	var rays [8][4][]uint64
	for d := range rays {
		for p := range rays[d] {
			rays[d][p] = make([]uint64, 3)
		}
	}
	for name, f := range map[string]func(){
		"Vision":        func() { v.Set(b) },
		"Threats":       func() { threats.Set(b, White) },
		"AttacksByKind": func() { byKind.Set(b, White) },
		"Legality":      func() { legality.Set(b, White) },
		"BothThreats":   func() { both.Set(b) },
		"XRays":         func() { sum += v.XRays(White, ^uint64(0)) },
		"Pinners":       func() { sum += v.Pinners(White) },
		"Sources":       func() { s := b.Sources(); sq, _ := s.Source(0, 20); sum += uint64(sq) },
		"Validate":      func() { _ = b.Validate() },
		"VisionBatch":   func() { VisionBatch(&rays, batch) },
		"ThreatsBatch":  func() { ThreatsBatch(columns, batch, us) },
		"AttacksBatch":  func() { AttacksBatch(dst, batch, White) },
	} {
		if n := testing.AllocsPerRun(10, f); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func TestMain(m *testing.M) { os.Exit(pathtest.Main(m)) }

// count returns how many cases a test runs: full, or a tenth of that with -short,
// for emulators and the race detector.
func count(full int) int {
	if testing.Short() {
		return max(1, full/10)
	}
	return full
}
