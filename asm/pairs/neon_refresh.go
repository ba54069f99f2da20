package pairs

import (
	"fmt"

	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// The offsets in the frame of refreshNEON.
const (
	localCodes  = 0                // of the squares, and of one more, which is empty
	localSights = localCodes + 80  // the same as in PairTables.Sights
	localBases  = localSights + 80 // addresses of eight places each square, by sight
	localPlaces = localBases + 32  // the nearest pieces around sliders
	localBytes  = localPlaces + 64*8
)

// next sets sq to the lowest square of rest, or 64, and removes it from rest.
func next(sq, rest, scratch reg.Register) {
	emit.Do("RBIT %v, %v", rest, sq)
	emit.Do("CLZ %v, %v", sq, sq)
	emit.Do("SUB $1, %v, %v", rest, scratch)
	emit.Do("AND %v, %v", scratch, rest)
}

// unpack sets the board to that of four planes, and returns the occupied squares, twice.
func (f *finderN) unpack(planes reg.Register) emit.Vec {
	zip := func(half int, x emit.Vec) emit.Vec {
		return emit.Let(fmt.Sprintf("VZIP%d V%%[1]v.B16, V%%[1]v.B16, V%%[2]v.B16", half+1), x)
	}
	var words [4]emit.Vec
	words[0], words[2] = loadPair(at(planes, 0))
	words[1], words[3] = words[0], words[2]
	var codes [4]emit.Vec
	for p, w := range words {
		// Each byte eight times.
		two := zip(p%2, w)
		for i := range codes {
			bytes := zip(i%2, zip(i/2, two))
			bit := emit.Let("VCMTST V%v.B16, V%v.B16, V%v.B16", bytes, f.bits)
			plane := vn.Broadcast(0x0101010101010101 << p)
			if p == 0 {
				codes[i] = vn.And(bit, plane)
			} else {
				codes[i] = vn.Select(plane, bit, codes[i])
			}
		}
	}
	return f.setBoard(codes, tableQuad)
}

// refreshesNEON emits the kernels of a board. First they find the nearest pieces around
// sliders, then the pairs of two pieces together, with eight places for each: jumps, steps,
// or the nearest pieces.
func refreshesNEON() {
	for _, r := range [...]struct {
		name, board, doc string
		load             func(*finderN, reg.Register) emit.Vec
	}{
		{"refreshNEON", "board *[64]uint8", "board, an engine's mailbox", (*finderN).loadBoard},
		{"refreshBoardNEON", "board *[4]uint64", "board, four planes", (*finderN).unpack},
	} {
		vn.Kernel(r.name, "func(list, tables *uint64, "+r.board+")", fmt.Sprintf("%s sets list to the pairs of %s. It works like refreshGeneric. "+
			"It writes at most layout.PairRoom pairs past the last.", r.name, r.doc))
		refreshNEON(r.load)
		vn.Finish()
	}
}

func refreshNEON(loadBoard func(*finderN, reg.Register) emit.Vec) {
	list, tables, board := vn.Param("list"), vn.Param("tables"), vn.Param("board")
	f := newFinderN(tables)
	local := emit.Local(localBytes / 16)
	occupied := loadBoard(f, board)

	sight := load(at(tables, tableSights))
	var sliders [4]emit.Vec
	for i := range sliders {
		emit.Do("FMOVQ F%v, %v", f.board+i, at(local, localCodes+16*i))
		s := emit.Let("VTBL V%[2]v.B16, [V%[1]v.B16], V%[3]v.B16", sight, f.board+i)
		emit.Do("FMOVQ F%v, %v", s, at(local, localSights+16*i))
		sliders[i] = f.tested(s, vn.Broadcast(0x0101010101010101*layout.SightRays))
	}
	emit.Do("FMOVQ F%v, %v", vn.Broadcast(0), at(local, localCodes+64))
	emit.Do("FMOVQ F%v, %v", vn.Broadcast(0), at(local, localSights+64))
	rest, sq := emit.General(), emit.General()
	emit.Do("VMOV V%v.D[0], %v", byteSums(sliders[:]...), rest)
	steps, places := emit.General(), emit.General()
	f.address(steps, tableSteps)
	emit.Do("ADD $%v, %v, %v", localPlaces, local, places)
	for i, address := range []reg.Register{f.jumps, steps, places} {
		emit.Do("MOVD %v, %v", address, at(local, localBases+8*i))
	}

	rays, set := board, lanes(occupied)
	emit.Do("ADD $%v, %v, %v", tableRays, tables, rays)
	ones, backward := vn.Broadcast(^uint64(0)), load(at(f.constants, constBackward))
	kept := append(set[:], ones, backward)
	emit.Keep(kept...)
	emit.Do("CBZ %v, pieces", rest)
	emit.Do("// Phase: a slider.")
	emit.Target("slider")
	next(sq, rest, f.scratch)
	nearest := byteSums(below(f.row(rays, sq, 6, 0), set, ones)...)
	emit.Do("FMOVD F%v, (%v)(%v<<3)", vn.Xor(nearest, backward), places, sq)
	emit.Do("CBNZ %v, slider", rest)
	emit.Keep(kept...)

	emit.Target("pieces")
	sights, bases, end := steps, places, rays
	mask, many := emit.General(), emit.General()
	emit.Do("VMOV V%v.D[0], %v", occupied, rest)
	emit.Do("MOVD %v, %v", list, end)
	emit.Do("CBZ %v, end", rest)
	emit.Do("ADD $%v, %v, %v", localSights, local, sights)
	emit.Do("ADD $%v, %v, %v", localBases, local, bases)
	second, ways := loadPair(at(f.constants, constSecond))
	rows := emit.Reserve(2)
	kept = []emit.Vec{second, ways, f.bits, f.empty}
	emit.Keep(kept...)
	emit.Do("// Phase: two pieces.")
	emit.Target("two")
	var of, this [2]emit.Vec
	code := emit.General()
	for i := range 2 {
		next(sq, rest, f.scratch)
		emit.Do("MOVBU (%v)(%v), %v", local, sq, code)
		emit.Do("ADD %v<<4, %v, %v", code, tables, f.scratch)
		emit.Do("FMOVQ %v, F%v", at(f.scratch, tableReaches), rows+i)
		emit.Do("MOVBU (%v)(%v), %v", sights, sq, f.scratch)
		emit.Do("MOVD (%v)(%v), %v", bases, f.scratch, f.scratch)
		of[i] = emit.Let("FMOVD (%v)(%v<<3), F%v", f.scratch, sq)
		emit.Do("EOR %v<<%v, %v, %v", code, layout.PairAttacker, f.low, code)
		emit.Do("ORR %v, %v", sq, code)
		this[i] = emit.Let("VDUP %v, V%v.S4", code)
	}
	squares := lowHalves(of[0], of[1])
	codes := emit.Looked(f.board, 4, squares)
	found := f.tested(emit.Looked(rows, 2, vn.Or(codes, second)), ways)
	high := vn.Xor(emit.Let("VSHL $4, V%v.B16, V%v.B16", codes), f.empty)
	masks := byteSums(found)
	emit.Do("VMOV V%v.S[0], %v", masks, mask)
	emit.Do("VMOV V%v.S[0], %v", vn.PopcountBytes(masks), many)
	var by [2]emit.Vec
	for i := range by {
		emit.Do("UBFX $%v, %v, $8, %v", 8*i, mask, code)
		by[i] = load(f.row(f.constants, code, 4, constSqueezes))
	}
	for i := range by {
		words := emit.Let([2]string{"VZIP1", "VZIP2"}[i]+" V%v.B16, V%v.B16, V%v.B16", high, squares)
		low, high := wide(shuffle(words, by[i]))
		emit.Do("FSTPQ (F%v, F%v), %v", vn.Or(low, this[i]), vn.Or(high, this[i]), at(end, 0))
		emit.Do("UBFX $%v, %v, $8, %v", 8*i, many, code)
		emit.Do("ADD %v<<2, %v", code, end)
	}
	emit.Do("CBNZ %v, two", rest)
	emit.Keep(kept...)
	emit.Target("end")
	emit.Do("SUB %v, %v", list, end)
	emit.Do("LSR $2, %v", end)
	emit.Do("MOVD %v, %v", end, at(list, listN))
}
