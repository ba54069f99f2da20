package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every link to a heading of a page has a heading.
func TestHeadings(t *testing.T) {
	var pages []string
	for _, pattern := range []string{"../*.md", "../*/*.md", "../bench/record/*/*.md"} {
		names, _ := filepath.Glob(pattern)
		pages = append(pages, names...)
	}
	headings := map[string]map[string]bool{} // by page, as in links
	for _, name := range pages {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		headings[name] = map[string]bool{}
		for _, m := range regexp.MustCompile(`(?m)^#+ (.+)$`).FindAllStringSubmatch(string(text), -1) {
			plain := regexp.MustCompile(`[^\p{L}\p{N}_ -]`).ReplaceAllString(strings.ToLower(m[1]), "")
			headings[name][strings.ReplaceAll(plain, " ", "-")] = true
		}
	}
	links := 0
	for _, name := range pages {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`\]\(([^)#:]*\.md)?#([^)]+)\)`).FindAllStringSubmatch(string(text), -1) {
			page := name
			if m[1] != "" {
				page = filepath.Join(filepath.Dir(name), m[1])
			}
			links++
			if !headings[page][m[2]] {
				t.Errorf("%s: %s has no heading #%s", name, page, m[2])
			}
		}
	}
	if links < 10 {
		t.Errorf("%d links to headings", links)
	}
}

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
