package prefix

// The pure-Go twin of every batch kernel: always compiled, always tested, and
// what runs where no assembly does. Each reads its inputs of an index before it
// writes the output, so dst may be one of the inputs.

func parityUpBatchGeneric(dst, x []uint64) {
	x = x[:len(dst)]
	for i := range dst {
		dst[i] = ParityUp(x[i])
	}
}

func parityDownBatchGeneric(dst, x []uint64) {
	x = x[:len(dst)]
	for i := range dst {
		dst[i] = ParityDown(x[i])
	}
}

func grayEncodeBatchGeneric(dst, x []uint64) {
	x = x[:len(dst)]
	for i := range dst {
		dst[i] = GrayEncode(x[i])
	}
}

func grayEncodeBytesBatchGeneric(dst, x []uint64) {
	x = x[:len(dst)]
	for i := range dst {
		dst[i] = GrayEncodeBytes(x[i])
	}
}

func grayDecodeBytesBatchGeneric(dst, x []uint64) {
	x = x[:len(dst)]
	for i := range dst {
		dst[i] = GrayDecodeBytes(x[i])
	}
}

func grayEncodeNibblesBatchGeneric(dst, x []uint64) {
	x = x[:len(dst)]
	for i := range dst {
		dst[i] = GrayEncodeNibbles(x[i])
	}
}

func grayDecodeNibblesBatchGeneric(dst, x []uint64) {
	x = x[:len(dst)]
	for i := range dst {
		dst[i] = GrayDecodeNibbles(x[i])
	}
}

func byteAddBatchGeneric(dst, a, b []uint64) {
	a, b = a[:len(dst)], b[:len(dst)]
	for i := range dst {
		dst[i] = ByteAdd(a[i], b[i])
	}
}

func byteSubBatchGeneric(dst, a, b []uint64) {
	a, b = a[:len(dst)], b[:len(dst)]
	for i := range dst {
		dst[i] = ByteSub(a[i], b[i])
	}
}
