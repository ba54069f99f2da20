package movegen

import (
	"fmt"
	"slices"
	"unsafe"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/koggestone/koggestone/asm/emit"
	"github.com/koggestone/koggestone/internal/layout"
)

// twoPly emits the kernel that counts two plies at once, with ranks in registers.
// TWOPLY.md in the library explains the method and its rules.
//
// The kernel runs in phases. Each phase returns its results for later phases in a struct: rules,
// replies, simpleMoves, spans, weights. Only the board and the sums live from the first phase to the
// last. Between phases all sets are in memory. This memory need not be freed by hand, because it is
// assigned when the kernel is complete, from the first and the last instruction that use a set.
type twoPly struct {
	*legalMoves
	block  Mem           // the current block
	left   reg.GPVirtual // number of blocks left in the phase
	phases int
	rays   *rayRoom // nil unless the corrections are a loop over directions

	// The board and its legal moves, from the first phases.
	legal                               [layout.MoveSets]emit.Ranks // after choose without the simple moves
	empty, own, them                    emit.Ranks
	ownKing, ownKnights, ownPawns       emit.Ranks
	theirKing, theirKnights, theirPawns emit.Ranks
	ownSliders, theirSliders            [2]emit.Ranks
	line, checkers, mask                emit.Ranks

	// The sums of each board. The number of replies to simple moves is
	//
	//	base * count + plus - minus + rows
	base        words    // replies if the own side passed
	count       words    // simple moves
	plus, minus words    // corrections
	rows        [5]words // visits times weights, by the plane of visits; on AVX2 by ranks, in two rows
}

// twoPlies emits the kernel. It runs each phase for all blocks before it starts the next one. A
// single phase fits in the instruction caches, but the whole code does not, and fetching it would
// take longer than running it.
func twoPlies(v *emit.ISA, endings bool) {
	name, boards := "twoPly"+v.Name, ""
	if endings {
		name, boards = "twoPlyEndings"+v.Name, " All boards are rook endings."
	}
	emit.Kernel(name, "func(blocks *[4][64]uint64, n, least int)")
	Doc(fmt.Sprintf("%s sets the other fields of n layout.TwoPlyBlocks by their boards. blocks is the first field of the first block. For board i of a block, 0 <= i < %d, it computes the number of replies to the simple moves (see TWOPLY.md), and stores set k of the moves that are not simple in element %d k + i of the sets. For odd boards only the flag is valid. If a block is estimated to have fewer than least moves, it is counted one ply after the other.%s",
		name, v.Bytes, v.Bytes, boards))
	block, room := emit.Argument("blocks"), GP64()
	LEAQ(Mem{Base: block, Disp: twoPlyAt("Room")}, room)
	c := newLegalMovesIn(v, v.RoomAt(Mem{Base: room}, len(twoPlyBlock.Room)*64/v.Bytes))
	c.endings = endings
	if v != emit.NEON {
		c.AssignLater(1)
	}
	p := &twoPly{legalMoves: c, block: Mem{Base: block}, left: GP64()}
	if v == emit.AVX2 && !endings { // for rook endings, the loop would be no shorter
		p.rays = newRayRoom(c)
	}
	p.begin(allBlocks, "legal moves: pins and checks")
	p.legalSets()
	p.estimate()
	p.next(twoPlyBlocks, "attacks")
	rules, replies := p.judge()
	p.next(twoPlyBlocks, "targets of simple moves")
	simple := p.choose(rules, replies)
	p.next(onePlyBlocks, "no simple moves")
	for _, m := range simple.knights {
		if m != nil {
			v.Store(v.Broadcast(0), m.(Mem))
		}
	}
	p.next(allBlocks, "sets to play")
	p.rest(simple)
	p.turnBoards()
	p.next(twoPlyBlocks, "squares along rays")
	spans := p.measure(simple)
	p.next(twoPlyBlocks, "weights")
	weights := p.weigh(replies, spans)
	p.next(twoPlyBlocks, "moves by square")
	p.total(simple, spans, weights)
	p.next(twoPlyBlocks, "corrections")
	p.correct(simple, replies, spans)
	p.next(twoPlyBlocks, "sums")
	p.store(p.block.Offset(twoPlyAt("Sums")))
	p.end()
	emit.Finish()
}

// A blockSet says which blocks a phase processes.
type blockSet int

const (
	allBlocks blockSet = iota
	twoPlyBlocks
	onePlyBlocks
)

// begin starts the named phase. Between phases all sets are in memory.
func (p *twoPly) begin(blocks blockSet, name string) {
	Load(Param("n"), p.left)
	p.phases++
	Comment("Phase: " + name + ".")
	Label(fmt.Sprintf("phase%d", p.phases))
	if blocks == allBlocks {
		return
	}
	CMPQ(p.block.Offset(twoPlyAt("OnePly")), U8(0))
	if blocks == twoPlyBlocks {
		JNE(LabelRef(fmt.Sprintf("skip%d", p.phases)))
	} else {
		JEQ(LabelRef(fmt.Sprintf("skip%d", p.phases)))
	}
}

