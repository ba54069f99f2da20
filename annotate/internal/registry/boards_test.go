package registry

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/internal/formats"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// viriExample is the example of viriformat's README: a game of five plies.
const viriExample = "ffff00000000ffff" + "1642256100000000888888889ecaade9" + "40" + "00" + "0100" + "0000" + "02" + "00" +
	"0c070a00" + "34091400" + "c309e2ff" + "3c0dff7f" + "2709ff7f" + "00000000"

// pointsText are the results as text.
var pointsText = [...]string{"0.0", "0.5", "1.0"}

// rowsOf returns the rows of binary records, FEN first, and the rejects.
func rowsOf(t *testing.T, data, format string) (rows, rejects []string) {
	t.Helper()
	eachBlock(t, data, format, func(b *records.Block, table *records.Table) {
		for i := range b.Len() {
			rows = append(rows, strings.Join(textsOf(table, i), ","))
		}
		for _, reject := range b.Rejects {
			rejects = append(rejects, reject.Err.Error())
		}
	})
	return rows, rejects
}

func TestViri(t *testing.T) {
	data, err := hex.DecodeString(viriExample)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1,0,e2e4,10,1.0",
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1,1,e7e5,20,1.0",
		"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2,2,d1h5,-30,1.0",
		"rnbqkbnr/pppp1ppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2,3,e8e7,32767,1.0",
		"rnbq1bnr/ppppkppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQ - 2 3,4,h5e5,32767,1.0",
		"rnbq1bnr/ppppkppp/8/4Q3/4P3/8/PPPP1PPP/RNB1KBNR b KQ - 0 3,5,,,1.0",
	}
	extension := "\x00\x00\x00\x00\x00\x00\x00\x00\x07\x00\x05\x00abcde\x00\x00\x00\x00"
	rows, rejects := rowsOf(t, string(data)+extension+string(data), "viri")
	if !slices.Equal(rows, append(slices.Clone(want), want...)) || rejects != nil {
		t.Errorf("%q, %q", rows, rejects)
	}
	// A board without moves is marlinformat.
	rows, rejects = rowsOf(t, string(data[:32]), "marlin")
	if len(rows) != 1 || rows[0] != "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1,0,1.0" || rejects != nil {
		t.Errorf("%q, %q", rows, rejects)
	}
	// Errors, and games after them.
	bad := slices.Clone(data)
	bad[34+2] = 0x3c // the second move is a move of White's king
	rows, rejects = rowsOf(t, string(bad)+string(data), "viri")
	first := []string{want[0], strings.Replace(want[1], "e7e5,20", ",", 1)} // no move is known for the second position
	if !slices.Equal(rows, append(first, want...)) || len(rejects) != 1 || !strings.Contains(rejects[0], "ply 2: expected a legal move") {
		t.Errorf("%q, %q", rows, rejects)
	}
	rows, rejects = rowsOf(t, string(data)+string(data[:40]), "viri")
	if len(rows) != len(want) || len(rejects) != 1 || !strings.Contains(rejects[0], "expected the end of the game") {
		t.Errorf("cut off: %d rows, %q", len(rows), rejects)
	}
}

// A game without an end is the end of the file.
func TestEndlessViri(t *testing.T) {
	in, err := Open("-", strings.NewReader(strings.Repeat("\xff", 1<<20)), records.InputOptions{Format: "viri"})
	if err != nil {
		t.Fatal(err)
	}
	r, err := records.Read(in, records.Range{End: 1 << 40})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if more, err := r.Next(new(records.Block), 1<<16); more || err == nil || !strings.Contains(err.Error(), "does not have this format") {
		t.Errorf("%v, %v", more, err)
	}
}

// pack encodes a position in the layout of marlinformat or bulletformat.
func pack(p movegen.Position, score int16, result byte, bullet bool) []byte {
	data := make([]byte, 32)
	binary.LittleEndian.PutUint64(data, p.Board.Occupied())
	i := 0
	for sq := range 64 {
		piece := p.Board.At(sq)
		if piece.Kind() == quad.None {
			continue
		}
		code := byte(strings.IndexByte("pnbrqk", byte(piece.Letter()|0x20)))
		if piece.Kind() == quad.CastlingRook && !bullet {
			code = 6
		}
		data[8+i/2] |= (code | byte(piece.Color())<<3) << (4 * (i % 2))
		i++
	}
	if bullet {
		binary.LittleEndian.PutUint16(data[24:], uint16(score))
		data[26] = result
		return data
	}
	target := byte(64)
	if p.Board.EnPassant() != 0 {
		target = byte(bits.TrailingZeros64(p.Board.EnPassant()))
	}
	data[24], data[25] = byte(p.Side)<<7|target, byte(p.HalfMoves)
	binary.LittleEndian.PutUint16(data[26:], p.FullMoves)
	binary.LittleEndian.PutUint16(data[28:], uint16(score))
	data[30] = result
	return data
}

