package formats

import "math"

// A Gate drops positions before their boards are used, by the rules of the filters of package
// training that need no board.
type Gate struct {
	MinPly    int // drop lower plies
	Gap       int // the number of positions to drop before the next one
	LastPly   int
	LastScore int

	NoScore, Early, Random int64 // the number of positions dropped
}

// NoScore is the score of positions without one.
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

// large reports whether there is a last score, and zeros after it may mean none.
func large(last int) bool { return last != NoScore && (last > 100 || last < -100) }

// skips are the positions that a gate drops before the next one.
type skips struct {
	skip  int // the number of positions to drop
	gap   int // the last of them, because of Gate.Gap; positions without a score do not count for it
	early int // the first of them, because they are early

	noScores, noEarly int // positions without a score, and those of them that counted for skip
}

// skips returns what g drops from a ply.
func (g *Gate) skips(ply int) skips {
	early := max(min(max(g.MinPly, 0), math.MaxUint16+1)-ply, 0)
	return skips{skip: early + g.Gap, gap: g.Gap, early: early}
}

// skipped counts the positions that g dropped. s.skip is now the number of those that it still drops.
func (g *Gate) skipped(s *skips, dropped int) {
	early := s.early - max(s.skip-s.gap, 0) - s.noEarly
	g.NoScore += int64(s.noScores)
	g.Early += int64(early)
	g.Random += int64(dropped - early - s.noScores)
	g.Gap = min(s.skip, s.gap)
}
