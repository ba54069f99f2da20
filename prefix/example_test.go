package prefix_test

import (
	"fmt"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/boardtest"
	"github.com/koggestone/koggestone/internal/netdraw"
	"github.com/koggestone/koggestone/prefix"
)

// bits prints the low eight bits of a word, bit 7 first.
func bits(x uint64) string { return fmt.Sprintf("%08b", uint8(x)) }

func ExampleParityUp() {
	const x = 0b01001010
	fmt.Println("x              ", bits(x))
	fmt.Println("ParityUp       ", bits(prefix.ParityUp(x)))
	fmt.Println("and its inverse", bits(prefix.ParityUpInverse(prefix.ParityUp(x))))
	fmt.Println("ParityDown     ", bits(prefix.ParityDown(x)))
	fmt.Println("Parity         ", prefix.Parity(x))
	// Output:
	// x               01001010
	// ParityUp        11000110
	// and its inverse 01001010
	// ParityDown      01110011
	// Parity          1
}

func ExampleGrayEncode() {
	for n := range uint64(16) {
		code := prefix.GrayEncode(n)
		fmt.Printf("%2d  %04b  %04b  %2d\n", n, n, code, prefix.GrayDecode(code))
	}
	// Output:
	//  0  0000  0000   0
	//  1  0001  0001   1
	//  2  0010  0011   2
	//  3  0011  0010   3
	//  4  0100  0110   4
	//  5  0101  0111   5
	//  6  0110  0101   6
	//  7  0111  0100   7
	//  8  1000  1100   8
	//  9  1001  1101   9
	// 10  1010  1111  10
	// 11  1011  1110  11
	// 12  1100  1010  12
	// 13  1101  1011  13
	// 14  1110  1001  14
	// 15  1111  1000  15
}

func ExampleGP_Compose() {
	slider, empty, blocker := prefix.GP{G: 1, P: 0}, prefix.GP{G: 0, P: 1}, prefix.GP{G: 0, P: 0}
	fmt.Println("empty # slider  ", empty.Compose(slider))
	fmt.Println("blocker # slider", blocker.Compose(slider))
	fmt.Println("slider # blocker", slider.Compose(blocker))
	// Output:
	// empty # slider   {1 0}
	// blocker # slider {0 0}
	// slider # blocker {1 0}
}

func ExampleGP_ScanUp() {
	// A Kogge-Stone adder of 64 bits.
	const a, b = 123_456_789_000, 987_654_321
	carries := prefix.GP{G: a & b, P: a ^ b}.ScanUp().G
	fmt.Println(a ^ b ^ carries<<1)
	// Output: 124444443321
}

func ExampleGP_ScanNorth() {
	x := prefix.GP{
		G: boardtest.Parse(
			". . . . . . . .",
			". . . . . . . .",
			". . . . . . . .",
			". . . . . . . .",
			". . . 1 . . . .",
			". . . . . . 1 .",
			". . . . . . . .",
			". . . . . . . ."),
		P: boardtest.Parse(
			"1 1 1 1 1 1 1 1",
			"1 1 1 1 1 1 . 1",
			"1 1 1 1 1 1 1 1",
			"1 1 1 1 1 1 1 1",
			"1 1 1 . 1 1 1 1",
			"1 1 1 1 1 1 . 1",
			"1 1 1 1 1 1 1 1",
			"1 1 1 1 1 1 1 1"),
	}
	y := x.ScanNorth()
	boardtest.Show("ScanNorth().G", y.G, "ScanNorth().P", y.P)
	// Output:
	// ScanNorth().G     ScanNorth().P
	// . . . 1 . . . .   1 1 1 . 1 1 . 1
	// . . . 1 . . . .   1 1 1 . 1 1 . 1
	// . . . 1 . . 1 .   1 1 1 . 1 1 . 1
	// . . . 1 . . 1 .   1 1 1 . 1 1 . 1
	// . . . 1 . . 1 .   1 1 1 . 1 1 . 1
	// . . . . . . 1 .   1 1 1 1 1 1 . 1
	// . . . . . . . .   1 1 1 1 1 1 1 1
	// . . . . . . . .   1 1 1 1 1 1 1 1
}

func ExampleScan() {
	words := []string{"a", "b", "c", "d", "e", "f"}
	prefixes := make([]string, len(words))
	join := func(earlier, later string) string { return "(" + earlier + later + ")" }
	for _, network := range []prefix.Network{prefix.Serial(6), prefix.KoggeStone(6), prefix.BrentKung(6)} {
		prefix.Scan(prefixes, words, join, network)
		fmt.Printf("%-10s depth %d, %2d operators: %s\n", network.Name(), network.Depth(), network.Operators(), prefixes[5])
	}
	// Output:
	// Serial     depth 5,  5 operators: (((((ab)c)d)e)f)
	// KoggeStone depth 3, 11 operators: ((ab)((cd)(ef)))
	// BrentKung  depth 3,  7 operators: (((ab)(cd))(ef))
}

func ExampleKoggeStone() {
	fmt.Print(netdraw.Text(prefix.KoggeStone(4), nil))
	// Output:
	// x1 x2 x3 x4
	// |\ |\ |\ |
	// | \| \| \|
	// |  #  #  #
	// |\ |\ |  |
	// | \| \|  |
	// |  \  \  |
	// |  |\ |\ |
	// |  | \| \|
	// |  |  #  #
	// q1 q2 q3 q4
}

