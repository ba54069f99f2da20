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
	"github.com/koggestone/koggestone/quad"
)

// games is the object behind a koggestone_env, with memory that calls reuse.
type games struct {
	*env.Env
	lists    movegen.MoveLists
	which    []bool
	sides    []quad.Color
	outcomes []env.Outcome
}

var envs = table[*games]{kind: "env"}

// maxGames is how many games an environment can have, so that a wrong number is an
// error instead of using up all memory.
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
			Illegal: env.Illegal(small("illegal", options.illegal, 1)), AllowOver: options.allow_over != 0,
		}
		o.Starts = texts("starts", options.starts, options.starts_length)
	}
	need(uint64(n), gameBytes)
	made, err := env.New(int(n), o)
	checkOptions(err)
	*handle = C.koggestone_env(envs.add(&games{Env: made}))
	return
}

// texts returns the lines of the caller's text.
func texts(name string, text *C.char, length C.size_t) (all []string) {
	lines(input[byte](name, unsafe.Pointer(text), length), func(_ int, line []byte) { all = append(all, string(line)) })
	return all
}

// checkOptions is like check, but uses C's names.
func checkOptions(err error) {
	if err != nil {
		fail(C.KOGGESTONE_ERROR_ARGUMENT, "%s", optionNames.Replace(err.Error()))
	}
}

var optionNames = strings.NewReplacer("env: Options.", "", "Options.", "", "Actions:", "actions:", "Observation:", "observation:", "AutoReset:", "autoreset:",
	"MaxPlies:", "max_plies:", "Starts:", "starts:", "Starts[", "starts[", "Chess960", "chess960", "Workers:", "workers:", "Illegal:", "illegal:", "AllowOver:", "allow_over:")

// small returns the value of an option, which must be from 0 to limit.
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

//export kgEnvOptionsOf
func kgEnvOptionsOf(h C.koggestone_env, options *C.koggestone_env_options, e *C.koggestone_error) C.int {
	return envs.call(uint64(h), e, func(g *games) {
		result("options", options)
		o := g.Options()
		flag := map[bool]C.int32_t{true: 1}
		*options = C.koggestone_env_options{
			actions: C.int32_t(o.Actions), observation: C.int32_t(o.Observation), autoreset: C.int32_t(o.AutoReset),
			max_plies: C.int32_t(o.MaxPlies), chess960: flag[o.Chess960], workers: C.int32_t(o.Workers),
			illegal: C.int32_t(o.Illegal), allow_over: flag[o.AllowOver],
		}
	})
}

