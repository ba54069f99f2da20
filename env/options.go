package env

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/policy"
)

// Options configure [New]. The zero Options play standard chess without a ply limit, with
// AlphaZero's actions and planes, and start a new game in the next step.
type Options struct {
	Actions     Actions     // how moves are numbered
	Observation Observation // the planes of [Env.Observe]
	AutoReset   AutoReset   // when a new game replaces a finished game

	// MaxPlies is the number of plies after which a game is truncated, or 0 for no limit.
	MaxPlies int
	// Starts are FENs. Each game draws its start position from them. If Starts is empty and
	// Chess960 false, games start at the usual position.
	Starts []string
	// Chess960 starts games at random positions of Chess960.
	Chess960 bool
	// Illegal says what an illegal action does.
	Illegal Illegal
	// AllowOver accepts positions where the game is over, such as mates, for [Env.SetPosition], [Env.SetPositions] and
	// Starts. It cannot be combined with AutoReset [SameStep], where no game is over between two steps.
	AllowOver bool
	// Workers is how many goroutines a call may use, or 0 for runtime.GOMAXPROCS(0). It
	// does not affect results.
	Workers int
}

// Actions selects the meaning of the numbers that [Env.Step] plays.
type Actions uint8

const (
	AlphaZeroActions Actions = iota // indices of [policy.AlphaZero]
	LeelaActions                    // indices of [policy.Leela]
	MoveActions                     // a [movegen.Move] as a number
)

// String returns "alphazero", "leela" or "moves".
func (a Actions) String() string { return nameOf(a, "Actions", "alphazero", "leela", "moves") }

// encoding returns the encoding of indices. It must not be called for MoveActions.
func (a Actions) encoding() policy.Encoding {
	if a == LeelaActions {
		return policy.Leela
	}
	return policy.AlphaZero
}

// AutoReset selects when a new game replaces a finished game. The modes are the same as in Gymnasium's
// vector environments.
type AutoReset uint8

const (
	// NextStep: after a game ends, the next Step ignores its action, starts a new game and
	// returns no reward. Until then its mask contains only action 0.
	NextStep AutoReset = iota
	// SameStep: the Step that ends a game also starts the next one. [Env.ObserveFinal] can
	// still show how the old game has ended.
	SameStep
	// Disabled: a finished game stays as it is, and all its actions are illegal.
	// [Env.ResetGames] starts a new game.
	Disabled
)

// String returns "next-step", "same-step" or "disabled".
func (a AutoReset) String() string {
	return nameOf(a, "AutoReset", "next-step", "same-step", "disabled")
}

// Illegal selects what an illegal action does to its game. In both modes the action counts as a ply for the ply limit, so
// that every game with a limit ends.
type Illegal uint8

const (
	KeepGame Illegal = iota // nothing changes, and the reward is 0
	EndGame                 // the game is terminated with [IllegalAction] and the reward -1
)

// String returns "keep" or "end".
func (x Illegal) String() string { return nameOf(x, "Illegal", "keep", "end") }

// An Outcome is the reason why a game is over. If there are several reasons, it is the
// first of them in this order.
type Outcome uint8

const (
	Running              Outcome = iota // the game is not over
	Checkmate                           // the side that moved won
	Stalemate                           // a draw
	InsufficientMaterial                // a draw: see [movegen.Position.HasInsufficientMaterial]
	ThreefoldRepetition                 // a draw: the position occurred for the third time
	FiftyMoves                          // a draw: no capture and no pawn move in 100 plies
	PlyLimit                            // truncated by [Options].MaxPlies
	IllegalAction                       // the side to move lost by an illegal action: see [EndGame]
)

// String returns the name in lower case, such as "threefold repetition".
func (o Outcome) String() string {
	return nameOf(o, "Outcome", "running", "checkmate", "stalemate", "insufficient material", "threefold repetition",
		"fifty moves", "ply limit", "illegal action")
}

func nameOf[T ~uint8](x T, kind string, names ...string) string {
	if int(x) < len(names) {
		return names[x]
	}
	return kind + "(" + strconv.Itoa(int(x)) + ")"
}

// check returns an error for values that are not valid.
func (o *Options) check() error {
	switch {
	case o.Actions > MoveActions:
		return fmt.Errorf("env: Options.Actions: expected %v, %v or %v, found %v", AlphaZeroActions, LeelaActions, MoveActions, o.Actions)
	case int(o.Observation) >= len(observations):
		return fmt.Errorf("env: Options.Observation: expected %s, found %v", strings.Join(observationNames(), ", "), o.Observation)
	case o.AutoReset > Disabled:
		return fmt.Errorf("env: Options.AutoReset: expected %v, %v or %v, found %v", NextStep, SameStep, Disabled, o.AutoReset)
	case o.Illegal > EndGame:
		return fmt.Errorf("env: Options.Illegal: expected %v or %v, found %v", KeepGame, EndGame, o.Illegal)
	case o.AllowOver && o.AutoReset == SameStep:
		return fmt.Errorf("env: Options.AllowOver: expected false with %v, found true", SameStep)
	case o.MaxPlies < 0:
		return fmt.Errorf("env: Options.MaxPlies: expected 0 or more, found %d", o.MaxPlies)
	case o.Workers < 0:
		return fmt.Errorf("env: Options.Workers: expected 0 or more, found %d", o.Workers)
	case o.Chess960 && len(o.Starts) > 0:
		return fmt.Errorf("env: Options.Starts: expected none with Chess960, found %d", len(o.Starts))
	}
	return nil
}

// workers returns the number of goroutines.
func (o *Options) workers() int {
	if o.Workers == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return o.Workers
}

// A start is a position where games can start, with its number of legal moves, or 0 if the game is over there.
type start struct {
	position movegen.Position
	moves    uint16
	over     Outcome
}

// newStart returns p as a start. It returns an error if p is not valid or, without AllowOver, if the game is over there.
func (o *Options) newStart(p movegen.Position) (start, error) {
	if err := p.Validate(); err != nil {
		return start{}, err
	}
	s := start{position: p, moves: uint16(p.CountLegal())}
	if s.over = outcomeOf(&p, s.moves, 0); s.over == Running {
		return s, nil
	}
	if !o.AllowOver {
		return start{}, fmt.Errorf("expected a running game, found %v in %s", s.over, p.FEN())
	}
	s.moves = 0
	return s, nil
}

// starts returns the positions where games start.
func (o *Options) starts() ([]start, error) {
	switch {
	case o.Chess960:
		all := make([]start, 0, 960)
		for n := range 960 {
			p := chess960(n)
			all = append(all, start{position: p, moves: uint16(p.CountLegal())})
		}
		return all, nil
	case len(o.Starts) == 0:
		s, err := o.newStart(movegen.Start())
		return []start{s}, err
	}
	all := make([]start, 0, len(o.Starts))
	for i, fen := range o.Starts {
		p, err := movegen.ParseFEN(fen)
		if err != nil {
			return nil, fmt.Errorf("env: Options.Starts[%d]: %w", i, err)
		}
		s, err := o.newStart(p)
		if err != nil {
			return nil, fmt.Errorf("env: Options.Starts[%d]: %w", i, err)
		}
		all = append(all, s)
	}
	return all, nil
}
