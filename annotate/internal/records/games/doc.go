// Package games reads games in portable game notation. Each position of the main line of a game is a row.
package games
