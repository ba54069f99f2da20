package quad

//go:generate go run -C ../asm -tags purego . quad
