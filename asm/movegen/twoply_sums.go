package movegen

import (
	"slices"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"

	"github.com/koggestone/koggestone/asm/emit"
)

// words are 16-bit sums in memory, first for the even bytes and then for the odd bytes.
type words [2]Mem

// split returns the even and the odd bytes of x as words.
func (p *twoPly) split(x emit.Vec) (w [2]emit.Vec) {
	v := p.V
	w[0] = v.And(x, v.Broadcast(0x00ff00ff00ff00ff))
	w[1] = v.ShiftWords(x, -8)
	return w
}

// addBytes adds the bytes of x, counted 1 << shift times.
func (p *twoPly) addBytes(w *words, x emit.Vec, shift int) {
	v := p.V
	for i, y := range p.split(x) {
		if shift > 0 {
			y = v.ShiftWords(y, shift)
		}
		p.addWord(w, i, y)
	}
}

// addWord adds x to half i of w.
func (p *twoPly) addWord(w *words, i int, x emit.Vec) {
	if w[i].Base == nil {
		w[i] = p.Keep(x)
	} else {
		p.V.Store(p.V.AddWords(x, w[i]), w[i])
	}
}

// spans contains numbers of squares along each direction, in three bits. The phase measure fills it
// in.
type spans struct {
	lengths [8][3]emit.Ranks // how far their sliders could reach beyond a square: len in TWOPLY.md
	counts  [8][3]emit.Ranks // how many simple targets are beyond a square
}

// measure counts squares along rays.
func (p *twoPly) measure(s *simpleMoves) *spans {
	v, n := p.V, new(spans)
	open := p.keep(func(r int) formula { return at(p.them, r).Not() })
	if p.rays != nil {
		for r := range 8 {
			p.copyAlong(at(p.empty, r), rayEmpty, p.rays.directions[0], r)
			p.copyAlong(at(p.empty, r), rayEmpty, p.rays.directions[0]^4, r)
		}
	}
	for _, d := range p.directions() {
		dr, df := ahead[d], aside[d]
		for _, what := range []struct {
			targets emit.Ranks
			n       *[3]emit.Ranks
			set     raySet
		}{{open, &n.lengths[d], rayLengths}, {s.sliders[d], &n.counts[d], rayCounts}} {
			if dr == 0 {
				for r := range 8 {
					through := emit.Set(v.Eval(at(p.empty, r).Moved(-df)))
					step := at(what.targets, r).Moved(-df)
					var steps []formula
					for range 7 {
						if step.IsNone() {
							break
						}
						x := v.Eval(step)
						steps = append(steps, emit.Set(x))
						step = emit.Set(x).Moved(-df).And(through)
					}
					for k, e := range v.Sum(p.Room, 3, steps) {
						what.n[k][r] = p.keepOne(e)
					}
				}
				continue
			}
			for i := range 7 {
				r := 6 - i
				if dr < 0 {
					r = i + 1
				}
				var y [3]formula
				for k := range y {
					y[k] = at(p.empty, r+dr).And(at(what.n[k], r+dr)).Moved(-df)
					if !y[k].IsNone() {
						y[k] = emit.Set(v.Eval(y[k]))
					}
				}
				t := at(what.targets, r+dr).Moved(-df)
				if t.IsNone() {
					continue
				}
				t = emit.Set(v.Eval(t))
				for k, e := range []formula{t.Xor(y[0]), y[1].Xor(t.And(y[0])), y[2].Xor(y[1].And(t).And(y[0]))} {
					what.n[k][r] = p.keepAlong(e, what.set+raySet(k), d, r)
				}
			}
		}
	}
	return n
}

// weights is H of TWOPLY.md: what changes if a simple move leaves a square or arrives there. It has
// six bits and a sign. On squares without an own piece it is the complement.
type weights [7]emit.Ranks

