//go:build cgo

package main

// #include "koggestone.h"
import "C"

import (
	"fmt"
	"math"
	"strings"
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
			Actions:     env.Actions(small("actions", options.actions, 2)),
			Observation: env.Observation(small("observation", options.observation, math.MaxUint8)),
			AutoReset:   env.AutoReset(small("autoreset", options.autoreset, 2)), MaxPlies: int(options.max_plies),
			Chess960: options.chess960 != 0, Workers: int(options.workers),
		}
		lines(input[byte]("starts", unsafe.Pointer(options.starts), options.starts_length), func(_ int, line []byte) {
			o.Starts = append(o.Starts, string(line))
		})
	}
	need(uint64(n), gameBytes)
	made, err := env.New(int(n), o)
	if err != nil { // with the names of C
		fail(C.KOGGESTONE_ERROR_ARGUMENT, "%s", optionNames.Replace(err.Error()))
	}
	*handle = C.koggestone_env(envs.add(&games{Env: made}))
	return
}

var optionNames = strings.NewReplacer("env: Options.Starts", "starts", "env: Options.Observation", "observation",
	"env: Options has both Starts and Chess960, want one of them", "starts: expected none with chess960",
	"env: Options.MaxPlies", "max_plies", "env: Options.Workers", "workers", "env: Options.", "options: ")