func (p *twoPly) end() {
	Label(fmt.Sprintf("skip%d", p.phases))
	const stride = unsafe.Sizeof(twoPlyBlock)
	move := func(bytes Op) {
		ADDQ(bytes, p.block.Base)
		p.Move(bytes)
	}
	move(I32(stride))
	DECQ(p.left)
	JNZ(LabelRef(fmt.Sprintf("phase%d", p.phases)))
	back := emit.Argument("n")
	IMUL3Q(I32(-int32(stride)), back, back)
	move(back)
}

// next ends the current phase and starts another. The NEON kernel has only one phase.
func (p *twoPly) next(blocks blockSet, name string) {
	if p.V == emit.NEON {
		return
	}
	p.end()
	p.begin(blocks, name)
}

// legalSets finds the legal moves in the same way as sets, and keeps the sets that later steps
// need.
func (p *twoPly) legalSets() {
	c, out := p.legalMoves, twoPlySink{p}
	planes := func(name string) Mem { return p.block.Offset(slices.Index(boardParams, name) * 8 * 64) }
	c.asPieces, c.played, c.theyCastle = true, true, !c.endings
	c.load(planes, p.block.Offset(twoPlyAt("Black")))
	c.sort()
	if c.endings {
		c.oddCastlers = c.Keep(p.V.Broadcast(0))
	}
	c.countKings()
	c.axes()
	c.leapers()
	c.king(out)
	c.restrict()
	p.next(allBlocks, "legal moves: targets")
	c.sliders(out)
	c.knights(out)
	c.pawns(out)
	c.Apart = false // fills also start from empty squares

	p.empty, p.own = inMemory(c.empty), inMemory(c.own)
	p.ownKing, p.ownKnights, p.ownPawns = inMemory(c.ours.king), inMemory(c.ours.knights), inMemory(c.ours.pawns)
	p.theirKing, p.theirKnights, p.theirPawns = inMemory(c.theirs.king), inMemory(c.theirs.knights), inMemory(c.theirs.pawns)
	for kind := range 2 {
		p.ownSliders[kind], p.theirSliders[kind] = inMemory(c.ours.sliders[kind]), inMemory(c.theirs.sliders[kind])
	}
	p.line, p.checkers, p.mask = inMemory(c.line), inMemory(c.checkers), inMemory(c.mask)
}

// twoPlySink keeps the sets of legal moves, rank by rank.
type twoPlySink struct{ p *twoPly }

func (s twoPlySink) put(set layout.MoveSet, r int, x emit.Vec) { s.p.legal[set][r] = s.p.Keep(x) }

func (s twoPlySink) end(...layout.MoveSet) {}

// estimate sets OnePly if it is cheaper to count one ply after the other, because the boards of
// the block have fewer than least moves. The number of moves is estimated as
//
//	5 * sliders + 4 * knights + pawns + 3, or 3 in check
//
// Queens count as two sliders.
func (p *twoPly) estimate() {
	v := p.V
	count := func(sets ...emit.Ranks) emit.Vec {
		return p.popcounts(func(r int) (x []formula) {
			for _, s := range sets {
				x = append(x, at(s, r))
			}
			return x
		})
	}
	sliders := count(p.ownSliders[0], p.ownSliders[1])
	fours := sliders
	if !p.endings {
		fours = v.AddBytes(fours, count(p.ownKnights))
	}
	fours = v.AddBytes(fours, fours)
	moves := v.AddBytes(v.AddBytes(fours, fours), v.AddBytes(sliders, count(p.ownPawns)))
	moves = v.AddBytes(v.And(moves, p.noCheck), v.BroadcastByte(3))
	sum := v.Vec()
	VPSADBW(v.Broadcast(0), moves, sum)
	half, low := YMM(), XMM()
	if v.Wide() {
		VEXTRACTI64X4(U8(1), sum, half)
		VPADDQ(sum.AsY(), half, half)
	} else {
		half = sum
	}
	VEXTRACTI128(U8(1), half, low)
	VPADDQ(half.AsX(), low, low)
	high := XMM()
	VPSRLDQ(U8(8), low, high)
	VPADDQ(low, high, high)
	all, onePly := GP64(), GP64()
	VMOVQ(high, all)
	XORL(onePly.As32(), onePly.As32())
	CMPQ(all, emit.WordParam("least"))
	SETLT(onePly.As8())
	MOVQ(onePly, p.block.Offset(twoPlyAt("OnePly")))
}

