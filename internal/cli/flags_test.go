package cli

import (
	"strings"
	"testing"

	"github.com/koggestone/koggestone"
)

func TestParseSize(t *testing.T) {
	for _, c := range []struct {
		text string
		want int64 // 0 for an error
	}{
		{"64KiB", 64 << 10}, {"1 MiB", 1 << 20}, {"4GiB", 4 << 30}, {"8589934591GiB", 8589934591 << 30},
		{"8589934592GiB", 0}, {"0GiB", 0}, {"GiB", 0}, {"-1GiB", 0}, {"4", 0}, {"4GB", 0}, {"4gib", 0}, {"1.5GiB", 0}, {"", 0},
	} {
		got, err := ParseSize(c.text)
		if got != c.want || (err == nil) != (c.want > 0) {
			t.Errorf("%q: %d, %v, want %d", c.text, got, err, c.want)
		}
	}
}

func TestTook(t *testing.T) {
	if short, long := Took(0.09, 5), Took(2, 5_000_000); short != "" || long != ", 2.0 s, 2.50 million positions/s" {
		t.Errorf("%q, %q", short, long)
	}
}

func TestDirectionFlag(t *testing.T) {
	for d := range koggestone.North + 1 {
		name := d.String()
		for _, text := range []string{name, strings.ToUpper(name), directionFlags[d], strings.ToUpper(directionFlags[d]), DirectionWords(d)} {
			var got Direction
			if err := got.UnmarshalText([]byte(text)); err != nil || koggestone.Direction(got) != d {
				t.Errorf("%q: %v, %v, want %v", text, got, err, d)
			}
		}
	}
	for text, want := range map[string]string{
		"nroth":     `unknown direction "nroth"; did you mean north?`,
		"norht-est": `unknown direction "norht-est"; did you mean northeast?`,
		"up":        "expected a direction: northeast (ne), east (e), ",
	} {
		if err := new(Direction).UnmarshalText([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
