package tree

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/perft"
	"github.com/koggestone/koggestone/quad"
)

// sample returns a block of positions a few plies from the start, with ways of all sizes.
func sample(t testing.TB, plies int) Block {
	p := movegen.Start()
	positions, err := perft.Expand(t.Context(), []perft.Weighted{{Board: p.Board, Side: p.Side, Ways: perft.Uint128{Lo: 1}}}, plies, perft.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range positions {
		positions[i].Ways = perft.Uint128{Lo: rng.Uint64() >> (rng.Uint32() % 64)}
		if i%7 == 0 {
			positions[i].Ways.Hi = rng.Uint64()
		}
	}
	positions[0].Ways = perft.Uint128{Hi: math.MaxUint64, Lo: math.MaxUint64}
	return Block{Move: 3, Positions: positions}
}

// Decoding returns the encoded block, and a block has one encoding.
func TestBlockBytes(t *testing.T) {
	blocks := []Block{{}, {Move: 7}, sample(t, 1), sample(t, 3)}
	boards := Block{Positions: []perft.Weighted{{Side: quad.Black}, {Board: quad.Board{GB: math.MaxUint64}, Side: quad.Black}}}
	for _, b := range append(blocks, boards) {
		data := encodeBlock(b)
		got, err := decodeBlock(data)
		if err != nil || got.Move != b.Move || !slices.Equal(got.Positions, b.Positions) {
			t.Fatalf("a block of %d positions comes back as %d, error %v", len(b.Positions), len(got.Positions), err)
		}
		if !bytes.Equal(encodeBlock(got), data) {
			t.Errorf("a block of %d positions has other bytes the second time", len(b.Positions))
		}
	}
}

// Truncated bytes and bytes with a suffix are errors.
func TestBlockDamage(t *testing.T) {
	data := encodeBlock(sample(t, 2))
	for n := range data {
		if _, err := decodeBlock(data[:n]); err == nil {
			t.Fatalf("no error after %d of %d bytes", n, len(data))
		}
	}
	if _, err := decodeBlock(append(data, 0)); err == nil {
		t.Error("no error with a byte more")
	}
}

// FuzzDecodeBlock decodes random bytes.
func FuzzDecodeBlock(f *testing.F) {
	f.Add(encodeBlock(sample(f, 1)))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := decodeBlock(data)
		if err != nil {
			return
		}
		got, err := decodeBlock(encodeBlock(b))
		if err != nil || !slices.Equal(got.Positions, b.Positions) {
			t.Errorf("decoded again: error %v", err)
		}
	})
}

// Shards have about equal sizes and depend only on the board.
func TestShardOf(t *testing.T) {
	const shards = 64
	b := sample(t, 4)
	var n [shards]int
	for i := range b.Positions {
		n[shardOf(&b.Positions[i].Board, shards)]++
	}
	mean := len(b.Positions) / shards
	for k, n := range n {
		if n < mean*3/4 || n > mean*5/4 {
			t.Errorf("shard %d has %d positions, the mean is %d", k, n, mean)
		}
	}
}
