package positions

import (
	"errors"
	"io"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/lines"
)

const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

func TestParsePlacement(t *testing.T) {
	p, err := ParsePlacement(start)
	if err != nil {
		t.Fatal(err)
	}
	want := Placement{
		{0xff00, 0x42, 0x24, 0x81, 0x08, 0x10},
		{0xff << 48, 0x42 << 56, 0x24 << 56, 0x81 << 56, 0x08 << 56, 0x10 << 56},
	}
	if p != want {
		t.Errorf("got %x, want %x", p, want)
	}
	if got := p.Occupied(); got != 0xffff00000000ffff {
		t.Errorf("Occupied() = %#x", got)
	}
	if got := p.Diagonal(White); got != 0x2c {
		t.Errorf("Diagonal(White) = %#x", got)
	}
	if got := p.Orthogonal(Black); got != 0x89<<56 {
		t.Errorf("Orthogonal(Black) = %#x", got)
	}
	if l := p.Letters(); string([]byte{l[0], l[4], l[59]}) != "RKq" || l[32] != 0 {
		t.Errorf("letters %q", l)
	}
}

func TestPlacementErrors(t *testing.T) {
	for _, c := range []struct{ field, want string }{
		{"", "piece placement, character 1: expected a piece letter of PNBRQKpnbrqk or a count from 1 to 8 (after 0 squares of rank 8), found the end of the field"},
		{"rnbqkbnx/8/8/8/8/8/8/8", "piece placement, character 8: expected a piece letter of PNBRQKpnbrqk or 1 (after 7 squares of rank 8), found 'x'"},
		{"rnbqkbnrr/8/8/8/8/8/8/8", "piece placement, character 9: expected a slash after the eighth square of rank 8, found 'r'"},
		{"8/7/8/8/8/8/8/8", "piece placement, character 4: expected a piece letter of PNBRQKpnbrqk (after 7 squares of rank 7), found '/'"},
		{"8/44/8/8/8/8/8/8", "piece placement, character 4: expected a piece letter of PNBRQKpnbrqk (after 4 squares of rank 7), found '4'"},
		{"8/9/8/8/8/8/8/8", "piece placement, character 3: expected a piece letter of PNBRQKpnbrqk or a count from 1 to 8 (after 0 squares of rank 7), found '9'"},
		{"8/0p6/8/8/8/8/8/8", "piece placement, character 3: expected a piece letter of PNBRQKpnbrqk or a count from 1 to 8 (after 0 squares of rank 7), found '0'"},
		{"8/pp7/8/8/8/8/8/8", "piece placement, character 5: expected a piece letter of PNBRQKpnbrqk or a count from 1 to 6 (after 2 squares of rank 7), found '7'"},
		{"8/8/8/8/8/8/8", "piece placement, character 14: expected a slash after the eighth square of rank 2, found the end of the field"},
		{"8/8/8/8/8/8/8/8/8", "piece placement, character 16: expected the end of the field after the eighth square of rank 1, found '/'"},
		{"8/8/8/8/8/8/8/K6", "piece placement, character 17: expected a piece letter of PNBRQKpnbrqk (after 7 squares of rank 1), found the end of the field"},
		{"8/é7/8/8/8/8/8/8", "piece placement, character 3: expected a piece letter of PNBRQKpnbrqk or a count from 1 to 8 (after 0 squares of rank 7), found 'é'"},
		{"8/\x1b[31m/8", `piece placement, character 3: expected a piece letter of PNBRQKpnbrqk or a count from 1 to 8 (after 0 squares of rank 7), found '\x1b'`},
	} {
		p, err := ParsePlacement(c.field)
		var e *PlacementError
		if !errors.As(err, &e) || err.Error() != c.want {
			t.Errorf("%q: error\n %v, want\n %s", c.field, err, c.want)
		}
		if p != (Placement{}) {
			t.Errorf("%q: placement %x beside the error", c.field, p)
		}
	}
}

func TestReader(t *testing.T) {
	long := "# " + strings.Repeat("x", 2*lines.Longest)
	in := "\ufeff" + start + " w KQkq - 0 1\r\n" +
		"\n  \t\n# a comment\n" +
		"\t8/8/8/8/8/8/8/K7\tb - -\n" +
		"8/8\n" +
		long + "\n" +
		"k7/8/8/8/8/8/8/8" // no newline at the end
	r := NewReader(strings.NewReader(in))
	var got []string
	for {
		p, line, err := r.Next()
		if err == io.EOF {
			break
		}
		s := p.String()
		if line == 5 && r.Text() != "8/8/8/8/8/8/8/K7\tb - -" {
			t.Errorf("the text of line 5 is %q", r.Text())
		}
		if err != nil {
			s = err.Error()
			var e *lines.Error
			if !errors.As(err, &e) || e.Line != line {
				t.Errorf("line %d: %v is not a lines.Error of that line", line, err)
			}
		}
		got = append(got, s)
	}
	want := []string{
		start,
		"8/8/8/8/8/8/8/K7",
		"line 6: piece placement, character 4: expected a slash after the eighth square of rank 7, found the end of the field",
		"line 7: expected at most 65536 bytes, found more",
		"k7/8/8/8/8/8/8/8",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n %s\nwant\n %s", strings.Join(got, "\n "), strings.Join(want, "\n "))
	}
	if _, _, err := r.Next(); err != io.EOF {
		t.Errorf("after the end: %v", err)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestReaderPassesErrorsOn(t *testing.T) {
	if _, _, err := NewReader(failing{}).Next(); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("error %v", err)
	}
}

func TestGames(t *testing.T) {
	games := Games()
	if len(games) != 600 {
		t.Fatalf("%d positions, want 600", len(games))
	}
	for i, p := range games {
		back, err := ParsePlacement(p.String())
		if err != nil || back != p {
			t.Errorf("position %d: %s does not parse back: %v", i, p.String(), err)
		}
		pieces := 0
		for c := range p {
			for _, b := range p[c] {
				pieces += bits.OnesCount64(b)
			}
			if bits.OnesCount64(p[c][King]) != 1 {
				t.Errorf("position %d: %s has no king", i, Colour(c))
			}
		}
		if pieces != bits.OnesCount64(p.Occupied()) {
			t.Errorf("position %d: two pieces share a square", i)
		}
	}
}

func TestSquareNames(t *testing.T) {
	if got := SquareNames(1 | 1<<7 | 1<<56 | 1<<63); !slices.Equal(got, []string{"a1", "h1", "a8", "h8"}) {
		t.Errorf("got %v", got)
	}
}

func FuzzParsePlacement(f *testing.F) {
	for _, s := range []string{start, "8/8/8/8/8/8/8/8", "", "8/8", "9/////", "PPPPPPPPP"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if p, err := ParsePlacement(s); err == nil && p.String() != s {
			t.Errorf("%q parses to %q", s, p.String())
		}
	})
}
