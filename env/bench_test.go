package env

import "testing"

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
