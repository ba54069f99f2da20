package clib

import (
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// buildLoader compiles the data loader with the flags of make loader.
func buildLoader(t *testing.T) (library string) {
	t.Helper()
	if _, err := exec.LookPath("cc"); err != nil {
		t.Skip("no C compiler")
	}
	if runtime.GOOS != "linux" || os.Getenv("GOARCH") != "" {
		t.Skip("the compiler flags are those of Linux on this CPU")
	}
	library = filepath.Join(t.TempDir(), "libtraining_data_loader.so")
	run(t, ".", "go", "build", "-trimpath", "-ldflags=-s -w", "-buildmode=c-shared", "-o", library, "./trainingloader")
	return library
}

// sample is a file of 404 positions.
const sample = "../testdata/positions.binpack"

// TestLoader tests the functions of training_data_loader.h.
func TestLoader(t *testing.T) {
	library := buildLoader(t)
	t.Run("header", func(t *testing.T) { testHeader(t, library) })
	t.Run("sums", func(t *testing.T) { testSums(t, library) })
	t.Run("size", func(t *testing.T) {
		if info, err := os.Stat(library); err != nil || info.Size() > 8<<20 {
			t.Errorf("the library has %d bytes, %v: does it link Arrow?", info.Size(), err)
		}
	})
	t.Run("streams", func(t *testing.T) {
		program := filepath.Join(t.TempDir(), "streams")
		run(t, ".", "cc", "-std=c11", "-pedantic", "-Wall", "-Wextra", "-Werror", "-Itrainingloader", "-o", program, "testdata/streams.c", library, "-lpthread", "-Wl,-rpath,"+filepath.Dir(library))
		streams := "300"
		if testing.Short() {
			streams = "50"
		}
		out := run(t, ".", program, sample, streams)
		if !strings.HasSuffix(out, "\nok\n") {
			t.Errorf("the program prints\n%s", out)
		}
		for line := range strings.Lines(out) {
			if line != "ok\n" && !strings.HasPrefix(line, "training_data_loader: ") {
				t.Errorf("unexpected output: %s", line)
			}
		}
		for _, want := range []string{
			"create_sparse_batch_stream: stat missing.binpack: no such file or directory\n",
			`create_sparse_batch_stream: feature set "HalfKAv3": expected components of HalfKAv2_hm, `,
			"get_sparse_batch_from_fens: fens[0], \"8/8/8/8/8/8/8/K1k w - - 0 1\": FEN: piece placement, offset ",
			"get_sparse_batch_from_fens: 1 of 1 FENs are bad\n",
			"get_sparse_batch_from_fens: results[0]: expected -1 to 1, found 2\n",
			"create_sparse_batch_stream: batch_size: expected at least 1, found 0\n",
			"fetch_next_sparse_batch: expected a stream of batches, found NULL\n",
			" is no batch, or it was destroyed\n",
			"get_sparse_batch_from_fens: not supported in a process that was forked ",
		} {
			if !strings.Contains(out, want) {
				t.Errorf("the program does not print %q but\n%s", want, out)
			}
		}
	})
	t.Run("input", func(t *testing.T) { testInput(t, library) })
	t.Run("python", func(t *testing.T) {
		python := ""
		for _, p := range []string{"python3", "/usr/bin/python3"} {
			if exec.Command(p, "-c", "import numpy").Run() == nil {
				python = p
				break
			}
		}
		if python == "" {
			t.Skip("no Python with numpy")
		}
		if got := run(t, ".", python, "testdata/loader.py", library, sample); got != totals+"KeyboardInterrupt\n" {
			t.Errorf("Python prints\n%s\nexpected\n%s", got, totals)
		}
	})
}

// totals is what nnue-pytorch's own library (9f72946) returns for the sample: positions, White to
// move, twice the outcomes, scores, features, pieces.
const totals = "totals 404 198 402 793283 3274702313 10333\n"

// sums are what the driver of bench/loader prints for nnue-pytorch's own library and the sample,
// read from the file and as FENs. The numbers do not depend on the order of features in a row.
var sums = map[string][2]string{
	"Full_Threats+PP_3Wide+HalfKAv2_hm": {"positions 404 active 56286 sum 5b56acf7be2b9c6c", "positions 404 active 56286 sum 3e2ea289b4740c7b"},
	"HalfKAv2_hm":                       {"positions 404 active 20666 sum 921060ee51fcdb28", "positions 404 active 20666 sum 590873a81d90ad82"},
}

// testSums compares the positions and features with nnue-pytorch's.
func testSums(t *testing.T, library string) {
	folder := t.TempDir()
	driver := filepath.Join(folder, "driver")
	run(t, ".", "cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-o", driver, "../bench/loader/driver.c", "-ldl")
	text, err := os.ReadFile("../testdata/positions.txt")
	if err != nil {
		t.Fatal(err)
	}
	fens := filepath.Join(folder, "fens")
	var list strings.Builder
	for line := range strings.Lines(string(text)) {
		fen, _, _ := strings.Cut(line, "|")
		list.WriteString(fen + "\n")
	}
	if err := os.WriteFile(fens, []byte(list.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	for features, want := range sums {
		for _, workers := range []string{"1", "3"} {
			if got := strings.TrimSpace(run(t, ".", driver, library, "sum", features, workers, "100", "none", sample)); got != want[0] {
				t.Errorf("%s, %s workers: found %q, expected %q", features, workers, got, want[0])
			}
		}
		got, _, _ := strings.Cut(run(t, ".", driver, library, "fens", features, fens), " ordered ")
		if got != want[1] {
			t.Errorf("%s, FENs: found %q, expected %q", features, got, want[1])
		}
	}
	// The file has the FENs of the text, with the full-move numbers of the plies.
	placed := func(text string) (list []string) {
		for line := range strings.Lines(text) {
			list = append(list, strings.Join(strings.Fields(line)[:4], " "))
		}
		slices.Sort(list)
		return list
	}
	if got := placed(run(t, ".", driver, library, "text", "2", "50", "none", sample)); !slices.Equal(got, placed(list.String())) {
		t.Errorf("other FENs: %q", got)
	}
}

// testInput tests what a program sees of files that are not as they should be.
func testInput(t *testing.T, library string) {
	folder := t.TempDir()
	driver := filepath.Join(folder, "driver")
	run(t, ".", "cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-o", driver, "../bench/loader/driver.c", "-ldl")
	whole, err := os.ReadFile(sample)
	if err != nil {
		t.Fatal(err)
	}
	file := func(name string, data []byte) string {
		name = filepath.Join(folder, name)
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	corrupt := slices.Clone(whole)
	for range 7 {
		corrupt = append(corrupt, "BINP\x28\x00\x00\x00"+strings.Repeat("\xff", 40)...)
	}
	const none = ": expected positions, found none\n"
	for _, test := range []struct {
		files    []string
		status   int
		want     string
		problems int // lines about corrupt chunks
	}{
		{[]string{sample}, 0, "positions 404 ", 0},
		{[]string{file("empty.binpack", nil)}, 2, "empty.binpack" + none, 0},
		{[]string{sample, file("empty2.binpack", nil)}, 2, "empty2.binpack" + none, 0},
		{[]string{file("text.binpack", []byte("This is a text.\n"))}, 2, `text.binpack: byte 0: expected BINP, found "This"`, 0},
		{[]string{sample, "missing.binpack"}, 2, "stat missing.binpack: no such file or directory\n", 0},
		{[]string{file("last.binpack", whole[:len(whole)-1])}, 0, "positions 403 ", 2},
		{[]string{file("half.binpack", whole[:len(whole)/2])}, 0, "positions ", 2},
		{[]string{file("header.binpack", whole[:8])}, 2, "header.binpack" + none, 0},
		{[]string{file("corrupt.binpack", corrupt)}, 0, "positions 404 ", 6},
	} {
		for _, errors := range []string{"", "return"} {
			cmd := exec.Command(driver, slices.Concat([]string{library, "sum", "HalfKAv2_hm", "2", "100", "none"}, test.files)...)
			cmd.Env = append(os.Environ(), "KOGGESTONE_LOADER_ERRORS="+errors)
			text, err := cmd.CombinedOutput()
			out := string(text)
			if cmd.ProcessState.ExitCode() != test.status || !strings.Contains(out, test.want) || strings.Count(out, ": skipped: ") != test.problems {
				t.Errorf("%q: %v\n%sexpected status %d, %q, %d problems", test.files, err, out, test.status, test.want, test.problems)
			}
			if returned := strings.Contains(out, "driver: no stream"); test.status > 0 && returned != (errors == "return") {
				t.Errorf("%q with %q: %s", test.files, errors, out)
			}
		}
	}
	testShuffle(t, library, driver)
}

// testShuffle sets the size of the shuffle buffer by the environment variable.
func testShuffle(t *testing.T, library, driver string) {
	for _, test := range []struct{ size, want string }{
		{"0", "positions 404 "}, {"100", "positions 404 "}, {"", "positions 404 "},
		{"1M", "KOGGESTONE_LOADER_SHUFFLE=1M: expected the number of positions"},
		{"-1", "KOGGESTONE_LOADER_SHUFFLE=-1: expected the number of positions"},
		{"4294967297", "expected a shuffle buffer of at most 4294967296 entries, found 4294967297"},
	} {
		cmd := exec.Command(driver, library, "sum", "HalfKAv2_hm", "2", "100", "none", sample)
		cmd.Env = append(os.Environ(), "KOGGESTONE_LOADER_SHUFFLE="+test.size)
		out, err := cmd.CombinedOutput()
		if !strings.Contains(string(out), test.want) || (err == nil) != strings.HasPrefix(test.want, "positions") {
			t.Errorf("%q: %v\n%sexpected %q", test.size, err, out, test.want)
		}
	}
}

// testHeader compares the header with the exported functions, and compiles it.
func testHeader(t *testing.T, library string) {
	header, err := os.ReadFile("trainingloader/training_data_loader.h")
	if err != nil {
		t.Fatal(err)
	}
	var declared []string
	for _, m := range regexp.MustCompile(`(?m)\*/\n(?:void |\w+ \*)((?:get|create|fetch|destroy)_\w+)\(`).FindAllSubmatch(header, -1) {
		declared = append(declared, string(m[1]))
	}
	slices.Sort(declared)
	if len(declared) != 9 {
		t.Errorf("%d functions with comments in the header: %q", len(declared), declared)
	}
	exported := exportedBy(t, library, "^(get|create|fetch|destroy)_")
	if !slices.Equal(exported, declared) {
		t.Errorf("the library exports\n%q\nand the header declares\n%q", exported, declared)
	}
	if _, err := exec.LookPath("c++"); err == nil {
		run(t, ".", "c++", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-x", "c++", "trainingloader/training_data_loader.h")
	}
}

// exportedBy returns the symbols of a shared library that match a pattern, sorted.
func exportedBy(t *testing.T, library, pattern string) (names []string) {
	t.Helper()
	file, err := elf.Open(library)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	symbols, err := file.DynamicSymbols()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range symbols {
		if s.Section != elf.SHN_UNDEF && regexp.MustCompile(pattern).MatchString(s.Name) {
			names = append(names, s.Name)
		}
	}
	slices.Sort(names)
	return names
}
