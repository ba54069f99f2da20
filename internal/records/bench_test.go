package records

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/movegen"
)

// benchGames returns games of random moves as PGN and as viriformat, with the number of
// their positions.
func benchGames(games int) (pgn, viri []byte, positions int) {
	r := rand.New(rand.NewPCG(17, 5))
	var text bytes.Buffer
	for g := range games {
		p := movegen.Start()
		fmt.Fprintf(&text, "[Event \"%d\"]\n[Result \"1/2-1/2\"]\n[WhiteElo \"2400\"]\n[BlackElo \"2410\"]\n\n", g)
		viri = append(viri, pack(p, 0, 1, false)...)
		for ply := range 120 {
			positions++
			moves := p.AppendLegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[r.IntN(len(moves))]
			if ply%2 == 0 {
				fmt.Fprintf(&text, "%d. ", ply/2+1)
			}
			text.WriteString(p.SAN(m))
			text.WriteByte(" \n"[min(1, ply%16/15)])
			viri = binary.LittleEndian.AppendUint16(viri, packMove(m))
			viri = binary.LittleEndian.AppendUint16(viri, uint16(r.IntN(1000)))
			p = p.Play(m)
			if ply == 119 {
				positions++
			}
		}
		text.WriteString("1/2-1/2\n\n")
		viri = append(viri, 0, 0, 0, 0)
	}
	return text.Bytes(), viri, positions
}

// benchParse parses blocks of a text again and again, and reports nanoseconds a row.
func benchParse(b *testing.B, in *Input, text []byte, rows int, request Request) {
	block := Block{Text: text, Raw: len(text)}
	b.ReportAllocs()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		block.Parse(in.Format, &request)
	}
	if block.Len() != rows || len(block.Rejects) > 0 {
		b.Fatalf("%d rows, %v, want %d", block.Len(), block.Rejects, rows)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(rows), "ns/row")
}

// BenchmarkParse parses a block of each format without what nobody wants: no field is
// carried, and with fields=all all are.
func BenchmarkParse(b *testing.B) {
	pgn, viri, positions := benchGames(100)
	var fens bytes.Buffer
	lines := 0
	for range 20 {
		for fen := range corpus.Games().FENs() {
			fmt.Fprintf(&fens, "%s 3 17\n", fen)
			lines++
		}
	}
	for _, c := range []struct {
		format string
		text   []byte
		rows   int
	}{{"fen", fens.Bytes(), lines}, {"pgn", pgn, positions}, {"viri", viri, positions}} {
		for _, fields := range []string{"none", "all"} {
			b.Run("format="+c.format+"/fields="+fields, func(b *testing.B) {
				in, err := Open("-", bytes.NewReader(c.text), InputOptions{Format: c.format})
				if err != nil {
					b.Fatal(err)
				}
				if fields == "none" {
					in.Carry(nil)
				}
				benchParse(b, in, c.text, c.rows, Request{FEN: fields == "all"})
			})
		}
	}
}
