package prefix

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/koggestone/koggestone/internal/boardtest"
	"github.com/koggestone/koggestone/internal/simd"
)

// unary and binary list the batches with their functions of one word.
var (
	unary = []struct {
		name  string
		batch func(dst, x []uint64)
		one   func(x uint64) uint64
	}{
		{"ParityUp", ParityUpBatch, ParityUp},
		{"ParityDown", ParityDownBatch, ParityDown},
		{"GrayEncode", GrayEncodeBatch, GrayEncode},
		{"GrayEncodeBytes", GrayEncodeBytesBatch, GrayEncodeBytes},
		{"GrayDecodeBytes", GrayDecodeBytesBatch, GrayDecodeBytes},
	}
	binary = []struct {
		name  string
		batch func(dst, a, b []uint64)
		one   func(a, b uint64) uint64
	}{
		{"ByteAdd", ByteAddBatch, ByteAdd},
		{"ByteSub", ByteSubBatch, ByteSub},
	}
)

// eachPath runs f as a subtest on every path that this CPU has.
func eachPath(t *testing.T, f func(t *testing.T)) {
	for _, p := range simd.Paths() {
		t.Run("path="+p.String(), func(t *testing.T) {
			defer simd.Force(p)()
			f(t)
		})
	}
}

// guard is the words before and after a dst.
const guard = 0x5ca1ab1e0ddba11

// framed returns n words with a guard on each side, and the n words alone.
func framed(n int) (all, inner []uint64) {
	all = slices.Repeat([]uint64{guard}, n+16)
	return all, all[8 : 8+n : 8+n]
}

func checkFrame(t *testing.T, name string, all []uint64) {
	t.Helper()
	for i, w := range all {
		if (i < 8 || i >= len(all)-8) && w != guard {
			t.Fatalf("%s: wrote to word %d of a batch of %d", name, i-8, len(all)-16)
		}
	}
}

// same fails the test unless got is want.
func same(t *testing.T, name string, got, want []uint64) {
	t.Helper()
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("%s: word %d of %d is %#016x, want %#016x", name, i, len(want), got[i], want[i])
		}
	}
}

// checkBatches runs all batches over a and b, apart and onto an input.
func checkBatches(t *testing.T, a, b []uint64) {
	t.Helper()
	want := make([]uint64, len(a))
	aWas, bWas := slices.Clone(a), slices.Clone(b)
	for _, c := range unary {
		for i := range want {
			want[i] = c.one(a[i])
		}
		all, dst := framed(len(a))
		c.batch(dst, a)
		same(t, c.name, dst, want)
		checkFrame(t, c.name, all)
		copy(dst, a)
		c.batch(dst, dst)
		same(t, c.name+" onto x", dst, want)
		checkFrame(t, c.name+" onto x", all)
	}
	for _, c := range binary {
		for i := range want {
			want[i] = c.one(a[i], b[i])
		}
		all, dst := framed(len(a))
		c.batch(dst, a, b)
		same(t, c.name, dst, want)
		checkFrame(t, c.name, all)
		copy(dst, a)
		c.batch(dst, dst, b)
		same(t, c.name+" onto a", dst, want)
		copy(dst, b)
		c.batch(dst, a, dst)
		same(t, c.name+" onto b", dst, want)
		checkFrame(t, c.name+" onto b", all)
		for i := range want {
			want[i] = c.one(a[i], a[i])
		}
		c.batch(dst, a, a)
		same(t, c.name+" of a and a", dst, want)
	}
	same(t, "an input that is not dst", a, aWas)
	same(t, "an input that is not dst", b, bWas)
}

func TestBatches(t *testing.T) {
	a, b := boardtest.Words(20, 300), boardtest.Words(21, 300)
	eachPath(t, func(t *testing.T) {
		for n := range 70 {
			checkBatches(t, a[n%7:][:n], b[n%5:][:n])
		}
		checkBatches(t, a, b)
	})
}

// TestBatchChunks crosses the borders of the chunks.
func TestBatchChunks(t *testing.T) {
	a, b := boardtest.Words(22, 2*chunk+13), boardtest.Words(23, 2*chunk+13)
	eachPath(t, func(t *testing.T) {
		for _, n := range []int{chunk - 1, chunk, chunk + 1, 2*chunk + 13} {
			checkBatches(t, a[:n], b[:n])
		}
	})
}

// TestBatch16 calls every batch with all words of 16 bits in all places; for two operands
// these are all pairs of bytes.
func TestBatch16(t *testing.T) {
	a, b := make([]uint64, 4<<16), make([]uint64, 4<<16)
	noise := boardtest.Words(24, 1024)
	for v := range uint64(1 << 16) {
		for k := range uint64(4) {
			i := v*4 + k
			lane := uint64(0xffff) << (16 * k)
			a[i] = v<<(16*k) | noise[i%1023]&^lane
			b[i] = v&0xff*0x0101<<(16*k) | noise[i%1021]&^lane
		}
	}
	eachPath(t, func(t *testing.T) { checkBatches(t, a, b) })
}

