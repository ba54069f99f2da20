package quad

import (
	"os/exec"
	"strings"
	"testing"
	"unsafe"

	"github.com/koggestone/koggestone/internal/guard"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
)

// TestDispatch checks that a call for one position runs the code of the selected path: its
// output memory is inaccessible, and the fault names the function.
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
		"legality":    func() { (*Legality)(words).Set(board, White) },
		"bothThreats": func() { (*BothThreats)(words).Set(board) },
	}
	pathtest.Each(t, func(t *testing.T, p simd.Path) {
		for name, call := range calls {
			got := guard.FaultingFunction(call)
			copied := got == "duffcopy" && suffix[p] == "Generic" // on ARM the runtime copies the result of the twin
			if !strings.HasSuffix(got, name+suffix[p]) && !copied {
				t.Errorf("%s ran %q, want code of path %s", name, got, p)
			}
		}
	})
}

// TestBatchDispatch checks that batches run the kernel of the path. The memory of their boards
// is inaccessible, so that the fault names the code that ran.
func TestBatchDispatch(t *testing.T) {
	if !guard.Faults {
		t.Skip("memory cannot be forbidden on this system")
	}
	const n = 512
	var planes [4][]uint64
	for p := range planes {
		buffer := guard.New(t, n)
		planes[p] = buffer.AtStart(n)
		buffer.Forbid(t)
	}
	b := BatchOfPlanes(planes)
	var rays [8][4][]uint64
	for d := range rays {
		for p := range rays[d] {
			rays[d][p] = make([]uint64, n)
		}
	}
	threats, us, attacks := NewThreatsColumns(n), make([]Color, n), make([]uint64, n)
	for name, call := range map[string]func(){
		"vision":  func() { VisionBatch(&rays, b) },
		"threats": func() { ThreatsBatch(threats, b, us) },
		"sliders": func() { AttacksBatch(attacks, b, White) },
	} {
		pathtest.Each(t, func(t *testing.T, p simd.Path) {
			want := name + map[simd.Path]string{simd.Generic: "BatchGeneric", simd.NEON: "BatchGeneric", simd.AVX2: "BatchAVX2", simd.AVX512: "BatchAVX512"}[p]
			if got := guard.FaultingFunction(call); !strings.HasSuffix(got, want) {
				t.Errorf("%sBatch ran %q, want %s", name, got, want)
			}
		})
	}
}

// TestInlining checks that the conversion of an engine's bitboards to a board stays in
// registers, as the documentation says.
func TestInlining(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the package")
	}
	out, err := exec.Command("go", "build", "-gcflags=-m", ".").CombinedOutput()
	if err != nil {
		t.Skipf("cannot compile the package here: %v\n%s", err, out)
	}
	for _, name := range []string{"Pack", "PackRights", "(*Bitboards).Board", "(*Bitboards).ByColor", "(*Bitboards).ByKind", "Board.Planes", "Board.Occupied", "Board.ByColor",
		"Board.Pawns", "Board.At", "Board.Rooks", "Board.Diagonal", "Board.Orthogonal", "(*Threats).Set", "(*Legality).Set", "(*BothThreats).Set"} {
		if !strings.Contains(string(out), ": can inline "+name+"\n") {
			t.Errorf("%s is not inlined", name)
		}
	}
}
