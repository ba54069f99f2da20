package training

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/koggestone/koggestone/internal/binpacktest"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

// readAll returns all entries of a stream, which may end with ErrCorrupt.
func readAll(t testing.TB, o Options, files ...string) ([]Entry, Stats) {
	t.Helper()
	s, err := Open(files, o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var entries []Entry
	block := make([]Entry, 700)
	for {
		n, err := s.Next(block)
		entries = append(entries, block[:n]...)
		if errors.Is(err, io.EOF) || errors.Is(err, ErrCorrupt) {
			if err2 := s.Err(); (err == io.EOF) != (err2 == nil) || err == io.EOF && s.Stats().Corrupt != nil {
				t.Errorf("%v at the end, Err returns %v, %+v", err, err2, s.Stats())
			}
			return entries, s.Stats()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// testdata is the start of the names of files that other programs wrote from positions.txt.
const testdata = "../../testdata/positions."

// facts returns the entries of positions.txt, as the side to move sees them.
func facts(t testing.TB) (entries []Entry) {
	t.Helper()
	text, err := os.ReadFile(testdata + "txt")
	if err != nil {
		t.Fatal(err)
	}
	number := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimSpace(line), "|")
		p, err := movegen.ParseFEN(f[0])
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.ParseMove(f[1])
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, Entry{p, m, int16(number(f[2])), uint16(number(f[3])), int8(number(f[4]))})
	}
	return entries
}

// Files that other programs wrote contain the positions of the text.
func TestFormats(t *testing.T) {
	facts := facts(t)
	for _, format := range Formats() {
		entries, stats := readAll(t, Options{}, testdata+format)
		if len(entries) != len(facts) || stats.Read != int64(len(facts)) || stats.Kept != stats.Read || stats.Corrupt != nil {
			t.Fatalf("%s: %d entries, %+v, expected %d", format, len(entries), stats, len(facts))
		}
		for i, e := range entries {
			want := facts[i]
			if white := format == "viri" || format == "marlin"; white {
				// The files contain the scores from White's point of view.
				if want.Position.Side == quad.Black {
					want.Score = -want.Score
				}
				want.Ply = plyOf(&want.Position)
			}
			switch format {
			case "marlin":
				want.Move = 0
			case "bullet":
				b := want.Position.Board
				if want.Position.Side == quad.Black { // the file contains the board as if White were to move
					b, want.Score = b.FlipColors(), -want.Score
				}
				b.GB &= b.Occupied()
				b.G2 |= b.CastlingRooks()
				want.Position = movegen.Position{Board: b, FullMoves: 1}
				want.Move, want.Ply = 0, 0
			case "binpack":
				want.Position.FullMoves = e.Position.FullMoves // not stored
			}
			if e != want {
				t.Errorf("%s: entry %d is %+v, expected %+v", format, i, e, want)
			}
		}
	}
}

// writeFile writes a file of chunks of random games, and returns its name and entries.
func writeFile(t testing.TB, name string, seed uint64, chunks, games int) (string, []Entry) {
	t.Helper()
	data, rows := binpacktest.File(seed, chunks, games)
	name = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
	entries := make([]Entry, len(rows))
	for i, row := range rows {
		entries[i] = Entry(row)
	}
	return name, entries
}

// counts returns how often each entry occurs.
func counts(entries []Entry) map[Entry]int {
	m := map[Entry]int{}
	for _, e := range entries {
		m[e]++
	}
	return m
}

// One worker without a shuffle buffer reads the entries in the order of the files. Any number of
// workers and any buffer read the same entries, and the ranks of a job share them.
func TestOrder(t *testing.T) {
	a, first := writeFile(t, "a.binpack", 1, 7, 2)
	b, second := writeFile(t, "b.sfbinpack", 2, 4, 3)
	want := slices.Concat(first, second)
	if got, _ := readAll(t, Options{}, a, b); !slices.Equal(got, want) {
		t.Errorf("%d entries differ from the %d of the files", len(got), len(want))
	}
	all := counts(want)
	for _, o := range []Options{{Workers: 5}, {Shuffle: 100}, {Workers: 3, Shuffle: 1000}, {Workers: 2, Shuffle: 1 << 20}} {
		got, stats := readAll(t, o, a, b)
		if !maps.Equal(counts(got), all) || stats.Read != int64(len(want)) || stats.Kept != stats.Read || stats.Chunks != 11 {
			t.Errorf("%+v: %d entries, %+v", o, len(got), stats)
		}
		if o.Shuffle > 0 && slices.Equal(got, want) {
			t.Errorf("%+v: the order is that of the files", o)
		}
	}
	shuffled := Options{Shuffle: 500, Seed: 5}
	once, _ := readAll(t, shuffled, a, b)
	if again, _ := readAll(t, shuffled, a, b); !slices.Equal(once, again) {
		t.Error("the same seed yields another order")
	}
	shuffled.Seed++
	if other, _ := readAll(t, shuffled, a, b); slices.Equal(once, other) {
		t.Error("another seed yields the same order")
	}
	for _, world := range []int{2, 3, 11, 20} {
		var got []Entry
		for rank := range world {
			part, _ := readAll(t, Options{Rank: rank, WorldSize: world, Workers: 2}, a, b)
			got = append(got, part...)
		}
		if len(got) != len(want) || !maps.Equal(counts(got), all) {
			t.Errorf("%d ranks: %d entries, expected %d", world, len(got), len(want))
		}
	}
}

// With one worker, the entries do not depend on the path, and their numbers are exact.
func TestLanes(t *testing.T) {
	a, rows := writeFile(t, "a.binpack", 8, 9, 6)
	for _, o := range []Options{
		{Shuffle: 50},
		{Shuffle: 50, Seed: 3, Filter: Filter{Random: 3, MinPly: 9}},
		{Shuffle: 9, Filter: Filter{Quiet: true, ByResult: true, Random: 1, SoftPlies: 20}},
	} {
		var want []Entry
		var numbers Stats
		for i, p := range simd.Paths() {
			pathtest.On(p, func() {
				got, stats := readAll(t, o, a)
				if stats.Read != int64(len(rows)) || stats.Kept != int64(len(got)) || stats.Read != stats.Kept+stats.Dropped.sum() {
					t.Errorf("path=%v: %d of %d entries, %+v", p, len(got), len(rows), stats)
				}
				if i == 0 {
					want, numbers = got, stats
				}
				if !slices.Equal(got, want) || stats.Dropped != numbers.Dropped {
					t.Errorf("path=%v: %d entries, %+v, differ from %d, %+v", p, len(got), stats, len(want), numbers)
				}
			})
		}
	}
}

// The other formats are also divided among workers and ranks.
func TestChunksOfRecords(t *testing.T) {
	for _, format := range []string{"bin", "viri", "marlin", "bullet"} {
		data, err := os.ReadFile(testdata + format)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(t.TempDir(), "a."+format)
		times := 3*chunkBytes/len(data) + 1
		if err := os.WriteFile(name, bytes.Repeat(data, times), 0o666); err != nil {
			t.Fatal(err)
		}
		one, _ := readAll(t, Options{}, testdata+format)
		all := counts(one)
		n := 0
		for rank := range 2 {
			entries, stats := readAll(t, Options{Rank: rank, WorldSize: 2, Workers: 2}, name)
			n += len(entries)
			for e, k := range counts(entries) {
				if k > times*all[e] {
					t.Fatalf("%s: %d times %+v", format, k, e)
				}
			}
			if stats.Chunks != 2 || stats.Corrupt != nil {
				t.Errorf("%s: %+v", format, stats)
			}
		}
		if n != times*len(one) {
			t.Errorf("%s: %d entries, expected %d", format, n, times*len(one))
		}
	}
}

// A cyclic stream repeats the files, and one rank of many may repeat the chunk of another.
func TestCyclic(t *testing.T) {
	name, want := writeFile(t, "a.binpack", 3, 3, 2)
	for _, o := range []Options{{Cyclic: true}, {Cyclic: true, Workers: 3, Shuffle: 300}, {Cyclic: true, Rank: 6, WorldSize: 7}} {
		s, err := Open([]string{name}, o)
		if err != nil {
			t.Fatal(err)
		}
		all := counts(want)
		got := make([]Entry, 10*len(want))
		if n, err := s.Next(got); n != len(got) || err != nil {
			t.Fatalf("%d entries, %v", n, err)
		}
		for i, e := range got {
			if all[e] == 0 || o.Workers == 0 && o.WorldSize == 0 && e != want[i%len(want)] {
				t.Fatalf("%+v: entry %d is %+v", o, i, e)
			}
		}
		s.Close()
	}
}

// Damaged files yield the entries of the other chunks, and a count of the bad ones.
func TestDamaged(t *testing.T) {
	data, _ := binpacktest.File(4, 6, 2)
	var starts []int
	for at := 0; at < len(data); at += 8 + int(binary.LittleEndian.Uint32(data[at+4:])) {
		starts = append(starts, at)
	}
	dir := t.TempDir()
	read := func(data []byte) (int, Stats, error) {
		name := filepath.Join(dir, "a.binpack")
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
		s, err := Open([]string{name}, Options{Workers: 2, Filter: Filter{Random: 1}})
		if err != nil {
			return 0, Stats{}, err
		}
		defer s.Close()
		n := 0
		block := make([]Entry, 100)
		for {
			k, err := s.Next(block)
			for _, e := range block[:k] {
				if err := e.Position.Validate(); err != nil {
					t.Fatalf("%+v: %v", e, err)
				}
			}
			if n += k; err != nil {
				return n, s.Stats(), nil
			}
		}
	}
	edit := func(f func(data []byte) []byte) []byte { return f(slices.Clone(data)) }
	for _, test := range []struct {
		name   string
		data   []byte
		reason string
		chunks int64
		err    string
	}{
		{"whole", data, "", 6, ""},
		{"no header", edit(func(d []byte) []byte { d[starts[2]] = 'X'; return d }), "no header of a chunk", 5, ""},
		{"a long chunk", edit(func(d []byte) []byte { d[starts[2]+7] = 0x7f; return d }), "no header of a chunk", 5, ""},
		{"a chunk beyond the end", edit(func(d []byte) []byte { d[starts[2]+6] = 0x7f; return d }), "a chunk that is cut off", 5, ""},
		{"truncated", data[:starts[5]+100], "a chunk that is cut off", 6, ""},
		{"a truncated header", data[:starts[5]+3], "a chunk that is cut off", 5, ""},
		{"moves", edit(func(d []byte) []byte { copy(d[starts[1]+8+40:], bytes.Repeat([]byte{0xff}, 50)); return d }), "an illegal move", 6, ""},
		{"a board", edit(func(d []byte) []byte { copy(d[starts[1]+8:], "\xff\xff\xff\xff\xff\xff\xff\xff"); return d }), "a bad board", 6, ""},
		{"bytes", slices.Concat(data, []byte("BINP\x03\x00\x00\x00abc")), "bytes at the end", 7, ""},
		{"another format", []byte("rnbqkbnr/pppppppp"), "", 0, "expected BINP"},
		{"empty", nil, "", 0, "expected positions, found none"},
	} {
		n, stats, err := read(test.data)
		if test.err != "" {
			if err == nil || !strings.Contains(err.Error(), test.err) {
				t.Errorf("%s: %v, expected %q", test.name, err, test.err)
			}
			continue
		}
		if err != nil || n == 0 || stats.Chunks != test.chunks || int64(n) != stats.Kept || stats.Read != stats.Kept+stats.Dropped.sum() ||
			(len(stats.Problems) == 1) != (test.reason != "") || test.reason != "" && stats.Corrupt[test.reason] != 1 {
			t.Errorf("%s: %d entries, %v, %+v", test.name, n, err, stats)
		}
	}
	r := rand.New(rand.NewPCG(12, 13))
	for range 60 {
		bad := slices.Clone(data)
		for range 1 + r.IntN(20) {
			bad[8+r.IntN(len(bad)-8)] = byte(r.Uint32())
		}
		_, stats, err := read(bad)
		if err == nil && stats.Read != stats.Kept+stats.Dropped.sum() {
			t.Errorf("%+v", stats)
		}
	}
	for _, format := range []string{"bin", "viri", "marlin", "bullet"} {
		whole, err := os.ReadFile(testdata + format)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(dir, "b."+format)
		for range 40 {
			bad := slices.Clone(whole[:len(whole)-r.IntN(100)])
			for range 1 + r.IntN(20) {
				bad[r.IntN(len(bad))] = byte(r.Uint32())
			}
			if err := os.WriteFile(name, bad, 0o666); err != nil {
				t.Fatal(err)
			}
			entries, stats := readAll(t, Options{Filter: Filter{Quiet: true}}, name)
			for _, e := range entries {
				if err := e.Position.Validate(); err != nil {
					t.Fatalf("%s: %+v: %v", format, e, err)
				}
			}
			if stats.Corrupt == nil && len(bad) < len(whole) && format != "viri" && len(bad)%40 != 0 {
				t.Errorf("%s: %+v", format, stats)
			}
		}
	}
}

// If the end of a file is missing, the complete positions of the last chunk are read.
func TestTruncated(t *testing.T) {
	data, rows := binpacktest.File(21, 3, 4)
	last := 0
	for at := 0; at < len(data); at += 8 + int(binary.LittleEndian.Uint32(data[at+4:])) {
		last = at
	}
	name := filepath.Join(t.TempDir(), "a.binpack")
	fewest := len(rows) + 1
	for size := len(data); size > last+8+32; size -= 1 + size%37 {
		if err := os.WriteFile(name, data[:size], 0o666); err != nil {
			t.Fatal(err)
		}
		for _, workers := range []int{1, 3} {
			got, stats := readAll(t, Options{Workers: workers}, name)
			if len(got) > fewest || size >= len(data)-1 && len(got) < len(rows)-1 {
				t.Fatalf("%d of %d bytes: %d of %d entries", size, len(data), len(got), len(rows))
			}
			for i := range got {
				if workers == 1 && got[i] != Entry(rows[i]) {
					t.Fatalf("%d of %d bytes: entry %d is %+v, expected %+v", size, len(data), i, got[i], rows[i])
				}
			}
			if n := stats.Corrupt["a chunk that is cut off"]; size < len(data) && (n != 1 || len(stats.Corrupt) != 1) {
				t.Fatalf("%d of %d bytes: %+v", size, len(data), stats)
			}
			fewest = len(got)
		}
	}
	if whole := len(rows) * 2 / 3; fewest >= whole+whole/4 || fewest < whole-whole/4 {
		t.Errorf("%d of %d entries of the shortest file", fewest, len(rows))
	}
}

// Each file must contain a position.
func TestNoPositions(t *testing.T) {
	good, _ := writeFile(t, "a.binpack", 22, 1, 1)
	bad := binpacktest.AppendChunk(nil, bytes.Repeat([]byte{0xff}, 40))
	for i, test := range []struct{ extension, data, want string }{
		{"binpack", "", "expected positions, found none"},
		{"binpack", "BINP\x40\x00\x00\x00", "expected positions, found none"},
		{"binpack", "A text of more than eight bytes.", "expected BINP"},
		{"binpack", string(bad), "expected positions, found none"},
		{"bin", "", "expected positions, found none"},
		{"bin", strings.Repeat("\xff", 400), "expected positions, found none"},
		{"viri", strings.Repeat("\x00", 400), "expected positions, found none"},
		{"marlin", "A text.", "expected positions, found none"},
		{"bullet", strings.Repeat("\xff", 320), "expected positions, found none"},
	} {
		name := filepath.Join(t.TempDir(), "b."+test.extension)
		if err := os.WriteFile(name, []byte(test.data), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, files := range [][]string{{name}, {good, name}} {
			if _, err := Open(files, Options{}); err == nil || !strings.Contains(err.Error(), name+": ") || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%d: %v, expected %q", i, err, test.want)
			}
		}
	}
}

// The first five problems are reported when they are found, not at the end.
func TestOnProblem(t *testing.T) {
	data, _ := binpacktest.File(23, 2, 2)
	for range 9 {
		data = binpacktest.AppendChunk(data, bytes.Repeat([]byte{0xff}, 40))
	}
	data = append(data, "BINP"...)
	name := filepath.Join(t.TempDir(), "a.binpack")
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
	found := make(chan error, 100)
	s, err := Open([]string{name}, Options{Cyclic: true, Workers: 2, OnProblem: func(err error) { found <- err }})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	block := make([]Entry, 10000)
	if n, err := s.Next(block); n != len(block) || err != nil {
		t.Fatalf("%d entries, %v", n, err)
	}
	if len(found) != 5 {
		t.Fatalf("%d problems were reported", len(found))
	}
	first := <-found
	if want := fmt.Sprintf("%s: byte %d: expected a chunk, found 4 bytes", name, len(data)-4); first.Error() != want {
		t.Errorf("the first problem is %q, expected %q", first, want)
	}
	if err := s.Err(); !errors.Is(err, ErrCorrupt) || !errors.Is(err, first) {
		t.Error(err)
	}
	if stats := s.Stats(); stats.corruptions() < 9 || len(stats.Problems) != 5 || stats.Problems[0] != first {
		t.Errorf("%+v", stats)
	}
}

// A header that two reads divide is found.
func TestNextHeader(t *testing.T) {
	for at := chunkBytes - 10; at < chunkBytes+10; at++ {
		data := append(make([]byte, at), "BINP\x03\x00\x00\x00abc"...)
		size := int64(len(data))
		if got, err := nextHeader(bytes.NewReader(data), 1, size, size); got != int64(at) || err != nil {
			t.Errorf("byte %d, %v, expected %d", got, err, at)
		}
	}
}

// The score -32768 has no opposite in 16 bits.
func TestTurn(t *testing.T) {
	for score, want := range map[int16]int16{-32768: 32767, -32767: 32767, 32767: -32767, 5: -5} {
		e := Entry{Position: movegen.Position{Side: quad.Black}, Score: score, Result: 1}
		if e.turn(); e.Score != want || e.Result != -1 {
			t.Errorf("%d becomes %d with the result %d, expected %d and -1", score, e.Score, e.Result, want)
		}
	}
}

// The index of a file does not depend on the number of parts, also if the file is corrupt.
func TestIndexParts(t *testing.T) {
	var data []byte
	r := rand.New(rand.NewPCG(16, 17))
	for k := range 60 {
		data = binpacktest.AppendChunk(data, bytes.Repeat([]byte{byte(k)}, r.IntN(100)))
	}
	corrupt := map[string]bool{}
	for n := range 300 {
		bad := slices.Clone(data[:len(data)-r.IntN(2)*r.IntN(100)])
		for range n % 6 {
			at := r.IntN(len(bad) - 16)
			switch r.IntN(3) {
			case 0:
				bad[at] = byte(r.Uint32())
			case 1: // the header of a chunk inside another chunk
				binary.LittleEndian.PutUint32(bad[at+copy(bad[at:], "BINP"):], r.Uint32N(200))
			case 2:
				bad = slices.Delete(bad, at, at+1+r.IntN(9))
			}
		}
		var want Stats
		chunks, err := indexParts(nil, bytes.NewReader(bad), int64(len(bad)), 1, &want)
		if n%6 == 0 && len(bad) == len(data) && len(chunks) < 50 {
			t.Fatalf("%d chunks, %v", len(chunks), err)
		}
		for reason := range want.Corrupt {
			corrupt[reason] = true
		}
		for _, parts := range []int{2, 3, 7, 40} {
			var got Stats
			list, err2 := indexParts(nil, bytes.NewReader(bad), int64(len(bad)), parts, &got)
			if !slices.Equal(list, chunks) || fmt.Sprint(err2, got) != fmt.Sprint(err, want) {
				t.Fatalf("%d parts: %d chunks, %v, %+v; expected %d, %v, %+v", parts, len(list), err2, got, len(chunks), err, want)
			}
		}
	}
	if len(corrupt) != 2 {
		t.Error(corrupt)
	}
}

// A record of .bin with more than 32 pieces is corrupt, as in the other formats.
func TestManyPieces(t *testing.T) {
	for pieces, want := range map[int]int{31: 1, 32: 1, 33: 0, 40: 0} {
		bits, at := new(big.Int), 0
		put := func(value, n int) {
			bits.Or(bits, new(big.Int).Lsh(big.NewInt(int64(value)), uint(at)))
			at += n
		}
		put(1, 1)  // black to move
		put(0, 6)  // white king on a1
		put(63, 6) // black king on h8
		for range pieces - 2 {
			put(3, 5) // white knight
		}
		record := make([]byte, 40)
		bits.FillBytes(record[:32])
		slices.Reverse(record[:32])
		good, err := os.ReadFile(testdata + "bin")
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(t.TempDir(), "a.bin")
		if err := os.WriteFile(name, append(good, record...), 0o666); err != nil {
			t.Fatal(err)
		}
		entries, stats := readAll(t, Options{}, name)
		if n := len(facts(t)) + want; len(entries) != n || (stats.Corrupt == nil) != (want == 1) {
			t.Errorf("%d pieces: %d entries, %+v", pieces, len(entries), stats)
		}
	}
}

// sum returns the number of positions dropped.
func (d *Dropped) sum() int64 {
	return d.NoScore + d.EarlyPly + d.Random + d.CaptureOrCheck + d.ByResult + d.SmallEval + d.SoftPly + d.PieceCount
}

// If a file shrinks to nothing while it is read, a cyclic stream ends, also while a lane reads a long chunk.
func TestShrinkingFile(t *testing.T) {
	for _, o := range []Options{{Cyclic: true, Workers: 2}, {Cyclic: true, Shuffle: 10}, {Cyclic: true, Workers: 3, Shuffle: 10}} {
		name, _ := writeFile(t, "a.binpack", 7, 4, 60)
		s, err := Open([]string{name}, o)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		block := make([]Entry, 5000)
		if n, err := s.Next(block); n != len(block) || err != nil {
			t.Fatalf("%d entries, %v", n, err)
		}
		if err := os.Truncate(name, 10); err != nil {
			t.Skip(err)
		}
		for {
			if _, err = s.Next(block); err != nil {
				break
			}
		}
		if stats := s.Stats(); !errors.Is(err, errNoPositions) || stats.Corrupt["a chunk that is cut off"] < 4 {
			t.Errorf("%+v: %v, %+v", o, err, stats)
		}
	}
}

// A cyclic stream of one good chunk among bad ones continues, and never counts more positions kept than read.
func TestBadChunks(t *testing.T) {
	data, rows := binpacktest.File(15, 1, 60)
	for range 7 {
		data = binpacktest.AppendChunk(data, bytes.Repeat([]byte{0xff}, 34))
	}
	name := filepath.Join(t.TempDir(), "a.binpack")
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, o := range []Options{{Cyclic: true}, {Cyclic: true, Shuffle: 10}, {Cyclic: true, Workers: 3, Shuffle: 10}} {
		s, err := Open([]string{name}, o)
		if err != nil {
			t.Fatal(err)
		}
		block := make([]Entry, len(rows)/2)
		for range 20 {
			if n, err := s.Next(block); n != len(block) || err != nil {
				t.Fatalf("%+v: %d entries, %v", o, n, err)
			}
			if stats := s.Stats(); stats.Kept > stats.Read {
				t.Fatalf("%+v: %+v", o, stats)
			}
		}
		s.Close()
	}
}

func TestBadOptions(t *testing.T) {
	name, _ := writeFile(t, "a.binpack", 8, 1, 1)
	for _, test := range []struct {
		files []string
		o     Options
		want  string
	}{
		{nil, Options{}, "expected files, found none"},
		{[]string{name + "x"}, Options{}, `expected an extension of binpack, bin, viri, marlin, bullet, found "binpackx"`},
		{[]string{name}, Options{Format: "pgn"}, `format: expected one of binpack, bin, viri, marlin, bullet, found "pgn"`},
		{[]string{name}, Options{Rank: 2, WorldSize: 2}, "rank: expected 0 to 1, found 2"},
		{[]string{name}, Options{Workers: math.MaxInt32}, "expected at most"},
		{[]string{filepath.Dir(name) + "/none.binpack"}, Options{}, "none.binpack"},
		{[]string{filepath.Dir(name)}, Options{Format: "binpack"}, "expected a file"},
	} {
		s, err := Open(test.files, test.o)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: %v, expected %q", test.files, err, test.want)
		}
		if s != nil {
			t.Errorf("%q: a stream", test.files)
		}
	}
	if strconv.IntSize == 64 { // fewer bits have no number beyond the limit
		if _, err := Open([]string{name}, Options{Shuffle: math.MaxInt}); err == nil || !strings.Contains(err.Error(), "a shuffle buffer") {
			t.Errorf("Shuffle: %v", err)
		}
	}
}

