package koggestone
import ("testing";"sort";"time";"fmt")
func med(f func()) float64 { var t []float64; for range 15 { s:=time.Now(); f(); t=append(t,float64(time.Since(s).Nanoseconds())) }; sort.Float64s(t); return t[3] }
func TestAB(t *testing.T) {
	d, o, e := loadGames(4096)
	dst := make([]uint64, 4096)
	var rk [100]uint64
	for _, n := range []int{512, 1024, 2048, 4096} {
		k := 20*4096/n
		rep := func(f func()) func() { return func() { for range k { f() } } }
		p := func(x float64) string { return fmt.Sprintf("%.3f", x/float64(k*n)) }
		t.Log(n, "blk512", p(med(rep(func(){ sliderAttacksBlocksAVX512(&dst[0], &d[0], &o[0], &e[0], n) }))),
		"vec512", p(med(rep(func(){ sliderAttacksBatchAVX512(&dst[0], &d[0], &o[0], &e[0], n) }))),
		"blk2", p(med(rep(func(){ sliderAttacksBlocksAVX2(&dst[0], &d[0], &o[0], &e[0], n, &rk) }))),
		"vec2", p(med(rep(func(){ sliderAttacksBatchAVX2(&dst[0], &d[0], &o[0], &e[0], n) }))))
	}
}
