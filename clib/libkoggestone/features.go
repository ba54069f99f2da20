//go:build cgo

package main

// #include "koggestone.h"
import "C"

import (
	"sync"
	"unsafe"

	"github.com/koggestone/koggestone/data/training"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

//export kgBatchSEE
func kgBatchSEE(h C.koggestone_batch, moves *C.uint16_t, values *C.int32_t, length C.size_t, e *C.koggestone_error) C.int {
	return batches.call(uint64(h), e, func(b *batch) {
		played := array[movegen.Move]("moves", unsafe.Pointer(moves), length, b.Len())
		dst := array[int32]("values", unsafe.Pointer(values), length, b.Len())
		for i, m := range played {
			if dst[i] = 0; m != 0 {
				p := b.At(i)
				mustBeLegal(i, p, m)
				dst[i] = int32(p.SEE(m, nil))
			}
		}
	})
}

//export kgBatchUnplay
func kgBatchUnplay(h C.koggestone_batch, rules C.int, moves *C.uint16_t, capacity C.size_t, offsets *C.uint32_t, offsetCount C.size_t, earlier *C.koggestone_batch, e *C.koggestone_error) C.int {
	return batches.call(uint64(h), e, func(b *batch) {
		result("earlier", earlier)
		if rules&^(C.KOGGESTONE_CHESS960|C.KOGGESTONE_ANY_MATERIAL) != 0 {
			fail(C.KOGGESTONE_ERROR_ARGUMENT, "rules: expected 0 to 3, found %d", int(rules))
		}
		limits := movegen.UnmoveRules{Chess960: rules&C.KOGGESTONE_CHESS960 != 0, AnyMaterial: rules&C.KOGGESTONE_ANY_MATERIAL != 0}
		starts := array[uint32]("offsets", unsafe.Pointer(offsets), offsetCount, b.Len()+1)
		var list []movegen.Move
		if moves != nil {
			list = input[movegen.Move]("moves", unsafe.Pointer(moves), capacity)
		}
		dst := newBatch()
		checked := 0 // how many positions there was certainly memory for
		var unmoves []movegen.Unmove
		for i := range b.Len() {
			p := b.At(i)
			if err := p.Validate(); err != nil {
				fail(C.KOGGESTONE_ERROR_ARGUMENT, "position %d: %v", i, err)
			}
			starts[i] = uint32(dst.Len())
			unmoves = p.AppendUnmoves(unmoves[:0], limits)
			if moves != nil && dst.Len()+len(unmoves) > len(list) {
				fail(C.KOGGESTONE_ERROR_SPACE, "moves: position %d: expected more room, found %d elements", i, len(list))
			}
			if dst.Len()+len(unmoves) > checked {
				checked = 2 * (dst.Len() + len(unmoves))
				need(uint64(checked), positionBytes)
			}
			for _, u := range unmoves {
				if moves != nil {
					list[dst.Len()] = u.Move
				}
				dst.Append(p.Unplay(u))
			}
		}
		starts[b.Len()] = uint32(dst.Len())
		*earlier = addBatch(dst)
	})
}

var stockfishRules = sync.OnceValue(func() *pairs.Rules {
	r, err := pairs.NewRules(pairs.StockfishCodes(), nil)
	check(err)
	return r
})

//export kgBatchPairs
func kgBatchPairs(h C.koggestone_batch, list *C.uint32_t, capacity C.size_t, offsets *C.uint32_t, offsetCount C.size_t, e *C.koggestone_error) C.int {
	return batches.call(uint64(h), e, func(b *batch) {
		starts := array[uint32]("offsets", unsafe.Pointer(offsets), offsetCount, b.Len()+1)
		all := input[pairs.Pair]("pairs", unsafe.Pointer(list), capacity)
		var found pairs.List
		n := 0
		for i := range b.Len() {
			starts[i] = uint32(n)
			stockfishRules().RefreshBoard(&found, b.At(i).Board)
			if len(found.Pairs()) > len(all)-n {
				fail(C.KOGGESTONE_ERROR_SPACE, "pairs: position %d: expected more room, found %d elements", i, len(all))
			}
			n += copy(all[n:], found.Pairs())
		}
		starts[b.Len()] = uint32(n)
	})
}

func featuresOf(name *C.char) *training.FeatureSet {
	if name == nil {
		fail(C.KOGGESTONE_ERROR_ARGUMENT, "features: expected a name, found NULL")
	}
	f, err := training.ParseFeatures(C.GoString(name))
	check(err)
	return f
}

//export kgFeatures
func kgFeatures(features *C.char, inputs, row *C.size_t, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	result("inputs", inputs)
	result("row", row)
	f := featuresOf(features)
	*inputs, *row = C.size_t(f.Inputs()), C.size_t(f.MaxActive())
	return
}

//export kgBatchFeatures
func kgBatchFeatures(h C.koggestone_batch, features *C.char, white, black *C.int32_t, words C.size_t, e *C.koggestone_error) C.int {
	return batches.call(uint64(h), e, func(b *batch) {
		f := featuresOf(features)
		row := f.MaxActive()
		rows := [...][]int32{
			quad.White: array[int32]("white", unsafe.Pointer(white), words, row*b.Len()),
			quad.Black: array[int32]("black", unsafe.Pointer(black), words, row*b.Len()),
		}
		entries := make([]training.Entry, 0, 256)
		for first := 0; first < b.Len(); first += len(entries) {
			entries = entries[:min(cap(entries), b.Len()-first)]
			for i := range entries {
				entries[i].Position = b.At(first + i)
			}
			from, to := row*first, row*(first+len(entries))
			f.Fill(rows[quad.White][from:to], rows[quad.Black][from:to], entries)
		}
	})
}
