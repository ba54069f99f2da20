package env

//go:generate go run -C ../asm -tags purego . env
//go:generate go run -C ../asm ./dispatch
