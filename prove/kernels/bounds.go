package kernels

import (
	"errors"
	"fmt"
	"strings"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/machine"
)

// The kernels in this file are only proved to read and write inside their slices, for all inputs, and to advance their lists by at
// most what they may.

func init() {
	for name, p := range map[string]func(c *Case) error{
		"listMovesAVX2": (*Case).listMoves2, "listMovesAVX512": (*Case).listGroups, "listPieces": (*Case).listGroups,
	} {
		registerBounds(movegenFile, p, name)
	}
	registerBounds("movegen/batch_lists_amd64.s", (*Case).rowStream, "rowStreamAVX2")
	registerBounds("movegen/batch_lists_amd64.s", (*Case).rowMoves, "rowMovesAVX2")
	registerBounds("movegen/batch_lists_amd64.s", (*Case).listRows, "listRowsAVX512")
	registerBounds("movegen/batch_twoply_amd64.s", (*Case).twoPly, "twoPly")
	registerBounds("movegen/batch_endings_amd64.s", (*Case).twoPly, "twoPlyEndings")
	registerBounds("pairs/pairs_amd64.s", (*Case).numberPairs, "numberList", "numberDeltas")
	registerBounds("pairs/pairs_amd64.s", (*Case).fence, "storeFence")
	registerBounds("pairs/pairs_amd64.s", (*Case).appendPieces, "appendPieces")
	registerBounds("env/env_amd64.s", (*Case).fence, "fence")
}

// fence proves the kernels that only order writes: they access no memory and change no reserved register.
func (c *Case) fence() error {
	c.bound("only that it accesses no memory")
	return c.Run(c.Machine())
}

// num returns a constant.
func num(c int64) machine.Num { return machine.Int(c) }

// A bounds is the proof of a kernel's addresses.
type bounds struct {
	*Case
	*machine.Machine
}

func (c *Case) bounds() *bounds {
	b := &bounds{c, c.Machine()}
	b.Blind = true
	c.bound("only that it stays inside its slices")
	return b
}

// region adds memory for a parameter with a size that cuts may set.
func (b *bounds) region(param string, size machine.Num, kind machine.Kind) *machine.Region {
	r := b.NewRegion(param, size, kind, -1)
	r.Sparse = true
	b.SetArg(param, r.Pointer(num(0)))
	return r
}

// must returns an error if a register is no number of which each given function is at least 0.
func (b *bounds) must(register string, least ...func(x machine.Num) machine.Num) error {
	x, bits := b.Get(register)
	if bits != nil {
		return fmt.Errorf("%s is no number", register)
	}
	for _, f := range least {
		if !b.AtLeast(f(x)) {
			return fmt.Errorf("%s is %v, which is outside of its limits: %v may be negative", register, x, f(x))
		}
	}
	return nil
}

func plain(x machine.Num) machine.Num { return x }

// induct proves the kernel between cuts.
func (b *bounds) induct(cuts map[string]*machine.Cut) error {
	err := b.Induct(cuts)
	b.Case.Steps += b.Machine.Steps
	return err
}

// cut returns a cut with one case.
func cut(state func(), check func(first bool) error) *machine.Cut {
	return &machine.Cut{Cases: 1, State: func(int) { state() }, Check: check}
}

// listGroups proves the kernels that list moves of groups. They have room for any number of moves, any number of groups, at least
// one, and stop if there is no room for 64 moves.
func (c *Case) listGroups() error {
	b := c.bounds()
	size, count := int64(4), "SI"
	if c.AVX512 {
		count = "BX"
	}
	if c.Name == "listMoves" {
		size, count = 2, ""
	}
	dst, groups := b.region("dst", num(0), machine.Output), b.region("groups", num(0), machine.Input)
	room, listed, done, rest := b.NewSym("room").Times(1), b.NewSym("listed").Times(1), b.NewSym("done").Times(1), b.NewSym("rest").Times(1)
	dst.Size, groups.Size = room.Mul(size), rest.Plus(1).Mul(16)
	b.SetArg("room", room)
	b.SetArg("n", rest.Plus(1))
	for _, name := range []string{"where", "g0", "g1", "g2"} {
		if c.Func.Param(name) != nil {
			b.SetArgBits(name, c.G.Vars(64))
		}
	}
	// Which registers have the number of moves, the room less 64, the next group and the groups that are left.
	moves, limit, next := "DI", "CX", "DX"
	if c.Name == "listPieces" && !c.AVX512 {
		moves, limit, next = "R8", "DX", "BX"
		b.Frame().Garbage = true
	}
	return b.induct(map[string]*machine.Cut{"group": cut(func() {
		left := rest
		if c.Name == "listMoves" {
			left = rest.Plus(1)
			b.Set("BX", groups.Pointer(done.Add(left).Mul(16)))
		} else {
			b.Set(count, left)
		}
		dst.Size, groups.Size = room.Mul(size), done.Add(left).Mul(16)
		b.Set(moves, listed)
		b.Set(limit, room.Plus(-64))
		b.Set(next, groups.Pointer(done.Mul(16)))
	}, func(first bool) error {
		at := groups.Pointer(done.Plus(1).Mul(16))
		if first {
			at = groups.Pointer(num(0))
		}
		if got, _ := b.Get(next); !got.Equal(at) {
			return fmt.Errorf("the next group is at %v, expected %v", got, at)
		}
		if got, _ := b.Get(limit); !got.Equal(room.Plus(-64)) {
			return fmt.Errorf("the limit is %v", got)
		}
		if err := b.must(moves, plain); err != nil || c.Name == "listPieces" {
			return err
		}
		return b.must("BX", func(x machine.Num) machine.Num { return x.Sub(at).Plus(-16) })
	})})
}

