package squares

import "testing"

// at returns a square as a set, the empty set off the board.
func at(file, rank int) uint64 {
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return 0
	}
	return 1 << (8*rank + file)
}

// leap returns where the steps lead from a set of squares.
func leap(from uint64, steps [][2]int) (to uint64) {
	for sq := range 64 {
		for _, s := range steps {
			if from>>sq&1 != 0 {
				to |= at(sq%8+s[0], sq/8+s[1])
			}
		}
	}
	return to
}

func TestLeapers(t *testing.T) {
	knight := [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
	king := [][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}
	for a := range 64 {
		if got, want := KnightFrom[a], leap(1<<a, knight); got != want {
			t.Errorf("knight on %d: %x, expected %x", a, got, want)
		}
		if got, want := KingFrom[a], leap(1<<a, king); got != want {
			t.Errorf("king on %d: %x, expected %x", a, got, want)
		}
		for d, step := range knight {
			if got, want := JumpFrom(1<<a, d), leap(1<<a, [][2]int{step}); got != want {
				t.Errorf("jump %d from %d: %x, expected %x", d, a, got, want)
			}
		}
		for b := range a {
			set := uint64(1<<a | 1<<b)
			if KnightAttacks(set) != KnightFrom[a]|KnightFrom[b] || KingAttacks(set) != KingFrom[a]|KingFrom[b] {
				t.Errorf("pieces on %d and %d: %x, %x", a, b, KnightAttacks(set), KingAttacks(set))
			}
		}
	}
}

func TestFilesAndRanks(t *testing.T) {
	ranks := [8]uint64{Rank1, Rank2, Rank3, Rank4, Rank5, Rank6, Rank7, Rank8}
	for sq := range 64 {
		file, rank := sq%8, sq/8
		for _, c := range []struct {
			name string
			set  uint64
			want bool
		}{
			{"FileA", FileA, file == 0}, {"FileH", FileH, file == 7},
			{"NotFileA", NotFileA, file != 0}, {"NotFileH", NotFileH, file != 7},
			{"NotFilesAB", NotFilesAB, file > 1}, {"NotFilesGH", NotFilesGH, file < 6},
			{"Dark", Dark, (file+rank)%2 == 0}, {"its rank", ranks[rank], true}, {"another rank", ranks[(rank+1)%8], false},
		} {
			if c.set>>sq&1 != 0 != c.want {
				t.Errorf("square %d in %s: %v", sq, c.name, !c.want)
			}
		}
	}
}
