package training_test

import (
	"fmt"
	"io"

	"github.com/koggestone/koggestone/data/training"
)

func ExampleBatches() {
	stream, err := training.Open([]string{"../records/testdata/positions.binpack"}, training.Options{Filter: training.Filter{Quiet: true}})
	if err != nil {
		fmt.Println(err)
		return
	}
	features, err := training.ParseFeatures("Full_Threats+PP_3Wide+HalfKAv2_hm")
	if err != nil {
		fmt.Println(err)
		return
	}
	batches, err := training.NewBatches(stream, features, training.BatchOptions{Size: 64, Workers: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer batches.Close()
	fmt.Println(features.Inputs(), "inputs,", features.MaxActive(), "in a row")
	for {
		b, err := batches.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(b.Size, "positions") // train with b.White, b.Black, b.Score and b.Outcome
		batches.Recycle(b)
	}
	// Output:
	// 88944 inputs, 288 in a row
	// 64 positions
	// 17 positions
}
