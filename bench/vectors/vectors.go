// Package vectors runs the rivals in C: PEXT, and the vector methods of today's engines, written from their
// descriptions. It compiles the program in c/ with clang for this CPU, and sends it inputs and commands.
//
// In C the methods are inlined into the timed loops, as they would be in an engine. The library's Go
// functions are called for each position, as are the exported kernels, if the program contains them.
package vectors

import (
	"bufio"
	"embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/koggestone/koggestone/bench/rivals"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

//go:embed c
var source embed.FS

// A Board is a position as an engine has it, like struct board in threats.h.
type Board struct {
	Kinds        [6]uint64 // pawns, knights, bishops, rooks, queens, kings
	White, Black uint64
	Side         uint64    // to move
	Mailbox      [64]uint8 // codes of Stockfish
}

// A Move is a move without castling and en passant, like struct move.
type Move struct {
	Before         [64]uint8
	From, To, Code uint8
	Kings          [2]uint8 // after the move
	_              [3]uint8
}

// Inputs are what the methods read. All slices except Moves have the same length.
type Inputs struct {
	Diagonal, Orthogonal, Occupied, Empty []uint64         // sliders of a side, all pieces, no pieces
	Square                                []uint64         // square of a queen
	Bitboards                             []quad.Bitboards // of Boards; not sent to the program
	Boards                                []Board
	Moves                                 []Move
}

// Digest returns a number for the elements of a list in any order, as main.c computes it.
func Digest[T ~uint32](list []T) (h uint64) {
	for _, x := range list {
		y := (uint64(x) + 1) * 0x9e3779b97f4a7c15
		h += y ^ y>>32
	}
	return h
}

// NewInputs makes inputs from positions and moves. The sliders are White's and Black's in turn, and the queen
// is on a piece's square.
func NewInputs(positions []movegen.Position, rules *pairs.Rules, moves []rivals.PairMove) *Inputs {
	in := new(Inputs)
	for i := range positions {
		p := &positions[i]
		bb := p.Board.Bitboards()
		b := Board{[6]uint64{bb.Pawns, bb.Knights, bb.Bishops, bb.Rooks, bb.Queens, bb.Kings}, bb.White, bb.Black, uint64(p.Side), [64]uint8{}}
		rules.Mailbox(&b.Mailbox, p.Board)
		side, occupied := bb.White, bb.White|bb.Black
		if i&1 != 0 {
			side = bb.Black
		}
		in.Diagonal, in.Orthogonal = append(in.Diagonal, (bb.Bishops|bb.Queens)&side), append(in.Orthogonal, (bb.Rooks|bb.Queens)&side)
		in.Occupied, in.Empty = append(in.Occupied, occupied), append(in.Empty, ^occupied)
		one := occupied
		for range i * 7 % bits.OnesCount64(occupied) {
			one &= one - 1
		}
		in.Square, in.Boards = append(in.Square, uint64(bits.TrailingZeros64(one))), append(in.Boards, b)
		in.Bitboards = append(in.Bitboards, bb)
	}
	for i := range moves {
		m := &moves[i]
		in.Moves = append(in.Moves, Move{Before: m.Before, From: m.From, To: m.To, Code: m.Code, Kings: m.Kings})
	}
	return in
}

// A Method is a question, and the way to answer it.
type Method struct{ Question, By string }

// A Program is the running program.
type Program struct {
	Methods []Method
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
}

// ErrMissing is the error if a machine cannot run the program.
var ErrMissing = errors.New("the rivals in C are left out")

// Compile compiles the program in an empty folder and returns its file. If the folder that make export writes exists, the
// program also contains its kernels. Without clang or AVX2 the error is ErrMissing. You can set $CLANG to another clang than
// clang-19 or clang, or to GCC. If the library's best path is avx2, so is the program's.
func Compile(dir, kernels string) (binary string, err error) {
	clang := ""
	for _, name := range []string{os.Getenv("CLANG"), "clang-19", "clang"} {
		if path, err := exec.LookPath(name); clang == "" && err == nil {
			clang = path
		}
	}
	if clang == "" {
		return "", fmt.Errorf("%w: clang is not installed", ErrMissing)
	}
	if runtime.GOARCH != "amd64" || len(simd.Paths()) == 1 {
		return "", fmt.Errorf("%w: this CPU has no AVX2", ErrMissing)
	}
	if err := os.CopyFS(dir, source); err != nil {
		return "", err
	}
	binary = filepath.Join(dir, "rivals")
	args := []string{"-O3", "-march=native", "-std=gnu11", "-o", binary, filepath.Join(dir, "c/main.c")}
	if !slices.Contains(simd.Paths(), simd.AVX512) {
		args = append(args, "-mno-avx512f")
	}
	if files, _ := filepath.Glob(filepath.Join(kernels, "koggestone_*.[cS]")); len(files) > 0 {
		args = append(append(args, "-DKERNELS", "-I", kernels), files...)
	}
	if out, err := exec.Command(clang, args...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", clang, err, out)
	}
	return binary, nil
}

// Start starts the program and sends it the inputs.
func Start(binary string, in *Inputs) (p *Program, err error) {
	p = &Program{command: exec.Command(binary)}
	if p.in, err = p.command.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.out, p.command.Stderr = bufio.NewReader(out), os.Stderr
	if err := p.command.Start(); err != nil {
		return nil, err
	}
	for {
		line, err := p.out.ReadString('\n')
		if err != nil {
			return nil, fmt.Errorf("%s: %w", binary, err)
		}
		if line == "\n" {
			break
		}
		var m Method
		m.Question, m.By, _ = strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		p.Methods = append(p.Methods, m)
	}
	if err := p.write(uint32(len(in.Boards)), uint32(len(in.Moves)), in.Diagonal, in.Orthogonal, in.Occupied, in.Empty, in.Square, in.Boards, in.Moves); err != nil {
		return nil, err
	}
	return p, nil
}

func (p *Program) write(values ...any) (err error) {
	w := bufio.NewWriterSize(p.in, 1<<16)
	for _, v := range values {
		if err == nil {
			err = binary.Write(w, binary.LittleEndian, v)
		}
	}
	return errors.Join(err, w.Flush())
}

// Results reads the results of a method for all inputs into data, a slice or array with values of
// fixed size.
func (p *Program) Results(method int, data any) error {
	if err := p.write(uint32(method), uint32(0)); err != nil {
		return err
	}
	return binary.Read(p.out, binary.LittleEndian, data)
}

// Time returns the CPU time that the program takes to run a method on all inputs, runs times.
func (p *Program) Time(method, runs int) (time.Duration, error) {
	if err := p.write(uint32(method), uint32(runs)); err != nil {
		return 0, err
	}
	var ns uint64
	err := binary.Read(p.out, binary.LittleEndian, &ns)
	return time.Duration(ns), err
}

// Close ends the program.
func (p *Program) Close() error { return errors.Join(p.in.Close(), p.command.Wait()) }
