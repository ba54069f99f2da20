package registry

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/annotate/internal/records/columnar"
)

// The arrays have the same values as CSV, and the same positions as the FENs.
func TestArrays(t *testing.T) {
	for _, text := range []string{carried, scored(many())} {
		table := tableOf(t, text)
		table.Schema.Positions = true
		var out bytes.Buffer
		w, err := columnar.NewArraysWriter(&out, table.Schema)
		if err != nil {
			t.Fatal(err)
		}
		write(t, w, table)
		header, data, _ := bytes.Cut(out.Bytes(), []byte("\n"))
		var arrays [][]any // name, type and width
		if err := json.Unmarshal(header, &arrays); err != nil {
			t.Fatal(err)
		}
		n := len(table.Rows)
		if rows, size := binary.LittleEndian.Uint64(data), binary.LittleEndian.Uint64(data[8:]); rows != uint64(n) || 2*(size+16) != uint64(len(data)) {
			t.Fatalf("%d rows in %d bytes of %d, want %d rows in two tables", rows, size, len(data), n)
		}
		at := 16
		take := func(size int) []byte {
			part := data[at : at+size]
			at += (size + 7) &^ 7
			return part
		}
		got := make([][]string, n)
		for k, a := range arrays {
			add := func(i int, value any) { got[i] = append(got[i], fmt.Sprint(value)) }
			width := int(a[2].(float64))
			switch a[1] {
			case "text":
				ends, all := take(4*(n+1)), []byte(nil)
				all = take(int(binary.LittleEndian.Uint32(ends[4*n:])))
				for i := range n {
					add(i, string(all[binary.LittleEndian.Uint32(ends[4*i:]):binary.LittleEndian.Uint32(ends[4*i+4:])]))
				}
			case "<f8":
				for i, part := range parts(take(8*n), 8) {
					value := strconv.FormatFloat(math.Float64frombits(binary.LittleEndian.Uint64(part)), 'f', -1, 64)
					add(i, strings.Replace(value, "NaN", "", 1))
				}
			case "|b1", "|u1":
				for i, part := range parts(take(n), 1) {
					if c := table.Schema.Columns[k-len(arrays)+len(table.Schema.Columns)+1]; c.Values != nil {
						add(i, c.Values[part[0]])
					} else {
						add(i, part[0])
					}
				}
			case "<u2":
				for i, part := range parts(take(2*n), 2) {
					add(i, binary.LittleEndian.Uint16(part))
				}
			case "<u8":
				for i, part := range parts(take(8*n*width), 8*width) {
					words := make([]uint64, width)
					binary.Decode(part, binary.LittleEndian, words)
					add(i, strings.Trim(fmt.Sprint(words), "[]"))
				}
			case "positions":
				for i, part := range parts(take(8*n*width), 8*width) {
					p := table.Block.Position(int(table.Rows[i]))
					words := []uint64{p.Board.G0, p.Board.G1, p.Board.G2, p.Board.GB, uint64(p.Side) | uint64(p.HalfMoves)<<16 | uint64(p.FullMoves)<<32}
					if want, _ := binary.Append(nil, binary.LittleEndian, words); !bytes.Equal(part, want) {
						t.Fatalf("position %d is %x, want %x", i, part, want)
					}
				}
			}
		}
		for i, row := range got {
			want := expected(table, table.Rows[i])
			for k := range row {
				if row[k] != strings.TrimSuffix(want[k], ".0") {
					t.Fatalf("%v of row %d is %q, want %q", arrays[k][0], i, row[k], want[k])
				}
			}
		}
	}
}

func parts(data []byte, size int) (all [][]byte) {
	for ; len(data) >= size; data = data[size:] {
		all = append(all, data[:size])
	}
	return all
}
