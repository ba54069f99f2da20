package records

import (
	"bytes"
	"encoding/binary"
	"os"
	"slices"
	"testing"
)

// From every offset the next game is found that starts there or behind, among games of
// another program, of random moves and extensions, over several windows.
func TestNextGame(t *testing.T) {
	games, err := os.ReadFile("testdata/positions.viri")
	if err != nil {
		t.Fatal(err)
	}
	_, random, _ := benchGames(3500)
	extension := binary.LittleEndian.AppendUint16(append(make([]byte, 8), 1, 0), 301)
	extension = append(append(extension, bytes.Repeat([]byte{7, 0, 0, 0, 0, 0, 3}, 43)...), 0, 0, 0, 0)
	data := slices.Concat(games, extension, random, extension, extension, games, extension)
	var f viriFormat
	var starts []int
	for at := 0; at < len(data); at = f.gameEnd(data, at) {
		if binary.LittleEndian.Uint64(data[at:]) != 0 {
			starts = append(starts, at)
		}
	}
	if len(data) < syncWindow || len(starts) < 2500 {
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
				checkNextGame(t, data, starts, syncWindow-300+k)
				checkNextGame(t, data, starts, len(data)-399+k)
			}
		}
		checkNextGame(t, data, starts, from)
	}
}

func checkNextGame(t *testing.T, data []byte, starts []int, from int) {
	t.Helper()
	got, err := nextGame(bytes.NewReader(data), int64(from), int64(len(data)))
	k, _ := slices.BinarySearch(starts, from)
	want := len(data)
	if k < len(starts) {
		want = starts[k]
	}
	if from < endZeros {
		want = 0
	}
	if err != nil || got != int64(want) {
		t.Fatalf("from byte %d: a game at %d, %v, want %d", from, got, err, want)
	}
}