// weigh returns the weights, and adds the moves of their pieces to base. A square has at most 31
// of freed or captures: a queen has 27 moves, the four axes of a square gain at most six moves
// each, and eight sliders, eight knights and two promoting pawns attack a square 24 times. So a
// sign and five more bits are enough for the differences and their complements.
func (p *twoPly) weigh(b *replies, n *spans) *weights {
	v, weight := p.V, new(weights)
	to, from := shifts{}, p.moved(b.knights)
	if !p.endings {
		nothers := p.keep(func(r int) formula { return at(p.them, r).Not() })
		to = p.moved(nothers)
	}
	var bases [5]tally
	for k := range bases {
		bases[k].c = p.legalMoves
	}
	const rank6, rank5 = 5, 4
	before := func(r int) formula { return at(b.pushers, r+1) }
	push := func(r int) formula { return before(r).And(at(p.empty, r)) }
	west := func(r int) formula { return at(b.capturers[0], r+1).Moved(-1) }
	east := func(r int) formula { return at(b.capturers[1], r+1).Moved(+1) }
	double := emit.Set(p.Keep(v.Eval(push(rank6).And(at(p.empty, rank5)))))
	for r := range 8 {
		if r == 4 {
			for k := range bases {
				bases[k].save()
			}
			p.next(twoPlyBlocks, "weights, the upper ranks")
		}
		// freed is F and, on the squares of their pieces, also the piece's moves.
		var freed, captures [3][]formula
		for d := range 8 {
			where := at(b.reach[d], r).Without(at(p.them, r)).Or(at(b.sliders[d&3], r))
			if !where.IsNone() {
				where = emit.Set(v.Eval(where))
			}
			for k := range 3 {
				freed[k] = append(freed[k], at(n.lengths[d][k], r).And(where))
			}
			dr, df := jumps[d][0], jumps[d][1]
			freed[0] = append(freed[0], at(b.knights, r).And(at(to[-df], r+dr)))
			captures[0] = append(captures[0], at(b.reach[d], r).And(at(p.them, r)), at(from[df], r-dr).And(at(p.them, r)))
		}
		fill := before(r).Without(at(p.them, r))
		if r == 0 {
			freed[2] = append(freed[2], fill)
		} else {
			freed[0] = append(freed[0], fill)
			freed[0] = append(freed[0], push(r-1))
		}
		freed[0] = append(freed[0], at(b.capturers[0], r).And(at(b.takesWest, r)), at(b.capturers[1], r).And(at(b.takesEast, r)))
		switch r {
		case rank6 + 1:
			freed[0] = append(freed[0], double)
		case rank6:
			freed[0] = append(freed[0], push(rank6).And(double).Or(before(rank6).And(at(p.own, rank6)).And(at(p.empty, rank5))))
		case rank5:
			freed[0] = append(freed[0], double.Or(push(rank6).And(at(p.own, rank5))))
		}
		level := 0
		if r == 0 {
			level = 2
		}
		captures[level] = append(captures[level], west(r), east(r))

		f := v.Sum(p.Room, 5, freed[:]...)
		for k := range f {
			f[k] = emit.Set(p.Keep(v.Eval(f[k])))
			bases[k].add(v.Eval(f[k].And(at(p.them, r))))
			if !v.Wide() {
				bases[k].save()
			}
		}
		y := v.Sum(p.Room, 5, captures[:]...)
		// f - y. On squares without an own piece it is the complement, y - f - 1.
		borrow := emit.None
		other := at(p.own, r).Not()
		for k := range weight {
			a, b := emit.None, emit.None
			if k < len(f) {
				a = f[k]
			}
			if k < len(y) {
				b = y[k]
			}
			if k == len(f) {
				weight[k][r] = p.Keep(v.Eval(borrow.Xor(other)))
				break
			}
			weight[k][r] = p.Keep(v.Eval(emit.Set(v.Eval(a.Xor(b).Xor(borrow))).Xor(other)))
			if b.IsNone() {
				borrow = borrow.Without(a)
			} else {
				borrow = b.Without(a).Or(borrow.And(b.Or(a.Not())))
			}
			borrow = emit.Set(v.Eval(borrow))
		}
	}
	for k := range bases {
		bases[k].save()
		p.addBytes(&p.base, v.Load(bases[k].mem), k)
	}
	// A promotion counts as four moves, so each adds three.
	promotions := p.popcounts(func(r int) []formula {
		if r > 0 {
			return nil
		}
		return []formula{push(0), west(0).And(at(p.own, 0)), east(0).And(at(p.own, 0))}
	})
	p.addBytes(&p.base, promotions, 0)
	p.addBytes(&p.base, promotions, 1)
	return weight
}

