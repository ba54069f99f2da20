package gnu

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"strings"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
)

// contents returns the bytes of a constant.
func contents(g *ir.Global) []byte {
	b := make([]byte, g.Size)
	for _, d := range g.Data {
		if s, ok := d.Value.(operand.String); ok {
			copy(b[d.Offset:], s)
			continue
		}
		var v [8]byte
		binary.LittleEndian.PutUint64(v[:], uint64(value(d.Value)))
		copy(b[d.Offset:], v[:d.Value.Bytes()])
	}
	return b
}

// dataName returns the name of a constant. It ends in a hash of the contents, so that equal
// constants of several programs become one, while different constants with the same name do not.
func dataName(name string, b []byte) string {
	h := fnv.New32a()
	h.Write(b)
	return fmt.Sprintf("%s_%08x", name, h.Sum32())
}

// data returns the definition of a constant. No constant of up to 64 bytes crosses a cache line.
func data(name string, b []byte) string {
	align := 8
	for align < len(b) && align < 64 {
		align *= 2
	}
	var w strings.Builder
	fmt.Fprintf(&w, "\n\tDATA(%s, %d)\n", name, align)
	for len(b) >= 8 {
		n := min(len(b)/8, 4)
		words := make([]string, n)
		for i := range words {
			words[i] = fmt.Sprintf("0x%016x", binary.LittleEndian.Uint64(b[8*i:]))
		}
		fmt.Fprintf(&w, "\t.quad %s\n", strings.Join(words, ", "))
		b = b[8*n:]
	}
	for _, x := range b {
		fmt.Fprintf(&w, "\t.byte %d\n", x)
	}
	return w.String()
}
