package main

import (
	"bytes"
	"encoding/binary"
	"flag"
	"math/bits"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"unsafe"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/corpus/parsed"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/pairs"
	"github.com/koggestone/koggestone/quad"
)

var positions = flag.Int("positions", 10000, "the `number` of positions and moves of TestCalls")

// blockLen is the number of positions that the programs process together.
const blockLen = 203

// A position is a record of testdata/compare.c.
type position struct {
	board  quad.Board
	update pairs.Update
	us     uint64
	kings  [2]uint64
}

// A network is the rules and features of a block.
type network struct {
	rules    *pairs.Rules
	features *pairs.Features
	inputs   pairs.Inputs
	length   int    // of rows
	fits     uint32 // 1 if features fit in 16 bits
}

// networks returns the networks of testdata/compare.c.
func networks(t *testing.T) (all []network) {
	t.Helper()
	own := pairs.Numbering{Size: 409600, Mirrored: 0x0f, Index: func(attacker quad.Piece, from int, victim quad.Piece, to int) int {
		if attacker.Kind() == quad.King || victim.Kind() == quad.King {
			return -1
		}
		index := func(p quad.Piece) int { return p.Kind().Order() - 1 + 5*int(p.Color()) }
		return (10*index(attacker)+index(victim))*4096 + 64*from + to
	}}
	for i, n := range []pairs.Numbering{pairs.SFNNv10(), pairs.SFNNv11(), pairs.SFNNv12(), pairs.SFNNv16(), pairs.SFNNv10(), own} {
		codes, counts := pairs.StockfishCodes(), n.Counts
		switch i {
		case 2: // code 0 is a piece, which has features with its own kind
			for c, letter := range "RPNBQK..rpnbqk.." {
				codes[c], _ = quad.PieceFromLetter(byte(letter))
			}
		case 4:
			codes, counts = pairs.QuadCodes(), nil
		}
		rules, err := pairs.NewRules(codes, counts)
		if err != nil {
			t.Fatal(err)
		}
		features, err := rules.Features(n)
		if err != nil {
			t.Fatal(err)
		}
		net := network{rules: rules, features: features, length: [...]int{288, 64, 37, 128, 1100, 256}[i]}
		if n.Size <= 1<<16 {
			net.fits = 1
		}
		padded := n
		padded.Size = 409600
		for _, err := range []error{net.inputs.AddHalfKA(), net.inputs.AddThreats(padded), net.inputs.AddPawnPairs()} {
			if err != nil {
				t.Fatal(err)
			}
		}
		all = append(all, net)
	}
	return all
}

// blocks calls yield with blocks of positions of games, each with a move. Every fifth one has arbitrary
// bits instead.
func blocks(t *testing.T, all []network, n int, yield func(net network, block []position)) {
	t.Helper()
	starts := parsed.Positions(corpus.Games(), corpus.Chess960(), corpus.Tricky())
	rng := rand.New(rand.NewPCG(40, 40))
	var p movegen.Position
	var moves []movegen.Move
	for number := 0; n > 0; number++ {
		net := all[number%len(all)]
		block := make([]position, min(n, blockLen))
		for i := range block {
			if moves = p.AppendLegalMoves(moves[:0]); len(moves) == 0 || rng.IntN(40) == 0 {
				p = starts[rng.IntN(len(starts))]
				moves = p.AppendLegalMoves(moves[:0])
			}
			child := p
			if len(moves) > 0 {
				child = p.Play(moves[rng.IntN(len(moves))])
			}
			var before, after [64]uint8
			net.rules.Mailbox(&before, p.Board)
			net.rules.Mailbox(&after, child.Board)
			x := position{board: p.Board, us: uint64(p.Side)}
			x.update, _ = net.rules.Difference(&before, &after)
			for c := range x.kings {
				x.kings[c] = uint64(bits.TrailingZeros64(child.Board.Pieces(quad.Color(c), quad.King))) & 63
			}
			if i%5 == 4 {
				x.update = pairs.Update(rng.Uint64())
				x.board = quad.Board{G0: rng.Uint64(), G1: rng.Uint64() & rng.Uint64(), G2: rng.Uint64(), GB: rng.Uint64()}
			}
			block[i], p = x, child
		}
		yield(net, block)
		n -= len(block)
	}
}

// A hash is the hash of testdata/compare.c.
type hash uint64

func (h *hash) add32(words ...uint32) {
	for _, x := range words {
		*h = (*h ^ hash(x)) * 0x9e3779b97f4a7c15
		*h ^= *h >> 29
	}
}

