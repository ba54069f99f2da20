package training_test

import (
	"fmt"
	"io"

	"github.com/koggestone/koggestone/data/training"
)

func ExampleStream() {
	stream, err := training.Open([]string{"../../testdata/positions.binpack"}, training.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer stream.Close()
	entries := make([]training.Entry, 3)
	n, err := stream.Next(entries)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range entries[:n] {
		fmt.Println(e.Position.FEN(), e.Move, e.Score)
	}
	// Output:
	// rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 d2d3 -10
	// rnbqkbnr/pppppppp/8/8/8/3P4/PPP1PPPP/RNBQKBNR b KQkq - 0 1 a7a5 -13
	// rnbqkbnr/1ppppppp/8/p7/8/3P4/PPP1PPPP/RNBQKBNR w KQkq - 0 2 c2c3 31
}

func ExampleBatches() {
	stream, err := training.Open([]string{"../../testdata/positions.binpack"}, training.Options{Filter: training.Filter{Quiet: true}})
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
