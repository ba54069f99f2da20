package data

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/data/training"
	"github.com/koggestone/koggestone/internal/quote"
)

type loaderBenchCmd struct {
	Files []string `arg:"" name:"file" help:"Files of training data: .binpack, .bin, viriformat, marlinformat or bulletformat."`

	Features  string            `default:"Full_Threats+PP_3Wide+HalfKAv2_hm" placeholder:"NAMES" help:"The feature set, components joined by plus signs. Default: ${default}."`
	BatchSize int               `name:"batch-size" default:"16384" placeholder:"N" help:"Positions in a batch. Default: ${default}."`
	Filter    string            `default:"none" placeholder:"NAME" help:"Start with the filter none or default, the parameters of nnue-pytorch's training. Default: ${default}."`
	Set       map[string]string `placeholder:"NAME=VALUE" help:"Set a filter parameter by its name in nnue-pytorch, such as random_fen_skipping=3. Repeatable."`
	Shuffle   int               `default:"1048576" placeholder:"N" help:"Positions in the shuffle buffer. Default: ${default}."`
	Duration  time.Duration     `default:"10s" placeholder:"D" help:"Read the files again and again for this long. 0 reads them once. Default: ${default}."`
	Seed      uint64            `default:"1" placeholder:"S" help:"The seed of the random order and the filter. Default: ${default}."`
	JSON      bool              `name:"json" help:"Write one JSON object instead of text."`

	Workers cli.Workers `placeholder:"W" help:"Number of threads. Default: one for each CPU."`
}

func (*loaderBenchCmd) Examples() []string {
	return []string{
		"koggestone loader-bench train.binpack --duration 1s",
		"koggestone loader-bench train.binpack --duration 1s --filter default --set random_fen_skipping=3",
	}
}

// filterParameters set the parameters of a filter by their names in nnue-pytorch.
var filterParameters = func() map[string]func(f *training.Filter, text string) error {
	m := map[string]func(f *training.Filter, text string) error{
		"filtered":                setBool(func(f *training.Filter) *bool { return &f.Quiet }),
		"wld_filtered":            setBool(func(f *training.Filter) *bool { return &f.ByResult }),
		"random_fen_skipping":     setInt(0, func(f *training.Filter) *int { return &f.Random }),
		"early_fen_skipping":      setInt(1, func(f *training.Filter) *int { return &f.MinPly }),
		"soft_early_fen_skipping": setInt(0, func(f *training.Filter) *int { return &f.SoftPlies }),
		"simple_eval_skipping":    setInt(0, func(f *training.Filter) *int { return &f.MinEval }),
	}
	for i := range 5 {
		m[fmt.Sprintf("pc_y%d", i)] = setFloat(func(f *training.Filter) *float64 { return &f.PieceCounts[i] })
	}
	for i := range 4 {
		m[fmt.Sprintf("ply_x%d", i+1)] = setFloat(func(f *training.Filter) *float64 { return &f.PlyCurve[i].X })
		m[fmt.Sprintf("ply_y%d", i+1)] = setFloat(func(f *training.Filter) *float64 { return &f.PlyCurve[i].Y })
	}
	return m
}()

func setBool(field func(*training.Filter) *bool) func(*training.Filter, string) error {
	return func(f *training.Filter, text string) (err error) {
		*field(f), err = strconv.ParseBool(text)
		return err
	}
}

// setInt sets a field to an integer plus add.
func setInt(add int, field func(*training.Filter) *int) func(*training.Filter, string) error {
	return func(f *training.Filter, text string) error {
		n, err := strconv.ParseInt(text, 10, 16)
		*field(f) = int(n) + add
		return err
	}
}

func setFloat(field func(*training.Filter) *float64) func(*training.Filter, string) error {
	return func(f *training.Filter, text string) error {
		x, err := strconv.ParseFloat(text, 64)
		if err == nil && (math.IsNaN(x) || math.IsInf(x, 0)) {
			err = strconv.ErrRange
		}
		*field(f) = x
		return err
	}
}

// filter returns the filter of the flags.
func (c *loaderBenchCmd) filter() (f training.Filter, err error) {
	switch c.Filter {
	case "none":
	case "default":
		f = training.DefaultFilter()
	default:
		return f, fmt.Errorf("--filter: expected none or default, found %s", quote.Short(c.Filter))
	}
	for _, name := range slices.Sorted(maps.Keys(c.Set)) {
		set, ok := filterParameters[name]
		if !ok {
			return f, fmt.Errorf("--set: expected one of %s, found %s", strings.Join(slices.Sorted(maps.Keys(filterParameters)), ", "), quote.Short(name))
		}
		if err := set(&f, c.Set[name]); err != nil {
			return f, fmt.Errorf("--set %s: expected a number, or for a switch true or false, found %s", name, quote.Short(c.Set[name]))
		}
	}
	return f, nil
}

// A loaderReport is the output of loader-bench.
type loaderReport struct {
	Features  string  `json:"features"`
	Inputs    int     `json:"inputs"`
	MaxActive int     `json:"max_active"`
	Workers   int     `json:"workers"`
	BatchSize int     `json:"batch_size"`
	Seconds   float64 `json:"seconds"`
	Bytes     int64   `json:"bytes"`
	Read      int64   `json:"read"`
	Delivered int64   `json:"delivered"`
	Active    float64 `json:"active"` // features of a side, the mean of whole batches

	Dropped training.Dropped `json:"dropped"`
	Corrupt map[string]int64 `json:"corrupt,omitempty"`

	Pieces  [33]int64            `json:"pieces"`
	Plies   [maxListed + 1]int64 `json:"plies"`   // the last counts all later ones
	Results [3]int64             `json:"results"` // losses, draws and wins of the side to move

	mu sync.Mutex
}

