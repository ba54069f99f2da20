// Package pairs finds threat pairs: for every piece that attacks or defends another,
// the attacker, its square, the victim and its square. Engines feed them to neural
// networks beside the pieces on their squares. A network's first layer is a sum over
// the features that are there; what costs time is to find, after every move, which
// pairs went and which came, those of sliders that were uncovered or covered among
// them.
//
// [Rules] say what an engine's mailbox codes mean and which pairs count.
// [Rules.Deltas] lists what a move removes and adds, [Rules.Refresh] all pairs of a
// board.
package pairs
