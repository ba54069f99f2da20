package records

import (
	"bytes"
	"encoding/binary"
	"os"
	"slices"
	"testing"

	"github.com/koggestone/koggestone/data/internal/formats"
	"github.com/koggestone/koggestone/movegen"
)

// From every offset the first game at or after it is found, among games of another program
// and games of random moves and extensions, in several windows.
func TestNextGame(t *testing.T) {
	games, err := os.ReadFile("testdata/positions.viri")
	if err != nil {
		t.Fatal(err)
	}
	_, random, _ := benchGames(3500)
	extension := binary.LittleEndian.AppendUint16(append(make([]byte, 8), 1, 0), 301)
	extension = append(append(extension, bytes.Repeat([]byte{7, 0, 0, 0, 0, 0, 3}, 43)...), 0, 0, 0, 0)
	data := slices.Concat(games, extension, random, extension, extension, games, extension)
	var starts []int
	for at := 0; at < len(data); at = formats.GameEnd(data, at) {
		if binary.LittleEndian.Uint64(data[at:]) != 0 {
			starts = append(starts, at)
		}
	}
	if len(data) < formats.SyncWindow || len(starts) < 2500 {
		t.Fatalf("%d bytes with %d games", len(data), len(starts))
	}
	starts = append(starts, len(data))
	step := 1499
	if testing.Short() {
		step = 9973
	}
	for from := 0; from < len(data)+10; from += step {
		if from == 20*step { // the ends of windows, every byte
			for k := range 400 {
				checkNextGame(t, data, starts, formats.SyncWindow-300+k)
				checkNextGame(t, data, starts, len(data)-399+k)
			}
		}
		checkNextGame(t, data, starts, from)
	}
}

// startGame returns a game of some moves from the start, without its end.
func startGame(t *testing.T, moves ...string) []byte {
	t.Helper()
	var start [boardSize]byte
	p := movegen.Start()
	if err := packMarlin(&start, &p, 0, 1); err != nil {
		t.Fatal(err)
	}
	game := start[:]
	for _, text := range moves {
		m, err := p.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		game = append(binary.LittleEndian.AppendUint16(game, packMove(m)), 1, 0)
		p = p.Play(m)
	}
	return game
}

// Games may have no moves.
func TestNextGameOfNoMoves(t *testing.T) {
	game := append(startGame(t), viriEnd...)
	data := bytes.Repeat(game, 3*formats.SyncWindow/len(game))
	var starts []int
	for at := 0; at < len(data); at += len(game) {
		starts = append(starts, at)
	}
	starts = append(starts, len(data))
	for from := 1; from < len(data); from += formats.SyncWindow / 7 {
		checkNextGame(t, data, starts, from)
	}
}

// For arbitrary bytes, the game found from an offset is not after the game found from a later
// offset, also at the end of a window where an extension looks like a game.
func TestNextGameInOrder(t *testing.T) {
	const step = formats.SyncWindow - formats.SyncLength
	four := append(startGame(t, "e2e4", "e7e5", "g1f3", "b8c6"), viriEnd...)
	extension := binary.LittleEndian.AppendUint16(append(make([]byte, 8), 1, 0), 500)
	extension = append(append(extension, viriEnd...), four...)
	extension = append(extension, bytes.Repeat([]byte{0xff}, 500-len(viriEnd)-len(four))...)
	data := bytes.Repeat([]byte{0xff}, step+8)
	data = slices.Concat(data, viriEnd, startGame(t), viriEnd, extension, viriEnd, four)
	data = append(data, bytes.Repeat([]byte{0xff}, formats.SyncWindow)...)
	const want = step + 8 + formats.EndZeros
	for _, from := range []int{formats.EndZeros, 1000, step - 1, step, want - 1, want} {
		checkNextGame(t, data, []int{want}, from)
	}
}

func checkNextGame(t *testing.T, data []byte, starts []int, from int) {
	t.Helper()
	got, err := formats.NextGame(bytes.NewReader(data), int64(from), int64(len(data)))
	k, _ := slices.BinarySearch(starts, from)
	want := len(data)
	if k < len(starts) {
		want = starts[k]
	}
	if from < formats.EndZeros {
		want = 0
	}
	if err != nil || got != int64(want) {
		t.Fatalf("from byte %d: a game at %d, %v, want %d", from, got, err, want)
	}
}

// A truncated game counts as a game if it has four moves, where a game without moves counts
// as one, or if the file ends after a game. Nothing after the end is read.
func TestIsGameCutOff(t *testing.T) {
	p := movegen.Start()
	game := pack(p, 0, 1, false)
	for range formats.SyncMoves {
		m := p.AppendLegalMoves(nil)[0]
		game = append(binary.LittleEndian.AppendUint16(game, packMove(m)), 0, 0)
		p = p.Play(m)
	}
	empty := append(pack(movegen.Start(), 0, 1, false), 0, 0, 0, 0)
	const size = boardSize + 4 // of a game without moves
	for _, c := range []struct {
		text   []byte
		enough int // bytes
	}{
		{game, boardSize + 4*4},
		{slices.Concat(empty, game), size + boardSize + 3*4},
		{slices.Concat(empty, empty, empty, empty), 4 * size},
	} {
		for n := range len(c.text) + 1 {
			text := slices.Clip(c.text[:n])
			if got := formats.IsGame(text, false); got != (n >= c.enough) {
				t.Errorf("%d of %d bytes: %t", n, len(c.text), got)
			}
			whole := n == size && bytes.Equal(text, empty) || n == 2*size && bytes.Equal(text, slices.Concat(empty, empty)) ||
				n == 3*size && bytes.Equal(text, slices.Concat(empty, empty, empty))
			if got := formats.IsGame(text, true); got != (n >= c.enough || whole) {
				t.Errorf("%d of %d bytes, the end of the file: %t", n, len(c.text), got)
			}
		}
	}
}
