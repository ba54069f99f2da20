// Package pairs finds threat pairs. There is a pair for every piece that attacks or defends
// another: the attacker, its square, the victim and its square. Engines use them as inputs
// of neural networks, in addition to pieces on squares. The first layer of such a network
// is a sum over the active features, so the expensive part is to find out which pairs a
// move removes and adds. They include pairs of sliders on lines that the move opens or
// closes.
//
//	rules, err := pairs.NewRules(pairs.StockfishCodes(), nil) // once
//	...
//	var d pairs.Deltas
//	rules.Deltas(&d, &mailbox, pairs.MoveUpdate(from, to, code)) // d.Removed(), d.Added()
//
// [Rules] describe the piece codes in an engine's mailbox, and which pairs count.
// [Rules.Deltas] lists the pairs that a move removes and adds, and [Rules.Refresh] lists all
// pairs on a board. A [Numbering] maps pairs to the feature numbers of a network, and
// [Features] converts lists of pairs to lists of feature numbers for both sides. [Accumulate]
// adds and subtracts the weights of these features. If you train a network, [Inputs] computes
// the features of many boards, without lists of pairs.
//
// # What a move changes
//
// A pair touches the squares of its two pieces and the squares between them. If it touches
// no changed square, it is on the board before and after the move. Every other pair is only
// on the old board or only on the new board, because one piece has changed or a square
// between the pieces has been occupied or left. Therefore a move removes the pairs of the
// old board that touch a changed square, and adds the pairs of the new board that do. No
// pair is in both lists, so nothing has to be cancelled. A pair that touches two changed
// squares is listed only for the first.
//
// # Fills in bytes
//
// The pieces that touch a square are up to eight knights and the nearest pieces on eight rays. A kernel
// permutes the board so that the rays are in the order of [koggestone.Direction]. Each ray is a lane of eight
// bytes: one byte for the square of a knight's jump, and seven for the steps outwards, with the first step
// highest:
//
//	· · · · · · · ·           jump  7 6 5 4 3 2 1  steps
//	· · · · R · · ·     NE      ·   · · · · · b ·  a bishop, two steps away
//	· · · · · · · ·     E       ·   · · · · · · ·
//	· · · · · · b ·     ...
//	· · · · · · · ·     N       ·   · · · R · · ·  a rook, four steps away
//	· · · · x · · ·
//
// In each lane the square in the middle is the generator, and the empty bytes are the
// propagator: the fill runs down the lane to the first occupied byte. In a rank of bits the
// subtraction o ^ (o - 2s) computes a fill, because the borrow runs through the zeros up to the
// first one (see koggestone.EastAttacks). Here a byte is a square, and only the end of the fill
// is needed. AVX-512 counts the leading zeros of all eight lanes at once (VPLZCNTQ), and a
// shift by that count moves the nearest piece's code and square to the top. AVX2 cannot permute
// 64 bytes. Instead it uses eight bitboards for the rays, in reverse order for rays to lower
// squares, and TZCNT finds the lowest bit of each. One fill answers all questions: the piece in
// the middle can only attack the nearest pieces, only the nearest sliders can attack it, and
// only two nearest pieces on opposite rays can see each other across it.
//
// Then the sixteen places, jumps and nearest pieces, are 16-bit words with square and code.
// A shuffle looks up by code how a piece can be reached and what it can reach. An AND with
// the geometry of the places leaves the pairs. The geometry is constant, except for one bit
// that says whether the nearest piece is one step away. Compression (VPCOMPRESSW; on AVX2 a
// shuffle that the mask selects) turns them into lists.
//
// In Go the rays are also bitboards, and the look-ups by code collect eight rays as the
// bits of a word.
//
// Engines have used threat inputs since 2025, and Stockfish since SFNNv10.
package pairs

//go:generate go run -C ../asm -tags purego . pairs
//go:generate go run -C ../asm ./dispatch
