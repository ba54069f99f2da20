package docs

import (
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// All text is inside its picture, and no text covers another.
func TestPicturesFit(t *testing.T) {
	ctx := browser(t)
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

// The page of statistics fits wide and narrow windows, its charts have no text under 11
// pixels, and it loads no other file.
func TestStatsPage(t *testing.T) {
	ctx := browser(t)
	file, err := filepath.Abs("stats.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, width := range []int64{1400, 390} {
		run(t, ctx, chromedp.EmulateViewport(width, 1000), chromedp.Navigate("file://"+filepath.ToSlash(file)))
		var found struct {
			Wide, Charts, Bars, Others int
			Low                        []string
		}
		evaluate(t, ctx, `(() => {
			const charts = [...document.querySelectorAll('figure svg')], low = [];
			for (const c of charts) {
				const all = c.getBoundingClientRect();
				for (const e of c.querySelectorAll('rect, text')) {
					const r = e.getBoundingClientRect();
					if (r.width > 0 && e.tagName === 'text' && parseFloat(getComputedStyle(e).fontSize) * all.width / c.viewBox.baseVal.width < 11) low.push('small: ' + e.textContent);
					if (r.left < all.left - 1 || r.right > all.right + 1 || r.top < all.top - 1 || r.bottom > all.bottom + 1) if (r.width > 0) low.push(c.getAttribute('aria-label') + ': ' + e.textContent);
				}
			}
			return {Wide: document.documentElement.scrollWidth, Charts: charts.length, Bars: document.querySelectorAll('figure rect').length,
				Others: document.querySelectorAll('script, img, link, iframe').length, Low: low};
		})()`, &found)
		if found.Wide > int(width) || found.Charts != 6 || found.Bars < 100 || found.Others > 0 || len(found.Low) > 0 {
			t.Errorf("%d pixels wide: %+v", width, found)
		}
	}
}
