package registry

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/annotate/internal/records/columnar"
	"github.com/koggestone/koggestone/data/columns"
	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/formats"
	"github.com/koggestone/koggestone/movegen"
)

// benchGames returns games as PGN and as viriformat, with the number of their positions. Each
// move is the best of three random moves by static exchange evaluation, so that captures are as
// frequent as in games of players. The length of the games and their tags resemble Lichess.
func benchGames(games int) (pgn, viri []byte, positions int) {
	r := rand.New(rand.NewPCG(17, 5))
	var text bytes.Buffer
	for g := range games {
		p := movegen.Start()
		fmt.Fprintf(&text, benchTags, g, g, g, g)
		viri = append(viri, pack(p, 0, 1, false)...)
		for ply := range benchPlies {
			positions++
			moves := p.AppendLegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[r.IntN(len(moves))]
			for range 2 {
				if other := moves[r.IntN(len(moves))]; p.SEE(other, nil) > p.SEE(m, nil) {
					m = other
				}
			}
			if ply%2 == 0 {
				fmt.Fprintf(&text, "%d. ", ply/2+1)
			}
			text.WriteString(p.SAN(m))
			text.WriteByte(" \n"[min(1, ply%16/15)])
			viri = binary.LittleEndian.AppendUint16(viri, formats.PackMove(m))
			viri = binary.LittleEndian.AppendUint16(viri, uint16(r.IntN(1000)))
			p = p.Play(m)
			if ply == benchPlies-1 {
				positions++
			}
		}
		text.WriteString("1/2-1/2\n\n")
		viri = append(viri, 0, 0, 0, 0)
	}
	return text.Bytes(), viri, positions
}

const benchPlies = 80

const benchTags = `[Event "Rated Blitz game"]
[Site "https://example.org/%08d"]
[Date "2024.05.01"]
[Round "-"]
[White "player %d"]
[Black "opponent %d"]
[Result "1/2-1/2"]
[UTCDate "2024.05.01"]
[UTCTime "12:34:56"]
[WhiteElo "2400"]
[BlackElo "2410"]
[WhiteRatingDiff "+2"]
[BlackRatingDiff "-2"]
[ECO "C50"]
[Opening "Italian Game: Giuoco Pianissimo, Lucchini Gambit %d"]
[TimeControl "180+2"]
[Termination "Normal"]

`

// benchParse repeatedly parses blocks of a text, and reports nanoseconds per row.
func benchParse(b *testing.B, in *records.Input, text []byte, rows int, request records.Request) {
	block := records.Block{Text: text, Raw: len(text)}
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

// BenchmarkParse parses a block of each format without fields, or with fields=all with all of
// them.
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
				in, err := Open("-", bytes.NewReader(c.text), records.InputOptions{Format: c.format})
				if err != nil {
					b.Fatal(err)
				}
				if fields == "none" {
					in.Carry(nil)
				}
				benchParse(b, in, c.text, c.rows, records.Request{FEN: fields == "all"})
			})
		}
	}
}

// BenchmarkGames converts games to numpy arrays on one core: it parses records, computes two
// columns and encodes arrays. It carries no fields, the default ones, or all of them.
func BenchmarkGames(b *testing.B) {
	pgn, viri, positions := benchGames(500)
	two, err := columns.Parse("legal_moves,in_check")
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		format string
		text   []byte
	}{{"pgn", pgn}, {"viri", viri}} {
		for _, fields := range []string{"none", "default", "all"} {
			b.Run("format="+c.format+"/fields="+fields, func(b *testing.B) {
				in, err := Open("-", bytes.NewReader(c.text), records.InputOptions{Format: c.format})
				if err != nil {
					b.Fatal(err)
				}
				s := &records.Schema{Columns: two}
				for k, f := range in.Format.Fields() {
					if fields == "all" || fields == "default" && k < records.DefaultFields(in.Format) {
						s.Fields, s.Carried = append(s.Fields, f), append(s.Carried, k)
					}
				}
				in.Carry(s.Carried)
				w, err := columnar.NewArrowWriter(io.Discard, s, true)
				if err != nil {
					b.Fatal(err)
				}
				blocks := benchBlocks(b, in)
				table := records.Table{Schema: s, Data: make([]columns.Data, len(two))}
				computer := columns.NewComputer()
				var encoded any
				b.ResetTimer()
				least := time.Duration(math.MaxInt64) // for machines with other users
				for range b.N {
					rows, checks, start := 0, 0, time.Now()
					for _, block := range blocks {
						block.Parse(in.Format, &records.Request{})
						table.Compute(block, computer)
						if encoded, err = w.Encode(&table, encoded); err == nil {
							err = w.Write(encoded)
						}
						if err != nil || len(block.Rejects) > 0 {
							b.Fatal(err, block.Rejects)
						}
						rows += len(table.Rows)
						checks += bytes.Count(table.Data[1].Bytes, []byte{1})
					}
					least = min(least, time.Since(start))
					if rows != positions || checks == 0 {
						b.Fatalf("%d rows, %d in check, want %d", rows, checks, positions)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*positions), "ns/position")
				b.ReportMetric(float64(least.Nanoseconds())/float64(positions), "least-ns/position")
			})
		}
	}
}

// benchBlocks returns blocks of in of the length that a run uses.
func benchBlocks(b *testing.B, in *records.Input) (blocks []*records.Block) {
	r, err := records.Read(in, records.Range{End: 1 << 40})
	if err != nil {
		b.Fatal(err)
	}
	defer r.Close()
	for {
		block := new(records.Block)
		more, err := r.Next(block, 1<<18)
		if err != nil {
			b.Fatal(err)
		}
		if !more {
			return blocks
		}
		blocks = append(blocks, block)
	}
}
