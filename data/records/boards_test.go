package records

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

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
	eachBlock(t, data, format, func(b *Block, table *Table) {
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
	if len(rows) != 2+len(want) || len(rejects) != 1 || !strings.Contains(rejects[0], "ply 2: expected a legal move") {
		t.Errorf("%d rows, %q", len(rows), rejects)
	}
	rows, rejects = rowsOf(t, string(data)+string(data[:40]), "viri")
	if len(rows) != len(want) || len(rejects) != 1 || !strings.Contains(rejects[0], "does not end") {
		t.Errorf("cut off: %d rows, %q", len(rows), rejects)
	}
}

// A game without an end is the end of the file.
func TestEndlessViri(t *testing.T) {
	in, err := Open("-", strings.NewReader(strings.Repeat("\xff", 1<<20)), InputOptions{Format: "viri"})
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewReader(in, Range{End: 1 << 40})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if more, err := r.Next(new(Block), 1<<16); more || err == nil || !strings.Contains(err.Error(), "does not have this format") {
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
		if len(rows) != 2 || len(rejects) != 2 || !strings.Contains(rejects[0], "64 pieces") || !strings.Contains(rejects[1], "20 bytes at the end") {
			t.Errorf("%s: %d rows, %q", format, len(rows), rejects)
		}
	}
}
