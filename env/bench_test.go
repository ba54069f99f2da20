package env

import (
	"fmt"
	"testing"
)

// BenchmarkLoop measures a ply of 4096 games on one core, after games have become different.
func BenchmarkLoop(b *testing.B) {
	const n = 4096
	e, err := New(n, Options{Workers: 1})
	if err != nil {
		b.Fatal(err)
	}
	actions := make([]int32, n)
	masks := make([]uint64, n*73)
	planes := make([]uint64, n*119)
	for range 300 {
		e.Sample(actions)
		e.Step(actions)
	}
	per := func(b *testing.B) {
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/ply")
	}
	b.Run("sample+step", func(b *testing.B) {
		for b.Loop() {
			e.Sample(actions)
			e.Step(actions)
		}
		per(b)
	})
	b.Run("mask+sample+step", func(b *testing.B) {
		for b.Loop() {
			e.Masks(masks)
			e.Sample(actions)
			e.Step(actions)
		}
		per(b)
	})
	b.Run("sample+check+step", func(b *testing.B) {
		for b.Loop() {
			e.Sample(actions)
			clear(e.sampledMoves) // as if the actions were a network's
			e.Step(actions)
		}
		per(b)
	})
	b.Run("observe", func(b *testing.B) {
		for b.Loop() {
			e.Observe(planes)
		}
		per(b)
	})
	b.Run("mask+observe+sample+step", func(b *testing.B) {
		for b.Loop() {
			e.Masks(masks)
			e.Observe(planes)
			e.Sample(actions)
			e.Step(actions)
		}
		per(b)
	})
}

// BenchmarkOutputs compares the outputs of n games in bytes and floats with clearing the same memory.
func BenchmarkOutputs(b *testing.B) {
	for _, n := range []int{256, 1024, 4096} {
		e, err := New(n, Options{Workers: 1})
		if err != nil {
			b.Fatal(err)
		}
		actions := make([]int32, n)
		for range 300 {
			e.Sample(actions)
			e.Step(actions)
		}
		benchOutput(b, n, "masks", make([]uint8, n*4672), e.MaskBytes)
		benchOutput(b, n, "bytes", make([]uint8, n*119*64), e.ObserveBytes)
		benchOutput(b, n, "floats", make([]float32, n*119*64), e.ObserveFloats)
	}
}

func benchOutput[T uint8 | float32](b *testing.B, n int, name string, dst []T, fill func([]T)) {
	for what, f := range map[string]func(dst []T){"fill": fill, "clear": func(dst []T) { clear(dst) }} {
		b.Run(fmt.Sprintf("%s/n=%d/%s", name, n, what), func(b *testing.B) {
			for b.Loop() {
				f(dst)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/ply")
		})
	}
}
