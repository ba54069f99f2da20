// Command envgames writes random games that package env played, with all that the games
// returned, for bench/python/env_games.py to check. It writes to standard output
//
//	start FEN                      once for each game
//	ply ACTION COUNT SUM REPEATS   for each ply
//	end OUTCOME REWARD FEN
//
// COUNT is the number of bits in the mask, SUM the sum of (index+1)^3 of its bits modulo
// 2^64, and REPEATS the number of earlier equal positions.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"log"
	"math/bits"
	"os"
	"strings"

	"github.com/koggestone/koggestone/env"
)

func main() {
	n := flag.Int("games", 1000, "number of games")
	seed := flag.Uint64("seed", 1, "seed of the games")
	leela := flag.Bool("leela", false, "Leela's actions instead of AlphaZero's")
	chess960 := flag.Bool("chess960", false, "start at positions of Chess960")
	plies := flag.Int("plies", 0, "the ply limit, or 0")
	flag.Parse()
	o := env.Options{Observation: env.NoObservation, AutoReset: env.Disabled, Chess960: *chess960, MaxPlies: *plies}
	if *leela {
		o.Actions = env.LeelaActions
	}
	w := bufio.NewWriterSize(os.Stdout, 1<<20)
	for first := 0; first < *n; first += 256 {
		if err := write(w, min(256, *n-first), *seed+uint64(first), o); err != nil {
			log.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		log.Fatal(err)
	}
}

// write plays n games and writes them.
func write(w *bufio.Writer, n int, seed uint64, o env.Options) error {
	e, err := env.New(n, o)
	if err != nil {
		return err
	}
	e.Reset(seed)
	actions, masks := make([]int32, n), make([]uint64, n*e.MaskWords())
	repeats := make([]uint8, n)
	texts := make([]strings.Builder, n)
	for i := range n {
		fmt.Fprintln(&texts[i], "start", e.Position(i).FEN())
	}
	for left := n; left > 0; {
		e.Masks(masks)
		e.RepetitionCounts(repeats)
		e.Sample(actions)
		r := e.Step(actions)
		for i := range n {
			if r.Illegal[i] { // the game was over before
				continue
			}
			count, sum := 0, uint64(0)
			for k, word := range masks[i*e.MaskWords() : (i+1)*e.MaskWords()] {
				count += bits.OnesCount64(word)
				for ; word != 0; word &= word - 1 {
					index := uint64(64*k + bits.TrailingZeros64(word) + 1)
					sum += index * index * index
				}
			}
			fmt.Fprintln(&texts[i], "ply", actions[i], count, sum, repeats[i])
			if r.Terminated[i] || r.Truncated[i] {
				fmt.Fprintf(&texts[i], "end %s %v %s\n", strings.ReplaceAll(r.Outcomes[i].String(), " ", "-"), r.Rewards[i], e.Position(i).FEN())
				left--
			}
		}
	}
	for i := range n {
		if _, err := w.WriteString(texts[i].String()); err != nil {
			return err
		}
	}
	return nil
}
