package kernels

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/koggestone/koggestone/prove/aig"
	"github.com/koggestone/koggestone/prove/cec"
	"github.com/koggestone/koggestone/prove/chess"
	"github.com/koggestone/koggestone/prove/twins"
)

// A Twin is a Go function to prove: the twin of a kernel, or another function that has no loops
// over the input.
type Twin struct {
	Name    string // starts with the folder of its package
	After   string // a function to apply to the argument first, if any
	Numbers []uint64
	want    definition
	ranges  bool // the function has two more parameters, the first index in its slices and the one after the last
}

// A definition returns a function's results, one after the other, given its arguments. The
// words of arrays and structs follow one another, and a slice is its element k for any k.
// Numbers are the values of parameters that are neither sets nor pointers.
type definition func(g *aig.Graph, in []aig.Bits) []aig.Bits

// TwinPackages are the packages of the functions.
var TwinPackages = []string{"", "internal/slider", "internal/squares", "prefix", "pawns", "quad", "movegen"}

func (t *Twin) String() string {
	s := t.Name
	if t.After != "" {
		s += " of " + t.After
	}
	if t.Numbers != nil {
		s += fmt.Sprint(" ", t.Numbers)
	}
	return s
}

// Prove proves the function, and returns the number of instructions that it followed.
func (t *Twin) Prove(p *twins.Program, checker *cec.Checker) (steps int, err error) {
	g := aig.New()
	m := p.NewMachine(g)
	numbers, bounds := t.Numbers, []twins.Value{twins.Low(), twins.High()}
	var in, out []aig.Bits
	var claims []cec.Claim
	for _, name := range []string{t.After, t.Name} {
		if name == "" {
			continue
		}
		fn, err := p.Func(name)
		if err != nil {
			return 0, err
		}
		var args []twins.Value
		for _, param := range fn.Params {
			switch n, isNumber := twins.Number(param.Type()); {
			case isNumber && t.ranges:
				args, bounds = append(args, bounds[0]), bounds[1:]
			case isNumber && len(numbers) > 0:
				args, numbers = append(args, aig.Const(numbers[0], n)), numbers[1:]
			case len(out) > 0:
				args, out = append(args, out[0]), out[1:]
			default:
				args = append(args, m.Input(param.Type(), t.ranges))
				in = append(in, m.Words(args[len(args)-1])...)
			}
		}
		var before [][]aig.Bits
		for _, a := range args {
			before = append(before, m.Words(a))
		}
		_, m.Shared = fn.Params[0].Type().Underlying().(*types.Slice) // the only result
		result, err := m.Call(fn, args...)
		if err != nil {
			return 0, err
		}
		inputs := args
		if out = m.Words(result); len(out) == 0 {
			out, inputs, before = m.Words(args[0]), args[1:], before[1:]
		}
		for i, a := range inputs {
			for k, w := range m.Words(a) {
				claims = append(claims, claim(fmt.Sprintf("word %d of an input", k), w, before[i][k]))
			}
		}
	}
	want := t.want(g, in)
	if len(out) != len(want) {
		return 0, fmt.Errorf("expected %d results, found %d", len(want), len(out))
	}
	claims = append(claims, claim("a panic", aig.Bits{m.Panics}, aig.Bits{aig.False}), claim("a number of more than 32 bits", aig.Bits{m.Wide}, aig.Bits{aig.False}))
	for i, w := range want {
		claims = append(claims, claim(fmt.Sprintf("result %d", i), out[i], w))
	}
	return m.Steps, checker.Prove(g, claims)
}

// one defines a function with one result.
func one(f func(g *aig.Graph, in []aig.Bits) aig.Bits) definition {
	return func(g *aig.Graph, in []aig.Bits) []aig.Bits { return []aig.Bits{f(g, in)} }
}

// set defines a function of one set.
func set(f func(g *aig.Graph, a chess.Set) chess.Set) definition {
	return one(func(g *aig.Graph, in []aig.Bits) aig.Bits { return f(g, in[0]) })
}

