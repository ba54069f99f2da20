package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every file that the pages and the README show or link to exists, and every picture is
// shown.
func TestPicturesShown(t *testing.T) {
	shown := map[string]bool{}
	pages, _ := filepath.Glob("*.md")
	for _, name := range append(pages, "../README.md") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?:\]\(|src="|srcset=")([^)"#]+)`).FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			path := filepath.Join(filepath.Dir(name), m[1])
			if _, err := os.Stat(path); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			shown[path] = true
		}
	}
	pictures, _ := filepath.Glob("*.svg")
	narrow, _ := filepath.Glob("narrow/*.svg")
	if len(pictures) < 10 || len(narrow) < 10 {
		t.Errorf("%d pictures, %d narrow ones", len(pictures), len(narrow))
	}
	pictures = append(pictures, narrow...)
	for _, p := range pictures {
		if abs, _ := filepath.Abs(p); !shown[p] && !shown[filepath.Join("..", "docs", p)] {
			t.Errorf("%s is not shown", abs)
		}
	}
}