func (h *hash) add(words ...uint64) {
	for _, x := range words {
		h.add32(uint32(x), uint32(x>>32))
	}
}

// groups names the calls that have a hash.
var groups = [...]string{"rook_attacks", "bishop_attacks", "slider_attacks", "ray_attacks", "multi_attacks",
	"rook_attacks_batch", "bishop_attacks_batch", "slider_attacks_batch", "ray_attacks_batch", "multi_attacks_batch",
	"threats_of", "both_threats", "vision", "threats_batch", "vision_batch", "attacks_batch",
	"refresh", "refresh_board", "deltas", "number_changes", "lists", "inline", "pawn_pairs", "fill_rows", "accumulate"}

// hashesInGo returns the hashes of a block. Batches have the results of single calls, so that the same
// columns give the hashes of both.
func hashesInGo(net network, block []position, number int) (all [len(groups)]hash) {
	var columns [len(groups)][32][]uint64
	for i, p := range block {
		b := p.board
		diagonal, orthogonal, empty := b.Diagonal(), b.Orthogonal(), b.Empty()
		add := func(group int, words ...uint64) {
			all[group].add(words...)
			for k, x := range words {
				columns[group][k] = append(columns[group][k], x)
			}
		}
		add(0, koggestone.RookAttacks(orthogonal, empty))
		add(1, koggestone.BishopAttacks(diagonal, empty))
		add(2, koggestone.SliderAttacks(diagonal, orthogonal, empty))
		rays := koggestone.RayAttacks(orthogonal, empty)
		add(3, rays[:]...)
		diagonals := koggestone.RayAttacks(diagonal, empty)
		for d, x := range diagonals {
			columns[8][d] = append(columns[8][d], x)
		}
		var multi [8][4]uint64
		planes := b.Planes()
		koggestone.MultiAttacks(&multi, &planes, empty)
		add(4, slices.Concat(multi[0][:], multi[1][:], multi[2][:], multi[3][:], multi[4][:], multi[5][:], multi[6][:], multi[7][:])...)
		threats, both, vision := b.Threats(quad.Color(p.us)), b.BothThreats(), b.Vision()
		add(10, (*[17]uint64)(unsafe.Pointer(&threats))[:]...)
		add(11, (*[24]uint64)(unsafe.Pointer(&both))[:]...)
		add(12, (*[32]uint64)(unsafe.Pointer(&vision.Rays))[:]...)
		for c := range both {
			columns[15][c] = append(columns[15][c], both[c].Attacked)
		}

		var mailbox [64]uint8
		var list pairs.List
		var deltas pairs.Deltas
		var numbers pairs.FeatureList
		var changes pairs.FeatureDeltas
		pairsOf := func(group int, list []pairs.Pair) {
			for _, p := range list {
				all[group].add32(uint32(p))
			}
		}
		white, black := int(p.kings[0]), int(p.kings[1])
		net.rules.Mailbox(&mailbox, b)
		net.rules.Refresh(&list, &mailbox)
		pairsOf(16, list.Pairs())
		net.rules.RefreshBoard(&list, b)
		pairsOf(17, list.Pairs())
		net.features.List(&numbers, &list, white, black)
		net.rules.Deltas(&deltas, &mailbox, p.update)
		pairsOf(18, deltas.Removed())
		pairsOf(18, deltas.Added())
		net.rules.Apply(&mailbox, p.update)
		for i := 0; i < 64; i += 4 {
			all[19].add32(binary.LittleEndian.Uint32(mailbox[i:]))
		}
		net.features.Deltas(&changes, &deltas, white, black)
		for c := range quad.Color(2) {
			if i%3 == 2 || i%3 == int(c) {
				all[20].add32(changes.Removed(c)...)
				all[20].add32(changes.Added(c)...)
			}
		}
		all[20].add32(net.fits)
		for c := range quad.Color(2) {
			if i%3 == 2 || i%3 == int(c) {
				all[20].add32(numbers.Active(c)...)
			}
		}
		all[20].add32(net.fits)
		all[21].add(threats.Attacked, threats.Danger, threats.Checkers, threats.CheckMask, threats.Pinned, both[0].Attacked, both[1].Attacked)
		all[21].add(diagonals[:]...)
		all[21].add(koggestone.SliderAttacks(diagonal&b.White(), orthogonal&b.White(), empty), koggestone.SliderAttacks(diagonal&b.Black(), orthogonal&b.Black(), empty))
		for c := range quad.Color(2) {
			all[17].add32(numbers.Active(c)...)
			all[19].add32(changes.Removed(c)...)
			all[19].add32(changes.Added(c)...)
			all[22].add32(pairs.PawnPairsOf(b).AppendFeatures(nil, c, int(p.kings[c]))...)
		}
	}
	boards := make([]quad.Board, len(block))
	for i := range block {
		boards[i] = block[i].board
	}
	rows := [2][]int32{make([]int32, len(block)*net.length), make([]int32, len(block)*net.length)}
	white, black := net.inputs.FillBatch(rows[0], rows[1], boards)
	all[23].add(uint64(white), uint64(black))
	for _, row := range rows {
		all[23].add32(unsafe.Slice((*uint32)(unsafe.Pointer(&row[0])), len(row))...)
	}
	all[24] = accumulateInGo(number)
	for batch, single := range map[int]int{5: 0, 6: 1, 7: 2, 8: 8, 9: 4, 13: 10, 14: 12, 15: 15} {
		for _, column := range columns[single] {
			all[batch].add(column...)
		}
	}
	return all
}

