package perft_test

import (
	"context"
	"fmt"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/perft"
)

func ExampleCount() {
	r, err := perft.Count(context.Background(), movegen.Start(), 5, perft.Options{Stats: true})
	fmt.Println(r.Nodes, err)
	fmt.Println("captures", r.Stats.Captures, "mates", r.Stats.Mates)
	// Output:
	// 4865609 <nil>
	// captures 82719 mates 347
}
