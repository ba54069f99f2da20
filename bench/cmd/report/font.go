package main

import (
	"codeberg.org/go-fonts/dejavu/dejavusans"
	"codeberg.org/go-fonts/dejavu/dejavusansbold"
	stdfont "golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// Texts are measured in DejaVu Sans, the widest of the usual fonts and the default of many
// renderers. Viewers without it use Verdana, which is as wide, or a narrower font.
const (
	typeface = "DejaVu"
	families = "DejaVu Sans,Verdana,Geneva,sans-serif"
)

func init() {
	faces := font.Collection{
		{Font: face(stdfont.WeightNormal, 0)},
		{Font: face(stdfont.WeightBold, 0)},
	}
	for i, ttf := range [][]byte{dejavusans.TTF, dejavusansbold.TTF} {
		parsed, err := opentype.Parse(ttf)
		if err != nil {
			panic(err) // the module's font is broken
		}
		faces[i].Face = parsed
	}
	font.DefaultCache.Add(faces)
}

// face describes the charts' font in a weight and a size.
func face(weight stdfont.Weight, size vg.Length) font.Font {
	return font.Font{Typeface: typeface, Variant: "Sans", Weight: weight, Size: size}
}