// accumulateInGo returns the hash of the accumulators of a block.
func accumulateInGo(number int) (h hash) {
	weights, state := make([]int16, 50*32*9), uint64(number)
	for i := range weights {
		state = state*6364136223846793005 + 1442695040888963407
		weights[i] = int16(state >> 48)
	}
	var lists [2][]uint32
	for i := range 80 {
		lists[i/40] = append(lists[i/40], uint32(uint16(weights[i])%50))
	}
	width, first, second := 32*(1+number%9), lists[0][:number%40], lists[1][:number*7%40]
	sums := make([]int16, width)
	add := func(ok uint32) {
		h.add32(ok)
		h.add32(unsafe.Slice((*uint32)(unsafe.Pointer(&sums[0])), width/2)...)
	}
	pairs.Accumulate(sums, weights[7:][:width], weights[:50*width], first, second)
	add(1)
	pairs.Accumulate(sums, sums, unsafe.Slice((*int8)(unsafe.Pointer(&weights[0])), 50*width), second, first)
	add(1)
	add(0) // for a row that is missing, nothing changes
	return h
}

// library compiles the exported files and a program of testdata, and returns the program.
func library(t *testing.T, program string, flags ...string) string {
	t.Helper()
	return compile(t, tool(t, "gcc", "cc", "clang", "clang-19"), program, flags...)
}

// compile does the same with a compiler.
func compile(t *testing.T, compiler, program string, flags ...string) string {
	t.Helper()
	dir := exported(t)
	exe := filepath.Join(t.TempDir(), program+".exe")
	args := slices.Concat([]string{"-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-I", dir, "-o", exe}, flags, []string{filepath.Join("testdata", program+".c")})
	for _, name := range []string{"koggestone_kernels.S", "koggestone_kernels.c"} {
		args = append(args, filepath.Join(dir, name))
	}
	run(t, ".", compiler, args...)
	return exe
}

// TestCalls checks that the functions in C and in Go give the same results, on every path of this CPU.
func TestCalls(t *testing.T) {
	nets := networks(t)
	c := exec.Command(library(t, "compare"))
	compareCalls(t, c, nets, simdPaths(), *positions)
}

// simdPaths returns the names of the paths of this CPU.
func simdPaths() (names []string) {
	for _, p := range simd.Paths() {
		names = append(names, p.String())
	}
	return names
}

// compareCalls runs testdata/compare.c, and compares the hashes that it prints with hashes made in Go.
func compareCalls(t *testing.T, c *exec.Cmd, nets []network, paths []string, positions int) {
	t.Helper()
	input, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, os.Stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	var want [][len(groups)]hash
	blocks(t, nets, positions, func(net network, block []position) {
		want = append(want, hashesInGo(net, block, len(want)))
		if err := binary.Write(input, binary.LittleEndian, unsafe.Slice((*uint64)(unsafe.Pointer(&block[0])), 8*len(block))); err != nil {
			t.Fatal(err)
		}
	})
	input.Close()
	if err := c.Wait(); err != nil {
		t.Fatal(err)
	}
	if out.Len() != 8*len(groups)*len(paths)*len(want) {
		t.Fatalf("%d bytes of hashes, expected %d blocks on paths %v", out.Len(), len(want), paths)
	}
	for number, w := range want {
		for _, path := range paths {
			for k, name := range groups {
				if got := hash(binary.LittleEndian.Uint64(out.Next(8))); got != w[k] {
					t.Errorf("block %d, path %v: ks_%s differs from Go", number, path, name)
				}
			}
		}
		if t.Failed() {
			break
		}
	}
	t.Logf("%d positions and moves on paths %v", positions, paths)
}
