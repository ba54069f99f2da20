package main

import (
	"strings"

	"github.com/koggestone/koggestone/prefix"
)

// prefixSubjects returns the batches of package prefix. What they must return is
// what the functions of one word return, whose tests are in their package.
func prefixSubjects() []subject {
	x, y := sliderGen, otherGen
	var s []subject
	for _, f := range []struct {
		name  string
		one   func(x uint64) uint64
		batch func(dst, x []uint64)
	}{
		{"ParityUp", prefix.ParityUp, prefix.ParityUpBatch},
		{"ParityDown", prefix.ParityDown, prefix.ParityDownBatch},
		{"GrayEncode", prefix.GrayEncode, prefix.GrayEncodeBatch},
		{"GrayEncodeBytes", prefix.GrayEncodeBytes, prefix.GrayEncodeBytesBatch},
		{"GrayDecodeBytes", prefix.GrayDecodeBytes, prefix.GrayDecodeBytesBatch},
		{"GrayEncodeNibbles", prefix.GrayEncodeNibbles, prefix.GrayEncodeNibblesBatch},
		{"GrayDecodeNibbles", prefix.GrayDecodeNibbles, prefix.GrayDecodeNibblesBatch},
	} {
		s = append(s, wordBatch(prefixPackage+f.name+"Batch", []int{x}, "",
			func(o *oracle, i, _ int) uint64 { return f.one(o.in.column(x)[i]) },
			func(w work) {
				dst, a := w.args(w.in.column(x))
				f.batch(dst, a[0])
			}))
	}
	for _, f := range []struct {
		name  string
		one   func(x, y uint64) uint64
		batch func(dst, x, y []uint64)
	}{
		{"ByteAdd", prefix.ByteAdd, prefix.ByteAddBatch},
		{"ByteSub", prefix.ByteSub, prefix.ByteSubBatch},
	} {
		s = append(s, wordBatch(prefixPackage+f.name+"Batch", []int{x, y}, "",
			func(o *oracle, i, _ int) uint64 { return f.one(o.in.column(x)[i], o.in.column(y)[i]) },
			func(w work) {
				dst, a := w.args(w.in.column(x), w.in.column(y))
				f.batch(dst, a[0], a[1])
			}))
	}
	return s
}

// prefixPackage begins the names of the subjects of package prefix.
const prefixPackage = "prefix."

// split returns the package and the name in it of the function s.
func (s *subject) split() (pkg, name string) {
	if pkg, name, found := strings.Cut(s.name, "."); found {
		return pkg, name
	}
	return "koggestone", s.name
}
