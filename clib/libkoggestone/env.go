//go:build cgo

package main

// #include "koggestone.h"
import "C"

import (
	"fmt"
	"unsafe"

	"github.com/koggestone/koggestone/env"
	"github.com/koggestone/koggestone/movegen"
)

// games is the object of a koggestone_env, with memory that calls reuse.
type games struct {
	*env.Env
	lists movegen.MoveLists
	which []bool
}

var envs = table[*games]{kind: "env"}

// maxGames bounds the number of games of an environment, so that a wrong number is an error
// and not the end of memory.
const maxGames = 1 << 24

//export kgEnvNew
func kgEnvNew(n C.size_t, options *C.koggestone_env_options, handle *C.koggestone_env, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	result("env", handle)
	if n < 1 || n > maxGames {
		fail(C.KOGGESTONE_ERROR_ARGUMENT, "n: expected 1 to %d games, found %d", maxGames, uint64(n))
	}
	var o env.Options
	if options != nil {
		o = env.Options{
			Actions: env.Actions(small("actions", options.actions)), Observation: env.Observation(small("observation", options.observation)),
			AutoReset: env.AutoReset(small("autoreset", options.autoreset)), MaxPlies: int(options.max_plies),
			Chess960: options.chess960 != 0, Workers: int(options.workers),
		}
		lines(input[byte]("starts", unsafe.Pointer(options.starts), options.starts_length), func(_ int, line []byte) {
			o.Starts = append(o.Starts, string(line))
		})
	}
	need(uint64(n), gameBytes)
	made, err := env.New(int(n), o)
	check(err)
	*handle = C.koggestone_env(envs.add(&games{Env: made}))
	return
}

// small returns the number of an option.
func small(name string, value C.int32_t) uint8 {
	if value < 0 || value > 2 {
		fail(C.KOGGESTONE_ERROR_ARGUMENT, "%s: expected 0 to 2, found %d", name, int32(value))
	}
	return uint8(value)
}

//export kgEnvFree
func kgEnvFree(h C.koggestone_env, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	envs.free(uint64(h))
	return
}

//export kgEnvSizes
func kgEnvSizes(h C.koggestone_env, n, actions, maskWords, planes *C.size_t, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	g := envs.lock(uint64(h))
	defer g.Unlock()
	for k, p := range []*C.size_t{n, actions, maskWords, planes} {
		if p != nil {
			*p = C.size_t([]int{g.value.Len(), g.value.ActionCount(), g.value.MaskWords(), g.value.Planes()}[k])
		}
	}
	return
}

//export kgEnvReset
func kgEnvReset(h C.koggestone_env, seed C.uint64_t, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	g := envs.lock(uint64(h))
	defer g.Unlock()
	g.value.Reset(uint64(seed))
	return
}

//export kgEnvResetGames
func kgEnvResetGames(h C.koggestone_env, which *C.uint8_t, n C.size_t, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	g := envs.lock(uint64(h))
	defer g.Unlock()
	g.value.which = g.value.which[:0]
	for _, w := range array[uint8]("which", unsafe.Pointer(which), n, g.value.Len()) {
		g.value.which = append(g.value.which, w != 0)
	}
	g.value.ResetGames(g.value.which)
	return
}

//export kgEnvSetFEN
func kgEnvSetFEN(h C.koggestone_env, i C.size_t, fen *C.char, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	result("fen", fen)
	g := envs.lock(uint64(h))
	defer g.Unlock()
	k := index("game", uint64(i), g.value.Len())
	p, err := movegen.ParseFEN(C.GoString(fen))
	if err == nil {
		err = g.value.SetPosition(k, p)
	}
	check(err)
	return
}

//export kgEnvStep
func kgEnvStep(h C.koggestone_env, actions *C.int32_t, n C.size_t, rewards *C.float, terminated, truncated, outcomes, illegal *C.uint8_t, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	g := envs.lock(uint64(h))
	defer g.Unlock()
	want := g.value.Len()
	a := array[int32]("actions", unsafe.Pointer(actions), n, want)
	// Everything is checked before anything is played.
	toRewards := array[float32]("rewards", unsafe.Pointer(rewards), n, want)
	toTerminated := array[bool]("terminated", unsafe.Pointer(terminated), n, want)
	toTruncated := array[bool]("truncated", unsafe.Pointer(truncated), n, want)
	toOutcomes := array[env.Outcome]("outcomes", unsafe.Pointer(outcomes), n, want)
	toIllegal := array[bool]("illegal", unsafe.Pointer(illegal), n, want)
	outputs := [...]unsafe.Pointer{unsafe.Pointer(terminated), unsafe.Pointer(truncated), unsafe.Pointer(outcomes), unsafe.Pointer(illegal), unsafe.Pointer(rewards)}
	for i, p := range outputs {
		size := uintptr(n)
		if i == 4 {
			size *= 4 // floats
		}
		for _, q := range outputs[:i] {
			if uintptr(p) < uintptr(q)+uintptr(n) && uintptr(q) < uintptr(p)+size {
				fail(C.KOGGESTONE_ERROR_ARGUMENT, "outputs: expected five arrays, found two that overlap")
			}
		}
	}
	r := g.value.Step(a)
	copy(toRewards, r.Rewards)
	copy(toTerminated, r.Terminated)
	copy(toTruncated, r.Truncated)
	copy(toOutcomes, r.Outcomes)
	copy(toIllegal, r.Illegal)
	return
}

