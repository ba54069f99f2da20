package prefix

//go:generate go run -C ../asm ./dispatch
//go:generate go run -C ../asm -tags purego . prefix
//go:generate go run -C ../asm ./dispatch
