// Package policy converts moves to and from the outputs of policy heads: the 8x8x73 =
// 4672 outputs of AlphaZero, and the 1858 outputs of Leela Chess Zero.
//
//	index := policy.Leela.Index(&pos, m)       // of a legal move
//	m, ok := policy.Leela.Move(&pos, index)    // the legal move of an index
//
//	mask := make([]uint64, policy.AlphaZero.Words()*b.Len())
//	policy.AlphaZero.MaskBatch(mask, b)        // the legal moves of many positions
//
// Squares are seen from the side to move. For Black the ranks are mirrored, so that
// Black's pawns also go north, and e7e5 has the same index as e2e4.
//
// # AlphaZero
//
// The network has 73 planes of source squares (David Silver and others, 2017, table S2).
// Index 64*plane + square is the plane's move from a square, where a1 is 0 and h8 is 63.
// The planes are in the order of the package gym-chess (Lucas Wolf):
//
//	0-55   moves of a queen by direction, N NE E SE S SW W NW, each by 1 to 7 squares
//	56-63  jumps of a knight, clockwise from north-north-east
//	64-72  promotions to the north-west, north and north-east, each to knight, bishop, rook
//
// A promotion to a queen is in the planes of queen moves. A mask is 73 bitboards. For a
// queen on d4, this shows the planes of some targets:
//
//	8   ·   ·   ·   3   ·   ·   ·   ·
//	7  51   ·   ·   2   ·   ·   9   ·
//	6   ·  50   ·   1   ·   8   ·   ·
//	5   ·   ·  49   0   7   ·   ·   ·
//	4   ·   ·   ·   Q  14  15  16  17
//	    a   b   c   d   e   f   g   h
//
// Castling is the king's move by two squares if the king is on the e-file and the rook on
// the a-file or h-file. Otherwise, in Chess960, it is the king's move to the rook's square,
// because no other king move can go there.
//
// # Leela
//
// The list (lc0's src/neural/encoder.cc) starts with all queen and knight moves from each
// square, sorted by source, a1 first, and then by target. Promotions to queen, rook and
// bishop follow, sorted by the files of source and target. A promotion to a knight is the
// plain pawn move. Castling is the king's move to the rook's square.
package policy

//go:generate go run -C ../asm -tags purego . policy
//go:generate go run -C ../asm ./dispatch
