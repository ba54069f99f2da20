// Package plan counts a tree of legal moves by parts, on as many machines and in as
// many steps as one likes: a plan cuts the tree at a ply into blocks of positions, a
// run counts below one block, and the sum of all results is the count of the tree.
//
//	p, err := plan.New(ctx, movegen.Start(), 9, 5, 64, perft.Options{})
//	r, err := p.Run(ctx, 17, perft.Options{})  // on any machine, in any order
//	err = sum.Add(r)                           // all of 0 to 63, each at least once
//	nodes, err := sum.Nodes()                  // 2439530234167
//
// A plan holds each position of the ply of its cut once, with the number of ways that
// lead to it in 128 bits. No hash decides which positions are equal: their boards,
// castling rights and en-passant targets are. Blocks take turns with the sorted
// positions, so that all have about the same number, and about the same work below
// them.
//
// Plans and results depend on nothing but the arguments, so that a run may be
// repeated. Results carry the hash of their plan and the number of their block. A
// [Sum] refuses results of another plan and results that contradict one another,
// counts a block once however often it was run, and names the blocks that are
// missing.
//
// # Texts
//
// Plans and results are lines of plain text. The first line names the format and its
// version. The last line has the SHA-256 of all lines before it. A plan:
//
//	koggestone perft plan 1
//	position rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//	depth 9
//	ply 5
//	blocks 64
//	block 0 positions 12852
//	2 1n1qkbnr/rpp1pppp/... w Kk -
//	...
//	sha256 41ab...
//
// A line of a position has the ways to it and its FEN without clocks. A result, of
// which a file may hold several:
//
//	koggestone perft result 1
//	plan 41ab...
//	block 17 of 64
//	nodes 38118056021
//	sha256 09c2...
package plan
