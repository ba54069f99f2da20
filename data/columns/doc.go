// Package columns computes facts about many positions at once: one column a fact, one
// value or row of values a position. Only what is asked for is computed, by the batch
// kernels of packages movegen and quad where there are any, and what several columns
// are made of is computed once.
//
//	c := columns.NewComputer()
//	c.Set(&batch, nil)
//	legal, _ := columns.ByName("legal_moves")
//	var data columns.Data
//	legal.AppendTo(&data, c)
//
// Every column takes any boards. What asks about moves one by one, or about material that
// moves win, is 0 where the position is not legal; the others say what their definition
// says, on nonsense too. Sets of squares have a1 as bit 0, b1 as bit 1, h8 as bit 63,
// whoever is to move.
package columns
