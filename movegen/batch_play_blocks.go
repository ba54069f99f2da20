//go:build (amd64 || arm64) && gc && !purego

package movegen

import (
	"unsafe"

	"github.com/koggestone/koggestone/internal/layout"
)

// playArgs returns the arguments for kernels that play on positions of src starting at lo,
// and write positions of dst starting at from.
func playArgs(dst, src *Batch, from, lo int) (p layout.Play) {
	for k := range p.Dst {
		p.Dst[k], p.Src[k] = &dst.planes[k][from], &src.planes[k][lo]
	}
	p.SrcSides = &src.sides[lo]
	if dst.columns&WithClocks != 0 {
		p.DstClocks, p.SrcClocks = (*uint32)(unsafe.Pointer(&dst.clocks[from])), (*uint32)(unsafe.Pointer(&src.clocks[lo]))
	}
	if dst.columns&WithKeys != 0 {
		p.DstKeys, p.SrcKeys = &dst.keys[from], &src.keys[lo]
		p.Numbers, p.SideKey = &keys[0][0], sideKey
	}
	return p
}

// playWords returns p as the argument of the kernels.
func playWords(p *layout.Play) *[unsafe.Sizeof(layout.Play{}) / 8]uint64 {
	return (*[unsafe.Sizeof(layout.Play{}) / 8]uint64)(unsafe.Pointer(p))
}