// A panic of a worker is an error of the stream.
func TestPanic(t *testing.T) {
	f, err := formatOf("a.bin", "")
	if err != nil {
		t.Fatal(err)
	}
	decode := f.decode
	defer func() { f.decode = decode }()
	f.decode = func(w *worker, data []byte, c chunk) bool {
		if w.probes {
			return decode(w, data, c)
		}
		panic("a bug")
	}
	s, err := Open([]string{testdata + "bin"}, Options{Workers: 3, Cyclic: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Next(make([]Entry, 1)); err == nil || err.Error() != "training: internal error: a bug" {
		t.Error(err)
	}
}

// Streams end their goroutines, whether they are read to the end, closed while workers wait,
// or while others wait in Next.
func TestClose(t *testing.T) {
	name, want := writeFile(t, "a.binpack", 9, 5, 2)
	before := runtime.NumGoroutine()
	for k := range 1000 {
		s, err := Open([]string{name}, Options{Cyclic: k%3 > 0, Workers: 1 + k%4, Shuffle: k % 2 * 100})
		if err != nil {
			t.Fatal(err)
		}
		block := make([]Entry, k%5*100)
		if n, err := s.Next(block); n != len(block) || err != nil {
			t.Fatalf("%d entries, %v", n, err)
		}
		if err := errors.Join(s.Close(), s.Close()); err != nil {
			t.Fatal(err)
		}
		if n, err := s.Next(make([]Entry, len(want)+1)); n != 0 || !errors.Is(err, os.ErrClosed) {
			t.Fatalf("%d entries, %v", n, err)
		}
	}
	// The filter drops all entries, so Next waits.
	s, err := Open([]string{name}, Options{Cyclic: true, Workers: 2, Filter: Filter{MinPly: 1 << 30}})
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for range 3 {
		wait.Go(func() {
			if n, err := s.Next(make([]Entry, 1)); n != 0 || !errors.Is(err, os.ErrClosed) {
				t.Errorf("%d entries, %v", n, err)
			}
		})
	}
	for s.Stats().Chunks < 10 {
		runtime.Gosched()
	}
	s.Close()
	wait.Wait()
	// Goroutines that end are still counted for a moment. If one never ends, go test shows it at its timeout.
	for runtime.NumGoroutine() > before {
		time.Sleep(time.Millisecond)
	}
}

// Several readers get each entry once.
func TestParallelNext(t *testing.T) {
	name, want := writeFile(t, "a.binpack", 10, 6, 3)
	s, err := Open([]string{name}, Options{Workers: 2, Shuffle: 50})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var mu sync.Mutex
	var got []Entry
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			block := make([]Entry, 77)
			for {
				n, err := s.Next(block)
				mu.Lock()
				got = append(got, block[:n]...)
				mu.Unlock()
				if err != nil {
					return
				}
			}
		})
	}
	wait.Wait()
	if !maps.Equal(counts(got), counts(want)) {
		t.Errorf("%d entries, expected %d", len(got), len(want))
	}
}
