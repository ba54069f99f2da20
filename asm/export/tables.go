package main

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// The steps of the rays around a square, clockwise from north, in files and ranks.
var raySteps = [8][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}

// rays returns the squares of each ray from a square.
func rays(sq int) (set [8]uint64) {
	for d, step := range raySteps {
		file, rank := sq&7+step[0], sq>>3+step[1]
		for ; uint(file) < 8 && uint(rank) < 8; file, rank = file+step[0], rank+step[1] {
			set[d] |= 1 << (8*rank + file)
		}
	}
	return set
}

// cTables returns the tables of the generic path that depend on squares only.
func cTables() string {
	var rayTable, lines, neighbors, ranks, adjacent, rayTo []string
	var all [64][8]uint64
	for sq := range 64 {
		r := rays(sq)
		all[sq] = r
		rayTable = append(rayTable, words(r[:]...))
		lines = append(lines, words(r[0]|r[4], r[2]|r[6], r[1]|r[5], r[3]|r[7], 2<<sq, 2*bits.ReverseBytes64(1<<sq)))
		near := uint64(0)
		for d, step := range raySteps {
			if r[d] != 0 {
				near |= 1 << (sq + 8*step[1] + step[0])
			}
		}
		neighbors = append(neighbors, fmt.Sprintf("%#x", near))
	}
	for sq := range 64 {
		var row []string
		for to := range 64 {
			row = append(row, fmt.Sprint(max(0, slices.IndexFunc(all[sq][:], func(ray uint64) bool { return ray>>to&1 != 0 }))))
		}
		rayTo = append(rayTo, "{"+strings.Join(row, ", ")+"}")
	}
	lines = append(lines, words(0, 0, 0, 0, 0, 0))
	for file := range 8 {
		var row []string
		for pieces := range 64 {
			set := 0
			for _, step := range [...]int{1, -1} {
				for to := file + step; uint(to) < 8; to += step {
					set |= 1 << to
					if pieces<<1>>to&1 != 0 {
						break
					}
				}
			}
			row = append(row, fmt.Sprint(set))
		}
		ranks = append(ranks, "{"+strings.Join(row, ", ")+"}")
	}
	for i := range 512 {
		set := 0
		for d, step := range raySteps {
			set |= i >> (3*(step[1]+1) + step[0] + 1) & 1 << d
		}
		adjacent = append(adjacent, fmt.Sprint(set))
	}
	return `/* == Tables of squares == */

/* The lines through a square, without it, and what a slider on it subtracts: see on_line. Square 64 has none. */
typedef struct {
	uint64_t file, rank, diagonal, antidiagonal, twice, back;
} square_line;
static const square_line square_lines[65] = ` + array(lines, 1) + `;

/* The squares of the rays, clockwise from north. */
static const uint64_t square_rays[64][8] = ` + array(rayTable, 1) + `;

/* The ray to another square, if there is one. */
static const uint8_t ray_to[64][64] = ` + array(rayTo, 1) + `;

/* The squares one step away. */
static const uint64_t square_neighbors[64] = ` + array(neighbors, 8) + `;

/* The rays to the occupied neighbours of b2, which are three bits for a1 to c1, three for a2 to c2, and three for a3 to
   c3. */
static const uint8_t adjacent_rays[512] = ` + array(adjacent, 32) + `;

/* The attacks of a slider on the first rank, by its file and the pieces on files b to g. */
static const uint8_t rank_attacks[8][64] = ` + array(ranks, 1) + `;

`
}

// words returns an initializer of words.
func words(x ...uint64) string {
	s := make([]string, len(x))
	for i, x := range x {
		s[i] = fmt.Sprintf("%#x", x)
	}
	return "{" + strings.Join(s, ", ") + "}"
}

// array returns an initializer with the given number of elements in a line.
func array(elements []string, perLine int) string {
	var w strings.Builder
	w.WriteString("{\n")
	for len(elements) > 0 {
		n := min(perLine, len(elements))
		w.WriteString("\t" + strings.Join(elements[:n], ", ") + ",\n")
		elements = elements[n:]
	}
	w.WriteString("}")
	return w.String()
}
