// Command games writes the games of examples/games.pgn, which the pages of the documentation read. Four players, who are
// examples/engine with different numbers of nodes, play 20 openings against one another:
//
//	go run ./examples/games > examples/games.pgn
//
// The files of Lichess look alike: a comment after each move has its evaluation and the time left. Evaluations are the scores of
// the player's search. Clocks count nodes, so many to a second for each player, so that every machine writes the same file.
package main

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"github.com/koggestone/koggestone/examples/engine/search"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

const (
	initial   = 180 * time.Second // of each player's clock
	increment = 2 * time.Second
	rating    = 1500 // of each player at the start
	most      = 40   // points of the rating that a game can change
	resigns   = 800  // centipawns: a player who is further behind three times in a row gives up
	drawn     = 15   // centipawns: a draw is agreed if no score is larger for ten plies, from ply 80 on
)

// A player is the example engine with a number of nodes in each second of its clock.
type player struct {
	name   string
	nodes  float64
	rating float64
}

// openings have a code of the Encyclopaedia of Chess Openings, a name, and moves.
var openings = [][3]string{
	{"C50", "Italian Game: Giuoco Piano", "e4 e5 Nf3 Nc6 Bc4 Bc5"},
	{"B90", "Sicilian Defense: Najdorf Variation", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"},
	{"D37", "Queen's Gambit Declined: Three Knights Variation", "d4 d5 c4 e6 Nc3 Nf6 Nf3 Be7"},
	{"E20", "Nimzo-Indian Defense", "d4 Nf6 c4 e6 Nc3 Bb4"},
	{"C02", "French Defense: Advance Variation", "e4 e6 d4 d5 e5 c5"},
	{"B12", "Caro-Kann Defense: Advance Variation", "e4 c6 d4 d5 e5 Bf5"},
	{"C65", "Ruy Lopez: Berlin Defense", "e4 e5 Nf3 Nc6 Bb5 Nf6"},
	{"A20", "English Opening: King's English Variation", "c4 e5"},
	{"E70", "King's Indian Defense: Normal Variation", "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6"},
	{"B01", "Scandinavian Defense", "e4 d5 exd5 Qxd5 Nc3 Qa5"},
	{"C42", "Petrov's Defense", "e4 e5 Nf3 Nf6 Nxe5 d6"},
	{"D85", "Grünfeld Defense: Exchange Variation", "d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5 e4 Nxc3 bxc3 Bg7"},
	{"C33", "King's Gambit Accepted", "e4 e5 f4 exf4"},
	{"B33", "Sicilian Defense: Sveshnikov Variation", "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5"},
	{"D15", "Slav Defense: Three Knights Variation", "d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4"},
	{"C45", "Scotch Game", "e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Bc5"},
	{"A57", "Benko Gambit", "d4 Nf6 c4 c5 d5 b5"},
	{"B07", "Pirc Defense", "e4 d6 d4 Nf6 Nc3 g6"},
	{"A06", "Zukertort Opening", "Nf3 d5"},
	{"D02", "London System", "d4 d5 Nf3 Nf6 Bf4"},
}

func main() {
	players := []*player{{"Example-500", 500, rating}, {"Example-2k", 2000, rating}, {"Example-8k", 8000, rating}, {"Example-32k", 32000, rating}}
	out := bufio.NewWriter(os.Stdout)
	tournament(out, players, openings)
	if err := out.Flush(); err != nil {
		fmt.Fprintln(os.Stderr, "games:", err)
		os.Exit(1)
	}
}

// tournament plays an opening in each game, and adjusts the ratings.
func tournament(w io.Writer, players []*player, openings [][3]string) {
	rng := rand.New(rand.NewPCG(1, 2))
	date := time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)
	for round := range openings {
		white := players[round%len(players)]
		black := players[(round+1+round/len(players)%(len(players)-1))%len(players)]
		g := &game{white: white, black: black, rng: rng, pos: movegen.Start(), clocks: [2]time.Duration{initial, initial}}
		g.play(strings.Fields(openings[round][2]))
		score := map[string]float64{"1-0": 1, "1/2-1/2": 0.5, "0-1": 0}[g.result]
		gain := most * (score - 1/(1+math.Pow(10, (black.rating-white.rating)/400)))
		for _, tag := range [][2]string{
			{"Event", "Blitz game of the example engine"},
			{"Site", "https://github.com/koggestone/koggestone/tree/main/examples/games"},
			{"Date", date.Format("2006.01.02")},
			{"Round", fmt.Sprint(round + 1)},
			{"White", white.name},
			{"Black", black.name},
			{"Result", g.result},
			{"UTCDate", date.Format("2006.01.02")},
			{"UTCTime", date.Format("15:04:05")},
			{"WhiteElo", fmt.Sprintf("%.0f", white.rating)},
			{"BlackElo", fmt.Sprintf("%.0f", black.rating)},
			{"WhiteRatingDiff", fmt.Sprintf("%+.0f", gain)},
			{"BlackRatingDiff", fmt.Sprintf("%+.0f", -gain)},
			{"ECO", openings[round][0]},
			{"Opening", openings[round][1]},
			{"TimeControl", fmt.Sprintf("%.0f+%.0f", initial.Seconds(), increment.Seconds())},
			{"Termination", "Normal"},
		} {
			fmt.Fprintf(w, "[%s %q]\n", tag[0], tag[1])
		}
		fmt.Fprintf(w, "\n%s%s\n\n", &g.text, g.result)
		white.rating, black.rating = white.rating+gain, black.rating-gain
		date = date.Add(g.thought + 10*time.Second)
	}
}