// visits is m of TWOPLY.md: how many simple moves leave a square or arrive there.
type visits [5]emit.Ranks

// total counts the simple moves by square, multiplies the counts by the weights, and adds the
// products to the sums.
func (p *twoPly) total(s *simpleMoves, n *spans, weight *weights) {
	v, visited := p.V, new(visits)
	to, from := p.moved(s.knightTo), p.moved(s.knights)
	// How many moves the king has, as a mask for each bit of the number.
	kings := p.popcount(func(r int) formula { return at(s.king, r) })
	var bit [4]formula
	for k := range bit {
		bit[k] = emit.Set(p.Keep(v.ZeroBytes(v.Eval(emit.Set(kings).And(p.byteOf(1 << k))))))
	}
	for r := range 8 {
		var moves [3][]formula
		for d := range 8 {
			mover := at(s.movers[d&3], r)
			moves[0] = append(moves[0], at(s.sliders[d], r).Or(at(n.counts[d][0], r).And(mover)))
			moves[1] = append(moves[1], at(n.counts[d][1], r).And(mover))
			moves[2] = append(moves[2], at(n.counts[d][2], r).And(mover))
			dr, df := jumps[d][0], jumps[d][1]
			moves[0] = append(moves[0], at(s.knightTo, r).And(at(from[df], r-dr)).Or(at(s.knights, r).And(at(to[-df], r+dr))))
		}
		moves[0] = append(moves[0], at(s.king, r), at(s.castling, r),
			at(s.push, r).Or(at(s.push, r+1)),
			at(s.east, r).Or(at(s.east, r+1).Moved(-1)),
			at(s.west, r).Or(at(s.west, r+1).Moved(+1)))
		if r == 3 || r == 1 {
			moves[0] = append(moves[0], at(s.double, 3))
		}
		planes := len(visited)
		if p.endings {
			planes = 4 // a rook has at most 14 moves
		}
		for k, e := range v.Sum(p.Room, planes, moves[:]...) {
			if k < len(bit) {
				e = e.Or(at(p.ownKing, r).Without(bit[k]))
			}
			visited[k][r] = p.keepOne(e)
		}
	}

	p.next(twoPlyBlocks, "products")
	if v == emit.AVX2 {
		p.multiply(s, visited, weight)
		return
	}
	for k, m := range visited {
		if m != (emit.Ranks{}) {
			p.addProducts(k, visited, weight)
		}
	}
	if !p.endings {
		p.addBytes(&p.count, v.PopcountBytes(v.Eval(at(s.castling, 0))), 0)
	}
}