// listMoves2 proves the AVX2 kernel, which first keeps the groups that have moves, at most 18, in its frame.
func (c *Case) listMoves2() error {
	b := c.bounds()
	b.Frame().Garbage = true
	frame := b.Frame().Pointer
	dst, groups := b.region("dst", num(0), machine.Output), b.region("groups", num(0), machine.Input)
	room, listed := b.NewSym("room").Times(1), b.NewSym("listed").Times(1)
	kept, skipped, rest := b.NewSym("kept").Times(1), b.NewSym("skipped").Times(1), b.NewSym("rest").Times(1)
	first := b.NewNumber("n", 17).Plus(1)
	dst.Size, groups.Size = room.Mul(2), first.Mul(16)
	b.SetArg("room", room)
	b.SetArg("n", first)
	b.SetArgBits("where", c.G.Vars(64))
	limits := func(all machine.Num) {
		b.AssumeAtLeast(num(18).Sub(all))
		dst.Size, groups.Size = room.Mul(2), all.Mul(16)
	}
	top := frame(num(288))
	return b.induct(map[string]*machine.Cut{
		"keep": cut(func() {
			all := kept.Add(skipped).Add(rest).Plus(1)
			limits(all)
			b.Set("CX", room.Plus(-64))
			b.Set("DX", groups.Pointer(kept.Add(skipped).Mul(16)))
			b.Set("BX", groups.Pointer(all.Mul(16)))
			b.Set("R8", frame(kept.Mul(16)))
			b.Set("R9", c.G.Vars(64))
		}, func(bool) error {
			at, _ := b.Get("DX")
			offset := at.Sub(groups.Pointer(num(0)))
			if err := b.must("BX", func(x machine.Num) machine.Num { return x.Sub(at).Plus(-16) }, func(x machine.Num) machine.Num {
				return groups.Pointer(num(288)).Sub(x)
			}); err != nil {
				return err
			}
			return b.must("R8", func(x machine.Num) machine.Num { return x.Sub(frame(num(0))) }, func(x machine.Num) machine.Num {
				return offset.Sub(x.Sub(frame(num(0))))
			})
		}),
		"group": cut(func() {
			all := kept.Add(rest).Plus(1)
			limits(all)
			b.Set("CX", room.Plus(-64))
			b.Set("DI", listed)
			b.Set("DX", frame(kept.Mul(16)))
			b.Set("BX", frame(all.Mul(16)))
			b.Set("R8", c.G.Vars(64))
		}, func(bool) error {
			at, _ := b.Get("DX")
			if err := b.must("DI", plain); err != nil {
				return err
			}
			return b.must("BX", func(x machine.Num) machine.Num { return x.Sub(at).Plus(-16) }, func(x machine.Num) machine.Num { return top.Sub(x) })
		}),
	})
}

