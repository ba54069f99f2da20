package env_test

import (
	"fmt"

	"github.com/koggestone/koggestone/env"
)

// Random games with AlphaZero's actions, masks and planes.
func Example() {
	games, err := env.New(1000, env.Options{MaxPlies: 500})
	if err != nil {
		panic(err)
	}
	n := games.Len()
	actions := make([]int32, n)
	masks := make([]uint64, n*games.MaskWords())
	planes := make([]uint64, n*games.Planes())
	games.Reset(1)
	ended := 0
	for range 100 {
		games.Masks(masks)
		games.Observe(planes)
		games.Sample(actions) // or the choice of a network
		r := games.Step(actions)
		for i := range n {
			if r.Terminated[i] || r.Truncated[i] {
				ended++
			}
		}
	}
	fmt.Println(ended, "games ended in 100 plies")
	// Output:
	// 37 games ended in 100 plies
}
