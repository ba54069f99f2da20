package count

import (
	"bufio"
	"encoding/json"
	"os"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/koggestone/koggestone/internal/cli"
	"github.com/koggestone/koggestone/internal/cli/clitest"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/perft"
)

func TestPerft(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string // the last line
	}{
		{[]string{"--depth", "0"}, "nodes 1"},
		{[]string{"--depth", "4"}, "nodes 197281"},
		{[]string{"--depth", "4", "--workers", "1"}, "nodes 197281"},
		{[]string{"--depth", "4", "--workers", "3", "--mode", "bulk"}, "nodes 197281"},
		{[]string{"--depth", "4", "--mode", "single"}, "nodes 197281"},
		{[]string{"--depth", "4", "--mode", "batch", "--workers", "2"}, "nodes 197281"},
		{[]string{"--depth", "5", "--merge"}, "nodes 4865609"},
		{[]string{"--depth", "5", "--merge", "--memory", "64KiB"}, "nodes 4865609"},
		{[]string{"--depth", "4", "--fen", clitest.Kiwipete, "--merge", "--memory", "1GiB", "--mode", "single", "--workers", "3"}, "nodes 4085603"},
		{[]string{"--depth", "4", "--merge", "--divide"}, "nodes 197281"},
		{[]string{"--depth", "0", "--merge"}, "nodes 1"},
		{[]string{"--depth", "4", "--divide"}, "nodes 197281"},
		{[]string{"--depth", "3", "--fen", clitest.Kiwipete}, "nodes 97862"},
		{[]string{"--depth", "3", "--fen", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf -", "--stats"}, "nodes 12189"},
		{[]string{"--depth", "2", "--fen", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", "--divide", "--stats"}, "nodes 99"},
	} {
		code, stdout, stderr := command("", append([]string{"perft"}, c.args...)...)
		if code != cli.ExitOK || stderr != "" || !strings.HasSuffix(stdout, "\n"+c.want+"\n") {
			t.Errorf("%v: exit %d, %q, %q, want a last line %s", c.args, code, stdout, stderr, c.want)
		}
	}
}

// An interrupt ends a count that would run for years with exit 130.
func TestPerftInterrupted(t *testing.T) {
	var code int
	var stdout, stderr string
	clitest.Interrupt(t, func() { code, stdout, stderr = command("", "perft", "--depth", "30") })
	// On a busy machine, the note about the time may come before.
	interrupted := regexp.MustCompile(`^(koggestone: note: --depth 30 may run for years, .*\n)?koggestone: interrupted after [0-9.]+ s; no part of depth 30 was finished; try --depth 8 first, or --divide\n$`)
	if code != 130 || stdout != "" || !interrupted.MatchString(stderr) {
		t.Errorf("exit %d, %q, %q", code, stdout, stderr)
	}
	// The message says how far the count has come, and --divide prints the moves that are finished.
	finished := []perft.Child{{Move: movegen.Start().AppendLegalMoves(nil)[0], Result: perft.Result{Nodes: perft.Uint128{Lo: 7}}}}
	for _, c := range []struct {
		perftCmd
		moves           []perft.Child
		stdout, message string
	}{
		{perftCmd{Depth: 5}, nil, "", "at least 9 nodes of depth 5"},
		{perftCmd{Depth: 5, Divide: true}, finished, finished[0].Move.String() + ": 7\n", "these moves are finished, others are not"},
		{perftCmd{Depth: 5, Divide: true, JSON: true}, finished, "", "at least 9 nodes of depth 5"},
	} {
		var out strings.Builder
		s := &cli.Streams{Out: bufio.NewWriter(&out)}
		err := c.interrupted(s, time.Now(), perft.Uint128{Lo: 9}, c.moves)
		if s.Out.Flush(); out.String() != c.stdout || !regexp.MustCompile(`^interrupted after [0-9.]+ s: `+c.message).MatchString(err.Error()) {
			t.Errorf("%+v: %q, %v", c, out.String(), err)
		}
	}
}

// The table of --stats is as wide as its numbers. A short time has no rate.
func TestPerftStatsWidth(t *testing.T) {
	stats := moveCounts{2812008, 5248, 0, 0, 809099, 329, 46, 10828} // start position, depth 6
	r := perftJSON{Nodes: perft.Uint128{Lo: 119060324}, Stats: &stats}
	var b strings.Builder
	r.write(&b, 9*time.Millisecond)
	if strings.Contains(b.String(), "nodes/s") {
		t.Errorf("a rate of a short time: %s", b.String())
	}
	for text := range strings.Lines(b.String()) {
		if len(text) > 80 {
			t.Errorf("%d columns: %s", len(text), text)
		}
	}
}

func TestPerftDivideJSON(t *testing.T) {
	var whole, divided struct {
		Nodes uint64
		Stats map[string]uint64
		Moves []struct {
			Move  string
			Nodes uint64
			Stats map[string]uint64
		}
	}
	for args, to := range map[string]any{"--stats": &whole, "--stats --divide": &divided} {
		code, stdout, stderr := command("", append([]string{"perft", "--json", "--depth", "3", "--fen", clitest.Kiwipete}, strings.Fields(args)...)...)
		if code != cli.ExitOK {
			t.Fatalf("exit %d, %s", code, stderr)
		}
		if err := json.Unmarshal([]byte(stdout), to); err != nil {
			t.Fatal(err)
		}
	}
	if whole.Moves != nil || len(divided.Moves) != 48 || whole.Nodes != 97862 || divided.Nodes != whole.Nodes {
		t.Errorf("%d and %d nodes, %d moves", whole.Nodes, divided.Nodes, len(divided.Moves))
	}
	sum := map[string]uint64{}
	nodes := uint64(0)
	for _, m := range divided.Moves {
		nodes += m.Nodes
		for kind, n := range m.Stats {
			sum[kind] += n
		}
	}
	if nodes != whole.Nodes {
		t.Errorf("the moves have %d nodes, want %d", nodes, whole.Nodes)
	}
	// Published numbers.
	for kind, want := range map[string]uint64{"captures": 17102, "en_passant": 45, "castles": 3162, "promotions": 0, "checks": 993, "double_checks": 0, "mates": 1} {
		if whole.Stats[kind] != want || divided.Stats[kind] != want || sum[kind] != want {
			t.Errorf("%s: %d, %d, sum %d, want %d", kind, whole.Stats[kind], divided.Stats[kind], sum[kind], want)
		}
	}
}

func TestEPD(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	const suite = "# suite\n\n" + start + " ;D1 20 ;D2 400 ;D4 197281\n" + clitest.Kiwipete + " ;D2 2039 ;D3 1\n"
	for _, c := range []struct {
		name, suite string
		args        []string
		code        int
		want        string
	}{
		{"wrong count", suite, nil, cli.ExitDifference, "line 4: D3: expected 1 nodes, found 97862: " + clitest.Kiwipete + "\n1 passed, 1 failed\n"},
		{"depth", suite, []string{"--depth", "2"}, cli.ExitOK, "2 passed, 0 failed\n"},
		{"nodes", suite, []string{"--max-nodes", "399", "--workers", "1"}, cli.ExitDifference,
			"line 4: D3: expected 1 nodes, found 97862: " + clitest.Kiwipete + "\n1 passed, 1 failed\n"},
		{"one line", suite, []string{"--max-nodes", "20", "--depth", "1"}, cli.ExitOK,
			"lines without a count within the limits, counted as passed: 1\n2 passed, 0 failed\n"},
		{"no limits", suite, []string{"--max-nodes", "0", "--depth", "0"}, cli.ExitDifference, "line 4: D3: expected 1 nodes, found 97862: " + clitest.Kiwipete + "\n1 passed, 1 failed\n"},
		{"two of a line", start + " ;D1 21 ;D2 401", nil, cli.ExitDifference,
			"line 1: D1: expected 21 nodes, found 20: " + start + "\nline 1: D2: expected 401 nodes, found 400: " + start + "\n0 passed, 1 failed\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, stdout, stderr := command(c.suite, append([]string{"epd", "-"}, c.args...)...)
			if code != c.code || stdout != c.want || stderr != "" {
				t.Errorf("exit %d, %q, %q", code, stdout, stderr)
			}
		})
	}
	// An endless stream.
	if !testing.Short() {
		code, stdout, stderr := command(strings.Repeat("4k3/8/8/8/8/8/8/4K3 w - - ;D0 1\n", 600_000), "epd", "-")
		if code != cli.ExitBadInput || stdout != "" || !strings.Contains(stderr, ": expected the end of the suite, which takes more than 64 MiB\n") {
			t.Errorf("a large suite: exit %d, %q, %q", code, stdout, stderr)
		}
	}
	// The suites of the repository.
	code, stdout, stderr := command("", "epd", "../../../../internal/corpus/standard.epd", "--max-nodes", "20000")
	if code != cli.ExitOK || !strings.HasSuffix(stdout, "128 passed, 0 failed\n") {
		t.Errorf("exit %d, %q, %q", code, stdout, stderr)
	}
}

// The default of --memory is half of the free memory.
func TestDefaultMemory(t *testing.T) {
	const meminfo = "MemTotal:       24000000 kB\nMemFree:         100 kB\nMemAvailable:    8388608 kB\nBuffers: 1 kB\n"
	for _, c := range []struct {
		name  string
		files map[string]string
		want  int64
	}{
		{"unknown", nil, 1 << 30},
		{"machine", map[string]string{"/proc/meminfo": meminfo}, 4 << 30},
		{"unreadable", map[string]string{"/proc/meminfo": "MemAvailable: much\n"}, 1 << 30},
		{"container", map[string]string{"/proc/meminfo": meminfo, "/sys/fs/cgroup/memory.max": "3221225472\n", "/sys/fs/cgroup/memory.current": "1073741824\n"}, 1 << 30},
		{"container without a limit", map[string]string{"/proc/meminfo": meminfo, "/sys/fs/cgroup/memory.max": "max\n", "/sys/fs/cgroup/memory.current": "1073741824\n"}, 4 << 30},
		{"full container", map[string]string{"/proc/meminfo": meminfo, "/sys/fs/cgroup/memory.max": "1048576\n", "/sys/fs/cgroup/memory.current": "2097152\n"}, 64 << 20},
	} {
		got := defaultMemory(func(name string) ([]byte, error) {
			text, ok := c.files[name]
			if !ok {
				return nil, os.ErrNotExist
			}
			return []byte(text), nil
		})
		if got != c.want {
			t.Errorf("%s: %d bytes, want %d", c.name, got, c.want)
		}
	}
}

// The memory that --memory leaves for merging. The limit of the collector is restored.
func TestBoundMemory(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	for _, c := range []struct {
		memory         string
		merge, collect int64
	}{
		{"64KiB", 1, 20 << 20},
		{"20MiB", 1, 20 << 20},
		{"64MiB", 38 << 20, 46 << 20},
		{"4GiB", 4070 << 20, 4078 << 20},
	} {
		cmd := perftCmd{Depth: 5, Merge: true, Memory: c.memory, Workers: 1}
		opts, err := cmd.options()
		if err != nil {
			t.Fatal(err)
		}
		undo := boundMemory(&opts)
		if got := debug.SetMemoryLimit(-1); opts.Memory != c.merge || got != c.collect {
			t.Errorf("--memory %q: %d bytes for merging, %d for the collector; want %d, %d", c.memory, opts.Memory, got, c.merge, c.collect)
		}
		undo()
		if got := debug.SetMemoryLimit(-1); got != before {
			t.Fatalf("the collector's bound was left at %d, want %d", got, before)
		}
	}
}