func TestBatchPanics(t *testing.T) {
	buf := slices.Repeat([]uint64{guard}, 40)
	type call struct {
		f    func()
		want string
	}
	var calls []call
	for _, c := range unary {
		name := "prefix: " + c.name + "Batch: "
		calls = append(calls,
			call{func() { c.batch(buf[:4], buf[8:11]) }, name + "len(x) = 3, len(dst) = 4"},
			call{func() { c.batch(buf[:4], nil) }, name + "len(x) = 0, len(dst) = 4"},
			call{func() { c.batch(buf[:8], buf[1:9]) }, name + "x overlaps dst, and is not dst itself"},
			call{func() { c.batch(buf[7:15], buf[:8]) }, name + "x overlaps dst, and is not dst itself"})
	}
	for _, c := range binary {
		name := "prefix: " + c.name + "Batch: "
		calls = append(calls,
			call{func() { c.batch(buf[:4], buf[8:11], buf[12:16]) }, name + "len(a) = 3, len(dst) = 4"},
			call{func() { c.batch(buf[:4], buf[8:12], buf[12:17]) }, name + "len(b) = 5, len(dst) = 4"},
			call{func() { c.batch(buf[:8], buf[4:12], buf[16:24]) }, name + "a overlaps dst, and is not dst itself"},
			call{func() { c.batch(buf[8:16], buf[16:24], buf[1:9]) }, name + "b overlaps dst, and is not dst itself"})
	}
	eachPath(t, func(t *testing.T) {
		for _, c := range calls {
			if got := panics(c.f); got != c.want {
				t.Errorf("panics with %v, want %v", got, c.want)
			}
		}
		for i, w := range buf {
			if w != guard {
				t.Fatalf("word %d was written before a panic", i)
			}
		}
	})
}

func TestBatchAllocs(t *testing.T) {
	a, b, dst := boardtest.Words(25, 100), boardtest.Words(26, 100), make([]uint64, 100)
	eachPath(t, func(t *testing.T) {
		for _, c := range unary {
			if n := testing.AllocsPerRun(10, func() { c.batch(dst, a) }); n != 0 {
				t.Errorf("%sBatch allocates %v times", c.name, n)
			}
		}
		for _, c := range binary {
			if n := testing.AllocsPerRun(10, func() { c.batch(dst, a, b) }); n != 0 {
				t.Errorf("%sBatch allocates %v times", c.name, n)
			}
		}
	})
}

// FuzzBatch runs every path over words made of the data, padded at the front so
// that they begin at any word of a cache line.
func FuzzBatch(f *testing.F) {
	f.Add([]byte(nil), uint8(0))
	f.Add([]byte("0123456789abcdef"), uint8(3))
	f.Add(bytes.Repeat([]byte("aaaaaaa\xffbbbbbbb\xfeccccccc\xfd"), 6), uint8(5)) // nine words of each input
	f.Fuzz(func(t *testing.T, data []byte, pad uint8) {
		skip := int(pad % 8)
		a := make([]uint64, skip+len(data)/16)
		b := make([]uint64, skip+len(data)/16)
		for i := range len(data) / 16 * 16 {
			w := a
			if i%16 >= 8 {
				w = b
			}
			w[skip+i/16] |= uint64(data[i]) << (i % 8 * 8)
		}
		for _, p := range simd.Paths() {
			func() {
				defer simd.Force(p)()
				checkBatches(t, a[skip:], b[skip:])
			}()
		}
	})
}

// BenchmarkBatch measures every batch on every path; 4096 words stay in the
// cache, 2^20 do not. Bytes are those read and written.
func BenchmarkBatch(b *testing.B) {
	for _, n := range []int{4096, 1 << 20} {
		x, y, dst, want := boardtest.Words(27, n), boardtest.Words(28, n), make([]uint64, n), make([]uint64, n)
		run := func(b *testing.B, name string, slices int, batch func(), one func(i int) uint64) {
			for i := range want {
				want[i] = one(i)
			}
			for _, p := range simd.Paths() {
				b.Run(fmt.Sprintf("op=%s/path=%s/n=%d", name, p, n), func(b *testing.B) {
					defer simd.Force(p)()
					b.SetBytes(int64(8 * slices * n))
					for b.Loop() {
						batch()
					}
					for i := range want {
						if dst[i] != want[i] {
							b.Fatalf("word %d is %#x, want %#x", i, dst[i], want[i])
						}
					}
				})
			}
		}
		for _, c := range unary {
			run(b, c.name, 2, func() { c.batch(dst, x) }, func(i int) uint64 { return c.one(x[i]) })
		}
		for _, c := range binary {
			run(b, c.name, 3, func() { c.batch(dst, x, y) }, func(i int) uint64 { return c.one(x[i], y[i]) })
		}
		run(b, "copy", 2, func() { copy(dst, x) }, func(i int) uint64 { return x[i] })
	}
}
