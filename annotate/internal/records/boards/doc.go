// Package boards reads and writes training data of networks: viriformat, marlinformat, bulletformat, and Stockfish's .bin and
// .binpack, which are only read. Package internal/formats decodes and encodes single records.
package boards
