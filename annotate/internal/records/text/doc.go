// Package text reads and writes positions as lines of text: FEN and EPD, FEN | score | result, comma-separated values and JSON objects.
package text
