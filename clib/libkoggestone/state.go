//go:build cgo

package main

// #include <stdlib.h>
// #include "koggestone.h"
import "C"

import (
	"bytes"
	"math"
	"os"
	"strconv"
	"strings"
	"unsafe"

	"github.com/koggestone/koggestone/env"
	"github.com/koggestone/koggestone/movegen"
)

// indicesOf returns the caller's indices, which must be from -n to n-1. Negative indices count from the end.
func indicesOf(indices *C.int64_t, count C.size_t, n int) []int {
	given := input[int64]("indices", unsafe.Pointer(indices), count)
	all := make([]int, len(given))
	for k, i := range given {
		if i < -int64(n) || i >= int64(n) {
			fail(C.KOGGESTONE_ERROR_ARGUMENT, "indices[%d]: expected %d to %d, found %d", k, -n, n-1, i)
		}
		if all[k] = int(i); i < 0 {
			all[k] += n
		}
	}
	return all
}

// How many bytes a game and a position take, including the memory that calls need for them.
const (
	gameBytes     = 1600
	positionBytes = 128
)

// need fails if there is not enough memory for the elements that a call is about to allocate. Without
// this check Go would end the process.
func need(elements uint64, size uint64) {
	const small = 16 << 20
	total := elements * size
	if total < small {
		return
	}
	if total/size == elements && total < 1<<46 && total < available() {
		// A limit of the process only shows when memory is reserved.
		if p := C.realloc(nil, C.size_t(total+total/4+64<<20)); p != nil { // C.malloc would end the process
			C.free(p)
			return
		}
	}
	fail(C.KOGGESTONE_ERROR_MEMORY, "expected %d MiB of free memory", max(total, elements)>>20)
}

// available returns how many bytes Linux can give to this process without swapping. On other systems it
// returns more than there are.
func available() uint64 {
	free := uint64(1) << 62
	if text, err := os.ReadFile("/proc/meminfo"); err == nil {
		_, rest, _ := bytes.Cut(text, []byte("MemAvailable:"))
		if fields := strings.Fields(string(rest[:min(len(rest), 64)])); len(fields) > 0 {
			if n, err := strconv.ParseUint(fields[0], 10, 50); err == nil {
				free = n << 10
			}
		}
	}
	number := func(file string) (uint64, bool) {
		text, err := os.ReadFile("/sys/fs/cgroup/" + file)
		n, err2 := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 62)
		return n, err == nil && err2 == nil
	}
	for _, files := range [][2]string{{"memory.max", "memory.current"}, {"memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes"}} {
		limit, ok := number(files[0])
		used, ok2 := number(files[1])
		if ok && ok2 {
			free = min(free, limit-min(limit, used))
		}
	}
	return free
}

//export kgEnvTake
func kgEnvTake(h C.koggestone_env, indices *C.int64_t, count C.size_t, taken *C.koggestone_env, e *C.koggestone_error) C.int {
	return envs.call(uint64(h), e, func(g *games) {
		result("taken", taken)
		if count > maxGames {
			fail(C.KOGGESTONE_ERROR_ARGUMENT, "indices: expected 0 to %d, found %d", maxGames, uint64(count))
		}
		need(uint64(count), gameBytes)
		*taken = C.koggestone_env(envs.add(&games{Env: g.Copy(indicesOf(indices, count, g.Len()))}))
	})
}

//export kgEnvCopyGames
func kgEnvCopyGames(h C.koggestone_env, dst *C.int64_t, other C.koggestone_env, src *C.int64_t, count C.size_t, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	g, from, unlock := envs.lockTwo(uint64(h), uint64(other))
	defer unlock()
	checkOptions(g.CopyGames(someOf("dst", dst, count, g.Len()), from.Env, someOf("src", src, count, from.Len())))
	return
}

// someOf is like indicesOf, but NULL means the indices 0 to count-1.
func someOf(name string, indices *C.int64_t, count C.size_t, n int) []int {
	if indices != nil || count == 0 {
		return indicesOf(indices, count, n)
	}
	if uint64(count) > uint64(n) {
		fail(C.KOGGESTONE_ERROR_ARGUMENT, "%s: expected at most %d games, found %d", name, n, uint64(count))
	}
	all := make([]int, count)
	for i := range all {
		all[i] = i
	}
	return all
}

//export kgEnvSeed
func kgEnvSeed(h C.koggestone_env, seed C.uint64_t, e *C.koggestone_error) C.int {
	return envs.call(uint64(h), e, func(g *games) { g.Seed(uint64(seed)) })
}

//export kgEnvSave
func kgEnvSave(h C.koggestone_env, data *C.uint8_t, capacity C.size_t, length *C.size_t, e *C.koggestone_error) C.int {
	return envs.call(uint64(h), e, func(g *games) {
		result("length", length)
		need(uint64(g.Len()), gameBytes)
		saved, err := g.AppendBinary(nil)
		check(err)
		*length = C.size_t(len(saved))
		if capacity == 0 {
			return
		}
		if uint64(capacity) < uint64(len(saved)) {
			fail(C.KOGGESTONE_ERROR_SPACE, "data: expected room for %d bytes, found %d", len(saved), uint64(capacity))
		}
		copy(array[byte]("data", unsafe.Pointer(data), C.size_t(len(saved)), len(saved)), saved)
	})
}

