package selfcheck

import "github.com/koggestone/koggestone/prefix"

// prefixFunctions returns the batches of package prefix. Their results must equal those of
// the functions of one word, which have tests in their package.
func prefixFunctions() []Function {
	const pkg = "prefix"
	x, y := sliderGen, otherGen
	var all []Function
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
	} {
		want := func(o *oracle, i, _ int) uint64 { return f.one(o.in.gens[x][i]) }
		all = append(all, batchOf1(pkg, f.name+"Batch", want, f.batch, x))
	}
	for _, f := range []struct {
		name  string
		one   func(x, y uint64) uint64
		batch func(dst, x, y []uint64)
	}{
		{"ByteAdd", prefix.ByteAdd, prefix.ByteAddBatch},
		{"ByteSub", prefix.ByteSub, prefix.ByteSubBatch},
	} {
		want := func(o *oracle, i, _ int) uint64 { return f.one(o.in.gens[x][i], o.in.gens[y][i]) }
		all = append(all, batchOf2(pkg, f.name+"Batch", want, f.batch, x, y))
	}
	return all
}
