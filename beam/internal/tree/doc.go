// Package tree counts a tree of legal moves as a pipeline of Apache Beam.
//
// An element is a [Block]: sorted positions of one ply, each once, with the number of
// ways that lead to it in 128 bits. A ply is played in three steps:
//
//	play    block -> (shard, block): its children, merged and sorted, cut by shard
//	group   by shard: Beam's GroupByKey
//	merge   (shard, blocks) -> blocks: equal positions of all blocks become one
//
// A hash of the board chooses the shard of a position, and nothing else: whether two
// positions are the same is decided by their boards and sides. Below the ply of the cut
// the leaves of each block are counted, times the ways, and added up.
//
// All steps are functions of their elements alone, those of packages perft and
// perft/plan. So a block that is tried again gives the same, and Beam, which drops what
// a failed attempt gave, counts it once.
package tree
