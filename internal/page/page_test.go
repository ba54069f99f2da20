package page

import (
	"regexp"
	"strings"
	"testing"
)

// The page loads nothing, and shows its arguments as text.
func TestWrite(t *testing.T) {
	var b strings.Builder
	if err := Write(&b, Start{FEN: `8/8"><script>`, Direction: "north", Sliders: "both"}); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	if !strings.Contains(text, `data-fen="8/8&#34;&gt;&lt;script&gt;"`) {
		t.Error("the FEN is not quoted")
	}
	if found := regexp.MustCompile(`@[A-Z]+@|src=|<link|@import|url\(|fetch\(|import\(`).FindString(text); found != "" {
		t.Errorf("the page holds %q", found)
	}
	if len(text) > 100_000 {
		t.Errorf("%d bytes", len(text))
	}
}