//export kgEnvRestore
func kgEnvRestore(data *C.uint8_t, length C.size_t, handle *C.koggestone_env, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	result("env", handle)
	saved := input[byte]("data", unsafe.Pointer(data), length)
	need(uint64(len(saved)), gameBytes/64) // a saved game has at least 64 bytes
	restored, err := env.Restore(saved)
	check(err)
	*handle = C.koggestone_env(envs.add(&games{Env: restored}))
	return
}

// history returns the caller's offsets of earlier positions, or nil if there are none. Package env checks them.
func history(n int, offsets *C.uint32_t, count C.size_t) []uint32 {
	if count == 0 {
		return nil
	}
	return array[uint32]("offsets", unsafe.Pointer(offsets), count, n+1)
}

//export kgEnvSetPositions
func kgEnvSetPositions(h C.koggestone_env, indices *C.int64_t, count C.size_t, positions, earlier C.koggestone_batch, offsets *C.uint32_t, offsetCount C.size_t, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	g := envs.lock(uint64(h))
	defer g.Unlock()
	b, before, unlock := batches.lockTwo(uint64(positions), uint64(earlier))
	defer unlock()
	if uint64(count) != uint64(b.Len()) {
		fail(C.KOGGESTONE_ERROR_ARGUMENT, "indices: expected %d, one for each position, found %d", b.Len(), uint64(count))
	}
	need(uint64(count), gameBytes)
	check(g.value.SetPositions(indicesOf(indices, count, g.value.Len()), b.Batch, before.Batch, history(b.Len(), offsets, offsetCount)))
	return
}

//export kgBatchPlanes
func kgBatchPlanes(h C.koggestone_batch, observation, form C.int, earlier C.koggestone_batch, offsets *C.uint32_t, offsetCount C.size_t, planes unsafe.Pointer, size C.size_t, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	b, before, unlock := batches.lockTwo(uint64(h), uint64(earlier))
	defer unlock()
	o := env.Observation(small("observation", C.int32_t(observation), math.MaxUint8))
	if o.Planes() == 0 {
		fail(C.KOGGESTONE_ERROR_ARGUMENT, "observation: expected one with planes, found %v", o)
	}
	lists, words := history(b.Len(), offsets, offsetCount), o.Planes()*b.Len()
	switch form {
	case C.KOGGESTONE_PACKED:
		env.ObserveBatch(elements[uint64]("planes", planes, size, words), o, b.Batch, before.Batch, lists)
	case C.KOGGESTONE_BYTES:
		env.ObserveBatch(elements[uint8]("planes", planes, size, 64*words), o, b.Batch, before.Batch, lists)
	case C.KOGGESTONE_FLOATS:
		env.ObserveBatch(elements[float32]("planes", planes, size, 64*words), o, b.Batch, before.Batch, lists)
	default:
		fail(C.KOGGESTONE_ERROR_ARGUMENT, "form: expected 0 to 2, found %d", int(form))
	}
	return
}

//export kgExpandPlanes
func kgExpandPlanes(observation C.int, packed *C.uint64_t, count C.size_t, floats *C.float, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	o := env.Observation(small("observation", C.int32_t(observation), math.MaxUint8))
	words := input[uint64]("packed", unsafe.Pointer(packed), count)
	env.ExpandPlanes(input[float32]("floats", unsafe.Pointer(floats), 64*count), o, words)
	return
}

//export kgBatchSetClocks
func kgBatchSetClocks(h C.koggestone_batch, clocks *C.uint16_t, words C.size_t, e *C.koggestone_error) C.int {
	return batches.call(uint64(h), e, func(b *batch) {
		src := array[movegen.Clocks]("clocks", unsafe.Pointer(clocks), words/2, b.Len())
		if words%2 != 0 {
			fail(C.KOGGESTONE_ERROR_ARGUMENT, "clocks: expected %d elements, found %d", 2*b.Len(), uint64(words))
		}
		copy(b.Clocks(), src)
	})
}

//export kgBatchSAN
func kgBatchSAN(h C.koggestone_batch, moves *C.uint16_t, count C.size_t, text *C.char, capacity C.size_t, length *C.size_t, e *C.koggestone_error) C.int {
	return batches.call(uint64(h), e, func(b *batch) {
		result("length", length)
		list := array[movegen.Move]("moves", unsafe.Pointer(moves), count, b.Len())
		dst := room("text", text, capacity, C.KOGGESTONE_SAN_SIZE*len(list)+1)
		for i, m := range list {
			p := b.At(i)
			if m == 0 {
				dst = append(dst, "--\n"...)
				continue
			}
			mustBeLegal(i, p, m)
			dst = append(append(dst, p.SAN(m)...), '\n')
		}
		*length = C.size_t(len(dst))
		_ = append(dst, 0)
	})
}
