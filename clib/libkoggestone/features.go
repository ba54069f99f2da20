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
func kgBatchSEE(h C.koggestone_batch, moves *C.uint16_t, values *C.int32_t, length C.size_t, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	b := batches.lock(uint64(h))
	defer b.Unlock()
	played := array[movegen.Move]("moves", unsafe.Pointer(moves), length, b.value.Len())
	dst := array[int32]("values", unsafe.Pointer(values), length, b.value.Len())
	for i, m := range played {
		p := b.value.At(i)
		switch {
		case m == 0:
			dst[i] = 0
		case p.IsLegal(m):
			dst[i] = int32(p.SEE(m, nil))
		default:
			fail(C.KOGGESTONE_ERROR_ARGUMENT, "moves[%d]: expected a legal move of %s, found %s (%d)", i, p.FEN(), m, m)
		}
	}
	return
}

//export kgBatchUnplay
func kgBatchUnplay(h C.koggestone_batch, rules C.int, moves *C.uint16_t, capacity C.size_t, offsets *C.uint32_t, offsetCount C.size_t, earlier *C.koggestone_batch, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	result("earlier", earlier)
	if rules&^(C.KOGGESTONE_CHESS960|C.KOGGESTONE_ANY_MATERIAL) != 0 {
		fail(C.KOGGESTONE_ERROR_ARGUMENT, "rules: expected 0 to 3, found %d", int(rules))
	}
	limits := movegen.UnmoveRules{Chess960: rules&C.KOGGESTONE_CHESS960 != 0, AnyMaterial: rules&C.KOGGESTONE_ANY_MATERIAL != 0}
	b := batches.lock(uint64(h))
	defer b.Unlock()
	starts := array[uint32]("offsets", unsafe.Pointer(offsets), offsetCount, b.value.Len()+1)
	var list []movegen.Move
	if moves != nil {
		list = input[movegen.Move]("moves", unsafe.Pointer(moves), capacity)
	}
	dst := newBatch()
	checked := 0 // positions that memory was checked for
	var unmoves []movegen.Unmove
	for i := range b.value.Len() {
		p := b.value.At(i)
		if err := p.Validate(); err != nil {
			fail(C.KOGGESTONE_ERROR_ARGUMENT, "position %d: %v", i, err)
		}
		starts[i] = uint32(dst.Len())
		unmoves = p.AppendUnmoves(unmoves[:0], limits)
		if moves != nil && dst.Len()+len(unmoves) > len(list) {
			fail(C.KOGGESTONE_ERROR_SPACE, "moves: position %d needs more than %d elements", i, len(list))
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
	starts[b.value.Len()] = uint32(dst.Len())
	*earlier = addBatch(dst)
	return
}

var stockfishRules = sync.OnceValue(func() *pairs.Rules {
	r, err := pairs.NewRules(pairs.StockfishCodes(), nil)
	check(err)
	return r
})

//export kgBatchPairs
func kgBatchPairs(h C.koggestone_batch, list *C.uint32_t, capacity C.size_t, offsets *C.uint32_t, offsetCount C.size_t, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	b := batches.lock(uint64(h))
	defer b.Unlock()
	starts := array[uint32]("offsets", unsafe.Pointer(offsets), offsetCount, b.value.Len()+1)
	all := input[pairs.Pair]("pairs", unsafe.Pointer(list), capacity)
	var found pairs.List
	n := 0
	for i := range b.value.Len() {
		starts[i] = uint32(n)
		stockfishRules().RefreshBoard(&found, b.value.At(i).Board)
		if len(found.Pairs()) > len(all)-n {
			fail(C.KOGGESTONE_ERROR_SPACE, "pairs: position %d needs more than %d elements", i, len(all))
		}
		n += copy(all[n:], found.Pairs())
	}
	starts[b.value.Len()] = uint32(n)
	return
}

// featureSets are the feature sets that were used, by name. Their tables take long to make.
var featureSets = struct {
	sync.Mutex
	sets map[string]*training.FeatureSet
}{sets: map[string]*training.FeatureSet{}}

func featuresOf(name *C.char) *training.FeatureSet {
	if name == nil {
		fail(C.KOGGESTONE_ERROR_ARGUMENT, "features: expected a name, found NULL")
	}
	featureSets.Lock()
	defer featureSets.Unlock()
	f, ok := featureSets.sets[C.GoString(name)]
	if !ok {
		var err error
		f, err = training.ParseFeatures(C.GoString(name))
		check(err)
		featureSets.sets[C.GoString(name)] = f
	}
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
func kgBatchFeatures(h C.koggestone_batch, features *C.char, white, black *C.int32_t, words C.size_t, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	f := featuresOf(features)
	b := batches.lock(uint64(h))
	defer b.Unlock()
	row := f.MaxActive()
	rows := [...][]int32{
		quad.White: array[int32]("white", unsafe.Pointer(white), words, row*b.value.Len()),
		quad.Black: array[int32]("black", unsafe.Pointer(black), words, row*b.value.Len()),
	}
	entries := make([]training.Entry, 0, 256)
	for first := 0; first < b.value.Len(); first += len(entries) {
		entries = entries[:min(cap(entries), b.value.Len()-first)]
		for i := range entries {
			entries[i].Position = b.value.At(first + i)
		}
		from, to := row*first, row*(first+len(entries))
		f.Fill(rows[quad.White][from:to], rows[quad.Black][from:to], entries)
	}
	return
}
