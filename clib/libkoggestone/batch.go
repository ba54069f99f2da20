//go:build cgo

package main

// #include "koggestone.h"
import "C"

import (
	"bytes"
	"fmt"
	"unsafe"

	koggestone "github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/data/columns"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// A batch is the object behind a koggestone_batch, with memory that calls reuse.
type batch struct {
	*movegen.Batch
	lists    movegen.MoveLists
	computer *columns.Computer
	data     columns.Data
}

var batches = table[*batch]{kind: "batch"}

// addBatch returns the handle of a new batch. All batches have clocks.
func addBatch(b *movegen.Batch) C.koggestone_batch {
	return C.koggestone_batch(batches.add(&batch{Batch: b}))
}

func newBatch() *movegen.Batch { return movegen.NewBatch(movegen.WithClocks) }

// index returns an index below n.
func index(name string, i uint64, n int) int {
	if i >= uint64(n) {
		fail(C.KOGGESTONE_ERROR_ARGUMENT, "%s: expected less than %d, found %d", name, n, i)
	}
	return int(i)
}

// mustBeLegal fails if moves[i] is not a legal move of p.
func mustBeLegal(i int, p movegen.Position, m movegen.Move) {
	if !p.IsLegal(m) {
		fail(C.KOGGESTONE_ERROR_ARGUMENT, "moves[%d]: expected a legal move of %s, found %s (%d)", i, p.FEN(), m, m)
	}
}

var implementation = C.CString(koggestone.Implementation())

//export kgImplementation
func kgImplementation() *C.char { return implementation }

//export kgBatchNew
func kgBatchNew(result_ *C.koggestone_batch, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	result("batch", result_)
	*result_ = addBatch(newBatch())
	return
}

//export kgBatchFree
func kgBatchFree(h C.koggestone_batch, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	batches.free(uint64(h))
	return
}

//export kgBatchLength
func kgBatchLength(h C.koggestone_batch, length *C.size_t, e *C.koggestone_error) C.int {
	return batches.call(uint64(h), e, func(b *batch) {
		result("length", length)
		*length = C.size_t(b.Len())
	})
}

//export kgBatchClear
func kgBatchClear(h C.koggestone_batch, e *C.koggestone_error) C.int {
	return batches.call(uint64(h), e, func(b *batch) { b.Reset() })
}

//export kgBatchCopy
func kgBatchCopy(h C.koggestone_batch, copied *C.koggestone_batch, e *C.koggestone_error) C.int {
	return batches.call(uint64(h), e, func(b *batch) {
		result("copy", copied)
		need(uint64(b.Len()), positionBytes)
		*copied = addBatch(copyOf(b.Batch))
	})
}

func copyOf(b *movegen.Batch) *movegen.Batch {
	dst := newBatch()
	movegen.PlayBatch(dst, b, make([]movegen.Move, b.Len())) // no moves
	return dst
}

//export kgBatchTake
func kgBatchTake(h C.koggestone_batch, indices *C.int64_t, count C.size_t, taken *C.koggestone_batch, e *C.koggestone_error) C.int {
	return batches.call(uint64(h), e, func(b *batch) {
		result("taken", taken)
		chosen := indicesOf(indices, count, b.Len())
		need(uint64(count), positionBytes)
		dst := newBatch()
		dst.Grow(len(chosen))
		for _, i := range chosen {
			dst.Append(b.At(i))
		}
		*taken = addBatch(dst)
	})
}

// lines calls f for each line of text. The last line may end with a newline.
func lines(text []byte, f func(i int, line []byte)) {
	for i := 0; len(text) > 0; i++ {
		line, rest, _ := bytes.Cut(text, []byte("\n"))
		f(i, line)
		text = rest
	}
}

//export kgBatchAppendFENs
func kgBatchAppendFENs(h C.koggestone_batch, text *C.char, length C.size_t, e *C.koggestone_error) C.int {
	return batches.call(uint64(h), e, func(b *batch) {
		fens := input[byte]("text", unsafe.Pointer(text), length)
		need(uint64(len(fens))/20, positionBytes) // no FEN is shorter
		added := *b.Batch                         // appending does not change the positions of b
		var p movegen.Position
		lines(fens, func(i int, line []byte) {
			if err := p.UnmarshalText(line); err != nil {
				check(fmt.Errorf("line %d: %w", i+1, err))
			}
			added.Append(p)
		})
		*b.Batch = added
	})
}

// setsOfPosition is the number of sets in a quad.Bitboards.
const setsOfPosition = 10

//export kgBatchAppendBitboards
func kgBatchAppendBitboards(h C.koggestone_batch, sets *C.uint64_t, sides *C.uint8_t, count C.size_t, e *C.koggestone_error) C.int {
	return batches.call(uint64(h), e, func(b *batch) {
		boards := input[quad.Bitboards]("sets", unsafe.Pointer(sets), count)
		need(uint64(len(boards)), positionBytes)
		added := *b.Batch
		for i, side := range input[uint8]("sides", unsafe.Pointer(sides), count) {
			if side > 1 {
				fail(C.KOGGESTONE_ERROR_ARGUMENT, "position %d: expected 0 or 1 as the side to move, found %d", i, side)
			}
			err := boards[i].Validate()
			p := movegen.FromBitboards(&boards[i], quad.Color(side))
			if err == nil {
				err = p.Validate()
			}
			if err != nil {
				check(fmt.Errorf("position %d: %w", i, err))
			}
			added.Append(p)
		}
		*b.Batch = added
	})
}

//export kgBatchBitboards
func kgBatchBitboards(h C.koggestone_batch, sets *C.uint64_t, words C.size_t, e *C.koggestone_error) C.int {
	return batches.call(uint64(h), e, func(b *batch) {
		if uint64(words) != uint64(setsOfPosition*b.Len()) {
			fail(C.KOGGESTONE_ERROR_ARGUMENT, "sets: expected %d words, found %d", setsOfPosition*b.Len(), uint64(words))
		}
		dst := array[quad.Bitboards]("sets", unsafe.Pointer(sets), words/setsOfPosition, b.Len())
		boards := b.Boards()
		for i := range dst {
			dst[i] = boards.At(i).Bitboards()
		}
	})
}

// A packed position has the layout of koggestone_position, without gaps.
type packed struct {
	Board                quad.Board
	Side                 quad.Color
	Zero                 uint8
	HalfMoves, FullMoves uint16
	Zeros                uint16
}

//export kgBatchAppendPositions
func kgBatchAppendPositions(h C.koggestone_batch, positions *C.koggestone_position, count C.size_t, e *C.koggestone_error) C.int {
	return batches.call(uint64(h), e, func(b *batch) {
		given := input[packed]("positions", unsafe.Pointer(positions), count)
		need(uint64(len(given)), positionBytes)
		added := *b.Batch
		added.Grow(len(given))
		for i, p := range given {
			if p.Side > quad.Black {
				fail(C.KOGGESTONE_ERROR_ARGUMENT, "position %d: expected 0 or 1 as the side to move, found %d", i, p.Side)
			}
			added.Append(movegen.Position{Board: p.Board, Side: p.Side, HalfMoves: p.HalfMoves, FullMoves: p.FullMoves})
		}
		*b.Batch = added
	})
}

//export kgBatchPositions
func kgBatchPositions(h C.koggestone_batch, positions *C.koggestone_position, count C.size_t, e *C.koggestone_error) C.int {
	return batches.call(uint64(h), e, func(b *batch) {
		dst := array[packed]("positions", unsafe.Pointer(positions), count, b.Len())
		for i := range dst {
			p := b.At(i)
			dst[i] = packed{Board: p.Board, Side: p.Side, HalfMoves: p.HalfMoves, FullMoves: p.FullMoves}
		}
	})
}

//export kgBatchSides
func kgBatchSides(h C.koggestone_batch, sides *C.uint8_t, length C.size_t, e *C.koggestone_error) C.int {
	return batches.call(uint64(h), e, func(b *batch) { copy(array[quad.Color]("sides", unsafe.Pointer(sides), length, b.Len()), b.Sides()) })
}

//export kgBatchClocks
func kgBatchClocks(h C.koggestone_batch, clocks *C.uint16_t, words C.size_t, e *C.koggestone_error) C.int {
	return batches.call(uint64(h), e, func(b *batch) {
		dst := array[uint16]("clocks", unsafe.Pointer(clocks), words, 2*b.Len())
		for i, c := range b.Clocks() {
			dst[2*i], dst[2*i+1] = c.HalfMoves, c.FullMoves
		}
	})
}

//export kgBatchKeys
func kgBatchKeys(h C.koggestone_batch, keys *C.uint64_t, length C.size_t, e *C.koggestone_error) C.int {
	return batches.call(uint64(h), e, func(b *batch) {
		dst := array[uint64]("keys", unsafe.Pointer(keys), length, b.Len())
		for i := range dst {
			p := b.At(i)
			dst[i] = p.Key()
		}
	})
}

//export kgBatchFENs
func kgBatchFENs(h C.koggestone_batch, first, count C.size_t, text *C.char, capacity C.size_t, length *C.size_t, e *C.koggestone_error) C.int {
	return batches.call(uint64(h), e, func(b *batch) {
		result("length", length)
		n := b.Len()
		if uint64(first) > uint64(n) || uint64(count) > uint64(n)-uint64(first) {
			fail(C.KOGGESTONE_ERROR_ARGUMENT, "expected positions below %d, found %d positions from %d", n, uint64(count), uint64(first))
		}
		dst := room("text", text, capacity, C.KOGGESTONE_FEN_SIZE*int(count)+1)
		for i := range int(count) {
			dst, _ = b.At(int(first) + i).AppendText(dst) // it never returns an error
			dst = append(dst, '\n')
		}
		*length = C.size_t(len(dst))
		_ = append(dst, 0)
	})
}

// room returns the caller's memory as an empty slice. It must have at least need bytes.
func room(name string, text *C.char, capacity C.size_t, need int) []byte {
	if uint64(capacity) < uint64(need) {
		fail(C.KOGGESTONE_ERROR_SPACE, "%s: expected room for %d bytes, found %d", name, need, uint64(capacity))
	}
	return array[byte](name, unsafe.Pointer(text), C.size_t(need), need)[:0:need]
}

//export kgBatchLegalCounts
func kgBatchLegalCounts(h C.koggestone_batch, counts *C.uint16_t, length C.size_t, e *C.koggestone_error) C.int {
	return batches.call(uint64(h), e, func(b *batch) {
		movegen.CountLegalBatch(array[uint16]("counts", unsafe.Pointer(counts), length, b.Len()), b.Batch)
	})
}

//export kgBatchTwoPlyCounts
func kgBatchTwoPlyCounts(h C.koggestone_batch, counts *C.uint32_t, length C.size_t, e *C.koggestone_error) C.int {
	return batches.call(uint64(h), e, func(b *batch) {
		movegen.CountTwoPlyBatch(array[uint32]("counts", unsafe.Pointer(counts), length, b.Len()), b.Batch)
	})
}

//export kgBatchLegalMoves
func kgBatchLegalMoves(h C.koggestone_batch, moves *C.uint16_t, capacity C.size_t, offsets *C.uint32_t, offsetCount C.size_t, e *C.koggestone_error) C.int {
	return batches.call(uint64(h), e, func(b *batch) {
		ends := array[uint32]("offsets", unsafe.Pointer(offsets), offsetCount, b.Len()+1)
		b.lists.Reset()
		movegen.AppendLegalMovesBatch(&b.lists, b.Batch)
		copyLists(&b.lists, unsafe.Pointer(moves), capacity, ends)
	})
}

// copyLists copies lists to the caller's memory.
func copyLists(lists *movegen.MoveLists, moves unsafe.Pointer, capacity C.size_t, offsets []uint32) {
	if uint64(capacity) < uint64(len(lists.Moves)) {
		fail(C.KOGGESTONE_ERROR_SPACE, "moves: expected room for %d moves, found %d", len(lists.Moves), uint64(capacity))
	}
	copy(array[movegen.Move]("moves", moves, C.size_t(len(lists.Moves)), len(lists.Moves)), lists.Moves)
	offsets[0] = 0 // lists for no positions have no offsets
	copy(offsets, lists.Offsets)
}

//export kgBatchSelectMoves
func kgBatchSelectMoves(h C.koggestone_batch, numbers, moves *C.uint16_t, length C.size_t, e *C.koggestone_error) C.int {
	return batches.call(uint64(h), e, func(b *batch) {
		n := b.Len()
		k := array[uint16]("numbers", unsafe.Pointer(numbers), length, n)
		dst := array[movegen.Move]("moves", unsafe.Pointer(moves), length, n)
		movegen.SelectMoveBatch(dst, b.Batch, k)
	})
}

//export kgBatchPlay
func kgBatchPlay(h C.koggestone_batch, moves *C.uint16_t, length C.size_t, checked C.int, e *C.koggestone_error) C.int {
	return batches.call(uint64(h), e, func(b *batch) {
		played := array[movegen.Move]("moves", unsafe.Pointer(moves), length, b.Len())
		if checked != 0 {
			for i, m := range played {
				if m != 0 {
					mustBeLegal(i, b.At(i), m)
				}
			}
		}
		movegen.PlayBatch(b.Batch, b.Batch, played)
	})
}

//export kgBatchChildren
func kgBatchChildren(h C.koggestone_batch, children *C.koggestone_batch, e *C.koggestone_error) C.int {
	return batches.call(uint64(h), e, func(b *batch) {
		result("children", children)
		counts := make([]uint16, b.Len())
		movegen.CountLegalBatch(counts, b.Batch)
		total := uint64(0)
		for _, n := range counts {
			total += uint64(n)
		}
		need(total, positionBytes)
		dst := newBatch()
		movegen.AppendChildrenBatch(dst, b.Batch)
		*children = addBatch(dst)
	})
}

//export kgBatchStatus
func kgBatchStatus(h C.koggestone_batch, statuses *C.uint8_t, length C.size_t, e *C.koggestone_error) C.int {
	return batches.call(uint64(h), e, func(b *batch) {
		movegen.StatusBatch(array[movegen.Status]("statuses", unsafe.Pointer(statuses), length, b.Len()), b.Batch)
	})
}

//export kgUCI
func kgUCI(moves *C.uint16_t, count C.size_t, text *C.char, capacity C.size_t, length *C.size_t, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	result("length", length)
	list := input[movegen.Move]("moves", unsafe.Pointer(moves), count)
	dst := room("text", text, capacity, C.KOGGESTONE_UCI_SIZE*len(list)+1)
	for _, m := range list {
		dst = append(append(dst, m.String()...), '\n')
	}
	*length = C.size_t(len(dst))
	_ = append(dst, 0)
	return
}

//export kgBatchParseUCI
func kgBatchParseUCI(h C.koggestone_batch, text *C.char, textLength C.size_t, moves *C.uint16_t, length C.size_t, e *C.koggestone_error) C.int {
	return parseMoves(h, text, textLength, moves, length, e, "0000", movegen.Position.ParseMove)
}

//export kgBatchParseSAN
func kgBatchParseSAN(h C.koggestone_batch, text *C.char, textLength C.size_t, moves *C.uint16_t, length C.size_t, e *C.koggestone_error) C.int {
	return parseMoves(h, text, textLength, moves, length, e, "--", movegen.Position.ParseSAN)
}

// parseMoves sets moves to the moves that the lines of text name. A line with none is the move
// 0.
func parseMoves(h C.koggestone_batch, text *C.char, textLength C.size_t, moves *C.uint16_t, length C.size_t, e *C.koggestone_error, none string, parse func(movegen.Position, string) (movegen.Move, error)) C.int {
	return batches.call(uint64(h), e, func(b *batch) {
		dst := array[movegen.Move]("moves", unsafe.Pointer(moves), length, b.Len())
		found := 0
		lines(input[byte]("text", unsafe.Pointer(text), textLength), func(i int, line []byte) {
			if found++; i >= len(dst) {
				return
			}
			if string(line) == none {
				dst[i] = 0
				return
			}
			m, err := parse(b.At(i), string(line))
			if err != nil {
				check(fmt.Errorf("move %d: %w", i, err))
			}
			dst[i] = m
		})
		if found != len(dst) {
			fail(C.KOGGESTONE_ERROR_ARGUMENT, "text: expected %d lines, found %d", len(dst), found)
		}
	})
}

//export kgBatchAttacks
func kgBatchAttacks(h C.koggestone_batch, side C.int, attacks *C.uint64_t, length C.size_t, e *C.koggestone_error) C.int {
	return batches.call(uint64(h), e, func(b *batch) {
		dst := array[uint64]("attacks", unsafe.Pointer(attacks), length, b.Len())
		boards := b.Boards()
		switch side {
		case C.KOGGESTONE_WHITE, C.KOGGESTONE_BLACK:
			quad.AttacksBatch(dst, boards, quad.Color(side))
		case C.KOGGESTONE_TO_MOVE, C.KOGGESTONE_NOT_TO_MOVE:
			quad.AttacksBatch(dst, boards, quad.White)
			black := make([]uint64, len(dst))
			quad.AttacksBatch(black, boards, quad.Black)
			for i, mover := range b.Sides() {
				if (mover == quad.Black) == (side == C.KOGGESTONE_TO_MOVE) {
					dst[i] = black[i]
				}
			}
		default:
			fail(C.KOGGESTONE_ERROR_ARGUMENT, "side: expected 0 to 3, found %d", int(side))
		}
	})
}

//export kgBatchThreats
func kgBatchThreats(h C.koggestone_batch, sets *C.uint64_t, words C.size_t, e *C.koggestone_error) C.int {
	return batches.call(uint64(h), e, func(b *batch) {
		n := b.Len()
		all := array[uint64]("sets", unsafe.Pointer(sets), words, C.KOGGESTONE_THREATS*n)
		set := func(k int) []uint64 { return all[k*n : (k+1)*n : (k+1)*n] }
		columns := quad.ThreatsColumns{
			ByPawn: set(C.KOGGESTONE_BY_PAWN), ByKnight: set(C.KOGGESTONE_BY_KNIGHT), ByBishop: set(C.KOGGESTONE_BY_BISHOP),
			ByRook: set(C.KOGGESTONE_BY_ROOK), ByQueen: set(C.KOGGESTONE_BY_QUEEN), ByKing: set(C.KOGGESTONE_BY_KING),
			Attacked: set(C.KOGGESTONE_ATTACKED), Danger: set(C.KOGGESTONE_DANGER),
			Checkers: set(C.KOGGESTONE_CHECKERS), CheckMask: set(C.KOGGESTONE_CHECK_MASK),
			Pinned: set(C.KOGGESTONE_PINNED), Pinners: set(C.KOGGESTONE_PINNERS),
			PawnChecks: set(C.KOGGESTONE_PAWN_CHECKS), KnightChecks: set(C.KOGGESTONE_KNIGHT_CHECKS),
			BishopChecks: set(C.KOGGESTONE_BISHOP_CHECKS), RookChecks: set(C.KOGGESTONE_ROOK_CHECKS),
			Discoverers: set(C.KOGGESTONE_DISCOVERERS),
		}
		quad.ThreatsBatch(&columns, b.Boards(), b.Sides())
	})
}

//export kgSliderAttacks
func kgSliderAttacks(diagonal, orthogonal, empty, attacks *C.uint64_t, count C.size_t, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	koggestone.SliderAttacksBatch(
		input[uint64]("attacks", unsafe.Pointer(attacks), count), input[uint64]("diagonal", unsafe.Pointer(diagonal), count),
		input[uint64]("orthogonal", unsafe.Pointer(orthogonal), count), input[uint64]("empty", unsafe.Pointer(empty), count))
	return
}