// multiply sets the first two rows to the sums of the products on the lower and the upper
// ranks, and adds up the moves. It transposes the planes of a rank into a byte for each
// file and multiplies bytes. That takes half the instructions of addProducts, because AVX2
// has no popcount. The sums fit in words: there are 32 squares with at most 31 moves and
// weights of at least -32.
func (p *twoPly) multiply(s *simpleMoves, visited *visits, weight *weights) {
	v := p.V
	var moves words // from and to all squares
	for half := range 2 {
		var sums words // of positions 0 to 7 and 8 to 15 of lanes
		for r := 4 * half; r < 4*half+4; r++ {
			var m, w [8]Op
			for k := range visited {
				m[k] = visited[k][r]
			}
			for k := range w {
				w[k] = weight[min(k, 5)][r]
			}
			files := p.files(m)
			factors := p.files(w)
			var all emit.Vec
			for _, x := range files {
				if all == nil {
					all = v.Load(x)
				} else {
					all = v.AddBytes(all, x)
				}
			}
			p.addBytes(&moves, all, 0)
			for i, unpack := range []func(...Op){VPUNPCKLBW, VPUNPCKHBW} {
				for k := 0; k < 8; k += 2 {
					a := v.Pick(unpack, nil, v.Load(files[k]), files[k+1])
					b := v.Pick(unpack, nil, v.Load(factors[k]), factors[k+1])
					p.addWord(&sums, i, v.Pick(VPMADDUBSW, nil, a, b))
				}
			}
		}
		apart := emit.ByteTable("wordsapart", slices.Repeat([]uint8{0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15}, 2))
		low := v.Pick(VPSHUFB, nil, v.Load(sums[0]), apart)
		high := v.Pick(VPSHUFB, nil, v.Load(sums[1]), apart)
		p.rows[half] = words{p.Keep(v.Pick(VPUNPCKLQDQ, nil, low, high)), p.Keep(v.Pick(VPUNPCKHQDQ, nil, low, high))}
	}
	// All moves except castling are counted twice.
	var castling [2]emit.Vec
	if !p.endings {
		castling = p.split(v.PopcountBytes(v.Eval(at(s.castling, 0))))
	}
	for i := range moves {
		n := v.Load(moves[i])
		if castling[i] != nil {
			n = v.SubWords(n, castling[i])
			p.addWord(&p.count, i, castling[i])
		}
		n = v.ShiftWords(n, -1)
		p.addWord(&p.count, i, n)
		p.addWord(&p.plus, i, n) // the weight of a target is a complement, which is 1 too small
	}
}

// files returns one register in memory for each file, where bit k comes from plane k:
// it transposes 8 by 8 bits. A nil plane is empty.
func (p *twoPly) files(planes [8]Op) (x [8]Mem) {
	v := p.V
	var y [8]Op
	copy(y[:], planes[:])
	for _, s := range []struct {
		distance int
		mask     uint8
	}{{4, 0x0f}, {2, 0x33}, {1, 0x55}} {
		mask := v.BroadcastByte(s.mask)
		for k := range 8 {
			a, b := y[k], y[k|s.distance]
			switch {
			case k&s.distance != 0 || a == nil && b == nil:
			case b == nil:
				y[k], y[k|s.distance] = v.And(mask, a), v.And(v.ShiftWords(v.InRegister(a), -s.distance), mask)
			case a == nil:
				panic("a plane without a lower one")
			default:
				low := v.InRegister(a)
				swap := v.And(v.Xor(v.ShiftWords(low, -s.distance), b), mask)
				y[k|s.distance] = v.Xor(swap, b)
				y[k] = v.Xor(v.ShiftWords(swap, s.distance), low)
			}
		}
	}
	for k := range x {
		x[k] = p.Keep(y[k].(emit.Vec))
	}
	return x
}

// addProducts multiplies plane k of visited by all planes of weight and adds the products to row k.
func (p *twoPly) addProducts(k int, visited *visits, weight *weights) {
	v, m := p.V, visited[k]
	n := p.popcount(func(r int) formula { return at(m, r).Without(at(p.own, r)) })
	p.addBytes(&p.count, n, k)
	p.addBytes(&p.plus, n, k) // the weight of a target is a complement, which is 1 too small

	var sums [len(weight)]tally
	for j := range sums {
		sums[j].c = p.legalMoves
	}
	count := v.Popcounter()
	for r := range 8 {
		if m[r] == nil {
			continue
		}
		x := emit.Set(v.Load(m[r].(Mem)))
		for j := range sums {
			sums[j].addCount(count(v.Eval(x.And(at(weight[j], r)))))
		}
	}
	// A byte is at most 64, so two planes can be added together.
	row := &p.rows[k]
	for j := 0; j < 4; j += 2 {
		a, b := sums[j].sum, sums[j+1].sum
		p.addBytes(row, v.AddBytes(v.AddBytes(b, b), a), j)
	}
	p.addBytes(row, sums[4].sum, 4)
	for i, x := range p.split(sums[5].sum) {
		y := v.ShiftWords(x, 5)
		v.Store(v.SubWords(v.Load(row[i]), y), row[i])
	}
}

