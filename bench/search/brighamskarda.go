package search

import (
	"math/bits"

	chess "github.com/brighamskarda/chess/v2"
)

// Brighamskarda searches by github.com/brighamskarda/chess and returns the nodes and the
// score.
func Brighamskarda(fen string, depth int) (nodes uint64, score int, err error) {
	b := new(brighamskarda)
	if err := b.plies[0].position.UnmarshalText([]byte(fen)); err != nil {
		return 0, 0, err
	}
	s := searcher[*brighamskarda]{at: b}
	score = s.negamax(0, depth, -mate, mate)
	return s.nodes, score, nil
}

type brighamskarda struct {
	plies [maxPly + 1]struct {
		position chess.Position
		list     []chess.Move
		rated    [256]uint64
	}
}

var kinds = [...]chess.PieceType{1: chess.Pawn, chess.Knight, chess.Bishop, chess.Rook, chess.Queen, chess.King}

// kindOf is the inverse of kinds.
var kindOf = func() (of [16]int) {
	for n, kind := range kinds[1:] {
		of[kind] = n + 1
	}
	return
}()

func square(s chess.Square) int { return int(s.Rank-chess.Rank1)*8 + int(s.File-chess.FileA) }

func (b *brighamskarda) moves(ply int, noisy bool) []uint64 {
	p := &b.plies[ply]
	p.list = chess.LegalMoves(&p.position)
	rated := p.rated[:0]
	for i, m := range p.list {
		attacker, victim := p.position.Piece(m.FromSquare), kindOf[p.position.Piece(m.ToSquare).Type]
		if attacker.Type == chess.Pawn && victim == 0 && m.FromSquare.File != m.ToSquare.File {
			victim = 1 // en passant
		}
		if noisy && (victim == 0 && m.Promotion != chess.Queen || m.Promotion != chess.NoPieceType && m.Promotion != chess.Queen) {
			continue
		}
		rated = append(rated, rate(square(m.FromSquare), square(m.ToSquare), kindOf[attacker.Type], victim, kindOf[m.Promotion], uint16(i)))
	}
	return rated
}

func (b *brighamskarda) play(ply int, move uint64) {
	b.plies[ply+1].position = b.plies[ply].position
	b.plies[ply+1].position.Move(b.plies[ply].list[uint16(move)])
}

func (b *brighamskarda) inCheck(ply int) bool { return b.plies[ply].position.IsCheck() }

func (b *brighamskarda) material(ply int) (sum int) {
	p := &b.plies[ply].position
	for n, kind := range kinds[1:6] {
		sum += values[n+1] * bits.OnesCount64(uint64(p.Bitboard(chess.Piece{Color: chess.White, Type: kind})))
		sum -= values[n+1] * bits.OnesCount64(uint64(p.Bitboard(chess.Piece{Color: chess.Black, Type: kind})))
	}
	if p.SideToMove == chess.Black {
		return -sum
	}
	return sum
}

// BrighamskardaMoves returns a function that lists the legal moves of position i of fens
// and returns how many they are.
func BrighamskardaMoves(fens []string) (func(i int) int, error) {
	positions := make([]chess.Position, len(fens))
	for i, fen := range fens {
		if err := positions[i].UnmarshalText([]byte(fen)); err != nil {
			return nil, err
		}
	}
	return func(i int) int { return len(chess.LegalMoves(&positions[i])) }, nil
}