// batchOf defines a function that sets dst[i] to f of element i of the other slices.
func batchOf(f sight) definition {
	return one(func(g *aig.Graph, in []aig.Bits) aig.Bits { return f.set(g, in[1:]) })
}

// inDirections defines a function that sets an element of its first argument for each direction
// and each generator.
func inDirections(attacks bool, gens int) definition {
	return func(g *aig.Graph, in []aig.Bits) (out []aig.Bits) {
		in = in[8*gens:]
		for d := range 8 {
			for i := range gens {
				out = append(out, direction(attacks, d).set(g, []aig.Bits{in[i], in[gens]}))
			}
		}
		return out
	}
}

// permuted defines a function that moves bits: bit i of the result is bit from(i) of the argument.
func permuted(from func(i int) int) definition {
	return set(func(_ *aig.Graph, a chess.Set) chess.Set {
		v := make(chess.Set, 64)
		for i := range v {
			v[i] = a[from(i)]
		}
		return v
	})
}

// parts defines a function of words that handles each part of n bits alike.
func parts(n int, f func(g *aig.Graph, in []aig.Bits) aig.Bits) definition {
	return one(func(g *aig.Graph, in []aig.Bits) (out aig.Bits) {
		for at := 0; at < 64; at += n {
			var args []aig.Bits
			for _, x := range in {
				args = append(args, x[at:at+n])
			}
			out = append(out, f(g, args)...)
		}
		return out
	})
}

// runs returns the parity of bits 0 to i for each i.
func runs(g *aig.Graph, x aig.Bits) aig.Bits {
	v, parity := make(aig.Bits, len(x)), aig.False
	for i, l := range x {
		parity = g.Xor(parity, l)
		v[i] = parity
	}
	return v
}

func reversed(x aig.Bits) aig.Bits {
	x = slices.Clone(x)
	slices.Reverse(x)
	return x
}

