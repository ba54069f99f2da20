package perft_test

import (
	"encoding/json"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/koggestone/koggestone/perft"
)

func toBig(n perft.Nodes) *big.Int {
	b := new(big.Int).SetUint64(n.Hi)
	return b.Add(b.Lsh(b, 64), new(big.Int).SetUint64(n.Lo))
}

// Nodes computes and prints like math/big.
func TestNodes(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	random := func() perft.Nodes {
		return perft.Nodes{Hi: rng.Uint64() >> rng.IntN(65), Lo: rng.Uint64() >> rng.IntN(65)}
	}
	modulus := new(big.Int).Lsh(big.NewInt(1), 128)
	all := []perft.Nodes{{}, {Lo: 9}, {Lo: 10}, {Lo: 1<<64 - 1}, {Hi: 1}, {Hi: 1<<64 - 1, Lo: 1<<64 - 1}}
	for range 2000 {
		all = append(all, random())
	}
	for _, n := range all {
		if n.String() != toBig(n).String() {
			t.Errorf("%#v: got %s, expected %v", n, n, toBig(n))
		}
		if got, err := perft.ParseNodes(n.String()); err != nil || got != n {
			t.Errorf("%v parses as %v, %v", n, got, err)
		}
		k := random()
		sum := new(big.Int).Add(toBig(n), toBig(k))
		if got := n.Add(k); toBig(got).Cmp(sum.Mod(sum, modulus)) != 0 {
			t.Errorf("%v + %v: got %v, expected %v", n, k, got, sum)
		}
		if got, want := n.Cmp(k), toBig(n).Cmp(toBig(k)); got != want {
			t.Errorf("%v against %v: got %d, expected %d", n, k, got, want)
		}
		f, _ := new(big.Float).SetInt(toBig(n)).Float64()
		if got := n.Float64(); got < f*(1-1e-15) || got > f*(1+1e-15) {
			t.Errorf("%v: got %v, expected %v", n, got, f)
		}
	}
	for _, text := range []string{"", "-1", "+1", "1.5", "x", "340282366920938463463374607431768211456", "999999999999999999999999999999999999999"} {
		if n, err := perft.ParseNodes(text); err == nil {
			t.Errorf("%q parses as %v", text, n)
		}
	}
	if text, err := json.Marshal([]perft.Nodes{{Hi: 1}, {Lo: 7}}); err != nil || string(text) != "[18446744073709551616,7]" {
		t.Errorf("JSON %s, error %v", text, err)
	}
}