// correct emits the corrections that TWOPLY.md lists.
func (p *twoPly) correct(s *simpleMoves, b *replies, n *spans) {
	p.addBytes(&p.plus, p.popcounts(func(r int) []formula {
		x := []formula{
			at(s.sliders[0], r).And(at(s.movers[0], r-1).Moved(+1)).And(at(b.capturers[0], r)),
			at(s.sliders[6], r).And(at(s.movers[2], r-1).Moved(-1)).And(at(b.capturers[1], r)),
			at(s.east, r).And(at(b.capturers[0], r)),
			at(s.west, r).And(at(b.capturers[1], r)),
		}
		if r == 3 {
			x = append(x, at(s.double, r).Moved(-1).And(at(b.capturers[1], r)), at(s.double, r).Moved(+1).And(at(b.capturers[0], r)))
		}
		return x
	}), 0)
	p.addBytes(&p.minus, p.popcount(func(r int) formula {
		if r != 5 {
			return emit.None
		}
		return at(s.push, r).And(at(b.pushers, r+1))
	}), 0)
	p.correctSliders(s, b, n)
}

// store writes the sums to dst, as dwords in position order.
func (p *twoPly) store(dst Mem) {
	v := p.V
	var out [2][2]emit.Vec // by parity, and by the low and high words of lanes
	for parity := range out {
		zero := v.Vec()
		v.Clear(zero)
		load := func(w words) emit.Vec { return v.Load(w[parity]) }
		fix := v.SubWords(load(p.plus), load(p.minus))
		one := v.Broadcast(0x0001000100010001)
		for half, unpack := range []func(...Op){VPUNPCKLWD, VPUNPCKHWD} {
			words := func(a, b emit.Vec) emit.Vec { return v.Pick(unpack, unpack, a, b) }
			madd := func(a, b emit.Vec) emit.Vec { return v.Pick(VPMADDWD, VPMADDWD, a, b) }
			sum := madd(words(load(p.count), fix), words(load(p.base), one))
			for k := 0; k < len(p.rows) && p.rows[k][0].Base != nil; k += 2 {
				second := zero
				if k < 4 {
					second = load(p.rows[k+1])
				}
				weights := uint64(1<<k) | uint64(2<<k)<<16
				if v == emit.AVX2 {
					weights = 1 | 1<<16
				}
				sum = v.Pick(VPADDD, VPADDD, sum, madd(words(load(p.rows[k]), second), v.Broadcast(weights|weights<<32)))
			}
			out[parity][half] = sum
		}
	}
	// Byte (lane, q, i) of a rank is position (i, lane, q). The parity is the lowest bit
	// of i, half is q, and the two upper bits of i are in the dword's index.
	for parity := range out {
		q0, q1 := out[parity][0], out[parity][1]
		for upper, pairs := range []emit.Vec{v.Pick(VPUNPCKLDQ, VPUNPCKLDQ, q0, q1), v.Pick(VPUNPCKHDQ, VPUNPCKHDQ, q0, q1)} {
			// Words (lane, i1) become (i1, lane).
			x := v.Vec()
			if v.Wide() {
				VPERMQ(pairs, v.Load(emit.Table("lanesapart", []uint64{0, 2, 4, 6, 1, 3, 5, 7})), x)
			} else {
				VPERMQ(U8(0b11_01_10_00), pairs, x)
			}
			for middle := range 2 {
				at := dst.Offset((upper<<2 | middle<<1 | parity) * v.Bytes / 2)
				switch {
				case v.Wide() && middle == 0:
					VMOVDQU(x.AsY(), at)
				case v.Wide():
					VEXTRACTI64X4(U8(1), x, at)
				case middle == 0:
					VMOVDQU(x.AsX(), at)
				default:
					VEXTRACTI128(U8(1), x, at)
				}
			}
		}
	}
}