//export kgEnvSetStarts
func kgEnvSetStarts(h C.koggestone_env, text *C.char, length C.size_t, e *C.koggestone_error) C.int {
	return envs.call(uint64(h), e, func(g *games) { checkOptions(g.SetStarts(texts("text", text, length))) })
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
func kgEnvStep(h C.koggestone_env, t *C.koggestone_env_turn, e *C.koggestone_error) C.int {
	return envs.call(uint64(h), e, func(g *games) {
		result("turn", t)
		g.do(t)
	})
}

// do executes a turn.
func (g *games) do(t *C.koggestone_env_turn) {
	n := g.Len()
	var list []int
	if t.games != nil {
		list = indicesOf(t.games, t.count, n)
		n = len(list)
	}
	s := g.Subset(list)
	actions := some[int32]("actions", unsafe.Pointer(t.actions), t.count, n, 1)
	if t.sample != 0 {
		s.Sample(actions)
	}
	if t.play != 0 {
		g.play(s, list, actions, t, n)
	}
	if words := some[uint64]("masks", unsafe.Pointer(t.masks), t.count, n, g.MaskWords()); words != nil {
		s.Masks(words)
	}
	if octets := some[uint8]("mask_bytes", unsafe.Pointer(t.mask_bytes), t.count, n, g.ActionCount()); octets != nil {
		s.MaskBytes(octets)
	}
	if t.planes == nil {
		return
	}
	switch k := g.Planes(); t.form {
	case C.KOGGESTONE_PACKED:
		observe(t.final, some[uint64]("planes", t.planes, t.count, n, k), s.Observe, s.ObserveFinal)
	case C.KOGGESTONE_BYTES:
		observe(t.final, some[uint8]("planes", t.planes, t.count, n, 64*k), s.ObserveBytes, s.ObserveFinalBytes)
	case C.KOGGESTONE_FLOATS:
		observe(t.final, some[float32]("planes", t.planes, t.count, n, 64*k), s.ObserveFloats, s.ObserveFinalFloats)
	default:
		fail(C.KOGGESTONE_ERROR_ARGUMENT, "form: expected 0 to 2, found %d", int(t.form))
	}
}

// some returns the caller's array, which has each elements for each of n games, or nil if p is
// NULL.
func some[T any](name string, p unsafe.Pointer, count C.size_t, n, each int) []T {
	if p == nil && uint64(count) == uint64(n) {
		return nil
	}
	array[T](name, p, count, n)
	return unsafe.Slice((*T)(p), n*each)
}

// play plays actions in n games, either the listed games or all, and writes the results of the
// turn.
func (g *games) play(s env.Subset, list []int, actions []int32, t *C.koggestone_env_turn, n int) {
	both := some[float32]("both_rewards", unsafe.Pointer(t.both_rewards), t.count, n, 2)
	g.sides = g.sides[:0]
	if both != nil {
		g.sides = append(g.sides, g.Positions().Sides()...)
	}
	r := s.Step(actions)
	results(some[float32]("rewards", unsafe.Pointer(t.rewards), t.count, n, 1), r.Rewards, list)
	results(some[bool]("terminated", unsafe.Pointer(t.terminated), t.count, n, 1), r.Terminated, list)
	results(some[bool]("truncated", unsafe.Pointer(t.truncated), t.count, n, 1), r.Truncated, list)
	results(some[bool]("illegal", unsafe.Pointer(t.illegal), t.count, n, 1), r.Illegal, list)
	results(some[env.Outcome]("outcomes", unsafe.Pointer(t.outcomes), t.count, n, 1), r.Outcomes, list)
	t.ended = 0
	for k := range n {
		i := k
		if list != nil {
			i = list[k]
		}
		if r.Outcomes[i] != env.Running {
			t.ended++
		}
		if both != nil {
			mover := g.sides[i]
			both[2*k+int(mover)], both[2*k+1-int(mover)] = r.Rewards[i], -r.Rewards[i]
		}
	}
}

// results copies the results of the games in list, or of all games, to the caller's array.
func results[T any](dst, src []T, list []int) {
	switch {
	case dst == nil:
	case list == nil:
		copy(dst, src)
	default:
		for k, i := range list {
			dst[k] = src[i]
		}
	}
}

//export kgEnvMoves
func kgEnvMoves(h C.koggestone_env, actions *C.int32_t, moves *C.uint16_t, n C.size_t, e *C.koggestone_error) C.int {
	return envs.call(uint64(h), e, func(g *games) {
		dst := array[movegen.Move]("moves", unsafe.Pointer(moves), n, g.Len())
		for i, action := range array[int32]("actions", unsafe.Pointer(actions), n, g.Len()) {
			dst[i], _ = g.Move(i, action) // the zero Move if the action is not legal
		}
	})
}

//export kgEnvActions
func kgEnvActions(h C.koggestone_env, moves *C.uint16_t, actions *C.int32_t, n C.size_t, e *C.koggestone_error) C.int {
	return envs.call(uint64(h), e, func(g *games) {
		g.outcomes = append(g.outcomes[:0], make([]env.Outcome, g.Len())...)
		g.Outcomes(g.outcomes)
		dst := array[int32]("actions", unsafe.Pointer(actions), n, g.Len())
		for i, m := range array[movegen.Move]("moves", unsafe.Pointer(moves), n, g.Len()) {
			dst[i] = -1
			if p := g.Position(i); g.outcomes[i] == env.Running && p.IsLegal(m) {
				dst[i] = g.Action(i, m)
			}
		}
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
		if size, ok := planeBytes[form]; ok {
			elements[byte]("planes", planes, bytes, size*g.Len()*g.Planes())
		}
		g.do(&C.koggestone_env_turn{count: C.size_t(g.Len()), form: C.int32_t(form), final: C.int32_t(final), planes: planes})
	})
}

// planeBytes says how large a plane is in each form.
var planeBytes = map[C.int]int{C.KOGGESTONE_PACKED: 8, C.KOGGESTONE_BYTES: 64, C.KOGGESTONE_FLOATS: 256}

// elements is like array, but the length is in bytes.
func elements[T any](name string, p unsafe.Pointer, bytes C.size_t, want int) []T {
	var element T
	if size := unsafe.Sizeof(element); uint64(bytes) != uint64(want)*uint64(size) {
		fail(C.KOGGESTONE_ERROR_ARGUMENT, "%s: expected %d bytes, found %d", name, uint64(want)*uint64(size), uint64(bytes))
	}
	return array[T](name, p, C.size_t(want), want)
}

// observe calls last if final is not 0, and otherwise current.
func observe[T any](final C.int32_t, dst []T, current, last func([]T)) {
	if final != 0 {
		current = last
	}
	current(dst)
}

//export kgEnvOutcomes
func kgEnvOutcomes(h C.koggestone_env, outcomes *C.uint8_t, n C.size_t, e *C.koggestone_error) C.int {
	return envs.call(uint64(h), e, func(g *games) { g.Outcomes(array[env.Outcome]("outcomes", unsafe.Pointer(outcomes), n, g.Len())) })
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
					check(fmt.Errorf("game %d: expected a game that has ended, found none yet", i))
				}
				dst.Append(p)
			}
		}
		*positions = addBatch(dst)
	})
}
