package main

import (
	"fmt"
	"strconv"

	"github.com/koggestone/koggestone/internal/netdraw"
	"github.com/koggestone/koggestone/prefix"
	"github.com/koggestone/koggestone/quad"
)

// flows holds the functions that draw networks.
var flows = map[string]func() *netdraw.Picture{"doubling": doubling, "adder": adder, "circuit": circuit}

// doubling draws the pairs of the d-file in the Kogge-Stone network, going north.
func doubling() *netdraw.Picture {
	f := file(prefix.KoggeStone(8), 8)
	f.Code[0] = []string{"Input: g, p"}
	return f
}

// circuit draws the same pairs square by square: this is the definition that a kernel is
// compared with.
func circuit() *netdraw.Picture { return file(prefix.Serial(4), 4) }

// file draws the pairs of the d-file's lowest squares in a network.
func file(net prefix.Network, squares int) *netdraw.Picture {
	b := board(position)
	f := &netdraw.Picture{Title: fmt.Sprintf("d1 to d%d, going north: %s", squares, netdraw.Caption(net, nil)), Net: net, Code: stepCode(net, 8)}
	for sq := 3; sq < 8*squares; sq += 8 {
		f.Names = append(f.Names, quad.SquareName(sq))
		f.Inputs = append(f.Inputs, netdraw.Pair{G: b.Orthogonal()>>sq&1 != 0, P: b.Empty()>>sq&1 != 0})
	}
	return f
}

// adder draws the sum of two numbers of four bits.
func adder() *netdraw.Picture {
	const bits, a, b = 4, 11, 6
	net := prefix.KoggeStone(bits)
	f := &netdraw.Picture{
		Title: fmt.Sprintf("An adder of four bits: %d + %d = %d, in four bits %d", a, b, a+b, (a+b)%16),
		Net:   net,
		Above: []netdraw.Row{{Name: "a"}, {Name: "b"}, {Name: "g = a & b"}, {Name: "p = a xor b"}},
		Below: []netdraw.Row{{Name: "the carries in: g << 1"}, {Name: "sum = a xor b xor carry"}},
		Code:  stepCode(net, 1),
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
	return f
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
