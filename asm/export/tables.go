package main

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/squares"
)

// cTables returns the tables of the generic path that only depend on squares.
func cTables() string {
	var rayTable, lines, neighbors, jumps, ranks, adjacent, rayTo []string
	var all [64][8]uint64
	for d, ray := range koggestone.RayTable() {
		for sq := range ray {
			all[sq][d] = ray[sq]
		}
	}
	for sq, r := range all {
		rayTable = append(rayTable, words(r[:]...))
		line := func(d koggestone.Direction) uint64 { return r[d] | r[d.Opposite()] }
		lines = append(lines, words(line(koggestone.North), line(koggestone.East), line(koggestone.NorthEast), line(koggestone.NorthWest),
			2<<sq, 2*bits.ReverseBytes64(1<<sq)))
		neighbors = append(neighbors, fmt.Sprintf("%#x", squares.KingFrom[sq]))
		jumps = append(jumps, fmt.Sprintf("%#x", squares.KnightFrom[sq]))
	}
	for sq := range 64 {
		var row []string
		for to := range 64 {
			row = append(row, fmt.Sprint(max(0, slices.IndexFunc(all[sq][:], func(ray uint64) bool { return ray>>to&1 != 0 }))))
		}
		rayTo = append(rayTo, "{"+strings.Join(row, ", ")+"}")
	}
	lines, jumps = append(lines, words(0, 0, 0, 0, 0, 0)), append(jumps, "0")
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
		const b2 = 9
		for d := range 8 {
			to := b2 + koggestone.Direction(d).Shift()
			set |= i >> (to/8*3 + to%8) & 1 << d
		}
		adjacent = append(adjacent, fmt.Sprint(set))
	}
	return `/* == Tables of squares == */

/* The lines through a square, without it, and what a slider on it subtracts: see on_line. Square 64 has none. */
typedef struct {
	uint64_t file, rank, diagonal, antidiagonal, twice, back;
} square_line;
static const square_line square_lines[65] = ` + array(lines, 1) + `;

/* The squares of the rays by direction, clockwise from northeast as in koggestone_kernels.h. */
static const uint64_t square_rays[64][8] = ` + array(rayTable, 1) + `;

/* The ray to another square, if there is one. */
static const uint8_t ray_to[64][64] = ` + array(rayTo, 1) + `;

/* The squares one step away. */
static const uint64_t square_neighbors[64] = ` + array(neighbors, 8) + `;

/* The squares of a knight's jumps. Square 64 has none. */
static const uint64_t square_jumps[65] = ` + array(jumps, 8) + `;

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

// array returns an initializer with perLine elements on each line.
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
