package main

import (
	"fmt"
	"strconv"

	"github.com/koggestone/koggestone/internal/netdraw"
	"github.com/koggestone/koggestone/prefix"
	"github.com/koggestone/koggestone/quad"
)

// flows holds the functions that draw networks, as SVG for wide or narrow screens.
var flows = map[string]func(narrow bool) string{"doubling": doubling, "adder": adder, "circuit": circuit}

// doubling draws the pairs of the g-file in the Kogge-Stone network, going north.
func doubling(narrow bool) string {
	b := board(position)
	net := prefix.KoggeStone(8)
	f := &netdraw.Picture{Title: "The g-file, going north", Net: net, Code: stepCode(net, 8), Narrow: narrow}
	f.Code[0] = []string{"Input: g, p"}
	for sq := 6; sq < 64; sq += 8 {
		f.Names = append(f.Names, quad.SquareName(sq))
		f.Inputs = append(f.Inputs, netdraw.Pair{G: b.Orthogonal()>>sq&1 != 0, P: b.Empty()>>sq&1 != 0})
	}
	return f.SVG()
}

// circuit draws two networks over four squares, with a slider on the first: the steps of a fill, and below
// them the definition, square by square.
func circuit(narrow bool) string {
	fill := &netdraw.Picture{Title: "The fill: steps by 1 and 2", Net: prefix.KoggeStone(4), Plain: true}
	fill.Code = stepCode(fill.Net, 8)
	definition := &netdraw.Picture{Title: "The definition: square by square", Net: prefix.Serial(4), Code: [][]string{nil, {"d2 from d1"}, {"d3 from d2"}, {"d4 from d3"}}}
	for _, f := range []*netdraw.Picture{fill, definition} {
		f.Narrow, f.Names, f.Inputs = narrow, []string{"d1", "d2", "d3", "d4"}, []netdraw.Pair{{G: true}, {P: true}, {P: true}, {P: true}}
	}
	return netdraw.Stack(fill, definition)
}

// adder draws the sum of two numbers of four bits.
func adder(narrow bool) string {
	const bits, a, b = 4, 11, 6
	net := prefix.KoggeStone(bits)
	f := &netdraw.Picture{
		Title: fmt.Sprintf("An adder of four bits: %d + %d = %d, in four bits %d", a, b, a+b, (a+b)%16),
		Net:   net,
		Above: []netdraw.Row{{Name: "a"}, {Name: "b"}, {Name: "g = a & b"}, {Name: "p = a xor b"}},
		Below: []netdraw.Row{{Name: "the carries in: g << 1"}, {Name: "sum = a xor b xor carry"}},
		Code:  stepCode(net, 1), Narrow: narrow,
	}
	f.Code[0] = []string{"p &= ~1: no carry", "comes into the lowest bit"}
	f.Code[1][0] = "network of carries: " + f.Code[1][0]
	last := f.Code[net.Depth()]
	last[len(last)-1] = "the carries out"
	digit := func(x, i int) string { return strconv.Itoa(x >> i & 1) }
	for i := range bits {
		f.Names = append(f.Names, strconv.Itoa(1<<i))
		f.Inputs = append(f.Inputs, netdraw.Pair{G: (a&b)>>i&1 != 0, P: i > 0 && (a^b)>>i&1 != 0})
		for row, x := range map[*netdraw.Row]int{&f.Above[0]: a, &f.Above[1]: b, &f.Above[2]: a & b, &f.Above[3]: a ^ b, &f.Below[0]: a ^ b ^ (a + b), &f.Below[1]: a + b} {
			row.Cells = append(row.Cells, digit(x, i))
		}
	}
	return f.SVG()
}

// stepCode returns the code for each level of a Kogge-Stone network. Its first element, for
// the inputs, is empty.
func stepCode(net prefix.Network, shift int) [][]string {
	code := make([][]string, net.Depth()+1)
	for l := range net.Depth() {
		code[l+1] = []string{fmt.Sprintf("g |= p & (g << %d)", shift<<l), "Output: g"}
		if l+1 < net.Depth() {
			code[l+1][1] = fmt.Sprintf("p &= p << %d", shift<<l)
		}
	}
	return code
}
