package policy

//go:generate go run -C ../asm -tags purego . policy
//go:generate go run -C ../asm ./dispatch
