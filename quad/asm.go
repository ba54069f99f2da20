package quad

//go:generate go run -C ../asm ./dispatch
//go:generate go run -C ../asm -tags purego . quad
//go:generate go run -C ../asm ./dispatch