// small returns the number of an option, which is 0 to limit.
func small(name string, value, limit C.int32_t) uint8 {
	if value < 0 || value > limit {
		fail(C.KOGGESTONE_ERROR_ARGUMENT, "%s: expected 0 to %d, found %d", name, int32(limit), int32(value))
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
func kgEnvSizes(h C.koggestone_env, n, actions, maskWords, planes *C.size_t, e *C.koggestone_error) C.int {
	return envs.call(uint64(h), e, func(g *games) {
		for k, p := range []*C.size_t{n, actions, maskWords, planes} {
			if p != nil {
				*p = C.size_t([]int{g.Len(), g.ActionCount(), g.MaskWords(), g.Planes()}[k])
			}
		}
	})
}

//export kgEnvReset
func kgEnvReset(h C.koggestone_env, seed C.uint64_t, e *C.koggestone_error) C.int {
	return envs.call(uint64(h), e, func(g *games) { g.Reset(uint64(seed)) })
}

//export kgEnvResetGames
func kgEnvResetGames(h C.koggestone_env, which *C.uint8_t, n C.size_t, e *C.koggestone_error) C.int {
	return envs.call(uint64(h), e, func(g *games) {
		g.which = g.which[:0]
		for _, w := range array[uint8]("which", unsafe.Pointer(which), n, g.Len()) {
			g.which = append(g.which, w != 0)
		}
		g.ResetGames(g.which)
	})
}

//export kgEnvSetFEN
func kgEnvSetFEN(h C.koggestone_env, i C.size_t, fen *C.char, e *C.koggestone_error) C.int {
	return envs.call(uint64(h), e, func(g *games) {
		result("fen", fen)
		k := index("game", uint64(i), g.Len())
		p, err := movegen.ParseFEN(C.GoString(fen))
		if err == nil {
			err = g.SetPosition(k, p)
		}
		check(err)
	})
}

//export kgEnvStep
func kgEnvStep(h C.koggestone_env, actions *C.int32_t, n C.size_t, rewards *C.float, terminated, truncated, outcomes, illegal *C.uint8_t, e *C.koggestone_error) C.int {
	return envs.call(uint64(h), e, func(g *games) {
		want := g.Len()
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
		r := g.Step(a)
		copy(toRewards, r.Rewards)
		copy(toTerminated, r.Terminated)
		copy(toTruncated, r.Truncated)
		copy(toOutcomes, r.Outcomes)
		copy(toIllegal, r.Illegal)
	})
}

//export kgEnvCheck
func kgEnvCheck(h C.koggestone_env, i C.size_t, action C.int32_t, e *C.koggestone_error) C.int {
	return envs.call(uint64(h), e, func(g *games) { check(g.Err(index("game", uint64(i), g.Len()), int32(action))) })
}

//export kgEnvSample
func kgEnvSample(h C.koggestone_env, actions *C.int32_t, n C.size_t, e *C.koggestone_error) C.int {
	return envs.call(uint64(h), e, func(g *games) { g.Sample(array[int32]("actions", unsafe.Pointer(actions), n, g.Len())) })
}

//export kgEnvMasks
func kgEnvMasks(h C.koggestone_env, masks *C.uint64_t, words C.size_t, e *C.koggestone_error) C.int {
	return envs.call(uint64(h), e, func(g *games) { g.Masks(array[uint64]("masks", unsafe.Pointer(masks), words, g.Len()*g.MaskWords())) })
}

//export kgEnvMaskBytes
func kgEnvMaskBytes(h C.koggestone_env, masks *C.uint8_t, bytes C.size_t, e *C.koggestone_error) C.int {
	return envs.call(uint64(h), e, func(g *games) {
		g.MaskBytes(array[uint8]("masks", unsafe.Pointer(masks), bytes, g.Len()*g.ActionCount()))
	})
}

//export kgEnvLegalCounts
func kgEnvLegalCounts(h C.koggestone_env, counts *C.uint16_t, n C.size_t, e *C.koggestone_error) C.int {
	return envs.call(uint64(h), e, func(g *games) { g.LegalCounts(array[uint16]("counts", unsafe.Pointer(counts), n, g.Len())) })
}

//export kgEnvLegalMoves
func kgEnvLegalMoves(h C.koggestone_env, moves *C.uint16_t, capacity C.size_t, offsets *C.uint32_t, offsetCount C.size_t, e *C.koggestone_error) C.int {
	return envs.call(uint64(h), e, func(g *games) {
		ends := array[uint32]("offsets", unsafe.Pointer(offsets), offsetCount, g.Len()+1)
		g.lists.Reset()
		g.AppendLegalMoves(&g.lists)
		copyLists(&g.lists, unsafe.Pointer(moves), capacity, ends)
	})
}

//export kgEnvObserve
func kgEnvObserve(h C.koggestone_env, form, final C.int, planes unsafe.Pointer, bytes C.size_t, e *C.koggestone_error) C.int {
	return envs.call(uint64(h), e, func(g *games) {
		words := g.Len() * g.Planes()
		switch form {
		case C.KOGGESTONE_PACKED:
			dst := elements[uint64]("planes", planes, bytes, words)
			observe(final, dst, g.Observe, g.ObserveFinal)
		case C.KOGGESTONE_BYTES:
			dst := elements[uint8]("planes", planes, bytes, 64*words)
			observe(final, dst, g.ObserveBytes, g.ObserveFinalBytes)
		case C.KOGGESTONE_FLOATS:
			dst := elements[float32]("planes", planes, bytes, 64*words)
			observe(final, dst, g.ObserveFloats, g.ObserveFinalFloats)
		default:
			fail(C.KOGGESTONE_ERROR_ARGUMENT, "form: expected 0 to 2, found %d", int(form))
		}
	})
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
func kgEnvPlies(h C.koggestone_env, plies *C.uint32_t, n C.size_t, e *C.koggestone_error) C.int {
	return envs.call(uint64(h), e, func(g *games) { g.Plies(array[uint32]("plies", unsafe.Pointer(plies), n, g.Len())) })
}

//export kgEnvRepetitions
func kgEnvRepetitions(h C.koggestone_env, repetitions *C.uint8_t, n C.size_t, e *C.koggestone_error) C.int {
	return envs.call(uint64(h), e, func(g *games) {
		g.RepetitionCounts(array[uint8]("repetitions", unsafe.Pointer(repetitions), n, g.Len()))
	})
}

//export kgEnvPositions
func kgEnvPositions(h C.koggestone_env, final C.int, positions *C.koggestone_batch, e *C.koggestone_error) C.int {
	return envs.call(uint64(h), e, func(g *games) {
		result("positions", positions)
		var dst *movegen.Batch
		need(uint64(g.Len()), positionBytes)
		if final == 0 {
			dst = copyOf(g.Positions())
		} else {
			dst = newBatch()
			for i := range g.Len() {
				p := g.FinalPosition(i)
				if p == (movegen.Position{}) {
					check(fmt.Errorf("game %d: no game has ended yet", i))
				}
				dst.Append(p)
			}
		}
		*positions = addBatch(dst)
	})
}