// rowStream proves the kernel that collects rows of up to 32 positions. A position has at most 160 rows, and up to 64 of knights.
func (c *Case) rowStream() error {
	b := c.bounds()
	block := b.region("block", num(11200), machine.Scratch)
	block.Garbage = true
	b.region("stream", num(9664), machine.Scratch).Garbage = true
	b.region("black", num(32), machine.Input)
	i, p, rest := b.NewSym("i").Times(1), b.NewSym("p").Times(1), b.NewSym("rest").Times(1)
	entries, knights := b.NewSym("entries").Times(1), b.NewSym("knights").Times(1)
	start := b.NewNumber("start", 32)
	b.SetArg("i", start)
	b.SetArg("n", num(32))
	return b.induct(map[string]*machine.Cut{"position": cut(func() {
		b.AssumeAtLeast(num(32).Sub(i).Sub(p).Sub(rest))
		b.AssumeAtLeast(p.Mul(64).Sub(knights))
		b.AssumeAtLeast(num(64 * 32).Sub(knights)) // follows from those before
		b.Set("BX", i.Add(p))
		b.Set("SI", entries)
		b.Set("R9", knights.Plus(3072))
		b.Put(b.Args(), num(32), i.Add(p).Add(rest))
	}, func(first bool) error {
		at, most := i.Add(p).Plus(1), p.Plus(1).Mul(64)
		if first {
			at, most = start, num(0)
		}
		if got, _ := b.Get("BX"); !got.Equal(at) {
			return fmt.Errorf("the next position is %v, expected %v", got, at)
		}
		if err := b.must("SI", plain); err != nil {
			return err
		}
		return b.must("R9", func(x machine.Num) machine.Num { return x.Plus(-3072) }, func(x machine.Num) machine.Num { return most.Sub(x.Plus(-3072)) })
	})})
}

// rowMoves proves the kernel that lists the moves of up to 1184 rows, with room for eight moves for each row, if each entry of the stream has a
// row of the block and a code.
func (c *Case) rowMoves() error {
	b := c.bounds()
	c.bound("entries with a row and a code")
	b.region("block", num(11200), machine.Input)
	stream, dst := b.region("stream", num(9664), machine.Scratch), b.region("dst", num(0), machine.Output)
	row, rest, moves := b.NewSym("row").Times(1), b.NewSym("rest").Times(1), b.NewSym("moves").Times(1)
	limit := func(at machine.Num) {
		entry := b.Initial(stream, at.Mul(4), 4)
		b.Limit(entry[:16], 5119)
		b.Limit(entry[16:], 16*255)
	}
	n := b.NewNumber("n", 1183).Plus(1)
	b.SetArg("n", n)
	limit(num(0))
	limit(row)
	return b.induct(map[string]*machine.Cut{"row": cut(func() {
		b.AssumeAtLeast(row.Mul(8).Sub(moves))
		b.AssumeAtLeast(num(1183).Sub(row).Sub(rest))
		dst.Size = row.Add(rest).Plus(1).Mul(16)
		b.Set("BX", row.Add(rest).Plus(1))
		b.Set("SI", row)
		b.Set("DI", moves)
	}, func(first bool) error {
		at := row.Plus(1)
		if first {
			at = num(0)
		}
		if got, _ := b.Get("SI"); !got.Equal(at) {
			return fmt.Errorf("the next row is %v, expected %v", got, at)
		}
		if err := b.must("BX", func(x machine.Num) machine.Num { return x.Sub(at).Plus(-1) }, func(x machine.Num) machine.Num { return num(1184).Sub(x) }); err != nil {
			return err
		}
		return b.must("DI", plain, func(x machine.Num) machine.Num { return at.Mul(8).Sub(x) })
	})})
}

