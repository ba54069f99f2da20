package registry

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/data/training"
	"github.com/koggestone/koggestone/internal/binpacktest"
	"github.com/koggestone/koggestone/internal/formats"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

var converted = flag.Int("records.positions", 5000, "number of positions that TestPointOfView converts between all formats")

// A label is a position with White's score and twice White's points.
type label struct {
	placement, side string
	score           int
	points          int
	noScore         bool
	last            bool // no move follows, because the game ends
}

// turned returns a label of bulletformat: White is to move, and what was White's is Black's.
func (l label) turned() label {
	if l.side == "b" {
		ranks := strings.Split(l.placement, "/")
		slices.Reverse(ranks)
		swapped := func(r rune) rune {
			if r >= 'a' {
				return r - 'a' + 'A'
			} else if r >= 'A' {
				return r - 'A' + 'a'
			}
			return r
		}
		l.placement, l.side = strings.Map(swapped, strings.Join(ranks, "/")), "w"
		l.score, l.points = -l.score, 2-l.points
	}
	return l
}

// sidesGames returns random games of at least n positions, with random scores and results of the
// side to move.
func sidesGames(n int) (games [][]formats.Row) {
	r := rand.New(rand.NewPCG(36, 1))
	for n > 0 {
		game := binpacktest.Game(r, movegen.Start(), 20+r.IntN(200))
		games, n = append(games, game), n-len(game)
	}
	return games
}

// labelOf returns the label of a row by the definition of .binpack.
func labelOf(row *formats.Row) label {
	fen := strings.Fields(row.Position.FEN())
	l := label{placement: fen[0], side: fen[1], score: int(row.Score), points: int(row.Result) + 1, noScore: row.Score == 32002}
	if l.side == "b" {
		l.score, l.points = -l.score, 2-l.points
	}
	return l
}

// An inputCase writes games in a format. It returns the file and the labels of the rows.
type inputCase struct {
	format string
	write  func(games [][]formats.Row) (data []byte, want []label)
}

// eachRow returns an input case for a format of single positions. write appends a row with a label. If
// the format cannot store the label, write changes it.
func eachRow(format, head string, write func(dst []byte, row *formats.Row, l *label) []byte) inputCase {
	return inputCase{format, func(games [][]formats.Row) ([]byte, []label) {
		data, want := []byte(head), []label(nil)
		for _, game := range games {
			for i := range game {
				l := labelOf(&game[i])
				data = write(data, &game[i], &l)
				want = append(want, l)
			}
		}
		return data, want
	}}
}

// eachGame returns an input case for a format of games. The last position of a game has no score.
func eachGame(format string, write func(dst []byte, game []formats.Row, labels []label) []byte) inputCase {
	return inputCase{format, func(games [][]formats.Row) (data []byte, want []label) {
		for _, game := range games {
			var labels []label
			for i := range game {
				labels = append(labels, labelOf(&game[i]))
			}
			end := game[len(game)-1]
			end.Position = end.Position.Play(end.Move)
			last := labelOf(&end)
			last.points, last.noScore, last.last = labels[0].points, true, true
			data = write(data, game, labels)
			want = append(append(want, labels...), last)
		}
		return data, want
	}}
}

// stored limits the score to 16 bits for a format that has no missing scores, so that 32002 has
// no special meaning.
func (l *label) stored() int16 {
	l.noScore = false
	l.score = max(math.MinInt16, min(l.score, math.MaxInt16))
	return int16(l.score)
}