// rest stores the sets of moves that are not simple, the flags, and which boards have
// moves in each set.
func (p *twoPly) rest(s *simpleMoves) {
	v := p.V
	free, simple := p.moved(p.legal[layout.FreeKnights]), p.moved(s.knights)
	fill := func(group layout.RestGroup, x formula) {
		if v == emit.NEON {
			return
		}
		v.StoreBits(v.Eval(x), p.block.Offset(twoPlyAt("Filled")+8*int(group)))
	}
	put := func(set layout.MoveSet, group, promotes layout.RestGroup, rank func(r int) formula) {
		var x [8]emit.Vec
		var any emit.Vec
		exists := false
		for r := range x {
			exists = exists || !rank(r).IsNone()
		}
		if !exists && v != emit.NEON {
			empty := emit.Zero()
			MOVQ(empty, p.block.Offset(twoPlyAt("Filled")+8*int(group)))
			if group == layout.RestShort {
				MOVQ(empty, p.block.Offset(twoPlyAt("Filled")+8*int(layout.RestLong)))
			}
			return
		}
		for r := range x {
			x[r] = v.Eval(rank(r))
			if r == 7 && promotes != 0 {
				fill(promotes, emit.Set(x[r]))
			} else if !rank(r).IsNone() {
				v.Join(&any, x[r])
			}
		}
		moves := any
		if promotes != 0 {
			moves = v.Or(any, x[7])
		}
		switch group {
		case layout.RestGroups:
		case layout.RestShort:
			fill(layout.RestShort, emit.Set(x[0]).And(p.byteOf(0x80)))
			fill(layout.RestLong, emit.Set(x[0]).And(p.byteOf(0x01)))
		default:
			fill(group, emit.Set(any))
		}
		// Often no board of the block has moves in the set. The set is then not read, so it
		// need not be stored. PawnBeside is read for other reasons.
		if skip := fmt.Sprintf("set%d", set); group != layout.RestGroups {
			p.unlessAny(skip, moves)
			defer p.label(skip)
		}
		v.Unslice(x, p.block.Offset(twoPlyAt("Sets")+int(set)*8*v.Bytes))
	}
	legal := func(set layout.MoveSet, group, promotes layout.RestGroup) {
		put(set, group, promotes, func(r int) formula { return at(p.legal[set], r) })
	}
	for d := range 8 {
		legal(layout.SliderTargets+layout.MoveSet(d), layout.RestSliders+layout.RestGroup(d), 0)
	}
	legal(layout.KingTargets, layout.RestKing, 0)
	legal(layout.CastlingRooks, layout.RestShort, 0)
	legal(layout.PawnPushes, layout.RestPushes, layout.RestPromotions)
	legal(layout.PawnDoubles, layout.RestDoubles, 0)
	legal(layout.PawnEast, layout.RestEast, layout.RestPromotionsEast)
	legal(layout.PawnWest, layout.RestWest, layout.RestPromotionsWest)
	legal(layout.PawnBeside, layout.RestGroups, 0)
	for d, jump := range jumps {
		dr, df := jump[0], jump[1]
		put(layout.RestKnights+layout.MoveSet(d), layout.RestJumps+layout.RestGroup(d), 0, func(r int) formula {
			return at(free[df], r-dr).And(at(p.legal[layout.PieceTargets], r)).Without(at(simple[df], r-dr).And(at(s.knightTo, r)))
		})
	}
	flag := func(i int) Mem { return p.block.Offset(twoPlyAt("Flags") + 8*i) }
	v.StoreBits(v.Eval(emit.Set(p.rare).Or(at(p.legal[layout.PawnBeside], 3))), flag(layout.SpecialFlag))
	v.StoreBits(v.Load(p.rare), flag(layout.RareFlag))
	v.StoreBits(v.Eval(emit.Set(p.odd).Or(emit.Set(p.oddCastlers))), flag(layout.OddFlag))
}

// turnBoards stores the boards with the own pawns going north, position by position.
func (p *twoPly) turnBoards() {
	v := p.V
	zero, one := v.Broadcast(0), v.Broadcast(1)
	same, seven := v.Load(samePlaces()), v.BroadcastByte(7)
	for i := 0; i < v.Bytes; i += v.Words() {
		at := func(offset int) Mem { return p.block.Offset(offset + 8*i) }
		black := v.Vec()
		VPMOVZXBQ(p.block.Offset(twoPlyAt("Black")+i), black)
		black = v.Pick(VPSUBQ, VPSUBQ, zero, v.And(black, one))
		v.Store(black, at(twoPlyAt("Sides")))
		turn := v.Xor(v.And(black, seven), same)
		var g [4]emit.Vec
		for k := range g {
			g[k] = v.Pick(VPSHUFB, VPSHUFB, v.Load(at(k*8*64)), turn)
		}
		g[3] = v.And(g[3], v.Or3(v.CopyOf(g[0]), g[1], g[2]))
		for k, x := range g {
			v.Store(x, at(twoPlyAt("North")+k*8*64))
		}
	}
}
