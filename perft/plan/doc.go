// Package plan divides the count of a tree of legal moves among machines. A plan divides
// the positions of a ply into blocks, a run counts below one block, and the sum of
// all results is the count of the tree.
//
//	p, err := plan.New(ctx, movegen.Start(), 9, 5, 64, perft.Options{})
//	r, err := p.Run(ctx, 17, perft.Options{})  // on any machine, in any order
//	err = sum.Add(r)                           // all of 0 to 63, each at least once
//	nodes, err := sum.Nodes()                  // 2439530234167
//
// A plan contains each position of its ply once, with the number of ways that lead to it
// in 128 bits. Positions are equal if their boards, castling rights and en-passant
// targets are equal; no hash decides. The sorted positions are dealt to the blocks in
// turn, so that all blocks have about the same number of positions and about the same
// work.
//
// Plans and results depend on their arguments alone, so that a run may be repeated.
// Results carry the hash of their plan and the number of their block. A [Sum] refuses
// results of another plan and results that contradict one another. It counts a block
// once, however often that was run, and names the blocks that are missing.
//
// On one machine a [Checkpoint] is simpler: a file in which [perft.Count] saves its
// progress.
//
// # Texts
//
// Plans and results are lines of plain text. The first line names the format and its
// version. The last line has the SHA-256 of all lines before it. A plan has a line for
// each position: the ways to it, and its FEN without clocks.
//
//	koggestone perft plan 1
//	position rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//	depth 6
//	ply 2
//	blocks 4
//	block 0 positions 100
//	1 rnbqkbnr/ppppppp1/8/7p/8/N7/PPPPPPPP/R1BQKBNR w KQkq -
//	...
//	sha256 c361dcade9655e6dbbb0bec6d9fab4190b015c5d1cd33c6a0f242c2c2684a42b
//
// A file of results may hold several, one after the other.
//
//	koggestone perft result 1
//	plan c361dcade9655e6dbbb0bec6d9fab4190b015c5d1cd33c6a0f242c2c2684a42b
//	block 3 of 4
//	nodes 31647358
//	sha256 a0fe73f64fb0bb1fc53ba6b4ce3f0b0b27c1f7ed0d16dcc0f2894822eb0f7821
//
// A checkpoint also begins with such lines and their hash. Each part that is counted adds
// a line, which ends with the first digits of its hash.
//
//	koggestone perft checkpoint 2
//	position rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//	depth 10
//	parts 256
//	sha256 d444f64655efaf0a34f727b2b32aeaf90df603621c0a543758e80d7b7116e6ca
//	ply 7 6d37074a
//	part 162 nodes 271116277075 8719b143
package plan
