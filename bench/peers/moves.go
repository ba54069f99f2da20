package peers

import brighamskarda "github.com/brighamskarda/chess/v2"

// BrighamskardaMoves returns a function that lists the legal moves of position i of fens
// and returns their number.
func BrighamskardaMoves(fens []string) (func(i int) int, error) {
	positions := make([]brighamskarda.Position, len(fens))
	for i, fen := range fens {
		if err := positions[i].UnmarshalText([]byte(fen)); err != nil {
			return nil, err
		}
	}
	return func(i int) int { return len(brighamskarda.LegalMoves(&positions[i])) }, nil
}