// listRows proves the kernel that lists the moves of rows. It expands the rows of up to 64 positions to at most 4096 moves, and
// may write up to 63 words after them.
func (c *Case) listRows() error {
	const positions, most, rows = 64, 4096, 160 // rows of a position
	b := c.bounds()
	c.bound("at most %d moves", most)
	dst, block := b.region("dst", num(0), machine.Output), b.region("rows", num(7808), machine.Input)
	b.region("bytes", num(6*(most+128)), machine.Scratch).Garbage = true
	b.region("black", num(positions), machine.Input)
	start := b.NewNumber("start", positions-1)
	rest, listed, moves := b.NewSym("rest").Times(1), b.NewSym("listed").Times(1), b.NewSym("moves").Times(1)
	row, rowsLeft := b.NewSym("row").Times(1), b.NewSym("rest").Times(1)
	move, movesLeft := b.NewSym("move").Times(1), b.NewSym("rest").Times(1)
	b.SetArg("i", start)
	b.SetArg("n", b.NewNumber("n", positions))
	from, position := "", 0
	equal := func(register string, want machine.Num) error {
		if got, bits := b.Get(register); bits != nil || !got.Equal(want) {
			return fmt.Errorf("%s is %v, expected %v", register, got, want)
		}
		return nil
	}
	below := func(most machine.Num) func(x machine.Num) machine.Num {
		return func(x machine.Num) machine.Num { return most.Sub(x) }
	}
	above := func(least machine.Num) func(x machine.Num) machine.Num {
		return func(x machine.Num) machine.Num { return x.Sub(least) }
	}
	return b.induct(map[string]*machine.Cut{
		"rows": {Cases: positions, State: func(i int) {
			from, position = "rows", i
			at := num(int64(i))
			b.AssumeAtLeast(at.Mul(rows).Sub(listed))
			b.AssumeAtLeast(num(positions - 1).Sub(at).Sub(rest))
			b.Set("BX", at)
			b.Set("R10", block.Pointer(at.Mul(64)))
			b.Set("SI", listed)
			b.Put(b.Args(), num(40), at.Add(rest).Plus(1))
		}, Check: func(bool) error {
			at := start
			if from == "rows" {
				at = num(int64(position + 1))
			}
			return errors.Join(equal("BX", at), equal("R10", block.Pointer(at.Mul(64))), b.must("BX", below(num(positions-1))),
				b.must("SI", plain, below(at.Mul(rows))))
		}},
		"expand": cut(func() {
			from = "expand"
			b.AssumeAtLeast(num(rows*positions - 1).Sub(row).Sub(rowsLeft))
			b.AssumeAtLeast(num(most).Sub(moves)) // moves only grow up to all
			b.Set("CX", row)
			b.Set("SI", row.Add(rowsLeft).Plus(1))
			b.Set("DX", moves)
		}, func(bool) error {
			at, before := num(0), num(0)
			if from == "expand" {
				at, before = row.Plus(8), moves
			}
			return errors.Join(equal("CX", at), b.must("SI", above(at.Plus(1)), below(num(rows*positions))), b.must("DX", above(before)))
		}),
		"finish": cut(func() {
			from = "finish"
			b.AssumeAtLeast(num(most - 1).Sub(move).Sub(movesLeft))
			dst.Size = move.Add(movesLeft).Plus(1 + 63).Mul(2)
			b.Set("BX", move)
			b.Set("DX", move.Add(movesLeft).Plus(1))
		}, func(bool) error {
			if from == "finish" {
				return errors.Join(equal("BX", move.Plus(64)), equal("DX", b.Now(move.Add(movesLeft).Plus(1))), b.must("DX", above(move.Plus(65))))
			}
			return errors.Join(equal("BX", num(0)), b.must("DX", above(num(1))))
		}),
	})
}

// appendPieces proves the kernel that adds the features of pieces, sixteen at a time, after at most 1024 others of each side.
func (c *Case) appendPieces() error {
	const white, black = 120, 6392 // the features of each side, with room for 1568
	b := c.bounds()
	c.bound("at most 1024 features before")
	work := b.region("work", num(15552), machine.Scratch)
	work.Garbage = true
	for _, at := range []int64{104, 112} {
		b.Put(work, num(at), b.NewNumber("features", 1024))
	}
	done, pieces := b.NewNumber("done", 63), b.NewNumber("pieces", 64)
	before := [2]machine.Num{b.NewNumber("white", 1024), b.NewNumber("black", 1024)}
	return b.induct(map[string]*machine.Cut{"sixteen": cut(func() {
		b.Set("SI", done)
		b.Set("DX", pieces)
		b.Set("CX", work.Pointer(before[0].Add(done).Mul(4).Plus(white)))
		b.Set("BX", work.Pointer(before[1].Add(done).Mul(4).Plus(black)))
	}, func(bool) error {
		at, _ := b.Get("SI")
		if _, bits := b.Get("DX"); bits != nil {
			b.Set("DX", b.Count(bits))
		}
		first := func(x machine.Num, at0 int64) machine.Num { return x.Sub(at.Mul(4)).Sub(work.Pointer(num(at0))) }
		return errors.Join(b.must("SI", plain, num(63).Sub), b.must("DX", plain, num(64).Sub),
			b.must("CX", func(x machine.Num) machine.Num { return first(x, white) }, func(x machine.Num) machine.Num { return num(4096).Sub(first(x, white)) }),
			b.must("BX", func(x machine.Num) machine.Num { return first(x, black) }, func(x machine.Num) machine.Num { return num(4096).Sub(first(x, black)) }))
	})})
}