func sidesInputs() []inputCase {
	text := func(l *label) string {
		if l.noScore {
			return ""
		}
		return strconv.Itoa(l.score)
	}
	return []inputCase{
		{"binpack", func(games [][]formats.Row) (data []byte, want []label) {
			for _, game := range games {
				data = binpacktest.AppendChunk(data, binpacktest.AppendChain(nil, game))
				for i := range game {
					want = append(want, labelOf(&game[i]))
				}
			}
			return data, want
		}},
		eachRow("bin", "", func(dst []byte, row *formats.Row, _ *label) []byte { return appendBin(dst, row) }),
		eachRow("marlin", "", func(dst []byte, row *formats.Row, l *label) []byte {
			score := l.stored()
			return append(dst, pack(row.Position, score, byte(l.points), false)...)
		}),
		eachRow("bullet", "", func(dst []byte, row *formats.Row, l *label) []byte {
			*l = l.turned()
			p := row.Position
			if p.Side == quad.Black {
				p.Board = p.Board.FlipColors()
			}
			return append(dst, pack(p, l.stored(), byte(l.points), true)...)
		}),
		eachRow("scored", "", func(dst []byte, row *formats.Row, l *label) []byte {
			l.noScore = false
			return fmt.Appendf(dst, "%s | %d | %s\n", row.Position.FEN(), l.score, pointsText[l.points])
		}),
		eachRow("csv", "result,fen,score\n", func(dst []byte, row *formats.Row, l *label) []byte {
			return fmt.Appendf(dst, "%s,%s,%s\n", pointsText[l.points], row.Position.FEN(), text(l))
		}),
		eachRow("ndjson", "", func(dst []byte, row *formats.Row, l *label) []byte {
			score := text(l)
			if score == "" {
				score = "null"
			}
			return fmt.Appendf(dst, "{\"score\":%s,\"fen\":%q,\"result\":%s}\n", score, row.Position.FEN(), pointsText[l.points])
		}),
		eachGame("viri", func(dst []byte, game []formats.Row, labels []label) []byte {
			dst = append(dst, pack(game[0].Position, 0, byte(labels[0].points), false)...)
			for i := range game {
				m := game[i].Move
				packed := uint16(m & 0xfff) // castling is king takes rook
				switch {
				case m.IsPromotion():
					packed |= 3<<14 | uint16(strings.IndexRune("nbrq", rune(quad.MakePiece(quad.Black, m.Promotion()).Letter())))<<12
				case m.IsCastling():
					packed |= 2 << 14
				case m.IsEnPassant():
					packed |= 1 << 14
				}
				dst = binary.LittleEndian.AppendUint16(dst, packed)
				dst = binary.LittleEndian.AppendUint16(dst, uint16(labels[i].stored()))
			}
			return append(dst, 0, 0, 0, 0)
		}),
		eachGame("pgn", func(dst []byte, game []formats.Row, labels []label) []byte {
			result := []string{"0-1", "1/2-1/2", "1-0"}[labels[0].points]
			dst = fmt.Appendf(dst, "[Result \"%s\"]\n\n", result)
			for i := range game {
				if l := &labels[i]; !l.noScore {
					switch l.score = max(-32767, min(l.score, 32767)); {
					case l.score > 32000:
						l.score = 32767
						dst = append(dst, "{ [%eval #2] } "...)
					case l.score < -32000:
						l.score = -32767
						dst = append(dst, "{ [%eval #-2] } "...)
					default:
						dst = fmt.Appendf(dst, "{ [%%eval %.2f] } ", float64(l.score)/100)
					}
				}
				dst = append(append(dst, game[i].Position.SAN(game[i].Move)...), ' ')
			}
			return append(append(dst, result...), "\n\n"...)
		}),
	}
}

// appendBin appends a row as Stockfish's .bin: the position in a prefix code, score, move, ply,
// result and a byte of padding. The score and the result are for the side to move.
func appendBin(dst []byte, row *formats.Row) []byte {
	var data [40]byte
	at := 0
	write := func(v, n int) {
		for k := range n {
			data[at/8] |= byte(v>>k&1) << (at % 8)
			at++
		}
	}
	p := &row.Position
	write(int(p.Side), 1)
	for _, king := range []quad.Piece{quad.WhiteKing, quad.BlackKing} {
		write(bits.TrailingZeros64(p.Board.Pieces(king.Color(), quad.King)), 6)
	}
	for i := range 64 {
		switch piece := p.Board.At(i ^ 56); piece.Kind() {
		case quad.King:
		case quad.None:
			write(0, 1)
		default:
			code := strings.IndexByte("pnbrq", byte(piece.Letter()|0x20))
			write([]int{1, 3, 5, 7, 9}[code], 4)
			write(int(piece.Color()), 1)
		}
	}
	fen := strings.Fields(p.FEN())
	for _, c := range "KQkq" {
		write(strings.Count(fen[2], string(c)), 1)
	}
	if target := p.Board.EnPassant(); target != 0 {
		write(1, 1)
		write(bits.TrailingZeros64(target), 6)
	} else {
		write(0, 1)
	}
	write(int(p.HalfMoves)&63, 6)
	write(int(p.FullMoves), 16)
	write(int(p.HalfMoves)>>6, 1)
	binary.LittleEndian.PutUint16(data[32:], uint16(row.Score))
	m := row.Move
	move := int(m>>6&63 | m&63<<6)
	switch {
	case m.IsPromotion():
		move |= 1<<14 | strings.IndexRune("nbrq", rune(quad.MakePiece(quad.Black, m.Promotion()).Letter()))<<12
	case m.IsEnPassant():
		move |= 2 << 14
	case m.IsCastling():
		move |= 3 << 14
	}
	binary.LittleEndian.PutUint16(data[34:], uint16(move))
	binary.LittleEndian.PutUint16(data[36:], row.Ply)
	data[38] = byte(row.Result)
	return append(dst, data[:]...)
}

