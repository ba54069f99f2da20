//go:build !amd64 || !gc || purego

package prefix

func parityUpChunk(dst, x []uint64) { parityUpBatchGeneric(dst, x) }

func parityDownChunk(dst, x []uint64) { parityDownBatchGeneric(dst, x) }

func grayEncodeChunk(dst, x []uint64) { grayEncodeBatchGeneric(dst, x) }

func grayEncodeBytesChunk(dst, x []uint64) { grayEncodeBytesBatchGeneric(dst, x) }

func grayDecodeBytesChunk(dst, x []uint64) { grayDecodeBytesBatchGeneric(dst, x) }

func grayEncodeNibblesChunk(dst, x []uint64) { grayEncodeNibblesBatchGeneric(dst, x) }

func grayDecodeNibblesChunk(dst, x []uint64) { grayDecodeNibblesBatchGeneric(dst, x) }

func byteAddChunk(dst, a, b []uint64) { byteAddBatchGeneric(dst, a, b) }

func byteSubChunk(dst, a, b []uint64) { byteSubBatchGeneric(dst, a, b) }
