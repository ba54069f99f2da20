package koggestone

//go:generate go run -C asm -tags purego . koggestone
