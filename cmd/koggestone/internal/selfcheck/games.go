package selfcheck

import (
	"math/rand/v2"
	"strings"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// randomGames are start positions of random games. Chess960 adds more.
type randomGames []movegen.Position

// newRandomGames returns the start of chess and the positions from games.
func newRandomGames() randomGames { return append(gamePositions(), movegen.Start()) }

// gamePositions returns the positions of [corpus.Games].
func gamePositions() (all []movegen.Position) {
	for fen := range corpus.Games().FENs() {
		p, err := movegen.ParseFEN(fen)
		if err != nil {
			panic(err) // a test parses it
		}
		all = append(all, p)
	}
	return all
}

// gameBoards returns the boards of [corpus.Games].
func gameBoards() (all []quad.Board) {
	for _, p := range gamePositions() {
		all = append(all, p.Board)
	}
	return all
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

// start returns a start position: of Chess960 or one of starts.
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