// Twins returns all functions that are proved.
func Twins() (list []Twin) {
	add := func(name string, want definition, numbers ...uint64) {
		list = append(list, Twin{Name: name, Numbers: numbers, want: want})
	}
	all := chess.None().Not()
	for d, name := range []string{"NorthEast", "East", "SouthEast", "South", "SouthWest", "West", "NorthWest", "North"} {
		step := set(func(_ *aig.Graph, a chess.Set) chess.Set { return chess.Move(a, chess.Directions[d]) })
		fill := set(func(g *aig.Graph, a chess.Set) chess.Set { return chess.Occluded(g, a, all, d) })
		for kind, want := range map[string]definition{"Step": step, "Fill": fill, "Occluded": one(direction(false, d).set), "Attacks": one(direction(true, d).set)} {
			add("."+name+kind, want)
			add("."+kind, want, uint64(d))
		}
		add(".attacksBatchGeneric", batchOf(direction(true, d)), uint64(d))
		add(".occludedBatchGeneric", batchOf(direction(false, d)), uint64(d))
		if d%2 == 1 {
			add("prefix."+name+"AttacksBySubtraction", one(direction(true, d).set))
		}
	}
	for _, name := range []string{"rook", "bishop", "queen", "slider"} {
		s := sights()[name+"Attacks"]
		if name != "queen" {
			add("."+name+"AttacksGeneric", one(s.set))
		}
		add("."+name+"AttacksBatchGeneric", batchOf(s))
	}
	add(".rayAttacksGeneric", inDirections(true, 1))
	add(".occludedFillsGeneric", inDirections(false, 1))
	add(".multiAttacksGeneric", inDirections(true, 4))
	add(".multiOccludedGeneric", inDirections(false, 4))
	list = append(list, Twin{Name: ".rayAttacksBatchGeneric", want: inDirections(true, 1), ranges: true},
		Twin{Name: ".multiAttacksBatchGeneric", want: inDirections(true, 4), ranges: true})
	add("internal/squares.KnightAttacks", set(func(g *aig.Graph, a chess.Set) chess.Set { return chess.Leap(g, a, chess.Jumps[:]...) }))
	add("internal/squares.KingAttacks", set(func(g *aig.Graph, a chess.Set) chess.Set { return chess.Leap(g, a, chess.Directions[:]...) }))

	// A slider on each square, for all sets of occupied squares.
	for sq := range 64 {
		s := chess.None()
		s[sq] = aig.True
		for name, directions := range map[string][]int{"Rook": {1, 3, 5, 7}, "Bishop": {0, 2, 4, 6}} {
			add("internal/slider."+name, set(func(g *aig.Graph, occ chess.Set) chess.Set { return chess.Rays(g, s, occ.Not(), directions...) }), uint64(sq))
		}
	}

	for name, from := range map[string]func(i int) int{
		".MirrorFiles": func(i int) int { return i ^ 7 }, ".FlipRanks": func(i int) int { return i ^ 56 }, ".ReverseSquares": func(i int) int { return i ^ 63 },
		"prefix.Transpose": func(i int) int { return i%8*8 + i/8 }, "prefix.AntiTranspose": func(i int) int { return 63 - i%8*8 - i/8 },
		"prefix.Rotate90": func(i int) int { return i%8*8 + 7 - i/8 }, "prefix.Rotate270": func(i int) int { return (7-i%8)*8 + i/8 },
	} {
		add(name, permuted(from))
	}
	sum := parts(8, func(g *aig.Graph, in []aig.Bits) aig.Bits { return g.Add(in[0], in[1]) })
	difference := parts(8, func(g *aig.Graph, in []aig.Bits) aig.Bits { return g.Sub(in[0], in[1]) })
	add("prefix.ByteAdd", sum)
	add("prefix.KoggeStoneByteAdd", sum)
	add("prefix.ByteSub", difference)
	add("prefix.KoggeStoneByteSub", difference)
	add("prefix.KoggeStoneByteSubBorrow", difference)
	up := func(g *aig.Graph, in []aig.Bits) aig.Bits { return runs(g, in[0]) }
	down := func(g *aig.Graph, in []aig.Bits) aig.Bits { return reversed(runs(g, reversed(in[0]))) }
	encode := func(g *aig.Graph, in []aig.Bits) aig.Bits { return g.Xors(in[0], in[0].Shl(-1)) }
	add("prefix.ParityUp", one(up))
	add("prefix.ParityDown", one(down))
	for suffix, n := range map[string]int{"": 64, "Bytes": 8, "Nibbles": 4} {
		add("prefix.GrayEncode"+suffix, parts(n, encode))
		add("prefix.GrayDecode"+suffix, parts(n, down))
	}
	for name, inverse := range map[string]string{"ParityUp": "ParityUpInverse", "GrayDecode": "GrayEncode", "GrayDecodeBytes": "GrayEncodeBytes", "GrayDecodeNibbles": "GrayEncodeNibbles"} {
		for _, names := range [][2]string{{name, inverse}, {inverse, name}} {
			list = append(list, Twin{Name: "prefix." + names[0], After: "prefix." + names[1], want: permuted(func(i int) int { return i })})
		}
	}
	// The prefixes of pairs <g,p>: a bit generates, or propagates what a bit before it generates.
	scan := func(before func(i int) int) definition {
		return func(g *aig.Graph, in []aig.Bits) []aig.Bits {
			gen, pro := slices.Clone(in[0]), slices.Clone(in[1])
			for i := range gen {
				if j := before(i); j >= 0 {
					gen[i], pro[i] = g.Or(gen[i], g.And(pro[i], gen[j])), g.And(pro[i], pro[j])
				}
			}
			return []aig.Bits{gen, pro}
		}
	}
	add("prefix.GP.ScanUp", scan(func(i int) int { return i - 1 }))
	add("prefix.GP.ScanNorth", scan(func(i int) int { return i - 8 }))
	list = append(list, pawnList()...)

	add("quad.visionGeneric", func(g *aig.Graph, in []aig.Bits) (out []aig.Bits) {
		for i := range 32 {
			out = append(out, seen(g, [4]chess.Set(in[32:]), i/4, i%4))
		}
		return out
	})
	add("movegen.setwiseTargets.set", func(g *aig.Graph, in []aig.Bits) []aig.Bits {
		black := g.Equal(in[26], aig.Const(1, 8))
		planes := [4]chess.Set(in[22:26])
		for i := range planes {
			planes[i] = turn(g, black, planes[i])
		}
		l := chess.Moves(chess.NewBoard(g, planes), black)
		return l.Sets()
	})
	return list
}

