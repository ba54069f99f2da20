// Package prefix contains the family of algorithms that package koggestone's fills
// belong to: prefix problems over an associative operator, computed in log2(n) steps.
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
// A loop takes n-1 steps, and each step waits for the one before. But # is associative, so
// you can group terms differently and join many at once. Then log2(n) steps are enough. In a
// word the terms are bits, and a step takes five instructions for all of them: shift, and, or
// for generated terms, and shift, and for propagated terms.
//
// # The operator
//
// Adders and sliding pieces share one operator. It works on pairs of a generate and a
// propagate signal ([GP], [GP.Compose]):
//
//	<g,p> # <g',p'>  =  <g | p & g',  p & p'>
//
//	             g                    p                    g of the prefix
//	addition     both digits are 1    one digit is 1       a carry leaves the digit
//	fill         the square has a     the square is empty  a slider reaches the square
//	             slider
//
// The pair on the left is the later one: the more significant digit, or the square further
// along. Two adjacent segments generate together if the later one generates, or if it
// propagates what the earlier one generates. The operator is not commutative: you can group
// terms, but not exchange them. This package writes the later term first, like Richard
// Brent and H. T. Kung. Steffan Westcott writes x1 # x2.
//
// # Networks
//
// A [Network] is a way to group the terms. Its lines run from the inputs x to the outputs
// q. At a node, a line joins its value with the value of a line to its left.
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
// Kogge and Stone's network has the most operators. In a word, however, the same five
// instructions compute the operators of all lines at once. Then only the depth matters, and this
// network has the smallest depth, so every function here uses it. [Scan] can run any network
// over any operator.
//
// # The family
//
// The operator and the line that it runs along determine the function:
//
//   - and-or <g,p>, along the word: [GP.ScanUp], the carries of a 64-bit sum
//   - and-or <g,p>, along bytes, which are ranks: [koggestone.EastOccluded],
//     [KoggeStoneByteAdd], [KoggeStoneByteSub]
//   - and-or <g,p>, along files: [GP.ScanNorth]
//   - and-or <g,p>, in eight directions: [koggestone.Occluded], [koggestone.Attacks]
//   - or, in eight directions: [koggestone.Fill]; package pawns uses those along files
//   - exclusive or, along the word: [ParityUp], [ParityDown], [GrayDecode]
//   - exclusive or, along bytes and nibbles: [GrayDecodeBytes], [GrayDecodeNibbles]
//
// The CPU's adder computes some of these faster: [ByteAdd], [ByteSub],
// [koggestone.EastOccluded], and [EastAttacksBySubtraction]. The variants for the other
// three directions first transform the board, for example by [Transpose].
//
// # Parity words and Gray codes
//
// If the operator is exclusive or, the prefixes are parities. The steps are a fill on an empty
// board with ^ instead of |, and a whole word takes six. Exclusive or has an inverse, so you
// can convert every parity word back, which is not possible for a fill. Decoding a Gray code is
// such a problem, because bit i of the number is the parity of the code's bits from i upwards.
// Encoding needs only one step.
//
// # Bytes
//
// A carry runs through a byte as a slider moves along a rank. It starts where both digits
// are 1, passes where they differ, and stops elsewhere. Therefore the carries are the east
// fill of the generators over the propagators, and you can use the same three steps for
// addition, subtraction and attacks:
//
//	              generator   propagator   result
//	a + b         a & b       a ^ b        pro ^ EastStep(fill)
//	a - b         a & ^b (*)  a ^ ^b       pro ^ (EastStep(fill) | low bits)
//	east attacks  sliders     empty        EastStep(fill)
//
// (*) A carry of 1 enters the lowest digit of each byte. This digit's generator is the
// majority of the carry and the two digits.
//
// # Proof
//
// "make prove" proves the functions without loops for all inputs. It compares [ByteAdd] and the
// other adders with addition, Gray codes also with their inverses, and attacks with rays that
// are walked square by square. Only [Parity], which counts bits, and networks are merely tested.
//
// As in package koggestone, a1 is bit 0, b1 is bit 1 and h8 is bit 63.
//
// # Sources
//
//   - Frank Gray, "Pulse Code Communication", US patent 2632058, 1953 (filed 1947).
//   - Peter Kogge and Harold Stone, "A Parallel Algorithm for the Efficient Solution of
//     a General Class of Recurrence Equations", IEEE Transactions on Computers, 1973.
//   - Richard Brent and H. T. Kung, "A Regular Layout for Parallel Adders", IEEE
//     Transactions on Computers, 1982.
//   - Steffan Westcott, "Re: flood fill attack bitboards", CCC, 15 September 2002, who
//     brought the method to bitboards.
//   - Gerd Isenberg's pages of the chess programming wiki, for fill by subtraction,
//     flips and most names.
package prefix
