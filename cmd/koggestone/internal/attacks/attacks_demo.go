package attacks

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"time"

	"github.com/koggestone/koggestone/cmd/koggestone/internal/cli"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/selfcheck"
	"github.com/koggestone/koggestone/cmd/koggestone/internal/textboard"
	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/lines"
	"github.com/koggestone/koggestone/internal/raywalk"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/quad"
)

// demoTime is the duration of the measurement.
const demoTime = time.Second

// demo computes the attacks in positions from games on every path and compares them with
// the ray walk. It shows one position and the throughput of every path.
func demo(s *cli.Streams) error {
	src := attackSource{name: "games", reader: lines.NewReader(corpus.Games().Reader(), lines.Longest)}
	a := newAttackBatch(batchSize)
	src.fill(a)
	if err := src.close(); err != nil {
		return err
	}
	paths := simd.Paths()
	for _, p := range paths {
		restore := simd.Force(p)
		a.compute()
		restore()
		if err := a.checkAttacks(); err != nil {
			fmt.Fprintf(s.Out, "difference on path %v: %v\n", p, err)
			return cli.ErrDifference
		}
	}
	squares := 0
	for c := range a.attacks {
		for _, b := range a.attacks[c][sliders] {
			squares += bits.OnesCount64(b)
		}
	}
	one := newAttackBatch(1)
	one.append(a.boards[0], a.sides[0], a.lines[0])
	one.compute()
	writeAttackBoards(s, one)

	n := len(a.boards)
	fmt.Fprintf(s.Out, "\nAttacks of bishops, rooks, queens and all sliders of either colour in %d positions from games,\n", n)
	fmt.Fprintf(s.Out, "on paths %s: the same as by walking each ray. A colour's sliders attack %.1f squares on average.\n", strings.Trim(fmt.Sprint(paths), "[]"), float64(squares)/float64(2*n))
	writeThroughput(s, paths)
	return nil
}

// checkAttacks compares all attacks with the ray walk.
func (a *attackBatch) checkAttacks() error {
	for i := range a.boards {
		for c := range a.pieces {
			p, empty := &a.pieces[c], a.empty[i]
			b, r, q := p[bishops][i], p[rooks][i], p[queens][i]
			for k, want := range [4]uint64{
				bishops: raywalk.Slider(b, 0, empty),
				rooks:   raywalk.Slider(0, r, empty),
				queens:  raywalk.Slider(q, q, empty),
				sliders: raywalk.Slider(b|q, r|q, empty),
			} {
				if got := a.attacks[c][k][i]; got != want {
					return fmt.Errorf("%s, %s %s attack %v, by the ray walk %v",
						textboard.Placement(a.boards[i]), quad.Color(c), sliderSet(k), textboard.Hex(got), textboard.Hex(want))
				}
			}
		}
	}
	return nil
}

// writeThroughput measures SliderAttacksBatch on every path.
func writeThroughput(s *cli.Streams, paths []simd.Path) {
	calls := slices.DeleteFunc(selfcheck.Timed(), func(c selfcheck.Call) bool { return c.Name != "SliderAttacksBatch" })
	timer := selfcheck.NewTimer(calls)
	timer.Measure(demoTime, func() {})
	row := &timer.Rows[0]
	fmt.Fprintf(s.Out, "\nSliderAttacksBatch, %d positions a call, one thread (%s):\n", selfcheck.BatchSize, cli.CPU())
	for p, path := range paths {
		ns := row.NS(p)
		fmt.Fprintf(s.Out, "  %-8s %6.2f ns a position  %7.1f million positions/s  %5.2fx generic\n", path, ns, 1e3/ns, row.NS(0)/ns)
	}
}
