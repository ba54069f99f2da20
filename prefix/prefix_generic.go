package prefix

// The pure-Go twins of the kernels are compiled on every system, and run where there is no
// assembly. Each reads its inputs at an index before it writes the output, so dst may be
// one of the inputs.

//asm:dispatch
func parityUpBatchGeneric(dst, x []uint64) {
	x = x[:len(dst)]
	for i := range dst {
		dst[i] = ParityUp(x[i])
	}
}

//asm:dispatch
func parityDownBatchGeneric(dst, x []uint64) {
	x = x[:len(dst)]
	for i := range dst {
		dst[i] = ParityDown(x[i])
	}
}

//asm:dispatch
func grayEncodeBatchGeneric(dst, x []uint64) {
	x = x[:len(dst)]
	for i := range dst {
		dst[i] = GrayEncode(x[i])
	}
}

//asm:dispatch
func grayEncodeBytesBatchGeneric(dst, x []uint64) {
	x = x[:len(dst)]
	for i := range dst {
		dst[i] = GrayEncodeBytes(x[i])
	}
}

//asm:dispatch
func grayDecodeBytesBatchGeneric(dst, x []uint64) {
	x = x[:len(dst)]
	for i := range dst {
		dst[i] = GrayDecodeBytes(x[i])
	}
}

//asm:dispatch
func byteAddBatchGeneric(dst, a, b []uint64) {
	a, b = a[:len(dst)], b[:len(dst)]
	for i := range dst {
		dst[i] = ByteAdd(a[i], b[i])
	}
}

//asm:dispatch
func byteSubBatchGeneric(dst, a, b []uint64) {
	a, b = a[:len(dst)], b[:len(dst)]
	for i := range dst {
		dst[i] = ByteSub(a[i], b[i])
	}
}
