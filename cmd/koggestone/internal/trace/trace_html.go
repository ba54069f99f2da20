package trace

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"slices"

	"github.com/koggestone/koggestone/internal/boarddraw"
	"github.com/koggestone/koggestone/quad"
)

// writeHTML writes a page that shows the steps one after the other. Without JavaScript it shows all
// steps at once.
func (t *trace) writeHTML(w io.Writer, b quad.Board, fen string, flip bool) error {
	whole, figures, steps := t.drawing(b), "", 0
	for pair := range slices.Chunk(whole.Panels, 2) {
		if pair[0].Title == "" { // the attacks need no propagator
			pair = pair[1:]
		}
		d := (&boarddraw.Drawing{Title: whole.Title, Legend: whole.Legend, Panels: pair}).Layout(2)
		if flip {
			d.Flip()
		}
		var svg bytes.Buffer
		if err := d.Write(&svg); err != nil {
			return err
		}
		name := boarddraw.Escape(fmt.Sprintf("%s: %s, %s", upperFirst(t.Direction), pair[len(pair)-1].Title, pair[len(pair)-1].Note))
		picture := base64.StdEncoding.EncodeToString(svg.Bytes())
		figures += fmt.Sprintf(`<figure><figcaption>%s</figcaption><img src="data:image/svg+xml;base64,%s" alt="%[1]s"></figure>`+"\n", name, picture)
		steps++
	}
	_, err := fmt.Fprintf(w, page, boarddraw.Escape(fen), steps-1, figures)
	return err
}

// page is the format of a page with a FEN, the number of the last step and the figures.
const page = `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>A fill step by step</title>
<style>
:root { color-scheme: light dark }
body { max-width: 56rem; margin: 1rem auto; padding: 0 1rem; font: 1rem/1.5 "DejaVu Sans", Verdana, Helvetica, sans-serif }
code { overflow-wrap: anywhere }
figure { margin: 1rem 0 }
img { max-width: 100%% }
input { width: 100%%; height: 2.5rem }
</style>
<h1>A fill step by step</h1>
<p>Position <code>%s</code></p>
<label id="control" hidden>Step <input type="range" min="0" max="%d" value="0"></label>
%s<script>
const control = document.getElementById("control"), slider = control.firstElementChild, figures = document.querySelectorAll("figure");
function show() {
  figures.forEach((figure, i) => { figure.hidden = i != slider.value; });
  slider.setAttribute("aria-valuetext", figures[slider.value].innerText);
}
control.hidden = false;
slider.addEventListener("input", show);
show();
slider.focus();
</script>
</html>
`
