package rivals

import (
	"math/bits"
	"unsafe"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/squares"
)

// A magic looks up the squares that a rook or bishop attacks from one square. It multiplies the
// relevant occupied squares by a constant, which collects them in the high bits, and uses these as the
// index into a table ("magic bitboards", Lasse Hansen, 2006). Each square's part of the table is only
// as large as necessary (Pradu Kannan, 2007). The tables have 840 KB together.
type magic struct {
	mask    uint64 // the squares that can block it, without edges
	factor  uint64
	attacks *uint64 // where its part of the table starts
	shift   uint8
}

// magicRook returns the squares that a rook on sq, 0 to 63, attacks.
func magicRook(sq int, occ uint64) uint64 { return magicRooks[sq&63].look(occ) }

// magicBishop returns the squares that a bishop on sq, 0 to 63, attacks.
func magicBishop(sq int, occ uint64) uint64 { return magicBishops[sq&63].look(occ) }

func (m *magic) look(occ uint64) uint64 {
	// The index needs no bounds check, because it cannot exceed the part's length.
	return *(*uint64)(unsafe.Add(unsafe.Pointer(m.attacks), occ&m.mask*m.factor>>(m.shift&63)*8))
}

// magicRooks and magicBishops contain the look-ups by square.
var (
	magicRooks   = magics(&rookFactors, koggestone.RookAttacks)
	magicBishops = magics(&bishopFactors, koggestone.BishopAttacks)
)

// magics fills the table of a kind of slider by fills.
func magics(factors *[64]uint64, attacks func(sliders, empty uint64) uint64) (all [64]magic) {
	for sq := range all {
		mask := innerSquares(sq, attacks)
		n := bits.OnesCount64(mask)
		part := make([]uint64, 1<<n)
		m := magic{mask: mask, factor: factors[sq], attacks: &part[0], shift: uint8(64 - n)}
		// Iterate over the subsets of mask.
		for subset, k := uint64(0), 0; k < len(part); subset, k = (subset-mask)&mask, k+1 {
			part[subset*m.factor>>m.shift] = attacks(1<<sq, ^subset)
		}
		all[sq] = m
	}
	return all
}

// innerSquares returns the squares that a slider on sq attacks on an empty board,
// without the last square of each ray, because a piece there blocks nothing.
func innerSquares(sq int, attacks func(sliders, empty uint64) uint64) uint64 {
	edges := uint64((squares.Rank1 | squares.Rank8) &^ (squares.Rank1 << (sq &^ 7)))
	edges |= (squares.FileA | squares.FileH) &^ (squares.FileA << (sq & 7))
	return attacks(1<<sq, ^uint64(0)) &^ edges
}

// The factors were found by trial, from random numbers with few bits set, drawn by
// splitmix64 with seed 0. A factor is valid if blockers with the same index have the same
// attacks. rookFactors contains the rooks' factors by square.
var rookFactors = [64]uint64{
	0x038004801120c004, 0x08c0004020011000, 0x0200082080420010, 0x0080080010008006,
	0x46001020040a0028, 0x2100080400010002, 0x1200080082000104, 0x0100002200508100,
	0x1010800040008030, 0x0044804000802004, 0x0001002008110040, 0x0485001001010c20,
	0x2820808004000800, 0x0002808004002200, 0x0001000100040200, 0x0414800080004100,
	0x088000c000200041, 0x4420808020004008, 0x2010012004002800, 0x0000220042000810,
	0x0001828008000400, 0xa000880120100440, 0x105434000810010a, 0x0002060000428324,
	0x0080822480044000, 0x0240080020100020, 0x4080100080802000, 0x0000100080080084,
	0x0000080080800400, 0x0006000600181014, 0x0004010400021008, 0x1000011a0002c284,
	0x0240284000800881, 0x0010002001400050, 0x0000100080802000, 0x0010004400400800,
	0x0206000422001008, 0x4010800400800200, 0x0002004426001829, 0x0000408106000a44,
	0x1000400220818000, 0xa410004020004000, 0x1529001220010040, 0x0708000810008080,
	0x0010080100050010, 0x1e40020004008080, 0x0000419210140048, 0x0881886485120004,
	0x0010482080010500, 0x4080400020100040, 0x0004200041081100, 0xac00801000080080,
	0x0201008020401002, 0x0060040002008080, 0x2905100802010400, 0x0048145504008200,
	0x0219024200802212, 0x0a20e58242003102, 0x80010010a0008c41, 0x0801000420081001,
	0xc001001042080045, 0x9021000400020801, 0x0409000082000441, 0x4820004400248502,
}

// bishopFactors contains the bishops' factors by square.
var bishopFactors = [64]uint64{
	0x2082208200810101, 0x1048022404202830, 0x0110040040480002, 0x401089020008cc00,
	0x0002021060101000, 0x081a0e0a20000420, 0x2020821010048008, 0x0640402401084041,
	0x4000410304010201, 0x1820204800890440, 0x0200180644002400, 0x04010440508000a0,
	0x0000020211000400, 0x0820220202201000, 0x0000818648201400, 0x0003182a01042010,
	0x0021000848911800, 0x40440023080a0414, 0x0008000400501202, 0x0808240104010000,
	0x0285000090400010, 0x004200b408840440, 0x4802a10600842040, 0x0000821020880880,
	0x801030c4400c6500, 0x00280480a0842080, 0x200c0840040a4402, 0x0000802008020020,
	0x0112002102008041, 0x00d4420041009210, 0x1005140603040180, 0x0004208180404400,
	0x0001044010101000, 0x4448081440023480, 0x2002008200c05200, 0x0c00020080080080,
	0x2404040400121010, 0x2010100040008043, 0x0003842500040500, 0x0021010100002405,
	0x8008410410022000, 0xd000841042000820, 0x0020601350000800, 0x0000284010400a00,
	0x2220a00820829010, 0x001045100f004022, 0x0102048114053200, 0x111009120c840820,
	0x0a0a009024108544, 0x00020a0101090000, 0x0000548608160280, 0x0100400020880000,
	0x2200000903040200, 0x0004048810810840, 0x035020d204006012, 0x4bd0100101042484,
	0x4000210802016082, 0x0030302208040404, 0xa000000200840480, 0x0201040200840400,
	0x0018000440b04440, 0x0000800490220200, 0x9011082004208203, 0x0620222400440440,
}
