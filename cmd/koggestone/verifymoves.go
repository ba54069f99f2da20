package main

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/positions"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/movegen/raylist"
)

// runMoves checks movegen against the ray-list generator and reports.
func (c *verifyCmd) runMoves(s *streams) error {
	start := time.Now()
	bar := newProgress(s, c.Positions, "verify --moves")
	v := newMoveVerifier(c.Seed)
	found := v.run(c.Positions, func(n int) { bar.Add(n) })
	bar.Clear()
	if found != nil {
		fmt.Fprintf(s.out, "difference: %v\n\n%v\n", found.err, found.position)
		return errDifference
	}
	fmt.Fprintf(s.out, "%d positions of %d random games, %d moves: movegen and movegen/raylist agree (seed %d, %.1f s)\n",
		c.Positions, v.games, v.moves, c.Seed, time.Since(start).Seconds())
	return nil
}

// A moveVerifier holds movegen to a second opinion in the positions of random
// games.
type moveVerifier struct {
	randomGames
	seed    uint64
	compare func(p movegen.Position) error
	games   int
	moves   int
}

// A moveDifference is a position in which two generators differ.
type moveDifference struct {
	position movegen.Position
	err      error
}

func newMoveVerifier(seed uint64) *moveVerifier {
	return &moveVerifier{seed: seed, compare: raylist.Compare, randomGames: newRandomGames()}
}

// walkSize is how many positions are walked with one generator of random numbers.
const walkSize = 1024

// run checks n positions and returns the first difference, or nil. It calls
// progress, never twice at once, with the number of positions done since the last call. Walks are
// numbered and seeded by their number, so that the result does not depend on the
// number of workers.
func (v *moveVerifier) run(n int, progress func(int)) *moveDifference {
	walks := (n + walkSize - 1) / walkSize
	var next atomic.Int64
	var mu sync.Mutex // of what follows, and of v's counts
	first, found := walks, (*moveDifference)(nil)
	var group sync.WaitGroup
	for range min(walks, runtime.GOMAXPROCS(0)) {
		group.Go(func() {
			for {
				k := int(next.Add(1)) - 1
				mu.Lock()
				stop := k >= first
				mu.Unlock()
				if stop {
					return
				}
				size := min(walkSize, n-k*walkSize)
				games, moves, d := v.walk(k, size)
				mu.Lock()
				v.games += games
				v.moves += moves
				if d != nil && k < first {
					first, found = k, d
				}
				progress(size)
				mu.Unlock()
			}
		})
	}
	group.Wait()
	return found
}

// walk checks n positions of random games, those of walk number k.
func (v *moveVerifier) walk(k, n int) (games, moves int, found *moveDifference) {
	games = v.play(rand.New(rand.NewPCG(v.seed, uint64(k))), n, func(p movegen.Position, list []movegen.Move) bool {
		moves += len(list)
		err := v.compare(p)
		if count := p.CountLegal(); err == nil && count != len(list) {
			err = fmt.Errorf("%s: CountLegal() = %d, AppendLegalMoves lists %d", p.FEN(), count, len(list))
		}
		if err != nil {
			found = &moveDifference{p, err}
		}
		return err == nil
	})
	return games, moves, found
}

// randomGames are where random games begin, beside the starts of Chess960.
type randomGames []movegen.Position

// newRandomGames returns the start of chess and the positions from games.
func newRandomGames() randomGames { return append(gamePositions(), movegen.Start()) }

// gamePositions returns the positions of positions.GamesReader.
func gamePositions() (all []movegen.Position) {
	for r := positions.NewReader(corpus.Games().Reader()); ; {
		if _, _, err := r.Next(); err != nil {
			return all // at the end
		}
		p, err := movegen.ParseFEN(strings.TrimSpace(r.Text()))
		if err != nil {
			panic("games.fen: " + err.Error()) // a test parses it
		}
		all = append(all, p)
	}
}

// play calls f for n positions of random games, with their legal moves, until it
// returns false, and returns the number of games.
func (starts randomGames) play(r *rand.Rand, n int, f func(p movegen.Position, list []movegen.Move) bool) (games int) {
	const longest = 200 // plies
	var p movegen.Position
	var list []movegen.Move
	for ply := longest; n > 0; n-- {
		if ply == longest || len(list) == 0 {
			p, ply = starts.start(r), 0
			games++
		} else {
			p = p.Play(list[r.IntN(len(list))])
			ply++
		}
		list = p.AppendLegalMoves(list[:0])
		if !f(p, list) {
			break
		}
	}
	return games
}

// start returns where a game begins: a start of Chess960 or one of starts.
func (starts randomGames) start(r *rand.Rand) movegen.Position {
	if r.IntN(4) > 0 {
		return starts[r.IntN(len(starts))]
	}
	white, black := chess960(r), chess960(r)
	p, err := movegen.ParseFEN(strings.ToLower(black) + "/pppppppp/8/8/8/8/PPPPPPPP/" + white + " w KQkq - 0 1")
	if err != nil {
		panic(err) // a test makes many
	}
	return p
}

// chess960 returns a random first rank of Chess960: the bishops on squares of both
// colours and the king between the rooks.
func chess960(r *rand.Rand) string {
	for {
		rank := []byte("RNBQKBNR")
		r.Shuffle(8, func(i, j int) { rank[i], rank[j] = rank[j], rank[i] })
		text := string(rank)
		rook, king := strings.IndexByte(text, 'R'), strings.IndexByte(text, 'K')
		bishop := strings.IndexByte(text, 'B')
		if rook < king && king < strings.LastIndexByte(text, 'R') && (strings.LastIndexByte(text, 'B')-bishop)%2 == 1 {
			return text
		}
	}
}
