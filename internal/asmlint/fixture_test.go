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
	for _, test := range []struct {
		good  string
		names []string
		bad   string
		check func(*Function) []string
	}{
		{"good.s", []string{"avx2", "avx512", "scalar"}, "bad.s", func(f *Function) []string { return f.Check(guarded) }},
		{"arm64_good.s", []string{"neon"}, "arm64_bad.s", (*Function).CheckARM64},
	} {
		good := parseFile(t, "testdata/"+test.good)
		if !slices.EqualFunc(good, test.names, func(f Function, name string) bool { return f.Name == name }) {
			t.Errorf("%s: functions %v, want %v", test.good, good, test.names)
		}
		for _, f := range good {
			if problems := test.check(&f); len(problems) != 0 {
				t.Errorf("%s: %q", test.good, problems)
			}
		}
		want := wanted(t, "testdata/"+test.bad)
		bad := parseFile(t, "testdata/"+test.bad)
		if len(bad) != len(want) {
			t.Fatalf("%s: %d functions, %d wanted problems", test.bad, len(bad), len(want))
		}
		for i, f := range bad {
			problems := test.check(&f)
			if len(problems) != 1 || !strings.HasSuffix(problems[0], f.Name+": "+want[i]) {
				t.Errorf("%s: %s: %q, want %q", test.bad, f.Name, problems, want[i])
			}
		}
	}
}

// wanted returns the problems that comments of a file name.
func wanted(t *testing.T, path string) (problems []string) {
	t.Helper()
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(source)) {
		if _, problem, found := strings.Cut(strings.TrimSpace(line), "// want: "); found {
			problems = append(problems, problem)
		}
	}
	return problems
}
