package emit

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"

	. "github.com/mmcloughlin/avo/operand"
)

// TestWords compares the instructions that are encoded here with Arm's encodings, and also with
// the output of LLVM's assembler if it is installed.
func TestWords(t *testing.T) {
	for _, test := range []struct {
		w    word
		want string // of registers 1, 2 and 3
		text string
	}{
		{bic, "WORD $0x4e631c41 // BIC V1, V2, V3", "bic v1.16b, v2.16b, v3.16b"},
		{uaddl, "WORD $0x2e230041 // UADDL V1, V2, V3", "uaddl v1.8h, v2.8b, v3.8b"},
		{uaddl2, "WORD $0x6e230041 // UADDL2 V1, V2, V3", "uaddl2 v1.8h, v2.16b, v3.16b"},
		{smull, "WORD $0x0e63c041 // SMULL V1, V2, V3", "smull v1.4s, v2.4h, v3.4h"},
		{cmgt, "WORD $0x4e233441 // CMGT V1, V2, V3", "cmgt v1.16b, v2.16b, v3.16b"},
		{sqadd, "WORD $0x4e230c41 // SQADD V1, V2, V3", "sqadd v1.16b, v2.16b, v3.16b"},
		{umin, "WORD $0x6e636c41 // UMIN V1, V2, V3", "umin v1.8h, v2.8h, v3.8h"},
		{uqadd, "WORD $0x6e630c41 // UQADD V1, V2, V3", "uqadd v1.8h, v2.8h, v3.8h"},
		{ushl, "WORD $0x6ee34441 // USHL V1, V2, V3", "ushl v1.2d, v2.2d, v3.2d"},
		{smull2, "WORD $0x4e63c041 // SMULL2 V1, V2, V3", "smull2 v1.4s, v2.8h, v3.8h"},
	} {
		got := test.w.encode(1, 2, 3)
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.w.name, got, test.want)
		}
		mc, err := exec.LookPath("llvm-mc-19")
		if err != nil {
			continue
		}
		cmd := exec.Command(mc, "-triple=aarch64", "-disassemble")
		var bits uint32
		if _, err := fmt.Sscanf(got, "WORD $%v", &bits); err != nil {
			t.Fatal(err)
		}
		word := binary.LittleEndian.AppendUint32(nil, bits)
		cmd.Stdin = strings.NewReader(fmt.Sprintf("0x%02x 0x%02x 0x%02x 0x%02x", word[0], word[1], word[2], word[3]))
		out, err := cmd.CombinedOutput()
		if err != nil || !bytes.Contains(bytes.ReplaceAll(out, []byte("\t"), []byte(" ")), []byte(test.text)) {
			t.Errorf("%s disassembles to %s (%v), want %s", test.w.name, out, err, test.text)
		}
	}
}

// TestAllocation emits random programs with more live values than registers, runs their
// text and compares what they store.
func TestAllocation(t *testing.T) {
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 1))
		startArm64("random", "func(room *uint64)", "")
		f := arm64()
		room := Mem{Base: f.param("room")}
		var v neon
		var memory [100]uint64 // one word for 16 bytes
		var live []Vec
		values := map[Vec]uint64{}
		add := func(x Vec, value uint64) {
			live = append(live, x)
			values[x] = value
		}
		for i := range 50 {
			memory[i] = rng.Uint64()
			add(v.Load(room.Offset(16*i)), memory[i])
		}
		for range 300 {
			// Operands may be the same, and are spent half of the time.
			var x [3]Vec
			for k := range x {
				i := rng.IntN(len(live))
				x[k] = live[i]
				if len(live) > 40 && rng.IntN(2) == 0 {
					live = slices.Delete(live, i, i+1)
				}
			}
			a, b, c := values[x[0]], values[x[1]], values[x[2]]
			switch rng.IntN(5) {
			case 0:
				add(v.Xor(x[0], x[1]), a^b)
			case 1:
				add(v.NotAnd(x[0], x[1]), b&^a)
			case 2, 3:
				add(v.Select(x[0], x[1], x[2]), a&b|c&^a)
			case 4:
				add(v.And(x[0], NEON.BroadcastByte(0x3c)), a&0x3c3c3c3c3c3c3c3c)
			}
		}
		var want [100]uint64
		for i, x := range live {
			v.Store(x, room.Offset(16*(50+i)))
			want[50+i] = values[x]
		}
		text := f.allocate()
		if f.frame == 0 {
			t.Errorf("seed %d: nothing was spilled", seed)
		}
		run(t, text, memory[:], f.frame)
		for i := range live {
			if memory[50+i] != want[50+i] {
				t.Fatalf("seed %d: value %d is %#x, want %#x:\n%s", seed, i, memory[50+i], want[50+i], strings.Join(text, "\n"))
			}
		}
	}
	arm64Funcs = nil
}

// run executes assembly, with words for registers of 16 bytes.
func run(t *testing.T, text []string, memory []uint64, slots int) {
	var v [vectors]uint64
	frame := make([]uint64, slots)
	at := func(offset int, base string) *uint64 {
		if base == "RSP)" {
			return &frame[offset/16-1]
		}
		return &memory[offset/16]
	}
	for _, line := range text {
		var x, y, z, offset int
		var base string
		scan := func(format string, a ...any) bool {
			n, err := fmt.Sscanf(line, format, a...)
			return err == nil && n == len(a)
		}
		switch {
		case scan("FMOVQ %d(%s F%d", &offset, &base, &x):
			v[x] = *at(offset, strings.TrimSuffix(base, ","))
		case scan("FMOVQ F%d, %d(%s", &x, &offset, &base):
			*at(offset, base) = v[x]
		case scan("VEOR V%d.B16, V%d.B16, V%d.B16", &x, &y, &z):
			v[z] = v[y] ^ v[x]
		case scan("VAND V%d.B16, V%d.B16, V%d.B16", &x, &y, &z):
			v[z] = v[y] & v[x]
		case scan("VBIF V%d.B16, V%d.B16, V%d.B16", &x, &y, &z):
			v[z] = v[z]&v[x] | v[y]&^v[x]
		case scan("VBIT V%d.B16, V%d.B16, V%d.B16", &x, &y, &z):
			v[z] = v[y]&v[x] | v[z]&^v[x]
		case scan("VBSL V%d.B16, V%d.B16, V%d.B16", &x, &y, &z):
			v[z] = v[y]&v[z] | v[x]&^v[z]
		case scan("VMOV V%d.B16, V%d.B16", &x, &y):
			v[y] = v[x]
		case scan("VMOVI $%d, V%d.B16", &x, &y):
			v[y] = uint64(x) * 0x0101010101010101
		case strings.HasPrefix(line, "WORD"):
			_, line, _ = strings.Cut(line, "// ")
			if !scan("BIC V%d, V%d, V%d", &z, &x, &y) {
				t.Fatalf("cannot run %s", line)
			}
			v[z] = v[x] &^ v[y]
		default:
			t.Fatalf("cannot run %s", line)
		}
	}
}
