package asmlint

import (
	"os"
	"slices"
	"strings"
	"testing"
)

func parseFile(t *testing.T, path string) []Function {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	functions, err := Parse(file)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return functions
}

// TestFixtures: the good functions pass, and each bad one has exactly the problem
// that the comment at its end names.
func TestFixtures(t *testing.T) {
	guarded := []string{"AVX", "AVX2", "BMI1", "AVX512F"}
	good := parseFile(t, "testdata/good.s")
	if names := []string{"avx2", "avx512", "scalar"}; !slices.EqualFunc(good, names, func(f Function, name string) bool {
		return f.Name == name
	}) {
		t.Errorf("good.s: functions %v, want %v", good, names)
	}
	for _, f := range good {
		if problems := f.Check(guarded); len(problems) != 0 {
			t.Errorf("good.s: %q", problems)
		}
	}
	source, err := os.ReadFile("testdata/bad.s")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for line := range strings.Lines(string(source)) {
		if _, problem, found := strings.Cut(strings.TrimSpace(line), "// want: "); found {
			want = append(want, problem)
		}
	}
	bad := parseFile(t, "testdata/bad.s")
	if len(bad) != len(want) {
		t.Fatalf("bad.s: %d functions, %d wanted problems", len(bad), len(want))
	}
	for i, f := range bad {
		problems := f.Check(guarded)
		if len(problems) != 1 || !strings.HasSuffix(problems[0], f.Name+": "+want[i]) {
			t.Errorf("bad.s: %s: %q, want %q", f.Name, problems, want[i])
		}
	}
}