func TestBoards(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 4))
	var marlin, bullet strings.Builder
	var wantMarlin, wantBullet []string
	for range 30 {
		p := movegen.Start()
		for range 100 {
			moves := p.AppendLegalMoves(nil)
			if len(moves) == 0 || p.HalfMoves > 200 {
				break
			}
			p = p.Play(moves[r.IntN(len(moves))])
			score, result := int16(r.IntN(1<<16)-1<<15), byte(r.IntN(3))
			marlin.Write(pack(p, score, result, false))
			wantMarlin = append(wantMarlin, fmt.Sprintf("%s,%d,%s", p.FEN(), score, pointsText[result]))
			// In bulletformat the board is seen from the side to move.
			q := movegen.Position{Board: p.Board, FullMoves: 1}
			if p.Side == quad.Black {
				q.Board = q.Board.FlipColors()
			}
			q.Board.GB &= q.Board.Occupied()
			q.Board.G2 |= q.Board.CastlingRooks()
			bullet.Write(pack(q, score, result, true))
			wantBullet = append(wantBullet, fmt.Sprintf("%s,%d,%s", q.FEN(), score, pointsText[result]))
		}
	}
	for format, test := range map[string]struct {
		data string
		want []string
	}{"marlin": {marlin.String(), wantMarlin}, "bullet": {bullet.String(), wantBullet}} {
		rows, rejects := rowsOf(t, test.data, format)
		if !slices.Equal(rows, test.want) || rejects != nil {
			t.Errorf("%s: %d rows, %q, want %d", format, len(rows), rejects, len(test.want))
		}
		rows, rejects = rowsOf(t, test.data[:64]+strings.Repeat("\xff", 32)+test.data[:20], format)
		if len(rows) != 2 || len(rejects) != 2 || !strings.Contains(rejects[0], "found 64") || !strings.Contains(rejects[1], "expected records of 32 bytes, found 20 at the end") {
			t.Errorf("%s: %d rows, %q", format, len(rows), rejects)
		}
	}
}

// From every offset the first game at or after it is found, among games of another program
// and games of random moves and extensions, in several windows.
func TestNextGame(t *testing.T) {
	games, err := os.ReadFile("../../../testdata/positions.viri")
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
	var start [formats.BoardSize]byte
	p := movegen.Start()
	if err := formats.PackMarlin(&start, &p, 0, 1); err != nil {
		t.Fatal(err)
	}
	game := start[:]
	for _, text := range moves {
		m, err := p.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		game = append(binary.LittleEndian.AppendUint16(game, formats.PackMove(m)), 1, 0)
		p = p.Play(m)
	}
	return game
}

// Games may have no moves.
func TestNextGameOfNoMoves(t *testing.T) {
	game := append(startGame(t), 0, 0, 0, 0)
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
	end := make([]byte, formats.EndZeros)
	four := append(startGame(t, "e2e4", "e7e5", "g1f3", "b8c6"), 0, 0, 0, 0)
	extension := binary.LittleEndian.AppendUint16(append(make([]byte, 8), 1, 0), 500)
	extension = append(append(extension, end...), four...)
	extension = append(extension, bytes.Repeat([]byte{0xff}, 500-len(end)-len(four))...)
	data := bytes.Repeat([]byte{0xff}, step+8)
	data = slices.Concat(data, end, startGame(t), end, extension, end, four)
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
		game = append(binary.LittleEndian.AppendUint16(game, formats.PackMove(m)), 0, 0)
		p = p.Play(m)
	}
	empty := append(pack(movegen.Start(), 0, 1, false), 0, 0, 0, 0)
	const size = formats.BoardSize + 4 // bytes of a game without moves
	for _, c := range []struct {
		text   []byte
		enough int // bytes
	}{
		{game, formats.BoardSize + 4*4},
		{slices.Concat(empty, game), size + formats.BoardSize + 3*4},
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
