package movegen

//go:generate go run -C ../asm -tags purego . movegen
//go:generate go run -C ../asm -tags purego . twoply
//go:generate go run -C ../asm -tags purego . endings
//go:generate go run -C ../asm -tags purego . lists
//go:generate go run -C ../asm -tags purego . play
//go:generate go run -C ../asm ./dispatch
