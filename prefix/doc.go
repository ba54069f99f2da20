// Package prefix holds the family that the fills of package koggestone belong to:
// prefix problems over an associative operator, computed in log2(n) steps.
//
// # The problem
//
// Given x1, x2, ... xn and an associative operator #, find all prefixes
//
//	q1 = x1
//	q2 = x2 # x1
//	q3 = x3 # x2 # x1
//	...
//
// A loop takes n-1 steps, each waiting for the one before. As # is associative,
// the terms may be grouped otherwise and many be joined at once, and n of them
// take log2(n) steps. In a word the terms are bits, a step is a shift, and all
// bits are joined by one instruction.
//
// # The operator
//
// The one that carries adders and sliding pieces works on pairs, generate and
// propagate ([GP], [GP.Compose]):
//
//	<g,p> # <g',p'>  =  <g | p & g',  p & p'>
//
//	             g                    p              g of the prefix
//	addition     both digits are 1    one digit is   a carry leaves the digit
//	fill         a slider stands      it is empty    a slider reaches the square
//
// Of two neighbouring stretches the later one comes out if it generates, or
// propagates what the earlier one generated. The operator is not commutative:
// terms may be grouped at will, never exchanged. Every network here keeps the
// order.
//
// # Networks
//
// A [Network] is a way to group: lines from the inputs x to the outputs q, and
// nodes where a line takes in one to its left.
//
//	KoggeStone(4)     BrentKung(4)      Serial(4)
//
//	x1 x2 x3 x4       x1 x2 x3 x4       x1 x2 x3 x4
//	|\ |\ |\ |        |\ |  |\ |        |\ |  |  |
//	| \| \| \|        | \|  | \|        | \|  |  |
//	|  #  #  #        |  #  |  #        |  #  |  |
//	|\ |\ |  |        |  |\ |  |        |  |\ |  |
//	| \| \|  |        |  | \|  |        |  | \|  |
//	|  \  \  |        |  |  \  |        |  |  #  |
//	|  |\ |\ |        |  |\ |\ |        |  |  |\ |
//	|  | \| \|        |  | \| \|        |  |  | \|
//	|  |  #  #        |  |  #  #        |  |  |  #
//	q1 q2 q3 q4       q1 q2 q3 q4       q1 q2 q3 q4
//
//	                     depth        operators
//	lines             8   16   64    8   16   64
//	Serial            7   15   63    7   15   63
//	KoggeStone        3    4    6   17   49  321
//	BrentKung         4    6   10   11   26  120
//
// On paper Kogge and Stone's costs the most operators. In a word an operator on
// all lines costs what one does, so that depth alone counts: theirs is the one of
// every routine here. [Scan] runs any of them over any operator.
//
// # The family
//
//	operator           line            routine
//	and-or <g,p>       the word        [GP.ScanUp], carries of a 64-bit sum
//	and-or <g,p>       bytes (ranks)   [BytePrefix]: [KoggeStoneByteAdd],
//	                                   [KoggeStoneByteSub], [KoggeStoneEastAttacks]
//	and-or <g,p>       files           [GP.ScanNorth]
//	and-or <g,p>       eight ways      koggestone.Occluded, koggestone.Attacks
//	or                 files           [NorthFill], [SouthFill], [FileFill]; from
//	                                   them [WhiteFrontSpans], [WhitePassedPawns] ...
//	exclusive or       the word        [ParityUp], [ParityDown] = [GrayDecode]
//	exclusive or       bytes, nibbles  [GrayDecodeBytes], [GrayDecodeNibbles]
//
// Beside them stand what does the same by the adder that the machine has,
// [ByteAdd], [ByteSub] and [EastAttacks] to [SouthAttacks], and the turned boards
// that the latter need, [Transpose] and its kin. The functions whose names end in
// Batch do a slice of words at a time, in assembly where the CPU has AVX2 or
// AVX-512.
//
// Boards are those of package koggestone: a1 is bit 0, b1 bit 1, h8 bit 63.
//
// # Sources
//
// Frank Gray, US patent 2632058 (1953; filed 1947). Peter Kogge and Harold Stone,
// "A Parallel Algorithm for the Efficient Solution of a General Class of
// Recurrence Equations" (1973). Richard Brent and H. T. Kung, "A Regular Layout for
// Parallel Adders" (1982). Steffan Westcott brought the method to bitboards (2002);
// spans, flips, pseudo-rotation and most names follow Gerd Isenberg's pages of the
// chess programming wiki.
package prefix