// A mailbox is a board of letters in the order of the packed boards, from a1.
type mailbox [64]byte

// unpackMailbox reads a board of marlinformat or bulletformat.
func unpackMailbox(data []byte) (b mailbox) {
	n := 0
	for sq := range 64 {
		if data[sq/8]>>(sq%8)&1 != 0 {
			code := data[8+n/2] >> (4 * (n % 2)) & 15
			b[sq] = "PNBRQKR?pnbrqkr?"[code]
			n++
		}
	}
	return b
}

// placement returns the first field of FEN.
func (b *mailbox) placement() string {
	var text strings.Builder
	for rank := 7; rank >= 0; rank-- {
		empty := 0
		for file := range 8 {
			piece := b[8*rank+file]
			if piece == 0 {
				empty++
				continue
			}
			if empty > 0 {
				fmt.Fprint(&text, empty)
			}
			empty = 0
			text.WriteByte(piece)
		}
		if empty > 0 {
			fmt.Fprint(&text, empty)
		}
		if rank > 0 {
			text.WriteByte('/')
		}
	}
	return text.String()
}

// play plays a move of viriformat.
func (b *mailbox) play(move uint16) {
	from, to := int(move&63), int(move>>6&63)
	piece := b[from]
	b[from] = 0
	switch move >> 14 {
	case 1:
		b[from&56|to&7] = 0
	case 2:
		rook := b[to]
		b[to] = 0
		if to > from {
			b[from&56|6], b[from&56|5] = piece, rook
		} else {
			b[from&56|2], b[from&56|3] = piece, rook
		}
		return
	case 3:
		piece = "nbrq"[move>>12&3] - 32 + piece&32
	}
	b[to] = piece
}

func int16At(data []byte) int { return int(int16(binary.LittleEndian.Uint16(data))) }

// readMarlin returns the labels of a file of marlinformat, which stores White's score and result.
func readMarlin(t *testing.T, data []byte) (got []label) {
	for ; len(data) > 0; data = data[32:] {
		b := unpackMailbox(data)
		got = append(got, label{placement: b.placement(), side: "wb"[data[24]>>7:][:1], score: int16At(data[28:]), points: int(data[30])})
	}
	return got
}

// readBullet returns the labels of a file of bulletformat, which stores the score and the result of
// the side to move, on a board that is turned so that this side is White.
func readBullet(t *testing.T, data []byte) (got []label) {
	for ; len(data) > 0; data = data[32:] {
		b := unpackMailbox(data)
		if king := bytes.IndexByte(b[:], 'K'); king != int(data[27]) {
			t.Fatalf("the king of the side to move is on square %d, not %d", king, data[27])
		}
		if king := bytes.IndexByte(b[:], 'k'); king^56 != int(data[28]) {
			t.Fatalf("the king of the other side is on square %d, not %d", king^56, data[28])
		}
		got = append(got, label{placement: b.placement(), side: "w", score: int16At(data[24:]), points: int(data[26])})
	}
	return got
}

// readViri returns the labels of the positions of viriformat that a move follows. It stores
// White's scores and result.
func readViri(t *testing.T, data []byte) (got []label) {
	for len(data) > 0 {
		b, black, points := unpackMailbox(data), int(data[24]>>7), int(data[30])
		for data = data[32:]; binary.LittleEndian.Uint32(data) != 0; data = data[4:] {
			got = append(got, label{placement: b.placement(), side: "wb"[black:][:1], score: int16At(data[2:]), points: points})
			b.play(binary.LittleEndian.Uint16(data))
			black = 1 - black
		}
		data = data[4:]
	}
	return got
}

