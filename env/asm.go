package env

//go:generate go run -C ../asm -tags purego . env