// pawnList returns the functions of package pawns.
func pawnList() (list []Twin) {
	all := chess.None().Not()
	const north, east, south, west = 7, 1, 3, 5
	spans := func(g *aig.Graph, a chess.Set, d int) chess.Set { return chess.Ray(g, a, all, d) }
	beside := func(g *aig.Graph, a chess.Set) chess.Set {
		return chess.Leap(g, a, chess.Directions[east], chess.Directions[west])
	}
	file := func(g *aig.Graph, a chess.Set) chess.Set { return g.Ors(a, spans(g, a, north), spans(g, a, south)) }
	add := func(name string, want definition) { list = append(list, Twin{Name: "pawns." + name, want: want}) }
	both := func(f func(g *aig.Graph, white, black chess.Set) chess.Set) definition {
		return one(func(g *aig.Graph, in []aig.Bits) aig.Bits { return f(g, in[0], in[1]) })
	}
	add("FileFill", set(file))
	add("OpenFiles", both(func(g *aig.Graph, white, black chess.Set) chess.Set { return file(g, g.Ors(white, black)).Not() }))
	add("WhiteHalfOpenFiles", both(func(g *aig.Graph, white, black chess.Set) chess.Set { return g.AndNots(file(g, black), file(g, white)) }))
	add("BlackHalfOpenFiles", both(func(g *aig.Graph, white, black chess.Set) chess.Set { return g.AndNots(file(g, white), file(g, black)) }))
	add("Isolated", set(func(g *aig.Graph, a chess.Set) chess.Set { return g.AndNots(a, beside(g, file(g, a))) }))
	add("Doubled", set(func(g *aig.Graph, a chess.Set) chess.Set {
		return g.Ands(a, g.Ors(spans(g, a, north), spans(g, a, south)))
	}))
	for side, name := range []string{"White", "Black"} {
		front, rear := []int{north, south}[side], []int{south, north}[side]
		span := func(d int, then func(g *aig.Graph, a chess.Set) chess.Set) definition {
			return set(func(g *aig.Graph, a chess.Set) chess.Set { return then(g, spans(g, a, d)) })
		}
		step := func(d int) func(g *aig.Graph, a chess.Set) chess.Set {
			return func(_ *aig.Graph, a chess.Set) chess.Set { return chess.Move(a, chess.Directions[d]) }
		}
		add(name+"Attacks", set(func(g *aig.Graph, a chess.Set) chess.Set { return chess.PawnAttacks(g, a, side) }))
		add(name+"FrontSpans", span(front, func(_ *aig.Graph, a chess.Set) chess.Set { return a }))
		add(name+"RearSpans", span(rear, func(_ *aig.Graph, a chess.Set) chess.Set { return a }))
		add(name+"AttackFrontSpans", span(front, beside))
		add(name+"AttackRearSpans", span(rear, beside))
		add(name+"EastAttackFrontSpans", span(front, step(east)))
		add(name+"WestAttackFrontSpans", span(front, step(west)))
		own := func(f func(g *aig.Graph, own, their chess.Set) chess.Set) definition {
			return one(func(g *aig.Graph, in []aig.Bits) aig.Bits { return f(g, in[side], in[1-side]) })
		}
		add(name+"Passed", own(func(g *aig.Graph, own, their chess.Set) chess.Set {
			stops := spans(g, their, rear)
			return g.AndNots(own, g.Ors(stops, beside(g, stops)))
		}))
		add(name+"Backward", own(func(g *aig.Graph, own, their chess.Set) chess.Set {
			stops := g.Ands(step(front)(g, own), chess.PawnAttacks(g, their, 1-side))
			return step(rear)(g, g.AndNots(stops, beside(g, spans(g, own, front))))
		}))
	}
	return list
}
