package docs

import (
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// All text is inside its picture, and no text covers another.
func TestPicturesFit(t *testing.T) {
	ctx := openReference(t)
	pictures, err := filepath.Glob("*.svg")
	narrow, _ := filepath.Glob("narrow/*.svg")
	pictures = append(pictures, narrow...)
	if err != nil || len(pictures) < 10 {
		t.Fatalf("pictures %q, %v", pictures, err)
	}
	for _, name := range pictures {
		file, err := filepath.Abs(name)
		if err != nil {
			t.Fatal(err)
		}
		var wrong []string
		run(t, ctx, chromedp.Navigate("file://"+filepath.ToSlash(file)))
		evaluate(t, ctx, `(() => {
			const all = document.documentElement.getBoundingClientRect(), wrong = [];
			const texts = [...document.querySelectorAll('text')].filter(e => !e.closest('.caption')).map(e => ({text: e.textContent, r: e.getBoundingClientRect()})).filter(x => x.r.width > 0);
			for (const {text, r} of texts) {
				if (r.left < all.left || r.top < all.top || r.right > all.right || r.bottom > all.bottom) wrong.push('outside: ' + text);
			}
			texts.forEach((a, i) => texts.slice(0, i).forEach(b => {
				const wide = Math.min(a.r.right, b.r.right) - Math.max(a.r.left, b.r.left), high = Math.min(a.r.bottom, b.r.bottom) - Math.max(a.r.top, b.r.top);
				if (wide > 1 && high > 3) wrong.push(a.text + ' over ' + b.text);
			}));
			return wrong;
		})()`, &wrong)
		if len(wrong) > 0 {
			t.Errorf("%s: %q", name, wrong)
		}
	}
}