// labelOfTexts returns the label of a row of a table. An empty text means that there is no value. The
// score is in the field score or eval.
func labelOfTexts(t *testing.T, names, row []string) (l label) {
	t.Helper()
	var err error
	for k, text := range row {
		switch names[k] {
		case "fen":
			fen := strings.Fields(text)
			l.placement, l.side = fen[0], fen[1]
		case "result":
			l.points = slices.Index(pointsText[:], text)
		case "score":
			if l.noScore = text == ""; !l.noScore {
				l.score, err = strconv.Atoi(text)
			}
		case "eval":
			if l.noScore = text == ""; l.noScore {
			} else {
				var x float64
				x, err = strconv.ParseFloat(text, 64)
				l.score = int(math.Round(100 * x))
				if math.Abs(x) == 998 { // a mate in two
					l.score = int(math.Copysign(32767, x))
				}
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return l
}

func readCSV(t *testing.T, data []byte) (got []label) {
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		got = append(got, labelOfTexts(t, rows[0], row))
	}
	return got
}

func readNDJSON(t *testing.T, data []byte) (got []label) {
	for line := range bytes.Lines(data) {
		var object map[string]any
		d := json.NewDecoder(bytes.NewReader(line))
		d.UseNumber()
		if err := d.Decode(&object); err != nil {
			t.Fatal(err)
		}
		var names, row []string
		for name, value := range object {
			if value == nil {
				value = ""
			}
			names, row = append(names, name), append(row, fmt.Sprint(value))
		}
		got = append(got, labelOfTexts(t, names, row))
	}
	return got
}

func readParquet(t *testing.T, data []byte) (got []label) {
	f, err := file.NewParquetReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	reader, err := pqarrow.NewFileReader(f, pqarrow.ArrowReadProperties{}, memory.DefaultAllocator)
	if err != nil {
		t.Fatal(err)
	}
	table, err := reader.ReadTable(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	batches := array.NewTableReader(table, -1)
	for batches.Next() {
		batch := batches.RecordBatch()
		var names []string
		for _, f := range batch.Schema().Fields() {
			names = append(names, f.Name)
		}
		for i := range int(batch.NumRows()) {
			var row []string
			for _, column := range batch.Columns() {
				row = append(row, cellOf(column, i))
			}
			got = append(got, labelOfTexts(t, names, row))
		}
	}
	return got
}

func readArrowLabels(stream bool) func(t *testing.T, data []byte) []label {
	return func(t *testing.T, data []byte) (got []label) {
		schema, batches := readArrow(t, data, stream)
		var names []string
		for _, f := range schema.Fields() {
			names = append(names, f.Name)
		}
		for _, batch := range batches {
			for i := range int(batch.NumRows()) {
				var row []string
				for _, column := range batch.Columns() {
					row = append(row, arrowText(column, i))
				}
				got = append(got, labelOfTexts(t, names, row))
			}
		}
		return got
	}
}

// An outputCase reads a format by its definition. stores returns the label that the format stores,
// and whether it can store it.
type outputCase struct {
	format string
	read   func(t *testing.T, data []byte) []label
	stores func(l label) (label, bool)
}

func sidesOutputs() []outputCase {
	all := func(l label) (label, bool) { return l, true }
	fits := func(l label) bool { return !l.noScore && l.score == int(int16(l.score)) }
	return []outputCase{
		{"csv", readCSV, all},
		{"ndjson", readNDJSON, all},
		{"parquet", readParquet, all},
		{"arrow", readArrowLabels(false), all},
		{"arrows", readArrowLabels(true), all},
		{"marlin", readMarlin, func(l label) (label, bool) { return l, fits(l) }},
		{"bullet", readBullet, func(l label) (label, bool) { l = l.turned(); return l, fits(l) }},
		{"viri", readViri, func(l label) (label, bool) { return l, fits(l) }},
	}
}

// convert converts a file and returns the number of rejected rows.
func convert(t *testing.T, path, from, to string) (out []byte, rejects int) {
	t.Helper()
	in, err := Open(path, nil, records.InputOptions{Format: from})
	if err != nil {
		t.Fatal(err)
	}
	r, err := records.Read(in, records.Range{End: in.Size})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	format, err := OutputFormatNamed(to)
	if err != nil {
		t.Fatal(err)
	}
	var buf bytes.Buffer
	var w records.Writer
	b := new(records.Block)
	for {
		more, err := r.Next(b, 1<<16)
		if err != nil {
			t.Fatal(err)
		}
		if !more {
			break
		}
		b.Parse(in.Format, &records.Request{FEN: true, Canonical: true})
		for _, reject := range b.Rejects {
			t.Fatalf("%s: %v", from, reject.Err)
		}
		table := fieldsOf(b, in.Format)
		for i := range b.Len() {
			table.Rows = append(table.Rows, int32(i))
		}
		if w == nil {
			w, err = records.Write(format, table.Schema, records.WriteOptions{Compression: "none"}, &buf)
			if err != nil {
				t.Fatal(err)
			}
		}
		encoded, err := w.Encode(table, nil)
		if err == nil {
			err = w.Write(encoded)
		}
		if err != nil {
			t.Fatal(err)
		}
		rejects += len(b.Rejects)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes(), rejects
}

// readTraining returns the labels that package training reads. Its entries have the score and the
// result of the side to move.
func readTraining(t *testing.T, path string) (got []label) {
	t.Helper()
	s, err := training.Open([]string{path}, training.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	block := make([]training.Entry, 1000)
	for {
		n, err := s.Next(block)
		for _, e := range block[:n] {
			row := formats.Row(e)
			got = append(got, labelOf(&row))
		}
		if err == io.EOF {
			return got
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func compareLabels(t *testing.T, got, want []label) {
	t.Helper()
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Fatalf("position %d is %+v, want %+v", i, got[i], want[i])
		}
	}
	if len(got) != len(want) {
		t.Fatalf("%d positions, want %d", len(got), len(want))
	}
}

// Scores and results are White's in every format. Therefore files in each input format are converted
// to each output format. The results are read by their definitions, by package training and by this
// package.
func TestPointOfView(t *testing.T) {
	games := sidesGames(*converted)
	dir := t.TempDir()
	for _, in := range sidesInputs() {
		data, rows := in.write(games)
		sides := map[string]int{}
		for _, l := range rows {
			sides[l.side]++
		}
		if in.format != "bullet" && min(sides["w"], sides["b"]) < 2*len(rows)/5 {
			t.Fatalf("sides to move: %v", sides)
		}
		path := filepath.Join(dir, "in."+in.format)
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		if slices.Contains(training.Formats(), in.format) {
			t.Run(in.format+"/training", func(t *testing.T) { checkTraining(t, path, in.format, rows) })
		}
		for _, out := range sidesOutputs() {
			if out.format == "viri" && !slices.Contains([]string{"binpack", "bin", "viri", "pgn"}, in.format) {
				continue // there are no moves
			}
			t.Run(in.format+"/"+out.format, func(t *testing.T) {
				data, rejects := convert(t, path, in.format, out.format)
				var want []label
				unfit := 0
				for _, row := range rows {
					isLast := row.last
					row.last = false
					l, ok := out.stores(row)
					switch {
					case out.format == "viri" && isLast: // follows from the move before
					case ok:
						if l.noScore {
							l.score = 0
						}
						want = append(want, l)
					default:
						unfit++
					}
				}
				compareLabels(t, out.read(t, data), want)
				if out.format == "viri" && len(data) > 20*len(want) {
					t.Errorf("%d bytes for %d positions: rows were not joined to games", len(data), len(want))
				}
				if rejects != unfit {
					t.Errorf("%d rows were rejected, want %d", rejects, unfit)
				}
				path := filepath.Join(dir, "out."+out.format)
				if err := os.WriteFile(path, data, 0o666); err != nil {
					t.Fatal(err)
				}
				if slices.Contains(training.Formats(), out.format) {
					checkTraining(t, path, out.format, want)
				}
				if !slices.ContainsFunc(inputFormats, func(f records.InputFormat) bool { return f.Name == out.format }) {
					return
				}
				back, _ := convert(t, path, out.format, "csv")
				got := slices.DeleteFunc(readCSV(t, back), func(l label) bool { return out.format == "viri" && l.noScore })
				compareLabels(t, got, want)
				back, _ = convert(t, path, out.format, "bullet")
				var turned []label
				for _, l := range want {
					if l = l.turned(); !l.noScore && l.score == int(int16(l.score)) {
						turned = append(turned, l)
					}
				}
				compareLabels(t, readBullet(t, back), turned)
			})
		}
	}
}

// checkTraining compares a file that package training reads with labels. The package passes on no
// last positions of games, and limits scores of the other side to -32767.
func checkTraining(t *testing.T, path, format string, rows []label) {
	t.Helper()
	var want []label
	stockfish := format == "binpack" || format == "bin"
	for _, l := range rows {
		if l.last {
			continue
		}
		if !stockfish && l.side == "b" {
			l.score = max(l.score, -32767)
		}
		want = append(want, l)
	}
	got := readTraining(t, path)
	for i := range got {
		if got[i].noScore && !stockfish { // 32002 means no score only in the formats of Stockfish
			got[i].noScore = false
		}
	}
	compareLabels(t, got, want)
}
