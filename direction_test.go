package koggestone

import "testing"

func TestDirection(t *testing.T) {
	for _, test := range []struct {
		d        Direction
		name     string
		shift    int
		opposite Direction
	}{
		{0, "NorthEast", 9, SouthWest},
		{1, "East", 1, West},
		{2, "SouthEast", -7, NorthWest},
		{3, "South", -8, North},
		{4, "SouthWest", -9, NorthEast},
		{5, "West", -1, East},
		{6, "NorthWest", 7, SouthEast},
		{7, "North", 8, South},
	} {
		d := test.d
		if got := d.String(); got != test.name {
			t.Errorf("Direction(%d).String() = %s, want %s", uint8(d), got, test.name)
		}
		if got := d.Shift(); got != test.shift {
			t.Errorf("%s.Shift() = %d, want %d", d, got, test.shift)
		}
		if got := d.Opposite(); got != test.opposite {
			t.Errorf("%s.Opposite() = %s, want %s", d, got, test.opposite)
		}
	}
	if got, want := Direction(8).String(), "Direction(8)"; got != want {
		t.Errorf("Direction(8).String() = %s, want %s", got, want)
	}
}

// moved returns b with every square moved by to.
func moved(b uint64, to func(file, rank int) (int, int)) (m uint64) {
	for sq := range 64 {
		file, rank := to(sq%8, sq/8)
		m |= b >> sq & 1 << (8*rank + file)
	}
	return m
}

// The symmetries of the board, as maps of squares and of directions.
var symmetries = []struct {
	name      string
	board     func(b uint64) uint64
	direction func(d Direction) Direction
}{
	{"files mirrored", MirrorFiles, func(d Direction) Direction { return (6 - d) & 7 }},
	{"ranks flipped", FlipRanks, func(d Direction) Direction { return (2 - d) & 7 }},
	{"a1 most significant", ReverseSquares, Direction.Opposite},
	{"a quarter turn", func(b uint64) uint64 {
		return moved(b, func(file, rank int) (int, int) { return rank, 7 - file })
	}, func(d Direction) Direction { return (d + 2) & 7 }},
	{"a1-h8 mirrored", func(b uint64) uint64 {
		return moved(b, func(file, rank int) (int, int) { return rank, file })
	}, func(d Direction) Direction { return -d & 7 }},
}

// TestConversions compares the conversions between square mappings with a loop over files and
// ranks.
func TestConversions(t *testing.T) {
	for _, test := range []struct {
		name  string
		board func(uint64) uint64
		to    func(file, rank int) (int, int)
	}{
		{"MirrorFiles", MirrorFiles, func(file, rank int) (int, int) { return 7 - file, rank }},
		{"FlipRanks", FlipRanks, func(file, rank int) (int, int) { return file, 7 - rank }},
		{"ReverseSquares", ReverseSquares, func(file, rank int) (int, int) { return 7 - file, 7 - rank }},
	} {
		rng := newRand(4)
		for range count(5000) {
			b := randomWord(rng, 9)
			got := test.board(b)
			if want := moved(b, test.to); got != want {
				t.Fatalf("%s(%#016x) = %#016x, want %#016x", test.name, b, got, want)
			}
			if back := test.board(got); back != b {
				t.Fatalf("%s is not its own inverse: %#016x becomes %#016x", test.name, b, back)
			}
		}
	}
}
