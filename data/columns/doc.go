// Package columns computes facts about many positions at once. A column is one fact, with
// one or more values for each position. Only the requested columns are computed, by batch
// kernels of packages movegen and quad where possible. Values that several columns need are
// computed once.
//
//	c := columns.NewComputer()
//	c.Set(&batch, nil)
//	legal, _ := columns.ByName("legal_moves")
//	var data columns.Data
//	legal.AppendTo(&data, c)
//
// Every column accepts any boards. Columns about single moves, or about material that moves
// win, are 0 where the position is not legal. The others follow their definition on any
// board. Sets of squares have a1 as bit 0, b1 as bit 1, h8 as bit 63, for either side to
// move.
package columns
