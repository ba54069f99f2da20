package formats

import (
	"math"
	"math/bits"

	"github.com/koggestone/koggestone/internal/squares"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// A Gate applies the rules of package training's filters that do not need the board. If it drops a
// position, there is no work on the board.
type Gate struct {
	MinPly    int // lower plies are dropped
	Gap       int // how many positions to drop before the next one
	LastPly   int
	LastScore int // NoScore if there is none

	NoScore, Early, Random int64 // how many positions were dropped, by reason
}

// NoScore is the score of positions that have no score.
const NoScore = 32002

// Passes reports whether a position passes the gate. If it does, the caller sets Gap.
func (g *Gate) Passes(score int16, ply uint16, result int8) bool {
	placeholder := score == 0 && result != 0 && int(ply) > g.LastPly && large(g.LastScore)
	g.LastPly = int(ply)
	switch {
	case score == NoScore || placeholder:
		g.NoScore++
		return false
	case int(ply) < g.MinPly:
		g.LastScore = int(score)
		g.Early++
		return false
	case g.Gap > 0:
		g.LastScore = int(score)
		g.Gap--
		g.Random++
		return false
	}
	g.LastScore = int(score)
	return true
}

// large reports whether zeros after a score could be placeholders for missing scores.
func large(last int) bool { return last != NoScore && (last > 100 || last < -100) }

// skips says how many positions a gate drops before it passes one.
type skips struct {
	skip  int // all positions to drop
	gap   int // the last part of skip, because of Gate.Gap; positions without a score do not count
	early int // the first part of skip, because of Gate.MinPly; positions without a score do count

	noScores int // how many positions were dropped because they have no score
	noEarly  int // how many of them are early
}

// skips returns the numbers for the positions after a ply.
func (g *Gate) skips(ply int) skips {
	early := max(min(max(g.MinPly, 0), math.MaxUint16+1)-ply, 0)
	return skips{skip: early + g.Gap, gap: g.Gap, early: early}
}

// skipped counts the dropped positions after the kernel has updated s.
func (g *Gate) skipped(s *skips, dropped int) {
	early := s.early - max(s.skip-s.gap, 0) - s.noEarly
	g.NoScore += int64(s.noScores)
	g.Early += int64(early)
	g.Random += int64(dropped - early - s.noScores)
	g.Gap = min(s.skip, s.gap)
}

// InCheck reports whether side's king is attacked, like movegen's InCheck. It first looks for
// sliders on the king's lines. Most positions have none, and look-ups would only fill the cache.
func InCheck(b *quad.Board, side quad.Color) bool {
	them := b.ByColor(side.Other())
	kings := b.Kings()
	king := kings &^ them
	sq := uint64(bits.TrailingZeros64(king) & 63)
	if squares.KnightFrom[sq]&b.Knights()&them|tables.pawns[sq][side&1].attacks&b.Pawns()&them|squares.KingFrom[sq]&kings&them != 0 {
		return true
	}
	lines := &tables.squares[sq].lines
	orthogonal, diagonal := b.Orthogonal()&them, b.Diagonal()&them
	if orthogonal&(lines[0]|lines[1])|diagonal&(lines[2]|lines[3]) == 0 {
		return false
	}
	occupied := b.Occupied()
	return orthogonal&movegen.RookAttacksFrom(int(sq), occupied)|diagonal&movegen.BishopAttacksFrom(int(sq), occupied) != 0
}