//export kgEnvCheck
func kgEnvCheck(h C.koggestone_env, i C.size_t, action C.int32_t, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	g := envs.lock(uint64(h))
	defer g.Unlock()
	check(g.value.Err(index("game", uint64(i), g.value.Len()), int32(action)))
	return
}

//export kgEnvSample
func kgEnvSample(h C.koggestone_env, actions *C.int32_t, n C.size_t, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	g := envs.lock(uint64(h))
	defer g.Unlock()
	g.value.Sample(array[int32]("actions", unsafe.Pointer(actions), n, g.value.Len()))
	return
}

//export kgEnvMasks
func kgEnvMasks(h C.koggestone_env, masks *C.uint64_t, words C.size_t, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	g := envs.lock(uint64(h))
	defer g.Unlock()
	g.value.Masks(array[uint64]("masks", unsafe.Pointer(masks), words, g.value.Len()*g.value.MaskWords()))
	return
}

//export kgEnvMaskBytes
func kgEnvMaskBytes(h C.koggestone_env, masks *C.uint8_t, bytes C.size_t, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	g := envs.lock(uint64(h))
	defer g.Unlock()
	g.value.MaskBytes(array[uint8]("masks", unsafe.Pointer(masks), bytes, g.value.Len()*g.value.ActionCount()))
	return
}

//export kgEnvLegalCounts
func kgEnvLegalCounts(h C.koggestone_env, counts *C.uint16_t, n C.size_t, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	g := envs.lock(uint64(h))
	defer g.Unlock()
	g.value.LegalCounts(array[uint16]("counts", unsafe.Pointer(counts), n, g.value.Len()))
	return
}

//export kgEnvLegalMoves
func kgEnvLegalMoves(h C.koggestone_env, moves *C.uint16_t, capacity C.size_t, offsets *C.uint32_t, offsetCount C.size_t, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	g := envs.lock(uint64(h))
	defer g.Unlock()
	ends := array[uint32]("offsets", unsafe.Pointer(offsets), offsetCount, g.value.Len()+1)
	g.value.lists.Reset()
	g.value.AppendLegalMoves(&g.value.lists)
	copyLists(&g.value.lists, unsafe.Pointer(moves), capacity, ends)
	return
}

//export kgEnvObserve
func kgEnvObserve(h C.koggestone_env, form, final C.int, planes unsafe.Pointer, bytes C.size_t, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	g := envs.lock(uint64(h))
	defer g.Unlock()
	words := g.value.Len() * g.value.Planes()
	switch form {
	case C.KOGGESTONE_PACKED:
		dst := elements[uint64]("planes", planes, bytes, words)
		observe(final, dst, g.value.Observe, g.value.ObserveFinal)
	case C.KOGGESTONE_BYTES:
		dst := elements[uint8]("planes", planes, bytes, 64*words)
		observe(final, dst, g.value.ObserveBytes, g.value.ObserveFinalBytes)
	case C.KOGGESTONE_FLOATS:
		dst := elements[float32]("planes", planes, bytes, 64*words)
		observe(final, dst, g.value.ObserveFloats, g.value.ObserveFinalFloats)
	default:
		fail(C.KOGGESTONE_ERROR_ARGUMENT, "form: expected 0 to 2, found %d", int(form))
	}
	return
}

// elements is array for a length in bytes.
func elements[T any](name string, p unsafe.Pointer, bytes C.size_t, want int) []T {
	var element T
	if size := unsafe.Sizeof(element); uint64(bytes) != uint64(want)*uint64(size) {
		fail(C.KOGGESTONE_ERROR_ARGUMENT, "%s: expected %d bytes, found %d", name, uint64(want)*uint64(size), uint64(bytes))
	}
	return array[T](name, p, C.size_t(want), want)
}

// observe calls last if final is not 0, otherwise current.
func observe[T any](final C.int, dst []T, current, last func([]T)) {
	if final != 0 {
		current = last
	}
	current(dst)
}

//export kgEnvPlies
func kgEnvPlies(h C.koggestone_env, plies *C.uint32_t, n C.size_t, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	g := envs.lock(uint64(h))
	defer g.Unlock()
	g.value.Plies(array[uint32]("plies", unsafe.Pointer(plies), n, g.value.Len()))
	return
}

//export kgEnvRepetitions
func kgEnvRepetitions(h C.koggestone_env, repetitions *C.uint8_t, n C.size_t, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	g := envs.lock(uint64(h))
	defer g.Unlock()
	g.value.RepetitionCounts(array[uint8]("repetitions", unsafe.Pointer(repetitions), n, g.value.Len()))
	return
}

//export kgEnvPositions
func kgEnvPositions(h C.koggestone_env, final C.int, positions *C.koggestone_batch, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	result("positions", positions)
	g := envs.lock(uint64(h))
	defer g.Unlock()
	var dst *movegen.Batch
	need(uint64(g.value.Len()), positionBytes)
	if final == 0 {
		dst = copyOf(g.value.Positions())
	} else {
		dst = newBatch()
		for i := range g.value.Len() {
			p := g.value.FinalPosition(i)
			if p == (movegen.Position{}) {
				check(fmt.Errorf("game %d: no game has ended yet", i))
			}
			dst.Append(p)
		}
	}
	*positions = addBatch(dst)
	return
}
