package tree

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/koggestone/koggestone/beam/internal/files"
	"github.com/koggestone/koggestone/internal/quote"
	"github.com/koggestone/koggestone/perft"
)

var keptResults = beam.NewCounter("perft", "blocks with a result kept before")

// fault is set only by tests, to make blocks fail.
var fault func(b *Block) error

// leaves counts the leaves below b. If t.Results is set, it first looks for a stored result; if there is none,
// it stores the new one. The file's name is a hash of everything that the result depends on.
func (t *Tree) leaves(ctx context.Context, b *Block) (perft.Uint128, error) {
	if t.Results == "" {
		return t.count(ctx, b)
	}
	positions := encodeBlock(Block{Positions: b.Positions})
	key := fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(positions, " depth %d", t.Depth-t.Ply)))
	file := strings.TrimSuffix(t.Results, "/") + "/" + key
	data, err := files.Read(ctx, file)
	if err != nil {
		return perft.Uint128{}, err
	}
	if data != nil {
		keptResults.Inc(ctx, 1)
		number, _, _ := strings.Cut(strings.TrimPrefix(string(data), "nodes "), "\n")
		n, err := perft.ParseUint128(number)
		if err != nil || string(data) != resultText(key, n) {
			return n, fmt.Errorf("%s: expected the result of this block, found %s; delete the file to count the block again", file, quote.Short(string(data)))
		}
		return n, nil
	}
	n, err := t.count(ctx, b)
	if err != nil {
		return n, err
	}
	return n, files.Write(ctx, file, []byte(resultText(key, n)))
}

// resultText formats the result of the block with a key: the number of leaves, and a hash of both.
func resultText(key string, n perft.Uint128) string {
	text := fmt.Sprintf("nodes %v\n", n)
	return fmt.Sprintf("%ssha256 %x\n", text, sha256.Sum256([]byte(key+text)))
}

// count counts the leaves below b.
func (t *Tree) count(ctx context.Context, b *Block) (perft.Uint128, error) {
	if fault != nil {
		if err := fault(b); err != nil {
			return perft.Uint128{}, err
		}
	}
	r, err := perft.CountWeighted(ctx, b.Positions, t.Depth-t.Ply, t.options())
	return r.Nodes, err
}
