package annotate

import (
	"errors"
	"reflect"
	"regexp"
	"strings"
	"sync"

	"github.com/koggestone/koggestone/annotate/internal/registry"
)

// Flags are the flags that the program koggestone-annotate and the pipelines of module beam share, for the parser of package
// kong. They have the same fields as a [Task], and can be converted to it.
type Flags struct {
	Columns     string `group:"Columns and rows:" default:"legal_moves,captures,in_check,checkmate,stalemate" placeholder:"LIST" help:"Columns and groups of columns, separated by commas, - for none. Default: ${default}."`
	From        string `group:"Input:" placeholder:"FORMAT" values:"input_formats" help:"The format of the input: ${input_formats}. Default: detected from the extension and the content, except bin."`
	FENColumn   string `group:"Input:" name:"fen-column" placeholder:"NAME" help:"The field of CSV, NDJSON or Parquet that contains the FEN. Default: fen, in upper or lower case."`
	EvalUnit    string `group:"Input:" name:"eval-unit" default:"" placeholder:"UNIT" enum:",auto,pawns,centipawns" help:"The unit of evaluations of games without a decimal point, as in [%eval 35,18]: pawns, centipawns or auto. A number with a decimal point is in pawns. Default: auto: centipawns, unless other evaluations of the same game have a decimal point; then only zeros and mates are read."`
	Carry       string `group:"Columns and rows:" placeholder:"NAMES" help:"The fields of the input to copy to the output, in this order, separated by commas, in upper or lower case, - for none. Default: all; from PGN without white, black, date, clock and game."`
	MaxFields   Number `group:"Columns and rows:" default:"4096" placeholder:"N" help:"The maximum number of fields of the input that are copied. Default: ${default}."`
	Format      string `group:"Output:" placeholder:"FORMAT" values:"formats" help:"The format of the output: ${formats}. Default: by the extension of --out; csv without an extension."`
	Compression string `group:"Output:" default:"" placeholder:"NAME" enum:",zstd,snappy,none" help:"The compression of Parquet: zstd, snappy or none. Default: zstd."`
	Canonical   bool   `group:"Columns and rows:" help:"Write each FEN as this program does, with six fields, and not as it was read."`
	NoFEN       bool   `group:"Columns and rows:" name:"no-fen" help:"Write no FEN."`
	Positions   bool   `hidden:"" help:"Write positions, in the format arrays."`
	Moves       bool   `hidden:"" help:"Write moves as numbers, in the format arrays."`
	NoLabels    bool   `group:"Output:" name:"no-labels" help:"Write viri, marlin and bullet also without scores or results: a missing score becomes 0, a missing result a draw."`
	Where       string `group:"Columns and rows:" placeholder:"EXPR" help:"Write only positions for which an expression over columns and fields is true: 'not in_check and captures == 0 and abs(score) < 1500'. The language is that of expr-lang.org; popcount(set) counts squares."`
	Every       Number `group:"Input:" placeholder:"N" help:"Keep only plies 0, N, 2N and so on of games. Choose an odd N, because with an even N the same side is always to move. Default: all."`
	Sample      Share  `group:"Input:" placeholder:"SHARE" help:"Use only this share of the positions, above 0 and at most 1. The same --seed selects the same positions."`
	Seed        uint64 `group:"Input:" placeholder:"S" help:"The seed of --sample."`
	Strict      bool   `group:"Input:" help:"Stop at the first record without a position, with exit 2. Without this flag such records are counted, and the first 20 are reported."`

	Workers int `kong:"-"`
}

// Task returns the task that the flags describe. If no format is given, the output file's name determines it.
func (f Flags) Task(out string) (*Task, error) {
	t := Task(f)
	if err := t.ChooseFormat(out); err != nil {
		return nil, errors.New("--out: " + err.Error())
	}
	return &t, nil
}

// HelpVars returns the variables in help texts: the names of the formats.
func HelpVars() map[string]string {
	var inputs, outputs []string
	for _, f := range registry.InputFormats() {
		inputs = append(inputs, f.Name)
	}
	for _, f := range registry.OutputFormats() {
		outputs = append(outputs, f.Name)
	}
	return map[string]string{"input_formats": strings.Join(inputs, ", "), "formats": strings.Join(outputs, ", ")}
}

// flagNames replaces the options in the library's messages by flags.
var flagNames = sync.OnceValue(func() *strings.Replacer {
	pairs := []string{
		"InputOptions.FENColumn", "--fen-column", "InputOptions.EvalUnit", "--eval-unit", "InputOptions.Format", "--from", "Schema.NoLabels", "--no-labels",
		"movegen: ", "", "columns.All", "--list", "a schema without them", "--no-fen", "a format by name", "--format",
	}
	for k := range reflect.TypeFor[Flags]().NumField() {
		f := reflect.TypeFor[Flags]().Field(k)
		name := f.Tag.Get("name")
		if name == "" {
			name = strings.ToLower(capital.ReplaceAllString(f.Name, "$1-$2"))
		}
		pairs = append(pairs, "Task."+f.Name, "--"+name)
	}
	return strings.NewReplacer(pairs...)
})

// capital matches the start of a word in a name.
var capital = regexp.MustCompile("([a-z])([A-Z])")

// FlagMessage returns a message of this package with flags in place of options.
func FlagMessage(text string) string { return flagNames().Replace(text) }

// FlagError returns err, but with its text changed by [FlagMessage].
func FlagError(err error) error {
	if err == nil || FlagMessage(err.Error()) == err.Error() {
		return err
	}
	return &named{err}
}

type named struct{ error }

func (n *named) Error() string { return FlagMessage(n.error.Error()) }
func (n *named) Unwrap() error { return n.error }
