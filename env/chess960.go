package env

import (
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// chess960 returns Chess960 start position n, 0 to 959, in Reinhard Scharnagl's numbering.
// Number 518 is standard chess.
func chess960(n int) movegen.Position {
	var rank [8]quad.Kind
	// place puts a piece on the free square number k, counted from the a-file.
	place := func(kind quad.Kind, k int) {
		for f := range rank {
			if rank[f] != quad.None {
				continue
			}
			if k == 0 {
				rank[f] = kind
				return
			}
			k--
		}
	}
	rank[2*(n%4)+1] = quad.Bishop
	n /= 4
	rank[2*(n%4)] = quad.Bishop
	n /= 4
	place(quad.Queen, n%6)
	n /= 6
	// The knights get two of the five free squares.
	for first := range 4 {
		if second := first + 1 + n; second < 5 {
			place(quad.Knight, second)
			place(quad.Knight, first)
			break
		}
		n -= 4 - first
	}
	for _, kind := range [...]quad.Kind{quad.CastlingRook, quad.King, quad.CastlingRook} {
		place(kind, 0)
	}
	p := movegen.Start()
	for f, kind := range rank {
		p.Board.Set(f, quad.MakePiece(quad.White, kind))
		p.Board.Set(56+f, quad.MakePiece(quad.Black, kind))
	}
	return p
}