// maxListed is the ply from which positions are counted together.
const maxListed = 200

// add counts entries of a batch.
func (r *loaderReport) add(b *training.Batch, first int, entries []training.Entry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range entries {
		r.Pieces[b.PieceCount[first+i]]++
		r.Plies[min(entries[i].Ply, maxListed)]++
		r.Results[1+entries[i].Result]++
	}
}

// Run reads, and writes what it read.
func (c *loaderBenchCmd) Run(s *cli.Streams) error {
	features, err := training.ParseFeatures(c.Features)
	if err != nil {
		return fmt.Errorf("--features: %w", err)
	}
	filter, err := c.filter()
	if err != nil {
		return err
	}
	if c.Duration < 0 {
		return fmt.Errorf("--duration: expected at least 0s, found %v", c.Duration)
	}
	stream, err := training.Open(c.Files, training.Options{
		Workers: c.Workers.Number(), Cyclic: c.Duration > 0, Shuffle: c.Shuffle, Seed: c.Seed, Filter: filter,
	})
	if err != nil {
		return err
	}
	defer stream.Close()
	r := &loaderReport{Features: c.Features, Inputs: features.Inputs(), MaxActive: features.MaxActive(), Workers: c.Workers.Number(), BatchSize: c.BatchSize}
	batches, err := training.NewBatches(stream, features, training.BatchOptions{Size: c.BatchSize, Workers: r.Workers, OnRows: r.add})
	if err != nil {
		return err
	}
	defer batches.Close()
	start := time.Now()
	active, positions := 0, 0 // in whole batches
	if c.Duration > 0 {
		defer time.AfterFunc(c.Duration, func() { batches.Close() }).Stop()
	}
	for {
		b, err := batches.Next()
		if err == io.EOF || errors.Is(err, os.ErrClosed) {
			break
		}
		if err != nil {
			return err
		}
		positions += b.Size
		active += b.ActiveWhite + b.ActiveBlack
		batches.Recycle(b)
	}
	r.Seconds = time.Since(start).Seconds()
	if err := batches.Close(); err != nil {
		return err
	}
	stats := stream.Stats()
	r.Bytes, r.Read, r.Dropped, r.Corrupt = stats.Bytes, stats.Read, stats.Dropped, stats.Corrupt
	for _, n := range r.Results {
		r.Delivered += n
	}
	if r.Delivered == 0 {
		return fmt.Errorf("%s: none of %d positions passed the filter", c.Files[0], r.Read)
	}
	r.Active = float64(active) / float64(2*max(positions, 1))
	if c.JSON {
		return json.NewEncoder(s.Out).Encode(r)
	}
	return r.write(s.Out)
}

// write writes the report as text.
func (r *loaderReport) write(w io.Writer) error {
	t := &strings.Builder{}
	rate := func(n int64) float64 { return float64(n) / r.Seconds / 1e6 }
	fmt.Fprintf(t, "features   %s: %d inputs, %d in a row", r.Features, r.Inputs, r.MaxActive)
	if r.Active > 0 {
		fmt.Fprintf(t, ", %.1f active", r.Active)
	}
	fmt.Fprintln(t)
	fmt.Fprintf(t, "read       %d positions, %.3f million a second, %d bytes, %.1f MB/s\n", r.Read, rate(r.Read), r.Bytes, rate(r.Bytes))
	fmt.Fprintf(t, "delivered  %d positions, %.3f million a second, in %.2f s by %d workers\n", r.Delivered, rate(r.Delivered), r.Seconds, r.Workers)
	for _, d := range []struct {
		name string
		n    int64
	}{
		{"no score", r.Dropped.NoScore}, {"early_fen_skipping", r.Dropped.EarlyPly}, {"random_fen_skipping", r.Dropped.Random},
		{"filtered", r.Dropped.CaptureOrCheck}, {"wld_filtered", r.Dropped.ByResult}, {"simple_eval_skipping", r.Dropped.SmallEval},
		{"soft_early_fen_skipping", r.Dropped.SoftPly}, {"piece counts", r.Dropped.PieceCount},
	} {
		if d.n > 0 {
			fmt.Fprintf(t, "dropped    %d positions by %s\n", d.n, d.name)
		}
	}
	for _, reason := range slices.Sorted(maps.Keys(r.Corrupt)) {
		fmt.Fprintf(t, "corrupt    %d: %s\n", r.Corrupt[reason], reason)
	}
	histogram(t, "pieces", r.Delivered, r.Pieces[:], strconv.Itoa)
	var tens [maxListed/10 + 1]int64
	for ply, n := range r.Plies {
		tens[ply/10] += n
	}
	histogram(t, "ply", r.Delivered, tens[:], func(i int) string {
		if i == maxListed/10 {
			return strconv.Itoa(maxListed) + " and later"
		}
		return fmt.Sprintf("%d to %d", 10*i, 10*i+9)
	})
	histogram(t, "result of the side to move", r.Delivered, r.Results[:], func(i int) string { return [3]string{"loss", "draw", "win"}[i] })
	_, err := io.WriteString(w, t.String())
	return err
}

// histogram writes the counts above 0 with their shares. The bar of the largest has 40 signs.
func histogram(w io.Writer, title string, total int64, counts []int64, name func(int) string) {
	fmt.Fprintf(w, "\n%s\n", title)
	most := slices.Max(counts)
	for i, n := range counts {
		if n > 0 {
			bar := strings.Repeat("#", int(40*float64(n)/float64(most)+0.5))
			fmt.Fprintf(w, "%s\n", strings.TrimRight(fmt.Sprintf("%13s %12d %6.2f%% %s", name(i), n, 100*float64(n)/float64(total), bar), " "))
		}
	}
}