// numberPairs proves the kernels that turn lists of pairs into features, if each pair has at most 22 bits and a row.
func (c *Case) numberPairs() error {
	const rows = 1 << 20
	b := c.bounds()
	c.bound("pairs of 22 bits, %d rows", rows)
	b.region("first", num(8<<10), machine.Input)
	to := b.region("to", num(4<<10), machine.Input)
	b.region("rows", num(8*rows), machine.Input)
	done, rest := b.NewSym("done").Times(1), b.NewSym("rest").Times(1)
	white, black := b.NewSym("white").Times(1), b.NewSym("black").Times(1)
	type list struct {
		label, end    string
		from, n, most int64
	}
	lists, size, param := []list{{"pairs", "SI", 0, 2112, 512}}, int64(4240), "list"
	if c.Name == "numberDeltas" {
		lists, size, param = []list{{"removed", "R10", 0, 896, 96}, {"added", "SI", 448, 904, 96}}, 1824, "deltas"
	}
	b.region("dst", num(size), machine.Output)
	pairs := b.region(param, num(2120), machine.Input)
	cuts := map[string]*machine.Cut{}
	for _, l := range lists {
		b.SetPointer(pairs, l.n, b.NewNumber("n", l.most))
		place := func(at machine.Num) machine.Num { return pairs.Pointer(at.Mul(4).Plus(l.from)) }
		pair := b.Initial(pairs, done.Mul(4).Plus(l.from), 4)
		cuts[l.label] = cut(func() {
			b.AssumeAtLeast(num(l.most - 1).Sub(done).Sub(rest))
			b.AssumeAtLeast(done.Sub(white))
			b.AssumeAtLeast(done.Sub(black))
			b.AssumeAtLeast(num(l.most - 1).Sub(white)) // follow from those before
			b.AssumeAtLeast(num(l.most - 1).Sub(black))
			b.Set("R9", place(done))
			b.Set(l.end, place(done.Add(rest).Plus(1)))
			b.Set("DI", white)
			b.Set("R8", black)
			b.Limit(pair[12:], 1<<10-1)
			turned := b.Initial(to, b.Count(pair[12:].Extend(64)).Mul(4), 4)
			b.Limit(c.G.Xors(pair, turned), rows-1)
		}, func(bool) error {
			at := done.Plus(1)
			if got, _ := b.Get("R9"); got.Equal(place(num(0))) {
				at = num(0)
			} else if !got.Equal(place(at)) {
				return fmt.Errorf("the next pair is at %v, expected %v", got, place(at))
			}
			for _, register := range []string{"DI", "R8"} {
				if err := b.must(register, plain, func(x machine.Num) machine.Num { return at.Sub(x) }); err != nil {
					return err
				}
			}
			return b.must(l.end, func(x machine.Num) machine.Num { return x.Sub(place(at)).Plus(-4) }, func(x machine.Num) machine.Num {
				return place(num(l.most)).Sub(x)
			})
		})
	}
	return b.induct(cuts)
}

// twoPly proves the kernels that count two plies on up to four blocks, in phases, and one on arm64. An iteration of a phase stays inside the
// blocks up to its own, and writes no board of the first.
func (c *Case) twoPly() error {
	const stride, boards, room = 76608, 4*64*8 + 64, 19008
	b := c.bounds()
	b.Plain = true
	blocks := b.region("blocks", num(stride), machine.Scratch)
	blocks.Garbage, blocks.From = true, num(boards)
	b.SetArgBits("least", c.G.Vars(64))
	if c.Func.Words != nil {
		b.bound("one block")
		b.SetArg("n", num(1))
		return b.induct(nil)
	}
	scratch := int64(room + 4096)
	if c.AVX512 {
		scratch = room + 8192
	}
	done, rest := b.NewNumber("done", 3), b.NewNumber("rest", 3)
	b.SetArg("n", b.NewNumber("n", 3).Plus(1))
	cuts := map[string]*machine.Cut{}
	for label := range c.Func.Labels {
		if !strings.HasPrefix(label, "phase") {
			continue
		}
		cuts[label] = cut(func() {
			blocks.Size = done.Plus(1).Mul(stride)
			b.Put(b.Args(), num(8), done.Add(rest).Plus(1))
			b.Set("AX", blocks.Pointer(done.Mul(stride)))
			b.Set("CX", blocks.Pointer(done.Mul(stride).Plus(scratch)))
			b.Set("BX", rest.Plus(1))
		}, func(bool) error {
			n := b.At(b.Args(), num(8))
			left, _ := b.Get("BX")
			for name, at := range map[string]int64{"AX": 0, "CX": scratch} {
				if got, want := first(b.Get(name)), blocks.Pointer(n.Sub(left).Mul(stride).Plus(at)); !got.Equal(want) {
					return fmt.Errorf("%s is %v, expected %v", name, got, want)
				}
			}
			return b.must("BX", func(x machine.Num) machine.Num { return x.Plus(-1) }, func(x machine.Num) machine.Num { return n.Sub(x) })
		})
	}
	return b.induct(cuts)
}

func first(x machine.Num, _ aig.Bits) machine.Num { return x }
