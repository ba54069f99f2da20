// Package tree counts a tree of legal moves as a pipeline of Apache Beam.
//
// An element is a [Block]: sorted positions of one ply, each once, with the number of
// ways that lead to it in 128 bits. A ply is played in three steps:
//
//	play    block -> (shard, block): its children, merged and sorted, cut by shard
//	group   by shard: Beam's GroupByKey
//	merge   (shard, blocks) -> blocks: equal positions of all blocks become one
//
// A hash of the board selects only the shard of a position; positions are equal if their
// boards and sides to move are. Below the ply of the cut the leaves of each block are
// counted, multiplied by the ways, and added up.
//
// The result of each step, by packages perft and perft/plan, depends only on its element.
// A block that is retried produces the same result, and Beam drops the results of failed
// attempts, so it counts once.
package tree