// A game is the state of a game that is played.
type game struct {
	white, black *player
	rng          *rand.Rand
	pos          movegen.Position
	keys         []uint64         // of earlier positions
	clocks       [2]time.Duration // White's, Black's
	thought      time.Duration    // of both players
	behind       [2]int           // moves in a row with a lost score
	level        int              // plies in a row with the score of a draw
	text         strings.Builder
	result       string // empty while the game runs
}

// play plays the opening, and then the moves of the two engines until the game is over. The engines also evaluate the opening.
func (g *game) play(opening []string) {
	engines := [2]*search.Search{search.New(4), search.New(4)}
	for ply := 0; g.result == ""; ply++ {
		side, p := g.pos.Side&1, g.white
		if side == 1 {
			p = g.black
		}
		// A move takes a share of the time left, which varies, so that no two games are the same.
		seconds := (g.clocks[side].Seconds()/40 + increment.Seconds()) * (0.3 + 1.2*g.rng.Float64())
		limits := search.Limits{Nodes: uint64(seconds * p.nodes)}
		if ply < len(opening) {
			m, err := g.pos.ParseSAN(opening[ply])
			if err != nil {
				panic(err) // the list above is wrong
			}
			limits.Moves, seconds = []movegen.Move{m}, g.rng.Float64()
		}
		engine := engines[side]
		engine.Set(g.pos, g.keys, limits)
		m, score := engine.Run(nil)
		before := g.clocks[side]
		g.clocks[side] += increment - time.Duration(seconds*float64(time.Second))
		g.thought += before + increment - g.clocks[side]
		g.move(ply, m, score)
	}
}

// move plays a move with a score for its side, and writes it with its comment.
func (g *game) move(ply int, m movegen.Move, score int) {
	side := g.pos.Side & 1
	number := fmt.Sprintf("%d.", ply/2+1)
	if side == 1 {
		number += ".."
	}
	san := g.pos.SAN(m)
	g.keys = append(g.keys, g.pos.Key())
	g.pos.PlayInto(&g.pos, m)
	comment := ""
	if !g.pos.IsCheckmate() {
		comment = "[%eval " + evaluation(score, side) + "] "
	}
	left := int(g.clocks[side].Seconds())
	fmt.Fprintf(&g.text, "%s %s { %s[%%clk %d:%02d:%02d] } ", number, san, comment, left/3600, left/60%60, left%60)

	if g.behind[side]++; score > -resigns {
		g.behind[side] = 0
	}
	if g.level++; max(score, -score) > drawn {
		g.level = 0
	}
	wins := [2]string{"1-0", "0-1"}
	switch {
	case g.pos.IsCheckmate():
		g.result = wins[side]
	case g.pos.CountLegal() == 0 || g.pos.HasInsufficientMaterial() || g.pos.HalfMoves >= 100 || ply >= 80 && g.level >= 10 ||
		movegen.Repetitions(g.pos.Key(), g.keys, int(g.pos.HalfMoves)) >= 2:
		g.result = "1/2-1/2"
	case g.behind[side] >= 3 && g.rng.IntN(2) == 0: // not always at once, and some are mated
		g.result = wins[side^1]
	}
}

// evaluation returns a score for a side as Lichess writes it: White's, in pawns, or # and the moves to mate.
func evaluation(score int, side quad.Color) string {
	if side == quad.Black {
		score = -score
	}
	switch plies := search.MateScore - max(score, -score); {
	case plies > 200:
		return fmt.Sprintf("%.2f", float64(score)/100)
	case score > 0:
		return fmt.Sprintf("#%d", (plies+1)/2)
	default:
		return fmt.Sprintf("#-%d", (plies+1)/2)
	}
}
