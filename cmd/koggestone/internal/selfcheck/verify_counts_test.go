package selfcheck

import (
	"errors"
	"fmt"
	"go/format"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
)

// Every position is checked once. The batches have many lengths, and one is longer than a
// chunk.
func TestCountTiles(t *testing.T) {
	v := newCountVerifier(1)
	longest, empty := 0, 0
	for number := range 12 {
		var tile countTile
		v.prepare(&tile, number, tileSize)
		sum := 0
		for k := range tile.calls {
			n := tile.calls[k].batch.Len()
			if n != len(tile.calls[k].want) || n != len(tile.calls[k].valid) {
				t.Fatalf("call %d: lengths differ", k)
			}
			longest = max(longest, n)
			if n == 0 {
				empty++
			}
			sum += n
		}
		if sum != tileSize || tile.played+tile.arbitrary != tileSize || tile.arbitrary < tileSize/5 || tile.raylists < tile.played/32 {
			t.Errorf("tile %d: %d positions, %d of games, %d arbitrary, %d by the ray list", number, sum, tile.played, tile.arbitrary, tile.raylists)
		}
	}
	if longest <= 4096 || empty == 0 {
		t.Errorf("the longest batch has %d positions, %d have none", longest, empty)
	}
}

// Faults of every kind are found, shown, and written as Go source that compiles.
func TestVerifyCountsFindsFaults(t *testing.T) {
	faulty := func(fault func(dst []uint16, b *movegen.Batch)) *countVerifier {
		v := newCountVerifier(1)
		v.paths = v.paths[:1]
		v.batch = func(dst []uint16, b *movegen.Batch) {
			movegen.CountLegalBatch(dst, b)
			fault(dst, b)
		}
		return v
	}
	kings := func(p movegen.Position) bool { return p.Board.Kings()&p.Board.White() != 0 }
	other := faulty(func([]uint16, *movegen.Batch) {})
	other.opinion = func(p movegen.Position) error {
		if p.Board.EnPassant() != 0 {
			return errors.New("another opinion")
		}
		return nil
	}
	for _, c := range []struct {
		name string
		v    *countVerifier
		want []string
	}{
		{"en passant", faulty(func(dst []uint16, b *movegen.Batch) {
			for i := range dst {
				if p := b.At(i); p.Board.EnPassant() != 0 && kings(p) {
					dst[i]++
				}
			}
		}), []string{"CountLegalBatch on path generic, element ", " moves, by ", "movegen.CountLegalBatch(dst, &b)"}},
		{"last of seven", faulty(func(dst []uint16, b *movegen.Batch) {
			if len(dst)%8 == 7 {
				dst[len(dst)-1] = 0
			}
		}), []string{": 0 moves, by "}},
		{"long batches", faulty(func(dst []uint16, b *movegen.Batch) {
			if len(dst) > 4096 {
				dst[4096] ^= 1
			}
		}), []string{"element 4096 of 4097"}},
		{"past the end", faulty(func(dst []uint16, b *movegen.Batch) {
			if len(dst) == 9 {
				dst[:10][9] = 1
			}
		}), []string{"wrote to element 9 of 9: 1 ", "all[8+i]"}},
		{"no king", faulty(func(dst []uint16, b *movegen.Batch) {
			for i := range dst {
				if b.At(i).Board.Kings() == 0 {
					dst[i] = 700
				}
			}
		}), []string{": 700 moves, by path generic ", " to move; the planes g0, g1, g2, gB", "plane gB"}},
		{"ray list", other, []string{"another opinion", "\nen passant: "}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := c.v.Verify(40_000, func(int) {})
			if d == nil {
				t.Fatal("not found")
			}
			all := fmt.Sprintln(d.Summary, d.Detail, d.Given, d.Test)
			for _, want := range c.want {
				if !strings.Contains(all, want) {
					t.Errorf("%q lacks %q", all, want)
				}
			}
			if formatted, err := format.Source([]byte(d.Test)); err != nil || string(formatted) != d.Test {
				t.Errorf("%v:\n%s", err, d.Test)
			}
		})
	}
}

// The first difference is the same for any number of workers.
func TestVerifyCountsWorkers(t *testing.T) {
	find := func(workers int) *Difference {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(workers))
		v := newCountVerifier(5)
		v.paths = []simd.Path{simd.Generic}
		v.opinion = func(movegen.Position) error { return nil }
		v.batch = func(dst []uint16, b *movegen.Batch) {
			movegen.CountLegalBatch(dst, b)
			for i := range dst {
				if p := b.At(i); p.Board.EnPassant() != 0 && p.Board.CastlingRooks() != 0 && dst[i] == 41 {
					dst[i] = 40
				}
			}
		}
		return v.Verify(40_000, func(int) {})
	}
	one, four := find(1), find(4)
	if one == nil || four == nil || !reflect.DeepEqual(one, four) {
		t.Errorf("one worker %+v, four %+v", one, four)
	}
}
