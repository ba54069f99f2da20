//go:build cgo

package main

// #include "koggestone.h"
import "C"

import (
	"strings"
	"sync"
	"unsafe"

	"github.com/koggestone/koggestone/data/columns"
)

var allColumns = columns.All()

// columnInfos returns a description of allColumns. Its texts are never freed.
var columnInfos = sync.OnceValue(func() (infos []C.koggestone_column) {
	for _, c := range allColumns {
		infos = append(infos, C.koggestone_column{
			name: C.CString(c.Name), group: C.CString(c.Group), unit: C.CString(c.Unit), doc: C.CString(c.Doc),
			names: C.CString(strings.Join(c.Values, ",")), _type: C.int32_t(c.Kind), width: C.int32_t(c.Width),
		})
	}
	return infos
})

//export kgColumnCount
func kgColumnCount(count *C.size_t, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	result("count", count)
	*count = C.size_t(len(allColumns))
	return
}

//export kgColumnInfo
func kgColumnInfo(i C.size_t, column *C.koggestone_column, e *C.koggestone_error) (code C.int) {
	defer guard(&code, e)
	result("column", column)
	*column = columnInfos()[index("index", uint64(i), len(allColumns))]
	return
}

//export kgBatchColumns
func kgBatchColumns(h C.koggestone_batch, indices *C.int32_t, outputs *unsafe.Pointer, sizes *C.size_t, count C.size_t, e *C.koggestone_error) C.int {
	return batches.call(uint64(h), e, func(b *batch) {
		n := b.Len()
		wanted := input[int32]("indices", unsafe.Pointer(indices), count)
		memory := input[unsafe.Pointer]("outputs", unsafe.Pointer(outputs), count)
		outs := make([][]byte, len(wanted))
		for k, size := range input[C.size_t]("sizes", unsafe.Pointer(sizes), count) {
			column := allColumns[index("indices", uint64(wanted[k]), len(allColumns))]
			outs[k] = array[byte](column.Name, memory[k], size, n*column.Size())
		}
		if b.computer == nil {
			b.computer = columns.NewComputer()
		}
		for low := 0; low < n; low += columns.MaxBatch {
			b.computer.Set(b.Slice(low, min(n, low+columns.MaxBatch)), nil)
			for k, i := range wanted {
				d := &b.data
				d.Reset()
				allColumns[i].AppendTo(d, b.computer)
				written := copy(outs[k], d.Bytes)
				written += copy(outs[k], bytesOf(d.Counts))
				written += copy(outs[k], bytesOf(d.Words))
				outs[k] = outs[k][written:]
			}
		}
	})
}

func bytesOf[T uint16 | uint64](s []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(T(0))))
}
