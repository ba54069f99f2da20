package cli

import (
	"cmp"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/quote"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/perft"
)

// Workers is a number of threads. 0 means one for each CPU.
type Workers int

// Decode sets w from decimal digits.
func (w *Workers) Decode(ctx *kong.DecodeContext) error {
	var text string
	if err := ctx.Scan.PopValueInto("number", &text); err != nil {
		return err
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > perft.MaxWorkers {
		return fmt.Errorf("expected 1 to %d, or 0 for one for each CPU, found %s", perft.MaxWorkers, quote.Short(text))
	}
	*w = Workers(n)
	return nil
}

// Number returns the number of threads to run.
func (w Workers) Number() int { return cmp.Or(int(w), min(runtime.GOMAXPROCS(0), perft.MaxWorkers)) }

// refuseEmpty returns an error if an argument is an empty string. This is a mistake, for example an
// unset variable in a shell script, but the parser would use the default.
func refuseEmpty(ctx *kong.Context) error {
	for _, p := range ctx.Path {
		name, value := "", p.Positional
		if p.Flag != nil {
			name, value = "--"+p.Flag.Name, p.Flag.Value
		} else if value != nil {
			name = value.Summary()
		}
		if value == nil {
			continue
		}
		if kind := value.Target.Kind(); (kind == reflect.String || kind == reflect.Slice) && value.Target.Len() == 0 {
			return fmt.Errorf("%s: expected a value, found none", name)
		}
	}
	return nil
}

// refuseIdle returns an error if a flag that was given has no effect because another flag is missing or present.
// The rules are in the tags of the flags, with names separated by commas:
//
//	needs:"svg,html"   has an effect only with one of these flags
//	excludes:"quick"   has no effect with these flags
//	hides:"json"       with the value - these flags have no effect
//	alone:""           other flags and arguments have no effect
func refuseIdle(ctx *kong.Context) error {
	given := map[string]*kong.Flag{}
	var others []string // everything except for the flag that must be alone, as it was given
	var alone *kong.Flag
	for _, p := range ctx.Path {
		switch f := p.Flag; {
		case f != nil && f.Tag.Has("alone"):
			alone = f
		case f != nil && !(f.IsBool() && !f.Target.Bool()):
			others = append(others, "--"+f.Name)
		case p.Positional != nil:
			others = append(others, "a "+p.Positional.Name)
		}
		if f := p.Flag; f != nil && !(f.IsBool() && !f.Target.Bool()) {
			given[f.Name] = f
		}
	}
	if alone != nil && len(others) > 0 && given[alone.Name] != nil {
		return fmt.Errorf("--%s: expected no other flags and arguments, found %s", alone.Name, others[0])
	}
	names := func(f *kong.Flag, tag string) []string {
		return slices.DeleteFunc(strings.Split(f.Tag.Get(tag), ","), func(name string) bool {
			return name == "" || !slices.ContainsFunc(ctx.Flags(), func(f *kong.Flag) bool { return f.Name == name })
		})
	}
	for _, p := range ctx.Path {
		f := p.Flag
		if f == nil || given[f.Name] == nil {
			continue
		}
		isGiven := func(name string) bool { return given[name] != nil }
		if needs := names(f, "needs"); len(needs) > 0 && !slices.ContainsFunc(needs, isGiven) {
			return fmt.Errorf("--%s: expected --%s, without which it has no effect", f.Name, strings.Join(needs, " or --"))
		}
		for _, name := range names(f, "excludes") {
			if isGiven(name) {
				return fmt.Errorf("--%s and --%s can't be used together", name, f.Name)
			}
		}
		for _, name := range names(f, "hides") {
			if isGiven(name) && f.Target.String() == "-" {
				return fmt.Errorf("--%s: expected --%s with a file, because --%s - writes only that to standard output", name, f.Name, f.Name)
			}
		}
	}
	return nil
}

// A Direction is the value of a flag.
type Direction koggestone.Direction

// directionFlags are the short names of the directions.
var directionFlags = [8]string{"ne", "e", "se", "s", "sw", "w", "nw", "n"}

// UnmarshalText sets d from a direction's name or initials. Case and hyphens do not matter: for example,
// "NorthEast", "north-east" and "ne" are the same.
func (d *Direction) UnmarshalText(text []byte) error {
	name := strings.ToLower(strings.ReplaceAll(string(text), "-", ""))
	var names, words []string
	for i, short := range directionFlags {
		long := strings.ToLower(koggestone.Direction(i).String())
		if name == short || name == long {
			*d = Direction(i)
			return nil
		}
		names, words = append(names, long+" ("+short+")"), append(words, long)
	}
	if near := quote.Closest(name, words); near != "" {
		return fmt.Errorf("unknown direction %s; did you mean %s?", quote.Short(string(text)), near)
	}
	return fmt.Errorf("expected a direction: %s, found %s", strings.Join(names, ", "), quote.Short(string(text)))
}

// DirectionNames returns the names of the directions for completion.
func DirectionNames() string {
	var names []string
	for d := range koggestone.North + 1 {
		names = append(names, DirectionWords(d))
	}
	return strings.Join(names, ", ")
}

// DirectionWords returns d's name for a sentence: "north-east".
func DirectionWords(d koggestone.Direction) string {
	name := d.String()
	for _, w := range []string{"North", "South"} {
		if rest, ok := strings.CutPrefix(name, w); ok && rest != "" {
			return strings.ToLower(w + "-" + rest)
		}
	}
	return strings.ToLower(name)
}

// ParseSize parses a number of bytes such as "512MiB".
func ParseSize(text string) (int64, error) {
	for i, unit := range [...]string{"KiB", "MiB", "GiB"} {
		digits, ok := strings.CutSuffix(text, unit)
		if !ok {
			continue
		}
		shift := 10 * (i + 1)
		n, err := strconv.ParseUint(strings.TrimSpace(digits), 10, 63-shift)
		if err != nil || n == 0 {
			break
		}
		return int64(n) << shift, nil
	}
	return 0, fmt.Errorf("expected a number above 0 and its unit, KiB, MiB or GiB, as in 512MiB, found %q", text)
}

// A FEN is the value of a flag: a FEN, or startpos for the start position.
type FEN string

// UnmarshalText sets f to text, or to the FEN of the start position if text is startpos.
func (f *FEN) UnmarshalText(text []byte) error {
	*f = FEN(text)
	if *f == "startpos" {
		*f = FEN(movegen.Start().FEN())
	}
	return nil
}
