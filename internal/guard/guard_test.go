package guard

import (
	"encoding/binary"
	"runtime/debug"
	"testing"
	"unsafe"
)

// faults reports whether reading the word at p faults.
func faults(p unsafe.Pointer) (fault bool) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() { fault = recover() != nil }()
	sink = *(*uint64)(p)
	return false
}

var sink uint64

func TestFaults(t *testing.T) {
	if !Faults {
		t.Skip("memory outside a buffer does not fault on this system")
	}
	for _, n := range []int{0, 1, 7, 512, 8192, 8193} {
		b := New(t, n)
		if len(b.All()) < n {
			t.Fatalf("New(%d) has %d words", n, len(b.All()))
		}
		// A slice of one word yields the address of an empty one.
		first := unsafe.Pointer(&b.AtStart(1)[0])
		last := unsafe.Pointer(&b.AtEnd(1)[0])
		for _, test := range []struct {
			what string
			p    unsafe.Pointer
			want bool
		}{
			{"the word before the first", unsafe.Add(first, -8), true},
			{"the first word", first, false},
			{"the last word", last, false},
			{"the byte after the last word", unsafe.Add(last, 1), true},
			{"the word after the last", unsafe.Add(last, 8), true},
		} {
			if got := faults(test.p); got != test.want {
				t.Errorf("n = %d: reading %s: fault is %t, want %t", n, test.what, got, test.want)
			}
		}
		b.Forbid(t)
		if !faults(first) || !faults(last) {
			t.Errorf("n = %d: a forbidden word can be read", n)
		}
	}
}

func TestSlices(t *testing.T) {
	b := New(t, 100)
	all := b.All()
	for i := range all {
		all[i] = uint64(i)
	}
	for _, n := range []int{0, 1, 5, 100} {
		s, e := b.AtStart(n), b.AtEnd(n)
		if len(s) != n || cap(s) != n || len(e) != n || cap(e) != n {
			t.Fatalf("n = %d: AtStart has length %d, capacity %d, AtEnd %d, %d", n, len(s), cap(s), len(e), cap(e))
		}
		for i := range n {
			if s[i] != uint64(i) || e[i] != uint64(len(all)-n+i) {
				t.Fatalf("n = %d: element %d is word %d of the buffer from AtStart, %d from AtEnd", n, i, s[i], e[i])
			}
		}
	}
}

func TestSmall(t *testing.T) {
	b := New(t, 100)
	bytes, halves := SmallAtEnd[uint8](b, 3), SmallAtStart[uint16](b, 5)
	if len(bytes) != 3 || cap(bytes) != 3 || len(halves) != 5 || cap(halves) != 5 {
		t.Fatalf("lengths %d, %d, capacities %d, %d, want 3, 5, 3, 5", len(bytes), len(halves), cap(bytes), cap(halves))
	}
	bytes[2], halves[0] = 0x12, 0x3456
	all := b.All()
	last := binary.NativeEndian.AppendUint64(nil, all[len(all)-1])
	first := binary.NativeEndian.AppendUint64(nil, all[0])
	if last[7] != 0x12 || binary.NativeEndian.Uint16(first) != 0x3456 {
		t.Errorf("last word %#x, first word %#x", last, first)
	}
	if !Faults {
		return
	}
	if !faults(unsafe.Add(unsafe.Pointer(&bytes[2]), 1)) || !faults(unsafe.Add(unsafe.Pointer(&halves[0]), -8)) {
		t.Error("memory outside does not fault")
	}
}

//go:noinline
func readForbidden(words []uint64) { sink = words[0] }

func TestFaultingFunction(t *testing.T) {
	b := New(t, 1)
	if got := FaultingFunction(func() { readForbidden(b.All()) }); got != "" {
		t.Errorf("%q faulted, expected nothing", got)
	}
	b.Forbid(t)
	if got := FaultingFunction(func() { readForbidden(b.All()) }); got != "readForbidden" {
		t.Errorf("%q faulted, expected readForbidden", got)
	}
}
