package koggestone

//go:generate go run -C asm ./dispatch
//go:generate go run -C asm -tags purego . koggestone
//go:generate go run -C asm ./dispatch
