package env

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// Copy returns new games with the same options. Game k is a copy of game indices[k], including history,
// repetitions, results and random streams; if indices is nil, all games are copied in order. Indices can be in any order, and
// they can repeat, for example to branch games in a tree search. Copies of one game draw equal samples until you call
// [Env.Seed]. Copy panics if an index is out of range.
func (e *Env) Copy(indices []int) *Env {
	if indices == nil {
		indices = counting(e.Len())
	}
	e.checkIndices("Copy", indices)
	copied := e.options.alloc(len(indices), e.starts)
	for k, i := range indices {
		copied.putGame(k, e, i, true)
	}
	return copied
}

// counting returns 0 to n-1.
func counting(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// CopyGames copies game src[k] of from over game dst[k], in the same way as [Env.Copy]; if src is nil, game k of
// from. It copies all games as they were before the call, even if from is e. If an index repeats in dst, the last copy stays. CopyGames allocates only
// if it would otherwise overwrite a game that it still has to copy.
//
// CopyGames returns an error and changes nothing if e and from have different options Observation, AutoReset,
// MaxPlies, Illegal or AllowOver. It panics if the lengths differ, or if an index is out of range.
func (e *Env) CopyGames(dst []int, from *Env, src []int) error {
	if src == nil {
		src = counting(from.Len())
	}
	if len(dst) != len(src) {
		panic(fmt.Sprintf("env: CopyGames: expected len(src) = len(dst) = %d, found %d", len(dst), len(src)))
	}
	e.checkIndices("CopyGames", dst)
	from.checkIndices("CopyGames", src)
	a, b := &e.options, &from.options
	for _, o := range []struct {
		name            string
		expected, found any
	}{
		{"Observation", a.Observation, b.Observation}, {"AutoReset", a.AutoReset, b.AutoReset}, {"MaxPlies", a.MaxPlies, b.MaxPlies},
		{"Illegal", a.Illegal, b.Illegal}, {"AllowOver", a.AllowOver, b.AllowOver},
	} {
		if o.expected != o.found {
			return fmt.Errorf("env: games of other options: Options.%s: expected %v, found %v", o.name, o.expected, o.found)
		}
	}
	if from == e && e.twice(dst, src) >= 0 {
		from, src = e.Copy(src), counting(len(src))
	}
	for k, i := range dst {
		e.putGame(i, from, src[k], true)
	}
	return nil
}

// putGame copies game k of from over game i. If all is false, game i keeps its own random streams.
func (e *Env) putGame(i int, from *Env, k int, all bool) {
	if e == from && i == k {
		e.sampledMoves[i] = 0
		return
	}
	e.games.Set(i, from.games.At(k))
	e.counts[i], e.over[i], e.plies[i], e.repeats[i] = from.counts[k], from.over[k], from.plies[k], from.repeats[k]
	e.spent[i], e.quiet[i] = from.spent[k], from.quiet[k]
	copy(e.lines[i][:e.quiet[i]/8+1], from.lines[k][:])
	e.sampledMoves[i] = 0
	if e.history != nil {
		e.history[i] = from.history[k]
	}
	if e.before != nil {
		e.before[i] = from.before[k]
	}
	r, s := &e.results, &from.results
	r.clearGame(i)
	if s.Illegal[k] {
		r.IllegalCount++
	}
	r.Rewards[i], r.Terminated[i], r.Truncated[i] = s.Rewards[k], s.Terminated[k], s.Truncated[k]
	r.Outcomes[i], r.Illegal[i] = s.Outcomes[k], s.Illegal[k]
	if !all {
		return
	}
	e.sampleStreams[i], e.startStreams[i] = from.sampleStreams[k], from.startStreams[k]
	if e.final != nil {
		e.final[i] = from.final[k]
	}
	if e.finalHistory != nil {
		e.finalHistory[i] = from.finalHistory[k]
	}
}

// checkIndices panics if an index is out of range.
func (e *Env) checkIndices(function string, indices []int) {
	for k, i := range indices {
		if uint(i) >= uint(e.Len()) {
			panic(fmt.Sprintf("env: %s: indices[%d]: expected 0 to %d, found %d", function, k, e.Len()-1, i))
		}
	}
}

// SetPositions restarts game indices[k] at position k. In history, positions offsets[k] to
// offsets[k+1]-1 come before it: the game continues as if it had started at the first of them,
// and its plies, clocks and repetitions count from there. If offsets is empty, games start at
// their positions. If an index repeats, the last position stays.
//
// SetPositions returns an error and changes nothing if a position is invalid, if the game is
// over in it, or if no legal move leads from one position in a history to the next. It panics
// unless len(indices) is positions.Len(), and if an index or an offset is out of range.
func (e *Env) SetPositions(indices []int, positions, history *movegen.Batch, offsets []uint32) error {
	n := positions.Len()
	if len(indices) != n {
		panic(fmt.Sprintf("env: SetPositions: expected %d indices, one for each position, found %d", n, len(indices)))
	}
	e.checkIndices("SetPositions", indices)
	checkOffsets("SetPositions", n, history, offsets)
	if n == 0 {
		return nil
	}
	// Play the histories in an Env where finished games stay.
	o := e.options
	o.Actions, o.AutoReset = MoveActions, Disabled
	played := o.alloc(n, e.starts)
	for k := range n {
		at, end := 0, 0
		if len(offsets) > 0 {
			at, end = int(offsets[k]), int(offsets[k+1])
		}
		for first := at; at <= end; at++ {
			next := positions.At(k)
			if at < end {
				next = history.At(at)
			}
			if at == first {
				if err := played.SetPosition(k, next); err != nil {
					return fmt.Errorf("env: position %d: %w", k, errors.Unwrap(err))
				}
			} else {
				p := played.Position(k)
				m := moveTo(&p, &next)
				if m == 0 {
					return fmt.Errorf("env: position %d: expected a position after a legal move of %s, found %s", k, p.FEN(), next.FEN())
				}
				played.Subset([]int{k}).Step([]int32{int32(m)})
			}
			if outcome := played.over[k]; outcome != Running && !(o.AllowOver && at == end) {
				return fmt.Errorf("env: position %d: expected a running game, found %v in %s", k, outcome, played.Position(k).FEN())
			}
		}
	}
	for k, i := range indices {
		e.putGame(i, played, k, false)
	}
	return nil
}

// moveTo returns the legal move from p to next, ignoring the clocks, or the zero Move.
func moveTo(p, next *movegen.Position) movegen.Move {
	var room [256]movegen.Move
	for _, m := range p.AppendLegalMoves(room[:0]) {
		if q := p.Play(m); q.Board == next.Board && q.Side == next.Side {
			return m
		}
	}
	return 0
}

// checkOffsets panics unless offsets are nil or divide history into n lists.
func checkOffsets(function string, n int, history *movegen.Batch, offsets []uint32) {
	if len(offsets) == 0 {
		return
	}
	if len(offsets) != n+1 {
		panic(fmt.Sprintf("env: %s: expected %d offsets, found %d", function, n+1, len(offsets)))
	}
	end := uint32(0)
	for k, offset := range offsets {
		if offset < end || int64(offset) > int64(history.Len()) {
			panic(fmt.Sprintf("env: %s: offsets[%d]: expected %d to %d, found %d", function, k, end, history.Len(), offset))
		}
		end = offset
	}
}

// The format of a saved Env. Numbers are little-endian.
//
//	"koggestone env", then the version, 2 bytes
//	the options: actions, observation, autoreset, chess960, illegal, allow over, a byte each; max plies and workers, 8 bytes each
//	the number of starts, 4 bytes, and the length, 4 bytes, and text of each
//	the number of games, 8 bytes, and the games
//	CRC-32C of all this
//
// A game consists of a view; the number of reversible moves, a byte; the moves, 2 bytes each; the streams of samples and
// starts, 8 bytes each; its illegal actions, 4 bytes; its results, a byte; and with SameStep the final view or a 0. Version
// 1 had no options illegal and allow over, and did not count illegal actions.
//
// A view consists of the number of its boards, a byte; its plies, 4 bytes; repetitions, 8 bytes; side,
// a byte; half-move clock and move number, 2 bytes each; and its boards, 32 bytes each, latest first.
const (
	saveMagic    = "koggestone env"
	saveVersion  = 2
	minSaved     = 1 + 4 + 8 + 1 + 2 + 2 + 32 + 1 + 8 + 8 + 1 // bytes of a game, in version 1
	savedIllegal = 8                                          // flags of a result
	savedReward  = 16
)

// ones has a one in each byte.
const ones = 0x0101010101010101

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// AppendBinary appends the whole state of e to dst. [Restore] can then continue the games in
// the same way, even on another computer. The error is always nil.
func (e *Env) AppendBinary(dst []byte) ([]byte, error) {
	first := len(dst)
	le := binary.LittleEndian
	dst = le.AppendUint16(append(dst, saveMagic...), saveVersion)
	o := &e.options
	dst = append(dst, byte(o.Actions), byte(o.Observation), byte(o.AutoReset), byte(all(o.Chess960)&1), byte(o.Illegal), byte(all(o.AllowOver)&1))
	dst = le.AppendUint64(le.AppendUint64(dst, uint64(o.MaxPlies)), uint64(o.Workers))
	dst = le.AppendUint32(dst, uint32(len(o.Starts)))
	for _, fen := range o.Starts {
		dst = append(le.AppendUint32(dst, uint32(len(fen))), fen...)
	}
	dst = le.AppendUint64(dst, uint64(e.Len()))
	for i := range e.Len() {
		var v observed
		e.look(&v, i, false)
		dst = v.save(dst)
		dst = append(dst, e.quiet[i])
		for k := range uint32(e.quiet[i]) {
			dst = le.AppendUint16(dst, uint16(*e.lines[i].move(k + 1)))
		}
		dst = le.AppendUint64(le.AppendUint64(dst, e.sampleStreams[i]), e.startStreams[i])
		dst = le.AppendUint32(dst, e.spent[i]-e.plies[i])
		result := byte(e.results.Outcomes[i])
		if e.results.Illegal[i] {
			result |= savedIllegal
		}
		if e.results.Rewards[i] != 0 {
			result |= savedReward
		}
		dst = append(dst, result)
		switch {
		case e.final == nil:
		case e.final[i] == final{}:
			dst = append(dst, 0)
		default:
			e.look(&v, i, true)
			dst = v.save(dst)
		}
	}
	return le.AppendUint32(dst, crc32.Checksum(dst[first:], castagnoli)), nil
}

func (v *observed) save(dst []byte) []byte {
	le := binary.LittleEndian
	n := v.n
	if v.history == nil {
		n = 1
	}
	dst = le.AppendUint32(append(dst, byte(n)), v.ply)
	dst = append(le.AppendUint64(dst, v.repeats), byte(v.side))
	dst = le.AppendUint16(le.AppendUint16(dst, v.clocks.HalfMoves), v.clocks.FullMoves)
	for k := range n {
		b := v.board
		if k > 0 {
			b = v.history[(v.ply-k)%historyLen]
		}
		for _, x := range [...]uint64{b.G0, b.G1, b.G2, b.GB} {
			dst = le.AppendUint64(dst, x)
		}
	}
	return dst
}

// A saved is the part of a saved Env that has not been read yet. After the end all numbers are 0.
type saved struct {
	data    []byte
	version uint16
	cut     bool // a number was missing
}

func (s *saved) next(n int) []byte {
	if n > len(s.data) {
		s.data, s.cut = nil, true
		return make([]byte, min(n, 8))
	}
	x := s.data[:n]
	s.data = s.data[n:]
	return x
}

func (s *saved) u8() uint8   { return s.next(1)[0] }
func (s *saved) u16() uint16 { return binary.LittleEndian.Uint16(s.next(2)) }
func (s *saved) u32() uint32 { return binary.LittleEndian.Uint32(s.next(4)) }
func (s *saved) u64() uint64 { return binary.LittleEndian.Uint64(s.next(8)) }

// Restore returns the games that [Env.AppendBinary] saved. It returns an error if the data are
// damaged, or cannot come from a game.
func Restore(data []byte) (*Env, error) {
	e, err := restore(data)
	if err != nil {
		return nil, fmt.Errorf("env: saved state: %w", err)
	}
	return e, nil
}

func restore(data []byte) (*Env, error) {
	le := binary.LittleEndian
	header := len(saveMagic) + 2
	body := len(data) - 4
	switch {
	case body < header || string(data[:len(saveMagic)]) != saveMagic:
		return nil, errors.New("expected the bytes of a saved state, found others")
	case le.Uint16(data[len(saveMagic):])-1 >= saveVersion:
		return nil, fmt.Errorf("expected version 1 to %d, found %d", saveVersion, le.Uint16(data[len(saveMagic):]))
	case crc32.Checksum(data[:body], castagnoli) != le.Uint32(data[body:]):
		return nil, errors.New("expected bytes with their checksum, found another: they are damaged or cut")
	}
	s := &saved{data: data[header:body], version: le.Uint16(data[len(saveMagic):])}
	o := Options{Actions: Actions(s.u8()), Observation: Observation(s.u8()), AutoReset: AutoReset(s.u8()), Chess960: s.u8() != 0}
	if s.version > 1 {
		o.Illegal, o.AllowOver = Illegal(s.u8()), s.u8() != 0
	}
	maxPlies, workers := s.u64(), s.u64()
	if maxPlies > math.MaxInt32 || workers > math.MaxInt32 {
		return nil, fmt.Errorf("expected at most %d for the ply limit and the workers, found %d and %d", math.MaxInt32, maxPlies, workers)
	}
	o.MaxPlies, o.Workers = int(maxPlies), int(workers)
	for left := s.u32(); left > 0 && !s.cut; left-- {
		o.Starts = append(o.Starts, string(s.next(int(min(s.u32(), math.MaxInt32)))))
	}
	n := s.u64()
	if n > uint64(len(s.data)/minSaved) {
		return nil, fmt.Errorf("expected at most %d games in %d bytes, found %d", len(s.data)/minSaved, len(s.data), n)
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	starts, err := o.starts()
	if err != nil {
		return nil, err
	}
	e := o.alloc(int(n), starts)
	for i := range e.Len() {
		if err := e.load(i, s); err != nil {
			return nil, fmt.Errorf("game %d: %w", i, err)
		}
	}
	if len(s.data) != 0 {
		return nil, fmt.Errorf("expected nothing after the last game, found %d bytes", len(s.data))
	}
	movegen.CountLegalBatch(e.counts, e.games)
	for i := range e.over {
		if e.over[i] == Running {
			e.over[i] = e.outcome(i, int(uint8(e.repeats[i])))
		}
		switch {
		case e.over[i] == Running:
			continue
		case o.AutoReset == SameStep:
			return nil, fmt.Errorf("game %d: expected a running game, found %v", i, e.over[i])
		}
		e.counts[i] = 0
		e.report(i)
	}
	e.results.count()
	return e, nil
}

// load sets game i from a saved game, except for values that follow from its position.
func (e *Env) load(i int, s *saved) error {
	var v observed
	before, err := v.load(e, s, e.history, i)
	if err != nil {
		return err
	}
	p := v.position()
	e.games.Set(i, p)
	e.plies[i], e.spent[i], e.repeats[i] = v.ply, v.ply, v.repeats
	if e.before != nil {
		e.before[i] = before
	}
	quiet := s.u8()
	if uint16(quiet) > p.HalfMoves {
		return fmt.Errorf("expected at most %d reversible moves, as the half-move clock says, found %d", p.HalfMoves, quiet)
	}
	e.quiet[i] = quiet
	l := &e.lines[i]
	for k := range uint32(quiet) {
		*l.move(k + 1) = movegen.Move(s.u16())
	}
	if !l.rebuild(uint32(quiet), &p.Board) {
		return errors.New("expected reversible moves that can be taken back, found others")
	}
	e.sampleStreams[i], e.startStreams[i] = s.u64(), s.u64()
	if s.version > 1 {
		e.spent[i] += s.u32()
	}
	result := s.u8()
	r := &e.results
	r.Illegal[i] = result&savedIllegal != 0
	outcome := Outcome(result & 7)
	switch {
	case outcome == IllegalAction && (e.options.Illegal != EndGame || !r.Illegal[i]):
		return fmt.Errorf("expected an outcome that the options allow, found %v", outcome)
	case result&savedReward != 0 && outcome == IllegalAction:
		r.Rewards[i] = -1
	case result&savedReward != 0:
		r.Rewards[i] = 1
	}
	if outcome == IllegalAction && e.final == nil {
		e.over[i] = outcome
	}
	if e.final != nil {
		e.setResult(i, outcome)
		if len(s.data) > 0 && s.data[0] == 0 {
			s.u8()
		} else {
			var v observed
			before, err := v.load(e, s, e.finalHistory, i)
			if err != nil {
				return fmt.Errorf("final position: %w", err)
			}
			e.final[i] = final{v.board, v.clocks, v.side, before, v.ply, v.repeats}
		}
	}
	if s.cut {
		return errors.New("expected more bytes, found the end")
	}
	return nil
}

// load fills v from a saved view, and also element i of histories if there are any. It reports whether the history
// includes the position before the start.
func (v *observed) load(e *Env, s *saved, histories []history, i int) (before bool, err error) {
	v.n, v.ply, v.repeats = uint32(s.u8()), s.u32(), s.u64()
	v.side = quad.Color(s.u8())
	v.clocks = movegen.Clocks{HalfMoves: s.u16(), FullMoves: s.u16()}
	least, most := min(v.ply, historyLen-1)+1, historyLen
	if e.before == nil {
		most = int(least)
	}
	if e.history == nil {
		least, most = 1, 1
	}
	before = e.before != nil && v.n > least
	switch {
	case v.n < least || v.n > min(least+1, uint32(most)):
		return false, fmt.Errorf("expected %d to %d boards after %d plies, found %d", least, min(least+1, uint32(most)), v.ply, v.n)
	case (v.repeats&^(3*ones) | v.repeats&(v.repeats>>1)&ones) != 0:
		return false, fmt.Errorf("expected repetitions from 0 to 2, found %#x", v.repeats)
	case v.clocks.HalfMoves > maxHalfMoves:
		return false, fmt.Errorf("expected a half-move clock of at most %d, found %d", maxHalfMoves, v.clocks.HalfMoves)
	}
	for k := range v.n {
		b := quad.Board{G0: s.u64(), G1: s.u64(), G2: s.u64(), GB: s.u64()}
		if histories != nil {
			histories[i].put(v.ply-k, b)
		}
		if k == 0 {
			v.board = b
		}
	}
	if s.cut {
		return false, errors.New("expected more bytes, found the end")
	}
	p := v.position()
	return before, p.Validate()
}

func (v *observed) position() movegen.Position {
	return movegen.Position{Board: v.board, Side: v.side, HalfMoves: v.clocks.HalfMoves, FullMoves: v.clocks.FullMoves}
}
