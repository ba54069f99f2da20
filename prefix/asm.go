package prefix

//go:generate go run -C ../asm -tags purego . prefix
