// Package env plays many games of chess or Chess960 side by side. It is an environment for
// reinforcement learning: each step plays one action in every game, and returns rewards,
// ends of games, masks of legal actions and the input planes of a network.
//
//	games, err := env.New(4096, env.Options{})
//	games.Reset(seed)
//	for {
//		games.Observe(planes)  // 119 words for each game
//		games.Masks(masks)     // 73 words for each game
//		...                    // the network selects actions; games.Sample(actions) draws them
//		r := games.Step(actions)
//		...                    // r.Rewards, r.Terminated, r.Truncated, r.Illegal
//	}
//
// All arrays contain the games in order, without gaps:
//
//	actions, rewards    game 0  game 1  game 2 ...
//	masks               game 0: word 0 ... word 72 | game 1: word 0 ...
//	planes              game 0: plane 0 ... plane 118 | game 1: plane 0 ...
//	planes as bytes     game 0: plane 0: a1 b1 ... h1 a2 ... h8 | plane 1: a1 ...
//
// Where an environment's rules are a matter of convention, the package follows Gymnasium's
// vector environments. Planes and actions follow the networks that they are named after.
//
// # Actions
//
// An action is the index of a move in the policy of AlphaZero or Leela Chess Zero (package policy), or a [movegen.Move].
// If an action is illegal, the results say so for its game. It still counts as a ply for the ply limit, and with [EndGame]
// its side loses.
//
// A game that is over has no legal actions, even after a draw: its count of moves is 0, its list of
// moves is empty, and Sample returns 0. With NextStep its mask has exactly one bit, for action 0,
// so that you can draw an action from any mask. With Disabled its mask is empty. With SameStep no
// game is over between two steps.
//
// # Ends of games
//
// A game is terminated by checkmate, stalemate, insufficient material, threefold repetition, or 100 plies without a
// capture or a pawn move. No player needs to claim these draws. If a game reaches the ply limit before that, it is
// truncated. The reward is 1 for checkmate, -1 for an illegal action that ends the game, and otherwise 0. It belongs
// to the side that made the move.
//
// Repetitions are exact. Two positions are equal if they have the same board, castling
// rights, side to move and legal captures en passant. Positions before the start position
// are unknown, even if the half-move clock is not 0 there.
//
// # New games
//
// A new game can replace a finished game in the next Step, in the same Step, or on
// request: see [AutoReset].
//
//	NextStep   Step: mate, terminated    Step: new game, action ignored    Step: move 1
//	SameStep   Step: mate, terminated, new game    Step: move 1
//	Disabled   Step: mate, terminated    Step: illegal, terminated    ResetGames: new game
//
// Each game has its own random streams, which depend on the seed of Reset. Start positions
// and sampled actions depend only on the seed, but not on the number of workers or the
// kernels of the CPU.
//
// # State
//
// [Env.Copy] copies games, for example to branch them in a tree search. [Env.CopyGames] copies games over
// others, without new memory. [Env.Subset] plays only some games. [Env.AppendBinary] and [Restore] convert an Env to bytes and
// back. [Env.SetPositions] starts games at positions with a history.
//
// # Planes
//
// A plane is a bitboard as the side to move sees it, so the ranks are mirrored for Black.
// Each of the last eight positions has a group of planes, the current position first. All
// groups show the pieces from the view of the side that is to move now. If a position is
// before the start of the game, its group is empty. [Observation] lists the planes.
//
// # Method
//
// The current positions are a [movegen.Batch], so the batch functions of movegen and policy can
// count, select and play moves. Each game stores its reversible moves since the last
// irreversible one, with a 16-bit key for each position between them. If two keys are equal,
// the moves are taken back to compare the boards.
package env

//go:generate go run -C ../asm -tags purego . env
//go:generate go run -C ../asm ./dispatch
