package perft

import (
	"context"
	"testing"

	"github.com/koggestone/koggestone/movegen"
)

func TestTmp(t *testing.T) {
	r, err := Count(context.Background(), movegen.Start(), 6, Options{Stats: true})
	t.Log(r, err)
	r, err = Count(context.Background(), movegen.Start(), 6, Options{})
	t.Log(r, err)
	p, _ := movegen.ParseFEN("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	r, err = Count(context.Background(), p, 4, Options{Stats: true})
	t.Log(r, err)
}
