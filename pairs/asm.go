package pairs

//go:generate go run -C ../asm -tags purego . pairs
//go:generate go run -C ../asm ./dispatch
