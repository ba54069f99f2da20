//go:build cgo

package main

// #include "koggestone.h"
import "C"

import (
	"unsafe"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/policy"
)

func encodingOf(encoding C.int) policy.Encoding {
	switch encoding {
	case C.KOGGESTONE_ALPHAZERO:
		return policy.AlphaZero
	case C.KOGGESTONE_LEELA:
		return policy.Leela
	}
	fail(C.KOGGESTONE_ERROR_ARGUMENT, "encoding: expected 0 or 1, found %d", int(encoding))
	panic("not reached")
}

//export kgBatchPolicyMask
func kgBatchPolicyMask(h C.koggestone_batch, encoding C.int, masks *C.uint64_t, words C.size_t, e *C.koggestone_error) C.int {
	return batches.call(uint64(h), e, func(b *batch) {
		coding := encodingOf(encoding)
		coding.MaskBatch(array[uint64]("masks", unsafe.Pointer(masks), words, coding.Words()*b.Len()), b.Batch)
	})
}

//export kgBatchPolicyIndices
func kgBatchPolicyIndices(h C.koggestone_batch, encoding C.int, moves *C.uint16_t, indices *C.int32_t, length C.size_t, e *C.koggestone_error) C.int {
	return batches.call(uint64(h), e, func(b *batch) {
		coding := encodingOf(encoding)
		dst := array[int32]("indices", unsafe.Pointer(indices), length, b.Len())
		for i, m := range array[movegen.Move]("moves", unsafe.Pointer(moves), length, b.Len()) {
			dst[i] = -1
			if p := b.At(i); p.IsLegal(m) {
				dst[i] = int32(coding.Index(&p, m))
			}
		}
	})
}

//export kgBatchPolicyMoves
func kgBatchPolicyMoves(h C.koggestone_batch, encoding C.int, indices *C.int32_t, moves *C.uint16_t, length C.size_t, e *C.koggestone_error) C.int {
	return batches.call(uint64(h), e, func(b *batch) {
		coding := encodingOf(encoding)
		dst := array[movegen.Move]("moves", unsafe.Pointer(moves), length, b.Len())
		for i, k := range array[int32]("indices", unsafe.Pointer(indices), length, b.Len()) {
			p := b.At(i)
			dst[i], _ = coding.Move(&p, int(k)) // the zero Move if there is no legal move
		}
	})
}
