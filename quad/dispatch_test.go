package quad

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/koggestone/koggestone/internal/guard"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
)

// TestDispatch proves that a call for one position runs the code of the path that was
// chosen: it may not touch where its sets go, and the fault names the function.
func TestDispatch(t *testing.T) {
	if !guard.Faults {
		t.Skip("memory cannot be forbidden on this system")
	}
	suffix := map[simd.Path]string{simd.AVX2: "AVX2", simd.AVX512: "AVX512", simd.NEON: "Generic", simd.Generic: "Generic"}
	buffer := guard.New(t, 512)
	words := unsafe.Pointer(unsafe.SliceData(buffer.AtStart(512)))
	buffer.Forbid(t)
	board := FromSquares(new([64]Piece))
	calls := map[string]func(){
		"threats":     func() { (*Threats)(words).Set(board, White) },
		"byKind":      func() { (*ByKind)(words).Set(board, White) },
		"legality":    func() { (*Legality)(words).Set(board, White) },
		"bothThreats": func() { (*BothThreats)(words).Set(board) },
	}
	pathtest.Each(t, func(t *testing.T, p simd.Path) {
		for name, call := range calls {
			if got := guard.FaultingFunction(call); !strings.HasSuffix(got, name+suffix[p]) {
				t.Errorf("%s ran %q, want code of path %s", name, got, p)
			}
		}
	})
}
