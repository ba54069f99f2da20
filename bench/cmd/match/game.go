package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// A control is how much time or how many nodes a side may use.
type control struct {
	base, increment time.Duration
	nodes           int           // a move; 0 for games with clocks
	margin          time.Duration // tolerated beyond the clock
}

// parseControl parses SECONDS+INCREMENT, as in "1+0.02".
func parseControl(text string) (c control, err error) {
	base, increment, _ := strings.Cut(text, "+")
	if increment == "" {
		increment = "0"
	}
	for i, field := range []string{base, increment} {
		seconds, err := strconv.ParseFloat(field, 64)
		if err != nil || !(seconds >= 0 && seconds < 1e6) || i == 0 && seconds < 0.001 {
			return c, fmt.Errorf("--tc: expected SECONDS+INCREMENT, as in 1+0.02, found %.40q", text)
		}
		*[]*time.Duration{&c.base, &c.increment}[i] = time.Duration(seconds * float64(time.Second))
	}
	return c, nil
}

// clocks are the times that White and Black have left.
type clocks [2]time.Duration

// command returns the go command, and how long the side to move may take.
func (c control) command(left clocks, side quad.Color) (string, time.Duration) {
	if c.nodes > 0 {
		return fmt.Sprintf("go nodes %d", c.nodes), time.Minute
	}
	return fmt.Sprintf("go wtime %d btime %d winc %d binc %d",
		left[quad.White].Milliseconds(), left[quad.Black].Milliseconds(),
		c.increment.Milliseconds(), c.increment.Milliseconds()), left[side&1] + c.margin
}

// A result is how a game ended.
type result struct {
	white  int    // half points of White
	reason string // in words
	moves  []string
}

// play plays a game from a position after the moves of an opening. An engine that crashes,
// uses up its time or plays an illegal move loses the game, and its process is killed. The
// error reports that ctx was cancelled.
func play(ctx context.Context, players [2]*engine, opening []string, c control) (result, error) {
	p, keys := movegen.Start(), []uint64(nil)
	moves := append([]string(nil), opening...)
	for _, text := range opening {
		m, err := p.ParseMove(text)
		if err != nil {
			return result{}, err
		}
		keys = append(keys, p.Key())
		p.PlayInto(&p, m)
	}
	loses := func(side quad.Color, why error) (result, error) {
		if ctx.Err() != nil {
			return result{}, ctx.Err()
		}
		players[side].quit()
		name := [2]string{"White", "Black"}[side]
		return result{2 * int(side), fmt.Sprintf("%s (%s): %v", name, players[side].name, why), moves}, nil
	}
	for side, e := range players {
		if err := e.newGame(ctx); err != nil {
			return loses(quad.Color(side), err)
		}
	}
	left := clocks{c.base, c.base}
	for {
		if points, reason := verdict(&p, keys); reason != "" {
			return result{points, reason, moves}, nil
		}
		side := p.Side & 1
		position := "position startpos"
		if len(moves) > 0 {
			position += " moves " + strings.Join(moves, " ")
		}
		command, limit := c.command(left, side)
		text, took, err := players[side].move(ctx, position, command, limit)
		if err != nil {
			return loses(side, err)
		}
		if left[side] += c.increment - took; c.nodes == 0 && left[side] < c.increment {
			left[side] = max(left[side], c.increment, time.Millisecond) // within the margin
		}
		m, err := p.ParseMove(text)
		if err != nil {
			return loses(side, errors.New("illegal move: "+err.Error()))
		}
		moves, keys = append(moves, m.String()), append(keys, p.Key())
		p.PlayInto(&p, m)
	}
}

// verdict returns the half points of White and the reason if the game has ended by the
// rules. keys are those of the positions before p.
func verdict(p *movegen.Position, keys []uint64) (white int, reason string) {
	switch {
	case p.IsCheckmate():
		return 2 * int(p.Side&1), "checkmate"
	case p.CountLegal() == 0:
		return 1, "stalemate"
	case p.HasInsufficientMaterial():
		return 1, "insufficient material"
	case p.HalfMoves >= 100:
		return 1, "fifty moves"
	case movegen.Repetitions(p.Key(), keys, int(p.HalfMoves)) >= 2:
		return 1, "repetition"
	}
	return 0, ""
}
