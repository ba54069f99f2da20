package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// A game is the result of a game.
type game struct {
	halves int    // half points
	end    string // rule or fault that ended it, then the number of plies after the opening
}

// isFault reports whether an engine lost because it crashed, for example.
func (g game) isFault() bool { return strings.HasPrefix(g.end, "fault") }

// An opening has this many random plies. Engine A evaluates it within so many centipawns by a search with so many nodes.
const (
	openingPlies = 8
	openingLimit = 50
	openingNodes = 20000
)

// opening returns the opening of the pair with the given number.
func (m *match) opening(number int, p *player) (movegen.Position, error) {
	rng := rand.New(rand.NewPCG(m.seed, uint64(number)))
	for range 10_000 {
		pos := movegen.Start()
		for range openingPlies {
			if moves := pos.AppendLegalMoves(nil); len(moves) > 0 {
				pos.PlayInto(&pos, moves[rng.IntN(len(moves))])
			}
		}
		if ruling(&pos, nil) != "" {
			continue
		}
		if err := p.newGame(); err != nil {
			return pos, err
		}
		_, score, err := p.ask("position fen "+pos.FEN(), fmt.Sprintf("go nodes %d", openingNodes), p.silence)
		if err != nil {
			return pos, fmt.Errorf("%s evaluates %s: %w", p.name, pos.FEN(), err)
		}
		if kind, value := score.kind, score.value; kind == "" {
			return pos, fmt.Errorf("%s printed no score of %s", p.name, pos.FEN())
		} else if kind == "cp" && max(value, -value) <= openingLimit {
			return pos, nil
		}
	}
	return movegen.Position{}, fmt.Errorf("none of 10,000 openings is within %d centipawns", openingLimit)
}

// ruling returns the rule that ends the game, or "". keys are the keys of the earlier positions.
func ruling(pos *movegen.Position, keys []uint64) string {
	switch {
	case pos.IsCheckmate():
		return "mate"
	case pos.IsStalemate():
		return "stalemate"
	case pos.HasInsufficientMaterial():
		return "material"
	case movegen.Repetitions(pos.Key(), keys, int(pos.HalfMoves)) >= 2:
		return "threefold"
	case pos.HalfMoves >= 100:
		return "fifty moves"
	}
	return ""
}

// play plays a game and returns White's result. An error means that an engine could not be started.
func (m *match) play(start movegen.Position, white, black *player) (game, error) {
	sides := [2]*player{quad.White: white, quad.Black: black}
	for _, p := range sides {
		if err := p.newGame(); err != nil {
			return game{}, err
		}
	}
	pos, keys, clocks := start, []uint64(nil), [2]time.Duration{m.base, m.base}
	line := "position fen " + start.FEN()
	for {
		lost := 2 * int(pos.Side) // White's half points if the side to move loses
		if rule := ruling(&pos, keys); rule != "" {
			if rule != "mate" {
				lost = 1
			}
			return game{lost, fmt.Sprintf("%s %d", rule, len(keys))}, nil
		}
		p, command, patience := sides[pos.Side], "", sides[pos.Side].silence
		switch {
		case m.move > 0:
			command = fmt.Sprintf("go movetime %d", m.move.Milliseconds())
		case m.base == 0:
			command = fmt.Sprintf("go nodes %d", p.nodes)
		default:
			command = fmt.Sprintf("go wtime %d btime %d winc %d binc %d", clocks[quad.White].Milliseconds(), clocks[quad.Black].Milliseconds(),
				m.inc.Milliseconds(), m.inc.Milliseconds())
			patience = clocks[pos.Side] + 5*time.Second
		}
		begin := time.Now()
		text, _, err := p.ask(line, command, patience)
		clocks[pos.Side] -= time.Since(begin)
		move, wrong := pos.ParseMove(text)
		if err != nil {
			p.stop()
		}
		switch {
		case m.base > 0 && clocks[pos.Side] < 0:
			err = errors.New("no time left")
		case err == nil && wrong != nil:
			err = fmt.Errorf("illegal move %.10q in %s", text, pos.FEN())
		}
		if err != nil {
			return game{lost, fmt.Sprintf("fault: %v %d", err, len(keys))}, nil
		}
		clocks[pos.Side] += m.inc
		if len(keys) == 0 {
			line += " moves"
		}
		line += " " + text
		keys = append(keys, pos.Key())
		pos.PlayInto(&pos, move)
	}
}
