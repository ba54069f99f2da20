// Package count is the commands that count legal moves: perft, count, epd and uci.
package count

// Commands are the commands of this package.
type Commands struct {
	Perft perftCmd `cmd:"" help:"Count the leaves of the tree of legal moves."`
	Count countCmd `cmd:"" help:"Count the legal moves of every position of a stream of FEN or EPD lines."`
	EPD   epdCmd   `cmd:"" name:"epd" help:"Check the counts of a suite of positions."`
	UCI   uciCmd   `cmd:"" name:"uci" help:"Answer perft checkers in the universal chess interface: position, go perft N, d, quit. A count of more than four plies is stopped by stop, by quit and by the end of the input."`
}