func ExampleBrentKung() {
	fmt.Print(netdraw.Text(prefix.BrentKung(4), nil))
	// Output:
	// x1 x2 x3 x4
	// |\ |  |\ |
	// | \|  | \|
	// |  #  |  #
	// |  |\ |  |
	// |  | \|  |
	// |  |  \  |
	// |  |\ |\ |
	// |  | \| \|
	// |  |  #  #
	// q1 q2 q3 q4
}

func ExampleSerial() {
	fmt.Print(netdraw.Text(prefix.Serial(4), nil))
	// Output:
	// x1 x2 x3 x4
	// |\ |  |  |
	// | \|  |  |
	// |  #  |  |
	// |  |\ |  |
	// |  | \|  |
	// |  |  #  |
	// |  |  |\ |
	// |  |  | \|
	// |  |  |  #
	// q1 q2 q3 q4
}

func ExampleNetwork_Trace() {
	trace := prefix.KoggeStone(8).Trace(4)
	fmt.Println("inputs", trace.Inputs())
	for l, nodes := range trace.Nodes {
		fmt.Println("level", l, nodes)
	}
	// Output:
	// inputs [0 1 2 3 4]
	// level 0 [{1 2} {3 4}]
	// level 1 [{2 4}]
	// level 2 [{0 4}]
}

func ExampleByteAdd() {
	const a, b = 0x01_ff_80_7f_10_c8_00_fe, 0x01_01_80_01_20_64_ff_03
	fmt.Printf("%016x\n%016x\n", prefix.ByteAdd(a, b), prefix.KoggeStoneByteAdd(a, b))
	fmt.Printf("%016x\n%016x\n", prefix.ByteSub(a, b), prefix.KoggeStoneByteSub(a, b))
	// Output:
	// 02000080302cff01
	// 02000080302cff01
	// 00fe007ef06401fb
	// 00fe007ef06401fb
}

func ExampleEastAttacksBySubtraction() {
	occupied := boardtest.Parse(
		"o . . . . . . o",
		". . . . . . . .",
		"o . R . . o . o",
		". . . . . . . .",
		"R R . . R . . .",
		". . . . . . . .",
		". . . . . . . R",
		". o . . . . . .")
	rooks := boardtest.Parse(
		". . . . . . . .",
		". . . . . . . .",
		". . R . . . . .",
		". . . . . . . .",
		"R R . . R . . .",
		". . . . . . . .",
		". . . . . . . R",
		". . . . . . . .")
	boardtest.Show("east", prefix.EastAttacksBySubtraction(rooks, ^occupied), "north", prefix.NorthAttacksBySubtraction(rooks, ^occupied))
	// Output:
	// east              north
	// . . . . . . . .   . 1 1 . 1 . . .
	// . . . . . . . .   . 1 1 . 1 . . .
	// . . . 1 1 1 . .   1 1 . . 1 . . 1
	// . . . . . . . .   1 1 . . 1 . . 1
	// . 1 1 1 1 1 1 1   . . . . . . . 1
	// . . . . . . . .   . . . . . . . 1
	// . . . . . . . .   . . . . . . . .
	// . . . . . . . .   . . . . . . . .
}

func ExampleRotate90() {
	b := boardtest.Parse(
		". . . . . . . .",
		". 1 1 1 1 . . .",
		". 1 . . . 1 . .",
		". 1 . . . 1 . .",
		". 1 1 1 1 . . .",
		". 1 . 1 . . . .",
		". 1 . . 1 . . .",
		". 1 . . . 1 . .")
	boardtest.Show("b", b, "Transpose", prefix.Transpose(b), "AntiTranspose", prefix.AntiTranspose(b))
	boardtest.Show("Rotate90", prefix.Rotate90(b), "ReverseSquares", koggestone.ReverseSquares(b), "Rotate270", prefix.Rotate270(b))
	// Output:
	// b                 Transpose         AntiTranspose
	// . . . . . . . .   . . . . . . . .   . . . . . . . .
	// . 1 1 1 1 . . .   . . . . . . . .   . 1 1 1 1 1 1 1
	// . 1 . . . 1 . .   1 . . . 1 1 . .   . 1 . . 1 . . .
	// . 1 . . . 1 . .   . 1 . 1 . . 1 .   . 1 . . 1 1 . .
	// . 1 1 1 1 . . .   . . 1 1 . . 1 .   . 1 . . 1 . 1 .
	// . 1 . 1 . . . .   . . . 1 . . 1 .   . . 1 1 . . . 1
	// . 1 . . 1 . . .   1 1 1 1 1 1 1 .   . . . . . . . .
	// . 1 . . . 1 . .   . . . . . . . .   . . . . . . . .
	// Rotate90          ReverseSquares    Rotate270
	// . . . . . . . .   . . 1 . . . 1 .   . . . . . . . .
	// 1 1 1 1 1 1 1 .   . . . 1 . . 1 .   . . . . . . . .
	// . . . 1 . . 1 .   . . . . 1 . 1 .   . . 1 1 . . . 1
	// . . 1 1 . . 1 .   . . . 1 1 1 1 .   . 1 . . 1 . 1 .
	// . 1 . 1 . . 1 .   . . 1 . . . 1 .   . 1 . . 1 1 . .
	// 1 . . . 1 1 . .   . . 1 . . . 1 .   . 1 . . 1 . . .
	// . . . . . . . .   . . . 1 1 1 1 .   . 1 1 1 1 1 1 1
	// . . . . . . . .   . . . . . . . .   . . . . . . . .
}
